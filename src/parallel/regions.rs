//! Items that are thrown out again and again, and moved no more than necessary.
//!
//! An array is cut into regions. Each region is compacted in place, by one thread; what was thrown out leaves
//! a gap at its end. So no second array is needed, and no thread has to know how much the ones before it have
//! kept. An item is named by its position in the array, gaps included; positions keep the order that the
//! items had in the beginning.

use std::ops::{Index, Range};

use bytemuck::Zeroable;

use super::{for_each_piece, map_pieces};
use crate::{Result, memory};

/// How many items ahead `soon` is called with one.
const AHEAD: usize = 16;
/// Positions that are looked at before their items are made.
const BLOCK: usize = 1 << 10;
/// Fewer items than this are one region.
const SMALL: usize = 1 << 14;
/// Regions per thread, so that no thread waits long for the others.
const PER_THREAD: usize = 2;

/// What is said of a condition with two answers.
const CHANGED: &str = "an item is kept both times or neither";

/// An array that shrinks in place, on all threads of the pool.
///
/// ```
/// use boscage::parallel::Regions;
///
/// let mut numbers = Regions::from(vec![3, 8, 5, 6]);
/// numbers.retain_map(|_| (), |&number| (number / 2, number % 2 == 0));
/// assert_eq!(numbers.ranges().collect::<Vec<_>>(), [0..2]);
/// assert_eq!((numbers.len(), numbers[0], numbers[1]), (2, 4, 3));
/// ```
#[derive(Clone, Debug)]
pub struct Regions<T> {
    items: Vec<T>,
    /// Room of a region.
    stride: usize,
    /// Items in each region.
    lens: Vec<usize>,
}

impl<T: Copy + Send + Sync> From<Vec<T>> for Regions<T> {
    fn from(items: Vec<T>) -> Self {
        let stride = stride(items.len());
        let lens = items.chunks(stride).map(<[T]>::len).collect();
        Self { items, stride, lens }
    }
}

