//! Lengths of arcs, distances, and the sources of paths.

use std::fmt::{Debug, Display};

use boscage_core::graph::{AtomicValue, EdgeData, Node};
use boscage_core::{Error, Result, memory};

use crate::partial_node_map::Value;
use crate::sealed::Sealed;

/// A type of weights whose sums are distances: an integer of at most 64 bits, or a float.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a length",
    note = "lengths are integers of at most 64 bits and floats; make them with `EdgeList::map`"
)]
pub trait Length: Sealed + EdgeData + PartialOrd + Default + Display {
    /// The usual type of distances: `u64` for integers of 64 bits, `usize` and `isize`, `u32` for other
    /// integers, `f64` for floats.
    type Distance: DistanceOf<Self> + Into<Self::Wide>;
    /// The type of distances of 64 bits: `u64` or `f64`.
    type Wide: DistanceOf<Self> + Value<Word = u64>;
    /// The type of distances that may be negative: `i64` or `f64`.
    type Signed: SignedDistanceOf<Self>;

    /// Returns the weight as a float, which may be rounded.
    fn value(self) -> f64;
}

/// A type of distances that are sums of lengths of type `W`: `u32` for integers of at most 32 bits, `u64` for
/// all integers, `f64` for floats.
///
/// Distances are stored as words, which are ordered like the distances. The word of the distance 0 is 0.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a distance with lengths of type `{W}`",
    note = "distances are `u32` or `u64` if lengths are integers, and `f64` if they are floats: write 0_u64"
)]
pub trait DistanceOf<W>: Value<Word: AtomicValue + Ord> + PartialOrd + Debug + Send + Sync {
    /// Returns the word of a distance; `None` if it is negative or NaN.
    fn to_word(self) -> Option<Self::Word>;
    /// Returns the word of a distance plus a length, which must not be negative, or `None` if the sum does
    /// not fit.
    fn plus(word: Self::Word, length: W) -> Option<Self::Word>;
    /// Returns the word of the sum of two distances; of integers at most the largest.
    fn sum(word: Self::Word, more: Self::Word) -> Self::Word;
    /// Returns a distance as a float, which may be rounded.
    fn value(word: Self::Word) -> f64;
}

/// A type of distances that may be negative, with lengths of type `W`: `i64` for integers, `f64` for floats.
///
/// They are computed as keys: words that are ordered like the distances.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a distance that may be negative, with lengths of type `{W}`",
    note = "these are `i64` if lengths are integers, and `f64` if they are floats"
)]
pub trait SignedDistanceOf<W>: Value<Word = u64> + PartialOrd + Debug + Send + Sync {
    /// Returns the key of a distance plus a length: all ones if it is too large, and `None` if it is too
    /// small or NaN.
    fn plus(key: u64, length: W) -> Option<u64>;
    /// Returns the word of a distance.
    fn word(key: u64) -> u64;
}

/// The word of the usual distance.
pub type WordOf<W> = <<W as Length>::Distance as Value>::Word;

/// A node from which paths begin, alone or in a pair with the distance at which they begin.
pub trait Source<W: Length>: Copy {
    /// The type of distances: that of the pair, or the usual one.
    type Distance: DistanceOf<W>;

    /// Returns the node, and its distance unless it is 0.
    fn start(self) -> (Node, Option<Self::Distance>);
}

/// The sources of paths: a node, or an array, vector or slice of [`Source`]s.
pub trait Sources<W: Length> {
    /// The type of distances.
    type Distance: DistanceOf<W>;

    /// Calls a function with each source.
    fn for_each(self, f: impl FnMut(Node, Option<Self::Distance>));
}

macro_rules! integer_lengths {
    ($($weight:ty: $usual:ty, $($distance:ty)*;)*) => {$(
        impl Length for $weight {
            type Distance = $usual;
            type Wide = u64;
            type Signed = i64;

            #[inline]
            fn value(self) -> f64 {
                self as f64
            }
        }

        impl SignedDistanceOf<$weight> for i64 {
            #[inline]
            fn plus(key: u64, length: $weight) -> Option<u64> {
                // The key is the distance plus 2^63.
                let sum = i128::from(key) + length as i128;
                if sum < 0 { None } else { Some(u64::try_from(sum).unwrap_or(u64::MAX)) }
            }

            #[inline]
            fn word(key: u64) -> u64 {
                key
            }
        }

        $(impl DistanceOf<$weight> for $distance {
            #[inline]
            fn to_word(self) -> Option<Self> {
                Some(self)
            }

            #[inline]
            fn plus(word: Self, length: $weight) -> Option<Self> {
                word.checked_add(length as Self)
            }

            #[inline]
            fn sum(word: Self, more: Self) -> Self {
                word.saturating_add(more)
            }

            #[inline]
            fn value(word: Self) -> f64 {
                word as f64
            }
        })*
    )*};
}

integer_lengths! {
    u8: u32, u32 u64; i8: u32, u32 u64;
    u16: u32, u32 u64; i16: u32, u32 u64;
    u32: u32, u32 u64; i32: u32, u32 u64;
    u64: u64, u64; i64: u64, u64;
    usize: u64, u64; isize: u64, u64;
}

