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
use boscage_core::graph::{Edge, EdgeId, EdgeListView, Forest, Key, KeyedEdges, Keys, Objective, Weight};
use boscage_core::parallel::{prefetch, tabulate};
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
    let edges = KeyedEdges::of(graph, objective);
    exec.install(|| {
        let order = match Sorted::of(edges) {
            Some(sorted) => Order::As(sorted),
            None => Order::By(exec.parallel_stage("radix-kruskal sort", || sorted(exec, edges))?),
        };
        let taken = in_order(exec, graph.nodes(), edges.edges(), &order)?;
        gather_as("radix-kruskal gather", exec, graph, taken)
    })
}

/// (weight key, edge id) of all edges, sorted on all threads.
pub(super) fn sorted<M: Keys>(exec: &Exec, graph: KeyedEdges<'_, M>) -> Result<Vec<PackedBy<M>>> {
    let mut order = tabulate(exec, "the sorted order", graph.len(), move |i| graph.packed(i))?;
    M::Key::sort_packed(exec, &mut order)?;
    Ok(order)
}

/// (weight key, edge id) of an edge in a graph, in one integer.
type PackedBy<M> = <<M as Keys>::Key as Key>::Packed;

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

/// The order of edges: that in which they come, or another.
enum Order<K: Key> {
    As(Sorted),
    By(Vec<K::Packed>),
}

/// The edges of the forest.
fn in_order<K: Key>(exec: &Exec, nodes: usize, edges: &[Edge<K>], order: &Order<K>) -> Result<EdgeSet> {
    let last = edges.len().saturating_sub(1);
    match order {
        Order::As(Sorted::Ascending) => join(exec, nodes, edges, EdgeId::new),
        Order::As(Sorted::Descending) => join(exec, nodes, edges, move |place| EdgeId::new(last - place)),
        Order::By(order) => join(exec, nodes, edges, |place| K::unpack_id(order[place])),
    }
}

/// Kruskal's loop: `id` says which edge has which place in the order.
fn join<K: Key>(
    exec: &Exec,
    nodes: usize,
    edges: &[Edge<K>],
    id: impl Fn(usize) -> EdgeId + Sync,
) -> Result<EdgeSet> {
    exec.parallel_stage("radix-kruskal join", || {
        let mut trees = Trees::new(nodes, edges.len())?;
        let edge = |place| {
            let id = id(place).index();
            LiveEdge::keyed(&edges[id], id, edges[id].weight) // nothing looks at the key
        };
        trees.join(edges.len(), edge, |place| prefetch(edges, id(place).index()));
        Ok(trees.into_edges())
    })
}
