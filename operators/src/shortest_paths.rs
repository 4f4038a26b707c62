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

use std::fmt::{Debug, Display};
use std::mem;

use boscage_core::exec::Exec;
use boscage_core::graph::{AtomicNodeMap, AtomicValue, Direction, EdgeData, Graph, Node, NodeMap};
use boscage_core::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};
use boscage_core::worklist::Buckets;
use boscage_core::{Error, Result, memory};

use crate::partial_node_map::{PartialNodeMap, Value, Word};
use crate::sealed::Sealed;

/// Configuration of [`shortest_paths`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShortestPaths {
    /// Width of a bucket. `None`: the mean weight of the arcs, divided by the mean degree, both estimated.
    pub delta: Option<f64>,
}

/// A type of weights whose sums are distances: an integer of at most 64 bits, or a float.
///
/// Distances are stored as words, which are ordered like the distances.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a length",
    note = "lengths are integers of at most 64 bits and floats; make them with `EdgeList::map`"
)]
pub trait Length: Sealed + EdgeData + PartialOrd + Default + Display {
    /// The type of distances: `u64` for integers of 64 bits, `usize` and `isize`, `u32` for other integers,
    /// `f64` for floats.
    type Distance: Value<Word: AtomicValue + Ord> + Copy + PartialOrd + Debug + Send + Sync;

    /// Returns the weight as a float, which may be rounded.
    fn value(self) -> f64;
    /// Returns the word of a distance plus this weight, which must not be negative, or `None` if the sum does
    /// not fit.
    fn added_to(self, word: WordOf<Self>) -> Option<WordOf<Self>>;
    /// Returns the word of the distance 0.
    fn start() -> WordOf<Self>;
    /// Returns a distance as a float, which may be rounded.
    fn distance_value(word: WordOf<Self>) -> f64;
}

/// The word of a distance.
pub type WordOf<W> = <<W as Length>::Distance as Value>::Word;

/// About how many nodes are visited to choose delta.
const SAMPLE: usize = 1 << 10;
/// The most arcs visited per node of the sample.
const SAMPLE_OF_NODE: usize = 16;

macro_rules! integer_length {
    ($($weight:ty => $distance:ty;)*) => {$(
        impl Length for $weight {
            type Distance = $distance;

            #[inline]
            fn value(self) -> f64 {
                self as f64
            }

            #[inline]
            fn added_to(self, word: $distance) -> Option<$distance> {
                word.checked_add(self as $distance)
            }

            #[inline]
            fn start() -> $distance {
                0
            }

            #[inline]
            fn distance_value(word: $distance) -> f64 {
                word as f64
            }
        }
    )*};
}

integer_length! {
    u8 => u32; i8 => u32;
    u16 => u32; i16 => u32;
    u32 => u32; i32 => u32;
    u64 => u64; i64 => u64;
    usize => u64; isize => u64;
}

macro_rules! float_length {
    ($($weight:ty)*) => {$(
        impl Length for $weight {
            type Distance = f64;

            #[inline]
            fn value(self) -> f64 {
                self.into()
            }

            #[inline]
            fn added_to(self, word: u64) -> Option<u64> {
                // The bits of floats that are not negative ascend with them, and none is all ones.
                Some((f64::from_bits(word) + f64::from(self)).to_bits())
            }

            #[inline]
            fn start() -> u64 {
                0
            }

            #[inline]
            fn distance_value(word: u64) -> f64 {
                f64::from_bits(word)
            }
        }
    )*};
}

float_length! { f32 f64 }

