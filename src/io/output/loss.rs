//! The losses of a graph that is written.

use std::fmt;

use crate::Names;
use crate::output::writing::{AnyEdges, Writing};
use boscage_core::graph::{AnyEdgeList, Edge, Node};
use boscage_core::with_edge_list;

/// A property of a graph that a file does not keep: read again, the graph differs in this.
///
/// Some differences are no loss: the number from which a format counts nodes, the end of an undirected edge
/// that it puts first, and a directed graph in which every arc has its mirror that is read as an undirected
/// one, which has the same arcs.
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
                "edges are reordered, by their nodes; where weights are equal, the forest may have \
                 other edges"
            }
            Self::Direction => "the file does not say that the graph is directed",
            Self::Unweighted => "every edge weighs 1 now, as in this format all edges have weights",
        })
    }
}

/// The losses of a graph, out of those that are possible in its format.
pub(crate) fn of(losses: &[Loss], writing: &Writing<'_, AnyEdges<'_>>) -> Vec<Loss> {
    let keeps_direction = !losses.contains(&Loss::Direction);
    let (nodes, edges, is_weighted) = match writing.graph {
        AnyEdges::List(list) => (list.nodes(), list.len(), !matches!(list, AnyEdgeList::Unweighted(_))),
        AnyEdges::Recipe(recipe) => (recipe.nodes(), recipe.edges(), true),
    };
    let is_lost = |loss: &Loss| match (loss, writing.graph) {
        (Loss::Names, _) => !are_counted(writing.names, nodes),
        (Loss::Direction, _) => edges > 0 && writing.is_directed,
        (Loss::Unweighted, _) => edges > 0 && !is_weighted,
        (Loss::Order, AnyEdges::List(list)) => !is_by_node(list, writing.is_directed && keeps_direction),
        // Formats that go by node get a list.
        (Loss::Order, AnyEdges::Recipe(_)) => false,
    };
    losses.iter().copied().filter(is_lost).collect()
}

/// Returns whether the names are 0, 1, 2, ... or 1, 2, 3, ...: they ascend.
fn are_counted(names: &Names, nodes: usize) -> bool {
    let Some(last) = nodes.checked_sub(1) else { return true };
    let [first, last] = [0, last].map(|node| names.of(Node::new(node)));
    first <= 1 && last - first == nodes as u64 - 1
}

/// Returns whether edges are in the order of a format that goes by node: its rows have their arcs by targets,
/// parallel ones by ids, and are read row by row.
fn is_by_node(list: &AnyEdgeList, is_directed: bool) -> bool {
    fn ends<E>(edge: &Edge<E>, is_directed: bool) -> (Node, Node) {
        if is_directed { (edge.u, edge.v) } else { (edge.u.min(edge.v), edge.u.max(edge.v)) }
    }
    with_edge_list!(list, list => list.edges().is_sorted_by_key(|edge| ends(edge, is_directed)))
}
