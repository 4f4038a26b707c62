//! Concurrent union-find, on a sample of the arcs first (Afforest).
//!
//! 1. *Sample.* Hook every node below its first neighbour if that is lower, which takes no atomic operation.
//!    Then unite it with its second neighbour, or with the first if that is higher. Some nodes at random then
//!    tell which set is the largest, the *giant*.
//! 2. *Finish.* Every node outside the giant is united with its other neighbours.
//!
//! **Correctness.** Concurrent calls of [`DisjointSets::unite`] are correct, and unions commute. An edge
//! inside the giant has nothing to unite. If an end of an edge is outside the giant when part 2 visits it,
//! this end has the edge among its arcs and unites it; in directed graphs this needs the in-arcs. A node
//! never leaves the giant.

use std::hint::select_unpredictable;

use boscage_core::Result;
use boscage_core::exec::{Exec, Round};
use boscage_core::graph::{Components, Direction, EdgeData, EdgeListView, Graph, Node, NodeMap, NodeSet};
use boscage_core::parallel::prefetch;
use boscage_core::random::{Random, streams};
use boscage_core::sync::DisjointSets;

/// Number of nodes by which prefetches of arcs run ahead.
const AHEAD: usize = 40;

/// Number of nodes in the sample that finds the giant.
const SAMPLE: u64 = 1 << 10;

/// Returns the connected components of a graph: of a directed graph the weakly connected ones, which ignore
/// directions.
///
/// Components are numbered by their lowest nodes. A directed graph with in-arcs ([`Graph::with_in_arcs`]) is
/// faster than one without.
///
/// **Algorithm.** Concurrent union-find, first on two arcs per node. Then nodes that are in the largest
/// component are skipped: Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity computation via
/// subgraph sampling", IPDPS 2018 (Afforest). O(n) unions if most nodes are in one component, O(n + m) at
/// most, independent of the diameter. In the comparison of Dhulipala, Hong, Shun, "ConnectIt: A framework for
/// static and incremental parallel graph connectivity algorithms", VLDB 2021, concurrent union-find is the
/// fastest of many methods.
///
/// **When to choose it.** For graphs with adjacency. Use [`connected_components_of_edges`] for an edge list,
/// and [`strongly_connected_components`](crate::strongly_connected_components()) if directions count.
///
/// # Determinism
/// Deterministic: the partition does not depend on the order of unions, nor do the numbers of components.
///
/// # Memory
/// 8 bytes per node, of which 4 become the component of the node.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::connected_components;
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(5, [(3, 1), (4, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let components = connected_components(&exec, &graph)?;
/// assert_eq!(components.labels(), [0, 1, 2, 1, 1]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn connected_components<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
) -> Result<Components> {
    exec.install(|| {
        let sets = DisjointSets::new(graph.node_count())?;
        let all = NodeSet::all(graph);
        let mut rounds = exec.rounds("connected-components", 2 * graph.node_count() as u64);
        rounds.round(|phases| {
            let mut others = NodeMap::from_fn(exec, graph, |_| Node::default())?;
            phases.update("hook", &mut others, |node, other| {
                let ahead = (node.index() + AHEAD).min(graph.node_count());
                prefetch(graph.targets(), graph.offsets()[ahead] as usize);
                let (first, second) = first_two(graph, node);
                sets.hook(node, first);
                *other = if first <= node { second } else { first };
            })?;
            phases.sum("sample", &all, |node| {
                sets.unite(node, others[node]);
            })?;
            Ok((Round::new(graph.node_count()), ()))
        })?;
        // Without in-arcs, an arc is visited from one of its ends only, so no node may be skipped.
        let giant = if graph.has_in_arcs() { giant(&sets) } else { None };
        rounds.round(|phases| {
            let outside = phases.select("outside", &all, |node| {
                let is_outside = giant != Some(sets.compress(node));
                is_outside & (D::IS_DIRECTED || graph.degree(node) > 1)
            })?;
            let left_out = phases.sum("finish", &outside, |node| {
                // The giant has another root once a lower node has joined it.
                if giant.is_some_and(|giant| sets.find(node) == sets.find(giant)) {
                    return 1;
                }
                for &other in graph.neighbours(node).iter().skip(1) {
                    sets.unite(node, other);
                }
                if D::IS_DIRECTED && giant.is_some() {
                    for &other in graph.in_neighbours(node) {
                        sets.unite(node, other);
                    }
                }
                0
            })?;
            let (tried, committed) = (graph.node_count() as u64, outside.len() as u64 - left_out);
            Ok((Round::from_counts(committed, 0, tried - committed), ()))
        })?;
        Components::from_sets(exec, sets)
    })
}

/// Returns the first two neighbours of a node, or the node itself in place of missing ones. Without a branch,
/// which would be hard to predict.
fn first_two<D: Direction, E: EdgeData>(graph: &Graph<D, E>, node: Node) -> (Node, Node) {
    let (begin, end) = (graph.offsets()[node.index()] as usize, graph.offsets()[node.index() + 1] as usize);
    let at = |place| {
        let other = graph.targets().get(place).copied().unwrap_or(node);
        select_unpredictable(place < end, other, node)
    };
    (at(begin), at(begin + 1))
}

/// Returns the root of the set that has most nodes of a sample.
pub(crate) fn giant(sets: &DisjointSets) -> Option<Node> {
    let random = Random::new(0, streams::ORDER);
    let nodes = sets.len() as u64;
    let of_word = |word: u64| Node::new((u128::from(word) * u128::from(nodes) >> 64) as usize);
    let mut roots: Vec<Node> =
        (0..SAMPLE.min(nodes)).map(|i| sets.find(of_word(random.item(i).next_u64()))).collect();
    roots.sort_unstable();
    roots.chunk_by(|a, b| a == b).max_by_key(|same| same.len()).map(|same| same[0])
}

/// Returns the connected components of an edge list.
///
/// The edges are united in one [`do_all`](Exec::do_all): O(m) unions. Choose it if there is no adjacency.
/// With one, [`connected_components`] skips most edges. The result is the same, and deterministic.
///
/// # Memory
/// 5 bytes per node.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::connected_components_of_edges;
///
/// let list = EdgeList::from_pairs(5, [(3, 1), (4, 3)])?;
/// let components = connected_components_of_edges(&Exec::available()?, &list)?;
/// assert_eq!(components.labels(), [0, 1, 2, 1, 1]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn connected_components_of_edges<'a, E: EdgeData>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, E>>,
) -> Result<Components> {
    let graph = graph.into();
    let sets = DisjointSets::new(graph.node_count())?;
    exec.do_all("connected-components", graph.edges(), |edge| {
        sets.unite(edge.u, edge.v);
    })?;
    Components::from_sets(exec, sets)
}
