//! Delta-stepping.
//!
//! **Correctness.** A distance only falls, and each time it falls, the node is put into a bucket again. So
//! when nothing is left, no arc can shorten a distance, and with weights of at least 0 the distances are then
//! the shortest. The worklist guarantees the order only roughly. This changes the amount of work, not the
//! result.
//!
//! **The largest integer** is a valid distance, but its word also means "not reached". So nodes at this
//! distance are found after the loop, and only if an arc led to one.
//!
//! **Rounding.** Rounded sums of floats only grow along a path, and addition keeps their order. So the result
//! is well defined: the same as that of Dijkstra's algorithm with the same rounding.
//!
//! **Delta.** With narrow buckets nearly every arc is relaxed once, but few nodes can be processed at once.
//! With wide ones arcs are relaxed many times. Meyer and Sanders choose a delta proportional to the weights
//! divided by the degree. So by default, on average, one arc per node stays within the bucket.
//!
//! **Alternatives tried.** Rounds that push over the set of the lowest bucket are as fast on one thread. On
//! two threads they took 0.043 instead of 0.024 s on a road network, where the sets are small, and were no
//! faster elsewhere. Arcs are prefetched before a node's turn ([`Buckets::prefetch`]), which saves a third of
//! the time.

use std::mem;

use boscage_core::exec::Exec;
use boscage_core::graph::{AtomicNodeMap, Direction, Graph, Node, NodeMap};
use boscage_core::parallel::for_each_piece;
use boscage_core::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};
use boscage_core::worklist::Buckets;
use boscage_core::{Error, Result, memory};

use crate::lengths::{DistanceOf, Length, Sources, starts};
use crate::partial_node_map::{PartialNodeMap, Word};

/// Configuration of [`shortest_paths`] and
/// [`shortest_path_forest`](crate::shortest_path_forest()).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShortestPaths {
    /// Width of a bucket. `None`: the mean weight of the arcs, divided by the mean degree, both estimated.
    pub delta: Option<f64>,
    /// Only nodes at this distance or nearer are reached; infinite by default. Distances are compared as
    /// `f64`, which rounds integers above 2^53.
    pub bound: f64,
    /// Only nodes at the distance of this one or nearer are reached: all nodes if it cannot be reached.
    pub target: Option<Node>,
}

impl Default for ShortestPaths {
    fn default() -> Self {
        Self { delta: None, bound: f64::INFINITY, target: None }
    }
}

/// Nodes per block.
const BLOCK: usize = 1 << 14;

/// About how many nodes are visited to choose delta.
const SAMPLE: usize = 1 << 10;
/// The most arcs visited per node of the sample.
const SAMPLE_OF_NODE: usize = 16;

