//! Rounds: items pushed in one round are done in the next.
//!
//! The current round is a [`Fifo`]; pushed items are kept aside. When all workers have left, the kept chunks
//! are distributed; each worker gets neighbouring ones.

use super::chunks::{self, Chunk, DEFAULT_CHUNK};
use super::{Fifo, FifoPart, FifoWorklist, Policy, Pushed, Worklist};

/// Rounds: items pushed in one round are done in the next. The loop's statistics list them.
///
/// A search level by level: every node is reached first from the level before its own, so the first thread
/// that comes to it may settle it for good.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{EdgeList, Graph, Node, Undirected};
/// use boscage::worklist::BulkSynchronous;
/// use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
///
/// let list = EdgeList::from_pairs(6, [(0, 1), (1, 2), (0, 3), (3, 2), (2, 4)])?;
/// let exec = Exec::new(2)?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let level: Vec<_> = (0..6).map(|_| AtomicU32::new(u32::MAX)).collect();
/// level[0].store(0, Relaxed);
///
/// exec.for_each("levels", [Node::new(0)], BulkSynchronous::default(), |node, work| {
///     let next = level[node.index()].load(Relaxed) + 1;
///     for &neighbour in graph.neighbours(node) {
///         if level[neighbour.index()].compare_exchange(u32::MAX, next, Relaxed, Relaxed).is_ok() {
///             work.push(neighbour);
///         }
///     }
/// })?;
///
/// let level: Vec<_> = level.into_iter().map(AtomicU32::into_inner).collect();
/// assert_eq!(level, [0, 1, 2, 1, 3, u32::MAX]);
/// // A round is a level, and every node is done once.
/// let sizes: Vec<_> = exec.take_statistics().loops[0].rounds.iter().map(|round| round.tried).collect();
/// assert_eq!(sizes, [1, 2, 1, 1]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BulkSynchronous {
    /// Items threads take at a time, at least 1.
    pub chunk: usize,
}

impl Default for BulkSynchronous {
    fn default() -> Self {
        Self { chunk: DEFAULT_CHUNK }
    }
}

/// What the workers of a [`BulkSynchronous`] loop share: the round as it is being done.
#[derive(Debug)]
pub struct BulkSynchronousWorklist<T> {
    chunk: usize,
    now: FifoWorklist<T>,
}

/// One worker's part of a [`BulkSynchronousWorklist`].
#[derive(Debug)]
pub struct BulkSynchronousPart<T> {
    now: FifoPart<T>,
    /// What waits for the next round; all chunks are full but the last.
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
