//! The choice that users get.
//!
//! `filter-boruvka`, but for two kinds of input. Small ones are sorted before the others have begun; and edges that come
//! in the order of their weights, or in the opposite one, need no sorting: then `kruskal` is one pass, unless there are so
//! many of them that filtering is still faster.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, GraphView, Objective, Weight};

use super::Algorithm;

/// Edges below which `choose` takes `kruskal`.
const SMALL: usize = 1 << 12;
/// Edges a node above which the order of the edges does not matter.
const DENSE: usize = 3;

/// The operator [`auto`] takes for a graph.
#[must_use]
pub fn choose<W: Weight>(graph: EdgeListView<'_, W>, objective: Objective) -> Algorithm {
    let is_small = graph.len() < SMALL;
    if is_small || (graph.len() < DENSE * graph.nodes() && is_ordered(graph, objective)) {
        Algorithm::Kruskal
    } else {
        Algorithm::FilterBoruvka
    }
}

/// Whether the edges come by (weight, id), or exactly the other way round. Most inputs are found out by a few edges.
fn is_ordered<W: Weight>(graph: EdgeListView<'_, W>, objective: Objective) -> bool {
    let keys = || graph.edges().iter().map(|edge| objective.key(edge.weight));
    keys().is_sorted() || keys().is_sorted_by(|one, next| one > next)
}

/// The minimum (maximum) spanning forest of a graph in either form, by what [`choose`] says.
///
/// # Errors
/// [`boscage::Error::Cancelled`] and [`boscage::Error::OutOfMemory`].
pub fn auto<W: Weight>(exec: &Exec, graph: GraphView<'_, W>, objective: Objective) -> Result<Forest<W>> {
    Algorithm::Auto.run(exec, graph, objective)
}