/// Returns the distance from the nearest source to each node that can be reached.
///
/// The sources are a node, an array, vector or slice of nodes, or pairs of nodes and the distances at which
/// paths begin there. The type of these distances is that of all: `(0, 0_u64)` finds distances of 64 bits
/// with weights of 32.
///
/// Weights must not be negative. Distances of integers are exact, and without distances of the sources they
/// have the width of the weights, at least 32 bits; if one does not fit, this is an error. Distances of
/// floats are `f64`, rounded at every addition. An infinite distance, from an infinite weight or a sum above
/// the largest `f64`, is a value, unlike `None` for a node that is not reached.
///
/// **Algorithm.** Delta-stepping: nodes are put into buckets by distance, of width *delta*, and the nodes of
/// the lowest bucket are processed in any order (Meyer, Sanders, "Δ-stepping: a parallelizable shortest path
/// algorithm", Journal of Algorithms 49(1), 2003). The worklist is [`Buckets`], similar to that of Nguyen,
/// Lenharth, Pingali, "A lightweight infrastructure for graph analytics", SOSP 2013. At least O(n + m)
/// relaxations; more if delta is too large.
///
/// **When to choose it.** For distances to most nodes of a graph, with weights that are not negative. If all
/// weights are equal, use [`distances`](crate::distances()); for many searches that each visit few nodes,
/// [`Dijkstra`](crate::Dijkstra); for parents, too,
/// [`shortest_path_forest`](crate::shortest_path_forest()); for negative weights,
/// [`bellman_ford`](crate::bellman_ford()).
///
/// # Determinism
/// The distances are deterministic, those of floats too. The number of processed items is not.
///
/// # Memory
/// A word of a distance per node, and 2 to 5 times as much per item in the worklist, where a node may occur
/// several times. With distances of 4 bytes this was at most 30 bytes per node.
///
/// # Errors
/// [`Error::Argument`] if
///
/// - a source or the target is not in the graph, or the distance of a source is negative or NaN,
/// - delta is not more than 0, or the bound is NaN,
/// - a node that the source reaches has an out-arc of negative weight. The message names the first negative
///   weight of the graph;
/// - a distance does not fit its integer type. Wider weights help.
///
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Undirected}};
/// use boscage::operators::{ShortestPaths, shortest_paths};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(4, [(0, 1, 7_u32), (1, 2, 1), (0, 2, 3)])?;
/// let graph = Graph::<Undirected, u32>::from_edges(&exec, &list)?;
/// let distances = shortest_paths(&exec, &graph, 0, ShortestPaths::default())?;
/// assert!(distances.values().eq([Some(0), Some(4), Some(3), None]));
///
/// let bytes = EdgeList::from_triples(3, [(0, 1, 200_u8), (1, 2, 200)])?;
/// let graph = Graph::<Undirected, u8>::from_edges(&exec, &bytes)?;
/// let distances = shortest_paths(&exec, &graph, 0, ShortestPaths::default())?;
/// assert!(distances.values().eq([Some(0_u32), Some(200), Some(400)]));
/// # Ok::<(), boscage::Error>(())
/// ```
/// The distance to the nearer of two stations, one of which opens later; only near nodes:
/// ```
/// # use boscage::{exec::Exec, graph::{EdgeList, Graph, Undirected}};
/// # use boscage::operators::{ShortestPaths, shortest_paths};
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(5, [(0, 1, 7_u32), (1, 2, 1), (2, 3, 3), (3, 4, 9)])?;
/// let graph = Graph::<Undirected, u32>::from_edges(&exec, &list)?;
/// let near = ShortestPaths { bound: 8.0, ..ShortestPaths::default() };
/// let distances = shortest_paths(&exec, &graph, [(0, 0_u64), (3, 2)], near)?;
/// assert!(distances.values().eq([Some(0), Some(6), Some(5), Some(2), None]));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn shortest_paths<D: Direction, W: Length, S: Sources<W>>(
    exec: &Exec,
    graph: &Graph<D, W>,
    sources: S,
    config: ShortestPaths,
) -> Result<PartialNodeMap<S::Distance>> {
    from_starts(exec, graph, &starts(graph.node_count(), sources)?, config)
}

pub(crate) fn from_starts<D: Direction, W: Length, T: DistanceOf<W>>(
    exec: &Exec,
    graph: &Graph<D, W>,
    starts: &[(Node, T::Word)],
    config: ShortestPaths,
) -> Result<PartialNodeMap<T>> {
    let n = graph.node_count();
    let ShortestPaths { delta, bound, target } = config;
    if let Some(delta) = delta
        && (delta.is_nan() || delta <= 0.0)
    {
        return Err(Error::argument("delta", "more than 0", delta));
    }
    if bound.is_nan() {
        return Err(Error::argument("bound", "a number", bound));
    }
    if let Some(target) = target
        && target.index() >= n
    {
        return Err(Error::argument("target", format!("a node below {n}"), target));
    }
    let delta = delta.unwrap_or_else(|| default_delta(graph));
    let buckets_per_length = 1.0 / delta;
    // A delta of 0 makes infinitely many buckets, an infinite one none; the cast makes both a number.
    let bucket_of = |word| (T::value(word) * buckets_per_length) as u64;
    let is_beyond = |word| T::value(word) > bound;

    let unreached = T::Word::UNREACHED;
    let words = AtomicNodeMap::filled(graph, unreached)?.relaxed().shared_by(exec);
    let farthest = || target.map_or(unreached, |target| words.load(target));
    let [is_negative, leaves_words] = [AtomicBool::new(false), AtomicBool::new(false)];
    let mut first = memory::reserve("the sources", starts.len())?;
    first.extend(starts.iter().copied().filter(|&(node, word)| {
        let is_reached = !is_beyond(word);
        // The largest integer is a distance, too.
        leaves_words.fetch_or(is_reached && word == unreached, Relaxed);
        is_reached && words.fetch_min(node, word) > word
    }));
    let bucket = |&(_, word): &(Node, T::Word)| bucket_of(word);
    let policy = Buckets::new(bucket)
        .prefetch(|&(node, _)| graph.prefetch_offset(node), |&(node, _)| graph.prefetch_arcs(node));
    exec.for_each("shortest-paths", first, policy, |(node, word), work| {
        if words.load(node) < word || word > farthest() {
            return; // its distance has fallen since, or it is farther than the target
        }
        for (to, weight) in graph.arcs(node) {
            if weight < W::default() {
                is_negative.store(true, Relaxed);
                return work.stop();
            }
            let longer = T::plus(word, weight).unwrap_or(unreached);
            if is_beyond(longer) {
                continue;
            }
            if words.fetch_min(to, longer) > longer {
                work.push((to, longer));
            } else if longer == unreached {
                leaves_words.store(true, Relaxed);
            }
        }
    })?;
    if is_negative.into_inner() {
        return Err(negative_weight(graph));
    }
    let farthest = farthest();
    let mut words = words.into_map();
    if farthest < unreached {
        let farther = |word: &mut T::Word| *word = if *word > farthest { unreached } else { *word };
        for_each_piece(exec, words.as_mut_slice().chunks_mut(BLOCK), |words| {
            words.iter_mut().for_each(farther);
        });
        return Ok(PartialNodeMap::new(words));
    }
    let largest =
        if leaves_words.into_inner() { largest::<D, W, T>(graph, starts, &words)? } else { Vec::new() };
    Ok(PartialNodeMap::with_largest(words, largest))
}

