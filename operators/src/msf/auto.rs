//! The default: chooses an operator for the graph.
//!
//! Large or dense graphs get `filter-boruvka`. On sparse graphs one thread joins sorted edges faster than
//! rounds find them. So with up to two threads they get `filter-kruskal`, which on sparse graphs sorts in
//! parallel and filters nothing. Small graphs get `kruskal`, which finishes before the others have set up
//! their work. Edges that come in the order of their weights, or in the opposite order, need no sorting:
//! `radix-kruskal` is then one pass, up to the edge that leaves a single tree. The measurements behind the
//! limits are in `docs/performance.md`.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeListView, Forest, GraphView, Objective, Weight};

use super::Algorithm;
use super::radix_kruskal::Sorted;

/// Edges a node from which a graph is dense.
const DENSE: u64 = 3;
/// Edges below which a sparse graph, and a dense one, is small.
const SMALL: (u64, u64) = (1 << 13, 1 << 16);
/// Edges from which a sparse graph is large.
const LARGE: u64 = 1 << 21;
/// Threads up to which one thread that joins edges is faster than rounds on all threads.
const FEW: u64 = 2;

/// The operator [`auto`] takes for a graph on this number of threads.
#[must_use]
pub fn choose<W: Weight>(graph: EdgeListView<'_, W>, objective: Objective, threads: usize) -> Algorithm {
    let (nodes, edges) = (graph.nodes() as u64, graph.len() as u64);
    let by_size = by_size(nodes, edges, threads as u64);
    let may_be_ordered = by_size != Algorithm::Kruskal;
    if may_be_ordered && Sorted::of(graph, objective).is_some() { Algorithm::RadixKruskal } else { by_size }
}

/// The operator for edges in no particular order.
pub(super) fn by_size(nodes: u64, edges: u64, threads: u64) -> Algorithm {
    let is_sparse = edges < DENSE * nodes;
    if edges < if is_sparse { SMALL.0 } else { SMALL.1 } {
        Algorithm::Kruskal
    } else if is_sparse && edges < LARGE && threads <= FEW {
        Algorithm::FilterKruskal
    } else {
        Algorithm::FilterBoruvka
    }
}

/// The minimum (maximum) spanning forest of a graph in either form, by what [`choose`] says.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
pub fn auto<W: Weight>(exec: &Exec, graph: GraphView<'_, W>, objective: Objective) -> Result<Forest<W>> {
    Algorithm::Auto.run(exec, graph, objective)
}
