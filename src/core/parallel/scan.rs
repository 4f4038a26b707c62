//! Prefix sums.

use std::ops::AddAssign;

use super::{for_each_piece, map_pieces};
use crate::exec::Exec;
use crate::sealed::Sealed;

/// Elements per block: enough to make the two barriers of a parallel scan negligible.
const BLOCK: usize = 1 << 14;

/// An unsigned integer for prefix sums: `u32`, `u64` or `usize`.
#[diagnostic::on_unimplemented(
    message = "prefix sums cannot be made of `{Self}`",
    note = "they are made of `u32`, `u64` or `usize`"
)]
pub trait Scannable: Copy + Default + AddAssign + Send + Sync + Sealed {}

impl Scannable for u32 {}
impl Scannable for u64 {}
impl Scannable for usize {}

/// Replaces every element by the sum of those before it, and returns the total, on all threads.
/// Deterministic; allocates a sum per block of 16,384 elements.
///
/// Two parallel passes: the sums of the blocks, then the blocks from their offsets.
///
/// # Examples
/// ```
/// let exec = boscage::exec::Exec::new(2)?;
/// let mut counts = [3_u32, 0, 4];
/// assert_eq!(boscage::parallel::exclusive_scan(&exec, &mut counts), 7);
/// assert_eq!(counts, [0, 3, 3]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn exclusive_scan<T: Scannable>(exec: &Exec, values: &mut [T]) -> T {
    if values.len() <= BLOCK {
        return scan_from(T::default(), values);
    }
    let mut offsets = map_pieces(exec, values.chunks(BLOCK), sum);
    let total = scan_from(T::default(), &mut offsets);
    for_each_piece(exec, values.chunks_mut(BLOCK).zip(offsets), |(block, offset)| {
        scan_from(offset, block);
    });
    total
}

fn sum<T: Scannable>(values: &[T]) -> T {
    let mut sum = T::default();
    values.iter().for_each(|&value| sum += value);
    sum
}

pub(super) fn scan_from<T: Scannable>(mut sum: T, values: &mut [T]) -> T {
    for value in values {
        let before = sum;
        sum += *value;
        *value = before;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_running_sum_at_every_size() {
        for len in [0, 1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 17] {
            let given: Vec<u64> = (0..len as u64).map(|i| i * i % 97).collect();
            let mut scanned = given.clone();
            let total = exclusive_scan(&Exec::current(), &mut scanned);
            let mut sum = 0;
            for (value, before) in given.iter().zip(&scanned) {
                assert_eq!(*before, sum);
                sum += value;
            }
            assert_eq!(total, sum);
        }
    }
}
