//! Shortest paths from one node: delta-stepping.
//!
//! **Idea.** Dijkstra's algorithm settles one node after another, the nearest first. The algorithm of Bellman
//! and Ford relaxes all arcs repeatedly, in any order. Delta-stepping is in between: nodes are put into
//! buckets by distance, of width *delta*, and the nodes of the nearest bucket are done in any order. Within a
//! bucket distances may have to be corrected, but not by much.
//!
//! **Why it is correct.** A distance only falls, and each time it falls, the node is put into a bucket again.
//! So when nothing is left, no arc can shorten a distance, and with weights of at least 0 the distances are
//! then the shortest. The order of the nodes, which the worklist does not guarantee exactly, only changes the
//! amount of work.
//!
//! **Exact.** Distances of integer weights are integers of the same width; a distance that does not fit is an
//! error. Distances of
//! floats are `f64`s, rounded at every step along a path. Rounded sums still only grow along a path, and
//! addition still keeps their order. So the result is well defined: the same as Dijkstra's with the same
//! rounding.
//!
//! **Cost.** O(n + m) relaxations at least. Narrow buckets come close to that but have little parallelism;
//! wide ones relax arcs many times. 8 bytes per node, 16 per node in the worklist.
//!
//! **Deterministic**: the distances, yes; the number of items tried, no.
//!
//! **When to choose it**: for one source and weights that are not negative.
//!
//! **Paper.** Meyer, Sanders, "Δ-stepping: a parallelizable shortest path algorithm", 2003; on this kind of
//! worklist: Nguyen, Lenharth, Pingali, "A lightweight infrastructure for graph analytics", 2013.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use boscage::exec::Exec;
use boscage::graph::{AtomicNodeMap, AtomicValue, Direction, Graph, Node, NodeMap, Weight};
use boscage::parallel::map_blocks;
use boscage::worklist::Buckets;
use boscage::{Error, Result};

use crate::reached::{Reached, Value, Word};

/// How [`shortest_paths`] runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShortestPaths {
    /// Width of a bucket. `None`: the mean weight of the arcs.
    pub delta: Option<f64>,
    /// Nodes that threads take from a bucket at a time.
    pub chunk: usize,
}

impl ShortestPaths {
    /// Nodes taken at a time.
    pub const DEFAULT_CHUNK: usize = boscage::worklist::DEFAULT_CHUNK;
}

impl Default for ShortestPaths {
    fn default() -> Self {
        Self { delta: None, chunk: Self::DEFAULT_CHUNK }
    }
}

/// A weight whose sums are distances. Distances are kept as words that are ordered as they are.
pub trait Length: Weight {
    /// A distance: of the width of the weight for integers, `f64` for floats.
    type Distance: Value<Word: AtomicValue + Ord> + Copy + PartialOrd + Debug + Send + Sync;

    /// The weight, about.
    fn value(self) -> f64;
    /// The word of a distance increased by this weight, which must not be negative; all ones if it does not
    /// fit.
    fn added_to(self, word: WordOf<Self>) -> WordOf<Self>;
    /// The word of no distance at all: 0.
    fn start() -> WordOf<Self>;
    /// The number of a distance, about.
    fn distance_value(word: WordOf<Self>) -> f64;
}

/// The word of a distance.
pub type WordOf<W> = <<W as Length>::Distance as Value>::Word;

/// Nodes whose arcs one thread looks at, at a time.
const BLOCK: usize = 1 << 10;