/// Returns the distance from the source to each node that it reaches.
///
/// Weights must not be negative. Distances of integers are exact, and have the width of the weights, at least
/// 32 bits; if one does not fit, this is an error. Distances of floats are `f64`, rounded at every addition.
/// An infinite distance, from an infinite weight or a sum above the largest `f64`, is a value, unlike `None`
/// for a node that is not reached.
///
/// **Algorithm.** Delta-stepping: nodes are put into buckets by distance, of width *delta*, and the nodes of
/// the lowest bucket are processed in any order (Meyer, Sanders, "Δ-stepping: a parallelizable shortest path
/// algorithm", Journal of Algorithms 49(1), 2003). The worklist is [`Buckets`], similar to that of Nguyen,
/// Lenharth, Pingali, "A lightweight infrastructure for graph analytics", SOSP 2013. At least O(n + m)
/// relaxations; more if delta is too large.
///
/// **When to choose it.** For one source and weights that are not negative. If all weights are equal,
/// use [`distances`](crate::distances()).
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
/// - the source is not in the graph,
/// - delta is not more than 0,
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
pub fn shortest_paths<D: Direction, W: Length>(
    exec: &Exec,
    graph: &Graph<D, W>,
    source: impl Into<Node>,
    config: ShortestPaths,
) -> Result<PartialNodeMap<W::Distance>> {
    from_node(exec, graph, source.into(), config)
}

fn from_node<D: Direction, W: Length>(
    exec: &Exec,
    graph: &Graph<D, W>,
    source: Node,
    config: ShortestPaths,
) -> Result<PartialNodeMap<W::Distance>> {
    let n = graph.node_count();
    if source.index() >= n {
        return Err(Error::argument("source", format!("a node below {n}"), source));
    }
    if let Some(delta) = config.delta
        && (delta.is_nan() || delta <= 0.0)
    {
        return Err(Error::argument("delta", "more than 0", delta));
    }
    let delta = config.delta.unwrap_or_else(|| default_delta(graph));
    let buckets_per_length = 1.0 / delta;
    // A delta of 0 makes infinitely many buckets, an infinite one none; the cast makes both a number.
    let bucket_of = |word| (W::distance_value(word) * buckets_per_length) as u64;

    let unreached = WordOf::<W>::UNREACHED;
    let words = AtomicNodeMap::filled(graph, unreached)?.relaxed().shared_by(exec);
    let [is_negative, leaves_words] = [AtomicBool::new(false), AtomicBool::new(false)];
    words.store(source, W::start());
    let bucket = |&(_, word): &(Node, WordOf<W>)| bucket_of(word);
    let policy = Buckets::new(bucket)
        .prefetch(|&(node, _)| graph.prefetch_offset(node), |&(node, _)| graph.prefetch_arcs(node));
    exec.for_each("shortest-paths", [(source, W::start())], policy, |(node, word), work| {
        if words.load(node) < word {
            return; // its distance has fallen since
        }
        for (to, weight) in graph.arcs(node) {
            if weight < W::default() {
                is_negative.store(true, Relaxed);
                return work.stop();
            }
            let longer = weight.added_to(word).unwrap_or(unreached);
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
    let words = words.into_map();
    let largest = if leaves_words.into_inner() { largest(graph, &words)? } else { Vec::new() };
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

/// Returns the nodes whose distance is the largest integer, given the words of the others. Each is at the end
/// of an arc from a nearer node, or of an arc of length 0 from another such node.
fn largest<D: Direction, W: Length>(graph: &Graph<D, W>, words: &NodeMap<WordOf<W>>) -> Result<Vec<Node>> {
    const WHAT: &str = "nodes of the largest distance";
    let mut found = Vec::new();
    let mut is_found = memory::filled(WHAT, graph.node_count(), false)?;
    let mut visit = |node: Node, found: &mut Vec<Node>| {
        for (to, weight) in graph.arcs(node) {
            if weight < W::default() {
                return Err(negative_weight(graph));
            }
            let is_largest = words[to].is_unreached() && weight.added_to(words[node]) == Some(words[to]);
            if is_largest && !mem::replace(&mut is_found[to.index()], true) {
                memory::grow(WHAT, found, 1)?;
                found.push(to);
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
