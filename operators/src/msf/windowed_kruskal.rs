//! Kruskal's algorithm in parallel, as Galois runs it: rounds over a window of the lightest live edges.
//!
//! **Idea.** Edges are sorted by (weight, id). Instead of one edge at a time, a *window* of the lightest live
//! edges is tried at once; the step is in `join.rs`. An edge that loses both its bids stays in front for the
//! next round, and new edges fill up the window.
//!
//! **Why it is correct.** The window is a prefix of the live edges in order, and removed edges close cycles
//! of lighter edges. So an owner is the lightest live edge of the whole graph that leaves its tree.
//!
//! **Cost.** One parallel radix sort of m packed (weight, id) pairs; then each edge is tried once, and once
//! more for every loss, up to the last edge of the forest: like Kruskal's, the loop stops at n - 1 unions.
//! Beside the graph 16 bytes per edge (32 with 64-bit weights), 8 per node and 12 per edge of the window.
//!
//! **Deterministic**: yes, including the rounds.
//!
//! **Paper.** Galois/Lonestar, "Minimum Weight Spanning Tree"; Blelloch, Fineman, Gibbons, Shun, "Internally
//! deterministic parallel algorithms can be fast", PPoPP 2012.

use boscage_core::Result;
use boscage_core::exec::{Exec, Schedule};
use boscage_core::graph::{Edge, EdgeListView, Forest, Key, KeyedEdges, Keys, Objective, Weight};
use boscage_core::parallel::tabulate;
use boscage_core::sync::{EdgeSet, PriorityLocks};

use super::gather::gather_as;
use super::join::{Candidate, JoinTrees};
use super::operator::Kind;
use super::operator::operator;

/// How [`windowed_kruskal`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowedKruskal {
    /// Which edges take part in a round.
    pub schedule: Schedule,
}

impl WindowedKruskal {
    /// First size of the window, in edges.
    pub const DEFAULT_WINDOW: usize = 1 << 12;
}

impl Default for WindowedKruskal {
    fn default() -> Self {
        Self { schedule: Schedule::AdaptiveWindow(Self::DEFAULT_WINDOW) }
    }
}

/// Candidates in the window beyond which it hardly grows.
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

/// The minimum (maximum) spanning forest by windowed Kruskal.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
pub fn windowed_kruskal<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: WindowedKruskal,
) -> Result<Forest<W>> {
    let edges = KeyedEdges::of(graph, objective);
    let order = exec.parallel_stage("windowed-kruskal sort", || sorted(exec, edges))?;
    let taken = by_windows(exec, graph.nodes(), edges.edges(), &order, config)?;
    gather_as("windowed-kruskal gather", exec, graph, taken)
}

/// (weight key, edge id) of all edges, sorted on all threads.
fn sorted<M: Keys>(exec: &Exec, graph: KeyedEdges<'_, M>) -> Result<Vec<<M::Key as Key>::Packed>> {
    let mut order = tabulate(exec, "the sorted order", graph.len(), move |i| graph.packed(i))?;
    M::Key::sort_packed(exec, &mut order)?;
    Ok(order)
}

/// The edges of the forest.
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
