//! Random numbers that are the same on any number of threads.
//!
//! With a generator that gives one number after the other, a result depends on the order of the work. Here
//! each item (a node, an edge, a step of a search) has its own sequence, a pure function of a *seed*, a
//! *stream* and the item's index. So any thread may draw the numbers of an item at any time, and a parallel
//! loop gives the same result on any number of threads. Nothing is shared, and a sequence takes 8 bytes.
//!
//! - The **seed** is what a user of your program gives. Another seed gives another run.
//! - A **stream** is for one purpose within the program: 0 for the weights, 1 for the order, and so on.
//! - An **item** is an index within a stream, usually that of a node or an edge.
//!
//! ```
//! use boscage::exec::Exec;
//! use boscage::random::Random;
//!
//! // π from a million points in a square.
//! let exec = Exec::available()?;
//! let random = Random::new(7, 0);
//! let count = |inside: &mut u64, point| {
//!     let mut draws = random.item(point);
//!     let (x, y) = (draws.unit(), draws.unit());
//!     *inside += u64::from(x * x + y * y < 1.0);
//! };
//! let inside = exec.fold("points", 0..1_000_000_u64, || 0, count, |a, b| a + b)?;
//! assert_eq!(inside, 785_404); // on any number of threads
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! # Algorithm
//!
//! SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014) with the
//! finaliser of Stafford's variant 13, [`mix`]. A sequence adds an odd constant to its 64-bit state and mixes
//! the sum. Seed, stream and item are mixed into its first state. A number takes about a nanosecond.
//!
//! # Quality
//!
//! The authors report that SplitMix64 passes BigCrush, the largest battery of the test suite TestU01. The
//! period of a sequence is 2^64, and each 64-bit number appears once in it. All sequences are parts of one
//! cycle that begin at mixed places. The items of a stream begin at different places; so among `n` items that
//! draw `k` numbers each, about `k n² / 2^64` pairs of items have a part of their sequences in common: less
//! than one for a million items that draw a million numbers.
//!
//! The numbers are not for cryptography: from one number of a sequence all others can be computed.
//!
//! # Stability
//!
//! Numbers are the same on every platform, and in all versions of this crate with the same major number.
//! Only integers are computed with, but for [`Draws::unit`] and [`Draws::chance`], which do nothing that is
//! rounded differently elsewhere.

use std::ops::Range;

use crate::ids::Node;

/// Odd, and its bits look random: 2^64 divided by the golden ratio.
pub(crate) const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns a word in which every bit depends on every bit of the given one: a hash of 64 bits.
///
/// Different words have different results; 0 stays 0.
///
/// ```
/// use boscage::random::mix;
///
/// let bucket = |key: u64| mix(key) % 1000;
/// assert_ne!(bucket(1), bucket(2));
/// ```
#[must_use]
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The streams of the generators and operators of boscage.
#[doc(hidden)]
pub mod streams {
    /// The first of the last sixteen.
    pub(super) const FIRST: u64 = u64::MAX - 15;
    /// The ends of edges.
    pub const ENDS: u64 = FIRST + 1;
    /// The weights of edges.
    pub const WEIGHTS: u64 = FIRST + 2;
    /// The numbering of nodes.
    pub const NUMBERING: u64 = FIRST + 3;
    /// The places of nodes.
    pub const PLACES: u64 = FIRST + 4;
    /// The islands of a map.
    pub const ISLANDS: u64 = FIRST + 5;
    /// The bends of roads.
    pub const BENDS: u64 = FIRST + 6;
    /// The order in which an operator takes nodes or edges.
    pub const ORDER: u64 = FIRST + 7;
    /// The sizes of the parts of a graph.
    pub const SIZES: u64 = FIRST + 8;
    /// The steps of random walks.
    pub const WALKS: u64 = FIRST + 9;
}

