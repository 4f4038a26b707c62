//! The choice of an operator for a graph.
//!
//! `kruskal` finishes small graphs before other operators have set up their work. Sorted edges and trees need
//! no sort: one pass joins them. On sparse graphs, rounds wait for memory more often than a sort does, unless
//! their data is in the cache, as on maps and grids. On dense graphs most edges are filtered.
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

/// Edges per node and thread from which on a graph is dense.
const DENSE: u64 = 5;
/// Edges below which a graph is small.
const SMALL: u64 = 1 << 12;
/// Edges below which a dense graph, and a graph whose edges join near nodes, is sorted.
const MEDIUM: (u64, u64) = (1 << 16, 1 << 18);
/// Threads up to which one thread that joins edges is faster than rounds on all threads.
const FEW: u64 = 2;
/// Number of edges in the sample that tells if nodes are numbered at random.
const SAMPLE: usize = 1 << 8;

/// The operator [`auto`](fn@auto) as a value.
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
            choose(list, objective, exec.threads()).forest(exec, list, objective)
        })
    }

    fn memory(&self, of: &Size) -> u64 {
        // The edges decide between these two.
        let of_order = |of: &Size, is_local| by_size(of.nodes, of.edges, of.threads, is_local).memory(of);
        of.peak(|of| of_order(of, true).max(of_order(of, false)))
    }
}

/// Returns the operator that [`auto`](fn@auto) runs for a graph on this number of threads.
///
/// ```
/// use boscage::graph::{EdgeList, Objective};
/// use boscage::operators::msf::choose;
///
/// let graph = EdgeList::from_triples(3, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3)])?;
/// assert_eq!(choose(&graph, Objective::Minimum, 2).name(), "kruskal");
/// # Ok::<(), boscage::Error>(())
/// ```
#[must_use]
pub fn choose<'a, W: Weight>(
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
    threads: usize,
) -> &'static dyn Operator {
    let graph = graph.into();
    let (nodes, edges) = (graph.node_count() as u64, graph.edge_count() as u64);
    let is_in_order = || Sorted::of(KeyedEdges::of(graph, objective)).is_some();
    if edges >= SMALL && (is_tree(nodes, edges) || is_in_order()) {
        return &RadixKruskal;
    }
    by_size(nodes, edges, threads as u64, is_local(graph))
}

/// Returns `true` if a connected graph of this size is a tree.
pub(super) fn is_tree(nodes: u64, edges: u64) -> bool {
    edges + 1 == nodes
}

/// Returns `true` if nearly all edges join nodes of similar numbers, as in maps and grids. With random
/// numbers, one edge in eight does.
fn is_local<W: Weight>(graph: EdgeListView<'_, W>) -> bool {
    let (edges, near) = (graph.edges(), graph.node_count() / 16);
    let sample = || edges.iter().step_by(edges.len().div_ceil(SAMPLE).max(1));
    let joins_far = |edge: &&Edge<W>| edge.u.index().abs_diff(edge.v.index()) > near;
    16 * sample().filter(joins_far).count() < sample().count()
}

/// Returns the operator for unsorted edges. `is_local` tells if they join nodes of similar numbers.
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

/// Returns the minimum (maximum) spanning forest of a graph in either form, by the operator that suits it
/// best.
///
/// | graph | operator |
/// |---|---|
/// | fewer than 4096 edges | [`kruskal`](fn@super::kruskal) |
/// | edges sorted by weight, in either direction | [`radix_kruskal`](fn@super::radix_kruskal) |
/// | trees | `radix_kruskal` |
/// | sparse graphs on up to two threads | `radix_kruskal` |
/// | ... but large ones whose edges join nodes of similar numbers | [`filter_boruvka`](fn@super::filter_boruvka) |
/// | all others | `filter_boruvka` |
///
/// [`choose`] returns this operator. Choose another operator than `auto` only to compare, or if you know the
/// graph better.
///
/// # Determinism
/// Deterministic: every operator returns the same edges. Among equal weights, the edge of lower id wins.
///
/// # Memory
/// As much as the operator that it picks: at most about 18 bytes per edge and 28 per node with 32-bit
/// weights. An adjacency is first converted to an edge list.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if the graph is an adjacency without edge ids.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf;
///
/// let graph = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
/// let forest = msf::auto(&Exec::available()?, &graph, Objective::Maximum)?;
/// assert_eq!((forest.total(), forest.tree_count()), (14, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn auto<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<GraphView<'a, W>>,
    objective: Objective,
) -> Result<Forest<W>> {
    let graph = graph.into();
    (&Auto as &dyn Operator).forest(exec, graph, objective)
}
