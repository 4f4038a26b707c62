//! Sequential stand-ins with the interface of the operators that `apps/gap` runs; the operators replace them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use boscage::exec::Exec;
use boscage::graph::{Components, Direction, EdgeData, Graph, Node, NodeMap, Undirected};
use boscage::{Error, Result};

/// A value for every node that is reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached<T>(Vec<Option<T>>);

impl<T: Copy> Reached<T> {
    /// The value of a node.
    #[must_use]
    pub fn get(&self, node: Node) -> Option<T> {
        self.0[node.index()]
    }

    /// Number of nodes of the graph.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the graph has no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values of all nodes.
    pub fn iter(&self) -> impl Iterator<Item = Option<T>> {
        self.0.iter().copied()
    }
}

/// How [`breadth_first_search`] runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct BreadthFirstSearch {}

/// The parents of a breadth-first search; the source is its own.
///
/// # Errors
/// [`Error::Cancelled`].
pub fn breadth_first_search<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    source: Node,
    _: BreadthFirstSearch,
) -> Result<Reached<Node>> {
    exec.check_cancelled()?;
    let mut parents = vec![None; graph.nodes()];
    parents[source.index()] = Some(source);
    let mut queue = VecDeque::from([source]);
    while let Some(u) = queue.pop_front() {
        for &v in graph.neighbours(u) {
            if parents[v.index()].is_none() {
                parents[v.index()] = Some(u);
                queue.push_back(v);
            }
        }
    }
    Ok(Reached(parents))
}

/// How [`shortest_paths`] runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShortestPaths {
    /// Width of a bucket; chosen by itself if none is given.
    pub delta: Option<f64>,
    /// Nothing yet.
    pub chunk: usize,
}

/// A weight whose sums are distances.
pub trait Length: boscage::graph::Weight {
    /// A distance.
    type Distance: Copy + Ord;

    /// The distance that is longer by this weight, from 0 if there is none.
    fn after(self, distance: Option<Self::Distance>) -> Self::Distance;
}

impl Length for u32 {
    type Distance = u32;

    fn after(self, distance: Option<u32>) -> u32 {
        distance.unwrap_or(0) + self
    }
}

/// The distances from a node.
///
/// # Errors
/// [`Error::Cancelled`].
pub fn shortest_paths<D: Direction, W: Length>(
    exec: &Exec,
    graph: &Graph<D, W>,
    source: Node,
    _: ShortestPaths,
) -> Result<Reached<W::Distance>> {
    exec.check_cancelled()?;
    let mut distances = vec![None; graph.nodes()];
    distances[source.index()] = Some(W::default().after(None));
    let mut heap = BinaryHeap::from([Reverse((W::default().after(None), source))]);
    while let Some(Reverse((distance, u))) = heap.pop() {
        if distances[u.index()] != Some(distance) {
            continue;
        }
        for (v, weight) in graph.arcs(u).iter() {
            let there = weight.after(Some(distance));
            if distances[v.index()].is_none_or(|old| there < old) {
                distances[v.index()] = Some(there);
                heap.push(Reverse((there, v)));
            }
        }
    }
    Ok(Reached(distances))
}

/// How [`page_rank`] runs.
#[derive(Clone, Copy, Debug)]
pub struct PageRank<'a> {
    /// The share of a rank that goes along arcs.
    pub damping: f64,
    /// It ends when ranks change by less than this in all.
    pub tolerance: f64,
    /// The most rounds.
    pub rounds: usize,
    /// Nothing yet.
    pub of: Option<&'a [f32]>,
}

impl Default for PageRank<'_> {
    fn default() -> Self {
        Self { damping: 0.85, tolerance: 1e-4, rounds: 20, of: None }
    }
}

/// What [`page_rank`] finds.
#[derive(Clone, Debug)]
pub struct Ranks {
    /// The ranks.
    pub ranks: NodeMap<f32>,
    /// Rounds that it took.
    pub rounds: usize,
    /// The change of the last round.
    pub change: f64,
}

