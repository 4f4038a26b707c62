//! Oldest first.
//!
//! A worker fills one chunk and empties another. A full chunk goes to the back of its deque. The next chunk
//! to empty comes from the front; if the deque is empty, it is the one being filled. So a single worker has a
//! plain queue.

use crossbeam_deque::Worker;

use super::chunks::{Chunk, DEFAULT_CHUNK, Deques, Emptied, OwnDeque};
use super::{Policy, Pushed, Worklist};

/// The policy "oldest item first". Choose it in doubt: no item waits endlessly, and searches go breadth
/// first.
///
/// # Determinism
/// With one thread the order is exactly that of a queue. With more it is not deterministic: threads steal
/// chunks of the oldest items.
///
/// # Memory
/// The waiting items, and at most 18 chunks of allocated space per thread.
///
/// # Examples
///
/// ```
/// use boscage::prelude::*;
/// use std::sync::Mutex;
///
/// let exec = Exec::new(1)?;
/// let order = Mutex::new(Vec::new());
/// exec.for_each("queue", [1, 2], Fifo::default(), |item, work| {
///     order.lock().unwrap().push(item);
///     if item < 10 {
///         work.push(10 * item);
///     }
/// })?;
/// assert_eq!(order.into_inner().unwrap(), [1, 2, 10, 20]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fifo {
    /// Number of items that threads take at a time, at least 1.
    pub chunk: usize,
}

impl Default for Fifo {
    fn default() -> Self {
        Self { chunk: DEFAULT_CHUNK }
    }
}

/// The worklist of [`Fifo`].
#[derive(Debug)]
pub struct FifoWorklist<T> {
    chunk: usize,
    deques: Deques<T>,
}

/// One worker's part of a [`FifoWorklist`].
#[derive(Debug)]
pub struct FifoPart<T> {
    /// Oldest item last.
    emptying: Chunk<T>,
    filling: Chunk<T>,
    emptied: Emptied<T>,
    pub(super) deque: OwnDeque<T>,
}

impl<T: Send> Policy<T> for Fifo {
    type Worklist = FifoWorklist<T>;

    fn open(self, workers: usize) -> (FifoWorklist<T>, Vec<FifoPart<T>>) {
        let (deques, own) = Deques::new(workers, Worker::new_fifo);
        let part = |deque| FifoPart {
            emptying: Chunk::new(),
            filling: Chunk::new(),
            emptied: Emptied::new(),
            deque,
        };
        (FifoWorklist { chunk: self.chunk.max(1), deques }, own.into_iter().map(part).collect())
    }
}

impl<T> FifoWorklist<T> {
    #[inline(never)]
    fn pop_of_next_chunk(&self, own: &mut FifoPart<T>) -> Option<T> {
        let chunk = match own.deque.pop() {
            None if !own.filling.is_empty() => {
                std::mem::swap(&mut own.filling, &mut own.emptying);
                own.emptying.reverse();
                return own.emptying.pop();
            }
            None => self.deques.steal(&mut own.deque)?,
            Some(chunk) => chunk,
        };
        own.emptied.keep(std::mem::replace(&mut own.emptying, chunk));
        own.emptying.reverse();
        own.emptying.pop()
    }
}

impl<T: Send> Worklist<T> for FifoWorklist<T> {
    type Part = FifoPart<T>;

    #[inline]
    fn push(&self, own: &mut FifoPart<T>, item: T) -> Pushed {
        own.filling.push(item);
        if own.filling.len() < self.chunk {
            return Pushed::Kept;
        }
        let empty = own.emptied.chunk(self.chunk);
        own.deque.publish(std::mem::replace(&mut own.filling, empty));
        Pushed::Published
    }

    #[inline]
    fn pop(&self, own: &mut FifoPart<T>) -> Option<T> {
        match own.emptying.pop() {
            None => self.pop_of_next_chunk(own),
            item => item,
        }
    }

    fn has_items(&self, own: &FifoPart<T>) -> bool {
        !own.emptying.is_empty() || !own.filling.is_empty() || !own.deque.is_empty()
    }

    fn stolen(own: &FifoPart<T>) -> u64 {
        own.deque.stolen
    }
}