macro_rules! integer_length {
    ($($weight:ty => $distance:ty;)*) => {$(
        impl Length for $weight {
            type Distance = $distance;

            #[inline]
            fn value(self) -> f64 {
                self as f64
            }

            #[inline]
            fn added_to(self, word: $distance) -> $distance {
                word.saturating_add(self as $distance)
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

integer_length! { u32 => u32; i32 => u32; u64 => u64; i64 => u64; }

macro_rules! float_length {
    ($($weight:ty)*) => {$(
        impl Length for $weight {
            type Distance = f64;

            #[inline]
            fn value(self) -> f64 {
                self.into()
            }

            #[inline]
            fn added_to(self, word: u64) -> u64 {
                // The bits of floats that are not negative ascend with them, and none is all ones.
                (f64::from_bits(word) + f64::from(self)).to_bits()
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

/// The distance of every node from the source; `None` if no path leads there. An infinite weight makes an
/// infinite distance, which is not the same.
///
/// # Errors
/// [`Error::Argument`] if there is no such source, delta is not more than 0, an edge has a negative weight,
/// or a distance does not fit the width of the weights (use wider weights then); [`Error::Cancelled`] and
/// [`Error::OutOfMemory`].
///
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Graph, Node, Undirected}};
/// use boscage_operators::{ShortestPaths, shortest_paths};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(4, [(0, 1, 7_u32), (1, 2, 1), (0, 2, 3)])?;
/// let graph = Graph::<Undirected, u32>::from_edges(&exec, &list)?;
/// let distances = shortest_paths(&exec, &graph, Node::new(0), ShortestPaths::default())?;
/// assert!(distances.iter().eq([Some(0), Some(4), Some(3), None]));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn shortest_paths<D: Direction, W: Length>(
    exec: &Exec,
    graph: &Graph<D, W>,
    source: Node,
    config: ShortestPaths,
) -> Result<Reached<W::Distance>> {
    let n = graph.nodes();
    if source.index() >= n {
        return Err(Error::argument("source", format!("a node below {n}"), source));
    }
    if let Some(delta) = config.delta
        && (delta.is_nan() || delta <= 0.0)
    {
        return Err(Error::argument("delta", "more than 0", delta));
    }
    let mean = exec.install(|| mean_weight(exec, graph))?;
    let delta = config.delta.unwrap_or(mean);
    let unreached = WordOf::<W>::UNREACHED;
    let words = AtomicNodeMap::filled(graph, unreached)?;
    let does_not_fit = AtomicBool::new(false);

    let buckets_per_length = 1.0 / delta;
    // A delta of 0 makes infinitely many buckets, an infinite one none; the cast makes both a number.
    let bucket = |&(_, word): &(Node, WordOf<W>)| (W::distance_value(word) * buckets_per_length) as u64;
    let policy = Buckets::new(bucket).chunk(config.chunk);
    words.store(source, W::start());
    exec.for_each("shortest-paths", [(source, W::start())], policy, |(node, word), work| {
        if words.load(node) < word {
            return; // it has come nearer since
        }
        for (target, weight) in graph.arcs(node).iter() {
            let longer = weight.added_to(word);
            if longer == unreached {
                does_not_fit.store(true, Relaxed);
            }
            if words.fetch_min(target, longer) > longer {
                work.push((target, longer));
            }
        }
    })?;

    let words = words.into_map();
    if does_not_fit.into_inner() {
        check_all_fit(graph, &words)?;
    }
    Ok(Reached::new(words))
}

/// The mean of the finite weights, 0 if there are none; refuses negative ones.
fn mean_weight<D: Direction, W: Length>(exec: &Exec, graph: &Graph<D, W>) -> Result<f64> {
    let of_node = |node: usize| {
        let weights = graph.arcs(Node::new(node)).data;
        let finite = weights.iter().map(|weight| weight.value()).filter(|value| value.is_finite());
        let (count, sum) = finite.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
        let negative = weights.iter().find(|&&weight| weight < W::default());
        (count, sum, negative.map(|weight| format!("{weight} on an arc of node {node}")))
    };
    let add = |a: (f64, f64, Option<_>), b: (f64, f64, Option<_>)| (a.0 + b.0, a.1 + b.1, a.2.or(b.2));
    let blocks =
        map_blocks(exec, graph.nodes(), BLOCK, |nodes| nodes.map(of_node).fold((0.0, 0.0, None), add));
    match blocks.into_iter().fold((0.0, 0.0, None), add) {
        (_, _, Some(negative)) => Err(Error::argument("weights", "none below 0", negative)),
        (count, sum, None) => Ok(if count > 0.0 { sum / count } else { 0.0 }),
    }
}

/// Some path was too long to be counted. That matters only if there is no other to where it leads.
fn check_all_fit<D: Direction, W: Length>(graph: &Graph<D, W>, words: &NodeMap<impl Word>) -> Result<()> {
    let is_reached = |node: Node| !words[node].is_unreached();
    for node in graph.node_ids().filter(|&node| is_reached(node)) {
        if let Some(far) = graph.neighbours(node).iter().find(|&&target| !is_reached(target)) {
            let expected = "distances that fit the width of the weights";
            return Err(Error::argument("weights", expected, format_args!("a longer way to node {far}")));
        }
    }
    Ok(())
}
