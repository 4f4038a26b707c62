//! Kruskal's algorithm with a parallel radix sort, or with no sort if the edges come in order.
//!
//! **Idea.** As [`kruskal`](fn@super::kruskal), but if the edges already come in the order of their weights,
//! in either direction, nothing is sorted; otherwise a parallel radix sort is used. One thread runs the loop
//! over the sorted edges, the same as in `kruskal` (`trees.rs`). But here the edges are looked up at their
//! positions in the graph, with prefetching.
//!
//! **Cost.** A check whether the weights are sorted, usually short; a stable radix sort of m packed (weight,
//! id) pairs; and two to three steps in the sets for each edge.
//!
//! **When to choose it.** For sorted edges, for which [`auto`](fn@super::auto) takes it.
//!
//! **Deterministic**: yes.
//!
//! **Paper.** Kruskal, "On the shortest spanning subtree of a graph and the traveling salesman problem",
//! 1956.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, EdgeListView, Forest, Key, KeyedEdges, Objective, Weight};
use boscage_core::parallel::{prefetch, radix_sort, tabulate};
use boscage_core::sync::EdgeSet;

use super::gather::gather_as;
use super::live_edge::LiveEdge;
use super::operator::Kind;
use super::operator::operator;
use super::trees::Trees;

operator! {
    struct RadixKruskal on edges by radix_kruskal;
    name: "radix-kruskal",
    kind: Kind::Threads,
    paper: "Kruskal 1956",
    choose_for: "edges that are sorted already, in either direction",
    summary: "parallel radix sort and union-find; sorted edges are not sorted",
    memory: |of| {
        of.sort().max(of.packed() * of.edges + 4 * (of.nodes + of.forest()) + 3 * of.touched())
            + of.edges / 2
    },
}

/// The minimum (maximum) spanning forest by Kruskal's algorithm with a radix sort.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`], between its stages, and [`boscage_core::Error::OutOfMemory`].
pub fn radix_kruskal<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    gather_as("radix-kruskal gather", exec, graph, in_order(exec, KeyedEdges::of(graph, objective))?)
}

/// The edges of the forest.
fn in_order<K: Key>(exec: &Exec, graph: KeyedEdges<'_, K>) -> Result<EdgeSet> {
    let last = graph.len().saturating_sub(1);
    match Sorted::of(graph) {
        Some(Sorted::Ascending) => join(exec, graph, EdgeId::new),
        Some(Sorted::Descending) => join(exec, graph, move |place| EdgeId::new(last - place)),
        None => {
            let order = exec.parallel_stage("radix-kruskal sort", || sorted(exec, graph))?;
            join(exec, graph, |place| K::unpack_id(order[place]))
        }
    }
}

/// (weight key, edge id) of all edges, sorted on all threads.
pub(super) fn sorted<K: Key>(exec: &Exec, graph: KeyedEdges<'_, K>) -> Result<Vec<K::Packed>> {
    let mut order = tabulate(exec, "the sorted order", graph.len(), |i| graph.packed(i))?;
    // By id they are sorted already, and the sort is stable.
    radix_sort(exec, &mut order, |&packed| -> u64 { K::unpack_key(packed).into() })?;
    Ok(order)
}

/// An order in which edges may come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sorted {
    /// By (weight, id).
    Ascending,
    /// By descending weight; no two weights are equal.
    Descending,
}

impl Sorted {
    /// The order of a graph's edges, if they have one. Most are found out by a few edges.
    pub(super) fn of<K: Key>(graph: KeyedEdges<'_, K>) -> Option<Self> {
        let keys = || (0..graph.len()).map(|id| graph.key(id));
        if keys().is_sorted() {
            Some(Self::Ascending)
        } else {
            keys().is_sorted_by(|one, next| one > next).then_some(Self::Descending)
        }
    }
}

/// Kruskal's loop: `id` says which edge has which place in the order.
fn join<K: Key>(
    exec: &Exec,
    graph: KeyedEdges<'_, K>,
    id: impl Fn(usize) -> EdgeId + Sync,
) -> Result<EdgeSet> {
    exec.parallel_stage("radix-kruskal join", || {
        let mut trees = Trees::new(graph.nodes(), graph.len())?;
        let edge = |place| LiveEdge::of(&graph, id(place).index());
        trees.join(graph.len(), edge, |place| prefetch(graph.edges(), id(place).index()));
        Ok(trees.into_edges())
    })
}
