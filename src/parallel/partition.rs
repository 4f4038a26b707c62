//! Moving items to their parts: the step of a radix sort that goes through memory.
//!
//! In parallel, each block of items counts how many of its items go to each part. The counts are summed in
//! the order of parts and, within a part, of blocks. This gives each block its own places, to which it moves
//! its items. Within a part, items keep their order.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ops::Range;

use super::radix_sort::CHANGED;
use super::{RadixKey, Scatter, for_each_piece, map_pieces};
use crate::exec::Exec;

/// Items per block, at least.
const BLOCK: usize = 1 << 15;
/// Most bits of a digit: more places to write to at once than that are a strain on the caches.
const MAX_BITS: u32 = 10;

/// A partition of items by the digit from bit `shift` up.
pub(super) struct Partition {
    shift: u32,
    mask: usize,
}

impl Partition {
    /// By the highest digit that is not the same for all, wide enough to give about `parts` parts; `None` if
    /// all keys are equal. Keys must differ in the lowest `below` bits only.
    pub(super) fn of<T, K>(
        exec: &Exec,
        items: &[T],
        parts: usize,
        below: u32,
        key: &(impl Fn(&T) -> K + Sync),
    ) -> Option<Self>
    where
        T: Sync,
        K: RadixKey,
    {
        let first = key(&items[0]);
        let none = first.difference(first);
        let union = |all: K, item| all.union(first.difference(key(item)));
        let differences = map_pieces(exec, items.chunks(BLOCK), |block| block.iter().fold(none, union));
        let bits = differences.into_iter().fold(none, K::union).bits();
        assert!(bits <= below, "{CHANGED}"); // otherwise one could partition without end
        let width = parts.next_power_of_two().ilog2().clamp(1, MAX_BITS).min(bits);
        (bits > 0).then(|| Self { shift: bits - width, mask: (1 << width) - 1 })
    }

    /// Within a part, keys differ at most in this many of the lowest bits.
    pub(super) fn below(&self) -> u32 {
        self.shift
    }

    /// Writes every place of `to`, or panics. Returns where the parts begin, and where the last one ends.
    pub(super) fn run<T, K>(
        &self,
        exec: &Exec,
        from: &[T],
        to: &mut [MaybeUninit<T>],
        key: &(impl Fn(&T) -> K + Sync),
    ) -> Vec<usize>
    where
        T: Copy + Send + Sync,
        K: RadixKey,
    {
        assert_eq!(from.len(), to.len());
        let digit = |item: &T| key(item).digit(self.shift, self.mask);
        let block = from.len().div_ceil(4 * exec.threads()).max(BLOCK);
        let count = |block: &[T]| {
            let mut counts = vec![0; self.mask + 1];
            block.iter().for_each(|item| counts[digit(item)] += 1);
            counts
        };
        let counts: Vec<Vec<usize>> = map_pieces(exec, from.chunks(block), count);

        // Where each block's items of each digit go: by digit, then by block.
        let mut places: Vec<Vec<Range<usize>>> =
            counts.iter().map(|_| Vec::with_capacity(self.mask + 1)).collect();
        let mut bounds = Vec::with_capacity(self.mask + 2);
        let mut next = 0;
        for digit in 0..=self.mask {
            bounds.push(next);
            for (places, counts) in places.iter_mut().zip(&counts) {
                places.push(next..next + counts[digit]);
                next += counts[digit];
            }
        }
        bounds.push(next);

        let to = Scatter::new(to);
        for_each_piece(exec, from.chunks(block).zip(places), |(block, mut places)| {
            for item in block {
                let place = places[digit(item)].next().expect(CHANGED);
                // SAFETY: the ranges of all blocks and digits are disjoint, and together they are the whole
                // slice. A range yields each of its places once, whatever `key` returns.
                unsafe { to.write(place, *item) };
            }
        });
        bounds
    }
}
