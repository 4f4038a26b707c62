//! Weights of arcs, and their differences.

use std::ops::{Add, Sub};

use boscage_core::graph::Weight;

use crate::sealed::Sealed;

/// A type of weights that can be subtracted from each other: all [`Weight`]s.
pub trait Cost: Weight + Sealed {
    /// A type for differences of weights and their sums.
    type Reduced: Copy + PartialOrd + Default + Add<Output = Self::Reduced> + Sub<Output = Self::Reduced>;

    /// Returns the weight; `None` if it is a float too large for sums.
    fn reduced(self) -> Option<Self::Reduced>;
}

macro_rules! costs {
    ($($weight:ty as $reduced:ty, $is_in_range:expr;)*) => {$(
        impl Cost for $weight {
            type Reduced = $reduced;

            #[inline]
            fn reduced(self) -> Option<$reduced> {
                let is_in_range: fn($weight) -> bool = $is_in_range;
                is_in_range(self).then_some(self.into())
            }
        }
    )*};
}

/// 2⁹⁹⁰: sums of 2³² smaller numbers are finite.
const LARGEST: f64 = f64::from_bits((1023 + 990) << 52);

costs! {
    i32 as i64, |_| true;
    u32 as i64, |_| true;
    i64 as i128, |_| true;
    u64 as i128, |_| true;
    f32 as f64, f32::is_finite;
    f64 as f64, |weight| weight.abs() <= LARGEST;
}
