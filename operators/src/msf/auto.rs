//! The choice that users get.
//!
//! `filter-boruvka`, but for two kinds of input. Small ones `kruskal` has sorted before the others have
//! begun. And edges that come in the order of their weights, or in the opposite one, need no sorting: then
//! `radix-kruskal` is one pass, unless it is dense enough for filtering to be faster still.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, GraphView, Objective, Weight};

use super::Algorithm;
use super::radix_kruskal::Order;

/// Edges below which `choose` takes `kruskal`.
pub(super) const SMALL: usize = 1 << 16;
/// Edges a node above which the order of the edges does not matter.
const DENSE: usize = 3;

/// The operator [`auto`] takes for a graph.
#[must_use]
pub fn choose<W: Weight>(graph: EdgeListView<'_, W>, objective: Objective) -> Algorithm {
    if graph.len() < SMALL {
        Algorithm::Kruskal
    } else if graph.len() < DENSE * graph.nodes() && Order::of(graph, objective).is_some() {
        Algorithm::RadixKruskal
    } else {
        Algorithm::FilterBoruvka
    }
}

/// The minimum (maximum) spanning forest of a graph in either form, by what [`choose`] says.
///
/// # Errors
/// [`boscage::Error::Cancelled`] and [`boscage::Error::OutOfMemory`].
pub fn auto<W: Weight>(exec: &Exec, graph: GraphView<'_, W>, objective: Objective) -> Result<Forest<W>> {
    Algorithm::Auto.run(exec, graph, objective)
}
