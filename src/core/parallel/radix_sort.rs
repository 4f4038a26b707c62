//! Stable sorting by an unsigned key, digit by digit.
//!
//! The cost of sorting many items is reading and writing memory. So items should pass through memory as
//! rarely as possible, and everything else should happen in the cache. There are two steps:
//!
//! 1. **Partition**, in parallel, by the highest bits in which most keys differ, into some hundreds of parts
//!    or more. A part that does not fit the cache is partitioned again.
//! 2. **Sort each part**, one part per thread, from the lowest digit to the highest. If the keys differ in
//!    more than three digits, only by the highest two. That nearly always separates all keys of a part;
//!    otherwise, short runs of keys that are equal so far are sorted by their remaining bits.
//!
//! Digits are counted from the highest bit in which keys differ. Both steps keep the order of equal keys, and
//! the result does not depend on the bounds of blocks or the number of threads.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ops::Range;

use super::partition::Partition;
use super::radix_key::RadixKey;
use super::scan::scan_from;
use super::{Items, for_each_piece, pipeline};
use crate::exec::Exec;
use crate::{Result, memory};

/// Bytes of a part that is sorted in the cache: with its copy, it takes half of a second-level cache of 1
/// MiB.
const PART_BYTES: usize = 1 << 18;
/// Below this many items, counting digits costs more than comparing keys.
const COMPARED: usize = 1 << 8;
/// Items that are sorted by insertion.
const RUN: usize = 1 << 4;
/// Most bits per digit when a part is sorted: two arrays of counts fit a first-level cache.
const DIGIT_BITS: u32 = 11;

/// The panic message if keys change during a sort.
pub(super) const CHANGED: &str = "an item's key does not change";

/// Sorts `items` by `key`, on all threads. The sort is stable, so the result is deterministic. It needs the
/// memory of the items once more.
///
/// # Errors
/// [`crate::Error::OutOfMemory`]; `items` are then unchanged.
///
/// # Panics
/// If `key` does, and nearly always if it returns different keys for an item; `items` may then lack some
/// items and have others twice.
///
/// # Examples
/// ```
/// let exec = boscage::exec::Exec::new(2)?;
/// let mut edges = [(7_u32, 'a'), (2, 'b'), (7, 'c'), (0, 'd')];
/// boscage::parallel::radix_sort(&exec, &mut edges, |edge| edge.0)?;
/// assert_eq!(edges.map(|edge| edge.1), ['d', 'b', 'a', 'c']);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn radix_sort<T, K>(exec: &Exec, items: &mut [T], key: impl Fn(&T) -> K + Sync) -> Result<()>
where
    T: Copy + Send + Sync,
    K: RadixKey,
{
    let mut scratch = memory::reserve("the sort's second array", items.len())?;
    if let Some(partition) = partition(items, &key) {
        let bounds = partition.run(exec, &&*items, &mut scratch.spare_capacity_mut()[..items.len()], &key);
        // SAFETY: the partition has written every place.
        unsafe { scratch.set_len(items.len()) };
        sort_parts(exec, &mut scratch, items, &bounds, Sorted::There, &key);
    } else {
        scratch.extend_from_slice(items);
        sort_part(items, &mut scratch, Sorted::Here, u32::MAX, &key);
    }
    Ok(())
}

/// Creates the item of each position below `count`, and calls `next` with them in the order of `key` and, for
/// equal keys, of positions: with some items at a time, until it returns `false`. Threads sort items shortly
/// before they are needed, and do not sort those after the last call. Calls are made one after the other. The
/// result is deterministic. It needs the memory of all items once, which it leaves in `scratch`, an
/// empty vector or that of an earlier call.
///
/// # Errors
/// [`crate::Error::OutOfMemory`].
///
/// # Panics
/// If one of the closures does, and as [`radix_sort`] if `item` or `key` returns different values for a
/// position.
///
/// # Examples
/// ```
/// let exec = boscage::exec::Exec::new(2)?;
/// let (weights, mut order) = ([7_u32, 2, 7, 0], Vec::new());
/// boscage::parallel::for_each_sorted(&exec, &mut Vec::new(), 4, |i| i, |&i| weights[i], |some| {
///     order.extend_from_slice(some);
///     true
/// })?;
/// assert_eq!(order, [3, 1, 0, 2]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn for_each_sorted<T, K>(
    exec: &Exec,
    scratch: &mut Vec<T>,
    count: usize,
    item: impl Fn(usize) -> T + Sync,
    key: impl Fn(&T) -> K + Sync,
    mut next: impl FnMut(&[T]) -> bool + Send,
) -> Result<()>
where
    T: Copy + Send + Sync,
    K: RadixKey,
{
    let made = Made { count, item };
    let items = scratch;
    items.clear();
    if items.capacity() < count {
        *items = Vec::new(); // before there is another one
        *items = memory::reserve("items to sort", count)?;
    }
    let parts = (count * size_of::<T>()).div_ceil(PART_BYTES);
    let partition = match parts > 1 && count > COMPARED {
        true => Partition::of(&made, parts, &key),
        false => None,
    };
    let Some(partition) = partition else {
        made.for_each(0..count, |item| items.push(item));
        sort_part(&mut items.clone(), items, Sorted::There, u32::MAX, &key);
        next(items);
        return Ok(());
    };
    let bounds = partition.run(exec, &made, &mut items.spare_capacity_mut()[..count], &key);
    // SAFETY: the partition has written every place.
    unsafe { items.set_len(count) };
    let mut rest = &mut **items;
    let parts = bounds.windows(2).map(move |bounds| {
        let (part, others) = std::mem::take(&mut rest).split_at_mut(bounds[1] - bounds[0]);
        rest = others;
        part
    });
    let sort = |part| in_place(exec, part, &key);
    let mut outcome = Ok(());
    let go_on = |part: Result<&mut [T]>| match part.map(|part| next(part)) {
        Ok(true) => Ok(()),
        Ok(false) => Err(()),
        Err(error) => {
            outcome = Err(error);
            Err(())
        }
    };
    // An error of the pipeline only means that it has ended early.
    let _ = pipeline(exec, parts.filter(|part| !part.is_empty()), sort, go_on);
    outcome
}

