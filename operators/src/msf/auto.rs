//! The default: chooses an operator for the graph.
//!
//! | graph | operator |
//! |---|---|
//! | few edges | `kruskal` |
//! | edges in the order of their weights, or in the opposite order | `radix-kruskal` |
//! | trees | `radix-kruskal` |
//! | sparse graphs on up to two threads | `radix-kruskal` |
//! | but large ones whose edges join nodes of near numbers | `filter-boruvka` |
//! | others | `filter-boruvka` |
//!
//! `kruskal` finishes before the others have set up their work. Edges in order need no sorting, and neither
//! do those of a tree: one pass joins them. On sparse graphs rounds wait for memory more often than a sort,
//! unless they find their data in the cache, as on maps and grids. On dense ones most edges are filtered.
//!
//! The measurements behind the limits are in `docs/performance.md`; `msf bench --choices` repeats them.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{
    AnyForest, AnyGraphView, Edge, EdgeListView, Forest, GraphView, KeyedEdges, Objective, Weight,
};

use super::input::on;
use super::radix_kruskal::Sorted;
use super::{Facts, FilterBoruvka, Kind, Kruskal, Operator, RadixKruskal, Size};

/// Edges per node and thread from which a graph is dense.
const DENSE: u64 = 5;
/// Edges below which a graph is small.
const SMALL: u64 = 1 << 12;
/// Edges below which a dense graph, and a local one, is sorted.
const MEDIUM: (u64, u64) = (1 << 16, 1 << 18);
/// Threads up to which one thread that joins edges is faster than rounds on all threads.
const FEW: u64 = 2;
/// Edges of the sample that tells whether nodes are numbered at random.
const SAMPLE: usize = 1 << 8;

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
        // The edges decide between these two.
        let of_order = |of: &Size, is_local| by_size(of.nodes, of.edges, of.threads, is_local).memory(of);
        of.peak(|of| of_order(of, true).max(of_order(of, false)))
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
    let is_in_order = || Sorted::of(KeyedEdges::of(graph, objective)).is_some();
    if edges >= SMALL && (is_tree(nodes, edges) || is_in_order()) {
        return &RadixKruskal;
    }
    by_size(nodes, edges, threads as u64, is_local(graph))
}

/// Returns whether a connected graph of this size is a tree.
pub(super) fn is_tree(nodes: u64, edges: u64) -> bool {
    edges + 1 == nodes
}

/// Returns whether nearly all edges join nodes of near numbers, as those of maps and grids do. If numbers are
/// random, every eighth does.
fn is_local<W: Weight>(graph: EdgeListView<'_, W>) -> bool {
    let (edges, near) = (graph.edges(), graph.nodes() / 16);
    let sample = || edges.iter().step_by(edges.len().div_ceil(SAMPLE).max(1));
    let joins_far = |edge: &&Edge<W>| edge.u.index().abs_diff(edge.v.index()) > near;
    16 * sample().filter(joins_far).count() < sample().count()
}

/// Returns the operator for edges in no particular order, between nodes of near numbers or any.
fn by_size(nodes: u64, edges: u64, threads: u64, is_local: bool) -> &'static dyn Operator {
    let is_dense = edges >= DENSE * threads * nodes;
    let is_medium = edges < if is_dense { MEDIUM.0 } else { MEDIUM.1 };
    if edges < SMALL {
        &Kruskal { bucket: Kruskal::DEFAULT_BUCKET }
    } else if is_medium || threads <= FEW && !is_dense && !is_local {
        &RadixKruskal
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
