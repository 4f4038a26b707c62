//! Partitioning by a digit of a key: the step of a radix sort that goes through memory.

use std::mem::MaybeUninit;

use super::radix_sort::CHANGED;
use super::{Distribution, RadixKey, map_pieces};
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
        let digit = |item: &T| key(item).digit(self.shift, self.mask);
        Distribution::new(exec, &from, BLOCK, self.mask + 1, &digit).write(exec, &from, &digit, to)
    }
}
