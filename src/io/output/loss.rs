//! What is lost when a graph is written in a format.

use std::fmt;

use crate::output::decimal::Decimal;
use crate::output::in_order::Source;
use crate::write::Job;
use crate::{Format, Names};
use boscage_core::graph::{EdgeListView, FileData, Node};

/// What a file does not keep of the graph that was written to it: read again, the graph differs in this.
///
/// Whether a format counts nodes from 0 or from 1, and which end of an undirected edge it puts first, is no
/// loss. Neither is that a directed graph in which every arc has its mirror is read as an undirected one,
/// which has the same arcs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// Nodes are counted; what they were called is gone.
    Names,
    /// Edges stand in another order and so have other ids, by which ties are resolved.
    Order,
    /// Edges had a direction; read again, they have none.
    Direction,
    /// Edges had no weights; now they weigh 1.
    Unweighted,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Names => "nodes are renumbered, in the order of their numbers",
            Self::Order => {
                "edges are reordered, by their nodes; where weights are equal, the forest may have other edges"
            }
            Self::Direction => "the file does not say that the graph is directed",
            Self::Unweighted => "every edge weighs 1 now, as in this format all edges have weights",
        })
    }
}

/// What is lost of a graph in a format that can hold it.
pub(crate) fn of<E: Decimal>(format: Format, job: &Job<'_, EdgeListView<'_, E>>) -> Vec<Loss> {
    let mut losses = in_order(format, job);
    let keeps_names = matches!(format, Format::EdgeList | Format::Boscage);
    if !keeps_names && !are_counted(job.names, job.graph.nodes()) {
        losses.insert(0, Loss::Names);
    }
    // The rows of these have their arcs by targets, parallel ones by ids, and are read row by row.
    let goes_by_node = matches!(format, Format::Metis | Format::Galois | Format::Gap);
    let is_sorted = || match job.is_directed && format != Format::Metis {
        true => job.graph.edges().is_sorted_by_key(|edge| (edge.u, edge.v)),
        false => job.graph.edges().is_sorted_by_key(|edge| (edge.u.min(edge.v), edge.u.max(edge.v))),
    };
    if goes_by_node && !is_sorted() {
        losses.push(Loss::Order);
    }
    losses
}

/// What is lost of a graph whose nodes are counted, in a format that keeps the order of edges.
pub(crate) fn in_order<S: Source>(format: Format, job: &Job<'_, S>) -> Vec<Loss> {
    let has_edges = job.graph.edges() > 0;
    let keeps_direction = !matches!(format, Format::Metis | Format::EdgeArray);
    let has_weights = matches!(format, Format::Dimacs | Format::EdgeArray);
    let lost = [
        (has_edges && job.is_directed && !keeps_direction, Loss::Direction),
        (has_edges && !S::Data::IS_WEIGHT && has_weights, Loss::Unweighted),
    ];
    lost.into_iter().filter_map(|(is_lost, loss)| is_lost.then_some(loss)).collect()
}

/// Whether the names are 0, 1, 2, ... or 1, 2, 3, ...: they ascend.
fn are_counted(names: &Names, nodes: usize) -> bool {
    let Some(last) = nodes.checked_sub(1) else { return true };
    let [first, last] = [0, last].map(|node| names.of(Node::new(node)));
    first <= 1 && last - first == nodes as u64 - 1
}
