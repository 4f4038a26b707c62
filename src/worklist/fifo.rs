//! Oldest first.
//!
//! A worker fills one chunk and empties another. A full chunk goes to the back of its deque; the next one to
//! empty comes from the front, or, if the deque is empty, is the one being filled. So one worker alone sees a
//! plain queue.

use std::vec;

use crossbeam_deque::Worker;

use super::chunks::{self, Chunk, DEFAULT_CHUNK, Deques, OwnDeque};
use super::{Policy, Pushed, Worklist};

/// Oldest first.
#[derive(Clone, Copy, Debug)]
pub struct Fifo {
    /// Items threads take at a time, at least 1.
    pub chunk: usize,
}

impl Default for Fifo {
    fn default() -> Self {
        Self { chunk: DEFAULT_CHUNK }
    }
}

/// What the workers of a [`Fifo`] loop share.
#[derive(Debug)]
pub struct FifoWorklist<T> {
    chunk: usize,
    deques: Deques<T>,
}

/// One worker's part of a [`FifoWorklist`].
#[derive(Debug)]
pub struct FifoPart<T> {
    emptying: vec::IntoIter<T>,
    filling: Chunk<T>,
    pub(super) deque: OwnDeque<T>,
}

impl<T: Send> Policy<T> for Fifo {
    type Worklist = FifoWorklist<T>;

    fn open(self, workers: usize) -> (FifoWorklist<T>, Vec<FifoPart<T>>) {
        let (deques, own) = Deques::new(workers, Worker::new_fifo);
        let part = |deque| FifoPart { emptying: Vec::new().into_iter(), filling: Chunk::new(), deque };
        (FifoWorklist { chunk: self.chunk.max(1), deques }, own.into_iter().map(part).collect())
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
        let full = std::mem::replace(&mut own.filling, chunks::empty(self.chunk));
        own.deque.publish(full);
        Pushed::Published
    }

    #[inline]
    fn pop(&self, own: &mut FifoPart<T>) -> Option<T> {
        if let Some(item) = own.emptying.next() {
            return Some(item);
        }
        let chunk = match own.deque.pop() {
            None if !own.filling.is_empty() => std::mem::take(&mut own.filling),
            None => self.deques.steal(&mut own.deque)?,
            Some(chunk) => chunk,
        };
        own.emptying = chunk.into_iter();
        own.emptying.next()
    }

    fn has_items(&self, own: &FifoPart<T>) -> bool {
        own.emptying.len() > 0 || !own.filling.is_empty() || !own.deque.is_empty()
    }

    fn stolen(own: &FifoPart<T>) -> u64 {
        own.deque.stolen
    }
}
