//! Weights and their order.
//!
//! Comparing floats is slow and only a partial order. So every weight type has an order-preserving map to an
//! unsigned *key* of the same width, and keys are compared instead. For signed integers, the map flips the
//! sign bit. The bit patterns of floats ascend within a sign, so the map flips the sign bit of positive
//! floats and all bits of negative ones (Herf, "Radix Tricks"). -0.0 has the key of 0.0.

use std::cmp::Ordering;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{BitXor, Not};
use std::str::FromStr;

use super::{
    AnyGraphView, AtomicValue, EdgeId, FileData, FloatKeys, FloatTotal, GraphView, IntegerKeys, Keys,
    Objective, TotalOf,
};
use crate::exec::Exec;
use crate::parallel::radix_sort;
use crate::{Result, sealed};

/// An unsigned integer that represents a weight in comparisons. It is a weight, and its own key.
pub trait Key:
    Weight<Key = Self>
    + Ord
    + Hash
    + From<u8>
    + Into<u64>
    + Not<Output = Self>
    + BitXor<Output = Self>
    + AtomicValue
    + sealed::Sealed
{
    /// A key and an edge id in one integer, which has the order of edges.
    type Packed: Copy + Ord + Debug + Send + Sync + 'static;

    /// Greater than every packed pair.
    const PACKED_MAX: Self::Packed;

    /// Number of bits.
    const BITS: u32;

    /// The number whose highest bit only is set.
    const HIGHEST_BIT: Self;

    /// Returns the lower bits of a number.
    fn from_number(number: u64) -> Self;

    /// Packs (key, id) into one integer, the id in the lower bits.
    fn pack(self, id: EdgeId) -> Self::Packed;

    /// Returns the key of a packed pair.
    fn unpack_key(packed: Self::Packed) -> Self;

    /// Returns the edge id of a packed pair.
    fn unpack_id(packed: Self::Packed) -> EdgeId;

    /// Sorts packed pairs whose ids ascend, on all threads.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    fn sort_packed(exec: &Exec, pairs: &mut [Self::Packed]) -> Result<()>;
}

impl Key for u32 {
    type Packed = u64;
    const PACKED_MAX: u64 = u64::MAX; // no edge has id 2^32 - 1
    const BITS: u32 = 32;
    const HIGHEST_BIT: u32 = 1 << 31;

    #[inline]
    fn from_number(number: u64) -> u32 {
        number as u32
    }

    #[inline]
    fn pack(self, id: EdgeId) -> u64 {
        u64::from(self) << 32 | u64::from(u32::from(id))
    }

    #[inline]
    fn unpack_key(packed: u64) -> u32 {
        (packed >> 32) as u32
    }

    #[inline]
    fn unpack_id(packed: u64) -> EdgeId {
        EdgeId::from(packed as u32)
    }

    fn sort_packed(exec: &Exec, pairs: &mut [u64]) -> Result<()> {
        radix_sort(exec, pairs, |&packed| packed >> 32) // stable
    }
}

impl Key for u64 {
    type Packed = u128;
    const PACKED_MAX: u128 = u128::MAX;
    const BITS: u32 = 64;
    const HIGHEST_BIT: u64 = 1 << 63;

    #[inline]
    fn from_number(number: u64) -> u64 {
        number
    }

    #[inline]
    fn pack(self, id: EdgeId) -> u128 {
        u128::from(self) << 32 | u128::from(u32::from(id))
    }

    #[inline]
    fn unpack_key(packed: u128) -> u64 {
        (packed >> 32) as u64
    }

    #[inline]
    fn unpack_id(packed: u128) -> EdgeId {
        EdgeId::from(packed as u32)
    }

    fn sort_packed(exec: &Exec, pairs: &mut [u128]) -> Result<()> {
        radix_sort(exec, pairs, |&packed| Self::unpack_key(packed)) // stable
    }
}

