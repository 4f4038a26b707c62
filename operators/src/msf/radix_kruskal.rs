//! Kruskal's algorithm with a parallel radix sort, or with no sort if the edges come in order.
//!
//! **Idea.** As [`kruskal`](fn@super::kruskal), but if the edges already come in the order of their weights,
//! in either direction, nothing is sorted; otherwise a parallel radix sort is used. One thread runs the loop
//! over the sorted edges, the same as in `kruskal` (`trees.rs`).
//!
//! **Phases.** If there is one edge less than nodes, the graph may be a tree: then the loop takes every edge,
//! in whatever order. Otherwise a check whether the weights are sorted, usually short. Edges in order are
//! looked up at their positions in the graph, with prefetching. Others are moved, with their ends, into parts
//! by the highest bits of their weights. Then a *pipeline* runs: one thread joins the edges of a part while
//! the others sort the next parts, each in the cache. As in `kruskal`, parts behind the edge that leaves a
//! single tree are never sorted.
//!
//! **Cost.** A stable radix sort of m edges, O(m) for weights of a constant number of bits, and two to three
//! steps in the sets for each edge. Beside the graph 16 bytes per edge (24 with 64-bit weights) and 4 per
//! node.
//!
//! **When to choose it.** For sorted edges and trees, and on one or two threads for sparse graphs; for large
//! ones if their numbering is random, where Borůvka's rounds wait for memory more often than a sort. For all
//! of these [`auto`](fn@super::auto) takes it.
//!
//! **Deterministic**: yes.
//!
//! **Paper.** Kruskal, "On the shortest spanning subtree of a graph and the traveling salesman problem",
//! 1956.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, EdgeId, EdgeListView, Forest, Key, KeyedEdges, Keys, Objective, Weight};
use boscage_core::parallel::{for_each_sorted, prefetch};
use boscage_core::sync::EdgeSet;

use super::auto::is_tree;
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
    choose_for: "sorted edges and trees; sparse graphs on one or two threads",
    summary: "parallel radix sort and union-find; sorted edges are not sorted",
    memory: |of| of.record() * of.edges + of.edges / 4 + 5 * of.nodes,
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
    let edges = KeyedEdges::of(graph, objective);
    exec.install(|| {
        let in_order = |order| in_order(exec, graph.nodes(), edges.edges(), order);
        let mut taken = None;
        if is_tree(graph.nodes() as u64, graph.len() as u64) {
            taken = Some(in_order(Sorted::Ascending)?).filter(|taken| taken.count() == graph.len());
        }
        if let (None, Some(order)) = (&taken, Sorted::of(edges)) {
            taken = Some(in_order(order)?);
        }
        let taken = taken.map_or_else(|| by_weight(exec, edges), Ok)?;
        gather_as("radix-kruskal gather", exec, graph, taken)
    })
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
    pub(super) fn of<M: Keys>(graph: KeyedEdges<'_, M>) -> Option<Self> {
        let keys = || (0..graph.len()).map(|id| graph.key(id));
        if keys().is_sorted() {
            Some(Self::Ascending)
        } else {
            keys().is_sorted_by(|one, next| one > next).then_some(Self::Descending)
        }
    }
}

/// The edges of the forest; edges come in any order.
fn by_weight<M: Keys>(exec: &Exec, graph: KeyedEdges<'_, M>) -> Result<EdgeSet> {
    exec.parallel_stage("radix-kruskal sort and join", || {
        let (mut trees, mut forest) = (Trees::new(graph.nodes())?, EdgeSet::new(graph.len())?);
        let (edge, key) = (move |id| LiveEdge::of(&graph, id), |edge: &LiveEdge<M::Key>| edge.key.into());
        for_each_sorted::<_, u64>(exec, graph.len(), edge, key, |edges| {
            trees.join(edges.len(), |i| edges[i], |_| (), |id| forest.extend([EdgeId::from(id)]));
            trees.count() > 1
        })?;
        Ok(forest)
    })
}

/// The edges of the forest; edges come in order.
fn in_order<K: Key>(exec: &Exec, nodes: usize, edges: &[Edge<K>], order: Sorted) -> Result<EdgeSet> {
    exec.parallel_stage("radix-kruskal join", || {
        let (mut trees, mut forest) = (Trees::new(nodes)?, EdgeSet::new(edges.len())?);
        let last = edges.len().saturating_sub(1);
        let id = |place: usize| if order == Sorted::Ascending { place } else { last - place };
        let edge = |place| LiveEdge::keyed(&edges[id(place)], id(place), edges[id(place)].weight);
        let soon = |place| prefetch(edges, id(place));
        trees.join(edges.len(), edge, soon, |id| forest.extend([EdgeId::from(id)]));
        Ok(forest)
    })
}
