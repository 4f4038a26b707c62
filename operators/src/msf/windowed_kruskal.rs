//! Kruskal's algorithm in parallel, as Galois runs it.
//!
//! Edges are sorted by (weight, id). Instead of one edge at a time, a *window* of the lightest live edges is
//! tried at once; the step is in `join.rs`. An edge that loses both its bids stays in front for the next
//! round, and new edges fill the window.
//!
//! **Correctness.** The window is a prefix of the live edges in order, and removed edges close cycles of
//! lighter edges. So an owner is the lightest live edge of the whole graph that leaves its tree.

use boscage_core::Result;
use boscage_core::exec::{Exec, Schedule};
use boscage_core::graph::{Edge, EdgeListView, Forest, Key, KeyedEdges, Keys, Objective, Weight};
use boscage_core::parallel::tabulate;
use boscage_core::sync::{EdgeSet, PriorityLocks};

use super::gather::gather_as;
use super::join::{Candidate, JoinTrees};
use super::operator::Kind;
use super::operator::operator;

/// Configuration of [`windowed_kruskal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowedKruskal {
    /// The edges that take part in a round.
    pub schedule: Schedule,
}

impl WindowedKruskal {
    /// Default size of the first window, in edges.
    pub const DEFAULT_WINDOW: usize = 1 << 12;
}

impl Default for WindowedKruskal {
    fn default() -> Self {
        Self { schedule: Schedule::AdaptiveWindow(Self::DEFAULT_WINDOW) }
    }
}

/// Number of candidates above which the window hardly grows.
const MOST: u64 = 1 << 20;

operator! {
    WindowedKruskal on edges by windowed_kruskal(config);
    name: "windowed-kruskal",
    kind: Kind::Threads,
    paper: "Blelloch and others 2012, as in Galois",
    choose_for: "dense graphs, as Galois runs them",
    summary: "rounds over a window of the lightest edges, as in Galois",
    memory: |of| {
        of.sort()
            .max((of.packed() + 1) * of.edges + 8 * of.nodes + 3 * of.touched() + 5 * of.edges.min(MOST))
    },
}

/// Returns the minimum (maximum) spanning forest by Kruskal's algorithm, in rounds over a window of the
/// lightest live edges.
///
/// **Algorithm.** As in the program "Minimum Weight Spanning Tree" of Galois's benchmark suite Lonestar;
/// Blelloch, Fineman, Gibbons, Shun, "Internally deterministic parallel algorithms can be fast", PPoPP 2012.
/// A parallel radix sort of m packed (weight, id) pairs; then [`Exec::phased`] tries each edge once, and
/// again after every loss, until the forest is complete.
///
/// **When to choose it.** As a model of an operator, to compare with Galois, mainly on dense graphs.
/// [`filter_boruvka`](fn@super::filter_boruvka) is faster.
///
/// # Determinism
/// Deterministic, including the rounds.
///
/// # Memory
/// 16 bytes per edge (32 with 64-bit weights) while edges are sorted; then 9 (17) per edge, 11 per node and
/// the window.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::{WindowedKruskal, windowed_kruskal};
///
/// let graph = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
/// let (exec, config) = (Exec::available()?, WindowedKruskal::default());
/// let forest = windowed_kruskal(&exec, &graph, Objective::Minimum, config)?;
/// assert_eq!((forest.total(), forest.tree_count()), (11, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn windowed_kruskal<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
    config: WindowedKruskal,
) -> Result<Forest<W>> {
    let graph = graph.into();
    let edges = KeyedEdges::of(graph, objective);
    let order = exec.parallel_stage("windowed-kruskal sort", || sorted(exec, edges))?;
    let taken = by_windows(exec, graph.node_count(), edges.edges(), &order, config)?;
    gather_as("windowed-kruskal gather", exec, graph, taken)
}

/// Returns (weight key, edge id) of all edges, sorted on all threads.
fn sorted<M: Keys>(exec: &Exec, graph: KeyedEdges<'_, M>) -> Result<Vec<<M::Key as Key>::Packed>> {
    let mut order = tabulate(exec, "the sorted order", graph.edge_count(), move |i| graph.packed(i))?;
    M::Key::sort_packed(exec, &mut order)?;
    Ok(order)
}

/// Returns the edges of the forest.
fn by_windows<K: Key>(
    exec: &Exec,
    nodes: usize,
    edges: &[Edge<K>],
    order: &[K::Packed],
    config: WindowedKruskal,
) -> Result<EdgeSet> {
    if edges.is_empty() {
        return EdgeSet::new(0);
    }
    let id = |position: u32| K::unpack_id(order[position as usize]);
    let make = || JoinTrees::new(nodes, edges.len(), PriorityLocks::<u32>::new(nodes)?, id);
    let join = exec.stage("windowed-kruskal initialise", make)?;
    let candidates = (order.len(), |position: usize| {
        let position = position as u32;
        Candidate::new(edges[id(position).index()], position)
    });
    exec.phased("windowed-kruskal", candidates, config.schedule, &join)?;
    Ok(join.into_edges())
}