/// The weight of an edge: `i32`, `u32`, `i64`, `u64`, `f32` or `f64`.
///
/// Every value but NaN is allowed, also the largest and the infinite ones. Edges are compared by (weight,
/// edge id); -0.0 equals 0.0.
///
/// ```
/// use boscage::graph::Weight;
///
/// assert!((-3_i32).key() < 2_i32.key());
/// assert!(f64::NEG_INFINITY.key() < (-1.0_f64).key());
/// assert_eq!((-0.0_f32).key(), 0.0_f32.key());
/// assert!(f32::NAN.is_nan_weight());
/// ```
///
/// [`ToWeight`](super::ToWeight) converts integers of other widths.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a weight",
    note = "weights are `i32`, `u32`, `i64`, `u64`, `f32` and `f64`",
    note = "`EdgeList::widened` makes weights of `u8`, `i8`, `u16`, `i16`, `usize` and `isize`, and \
            `EdgeList::ranked` of any keys with an order"
)]
pub trait Weight: FileData + PartialOrd + Display + Default + FromStr {
    /// The unsigned integer of the same width that weights are compared by.
    type Key: Key;

    /// The map from bits to keys.
    type Keys: Keys<Key = Self::Key>;

    /// An exact sum of weights: `i128` for integers; for floats an `f64`, the exact sum rounded once.
    type Total: Copy + PartialEq + Debug + Display + Send + Sync + 'static;

    /// The accumulator of totals.
    type Sum: TotalOf<Self>;

    /// Returns the key: `a.key() < b.key()` exactly if `a < b`.
    ///
    /// NaN has a key, too, like every bit pattern; graphs with NaN are rejected earlier.
    fn key(self) -> Self::Key;

    /// Returns the weight with this key; 0.0 for the key of -0.0 and 0.0.
    fn from_key(key: Self::Key) -> Self;

    /// Returns the map from bits to the keys of an objective: [`Objective::key`].
    fn keys(objective: Objective) -> Self::Keys;

    /// Converts into the nearest float. Only integers beyond 2^53 are rounded.
    fn to_f64(self) -> f64;

    /// Compares the weight exactly with any number. Returns `None` for NaN.
    ///
    /// # Examples
    /// ```
    /// use boscage::graph::Weight;
    /// use std::cmp::Ordering;
    ///
    /// assert_eq!(2_u32.compare(2.5), Some(Ordering::Less));
    /// assert_eq!(i64::MAX.compare(i64::MAX as f64), Some(Ordering::Less)); // that is 2^63
    /// ```
    fn compare(self, number: f64) -> Option<Ordering>;

