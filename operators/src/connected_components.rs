//! Connected components: which nodes reach each other if directions are ignored.
//!
//! **Idea.** Every edge unites the sets of its ends. Concurrent calls of [`DisjointSets::unite`] are correct,
//! and unions commute. In most graphs nearly all nodes are in one component, and a few arcs of each node
//! are enough to find nearly all of it. So the work is done in two parts:
//!
//! 1. *Sample.* Hook every node below its first neighbour, if that is lower, which takes no atomic operation.
//!    Then unite it with its second neighbour, or with the first if that is higher. Now look at a few nodes
//!    at random: the set that most of them are in is the *giant*.
//! 2. *Finish.* Every node that is not in the giant is united with its other neighbours.
//!
//! **Why it is correct.** An edge between two nodes of the giant has nothing to unite. If one of its ends is
//! outside of the giant when part 2 looks at it, this end has the edge among its arcs, so it is united; on
//! directed graphs this needs the in-arcs. A node that is in the giant stays in it.
//!
//! **Cost.** O(n) unions if the giant has nearly all nodes, O(n + m) at most. 8 bytes per node, of which 4
//! become its label. [`connected_components_of_edges`]: 5 bytes per node.
//!
//! **Deterministic**: yes. The partition does not depend on the order of unions, and parts are numbered by
//! their lowest node.
//!
//! **When to choose it**: always. Label propagation visits every edge many times if the diameter is large.
//!
//! **Paper.** Sutton, Ben-Nun, Barak, "Optimizing parallel graph connectivity computation via subgraph
//! sampling" (Afforest), IPDPS 2018. Dhulipala, Hong, Shun, "ConnectIt: A framework for static and
//! incremental parallel graph connectivity algorithms", VLDB 2021, finds concurrent union-find the fastest
//! of many methods.

use std::hint::select_unpredictable;

use boscage_core::Result;
use boscage_core::exec::{Exec, Round};
use boscage_core::graph::{Components, Direction, EdgeData, EdgeListView, Graph, Node, NodeMap, NodeSet};
use boscage_core::parallel::prefetch;
use boscage_core::random::{Purpose, Random};
use boscage_core::sync::DisjointSets;

/// How many nodes ahead arcs are asked for.
const AHEAD: usize = 40;

/// Nodes that are looked at to find the giant.
const SAMPLE: u64 = 1 << 10;

/// The connected components of a graph; of a directed graph the weak ones. It is fastest if the graph has
/// in-arcs ([`Graph::with_in_arcs`]), or is undirected.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
///
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
        let sets = DisjointSets::new(graph.nodes())?;
        let all = NodeSet::all(graph);
        let mut rounds = exec.rounds("connected-components", 2 * graph.nodes() as u64);
        rounds.round(|phases| {
            let mut others = NodeMap::from_fn(exec, graph, |_| Node::default())?;
            phases.update("hook", &mut others, |node, other| {
                let ahead = (node.index() + AHEAD).min(graph.nodes());
                prefetch(graph.targets(), graph.offsets()[ahead] as usize);
                let (first, second) = first_two(graph, node);
                sets.hook(node, first);
                *other = if first <= node { second } else { first };
            })?;
            phases.sum("sample", &all, |node| {
                sets.unite(node, others[node]);
            })?;
            Ok((Round::of(graph.nodes()), ()))
        })?;
        // Without in-arcs an arc is seen from one of its ends only, so no node may be left out.
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
            let (tried, committed) = (graph.nodes() as u64, outside.len() as u64 - left_out);
            Ok((Round { tried, committed, dropped: tried - committed, ..Round::default() }, ()))
        })?;
        Components::from_sets(exec, sets)
    })
}

/// The first two neighbours of a node, or the node itself where it has fewer. Without a branch: how many it
/// has is hard to predict.
fn first_two<D: Direction, E: EdgeData>(graph: &Graph<D, E>, node: Node) -> (Node, Node) {
    let (begin, end) = (graph.offsets()[node.index()] as usize, graph.offsets()[node.index() + 1] as usize);
    let at = |place| {
        let other = graph.targets().get(place).copied().unwrap_or(node);
        select_unpredictable(place < end, other, node)
    };
    (at(begin), at(begin + 1))
}

/// The root of the set that most of some nodes are in.
fn giant(sets: &DisjointSets) -> Option<Node> {
    let random = Random::new(0, Purpose::Order);
    let nodes = sets.len() as u64;
    let of_word = |word: u64| Node::new((u128::from(word) * u128::from(nodes) >> 64) as usize);
    let mut roots: Vec<Node> =
        (0..SAMPLE.min(nodes)).map(|i| sets.find(of_word(random.item(i).word()))).collect();
    roots.sort_unstable();
    roots.chunk_by(|a, b| a == b).max_by_key(|same| same.len()).map(|same| same[0])
}

/// The same of an edge list, without sampling.
///
/// # Errors
/// As [`connected_components`].
pub fn connected_components_of_edges<E: EdgeData>(
    exec: &Exec,
    graph: EdgeListView<'_, E>,
) -> Result<Components> {
    let sets = DisjointSets::new(graph.nodes())?;
    exec.do_all("connected-components", graph.edges(), |edge| {
        sets.unite(edge.u, edge.v);
    })?;
    Components::from_sets(exec, sets)
}
