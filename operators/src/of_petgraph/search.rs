//! Shortest paths on petgraph's graphs: to all nodes, or to a goal, with or without an estimate.
//!
//! [`dijkstra`] without a goal imports the graph and runs [`shortest_paths`](crate::shortest_paths()). A
//! search with a goal visits petgraph's own graph on one thread, since an import would look at all edges.
//! Beside the heap it has one number per node, of which pages that are never touched take no memory, and a
//! compact list of the nodes that it has found.
//!
//! **Why it is correct.** With an estimate that is never above the real cost, the heap always has a node of a
//! cheapest path whose cost is final, and whose key is at most the cost of this path. So the first goal that
//! leaves the heap has the least cost. A node whose cost falls is put into the heap again, so the estimate
//! need not be consistent.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::Hash;

use boscage_core::exec::Exec;
use boscage_core::graph::{Directed, Node, from_petgraph};
use boscage_core::{Error, Result, memory};
use bytemuck::Zeroable;
use petgraph::visit::{EdgeRef, GraphProp, IntoEdges, IntoNodeIdentifiers, NodeIndexable};

use super::no_such_node;
use crate::partial_node_map::{Value, Word};
use crate::{DistanceOf, Length, ShortestPaths, WordOf, shortest_paths};

/// A number that can be the cost of an edge and of a path: an integer of at most 64 bits, or a float.
pub trait Cost: Length<Distance: Value<Word: Zeroable>> {
    /// The cost of a path of this length; `None` if this type cannot hold it.
    fn from_distance(distance: Self::Distance) -> Option<Self>;
}

macro_rules! integer_cost {
    ($($cost:ty)*) => {$(
        impl Cost for $cost {
            fn from_distance(distance: Self::Distance) -> Option<Self> {
                Self::try_from(distance).ok()
            }
        }
    )*};
}

integer_cost! { u8 i8 u16 i16 u32 i32 u64 i64 usize isize }

impl Cost for f64 {
    fn from_distance(distance: f64) -> Option<Self> {
        Some(distance)
    }
}

impl Cost for f32 {
    fn from_distance(distance: f64) -> Option<Self> {
        Some(distance as Self)
    }
}

/// Edges of a graph below which the search on petgraph's own graph takes less time than an import.
const SMALL: usize = 1 << 14;

/// Returns the cost of the cheapest path from `start` to each node that it reaches, as
/// [`petgraph::algo::dijkstra()`] does.
///
/// Without a goal, a graph of at least 16,384 edges is imported, and the search runs on all threads
/// ([`shortest_paths`](crate::shortest_paths())). Smaller graphs, and graphs with a goal, are searched as
/// they are, on one thread. The search ends when it reaches the goal. The costs of the goal, and of the nodes
/// that are nearer, are then final; those of other nodes may be too large, and which of them are in the map
/// is not specified.
///
/// Costs are deterministic. Those of integers are exact; those of floats are added in `f64`. For `f32` the
/// sum of a path is rounded once, where petgraph rounds every step.
///
/// `edge_cost` may be called once per edge: in an undirected graph, the cost must not depend on which end is
/// the source. Costs are Rust's integers and floats ([`Cost`]); the map is that of `std`.
///
/// petgraph's own is the better choice for small graphs, and for other types of costs.
///
/// Memory: of an imported graph an edge list, 4 bytes and a cost per arc, and petgraph's ids; 8 or 12 bytes
/// per node, the worklist, and the map. Otherwise that of [`astar`], and the map.
///
/// # Errors
/// [`Error::Argument`] if the graph has no such start, a cost is negative or NaN, or all paths to a node that
/// is reached, or to the goal, cost more than fits `K`; [`Error::OutOfMemory`]. If the graph is imported also
/// those of [`from_petgraph`]: then NaN is an error for edges that no path leads to, too.
///
/// # Panics
/// If the graph is a `GraphMap` that has no such start, and has fewer than 16,384 edges or a goal is given.
///
/// ```
/// use boscage::operators::of_petgraph::dijkstra;
/// use petgraph::graph::{NodeIndex, UnGraph};
///
/// let roads = UnGraph::<(), u32>::from_edges([(0, 1, 7), (1, 2, 1), (0, 2, 3), (3, 4, 1)]);
/// let [home, far] = [0, 3].map(NodeIndex::new);
/// let costs = dijkstra(&roads, home, None, |road| *road.weight())?;
/// assert_eq!((costs.len(), costs[&NodeIndex::new(1)]), (3, 4));
/// assert!(!costs.contains_key(&far));
///
/// let refused = dijkstra(&roads, home, None, |_| -1).unwrap_err();
/// assert!(refused.to_string().starts_with("weights: expected none below 0"));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn dijkstra<G, F, K>(
    graph: G,
    start: G::NodeId,
    goal: Option<G::NodeId>,
    mut edge_cost: F,
) -> Result<HashMap<G::NodeId, K>>
where
    G: IntoEdges<NodeId: Eq + Hash> + IntoNodeIdentifiers + NodeIndexable + GraphProp,
    F: FnMut(G::EdgeRef) -> K,
    K: Cost,
{
    if goal.is_some() || graph.edge_references().take(SMALL).count() < SMALL {
        let is_goal = |node| goal == Some(node);
        let (search, reached) = Search::run(graph, start, is_goal, edge_cost, |word, _| Ok(word), |key| key)?;
        let mut costs = map(search.found.len())?;
        for &index in &search.found {
            let node = graph.from_index(index as usize);
            match search.cost(index) {
                Err(_) if reached.is_some_and(|goal| goal != index) => {} // farther than the goal
                cost => _ = costs.insert(node, cost?),
            }
        }
        return Ok(costs);
    }
    let exec = &Exec::current();
    let imported = from_petgraph(graph, &mut edge_cost)?;
    let source = super::number(imported.ids(), start)?;
    let arcs = imported.graph::<Directed>(exec)?;
    let (list, ids) = imported.into_parts();
    drop(list);
    let reached = shortest_paths(exec, &arcs, source, ShortestPaths::default())?;
    drop(arcs);
    let mut costs = map(reached.iter().count())?;
    for (&id, distance) in ids.nodes().iter().zip(reached.values()) {
        if let Some(distance) = distance {
            costs.insert(id, K::from_distance(distance).ok_or_else(too_large)?);
        }
    }
    Ok(costs)
}

