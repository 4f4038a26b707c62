//! Keys of the radix sort.

use crate::sealed::Sealed;

/// An unsigned integer to sort by: `u32`, `u64` or `u128`.
pub trait RadixKey: Copy + Ord + Send + Sync + Sealed {
    /// The bits at which two keys differ, as a number.
    fn difference(self, other: Self) -> Self;
    /// Both numbers' bits.
    fn union(self, other: Self) -> Self;
    /// Number of bits, leading zeros not counted.
    fn bits(self) -> u32;
    /// The bits from `shift` up, as far as `mask` has ones.
    fn digit(self, shift: u32, mask: usize) -> usize;
}

macro_rules! radix_key {
    ($($key:ty)*) => {$(
        impl RadixKey for $key {
            #[inline(always)]
            fn difference(self, other: Self) -> Self {
                self ^ other
            }

            #[inline(always)]
            fn union(self, other: Self) -> Self {
                self | other
            }

            #[inline(always)]
            fn bits(self) -> u32 {
                Self::BITS - self.leading_zeros()
            }

            #[inline(always)]
            fn digit(self, shift: u32, mask: usize) -> usize {
                (self >> shift) as usize & mask
            }
        }
    )*};
}

radix_key! { u32 u64 u128 }
