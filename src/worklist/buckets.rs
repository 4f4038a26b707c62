//! Roughly lowest bucket first: a worklist *ordered by integer metric* (OBIM), after Nguyen, Lenharth,
//! Pingali, "A lightweight infrastructure for graph analytics", 2013.
//!
//! A function gives each item its bucket. Each worker has a shelf with chunks by bucket, and a word that
//! names the lowest bucket of the shelf. When a worker has done a chunk, it reads the words of all workers
//! and continues with a chunk of the lowest bucket, from its own shelf if possible. So workers agree on the
//! bucket without contention: a shelf has a lock, but nearly always only its owner takes it.
//!
//! The order is not exact, and need not be. A chunk that was begun is finished, even if a lower bucket has
//! come up meanwhile. Other threads do not see chunks that are not full. And a word may have changed since it
//! was read. But if a word says that a shelf is empty, this is correct for every chunk that was published
//! before the word was read: the word is written under the shelf's lock, so later words describe later
//! states. The guarantee that no item is forgotten depends on this.
//!
//! Make buckets coarse: if few items share a bucket, chunks stay small and threads compete often.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use crossbeam_utils::CachePadded;

use super::chunks::{Chunk, DEFAULT_CHUNK};
use super::window::Window;
use super::{Policy, Pushed, Worklist};
use crate::fault::is_planted;
use crate::primitives::{AtomicU64, Mutex, Ordering};

/// No bucket: the word of an empty shelf.
const NONE: u64 = u64::MAX;

/// Lowest bucket first, about.
#[derive(Clone, Copy)]
pub struct Buckets<F> {
    bucket: F,
    chunk: usize,
}

impl<F> Buckets<F> {
    /// `bucket(item)` is the bucket of an item; the two highest, `u64::MAX - 1` and `u64::MAX`, count as one.
    /// It is called once for every push and must always return the same for an item.
    pub fn new<T>(bucket: F) -> Self
    where
        F: Fn(&T) -> u64,
    {
        Self { bucket, chunk: DEFAULT_CHUNK }
    }

    /// Sets the number of items threads take at a time, at least 1.
    #[must_use]
    pub fn chunk(self, chunk: usize) -> Self {
        Self { chunk, ..self }
    }
}

impl<F> fmt::Debug for Buckets<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buckets").field("chunk", &self.chunk).finish_non_exhaustive()
    }
}

/// The chunks one worker has published.
struct Shelf<T> {
    /// The lowest bucket that has any; written under the lock.
    lowest: AtomicU64,
    chunks: Mutex<BTreeMap<u64, VecDeque<Chunk<T>>>>,
}

impl<T> Shelf<T> {
    fn new() -> Self {
        Self { lowest: AtomicU64::new(NONE), chunks: Mutex::new(BTreeMap::new()) }
    }

    fn lowest(&self) -> u64 {
        self.lowest.load(Ordering::Relaxed)
    }

    fn publish(&self, bucket: u64, chunk: Chunk<T>) {
        let mut chunks = self.chunks.lock();
        chunks.entry(bucket).or_default().push_back(chunk);
        if is_planted("word-outside-lock") {
            drop(chunks);
        }
        self.lowest.store(self.lowest().min(bucket), Ordering::Relaxed);
    }

    /// The oldest chunk of the lowest bucket, whichever that is by now.
    fn take(&self) -> Option<Chunk<T>> {
        let mut chunks = self.chunks.lock();
        let mut lowest = chunks.first_entry()?;
        let chunk = lowest.get_mut().pop_front();
        if lowest.get().is_empty() {
            lowest.remove();
            self.lowest
                .store(chunks.first_key_value().map_or(NONE, |(&bucket, _)| bucket), Ordering::Relaxed);
        }
        chunk
    }
}

/// What the workers of a [`Buckets`] loop share.
pub struct BucketWorklist<T, F> {
    policy: Buckets<F>,
    shelves: Vec<CachePadded<Shelf<T>>>,
}

/// One worker's part of a [`BucketWorklist`].
#[derive(Debug)]
pub struct BucketPart<T> {
    position: usize,
    /// The oldest item last, so that the chunk can be filled again.
    emptying: Chunk<T>,
    /// Chunks that are not full yet.
    filling: Window<T>,
    stolen: u64,
}

