//! The minimum of the keys offered to each of many places.
//!
//! One thread handles the offers in order, and prefetches the next places. Several threads would have to lock
//! each place, and would wait for its cache line more than for the lock. So two threads have separate arrays
//! of places, which are merged at the end. Three or more threads write their offers into buckets, one per
//! range of places. Then one thread handles each range, which fits its cache. Offers are bucketed in batches,
//! so the buckets stay in the cache, too. Nothing is shared, and the result does not depend on timing.

use std::ops::Range;

use super::{for_each_piece, prefetch};
use crate::exec::Exec;
use crate::{Result, memory};

/// Number of items between the prefetch of a place and its use.
const AHEAD: usize = 16;
/// Fewer items than this are handled by one thread.
const SMALL: usize = 1 << 14;
/// Least and most items that one thread buckets at a time.
const BATCH: (usize, usize) = (1 << 10, 1 << 12);
/// Places per bucket: an array of 64-bit keys that fits a second-level cache. A bucket has fewer places if
/// not every thread would have several buckets, and more if there would be too many buckets.
const BUCKET: usize = 1 << 15;
/// Most buckets: writing to more places at once overloads the caches.
const MAX_BUCKETS: usize = 1 << 8;

/// Returns the least key offered to each of `places` places, or `nothing` if no key is less. Each item of
/// `items` offers the same key to two places.
///
/// `offer` may be called more than once per item. If its results differ, keys may be lost or offered to other
/// places.
///
/// Deterministic. Takes memory for the result; with two threads for a second array, with more for some
/// batches of offers per thread.
///
/// # Errors
/// [`crate::Error::OutOfMemory`].
///
/// # Panics
/// If a place is out of range; possibly if `offer` returns different values for an item.
///
/// # Examples
/// ```
/// let exec = boscage::exec::Exec::new(2)?;
/// let edges = [(0, 1, 7), (1, 2, 5), (0, 2, 9)];
/// let lightest = boscage::parallel::least(&exec, 4, u32::MAX, &[0..3], |i| {
///     let (u, v, weight) = edges[i];
///     ([u, v], weight)
/// })?;
/// assert_eq!(lightest, [7, 5, 5, u32::MAX]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn least<K: Copy + Ord + Send + Sync>(
    exec: &Exec,
    places: usize,
    nothing: K,
    items: &[Range<usize>],
    offer: impl Fn(usize) -> ([u32; 2], K) + Sync,
) -> Result<Vec<K>> {
    let count: usize = items.iter().map(ExactSizeIterator::len).sum();
    match exec.threads() {
        threads if threads == 1 || count < SMALL => {
            let mut least = memory::filled("lightest edges", places, nothing)?;
            items.iter().for_each(|items| take(&mut least, items.clone(), &offer));
            Ok(least)
        }
        // Buckets cost more than a second thread gains.
        2 => {
            // One thread allocates both: allocators keep freed memory per thread.
            let mut one = memory::reserve("lightest edges", places)?;
            let mut other = memory::reserve("lightest edges", places)?;
            for_each_piece(exec, [&mut one, &mut other], |least| least.resize(places, nothing));
            let halves = [&mut one, &mut other].into_iter().zip(split(items, count / 2));
            for_each_piece(exec, halves, |(least, half)| {
                half.into_iter().for_each(|items| take(least, items, &offer));
            });
            for_each_piece(exec, one.chunks_mut(BUCKET).zip(other.chunks(BUCKET)), |(least, other)| {
                least.iter_mut().zip(other).for_each(|(least, &other)| *least = other.min(*least));
            });
            Ok(one)
        }
        _ => {
            let mut least = super::tabulate(exec, "lightest edges", places, |_| nothing)?;
            bucketed(exec, &mut least, nothing, items, count, &offer)?;
            Ok(least)
        }
    }
}

/// Handles the offers of some items in their order.
fn take<K: Copy + Ord>(least: &mut [K], items: Range<usize>, offer: &impl Fn(usize) -> ([u32; 2], K)) {
    for item in items.clone() {
        let (soon, _) = offer((item + AHEAD).min(items.end - 1));
        soon.iter().for_each(|&place| prefetch(least, place as usize));
        let (at, key) = offer(item);
        for place in at {
            let least = &mut least[place as usize];
            *least = key.min(*least);
        }
    }
}

/// Splits the items into the first `middle` and the others.
fn split(items: &[Range<usize>], middle: usize) -> [Vec<Range<usize>>; 2] {
    let (mut before, mut halves) = (0, [Vec::new(), Vec::new()]);
    for range in items {
        let cut = range.start + middle.saturating_sub(before).min(range.len());
        before += range.len();
        halves[0].push(range.start..cut);
        halves[1].push(cut..range.end);
    }
    halves
}

