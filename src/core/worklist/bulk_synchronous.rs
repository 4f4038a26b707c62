//! Rounds: items pushed in one round are done in the next.
//!
//! The current round is a [`Fifo`]; pushed items are stored separately. When all workers have left, their
//! chunks are distributed; each worker gets neighbouring ones.

use super::chunks::{self, Chunk, DEFAULT_CHUNK};
use super::{Fifo, FifoPart, FifoWorklist, Policy, Pushed, Worklist};

/// The policy of rounds: items pushed in one round are done in the next, after a barrier. Choose it if rounds
/// have a meaning. The loop's statistics list the rounds.
///
/// # Determinism
/// An item's round is its distance from the initial items, on any number of threads. Within a round the order
/// is that of [`Fifo`]: not deterministic on several threads.
///
/// # Memory
/// The items of the current round and the next one, and at most 19 chunks of allocated space per thread. The
/// statistics keep 32 bytes per round.
///
/// # Examples
///
/// A search by levels: every node is reached first from the level before its own, so the first thread that
/// reaches it sets its final level.
///
/// ```
/// use boscage::prelude::*;
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_pairs(6, [(0, 1), (1, 2), (0, 3), (3, 2), (2, 4)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let levels = AtomicNodeMap::filled(&graph, u32::MAX)?;
/// levels.store(Node::new(0), 0);
/// exec.for_each("levels", [Node::new(0)], BulkSynchronous::default(), |node, work| {
///     let next = levels.load(node) + 1;
///     for &neighbour in graph.neighbours(node) {
///         if levels.compare_exchange(neighbour, u32::MAX, next).is_ok() {
///             work.push(neighbour);
///         }
///     }
/// })?;
/// assert_eq!(levels.into_map().as_slice(), [0, 1, 2, 1, 3, u32::MAX]);
/// let statistics = exec.take_statistics();
/// assert!(statistics.loops[0].rounds.iter().map(|round| round.tried).eq([1, 2, 1, 1]));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BulkSynchronous {
    /// Number of items that threads take at a time, at least 1.
    pub chunk: usize,
}

impl Default for BulkSynchronous {
    fn default() -> Self {
        Self { chunk: DEFAULT_CHUNK }
    }
}

/// The worklist of [`BulkSynchronous`]: the items of the current round.
#[derive(Debug)]
pub struct BulkSynchronousWorklist<T> {
    chunk: usize,
    now: FifoWorklist<T>,
}

/// One worker's part of a [`BulkSynchronousWorklist`].
#[derive(Debug)]
pub struct BulkSynchronousPart<T> {
    now: FifoPart<T>,
    /// Items of the next round. All chunks are full except for the last one.
    next: Vec<Chunk<T>>,
}

impl<T: Send> Policy<T> for BulkSynchronous {
    type Worklist = BulkSynchronousWorklist<T>;

    fn open(self, workers: usize) -> (BulkSynchronousWorklist<T>, Vec<BulkSynchronousPart<T>>) {
        let chunk = self.chunk.max(1);
        let (now, parts) = Fifo { chunk }.open(workers);
        let part = |now| BulkSynchronousPart { now, next: Vec::new() };
        (BulkSynchronousWorklist { chunk, now }, parts.into_iter().map(part).collect())
    }
}

impl<T: Send> Worklist<T> for BulkSynchronousWorklist<T> {
    type Part = BulkSynchronousPart<T>;

    #[inline]
    fn push(&self, own: &mut BulkSynchronousPart<T>, item: T) -> Pushed {
        match own.next.last_mut() {
            Some(filling) if filling.len() < self.chunk => filling.push(item),
            _ => {
                let mut filling = chunks::empty(self.chunk);
                filling.push(item);
                own.next.push(filling);
            }
        }
        Pushed::Kept
    }

    #[inline]
    fn pop(&self, own: &mut BulkSynchronousPart<T>) -> Option<T> {
        self.now.pop(&mut own.now)
    }

    fn has_items(&self, own: &BulkSynchronousPart<T>) -> bool {
        self.now.has_items(&own.now)
    }

    fn stolen(own: &BulkSynchronousPart<T>) -> u64 {
        FifoWorklist::stolen(&own.now)
    }

    fn next_round(&self, parts: &mut [&mut BulkSynchronousPart<T>]) -> Option<usize> {
        let chunks: Vec<_> = parts.iter_mut().flat_map(|part| part.next.drain(..)).collect();
        let items = chunks.iter().map(Vec::len).sum();
        let share = chunks.len().div_ceil(parts.len());
        for (i, chunk) in chunks.into_iter().enumerate() {
            parts[i / share].now.deque.publish(chunk);
        }
        Some(items)
    }
}
