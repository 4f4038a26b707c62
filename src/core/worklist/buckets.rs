//! Roughly lowest bucket first: a worklist *ordered by integer metric* (OBIM).
//!
//! Each worker has a shelf with chunks by bucket, and a word with the lowest bucket of the shelf. When a
//! worker has done a chunk, it reads the words of all workers and continues with a chunk of the lowest
//! bucket, from its own shelf if possible. So workers agree on the bucket without contention: a shelf has a
//! lock, but nearly always only its owner takes it.
//!
//! The order is not exact, and need not be: a chunk that was begun is finished, other threads do not see
//! chunks that are not full, and a word may have changed since it was read. But a worker that reads the word
//! of an empty shelf misses no chunk that was published before: the word is written under the shelf's lock,
//! so later words describe later states. The guarantee that no item is forgotten depends on this.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use crossbeam_utils::CachePadded;

use super::chunks::{Chunk, DEFAULT_CHUNK};
use super::window::Window;
use super::{Policy, Pushed, Worklist};
use crate::fault::is_planted;
use crate::primitives::{AtomicU64, Mutex, Ordering};

/// The word of an empty shelf.
const NONE: u64 = u64::MAX;

/// The policy "roughly lowest bucket first". A function assigns a bucket to each item. Choose it if items in
/// roughly the right order save work, as in shortest paths.
///
/// Make buckets coarse: if few items share a bucket, chunks stay small and threads contend. An item costs
/// about 7 ns beside the operator, 3 ns more than with [`Fifo`](super::Fifo). The worklist is that of Nguyen,
/// Lenharth, Pingali, "A lightweight infrastructure for graph analytics", 2013 (*ordered by integer metric*).
///
/// # Determinism
/// With one thread the order is exact: lowest bucket first, and oldest item first within a bucket. With more
/// it is not deterministic: a thread finishes its chunk although a lower bucket has appeared, and chunks that
/// are not full are invisible to other threads.
///
/// # Memory
/// The waiting items, and per thread at most 17 chunks of allocated space, one partly filled chunk per bucket
/// in use, and 6 KiB.
///
/// # Examples
///
/// Shortest paths, in buckets of width 4.
///
/// ```
/// use boscage::prelude::*;
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_triples(3, [(0, 1, 7_u64), (1, 2, 1), (0, 2, 9)])?;
/// let graph = Graph::<Undirected, u64>::from_edges(&exec, &list)?;
/// let distances = AtomicNodeMap::filled(&graph, u64::MAX)?;
/// let nearest_first = Buckets::new(|&(_, distance): &(Node, u64)| distance / 4);
/// exec.for_each("distances", [(Node::new(0), 0)], nearest_first, |(node, distance), work| {
///     if distances.fetch_min(node, distance) > distance {
///         work.extend(graph.arcs(node).iter().map(|(to, length)| (to, distance + length)));
///     }
/// })?;
/// assert_eq!(distances.into_map().as_slice(), [0, 7, 8]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Buckets<F, P = ()> {
    bucket: F,
    prefetch: P,
    chunk: usize,
}

/// Prefetches memory for an item before the operator gets it: see [`Buckets::prefetch`].
pub trait Prefetch<T> {
    /// Called about 16 items before.
    fn early(&self, item: &T);
    /// Called about 8 items before.
    fn late(&self, item: &T);
}

/// Prefetches nothing.
impl<T> Prefetch<T> for () {
    #[inline]
    fn early(&self, _: &T) {}

    #[inline]
    fn late(&self, _: &T) {}
}

impl<T, E: Fn(&T), L: Fn(&T)> Prefetch<T> for (E, L) {
    #[inline]
    fn early(&self, item: &T) {
        self.0(item);
    }

    #[inline]
    fn late(&self, item: &T) {
        self.1(item);
    }
}

/// Number of items between a call of [`Prefetch::late`] and the operator; twice as many after
/// [`Prefetch::early`].
const AHEAD: usize = 8;

impl<F> Buckets<F> {
    /// Creates a policy in which `bucket(item)` is the bucket of an item. It is called once per push, and
    /// must always return the same for an item. The buckets `u64::MAX - 1` and `u64::MAX` count as one.
    pub fn new<T>(bucket: F) -> Self
    where
        F: Fn(&T) -> u64,
    {
        Self { bucket, prefetch: (), chunk: DEFAULT_CHUNK }
    }
}

