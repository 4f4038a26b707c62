//! Partitioning by the highest bits of a key: the step of a radix sort that goes through memory.
//!
//! The bits are those of the distance from a low key of a sample, as many as needed to distinguish the low
//! from the high keys. So neither floats, whose highest bits are mostly the same, nor a few outliers make one
//! part of nearly all items.

use std::mem::MaybeUninit;

use super::radix_sort::CHANGED;
use super::{Distribution, Items, RadixKey};
use crate::exec::Exec;

/// Least items per block.
const BLOCK: usize = 1 << 15;
/// Most bits: writing to more places at once overloads the caches.
const MAX_BITS: u32 = 10;
/// Least items per part: smaller parts gain nothing.
const FEW: usize = 1 << 9;
/// Keys of the sample.
const SAMPLE: usize = 1 << 10;
/// The divisor of the sample size that gives the number of outliers at each end.
const FAR: usize = 1 << 8;

/// A partition of items by their distance from a key.
pub(super) struct Partition<K> {
    low: K,
    shift: u32,
    last: usize,
}

impl<K: RadixKey> Partition<K> {
    /// Creates a partition into about `parts` parts, or into more and smaller ones; `None` if nearly all keys
    /// are equal.
    pub(super) fn of<T>(items: &impl Items<T>, parts: usize, key: &impl Fn(&T) -> K) -> Option<Self> {
        let mut sample = Vec::with_capacity(SAMPLE);
        let cut = |stride: usize| (stride as u128 * items.len() as u128 / SAMPLE as u128) as usize;
        for stride in 0..SAMPLE {
            let (start, end) = (cut(stride), cut(stride + 1).max(cut(stride) + 1));
            let place = start + ((stride as u32).wrapping_mul(0x9e37_79b9) >> 8) as usize % (end - start);
            items.for_each(place..place + 1, |item| sample.push(key(&item)));
        }
        sample.sort_unstable();
        let far = sample.len() / FAR;
        let (low, high) = (*sample.get(far)?, sample[sample.len() - 1 - far]);
        let bits = high.distance(low).bits();
        let fine = (items.len() / FEW).max(1).ilog2();
        let width = parts.next_power_of_two().ilog2().max(fine).clamp(1, MAX_BITS).min(bits);
        // Aligned, so that the keys of a part share their higher bits.
        let shift = bits - width;
        (bits > 0).then(|| Self { low: low.aligned(shift), shift, last: 1 << width })
    }

    /// Writes every place of `to`, or panics. Returns the beginning of each part, and the end of the last
    /// one; no part has all items.
    pub(super) fn run<T>(
        &self,
        exec: &Exec,
        from: &impl Items<T>,
        to: &mut [MaybeUninit<T>],
        key: &(impl Fn(&T) -> K + Sync),
    ) -> Vec<usize>
    where
        T: Copy + Send + Sync,
    {
        let part = |item: &T| key(item).distance(self.low).part(self.shift, self.last);
        let total = to.len();
        let distribution = Distribution::new(exec, from, BLOCK, self.last + 1, &part);
        let bounds = distribution.write(exec, from, &part, to);
        // Otherwise partitioning might never end.
        assert!(bounds.windows(2).all(|bounds| bounds[1] - bounds[0] < total), "{CHANGED}");
        bounds
    }
}