    /// Erases the weight type of a view, for code that learns it at run time.
    fn any(graph: GraphView<'_, Self>) -> AnyGraphView<'_>;

    /// Returns `true` if this is NaN, the only value that is not a weight.
    #[inline]
    fn is_nan_weight(self) -> bool {
        // Only NaN differs from itself.
        #[allow(clippy::eq_op)]
        let differs = self != self;
        differs
    }
}

macro_rules! integer_weight {
    ($($weight:ty => $key:ty, $variant:ident, $flip:expr;)*) => {$(
        impl Weight for $weight {
            type Key = $key;
            type Keys = IntegerKeys<$key>;
            type Total = i128;
            type Sum = i128;

            #[inline]
            fn key(self) -> $key {
                (self as $key) ^ $flip
            }

            fn from_key(key: $key) -> Self {
                (key ^ $flip) as Self
            }

            fn keys(objective: Objective) -> IntegerKeys<$key> {
                IntegerKeys { flips: objective.flips::<$key>() ^ $flip }
            }

            fn to_f64(self) -> f64 {
                self as f64
            }

            fn compare(self, number: f64) -> Option<Ordering> {
                // If the number is not whole, a weight equal to its floor is less.
                let floor = number.floor();
                let rest = if floor < number { Ordering::Less } else { Ordering::Equal };
                (!number.is_nan()).then(|| i128::from(self).cmp(&(floor as i128)).then(rest))
            }

            fn any(graph: GraphView<'_, Self>) -> AnyGraphView<'_> {
                AnyGraphView::$variant(graph)
            }
        }
    )*};
}

integer_weight! {
    u32 => u32, U32, 0;
    u64 => u64, U64, 0;
    i32 => u32, I32, 1 << 31;
    i64 => u64, I64, 1 << 63;
}

macro_rules! float_weight {
    ($($weight:ty => $key:ty, $variant:ident, $signed:ty;)*) => {$(
        impl Weight for $weight {
            type Key = $key;
            type Keys = FloatKeys<$key>;
            type Total = f64;
            type Sum = FloatTotal;

            fn keys(objective: Objective) -> FloatKeys<$key> {
                FloatKeys { flips: objective.flips() }
            }

            #[inline]
            fn key(self) -> $key {
                let bits = (self + 0.0).to_bits(); // -0.0 + 0.0 is 0.0
                // All ones for negative numbers, only the sign bit for positive ones.
                let mask = (bits as $signed >> (<$key>::BITS - 1)) as $key | 1 << (<$key>::BITS - 1);
                bits ^ mask
            }

            fn from_key(key: $key) -> Self {
                let sign = 1 << (<$key>::BITS - 1);
                Self::from_bits(if key >= sign { key ^ sign } else { !key })
            }

            fn to_f64(self) -> f64 {
                self.into()
            }

            fn compare(self, number: f64) -> Option<Ordering> {
                f64::from(self).partial_cmp(&number)
            }

            fn any(graph: GraphView<'_, Self>) -> AnyGraphView<'_> {
                AnyGraphView::$variant(graph)
            }
        }
    )*};
}

float_weight! {
    f32 => u32, F32, i32;
    f64 => u64, F64, i64;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ascends<W: Weight>(values: &[W]) {
        for pair in values.windows(2) {
            assert!(pair[0].key() < pair[1].key(), "{pair:?}");
            assert!(Objective::Maximum.key(pair[0]) > Objective::Maximum.key(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn keys_order_as_the_weights_do() {
        ascends(&[0_u32, 1, u32::MAX - 1, u32::MAX]);
        ascends(&[0_u64, 1, u64::MAX]);
        ascends(&[i32::MIN, -1, 0, 1, i32::MAX]);
        ascends(&[i64::MIN, -1, 0, 1, i64::MAX]);
        ascends(&[f32::NEG_INFINITY, f32::MIN, -1.0, -1e-45, 0.0, 1e-45, 1.0, f32::MAX, f32::INFINITY]);
        ascends(&[f64::NEG_INFINITY, f64::MIN, -1.0, -5e-324, 0.0, 5e-324, 1.0, f64::MAX, f64::INFINITY]);
    }

    #[test]
    fn weights_compare_with_any_number_as_integers_do() {
        use Ordering::{Equal, Greater, Less};
        for (weight, number, expected) in [
            (3, 2.5, Greater),
            (2, 2.5, Less),
            (-3, -2.5, Less),
            (-2, -2.5, Greater),
            (0, -0.0, Equal),
            ((1 << 53) + 1, 9_007_199_254_740_992.0, Greater), // as floats they would be equal
            (i64::MAX, 9_223_372_036_854_775_808.0, Less),
            (i64::MIN, -9_223_372_036_854_775_808.0, Equal),
            (i64::MAX, f64::INFINITY, Less),
            (i64::MIN, f64::NEG_INFINITY, Greater),
        ] {
            assert_eq!(weight.compare(number), Some(expected), "{weight} and {number}");
        }
        assert_eq!(u64::MAX.compare(18_446_744_073_709_551_616.0), Some(Less));
        assert_eq!(0.1_f32.compare(0.1), Some(Greater));
        assert_eq!(f64::NEG_INFINITY.compare(f64::MIN), Some(Less));
        assert_eq!((1_i32.compare(f64::NAN), 1.0_f64.compare(f64::NAN)), (None, None));
        assert_eq!((u64::MAX.to_f64(), 0.5_f32.to_f64()), (18_446_744_073_709_551_615.0, 0.5));
    }

    #[test]
    fn the_two_zeros_are_one_weight() {
        assert_eq!((-0.0_f64).key(), 0.0_f64.key());
        assert_eq!((-0.0_f32).key(), 0.0_f32.key());
    }

    #[test]
    fn packing_orders_by_key_then_id() {
        let id = EdgeId::new;
        assert!(5_u32.pack(id(9)) < 6_u32.pack(id(0)));
        assert!(5_u64.pack(id(8)) < 5_u64.pack(id(9)));
        assert_eq!(u32::unpack_id(u32::MAX.pack(id(7))), id(7));
        assert_eq!(u64::unpack_id(u64::MAX.pack(id(7))), id(7));
        assert_eq!(u32::unpack_key(11_u32.pack(id(7))), 11);
        assert_eq!(u64::unpack_key(u64::MAX.pack(id(7))), u64::MAX);
    }
}
