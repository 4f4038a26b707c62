//! The choice that users get.
//!
//! Up to a few edges a node `boruvka` finishes in fewer passes than sorting takes; with more, sorting once beats bidding
//! with every edge in every round. Milliseconds on two cores of a shared machine, medians of five:
//!
//! | graph | threads | plain Kruskal | `boruvka` | `windowed-kruskal` |
//! |---|---|---|---|---|
//! | Florida roads, 1.25 edges a node | 1 | 143 | 127 | 161 |
//! | | 2 | | 54 | 96 |
//! | G(1M, 10M), 10 edges a node | 1 | 940 | 2094 | 864 |
//! | | 2 | | 971 | 473 |
//!
//! On one thread the differences are small and `kruskal` needs the least memory.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Forest, GraphView, Objective, Weight};

use super::Algorithm;

/// Edges a node up to which `choose` takes `boruvka`.
const SPARSE: usize = 3;

/// Edges below which `choose` takes `kruskal`: waking threads would take longer.
const SMALL: usize = 1 << 13;

/// The operator [`auto`] takes for a graph of so many nodes and edges.
#[must_use]
pub fn choose(threads: usize, nodes: usize, edges: usize) -> Algorithm {
    if edges < SMALL || threads == 1 {
        Algorithm::Kruskal
    } else if edges <= SPARSE * nodes {
        Algorithm::Boruvka
    } else {
        Algorithm::WindowedKruskal
    }
}

/// The minimum (maximum) spanning forest of a graph in either form, by what [`choose`] says.
///
/// # Errors
/// [`boscage::Error::Cancelled`] and [`boscage::Error::OutOfMemory`].
pub fn auto<W: Weight>(exec: &Exec, graph: GraphView<'_, W>, objective: Objective) -> Result<Forest<W>> {
    choose(exec.threads(), graph.nodes(), graph.len()).run(exec, graph, objective)
}