/// Sorts one part of partitioned items. Its scratch array is its own.
fn in_place<'a, T, K>(exec: &Exec, part: &'a mut [T], key: &(impl Fn(&T) -> K + Sync)) -> Result<&'a mut [T]>
where
    T: Copy + Send + Sync,
    K: RadixKey,
{
    let mut from = memory::reserve("a part of the items to sort", part.len())?;
    from.extend_from_slice(part);
    sort(exec, &mut from, part, Sorted::There, key);
    Ok(part)
}

/// Items computed from positions.
struct Made<F> {
    count: usize,
    item: F,
}

impl<T, F: Fn(usize) -> T + Sync> Items<T> for Made<F> {
    fn len(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn for_each(&self, positions: Range<usize>, mut item: impl FnMut(T)) {
        positions.for_each(|position| item((self.item)(position)));
    }
}

/// The array in which the sorted items are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sorted {
    /// The array with the items.
    Here,
    /// The other array.
    There,
}

impl Sorted {
    /// Returns the same array from the view of the other one.
    fn seen_from_there(self) -> Self {
        match self {
            Self::Here => Self::There,
            Self::There => Self::Here,
        }
    }
}

/// Returns the number of parts for which each part fits the cache.
fn parts<T>(items: &[T]) -> usize {
    size_of_val(items).div_ceil(PART_BYTES)
}

fn is_large<T>(items: &[T]) -> bool {
    parts(items) > 4 && items.len() > COMPARED
}

/// Creates the partition of items that do not fit the cache, unless nearly all keys are equal.
fn partition<T: Copy + Sync, K: RadixKey>(items: &[T], key: &impl Fn(&T) -> K) -> Option<Partition<K>> {
    is_large(items).then(|| Partition::of(&items, parts(items), key)).flatten()
}

/// Sorts items of any number.
fn sort<T, K>(exec: &Exec, items: &mut [T], other: &mut [T], wanted: Sorted, key: &(impl Fn(&T) -> K + Sync))
where
    T: Copy + Send + Sync,
    K: RadixKey,
{
    if let Some(partition) = partition(items, key) {
        let bounds = partition.run(exec, &&*items, as_uninit(other), key);
        sort_parts(exec, other, items, &bounds, wanted.seen_from_there(), key);
    } else {
        sort_part(items, other, wanted, u32::MAX, key);
    }
}

/// Sorts each part of partitioned items.
fn sort_parts<'a, T, K>(
    exec: &Exec,
    mut items: &'a mut [T],
    mut other: &'a mut [T],
    bounds: &[usize],
    wanted: Sorted,
    key: &(impl Fn(&T) -> K + Sync),
) where
    T: Copy + Send + Sync,
    K: RadixKey,
{
    let mut parts = Vec::with_capacity(bounds.len());
    for part in bounds.windows(2).map(|bounds| bounds[1] - bounds[0]) {
        let (of_items, of_other);
        (of_items, items) = items.split_at_mut(part);
        (of_other, other) = other.split_at_mut(part);
        parts.push((of_items, of_other));
    }
    for_each_piece(exec, parts, |(items, other)| sort(exec, items, other, wanted, key));
}

