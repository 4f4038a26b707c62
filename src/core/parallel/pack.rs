//! Packing: a parallel filter that keeps the order.
//!
//! The condition is called once per item and each result is kept as a bit. The bits of each block are
//! counted, the result is divided accordingly, and every block copies its items into its own part. So the
//! result is in order and of exact size, and no thread waits for the one before it. A condition that returns
//! different values at different times is harmless.

use std::ops::Range;

use super::filling::{Filling, Unfilled};
use super::for_each_piece;
use crate::exec::Exec;
use crate::{Result, memory};

/// Items per block, and bits per word.
const BLOCK: usize = 1 << 13;
const WORD: usize = u64::BITS as usize;

/// Returns the items for which `keep` is true, in their order. `keep` is called once per item.
///
/// # Errors
/// [`crate::Error::OutOfMemory`].
///
/// # Examples
/// ```
/// let exec = boscage::exec::Exec::new(2)?;
/// let odd = boscage::parallel::pack(&exec, &[3, 8, 5, 5, 2], |item| item % 2 == 1)?;
/// assert_eq!(odd, [3, 5, 5]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn pack<T: Copy + Send + Sync>(
    exec: &Exec,
    items: &[T],
    keep: impl Fn(&T) -> bool + Sync,
) -> Result<Vec<T>> {
    pack_map(exec, items.len(), |i| keep(&items[i]), |i| items[i])
}

/// Returns `item(i)` for each `i` below `len` with `keep(i)`, in their order. Both functions are called at
/// most once per `i`. Deterministic. Besides the result, it needs memory of 1 bit per position.
///
/// # Errors
/// [`crate::Error::OutOfMemory`].
///
/// # Examples
/// ```
/// let exec = boscage::exec::Exec::new(2)?;
/// let weights = [9, 4, 7, 6];
/// let heavy = boscage::parallel::pack_map(&exec, 4, |i| weights[i] > 5, |i| i as u32)?;
/// assert_eq!(heavy, [0, 2, 3]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn pack_map<T: Send>(
    exec: &Exec,
    len: usize,
    keep: impl Fn(usize) -> bool + Sync,
    item: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>> {
    let kept = Kept::of(exec, len, &|positions, words| {
        for (w, word) in words.iter_mut().enumerate() {
            let start = positions.start + w * WORD;
            for i in start..(start + WORD).min(positions.end) {
                *word |= u64::from(keep(i)) << (i - start);
            }
        }
    })?;
    kept.fill(exec, &|start, words, block| {
        block.fill_by(|written| {
            for (w, &word) in words.iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    written.push(item(start + w * WORD + left.trailing_zeros() as usize));
                    left &= left - 1;
                }
            }
        });
    })
}

/// The bits of the items that are kept, and their number per block. It takes the work on a block by
/// reference, so that its code is not compiled for each condition and type of items.
struct Kept {
    bits: Vec<u64>,
    counts: Vec<usize>,
}

/// Fills a part of the result, given the beginning of the block and its bits.
type Fill<'f, T> = dyn Fn(usize, &[u64], Unfilled<'_, T>) + Sync + 'f;

impl Kept {
    /// Calls `ask`, which sets the bits of a block, with the positions of each block.
    fn of(exec: &Exec, len: usize, ask: &(dyn Fn(Range<usize>, &mut [u64]) + Sync)) -> Result<Self> {
        let mut bits = memory::filled("bits of items kept", len.div_ceil(WORD), 0_u64)?;
        let mut counts = memory::filled("counts of items kept", len.div_ceil(BLOCK), 0_usize)?;
        let blocks = bits.chunks_mut(BLOCK / WORD).zip(&mut counts).enumerate();
        for_each_piece(exec, blocks, |(block, (words, count))| {
            ask(block * BLOCK..len.min((block + 1) * BLOCK), words);
            *count = words.iter().map(|word| word.count_ones() as usize).sum();
        });
        Ok(Self { bits, counts })
    }

    /// Returns the items that are kept; every block fills its own part of the result.
    fn fill<T: Send>(self, exec: &Exec, fill: &Fill<'_, T>) -> Result<Vec<T>> {
        let Self { bits, counts } = self;
        let mut packed = Filling::new("the items kept", counts.iter().sum())?;
        let blocks = bits.chunks(BLOCK / WORD).zip(packed.parts(counts)).enumerate();
        for_each_piece(exec, blocks, |(block, (words, part))| fill(block * BLOCK, words, part));
        Ok(packed.finish())
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn agrees_with_filter_at_every_size() {
        for len in [0, 1, 63, 64, 65, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 77] {
            let items: Vec<u64> = (0..len as u64).map(|i| i * i % 1009).collect();
            let exec = &Exec::new(2).unwrap();
            for limit in [0, 1, 500, 1008, 1009] {
                let kept: Vec<u64> = items.iter().copied().filter(|&item| item < limit).collect();
                assert_eq!(pack(exec, &items, |&item| item < limit).unwrap(), kept);
            }
        }
    }

    #[test]
    fn a_condition_that_changes_its_mind_is_asked_once() {
        let (exec, turn) = (&Exec::new(2).unwrap(), AtomicBool::new(false));
        let every_other = |_| turn.fetch_xor(true, Ordering::Relaxed);
        let packed = pack_map(exec, 100_000, every_other, |i| vec![i]).unwrap();
        assert_eq!(packed.len(), 50_000);
        assert!(packed.is_sorted());
    }
}
