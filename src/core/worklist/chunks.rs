//! Chunks of items in one deque per worker, from which the others steal.

use crossbeam_deque::{Steal, Stealer, Worker};

/// Items a chunk has unless the policy says otherwise: enough that taking one costs nothing beside doing it,
/// few enough that threads seldom wait for a share.
pub const DEFAULT_CHUNK: usize = 64;

/// Items that change hands together.
pub(super) type Chunk<T> = Vec<T>;

/// An empty chunk that is to have `len` items.
pub(super) fn empty<T>(len: usize) -> Chunk<T> {
    /// Policies that never want to share ask for endless chunks.
    const MOST_RESERVED: usize = 1 << 10;
    Chunk::with_capacity(len.min(MOST_RESERVED))
}

/// Chunks that a worker has emptied and can fill again: cheaper than the allocator.
#[derive(Debug)]
pub(super) struct Emptied<T>(Vec<Chunk<T>>);

impl<T> Emptied<T> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Keeps an empty chunk, unless there are many.
    pub(super) fn keep(&mut self, chunk: Chunk<T>) {
        const MOST: usize = 16;
        debug_assert!(chunk.is_empty());
        if chunk.capacity() > 0 && self.0.len() < MOST {
            self.0.push(chunk);
        }
    }

    /// An empty chunk that is to have `len` items.
    pub(super) fn chunk(&mut self, len: usize) -> Chunk<T> {
        self.0.pop().unwrap_or_else(|| empty(len))
    }
}

/// The thieves' ends of all deques.
#[derive(Debug)]
pub(super) struct Deques<T> {
    stealers: Vec<Stealer<Chunk<T>>>,
}

/// The owner's end of one deque.
#[derive(Debug)]
pub(super) struct OwnDeque<T> {
    deque: Worker<Chunk<T>>,
    /// Its position among all.
    position: usize,
    /// Chunks that came from others.
    pub(super) stolen: u64,
}

impl<T> Deques<T> {
    /// `workers` empty deques; `deque` makes one, and with it decides which chunk its owner gets next.
    pub(super) fn new(workers: usize, deque: fn() -> Worker<Chunk<T>>) -> (Self, Vec<OwnDeque<T>>) {
        let own: Vec<_> =
            (0..workers).map(|position| OwnDeque { deque: deque(), position, stolen: 0 }).collect();
        (Self { stealers: own.iter().map(|own| own.deque.stealer()).collect() }, own)
    }

    /// A chunk from another's deque. `None` only if all were seen empty.
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
    /// Lets others have a chunk.
    pub(super) fn publish(&self, chunk: Chunk<T>) {
        self.deque.push(chunk);
    }

    /// The own next chunk.
    pub(super) fn pop(&self) -> Option<Chunk<T>> {
        self.deque.pop()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.deque.is_empty()
    }
}
