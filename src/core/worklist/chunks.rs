//! Chunks of items in one deque per worker, from which the others steal.

use crossbeam_deque::{Steal, Stealer, Worker};

/// Default number of items per chunk: large enough that the cost of taking a chunk does not matter, small
/// enough that idle threads soon get work.
pub const DEFAULT_CHUNK: usize = 64;

/// Items that a thread takes together.
pub(super) type Chunk<T> = Vec<T>;

/// Creates an empty chunk for `len` items.
pub(super) fn empty<T>(len: usize) -> Chunk<T> {
    /// A policy that never shares may set `len` to `usize::MAX`.
    const MOST_RESERVED: usize = 1 << 10;
    Chunk::with_capacity(len.min(MOST_RESERVED))
}

/// Chunks that a worker has emptied and can fill again, which is cheaper than an allocation.
#[derive(Debug)]
pub(super) struct Emptied<T>(Vec<Chunk<T>>);

impl<T> Emptied<T> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Keeps an empty chunk, unless there are many already.
    pub(super) fn keep(&mut self, chunk: Chunk<T>) {
        const MOST: usize = 16;
        debug_assert!(chunk.is_empty());
        if chunk.capacity() > 0 && self.0.len() < MOST {
            self.0.push(chunk);
        }
    }

    /// Returns an empty chunk for `len` items.
    pub(super) fn chunk(&mut self, len: usize) -> Chunk<T> {
        self.0.pop().unwrap_or_else(|| empty(len))
    }
}

/// The ends of all deques from which others steal.
#[derive(Debug)]
pub(super) struct Deques<T> {
    stealers: Vec<Stealer<Chunk<T>>>,
}

/// The owner's end of one deque.
#[derive(Debug)]
pub(super) struct OwnDeque<T> {
    deque: Worker<Chunk<T>>,
    /// The index of the worker.
    position: usize,
    /// Number of chunks taken from others.
    pub(super) stolen: u64,
}

impl<T> Deques<T> {
    /// Creates `workers` empty deques. `deque` creates one, and so decides which chunk its owner gets next.
    pub(super) fn new(workers: usize, deque: fn() -> Worker<Chunk<T>>) -> (Self, Vec<OwnDeque<T>>) {
        let own: Vec<_> =
            (0..workers).map(|position| OwnDeque { deque: deque(), position, stolen: 0 }).collect();
        (Self { stealers: own.iter().map(|own| own.deque.stealer()).collect() }, own)
    }

    /// Takes a chunk from another worker's deque. Returns `None` only if each of them was empty.
    pub(super) fn steal(&self, own: &mut OwnDeque<T>) -> Option<Chunk<T>> {
        let (after, before) = (&self.stealers[own.position + 1..], &self.stealers[..own.position]);
        loop {
            let mut lost_a_race = false;
            for victim in after.iter().chain(before) {
                match victim.steal() {
                    Steal::Success(chunk) => {
                        own.stolen += 1;
                        return Some(chunk);
                    }
                    Steal::Retry => lost_a_race = true,
                    Steal::Empty => {}
                }
            }
            if !lost_a_race {
                return None;
            }
        }
    }
}

impl<T> OwnDeque<T> {
    /// Adds a chunk, which others can take from now on.
    pub(super) fn publish(&self, chunk: Chunk<T>) {
        self.deque.push(chunk);
    }

    /// Takes the next chunk of the own deque.
    pub(super) fn pop(&self) -> Option<Chunk<T>> {
        self.deque.pop()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.deque.is_empty()
    }
}
