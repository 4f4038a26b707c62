//! Data of nodes behind exclusive locks.
//!
//! Why the accesses are sound: a node's data is accessed only through the half of an item that holds the
//! node's lock, by the thread that owns this half. References from a [`GuardedLocking`] are shared and borrow
//! from it. It is consumed to create the [`GuardedOwned`], so these references have ended by then. A
//! `GuardedOwned` returns exclusive references for exclusive borrows of itself. Locking acquires and
//! unlocking releases, so each holder sees the writes of the previous one. No thread waits for a lock, so a
//! lock is just a word with the name of its holder, a number that no two workers have at once (`holders`).
#![allow(unsafe_code)]

#[cfg(all(test, loom))]
mod model;

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use super::holders::{self, Holder, Holders, Worker};
use super::{Conflict, Lockable};
use crate::fault::is_planted;
use crate::ids::{Count, Node};
use crate::primitives::{AtomicU64, GuardedCell, Ordering};
use crate::{Result, memory};

/// A value per node behind an exclusive lock, for the items of a speculative loop
/// ([`Exec::speculate`](crate::exec::Exec::speculate)).
///
/// An item has two halves ([`Lockable`]). [`GuardedLocking`] locks nodes one after another, without waiting,
/// and *reads* their data. After the commit, [`GuardedOwned`] *writes* the data but cannot lock. Both unlock
/// when they are dropped. For single numbers that can be updated in one atomic step, use an
/// [`AtomicMap`](crate::graph::AtomicMap).
///
/// # Determinism
/// The result is the same as if the items had run one after another, in a nondeterministic order.
///
/// # Memory
/// The size of `D` and 8 bytes per node, rounded up to the alignment.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::Node;
/// use boscage::sync::GuardedNodes;
/// use boscage::worklist::Fifo;
///
/// let mut names = GuardedNodes::from_fn(2, |node| vec![node])?;
/// Exec::new(2)?.speculate("swap", 0..3, Fifo::default(), &mut names, |_, locking| {
///     let [a, b] = [0, 1].map(Node::new);
///     let (first, second) = (locking.lock(a)?.clone(), locking.lock(b)?.clone());
///     let mut owned = locking.commit();
///     (owned[a], owned[b]) = (second, first);
///     Ok(())
/// })?;
/// assert!(names.into_values().eq([[1], [0]].map(|nodes| nodes.map(Node::new).to_vec())));
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct GuardedNodes<D> {
    cells: Vec<Guarded<D>>,
    workers: Holders<Locks>,
}

struct Guarded<D> {
    holder: AtomicU64,
    data: GuardedCell<D>,
}

// SAFETY: one thread at a time accesses the data, under the lock; `D: Send` suffices, as it does for a
// `Mutex`.
unsafe impl<D: Send> Sync for Guarded<D> {}

/// The holder of a free lock.
const NOBODY: u64 = holders::NOBODY as u64;

impl<D> Guarded<D> {
    /// Tries to lock and returns the previous holder: [`NOBODY`] on success.
    fn try_lock(&self, holder: u64) -> u64 {
        self.holder
            .compare_exchange(NOBODY, holder, Ordering::Acquire, Ordering::Relaxed)
            .unwrap_or_else(|holder| holder)
    }

    /// Unlocks. Only the holder may call this.
    fn unlock(&self) {
        let order = if is_planted("unlock-relaxed") { Ordering::Relaxed } else { Ordering::Release };
        self.holder.store(NOBODY, order);
    }
}

impl<D> GuardedNodes<D> {
    /// Creates the value `data(node)` for each node of a graph, or for a number of nodes.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn from_fn(of: impl Count<Node>, mut data: impl FnMut(Node) -> D) -> Result<Self> {
        let cell =
            |node| Guarded { holder: AtomicU64::new(NOBODY), data: GuardedCell::new(data(Node::new(node))) };
        Ok(Self { cells: memory::from_fn("guarded nodes", of.count(), cell)?, workers: Holders::new() })
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns `true` if there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the cell of a node.
    #[inline]
    #[track_caller]
    fn cell_of(&self, node: Node) -> &Guarded<D> {
        match self.cells.get(node.index()) {
            Some(cell) => cell,
            None => no_such_node(node, self.len()),
        }
    }

    /// Returns the data of a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[track_caller]
    pub fn get_mut(&mut self, node: impl Into<Node>) -> &mut D {
        let (node, len) = (node.into(), self.len());
        match self.cells.get_mut(node.index()) {
            Some(cell) => cell.data.get_mut(),
            None => no_such_node(node, len),
        }
    }

    /// Returns the data of all nodes, in their order.
    pub fn into_values(self) -> impl ExactSizeIterator<Item = D> {
        self.cells.into_iter().map(|cell| cell.data.into_inner())
    }
}

/// Says which node has no data.
#[cold]
#[track_caller]
fn no_such_node(node: Node, nodes: usize) -> ! {
    panic!("there is no node {node}: {nodes} nodes are guarded")
}