/// Returns the mean of the finite weights divided by the mean degree, both estimated; 0 if there are none.
fn default_delta<D: Direction, W: Length>(graph: &Graph<D, W>) -> f64 {
    let every = graph.node_count() / SAMPLE + 1;
    let weights = (0..graph.node_count()).step_by(every).flat_map(|node| {
        graph.arcs(Node::new(node)).data.iter().take(SAMPLE_OF_NODE).map(|weight| weight.value())
    });
    let (count, sum) = weights
        .filter(|value| value.is_finite())
        .fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
    let degree = graph.targets().len() as f64 / graph.node_count() as f64;
    if count > 0.0 { sum / count / degree } else { 0.0 }
}

fn negative_weight<D: Direction, W: Length>(graph: &Graph<D, W>) -> Error {
    let of_node = |node: Node| graph.arcs(node).data.iter().find(|&&weight| weight < W::default());
    let found = graph.nodes().find_map(|node| Some(format!("{} on an arc of node {node}", of_node(node)?)));
    Error::argument("weights", "none below 0", found.unwrap_or_default())
}

/// Returns the nodes whose distance is the largest integer, given the words of the others. Each is a source,
/// or at the end of an arc from a nearer node, or of an arc of length 0 from another such node.
fn largest<D: Direction, W: Length, T: DistanceOf<W>>(
    graph: &Graph<D, W>,
    starts: &[(Node, T::Word)],
    words: &NodeMap<T::Word>,
) -> Result<Vec<Node>> {
    const WHAT: &str = "nodes of the largest distance";
    let mut is_found = memory::filled(WHAT, graph.node_count(), false)?;
    let mut found = Vec::new();
    let mut find = |node: Node, found: &mut Vec<Node>| {
        if words[node].is_unreached() && !mem::replace(&mut is_found[node.index()], true) {
            memory::grow(WHAT, found, 1)?;
            found.push(node);
        }
        Ok(())
    };
    for &(node, _) in starts.iter().filter(|start| start.1.is_unreached()) {
        find(node, &mut found)?;
    }
    let mut visit = |node: Node, found: &mut Vec<Node>| {
        for (to, weight) in graph.arcs(node) {
            if weight < W::default() {
                return Err(negative_weight(graph));
            }
            if T::plus(words[node], weight) == Some(T::Word::UNREACHED) {
                find(to, found)?;
            }
        }
        Ok(())
    };
    graph.nodes().filter(|&node| !words[node].is_unreached()).try_for_each(|node| visit(node, &mut found))?;
    let mut next = 0;
    while let Some(&node) = found.get(next) {
        visit(node, &mut found)?;
        next += 1;
    }
    let is_reached = |node: Node| !words[node].is_unreached() || is_found[node.index()];
    for node in graph.nodes().filter(|&node| is_reached(node)) {
        if let Some(far) = graph.neighbours(node).iter().find(|&&target| !is_reached(target)) {
            let expected = "distances that fit the width of the weights";
            return Err(Error::argument("weights", expected, format_args!("a longer path to node {far}")));
        }
    }
    Ok(found)
}
