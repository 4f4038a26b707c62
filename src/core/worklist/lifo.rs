//! Newest first.
//!
//! A worker has a stack in three pieces: the top chunk, the chunk below it, and a deque with the rest. The
//! worker uses one end of the deque; other workers steal the oldest chunks from the other end. Two chunks
//! stay out of the deque, so that alternating pushes and pops move at most one chunk per `chunk` steps.

use crossbeam_deque::Worker;

use super::chunks::{Chunk, DEFAULT_CHUNK, Deques, Emptied, OwnDeque};
use super::{Policy, Pushed, Worklist};

/// The policy "newest item first". Choose it if new items touch data that is still in the cache, or if the
/// worklist must stay short. An old item may wait until the end of the loop.
///
/// # Determinism
/// With one thread the order is exactly that of a stack. With more it is not deterministic: threads steal
/// chunks of the oldest items.
///
/// # Memory
/// The waiting items, and at most 18 chunks of allocated space per thread. If the items form a tree, fewer of
/// them wait at the same time than with [`Fifo`](super::Fifo).
///
/// # Examples
///
/// ```
/// use boscage::prelude::*;
/// use std::sync::Mutex;
///
/// let exec = Exec::new(1)?;
/// let order = Mutex::new(Vec::new());
/// exec.for_each("stack", [1, 2], Lifo::default(), |item, work| {
///     order.lock().unwrap().push(item);
///     if item < 10 {
///         work.push(10 * item);
///     }
/// })?;
/// assert_eq!(order.into_inner().unwrap(), [2, 20, 1, 10]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lifo {
    /// Number of items that threads take at a time, at least 1.
    pub chunk: usize,
}

impl Default for Lifo {
    fn default() -> Self {
        Self { chunk: DEFAULT_CHUNK }
    }
}

/// The worklist of [`Lifo`].
#[derive(Debug)]
pub struct LifoWorklist<T> {
    chunk: usize,
    deques: Deques<T>,
}

/// One worker's part of a [`LifoWorklist`].
#[derive(Debug)]
pub struct LifoPart<T> {
    top: Chunk<T>,
    below: Chunk<T>,
    emptied: Emptied<T>,
    deque: OwnDeque<T>,
}

impl<T: Send> Policy<T> for Lifo {
    type Worklist = LifoWorklist<T>;

    fn open(self, workers: usize) -> (LifoWorklist<T>, Vec<LifoPart<T>>) {
        let (deques, own) = Deques::new(workers, Worker::new_lifo);
        let part =
            |deque| LifoPart { top: Chunk::new(), below: Chunk::new(), emptied: Emptied::new(), deque };
        (LifoWorklist { chunk: self.chunk.max(1), deques }, own.into_iter().map(part).collect())
    }
}

impl<T> LifoWorklist<T> {
    #[inline(never)]
    fn pop_of_next_chunk(&self, own: &mut LifoPart<T>) -> Option<T> {
        if own.below.is_empty() {
            let chunk = own.deque.pop().or_else(|| self.deques.steal(&mut own.deque))?;
            own.emptied.keep(std::mem::replace(&mut own.top, chunk));
        } else {
            std::mem::swap(&mut own.top, &mut own.below);
        }
        own.top.pop()
    }
}

impl<T: Send> Worklist<T> for LifoWorklist<T> {
    type Part = LifoPart<T>;

    #[inline]
    fn push(&self, own: &mut LifoPart<T>, item: T) -> Pushed {
        own.top.push(item);
        if own.top.len() < self.chunk {
            return Pushed::Kept;
        }
        let empty = own.emptied.chunk(self.chunk);
        let full = std::mem::replace(&mut own.top, empty);
        let oldest = std::mem::replace(&mut own.below, full);
        if oldest.is_empty() {
            own.emptied.keep(oldest);
            return Pushed::Kept;
        }
        own.deque.publish(oldest);
        Pushed::Published
    }

    #[inline]
    fn pop(&self, own: &mut LifoPart<T>) -> Option<T> {
        match own.top.pop() {
            None => self.pop_of_next_chunk(own),
            item => item,
        }
    }

    fn has_items(&self, own: &LifoPart<T>) -> bool {
        !own.top.is_empty() || !own.below.is_empty() || !own.deque.is_empty()
    }

    fn stolen(own: &LifoPart<T>) -> u64 {
        own.deque.stolen
    }
}
