//! What a format does not keep of a graph that it can hold.

use std::fmt;

use crate::graph::{EdgeListView, Node, Weight};
use crate::io::{Format, Names};

/// What a file does not keep of the graph that was written to it: read again, the graph differs in this.
///
/// Whether a format counts nodes from 0 or from 1, and which end of an edge it puts first, is no loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// Nodes are counted; what they were called is gone.
    Names,
    /// Edges stand in another order and so have other ids, by which ties are resolved.
    Order,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Names => "nodes are renumbered, in the order of their numbers",
            Self::Order => {
                "edges are reordered, by their nodes; where weights are equal, the forest may have other edges"
            }
        })
    }
}

/// What is lost of a graph in a format that can hold it.
pub(super) fn of<W: Weight>(format: Format, graph: EdgeListView<'_, W>, names: &Names) -> Vec<Loss> {
    let keeps_names = matches!(format, Format::EdgeList | Format::Boscage);
    let renamed = !keeps_names && !are_counted(names, graph.nodes());
    // The rows of these have their arcs by targets, parallel ones by ids, and are read row by row.
    let goes_by_node = matches!(format, Format::Metis | Format::Galois);
    let sorted = || graph.edges().is_sorted_by_key(|edge| (edge.u.min(edge.v), edge.u.max(edge.v)));
    let reordered = goes_by_node && !sorted();
    [(renamed, Loss::Names), (reordered, Loss::Order)]
        .into_iter()
        .filter_map(|(lost, loss)| lost.then_some(loss))
        .collect()
}

/// Whether the names are 0, 1, 2, ... or 1, 2, 3, ...: they ascend.
fn are_counted(names: &Names, nodes: usize) -> bool {
    let Some(last) = nodes.checked_sub(1) else { return true };
    let [first, last] = [0, last].map(|node| names.of(Node::new(node)));
    first <= 1 && last - first == nodes as u64 - 1
}
