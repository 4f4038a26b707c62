//! The choice that users get.
//!
//! `boruvka` spares the sorting, but bids with every live edge in every round: that pays on sparse graphs whose
//! neighbours have neighbouring numbers, as in road networks. Otherwise `windowed-kruskal` wins, on one thread too, where
//! it owes that to the radix sort. Time as a multiple of plain Kruskal's (`sort_unstable`, one thread), medians of seven
//! pairs of runs in turn on a machine of two cores. Each column was measured in one go, but not all columns, and before
//! the last changes to the loop; going over Florida and G(1M, 10M) again moved figures for one thread by up to 0.1 and
//! those for two by up to 0.2:
//!
//! | graph | edges a node | plain, ms | `boruvka`, 1 and 2 threads | `windowed-kruskal`, 1 and 2 threads |
//! |---|---|---|---|---|
//! | New York roads | 1.4 | 20 | 1.27, 0.89 | 1.45, 1.06 |
//! | Florida roads | 1.25 | 125 | 0.84, 0.40 | 1.23, 0.60 |
//! | `road`, 1M nodes | 1.3 | 113 | 0.97, 0.50 | 1.05, 0.66 |
//! | `grid`, 1024 x 1024 | 2 | 210 | 0.95, 0.63 | 1.00, 0.60 |
//! | G(1M, 2M) | 2 | 240 | 1.34, 0.63 | 0.77, 0.42 |
//! | G(1M, 5M) | 5 | 600 | 1.74, 0.81 | 0.72, 0.38 |
//! | G(1M, 10M) | 10 | 900 | 2.04, 1.25 | 0.73, 0.50 |
//! | G(10k, 80k) | 8 | 2.1 | 3.13, 1.88 | 1.31, 0.93 |
//!
//! One thread on a sparse graph gets `kruskal`: what is gained on one is lost on another.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Forest, GraphView, Objective, Weight};

use super::Algorithm;

/// Edges below which `choose` takes `kruskal`: waking threads would take longer.
const SMALL: usize = 1 << 16;

/// The operator [`auto`] takes for a graph of so many nodes and edges.
#[must_use]
pub fn choose(threads: usize, nodes: usize, edges: usize) -> Algorithm {
    let is_sparse = edges <= nodes + nodes / 2;
    match (is_sparse, threads) {
        _ if edges < SMALL => Algorithm::Kruskal,
        (true, 1) => Algorithm::Kruskal,
        (true, _) => Algorithm::Boruvka,
        (false, _) => Algorithm::WindowedKruskal,
    }
}

/// The minimum (maximum) spanning forest of a graph in either form, by what [`choose`] says.
///
/// # Errors
/// [`boscage::Error::Cancelled`] and [`boscage::Error::OutOfMemory`].
pub fn auto<W: Weight>(exec: &Exec, graph: GraphView<'_, W>, objective: Objective) -> Result<Forest<W>> {
    choose(exec.threads(), graph.nodes(), graph.len()).run(exec, graph, objective)
}