/// The ranks of the nodes.
///
/// # Errors
/// [`Error::Cancelled`] and [`Error::OutOfMemory`].
pub fn page_rank<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    config: &PageRank<'_>,
) -> Result<Ranks> {
    let nodes = graph.nodes();
    let base = ((1.0 - config.damping) / nodes as f64) as f32;
    let mut ranks = NodeMap::filled(graph, 1.0 / nodes as f32)?;
    let (mut rounds, mut change) = (0, f64::INFINITY);
    while rounds < config.rounds && change >= config.tolerance {
        exec.check_cancelled()?;
        (rounds, change) = (rounds + 1, 0.0);
        for v in (0..nodes).map(Node::new) {
            let sources = graph.in_neighbours(v).iter();
            let sum: f32 = sources.map(|&u| ranks[u] / graph.degree(u) as f32).sum();
            let new = base + config.damping as f32 * sum;
            change += f64::from((new - ranks[v]).abs());
            ranks[v] = new;
        }
    }
    Ok(Ranks { ranks, rounds, change })
}

/// The components of a graph, without regard to direction.
///
/// # Errors
/// [`Error::Cancelled`] and [`Error::OutOfMemory`].
pub fn connected_components_of_graph<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
) -> Result<Components> {
    exec.check_cancelled()?;
    let sets = boscage::sync::DisjointSets::new(graph.nodes())?;
    for u in (0..graph.nodes()).map(Node::new) {
        graph.neighbours(u).iter().for_each(|&v| {
            sets.unite(u, v);
        });
    }
    Components::from_roots(graph.nodes(), |node| sets.find(node))
}

/// How [`betweenness`] runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Betweenness {}

/// The betweenness of the nodes on shortest paths from some nodes, divided by the largest.
///
/// # Errors
/// [`Error::Cancelled`] and [`Error::OutOfMemory`].
pub fn betweenness<D: Direction, E: EdgeData>(
    exec: &Exec,
    graph: &Graph<D, E>,
    sources: &[Node],
    _: Betweenness,
) -> Result<NodeMap<f32>> {
    let mut scores = vec![0_f64; graph.nodes()];
    for &source in sources {
        exec.check_cancelled()?;
        let mut depths = vec![u32::MAX; graph.nodes()];
        let (mut paths, mut deltas) = (vec![0_f64; graph.nodes()], vec![0_f64; graph.nodes()]);
        (depths[source.index()], paths[source.index()]) = (0, 1.0);
        let mut order = vec![source];
        let mut at = 0;
        while let Some(&u) = order.get(at) {
            at += 1;
            for &v in graph.neighbours(u) {
                if depths[v.index()] == u32::MAX {
                    depths[v.index()] = depths[u.index()] + 1;
                    order.push(v);
                }
                if depths[v.index()] == depths[u.index()] + 1 {
                    paths[v.index()] += paths[u.index()];
                }
            }
        }
        for &u in order.iter().rev() {
            for &v in graph.neighbours(u) {
                if depths[v.index()] == depths[u.index()] + 1 {
                    deltas[u.index()] += paths[u.index()] / paths[v.index()] * (1.0 + deltas[v.index()]);
                }
            }
            scores[u.index()] += deltas[u.index()];
        }
    }
    let most = scores.iter().copied().fold(0.0, f64::max);
    let scale = if most > 0.0 { 1.0 / most } else { 1.0 };
    NodeMap::from_fn(exec, graph, |node| (scores[node.index()] * scale) as f32)
}

/// The number of triangles.
///
/// # Errors
/// [`Error::Cancelled`].
pub fn triangles<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<u64> {
    if !graph.is_by_target() {
        return Err(Error::argument("graph", "arcs by their targets", "others"));
    }
    let mut count = 0;
    for u in (0..graph.nodes()).map(Node::new) {
        exec.check_cancelled()?;
        let below = |node: Node| graph.neighbours(node).iter().copied().take_while(move |&v| v < node);
        for v in below(u) {
            count += below(v).filter(|w| graph.neighbours(u).binary_search(w).is_ok()).count() as u64;
        }
    }
    Ok(count)
}
