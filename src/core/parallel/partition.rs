//! Partitioning by a digit of a key: the step of a radix sort that goes through memory.

use std::mem::MaybeUninit;

use super::radix_sort::CHANGED;
use super::{Distribution, Items, RadixKey, map_blocks};
use crate::exec::Exec;

/// Items per block, at least.
const BLOCK: usize = 1 << 15;
/// Most bits of a digit: more places to write to at once than that are a strain on the caches.
const MAX_BITS: u32 = 10;

/// Items of a part below which smaller parts are no gain.
const FEW: usize = 1 << 9;

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
        items: &impl Items<T>,
        parts: usize,
        below: u32,
        key: &(impl Fn(&T) -> K + Sync),
    ) -> Option<Self>
    where
        K: RadixKey,
    {
        // Any key will do to compare the others with, so each block takes the first of its own; those of the
        // blocks are compared afterwards.
        let differences = map_blocks(exec, items.len(), BLOCK, |positions| {
            let mut all: Option<(K, K)> = None;
            items.for_each(positions, |item| {
                let key = key(&item);
                let (first, differences) = all.get_or_insert((key, key.difference(key)));
                *differences = differences.union(first.difference(key));
            });
            all
        });
        let both = |(first, all): (K, K), (other, more): (K, K)| {
            (first, all.union(more).union(first.difference(other)))
        };
        let bits = differences.into_iter().flatten().reduce(both).map_or(0, |(_, all)| all.bits());
        assert!(bits <= below, "{CHANGED}"); // otherwise one could partition without end
        let fine = (items.len() / FEW).max(1).ilog2();
        let width = parts.next_power_of_two().ilog2().max(fine).clamp(1, MAX_BITS).min(bits);
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
        from: &impl Items<T>,
        to: &mut [MaybeUninit<T>],
        key: &(impl Fn(&T) -> K + Sync),
    ) -> Vec<usize>
    where
        T: Copy + Send + Sync,
        K: RadixKey,
    {
        let digit = |item: &T| key(item).digit(self.shift, self.mask);
        Distribution::new(exec, from, BLOCK, self.mask + 1, &digit).write(exec, from, &digit, to)
    }
}
