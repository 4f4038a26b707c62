//! An array from which items are removed repeatedly, moving as little as possible.
//!
//! The array is cut into regions. One thread compacts each region in place; removed items leave a gap at its
//! end. So no second array is needed, and no thread has to know the number of items that the regions before
//! it have kept. An item is identified by its position in the array, gaps included; positions keep the
//! original order of the items.

use std::mem;
use std::ops::{Index, Range};

use bytemuck::Zeroable;

use super::{for_each_piece, map_pieces};
use crate::exec::Exec;
use crate::{Result, memory};

mod fill;

/// Number of items between the call of `soon` and that of `f`.
const AHEAD: usize = 16;
/// Positions that are filtered before their items are computed.
const BLOCK: usize = 1 << 10;
/// Fewer items than this form one region.
const SMALL: usize = 1 << 14;
/// Regions per thread, so that no thread waits long for the others.
const PER_THREAD: usize = 2;

/// The name of the array in errors.
const WHAT: &str = "items in regions";

/// The panic message if a condition returns two different values.
const CHANGED: &str = "an item is kept both times or neither";

/// An array that shrinks in place, on all threads: for rounds that remove items.
///
/// Items keep their order, so the result is deterministic. Besides the items, it needs memory of 8 bytes per
/// region; there are two regions per thread.
///
/// # Examples
///
/// ```
/// use boscage::{exec::Exec, parallel::Regions};
///
/// let exec = Exec::new(2)?;
/// let mut numbers = Regions::new(&exec, vec![3, 8, 5, 6]);
/// numbers.retain_map(&exec, |_| (), |&number| (number / 2, number % 2 == 0));
/// assert_eq!(numbers.ranges().collect::<Vec<_>>(), [0..2]);
/// assert_eq!((numbers.len(), numbers[0], numbers[1]), (2, 4, 3));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Regions<T> {
    items: Vec<T>,
    /// Places per region.
    stride: usize,
    /// Items in each region.
    lens: Vec<usize>,
}

/// A region from the view of a pass.
pub(crate) struct Region<'a, T> {
    /// All its places.
    pub(crate) places: &'a mut [T],
    /// Number of items at the first of these places.
    pub(crate) len: &'a mut usize,
}

impl<T: Copy + Send + Sync> Regions<T> {
    /// Creates an array without items, in regions of `stride` places each.
    pub(crate) fn with_stride(stride: usize) -> Self {
        Self { items: Vec::new(), stride, lens: Vec::new() }
    }

    /// Returns the regions, to change them.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = Region<'_, T>> {
        let places = self.items.chunks_mut(self.stride);
        places.zip(&mut self.lens).map(|(places, len)| Region { places, len })
    }

    /// Appends `more` items, computed by `item` from their positions among these. There must be no gaps.
    ///
    /// # Errors
    /// As [`Regions::filter_map`].
    pub(crate) fn extend(
        &mut self,
        exec: &Exec,
        more: usize,
        item: impl Fn(usize) -> T + Sync,
    ) -> Result<()> {
        let (old, stride) = (self.items.len(), self.stride);
        if more == 0 {
            return Ok(());
        }
        if self.items.capacity() < old + more {
            let mut larger = memory::reserve("live items", old + more)?;
            larger.extend_from_slice(&self.items);
            self.items = larger;
        }
        // Written twice, yet 5 to 10 % faster in total than writing each item once to uninitialised memory,
        // by rayon's `collect` or by hand (windowed-kruskal, G(1M, 10M), one thread).
        self.items.resize(old + more, item(0));
        for_each_piece(exec, self.items[old..].chunks_mut(stride).enumerate(), |(block, items)| {
            for (i, place) in items.iter_mut().enumerate() {
                *place = item(block * stride + i);
            }
        });
        self.fill_lens();
        Ok(())
    }

    /// Closes all gaps, keeping the order of the items.
    pub(crate) fn close_gaps(&mut self) {
        let kept = move_to_front(&mut self.items, self.stride, &self.lens);
        self.items.truncate(kept);
        self.fill_lens();
    }

    /// Sets the lengths: every region is full except the last.
    fn fill_lens(&mut self) {
        let (items, stride) = (self.items.len(), self.stride);
        self.lens.clear();
        self.lens.extend((0..items.div_ceil(stride)).map(|region| stride.min(items - region * stride)));
    }

    /// Creates an array of items.
    #[must_use]
    pub fn new(exec: &Exec, items: Vec<T>) -> Self {
        let stride = stride(exec, items.len());
        let lens = items.chunks(stride).map(<[T]>::len).collect();
        Self { items, stride, lens }
    }

    /// Creates one region without a gap.
    fn one(items: Vec<T>) -> Self {
        let len = items.len();
        Self { items, stride: len.max(1), lens: vec![len] }
    }

    /// Returns a new array with the items for which `keep` is true. `keep` is called twice per item.
    ///
    /// # Errors
    /// As [`Regions::filter_map`].
    ///
    /// # Panics
    /// If `keep` does, or if it keeps more or fewer items the second time.
    pub fn filter(&self, exec: &Exec, keep: impl Fn(&T) -> bool + Sync) -> Result<Self>
    where
        T: Zeroable,
    {
        let regions = self.items.chunks(self.stride).zip(&self.lens).map(|(items, &len)| &items[..len]);
        let lens = map_pieces(exec, regions.clone(), |items| items.iter().filter(|item| keep(item)).count());
        let mut items = memory::zeroed(WHAT, lens.iter().sum())?;
        let mut rest = &mut *items;
        let mut parts = Vec::with_capacity(lens.len());
        for len in lens {
            let (part, others) = rest.split_at_mut(len);
            parts.push(part);
            rest = others;
        }
        for_each_piece(exec, regions.zip(parts), |(from, mut to)| {
            let mut kept = [0_u16; BLOCK];
            for block in from.chunks(BLOCK) {
                let mut count = 0;
                for (place, item) in block.iter().enumerate() {
                    kept[count] = place as u16; // in any case, as in `filter_map`
                    count += usize::from(keep(item));
                }
                let (now, rest) = to.split_at_mut_checked(count).expect(CHANGED);
                now.iter_mut().zip(&kept).for_each(|(to, &place)| *to = block[usize::from(place)]);
                to = rest;
            }
            assert!(to.is_empty(), "{CHANGED}");
        });
        Ok(Self::new(exec, items))
    }

    /// Calls `f` with each item, which returns the new item, and `false` to remove it. `soon` is called with
    /// most items some time before `f`, to prefetch the memory that `f` reads.
    pub fn retain_map(&mut self, exec: &Exec, soon: impl Fn(&T) + Sync, f: impl Fn(&T) -> (T, bool) + Sync) {
        let shrink = |(items, len): (&mut [T], &mut usize)| {
            let items = &mut items[..*len];
            let mut kept = 0;
            for i in 0..items.len() {
                soon(&items[(i + AHEAD).min(items.len() - 1)]);
                let (item, keep) = f(&items[i]);
                items[kept] = item;
                kept += usize::from(keep);
            }
            *len = kept;
        };
        for_each_piece(exec, self.items.chunks_mut(self.stride).zip(&mut self.lens), shrink);
        self.close_gaps_if_small();
    }

    /// Moves few items to the front, into one region.
    fn close_gaps_if_small(&mut self) {
        if self.len() >= SMALL || self.lens.len() <= 1 {
            return;
        }
        let kept = move_to_front(&mut self.items, self.stride, &self.lens);
        self.items.truncate(kept);
        *self = Self::one(mem::take(&mut self.items));
    }

    /// Number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lens.iter().sum()
    }

    /// Returns `true` if there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the positions of the items: those of each region without its gap.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.lens.iter().enumerate().map(|(region, &len)| region * self.stride..region * self.stride + len)
    }

    /// Returns all places, including gaps, for prefetching.
    #[must_use]
    pub fn places(&self) -> &[T] {
        &self.items
    }
}