impl<T: Copy + Send + Sync> Regions<T> {
    /// What `item` makes of those positions below `len` that are `wanted`, where it says `true`. `soon` is
    /// called with most positions some time before `item` is, for it to prefetch what `item` will read.
    ///
    /// There is room for all of them; what is not needed is not touched.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn filter_map(
        len: usize,
        wanted: impl Fn(usize) -> bool + Sync,
        soon: impl Fn(usize) + Sync,
        item: impl Fn(usize) -> (T, bool) + Sync,
    ) -> Result<Self>
    where
        T: Zeroable,
    {
        Self::fill(len, |positions, items| {
            let mut kept = 0;
            let mut places = [0; BLOCK];
            for block in positions.clone().step_by(BLOCK) {
                let mut count = 0;
                for position in block..positions.end.min(block + BLOCK) {
                    // Written in any case: a branch that cannot be predicted costs more.
                    places[count] = position;
                    count += usize::from(wanted(position));
                }
                for i in 0..count {
                    soon(places[(i + AHEAD).min(count - 1)]);
                    let (item, keep) = item(places[i]);
                    items[kept] = item;
                    kept += usize::from(keep);
                }
            }
            kept
        })
    }

    /// As [`Regions::filter_map`], where all positions are wanted.
    ///
    /// # Errors
    /// As [`Regions::filter_map`].
    pub fn map(
        len: usize,
        soon: impl Fn(usize) + Sync,
        item: impl Fn(usize) -> (T, bool) + Sync,
    ) -> Result<Self>
    where
        T: Zeroable,
    {
        Self::fill(len, |positions, items| {
            let mut kept = 0;
            for position in positions.clone() {
                soon((position + AHEAD).min(positions.end - 1));
                let (item, keep) = item(position);
                items[kept] = item;
                kept += usize::from(keep);
            }
            kept
        })
    }

    /// Regions of `len` positions; `fill` writes the items of a region, and says how many those are.
    fn fill(len: usize, fill: impl Fn(Range<usize>, &mut [T]) -> usize + Sync) -> Result<Self>
    where
        T: Zeroable,
    {
        let mut items = memory::zeroed("items in regions", len)?;
        let stride = stride(len);
        let fill =
            |(region, items): (usize, &mut [T])| fill(region * stride..region * stride + items.len(), items);
        let lens = map_pieces(items.chunks_mut(stride).enumerate(), fill);
        let mut made = Self { items, stride, lens };
        made.close_gaps_if_small();
        Ok(made)
    }

    /// The items that `keep` keeps, as an array of their own. It is asked twice.
    ///
    /// # Errors
    /// As [`Regions::filter_map`].
    ///
    /// # Panics
    /// If `keep` does, or keeps more or fewer the second time.
    pub fn filter(&self, keep: impl Fn(&T) -> bool + Sync) -> Result<Self>
    where
        T: Zeroable,
    {
        let regions = self.items.chunks(self.stride).zip(&self.lens).map(|(items, &len)| &items[..len]);
        let lens = map_pieces(regions.clone(), |items| items.iter().filter(|item| keep(item)).count());
        let mut items = memory::zeroed("items in regions", lens.iter().sum())?;
        let mut rest = &mut *items;
        let mut parts = Vec::with_capacity(lens.len());
        for len in lens {
            let (part, others) = rest.split_at_mut(len);
            parts.push(part);
            rest = others;
        }
        for_each_piece(regions.zip(parts), |(from, to)| {
            let mut kept = from.iter().filter(|item| keep(item));
            to.iter_mut().for_each(|to| *to = *kept.next().expect(CHANGED));
            assert!(kept.next().is_none(), "{CHANGED}");
        });
        Ok(Self::from(items))
    }

    /// Replaces each item by what `f` makes of it, and throws it out where `f` says `false`. `soon` is called
    /// with most items some time before `f` is, for it to prefetch what `f` will read.
    pub fn retain_map(&mut self, soon: impl Fn(&T) + Sync, f: impl Fn(&T) -> (T, bool) + Sync) {
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
        for_each_piece(self.items.chunks_mut(self.stride).zip(&mut self.lens), shrink);
        self.close_gaps_if_small();
    }

    /// Moves few items to the front, into one region.
    fn close_gaps_if_small(&mut self) {
        if self.len() >= SMALL || self.lens.len() <= 1 {
            return;
        }
        let mut kept = 0;
        for (region, &len) in self.lens.iter().enumerate() {
            let start = region * self.stride;
            self.items.copy_within(start..start + len, kept);
            kept += len;
        }
        self.items.truncate(kept);
        (self.stride, self.lens) = (kept.max(1), vec![kept]);
    }

    /// Number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lens.iter().sum()
    }

    /// Whether there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where items are: the positions of each region without its gap.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.lens.iter().enumerate().map(|(region, &len)| region * self.stride..region * self.stride + len)
    }

    /// All places, those of gaps included, to be prefetched.
    #[must_use]
    pub fn places(&self) -> &[T] {
        &self.items
    }
}

impl<T> Index<usize> for Regions<T> {
    type Output = T;

    /// The item at a position; in a gap, whatever was left there.
    #[inline]
    fn index(&self, position: usize) -> &T {
        &self.items[position]
    }
}

/// Room of each region of an array of `len` items.
fn stride(len: usize) -> usize {
    let threads = rayon::current_num_threads();
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
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                for len in [0, 1, SMALL - 1, SMALL, 5 * SMALL + 3] {
                    let mut vec: Vec<u64> = (0..len as u64).map(|i| i * i % 1009).collect();
                    let items = vec.clone();
                    let made = Regions::filter_map(
                        len,
                        |i| items[i] != 5,
                        |i| assert!(i < len),
                        |i| (items[i], items[i] != 6),
                    );
                    let mut made = made.unwrap();
                    let mapped =
                        Regions::map(len, |i| assert!(i < len), |i| (items[i], !items[i].is_multiple_of(5)));
                    let fifths =
                        items.iter().copied().filter(|item| !item.is_multiple_of(5)).collect::<Vec<_>>();
                    assert_eq!(kept(&mapped.unwrap()), fifths);
                    let mut from = Regions::from(items.clone());
                    from.retain_map(|_| (), |&item| (item, item != 5 && item != 6));
                    vec.retain(|&item| item != 5 && item != 6);
                    for divisor in [3, 2, 7, 1] {
                        assert_eq!((made.len(), kept(&made)), (vec.len(), vec.clone()));
                        assert_eq!(kept(&from), vec);
                        let f = |&item: &u64| (item / divisor, item % divisor != 1);
                        made.retain_map(|_| (), f);
                        from.retain_map(|_| (), f);
                        vec = vec.iter().map(f).filter(|kept| kept.1).map(|kept| kept.0).collect();
                    }
                    made.retain_map(|_| (), |&item| (item, false));
                    assert!(made.is_empty());
                }
            });
        }
    }
}
