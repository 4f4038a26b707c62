//! Moving items to their parts, in parallel and stably: the counting step of a sort.
//!
//! Each block of items counts its items per part. The counts are summed in the order of parts and, within a
//! part, of blocks. So each block has its own places, to which it moves its items. Within a part, items keep
//! their order.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ops::Range;

use super::radix_sort::CHANGED;
use super::{Scatter, for_each_piece, map_blocks};
use crate::exec::Exec;

/// Items that can be visited more than once.
pub(crate) trait Items<T>: Sync {
    /// Number of positions to visit.
    fn len(&self) -> usize;

    /// Calls `item` with each item at these positions, always the same ones in the same order.
    fn for_each(&self, positions: Range<usize>, item: impl FnMut(T));
}

impl<T: Copy + Sync> Items<T> for &[T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    #[inline(always)]
    fn for_each(&self, positions: Range<usize>, item: impl FnMut(T)) {
        self[positions].iter().copied().for_each(item);
    }
}

/// The places of items that have been counted by part.
pub(crate) struct Distribution {
    /// Positions of a block.
    block: usize,
    /// The places of each block's items, part by part.
    places: Vec<Vec<Range<usize>>>,
    /// The beginning of each part, and the end of the last one.
    bounds: Vec<usize>,
}

impl Distribution {
    /// Counts items by part; there are `parts` parts, and blocks of at least `least` positions.
    pub(crate) fn new<T>(
        exec: &Exec,
        items: &impl Items<T>,
        least: usize,
        parts: usize,
        part: &(impl Fn(&T) -> usize + Sync),
    ) -> Self {
        let block = items.len().div_ceil(4 * exec.threads()).max(least);
        let counts: Vec<Vec<usize>> = map_blocks(exec, items.len(), block, |positions| {
            let mut counts = vec![0; parts];
            items.for_each(positions, |item| counts[part(&item)] += 1);
            counts
        });
        Self::of(block, parts, &counts)
    }

    /// Not generic: compiled once.
    fn of(block: usize, parts: usize, counts: &[Vec<usize>]) -> Self {
        let mut places: Vec<_> = counts.iter().map(|_| Vec::with_capacity(parts)).collect();
        let (mut bounds, mut next) = (Vec::with_capacity(parts + 1), 0);
        for part in 0..parts {
            bounds.push(next);
            for (places, counts) in places.iter_mut().zip(counts) {
                places.push(next..next + counts[part]);
                next += counts[part];
            }
        }
        bounds.push(next);
        Self { block, places, bounds }
    }

    /// Number of items.
    pub(crate) fn total(&self) -> usize {
        self.bounds[self.bounds.len() - 1]
    }

    /// Moves the same items to `to`, and writes every place. Returns the beginning of each part, and the end
    /// of the last one.
    ///
    /// # Panics
    /// If there are more or fewer places than items, or the items or their parts differ from those that were
    /// counted.
    pub(crate) fn write<T: Copy + Send>(
        mut self,
        exec: &Exec,
        items: &impl Items<T>,
        part: &(impl Fn(&T) -> usize + Sync),
        to: &mut [MaybeUninit<T>],
    ) -> Vec<usize> {
        assert_eq!(self.total(), to.len(), "{CHANGED}");
        let (len, block, to) = (items.len(), self.block, Scatter::new(to));
        for_each_piece(exec, self.places.iter_mut().enumerate(), |(i, places)| {
            items.for_each(i * block..len.min((i + 1) * block), |item| {
                let place = places[part(&item)].next().expect(CHANGED);
                // SAFETY: the ranges of all blocks and parts are disjoint, and together they are the whole
                // slice. A range yields each of its places once, whatever `part` returns.
                unsafe { to.write(place, item) };
            });
            assert!(places.iter().all(Range::is_empty), "{CHANGED}"); // all have been written
        });
        self.bounds
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    #[test]
    fn items_stand_by_part_in_their_order() {
        let items: Vec<u32> = (0..50_000).map(|i: u32| i.wrapping_mul(0x9e37_79b9)).collect();
        let (items, part) = (&items[..], |item: &u32| (item >> 28) as usize);
        let mut want = items.to_vec();
        want.sort_by_key(part);
        for threads in [1, 2, 3] {
            let exec = Exec::new(threads).unwrap();
            let distribution = Distribution::new(&exec, &items, 1 << 10, 16, &part);
            assert_eq!(distribution.total(), items.len());
            let mut to = vec![MaybeUninit::uninit(); items.len()];
            let bounds = distribution.write(&exec, &items, &part, &mut to);
            // SAFETY: all places have been written.
            let moved: Vec<u32> = to.into_iter().map(|item| unsafe { item.assume_init() }).collect();
            assert_eq!(moved, want);
            for (part_of_bounds, bounds) in bounds.windows(2).enumerate() {
                assert!(moved[bounds[0]..bounds[1]].iter().all(|item| part(item) == part_of_bounds));
            }
        }
    }

    #[test]
    #[should_panic(expected = "an item's key does not change")]
    fn parts_that_change_are_noticed() {
        let (items, calls) = (&[1_u8; 100][..], AtomicUsize::new(0));
        let exec = Exec::new(1).unwrap();
        let part = |_: &u8| usize::from(calls.fetch_add(1, Relaxed) % 3 == 0);
        let distribution = Distribution::new(&exec, &items, 10, 2, &part);
        distribution.write(&exec, &items, &part, &mut [MaybeUninit::uninit(); 100]);
    }
}
