//! Chunks by bucket, and the lowest bucket: the private part of a worker in a [`Buckets`](super::Buckets)
//! worklist.
//!
//! Most pushes go to buckets slightly above the current one. So the chunks of 256 consecutive buckets, the
//! *window*, are in an array, with one bit per bucket that has items. The other buckets are in a tree, which
//! never has a bucket of the window. The window moves up by at least half its width when a bucket of its
//! upper half is taken, and to any bucket when it is empty.

use std::collections::BTreeMap;

use super::chunks::{Chunk, Emptied};

/// Buckets in the window, a power of two.
const WIDTH: u64 = 256;

/// Bits in a word.
const BITS: u64 = u64::BITS as u64;

/// Words of the bitmap of buckets that have items.
const WORDS: usize = (WIDTH / BITS) as usize;

/// Chunks that are not full.
#[derive(Debug)]
pub(super) struct Window<T> {
    /// The first bucket of the window, a multiple of half its width.
    begin: u64,
    /// Bucket `b` is at `b % WIDTH`.
    chunks: Box<[Chunk<T>]>,
    /// One bit per chunk that is not empty, at the same position.
    occupied: [u64; WORDS],
    /// Chunks of buckets outside of the window, none of them empty.
    outside: BTreeMap<u64, Chunk<T>>,
    /// Empty chunks to reuse.
    pub(super) emptied: Emptied<T>,
}

/// Returns the word and the bit of a bucket of the window.
fn place(bucket: u64) -> (usize, u64) {
    ((bucket % WIDTH / BITS) as usize, 1 << (bucket % BITS))
}

impl<T> Window<T> {
    pub(super) fn new() -> Self {
        Self {
            begin: 0,
            chunks: (0..WIDTH).map(|_| Chunk::new()).collect(),
            occupied: [0; WORDS],
            outside: BTreeMap::new(),
            emptied: Emptied::new(),
        }
    }

    /// Adds an item. Returns the chunk if it is full, with `len` items.
    #[inline]
    pub(super) fn push(&mut self, bucket: u64, item: T, len: usize) -> Option<Chunk<T>> {
        if bucket.wrapping_sub(self.begin) >= WIDTH {
            return self.push_outside(bucket, item, len);
        }
        let chunk = &mut self.chunks[(bucket % WIDTH) as usize];
        if chunk.is_empty() {
            let (word, bit) = place(bucket);
            self.occupied[word] |= bit;
            if chunk.capacity() == 0 {
                *chunk = self.emptied.chunk(len);
            }
        }
        chunk.push(item);
        if chunk.len() < len { None } else { Some(self.take(bucket)) }
    }

    #[cold]
    fn push_outside(&mut self, bucket: u64, item: T, len: usize) -> Option<Chunk<T>> {
        if self.occupied == [0; WORDS] {
            self.move_to(bucket);
            return self.push(bucket, item, len);
        }
        let chunk = self.outside.entry(bucket).or_default();
        chunk.push(item);
        if chunk.len() < len { None } else { self.outside.remove(&bucket) }
    }

    /// Takes the chunk of a bucket of the window.
    fn take(&mut self, bucket: u64) -> Chunk<T> {
        let (word, bit) = place(bucket);
        self.occupied[word] &= !bit;
        std::mem::take(&mut self.chunks[(bucket % WIDTH) as usize])
    }

    /// Returns the lowest bucket that has items.
    pub(super) fn lowest(&self) -> Option<u64> {
        let outside = self.outside.first_key_value().map(|(&bucket, _)| bucket);
        self.lowest_inside().into_iter().chain(outside).min()
    }

    fn lowest_inside(&self) -> Option<u64> {
        let first = self.begin / BITS;
        let words =
            (first..first + WIDTH / BITS).map(|word| (word, self.occupied[(word % (WIDTH / BITS)) as usize]));
        let (word, bits) = words.into_iter().find(|&(_, bits)| bits != 0)?;
        Some(word * BITS + u64::from(bits.trailing_zeros()))
    }

    /// Takes the chunk of the lowest bucket.
    pub(super) fn pop(&mut self) -> Option<Chunk<T>> {
        let lowest = self.lowest()?;
        if lowest.wrapping_sub(self.begin) >= WIDTH {
            return self.outside.remove(&lowest);
        }
        let chunk = self.take(lowest);
        if lowest - self.begin >= WIDTH / 2 {
            self.move_to(lowest);
        }
        Some(chunk)
    }

    /// Moves the window so that `bucket` is in its lower half. No bucket below that half may have items.
    fn move_to(&mut self, bucket: u64) {
        // The window ends at `u64::MAX` at the latest, or a bucket far below would seem to be in it.
        self.begin = (bucket - bucket % (WIDTH / 2)).min(u64::MAX - (WIDTH - 1));
        let end = self.begin.saturating_add(WIDTH);
        while let Some((&next, _)) = self.outside.range(self.begin..end).next() {
            let chunk = self.outside.remove(&next).expect("it was just found");
            let (word, bit) = place(next);
            self.occupied[word] |= bit;
            self.chunks[(next % WIDTH) as usize] = chunk;
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Compares the window with a tree, for buckets that are near, far, below, and at the ends of the range.
    #[test]
    fn the_lowest_bucket_comes_first_with_its_items_in_order() {
        for spread in [1, 5, 200, 300, 10_000, u64::MAX] {
            let (mut window, mut tree) = (Window::new(), BTreeMap::<u64, Vec<u64>>::new());
            let (mut random, mut current) = (spread, 0_u64);
            for step in 0..20_000_u64 {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let number = random >> 33;
                if number % 5 < if step / 2000 % 2 == 0 { 3 } else { 2 } {
                    let ahead = (random >> 3) % spread;
                    let bucket = match number % 7 {
                        0 => ahead,
                        1 => number % 300,
                        _ => current.saturating_add(ahead),
                    };
                    let bucket = bucket.min(u64::MAX - 1);
                    let full = window.push(bucket, step, 8);
                    let expected = tree.entry(bucket).or_default();
                    expected.push(step);
                    let expected = (expected.len() == 8).then(|| tree.remove(&bucket).unwrap());
                    assert_eq!(full, expected);
                } else {
                    assert_eq!(window.lowest(), tree.first_key_value().map(|(&bucket, _)| bucket));
                    let lowest = tree.pop_first();
                    current = lowest.as_ref().map_or(0, |&(bucket, _)| bucket);
                    assert_eq!(window.pop(), lowest.map(|(_, items)| items));
                }
            }
        }
    }
}