/// Returns a cheapest path from `start` to a goal, and its cost, as [`petgraph::algo::astar()`] does; `None`
/// if no goal can be reached.
///
/// `estimate_cost` must be at most the cost of the cheapest path from a node to a goal, or the path may not
/// be the cheapest; 0 always is. It need not be consistent.
///
/// Runs on one thread, on petgraph's graph as it is: an estimate leaves few nodes to visit, and an import
/// would read all edges. It is deterministic; of several cheapest paths it may choose another than petgraph.
///
/// Memory: 8 or 16 bytes per node of the graph, of which pages without a node that is found take none; 4
/// bytes per node that is found, and the heap. petgraph's own is the better choice if a search finds only a
/// few nodes of a large graph whose ids are far apart, and for other types of costs than Rust's integers and
/// floats ([`Cost`]).
///
/// # Errors
/// [`Error::Argument`] if the graph has no such start, a cost or an estimate that the search meets is
/// negative or NaN, or no goal is found, but a path costs more than fits `K`; [`Error::OutOfMemory`].
///
/// # Panics
/// If the graph is a `GraphMap` that has no such start.
///
/// ```
/// use boscage::operators::of_petgraph::astar;
/// use petgraph::graphmap::UnGraphMap;
///
/// // A grid whose nodes are their places.
/// let mut grid = UnGraphMap::<(u32, u32), u32>::new();
/// for (x, y) in (0..10).flat_map(|x| (0..10).map(move |y| (x, y))) {
///     grid.add_edge((x, y), (x + 1, y), 1);
///     grid.add_edge((x, y), (x, y + 1), 1);
/// }
/// let left = |(x, y): (u32, u32)| x.abs_diff(7) + y.abs_diff(9);
/// let path = astar(&grid, (2, 3), |node| node == (7, 9), |(_, _, &cost)| cost, left)?;
/// let (cost, nodes) = path.expect("the grid is connected");
/// assert_eq!((cost, nodes.len(), nodes[0], nodes[11]), (11, 12, (2, 3), (7, 9)));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn astar<G, F, H, K, IsGoal>(
    graph: G,
    start: G::NodeId,
    is_goal: IsGoal,
    edge_cost: F,
    mut estimate_cost: H,
) -> Result<Option<(K, Vec<G::NodeId>)>>
where
    G: IntoEdges + IntoNodeIdentifiers + NodeIndexable,
    IsGoal: FnMut(G::NodeId) -> bool,
    F: FnMut(G::EdgeRef) -> K,
    H: FnMut(G::NodeId) -> K,
    K: Cost,
{
    let key = |word, node| {
        let estimate = estimate_cost(node);
        check("estimates", estimate)?;
        // Of nodes with the same sum, one that is farther from the start is nearer to the goal.
        let sum = K::Distance::plus(word, estimate).unwrap_or(WordOf::<K>::UNREACHED);
        Ok((sum, Reverse(word)))
    };
    let (search, goal) = Search::run(graph, start, is_goal, edge_cost, key, |(_, word)| word.0)?;
    let Some(goal) = goal else { return Ok(None) };
    let mut path = Vec::new();
    let mut index = goal;
    loop {
        memory::grow("the path", &mut path, 1)?;
        path.push(graph.from_index(index as usize));
        let before = search.places[index as usize].from - 1;
        if before == index {
            path.reverse();
            return Ok(Some((search.cost(goal)?, path)));
        }
        index = before;
    }
}