/// Handles all offers, of `count` items, by way of buckets.
fn bucketed<K: Copy + Ord + Send + Sync>(
    exec: &Exec,
    least: &mut [K],
    nothing: K,
    items: &[Range<usize>],
    count: usize,
    offer: &(impl Fn(usize) -> ([u32; 2], K) + Sync),
) -> Result<()> {
    let (places, threads) = (least.len(), exec.threads());
    let width = BUCKET.min(places.div_ceil(8 * threads)).max(places.div_ceil(MAX_BUCKETS));
    let width = width.next_power_of_two();
    let (buckets, shift) = (places.div_ceil(width), width.ilog2());
    let most = count.div_ceil(2 * threads).clamp(BATCH.0, BATCH.1);
    let mut batches: Vec<Range<usize>> = Vec::new();
    for range in items {
        batches.extend(range.clone().step_by(most).map(|start| start..range.end.min(start + most)));
    }
    let mut offers = Vec::new();
    for _ in 0..batches.len().min(2 * threads) {
        // The first thread that handles offers initialises them: on this thread, that would delay all others.
        let sorted = memory::reserve("offers", 2 * most)?;
        offers.push(Offers { sorted, ends: memory::filled("buckets", buckets, 0)? });
    }
    for group in batches.chunks(offers.len().max(1)) {
        for_each_piece(exec, offers.iter_mut().zip(group), |(offers, batch)| {
            offers.sorted.resize(2 * batch.len(), (0, nothing));
            offers.take(batch, offer, shift);
        });
        let of_group = &offers[..group.len()];
        for_each_piece(exec, least.chunks_mut(width).enumerate(), |(bucket, least)| {
            for &(place, key) in of_group.iter().flat_map(|offers| offers.of(bucket)) {
                let least = &mut least[place as usize & (width - 1)];
                *least = key.min(*least);
            }
        });
    }
    Ok(())
}

/// The offers of a batch, bucket by bucket. They take the same memory, even if all go into one bucket.
struct Offers<K> {
    sorted: Vec<(u32, K)>,
    /// The end of each bucket.
    ends: Vec<usize>,
}

impl<K: Copy> Offers<K> {
    /// Replaces these offers by those of `batch`. The bits of a place from `shift` on are its bucket.
    fn take(&mut self, batch: &Range<usize>, offer: &impl Fn(usize) -> ([u32; 2], K), shift: u32) {
        let Self { sorted, ends } = self;
        ends.fill(0);
        for place in batch.clone().flat_map(|item| offer(item).0) {
            ends[place as usize >> shift] += 1;
        }
        let mut before = 0;
        for end in &mut *ends {
            before += std::mem::replace(end, before);
        }
        // Buckets are filled from their beginning; the position of the next offer ends at the bucket's end.
        for item in batch.clone() {
            let (at, key) = offer(item);
            for place in at {
                let end = &mut ends[place as usize >> shift];
                sorted[*end] = (place, key);
                *end += 1;
            }
        }
    }

    /// Returns the offers of a bucket.
    fn of(&self, bucket: usize) -> &[(u32, K)] {
        let begin = if bucket == 0 { 0 } else { self.ends[bucket - 1] };
        &self.sorted[begin..self.ends[bucket]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_take_no_more_memory_where_all_go_to_one_bucket() {
        const PLACES: usize = 1 << 8;
        let spread = |i: usize| ([i % PLACES, (i / 3 + 7) % PLACES].map(|place| place as u32), i);
        let one = |i: usize| ([77, 77], i);
        let mut offers = Offers { sorted: vec![(0, 0); 2 * BATCH.1], ends: vec![0; PLACES >> 4] };
        for offer in [spread, one, spread] {
            let batch = 5..5 + BATCH.1;
            offers.take(&batch, &offer, 4);
            for bucket in 0..PLACES >> 4 {
                let both = batch.clone().flat_map(|i| offer(i).0.map(|place| (place, i)));
                let expected: Vec<_> = both.filter(|(place, _)| *place as usize >> 4 == bucket).collect();
                assert_eq!(offers.of(bucket), expected, "bucket {bucket}");
            }
            assert_eq!(offers.sorted.capacity(), 2 * BATCH.1);
        }
    }

    #[test]
    fn agrees_with_a_loop_on_any_number_of_threads() {
        for (places, items) in [(1, 0), (1, 5), (7, 100), (100_000, 300_001)] {
            // Some places far apart, and all of the last items at one place.
            let place = |i: usize| match i {
                100_000..200_000 => i as u64,
                200_000.. => 99_999,
                _ => (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33,
            };
            let offer = |i: usize| {
                let at = [place(i), place(i + 7)].map(|place| (place % places as u64) as u32);
                (at, ((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40, i))
            };
            let ranges = [0..items / 3, items / 3 + items / 9..items, items..items];
            let mut expected = vec![(u64::MAX, 0); places];
            for item in ranges.iter().cloned().flatten() {
                let (at, key) = offer(item);
                at.iter().for_each(|&place| expected[place as usize] = expected[place as usize].min(key));
            }
            for threads in 1..=4 {
                let exec = &Exec::new(threads).unwrap();
                let found = least(exec, places, (u64::MAX, 0), &ranges, offer).unwrap();
                assert_eq!(found, expected, "{places} places, {items} items, {threads} threads");
            }
        }
    }
}