impl<D> fmt::Debug for GuardedNodes<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedNodes").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// The locks of a worker.
struct Locks {
    /// Its number, which is the content of its locks.
    name: u64,
    /// The distinct nodes that the current item has locked; empty between items.
    locked: Vec<Node>,
}

impl Holder for Locks {
    fn is_free(&self) -> bool {
        self.locked.is_empty()
    }
}

/// Locked nodes; dropping it unlocks them. It has two words, so it is passed in registers; with the name as a
/// third word, items with one lock took twice as long.
struct Held<'a, D> {
    nodes: &'a GuardedNodes<D>,
    locks: &'a mut Locks,
    /// Sharing `Held` shares the data, so it needs `D: Sync`, though sharing `nodes` does not.
    data: PhantomData<&'a mut D>,
}

impl<D> Drop for Held<'_, D> {
    fn drop(&mut self) {
        for node in self.locks.locked.drain(..) {
            self.nodes.cells[node.index()].unlock();
        }
    }
}

/// State of a worker of a loop over [`GuardedNodes`]: its locks.
pub struct GuardedWorker<'a>(Worker<'a, Locks>);

impl fmt::Debug for GuardedWorker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedWorker").finish_non_exhaustive()
    }
}

impl<D: Send> Lockable for GuardedNodes<D> {
    type Worker<'a>
        = GuardedWorker<'a>
    where
        D: 'a;
    type Locking<'a>
        = GuardedLocking<'a, D>
    where
        D: 'a;
    type Owned<'a>
        = GuardedOwned<'a, D>
    where
        D: 'a;

    fn worker(&self) -> GuardedWorker<'_> {
        GuardedWorker(self.workers.begin(|number| Locks { name: number.into(), locked: Vec::new() }))
    }

    /// # Panics
    /// If a lock was leaked, or the worker was created by another value.
    #[inline]
    fn begin<'a>(&'a self, worker: &'a mut GuardedWorker<'_>) -> GuardedLocking<'a, D> {
        let locks = worker.0.begin_item(&self.workers);
        GuardedLocking { held: RefCell::new(Held { nodes: self, locks, data: PhantomData }) }
    }

    #[inline]
    fn commit<'a>(&'a self, locking: GuardedLocking<'a, D>) -> GuardedOwned<'a, D> {
        GuardedOwned { held: locking.held.into_inner() }
    }
}

/// The first half of an item on [`GuardedNodes`]: it locks nodes and reads their data.
pub struct GuardedLocking<'a, D> {
    held: RefCell<Held<'a, D>>,
}

impl<D> GuardedLocking<'_, D> {
    /// Locks a node and returns its data. Locking it again is no conflict.
    ///
    /// # Errors
    /// [`Conflict`] if another item has locked it.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline]
    #[track_caller]
    pub fn lock(&self, node: impl Into<Node>) -> Result<&D, Conflict> {
        let node = node.into();
        let mut held = self.held.borrow_mut();
        let cell = held.nodes.cell_of(node);
        match cell.try_lock(held.locks.name) {
            NOBODY => held.locks.locked.push(node),
            holder if holder == held.locks.name => {}
            _ => return Err(Conflict),
        }
        // SAFETY: the lock is held until `self` is dropped or consumed, so the reference cannot outlive it,
        // and until then `self` gives no write access.
        Ok(unsafe { &*cell.data.read() })
    }
}

impl<D> fmt::Debug for GuardedLocking<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedLocking").finish_non_exhaustive()
    }
}

/// The second half of an item on [`GuardedNodes`]: it reads and writes locked nodes, which are indexed by
/// [`Node`].
///
/// Indexing panics if the node is not locked.
pub struct GuardedOwned<'a, D> {
    held: Held<'a, D>,
}

impl<D> GuardedOwned<'_, D> {
    /// Returns the cell of a locked node.
    #[inline]
    #[track_caller]
    fn cell(&self, node: Node) -> &GuardedCell<D> {
        let cell = self.held.nodes.cell_of(node);
        let is_held = cell.holder.load(Ordering::Relaxed) == self.held.locks.name;
        assert!(
            is_held,
            "node {node} has not been locked: an item locks what it reads and writes before its commit"
        );
        &cell.data
    }
}

impl<D, N: Into<Node>> Index<N> for GuardedOwned<'_, D> {
    type Output = D;

    #[inline]
    #[track_caller]
    fn index(&self, node: N) -> &D {
        // SAFETY: this owner has locked the node, and the shared borrow of the owner excludes `index_mut`.
        unsafe { &*self.cell(node.into()).read() }
    }
}

impl<D, N: Into<Node>> IndexMut<N> for GuardedOwned<'_, D> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, node: N) -> &mut D {
        // SAFETY: this owner has locked the node, and the exclusive borrow of the owner excludes all other
        // accesses.
        unsafe { &mut *self.cell(node.into()).write() }
    }
}

impl<D> fmt::Debug for GuardedOwned<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedOwned").finish_non_exhaustive()
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