/// A stream of random numbers: a sequence for each item.
///
/// It is a number, so it costs nothing to make or copy one. See [the module](self) for the algorithm.
///
/// ```
/// use boscage::random::Random;
///
/// let (places, colours) = (Random::new(7, 0), Random::new(7, 1));
/// assert_eq!(places.item(3).next_u64(), places.item(3).next_u64());
/// assert_ne!(places.item(3).next_u64(), places.item(4).next_u64());
/// assert_ne!(places.item(3).next_u64(), colours.item(3).next_u64());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    key: u64,
}

impl Random {
    /// Returns a stream of a seed.
    ///
    /// Any number is a good seed, and any number is a good stream. The last sixteen streams are those of
    /// boscage's own generators and operators: their numbers have made the graph, if it has the same seed.
    #[must_use]
    pub const fn new(seed: u64, stream: u64) -> Self {
        let stream = stream.wrapping_sub(streams::FIRST);
        Self { key: mix(mix(seed.wrapping_add(GAMMA)) ^ stream.wrapping_mul(GAMMA)) }
    }

    /// Returns the sequence of an item.
    #[must_use]
    #[inline]
    pub const fn item(self, index: u64) -> Draws {
        Draws { state: mix(self.key.wrapping_add(index.wrapping_mul(GAMMA))) }
    }

    /// Returns the sequence of a node, which is that of the item with the node's index.
    #[must_use]
    #[inline]
    pub const fn node(self, node: Node) -> Draws {
        self.item(node.index() as u64)
    }
}

/// The random numbers of one item, one after the other; made by [`Random::item`].
///
/// A clone gives the same numbers again.
///
/// ```
/// use boscage::random::Random;
///
/// let mut draws = Random::new(7, 0).item(0);
/// let die = draws.range(1..7);
/// assert!((1..=6).contains(&die));
/// let mut cards: Vec<u8> = (0..52).collect();
/// draws.shuffle(&mut cards);
/// assert_eq!(cards[..5], [38, 51, 20, 9, 17]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draws {
    state: u64,
}

impl Draws {
    /// Returns 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GAMMA);
        mix(self.state)
    }

    /// Returns a number from 0 to 1, 1 excluded: a multiple of 2^-53, each as likely as the others.
    #[inline]
    pub const fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// Returns a number in `0..bound`, or 0 if `bound` is 0.
    ///
    /// It is the high half of a product (Lemire, "Fast random integer generation in an interval", 2019)
    /// without a second draw, so numbers are not equally likely. Their probabilities differ by at most 2^-64:
    /// a `bound` of 2^32 has a relative bias of at most 2^-32.
    #[inline]
    pub const fn below(&mut self, bound: u64) -> u64 {
        ((self.next_u64() as u128 * bound as u128) >> 64) as u64
    }

    /// Returns a number of a range, by [`Draws::below`].
    ///
    /// # Panics
    /// If the range is empty.
    #[inline]
    #[track_caller]
    pub const fn range(&mut self, range: Range<i64>) -> i64 {
        assert!(range.start < range.end, "a random number of an empty range");
        let width = range.end.wrapping_sub(range.start) as u64; // the difference may exceed i64
        range.start.wrapping_add(self.below(width) as i64)
    }

    /// Returns `true` with this probability, which counts in steps of 2^-63: never for 0, always for 1.
    ///
    /// # Panics
    /// If it is not from 0 to 1.
    #[inline]
    #[track_caller]
    pub const fn chance(&mut self, probability: f64) -> bool {
        assert!(0.0 <= probability && probability <= 1.0, "a probability is from 0 to 1");
        self.next_u64() >> 1 < (probability * (1_u64 << 63) as f64) as u64
    }

    /// Brings the values into a random order: every order is as likely as the others, as far as 2^64
    /// sequences can have them all (21 values have more orders).
    ///
    /// It takes one number per value but the first, by [`Draws::below`] (Fisher and Yates, in Durstenfeld's
    /// form, Communications of the ACM 7, 1964). It runs on the calling thread.
    /// To order many values on all threads, sort them by a number of each.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests;
