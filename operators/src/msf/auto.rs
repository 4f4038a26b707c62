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
use boscage_core::graph::{
    AnyForest, AnyGraphView, EdgeListView, Forest, GraphView, KeyedEdges, Objective, Weight,
};

use super::input::on;
use super::radix_kruskal::Sorted;
use super::{Facts, FilterBoruvka, FilterKruskal, Kind, Kruskal, Operator, RadixKruskal, Size};

/// Edges per node from which a graph is dense.
const DENSE: u64 = 3;
/// Edges below which a sparse graph, and a dense one, is small.
const SMALL: (u64, u64) = (1 << 13, 1 << 16);
/// Edges from which a sparse graph is large.
const LARGE: u64 = 1 << 21;
/// Threads up to which one thread that joins edges is faster than rounds on all threads.
const FEW: u64 = 2;

/// [`auto`](fn@auto) as a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Auto;

impl Operator for Auto {
    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "auto",
            kind: Kind::Threads,
            paper: "",
            choose_for: "everything: it picks by size, density, order and threads",
            summary: "picks what is fastest for the graph",
        }
    }

    fn run(&self, exec: &Exec, graph: AnyGraphView<'_>, objective: Objective) -> Result<AnyForest> {
        on!(edges, exec, graph, |list| {
            choose(list, objective, exec.threads()).forest(exec, list.into(), objective)
        })
    }

    fn memory(&self, of: &Size) -> u64 {
        of.peak(|of| by_size(of.nodes, of.edges, of.threads).memory(of))
    }
}

/// Returns the operator that [`auto`] takes for a graph on this number of threads.
#[must_use]
pub fn choose<W: Weight>(
    graph: EdgeListView<'_, W>,
    objective: Objective,
    threads: usize,
) -> &'static dyn Operator {
    let (nodes, edges) = (graph.nodes() as u64, graph.len() as u64);
    if !is_small(nodes, edges) && Sorted::of(KeyedEdges::of(graph, objective)).is_some() {
        return &RadixKruskal;
    }
    by_size(nodes, edges, threads as u64)
}

fn is_sparse(nodes: u64, edges: u64) -> bool {
    edges < DENSE * nodes
}

fn is_small(nodes: u64, edges: u64) -> bool {
    edges < if is_sparse(nodes, edges) { SMALL.0 } else { SMALL.1 }
}

/// Returns the operator for edges in no particular order.
fn by_size(nodes: u64, edges: u64, threads: u64) -> &'static dyn Operator {
    if is_small(nodes, edges) {
        &Kruskal { bucket: Kruskal::DEFAULT_BUCKET }
    } else if is_sparse(nodes, edges) && edges < LARGE && threads <= FEW {
        &FilterKruskal { filter_from: FilterKruskal::DEFAULT_FILTER_FROM }
    } else {
        &FilterBoruvka { filter_from: FilterBoruvka::DEFAULT_FILTER_FROM }
    }
}

/// The minimum (maximum) spanning forest of a graph in either form, by what [`choose`] says.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
pub fn auto<W: Weight>(exec: &Exec, graph: GraphView<'_, W>, objective: Objective) -> Result<Forest<W>> {
    (&Auto as &dyn Operator).forest(exec, graph, objective)
}
