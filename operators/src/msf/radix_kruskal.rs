//! Kruskal's algorithm with a parallel radix sort, or with no sort if the edges are sorted.
//!
//! **Phases.** If there is one edge less than nodes, the graph may be a tree: then the loop takes every edge,
//! in any order. Otherwise a check, usually short, tells if the weights are sorted. Sorted edges are read at
//! their positions in the graph, with prefetching. Others are moved, with their ends, into parts by the
//! highest bits of their weights. Then a *pipeline* runs: one thread joins the edges of a part (`trees.rs`)
//! while the others sort the next parts, each in the cache. As in `kruskal`, parts after the edge that leaves
//! a single tree are never sorted.

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

/// Returns the minimum (maximum) spanning forest by Kruskal's algorithm with a parallel radix sort.
///
/// **Algorithm.** Kruskal, "On the shortest spanning subtree of a graph and the traveling salesman problem",
/// Proceedings of the AMS 7, 1956. Edges that are already sorted by weight, in either direction, and edges of
/// a tree are not sorted; others are sorted by a stable parallel radix sort in O(m). One thread joins edges
/// while the others sort the next ones, with two to three steps in the disjoint sets per edge.
///
/// **When to choose it.** For sorted edges and trees, and for sparse graphs on one or two threads; for large
/// ones if nodes are numbered at random, where Borůvka's rounds wait for memory more often than a sort.
/// [`auto`](fn@super::auto) takes it in these cases.
///
/// # Determinism
/// Deterministic: the result is the same on any number of threads.
///
/// # Memory
/// About 16 bytes per edge (24 with 64-bit weights) and 5 per node.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`] is cancelled, which is checked
/// between stages only; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be
/// allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf;
///
/// let sorted = EdgeList::from_triples(4, [(1, 2, 1_u32), (2, 0, 3), (0, 1, 4), (2, 3, 7)])?;
/// let forest = msf::radix_kruskal(&Exec::available()?, &sorted, Objective::Minimum)?;
/// assert_eq!((forest.total(), forest.tree_count()), (11, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn radix_kruskal<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
) -> Result<Forest<W>> {
    let graph = graph.into();
    let edges = KeyedEdges::of(graph, objective);
    exec.install(|| {
        let in_order = |order| in_order(exec, graph.node_count(), edges.edges(), order);
        let mut taken = None;
        if is_tree(graph.node_count() as u64, graph.edge_count() as u64) {
            taken = Some(in_order(Sorted::Ascending)?).filter(|taken| taken.len() == graph.edge_count());
        }
        if let (None, Some(order)) = (&taken, Sorted::of(edges)) {
            taken = Some(in_order(order)?);
        }
        let taken = taken.map_or_else(|| by_weight(exec, edges), Ok)?;
        gather_as("radix-kruskal gather", exec, graph, taken)
    })
}

/// An order in which edges may be sorted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sorted {
    /// By (weight, id).
    Ascending,
    /// By descending weight, without equal weights.
    Descending,
}

impl Sorted {
    /// Returns the order of a graph's edges, if they are sorted. A few edges show that most graphs are not.
    pub(super) fn of<M: Keys>(graph: KeyedEdges<'_, M>) -> Option<Self> {
        let keys = || (0..graph.edge_count()).map(|id| graph.key(id));
        if keys().is_sorted() {
            Some(Self::Ascending)
        } else {
            keys().is_sorted_by(|one, next| one > next).then_some(Self::Descending)
        }
    }
}

/// Returns the edges of the forest of unsorted edges.
fn by_weight<M: Keys>(exec: &Exec, graph: KeyedEdges<'_, M>) -> Result<EdgeSet> {
    exec.parallel_stage("radix-kruskal sort and join", || {
        let (mut trees, mut forest) = (Trees::new(graph.node_count())?, EdgeSet::new(graph.edge_count())?);
        let (edge, key) = (move |id| LiveEdge::of(&graph, id), |edge: &LiveEdge<M::Key>| edge.key.into());
        for_each_sorted::<_, u64>(exec, &mut Vec::new(), graph.edge_count(), edge, key, |edges| {
            trees.join(edges.len(), |i| edges[i], |_| (), |id| forest.extend([EdgeId::from(id)]));
            trees.count() > 1
        })?;
        Ok(forest)
    })
}

/// Returns the edges of the forest of sorted edges.
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