impl<T: Send, F: Fn(&T) -> u64 + Sync> Policy<T> for Buckets<F> {
    type Worklist = BucketWorklist<T, F>;

    fn open(self, workers: usize) -> (BucketWorklist<T, F>, Vec<BucketPart<T>>) {
        let part =
            |position| BucketPart { position, emptying: Chunk::new(), filling: Window::new(), stolen: 0 };
        let shelves = (0..workers).map(|_| CachePadded::new(Shelf::new())).collect();
        let policy = Self { chunk: self.chunk.max(1), ..self };
        (BucketWorklist { policy, shelves }, (0..workers).map(part).collect())
    }
}

impl<T, F> BucketWorklist<T, F> {
    #[inline(never)]
    fn pop_of_next_chunk(&self, own: &mut BucketPart<T>) -> Option<T> {
        let chunk = self.next_chunk(own)?;
        own.filling.emptied.keep(std::mem::replace(&mut own.emptying, chunk));
        own.emptying.reverse();
        own.emptying.pop()
    }

    /// A chunk of the lowest bucket to be seen; `None` only if none was seen.
    fn next_chunk(&self, own: &mut BucketPart<T>) -> Option<Chunk<T>> {
        loop {
            let kept = own.filling.lowest().unwrap_or(NONE);
            let (mut lowest, mut from) = (self.shelves[own.position].lowest(), own.position);
            for (position, shelf) in self.shelves.iter().enumerate() {
                let theirs = shelf.lowest();
                // An equal bucket is no reason to steal.
                if theirs < lowest.min(kept) {
                    (lowest, from) = (theirs, position);
                }
            }
            if kept < lowest {
                return own.filling.pop();
            }
            if lowest == NONE {
                return None;
            }
            if let Some(chunk) = self.shelves[from].take() {
                own.stolen += u64::from(from != own.position);
                return Some(chunk);
            }
        }
    }
}

impl<T: Send, F: Fn(&T) -> u64 + Sync> Worklist<T> for BucketWorklist<T, F> {
    type Part = BucketPart<T>;

    #[inline]
    fn push(&self, own: &mut BucketPart<T>, item: T) -> Pushed {
        let bucket = (self.policy.bucket)(&item).min(NONE - 1);
        match own.filling.push(bucket, item, self.policy.chunk) {
            None => Pushed::Kept,
            Some(full) => {
                self.shelves[own.position].publish(bucket, full);
                Pushed::Published
            }
        }
    }

    #[inline]
    fn pop(&self, own: &mut BucketPart<T>) -> Option<T> {
        match own.emptying.pop() {
            None => self.pop_of_next_chunk(own),
            item => item,
        }
    }

    fn has_items(&self, own: &BucketPart<T>) -> bool {
        !own.emptying.is_empty()
            || own.filling.lowest().is_some()
            || self.shelves[own.position].lowest() != NONE
    }

    fn stolen(own: &BucketPart<T>) -> u64 {
        own.stolen
    }
}

impl<T, F> fmt::Debug for BucketWorklist<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BucketWorklist").field("shelves", &self.shelves.len()).finish_non_exhaustive()
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// A worker publishes and takes while another takes twice: every item is found once, and the words tell
    /// that nothing is left.
    #[test]
    fn every_item_is_found_once() {
        loom::model(|| {
            let bucket: fn(&u32) -> u64 = |&item| item.into();
            let (worklist, mut parts) = Buckets::new(bucket).chunk(1).open(2);
            let (worklist, mut others) = (Arc::new(worklist), parts.pop().unwrap());
            let own = &mut parts[0];
            worklist.push(own, 3);
            let other = {
                let worklist = Arc::clone(&worklist);
                thread::spawn(move || [(); 2].map(|()| worklist.pop(&mut others)))
            };
            worklist.push(own, 1);
            let mut found: Vec<u32> = std::iter::from_fn(|| worklist.pop(own)).collect();
            assert!(found.is_sorted(), "the lowest bucket first");
            found.extend(other.join().unwrap().into_iter().flatten());
            found.sort_unstable();
            assert_eq!(found, [1, 3]);
            assert!(worklist.shelves.iter().all(|shelf| shelf.lowest() == NONE));
        });
    }
}
