//! Numbers that convert exactly into a weight.

use super::{EdgeData, EdgeList, Weight};
use crate::Result;
use crate::exec::Exec;

/// A number that converts exactly into a [`Weight`]: a weight, or an integer of another width.
///
/// ```
/// use boscage::graph::ToWeight;
///
/// assert_eq!(200_u8.to_weight(), 200_u32);
/// assert_eq!((-5_i16).to_weight(), -5_i32);
/// assert_eq!(usize::MAX.to_weight(), usize::MAX as u64);
/// assert_eq!(0.5_f32.to_weight(), 0.5_f32);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not become a weight by itself",
    note = "integers of at most 64 bits and floats do; make one of these with `EdgeList::map`, or use \
            `EdgeList::ranked` for any keys with an order"
)]
pub trait ToWeight: EdgeData {
    /// The weight type: 32 bits for integers of 8 and 16 bits, 64 bits for `usize` and `isize`.
    type Weight: Weight;

    /// Converts the number.
    fn to_weight(self) -> Self::Weight;
}

macro_rules! to_weight {
    ($($number:ty => $weight:ty;)*) => {$(
        impl ToWeight for $number {
            type Weight = $weight;

            #[inline]
            fn to_weight(self) -> $weight {
                self as $weight // every value fits
            }
        }
    )*};
}

to_weight! {
    u8 => u32; i8 => i32;
    u16 => u32; i16 => i32;
    u32 => u32; i32 => i32;
    u64 => u64; i64 => i64;
    usize => u64; isize => i64;
    f32 => f32; f64 => f64;
}

impl<E: ToWeight> EdgeList<E> {
    /// Returns the same graph with weights of a type that forest operators take: `u32` and `i32` for integers
    /// of 8 and 16 bits, `u64` and `i64` for `usize` and `isize`.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::EdgeList;
    ///
    /// let bytes = EdgeList::from_triples(3, [(0, 1, 7_u8), (1, 2, 255)])?;
    /// let list: EdgeList<u32> = bytes.widened(&Exec::new(2)?)?;
    /// assert_eq!(list, EdgeList::from_triples(3, [(0, 1, 7), (1, 2, 255)])?);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn widened(&self, exec: &Exec) -> Result<EdgeList<E::Weight>> {
        self.convert(exec, E::to_weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_integer_has_a_weight_of_its_value() {
        fn keeps<N: ToWeight + TryInto<i128>>(ends: [N; 2])
        where
            N::Weight: TryInto<i128>,
        {
            for end in ends {
                assert_eq!(end.try_into().ok(), end.to_weight().try_into().ok());
            }
        }
        keeps([u8::MIN, u8::MAX]);
        keeps([i8::MIN, i8::MAX]);
        keeps([u16::MIN, u16::MAX]);
        keeps([i16::MIN, i16::MAX]);
        keeps([u32::MIN, u32::MAX]);
        keeps([i32::MIN, i32::MAX]);
        keeps([u64::MIN, u64::MAX]);
        keeps([i64::MIN, i64::MAX]);
        keeps([usize::MIN, usize::MAX]);
        keeps([isize::MIN, isize::MAX]);
        assert_eq!((f32::MIN.to_weight(), f64::MAX.to_weight()), (f32::MIN, f64::MAX));
    }
}