/// Sorts items that fit the cache or are few; otherwise as [`sort`].
fn sort_part<'a, T: Copy, K: RadixKey>(
    mut items: &'a mut [T],
    mut other: &'a mut [T],
    mut wanted: Sorted,
    below: u32,
    key: &impl Fn(&T) -> K,
) {
    if items.len() < COMPARED {
        sort_few(items, other, key);
    } else {
        let bits = differing_bits(items, key);
        assert!(bits <= below, "{CHANGED}"); // otherwise runs could be sorted without end
        let digits = Digits::of(bits);
        let mut counts = [[0_u32; 1 << DIGIT_BITS]; Digits::MOST];
        for item in &*items {
            let key = key(item);
            for (digit, count) in counts.iter_mut().enumerate().take(digits.count) {
                count[digits.get(key, digit)] += 1;
            }
        }
        // With a constant number of digits, so that the compiler unrolls the loops.
        for (digit, count) in counts.iter_mut().enumerate() {
            if digit == digits.count {
                break;
            }
            scan_from(0, &mut count[..1 << digits.width]);
            for item in &*items {
                let place = &mut count[digits.get(key(item), digit)];
                *other.get_mut(*place as usize).expect(CHANGED) = *item;
                *place += 1;
            }
            std::mem::swap(&mut items, &mut other);
            wanted = wanted.seen_from_there();
        }
        if digits.below > 0 {
            sort_runs(items, other, digits.below, key);
        }
    }
    if wanted == Sorted::There {
        other.copy_from_slice(items);
    }
}

/// Sorts few items: runs by insertion, then two runs at a time by merging. The stable sort of `std` is four
/// times as much code.
fn sort_few<T: Copy, K: RadixKey>(items: &mut [T], other: &mut [T], key: &impl Fn(&T) -> K) {
    for run in items.chunks_mut(RUN) {
        for next in 1..run.len() {
            let (item, mut place) = (run[next], next);
            while place > 0 && key(&item) < key(&run[place - 1]) {
                run[place] = run[place - 1];
                place -= 1;
            }
            run[place] = item;
        }
    }
    let mut run = RUN;
    while run < items.len() {
        for start in (0..items.len()).step_by(2 * run) {
            let (middle, end) = ((start + run).min(items.len()), (start + 2 * run).min(items.len()));
            let (mut low, mut high) = (start, middle);
            for place in &mut other[start..end] {
                // Of equal keys, the first one comes first.
                let is_high = low == middle || high < end && key(&items[high]) < key(&items[low]);
                let from = if is_high { &mut high } else { &mut low };
                *place = items[*from];
                *from += 1;
            }
        }
        items.copy_from_slice(&other[..items.len()]);
        run *= 2;
    }
}

/// The digits by which a part is sorted, lowest first.
#[derive(Clone, Copy)]
struct Digits {
    count: usize,
    width: u32,
    /// Bits below the lowest digit.
    below: u32,
}

impl Digits {
    /// Sorts by all bits if this many digits hold them, otherwise by the highest ones.
    const MOST: usize = 3;

    /// Creates digits of equal width for the lowest `bits` bits.
    fn of(bits: u32) -> Self {
        let needed = bits.div_ceil(DIGIT_BITS) as usize;
        let count = if needed <= Self::MOST { needed } else { Self::MOST - 1 };
        let width = bits.div_ceil(count.max(1) as u32).min(DIGIT_BITS);
        Self { count, width, below: bits.saturating_sub(count as u32 * width) }
    }

    #[inline(always)]
    fn get<K: RadixKey>(self, key: K, digit: usize) -> usize {
        key.digit(self.below + digit as u32 * self.width, (1 << self.width) - 1)
    }
}

/// Sorts items that are sorted except by their lowest `below` bits. Most runs have one item.
fn sort_runs<T: Copy, K: RadixKey>(items: &mut [T], other: &mut [T], below: u32, key: &impl Fn(&T) -> K) {
    let mut start = 0;
    while start < items.len() {
        let first = key(&items[start]);
        let same = |item: &&T| first.difference(key(item)).bits() <= below;
        let end = start + 1 + items[start + 1..].iter().take_while(same).count();
        if end - start > 1 {
            sort_part(&mut items[start..end], &mut other[start..end], Sorted::Here, below, key);
        }
        start = end;
    }
}

/// Returns the number of lowest bits that separate all keys.
fn differing_bits<T, K: RadixKey>(items: &[T], key: &impl Fn(&T) -> K) -> u32 {
    let Some(first) = items.first().map(key) else { return 0 };
    let union = |all: K, item| all.union(first.difference(key(item)));
    items.iter().fold(first.difference(first), union).bits()
}

/// Returns the places, to be overwritten.
fn as_uninit<T: Copy>(items: &mut [T]) -> &mut [MaybeUninit<T>] {
    // SAFETY: the layout is the same; only `Partition::run` sees the result, and it writes initialised values
    // only.
    unsafe { &mut *(std::ptr::from_mut(items) as *mut [MaybeUninit<T>]) }
}

#[cfg(all(test, not(loom)))]
mod tests;
