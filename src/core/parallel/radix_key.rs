//! Keys of the radix sort.

use crate::sealed::Sealed;

/// An unsigned integer by which items are sorted: `u32`, `u64` or `u128`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be sorted by its bits",
    note = "unsigned integers can; make one of your key, for example with `Weight::key`"
)]
pub trait RadixKey: Copy + Ord + Send + Sync + Sealed {
    /// Returns the bits in which two keys differ.
    fn difference(self, other: Self) -> Self;
    /// Returns the bits of both numbers.
    fn union(self, other: Self) -> Self;
    /// Returns the number of bits without leading zeros.
    fn bits(self) -> u32;
    /// Returns the difference of two numbers; 0 if the other is greater.
    fn distance(self, other: Self) -> Self;
    /// Clears the bits below `shift`.
    fn aligned(self, shift: u32) -> Self;
    /// Returns the bits from `shift` on, at most `last`.
    fn part(self, shift: u32, last: usize) -> usize;
    /// Returns the bits from `shift` on that are in `mask`.
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