impl<T> Index<usize> for Regions<T> {
    type Output = T;

    /// Returns the item at a position; in a gap, an arbitrary old item.
    #[inline]
    fn index(&self, position: usize) -> &T {
        &self.items[position]
    }
}

/// Moves the items of all regions to the front; returns their number.
fn move_to_front<T: Copy>(items: &mut [T], stride: usize, lens: &[usize]) -> usize {
    let mut kept = 0;
    for (region, &len) in lens.iter().enumerate() {
        let start = region * stride;
        if start != kept {
            items.copy_within(start..start + len, kept);
        }
        kept += len;
    }
    kept
}

/// Returns the places per region of an array of `len` items.
fn stride(exec: &Exec, len: usize) -> usize {
    let threads = exec.threads();
    let regions = if threads == 1 || len < SMALL { 1 } else { PER_THREAD * threads };
    len.div_ceil(regions).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(regions: &Regions<u64>) -> Vec<u64> {
        regions.ranges().flatten().map(|position| regions[position]).collect()
    }

    #[test]
    fn agrees_with_vectors_on_any_number_of_threads() {
        for threads in 1..=3 {
            let exec = &Exec::new(threads).unwrap();
            for len in [0, 1, SMALL - 1, SMALL, 5 * SMALL + 3] {
                let mut vec: Vec<u64> = (0..len as u64).map(|i| i * i % 1009).collect();
                let items = vec.clone();
                let made = Regions::filter_map(
                    exec,
                    len,
                    |i| items[i] != 5,
                    |i| assert!(i < len),
                    |i| (items[i], items[i] != 6),
                );
                let mut made = made.unwrap();
                let few = Regions::filter_map(
                    exec,
                    len,
                    |i| items[i].is_multiple_of(5),
                    |_| (),
                    |i| (items[i], items[i] > 9),
                );
                let expected = items.iter().copied().filter(|item| item.is_multiple_of(5) && *item > 9);
                assert_eq!(kept(&few.unwrap()), expected.collect::<Vec<_>>());
                let mapped = Regions::map(
                    exec,
                    len,
                    |i| assert!(i < len),
                    |i| (items[i], !items[i].is_multiple_of(5)),
                );
                let fifths = items.iter().copied().filter(|item| !item.is_multiple_of(5)).collect::<Vec<_>>();
                assert_eq!(kept(&mapped.unwrap()), fifths);
                let mut from = Regions::new(exec, items.clone());
                from.retain_map(exec, |_| (), |&item| (item, item != 5 && item != 6));
                vec.retain(|&item| item != 5 && item != 6);
                for divisor in [3, 2, 7, 1] {
                    assert_eq!((made.len(), kept(&made)), (vec.len(), vec.clone()));
                    assert_eq!(kept(&from), vec);
                    let f = |&item: &u64| (item / divisor, item % divisor != 1);
                    made.retain_map(exec, |_| (), f);
                    from.retain_map(exec, |_| (), f);
                    vec = vec.iter().map(f).filter(|kept| kept.1).map(|kept| kept.0).collect();
                }
                made.retain_map(exec, |_| (), |&item| (item, false));
                assert!(made.is_empty());
            }
        }
    }
}
