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
    /// The difference of two numbers; 0 if the other is greater.
    fn distance(self, other: Self) -> Self;
    /// The number with zeros below `shift`.
    fn aligned(self, shift: u32) -> Self;
    /// The bits from `shift` up, at most `last`.
    fn part(self, shift: u32, last: usize) -> usize;
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
            fn distance(self, other: Self) -> Self {
                self.saturating_sub(other)
            }

            #[inline(always)]
            fn aligned(self, shift: u32) -> Self {
                self >> shift << shift
            }

            #[inline(always)]
            fn part(self, shift: u32, last: usize) -> usize {
                (self >> shift).min(last as Self) as usize
            }

            #[inline(always)]
            fn digit(self, shift: u32, mask: usize) -> usize {
                (self >> shift) as usize & mask
            }
        }
    )*};
}

radix_key! { u32 u64 u128 }