impl<F, P> Buckets<F, P> {
    /// Adds functions that prefetch memory for an item: `early` is called about 16 items before the operator
    /// gets it, and `late` about 8 items before. Both are called for most items, and should only prefetch.
    /// `late` may read memory that `early` has prefetched.
    ///
    /// # Examples
    ///
    /// The search of [`Buckets`], on a graph that does not fit into the cache:
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_triples(3, [(0, 1, 7_u64), (1, 2, 1), (0, 2, 9)])?;
    /// let graph = Graph::<Undirected, u64>::from_edges(&exec, &list)?;
    /// let distances = AtomicNodeMap::filled(&graph, u64::MAX)?;
    /// let policy = Buckets::new(|&(_, distance): &(Node, u64)| distance / 4)
    ///     .prefetch(|&(node, _)| graph.prefetch_offset(node), |&(node, _)| graph.prefetch_arcs(node));
    /// exec.for_each("distances", [(Node::new(0), 0)], policy, |(node, distance), work| {
    ///     if distances.fetch_min(node, distance) > distance {
    ///         work.extend(graph.arcs(node).iter().map(|(to, length)| (to, distance + length)));
    ///     }
    /// })?;
    /// assert_eq!(distances.into_map().as_slice(), [0, 7, 8]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn prefetch<T, E: Fn(&T), L: Fn(&T)>(self, early: E, late: L) -> Buckets<F, (E, L)> {
        Buckets { bucket: self.bucket, prefetch: (early, late), chunk: self.chunk }
    }

    /// Sets the number of items that threads take at a time, at least 1. The default is
    /// [`DEFAULT_CHUNK`](super::DEFAULT_CHUNK).
    #[must_use]
    pub fn chunk(self, chunk: usize) -> Self {
        Self { chunk, ..self }
    }
}

impl<F, P> fmt::Debug for Buckets<F, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buckets").field("chunk", &self.chunk).finish_non_exhaustive()
    }
}

/// The chunks that one worker has published.
struct Shelf<T> {
    /// The lowest bucket that has a chunk; written under the lock.
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

    /// Takes the oldest chunk of the current lowest bucket.
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

/// The worklist of [`Buckets`].
pub struct BucketWorklist<T, F, P = ()> {
    policy: Buckets<F, P>,
    shelves: Vec<CachePadded<Shelf<T>>>,
}

/// One worker's part of a [`BucketWorklist`].
#[derive(Debug)]
pub struct BucketPart<T> {
    position: usize,
    /// Oldest item last.
    emptying: Chunk<T>,
    /// Chunks that are not full.
    filling: Window<T>,
    stolen: u64,
}

impl<T: Send, F: Fn(&T) -> u64 + Sync, P: Prefetch<T> + Sync> Policy<T> for Buckets<F, P> {
    type Worklist = BucketWorklist<T, F, P>;

    fn open(self, workers: usize) -> (BucketWorklist<T, F, P>, Vec<BucketPart<T>>) {
        let part =
            |position| BucketPart { position, emptying: Chunk::new(), filling: Window::new(), stolen: 0 };
        let shelves = (0..workers).map(|_| CachePadded::new(Shelf::new())).collect();
        let policy = Self { chunk: self.chunk.max(1), ..self };
        (BucketWorklist { policy, shelves }, (0..workers).map(part).collect())
    }
}

impl<T, F, P: Prefetch<T>> BucketWorklist<T, F, P> {
    #[inline(never)]
    fn pop_of_next_chunk(&self, own: &mut BucketPart<T>) -> Option<T> {
        let chunk = self.next_chunk(own)?;
        own.filling.emptied.keep(std::mem::replace(&mut own.emptying, chunk));
        own.emptying.reverse();
        let prefetch = &self.policy.prefetch;
        own.emptying.iter().rev().take(2 * AHEAD).for_each(|item| prefetch.early(item));
        own.emptying.iter().rev().take(AHEAD).for_each(|item| prefetch.late(item));
        own.emptying.pop()
    }

    /// Takes a chunk of the lowest visible bucket. Returns `None` only if no chunk is visible.
    fn next_chunk(&self, own: &mut BucketPart<T>) -> Option<Chunk<T>> {
        loop {
            let kept = own.filling.lowest().unwrap_or(NONE);
            let (mut lowest, mut from) = (self.shelves[own.position].lowest(), own.position);
            for (position, shelf) in self.shelves.iter().enumerate() {
                let theirs = shelf.lowest();
                // Chunks of an equal bucket are not stolen.
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

impl<T: Send, F: Fn(&T) -> u64 + Sync, P: Prefetch<T> + Sync> Worklist<T> for BucketWorklist<T, F, P> {
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
        let waiting = own.emptying.len();
        if waiting > AHEAD {
            self.policy.prefetch.late(&own.emptying[waiting - 1 - AHEAD]);
        }
        if waiting > 2 * AHEAD {
            self.policy.prefetch.early(&own.emptying[waiting - 1 - 2 * AHEAD]);
        }
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

impl<T, F, P> fmt::Debug for BucketWorklist<T, F, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BucketWorklist").field("shelves", &self.shelves.len()).finish_non_exhaustive()
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// A worker publishes and takes while another takes twice: every item is found once, and all shelves are
    /// empty afterwards.
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