/// The path on which a search has found a node, if it has.
#[derive(Clone, Copy, Zeroable)]
#[repr(C)]
struct Place<W> {
    /// The cost of the path to it.
    word: W,
    /// One more than the index of the node before it, or its own for the start; 0 if it is not found.
    from: u32,
}

/// State of a search, by petgraph's indices.
struct Search<K: Cost> {
    places: Vec<Place<WordOf<K>>>,
    /// The nodes that are found.
    found: Vec<u32>,
}

impl<K: Cost> Search<K> {
    /// Visits nodes from `start`, those of the least key first, until one is a goal. `key` makes the key of
    /// the cost of a path and the node at its end; `word` is the cost that it was made of. Returns the index
    /// of the goal, if one is found.
    fn run<G, Key: Copy + Ord>(
        graph: G,
        start: G::NodeId,
        mut is_goal: impl FnMut(G::NodeId) -> bool,
        mut edge_cost: impl FnMut(G::EdgeRef) -> K,
        mut key: impl FnMut(WordOf<K>, G::NodeId) -> Result<Key>,
        word: impl Fn(Key) -> WordOf<K>,
    ) -> Result<(Self, Option<u32>)>
    where
        G: IntoEdges + IntoNodeIdentifiers + NodeIndexable,
    {
        check_start(graph, start)?;
        let bound = Node::check_count(graph.node_bound() as u64)?;
        let mut places: Vec<Place<WordOf<K>>> = memory::zeroed("a place per node", bound)?;
        let first = graph.to_index(start) as u32;
        places[first as usize] = Place { word: WordOf::<K>::default(), from: first + 1 };
        let mut found = vec![first];
        let mut is_beyond = false; // a path was too long for the type
        let mut heap = BinaryHeap::from([(Reverse(key(WordOf::<K>::default(), start)?), first)]);
        while let Some((Reverse(top), index)) = heap.pop() {
            if places[index as usize].word < word(top) {
                continue; // it has been found on a cheaper path since
            }
            let node = graph.from_index(index as usize);
            if is_goal(node) {
                return Ok((Self { places, found }, Some(index)));
            }
            for edge in graph.edges(node) {
                let next = edge.target();
                let cost = edge_cost(edge);
                check("weights", cost)?;
                let Some(word) = K::Distance::plus(word(top), cost) else {
                    is_beyond = true; // perhaps there is a shorter path
                    continue;
                };
                let at = graph.to_index(next);
                let place = &mut places[at];
                if place.from == 0 {
                    memory::grow("the nodes that a search has found", &mut found, 1)?;
                    found.push(at as u32);
                } else if place.word <= word {
                    continue;
                }
                *place = Place { word, from: index + 1 };
                heap.push((Reverse(key(word, next)?), at as u32));
            }
        }
        let is_found = |node: G::NodeId| places[graph.to_index(node)].from != 0;
        let leads_beyond =
            |&index: &u32| graph.edges(graph.from_index(index as usize)).any(|edge| !is_found(edge.target()));
        if is_beyond && found.iter().any(leads_beyond) {
            return Err(too_large());
        }
        Ok((Self { places, found }, None))
    }

    fn cost(&self, index: u32) -> Result<K> {
        K::from_distance(K::Distance::from_word(self.places[index as usize].word)).ok_or_else(too_large)
    }
}

/// Checks that a graph has this node.
fn check_start<G: IntoEdges + IntoNodeIdentifiers + NodeIndexable>(graph: G, start: G::NodeId) -> Result<()> {
    let is_place = graph.to_index(start) < graph.node_bound();
    // A hole has no edges; only for nodes without edges it takes a look at all.
    let is_there = || graph.edges(start).next().is_some() || graph.node_identifiers().any(|id| id == start);
    if is_place && is_there() { Ok(()) } else { Err(no_such_node()) }
}

/// Checks that a cost is not negative and not NaN.
fn check<K: Cost>(what: &'static str, cost: K) -> Result<()> {
    if cost >= K::default() { Ok(()) } else { Err(Error::argument(what, "none below 0, nor NaN", cost)) }
}

fn too_large() -> Error {
    Error::argument("weights", "costs of paths that fit the type of the weights", "a larger one")
}

/// Creates a map with room for the costs of this number of nodes.
fn map<N: Eq + Hash, K>(len: usize) -> Result<HashMap<N, K>> {
    let (what, bytes) = ("the map of costs", len * size_of::<(N, K)>());
    memory::check::<u8>(what, bytes)?;
    let mut map = HashMap::new();
    let refused = |_| Error::OutOfMemory { what, bytes: bytes as u64, during: None };
    map.try_reserve(len).map_err(refused)?;
    Ok(map)
}