macro_rules! float_lengths {
    ($($weight:ty)*) => {$(
        impl Length for $weight {
            type Distance = f64;
            type Wide = f64;
            type Signed = Self::Distance;

            #[inline]
            fn value(self) -> f64 {
                self.into()
            }
        }

        impl SignedDistanceOf<$weight> for f64 {
            #[inline]
            fn plus(key: u64, length: $weight) -> Option<u64> {
                let distance = Self::from_bits(<Self as SignedDistanceOf<$weight>>::word(key));
                let sum = distance + Self::from(length) + 0.0; // -0.0 is 0.0
                let bits = sum.to_bits();
                (!sum.is_nan()).then_some(if sum < 0.0 { !bits } else { bits | 1 << 63 })
            }

            #[inline]
            fn word(key: u64) -> u64 {
                // The bits of floats that are not negative ascend with them, those of others descend.
                if key >> 63 == 1 { key ^ 1 << 63 } else { !key }
            }
        }

        impl DistanceOf<$weight> for f64 {
            #[inline]
            fn to_word(self) -> Option<u64> {
                (self >= 0.0).then(|| self.abs().to_bits()) // -0.0 is 0.0
            }

            #[inline]
            fn plus(word: u64, length: $weight) -> Option<u64> {
                // The bits of floats that are not negative ascend with them, and none is all ones.
                Some((Self::from_bits(word) + Self::from(length)).to_bits())
            }

            #[inline]
            fn sum(word: u64, more: u64) -> u64 {
                (Self::from_bits(word) + Self::from_bits(more)).to_bits()
            }

            #[inline]
            fn value(word: u64) -> f64 {
                Self::from_bits(word)
            }
        }
    )*};
}

float_lengths! { f32 f64 }

/// For petgraph, whose distances are rounded to `f32`.
impl SignedDistanceOf<Self> for f32 {
    fn plus(key: u64, length: Self) -> Option<u64> {
        let sum = Self::from_word(Self::word(key)) + length;
        <f64 as SignedDistanceOf<f64>>::plus(1 << 63, sum.into())
    }

    fn word(key: u64) -> u64 {
        <f64 as SignedDistanceOf<f64>>::word(key)
    }
}

macro_rules! sources {
    ($($node:ty)*) => {$(
        impl<W: Length> Source<W> for $node {
            type Distance = W::Distance;

            fn start(self) -> (Node, Option<W::Distance>) {
                (self.into(), None)
            }
        }

        impl<W: Length, T: DistanceOf<W>> Source<W> for ($node, T) {
            type Distance = T;

            fn start(self) -> (Node, Option<T>) {
                (self.0.into(), Some(self.1))
            }
        }

        impl<W: Length> Sources<W> for $node {
            type Distance = W::Distance;

            fn for_each(self, mut f: impl FnMut(Node, Option<W::Distance>)) {
                f(self.into(), None);
            }
        }
    )*};
}

sources! { Node u32 }

impl<W: Length, S: Source<W>> Sources<W> for &[S] {
    type Distance = S::Distance;

    fn for_each(self, mut f: impl FnMut(Node, Option<S::Distance>)) {
        self.iter().for_each(|source| {
            let (node, distance) = source.start();
            f(node, distance);
        });
    }
}

impl<W: Length, S: Source<W>> Sources<W> for Vec<S> {
    type Distance = S::Distance;

    fn for_each(self, f: impl FnMut(Node, Option<S::Distance>)) {
        Sources::<W>::for_each(&self[..], f);
    }
}

impl<W: Length, S: Source<W>, const N: usize> Sources<W> for [S; N] {
    type Distance = S::Distance;

    fn for_each(self, f: impl FnMut(Node, Option<S::Distance>)) {
        Sources::<W>::for_each(&self[..], f);
    }
}

/// Returns the sources with the words of their distances.
///
/// # Errors
/// Sources that are not in the graph, or whose distance is negative or NaN; [`Error::OutOfMemory`].
pub(crate) fn starts<W: Length, S: Sources<W>>(
    nodes: usize,
    sources: S,
) -> Result<Vec<(Node, <S::Distance as Value>::Word)>> {
    let (mut starts, mut outcome) = (Vec::new(), Ok(()));
    sources.for_each(|node, distance| {
        let word = distance.map_or(Some(Default::default()), S::Distance::to_word);
        match word {
            _ if outcome.is_err() => {}
            _ if node.index() >= nodes => {
                outcome = Err(Error::argument("source", format!("a node below {nodes}"), node));
            }
            Some(word) => {
                outcome = memory::grow("the sources", &mut starts, 1);
                if outcome.is_ok() {
                    starts.push((node, word));
                }
            }
            None => {
                let found =
                    distance.map_or_else(String::new, |distance| format!("{distance:?} at node {node}"));
                outcome = Err(Error::argument("distance of a source", "0 or more", found));
            }
        }
    });
    outcome.map(|()| starts)
}
