//! Data of nodes, each behind an exclusive lock.
//!
//! An item has two halves with different types ([`Lockable`]). [`GuardedLocking`] locks nodes one after
//! another, without waiting, and can *read* their data. When everything is locked, it is turned into
//! [`GuardedOwned`], which can *write* the data but cannot lock. Both unlock when they are dropped.
//!
//! Why the accesses are sound: a node's data is accessed only through the half that holds the node's lock, by
//! the thread that owns this half. References from a `GuardedLocking` are shared and borrow from it. It is
//! consumed to make the `GuardedOwned`, so these references have ended by then. A `GuardedOwned` gives
//! exclusive references by exclusive borrows of itself. Locking acquires and unlocking releases, so each
//! holder sees the writes of the previous one. No thread waits for a lock, so a lock is just a word that
//! names its holder, by a number that no two workers have at once (`holders`).
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
use crate::ids::Node;
use crate::primitives::{AtomicU64, GuardedCell, Ordering};
use crate::{Result, memory};

/// One value a node, each behind a lock of one word.
pub struct GuardedNodes<D> {
    cells: Vec<Guarded<D>>,
    workers: Holders<Locks>,
}

struct Guarded<D> {
    holder: AtomicU64,
    data: GuardedCell<D>,
}

// SAFETY: one thread at a time touches the data, under the lock; `D: Send` suffices, as it does for a
// `Mutex`.
unsafe impl<D: Send> Sync for Guarded<D> {}

/// The holder of a free lock.
const NOBODY: u64 = holders::NOBODY as u64;

impl<D> Guarded<D> {
    /// The holder so far; the lock has been taken if it is [`NOBODY`].
    fn try_lock(&self, holder: u64) -> u64 {
        self.holder
            .compare_exchange(NOBODY, holder, Ordering::Acquire, Ordering::Relaxed)
            .unwrap_or_else(|holder| holder)
    }

    /// Only its holder may.
    fn unlock(&self) {
        let order = if is_planted("unlock-relaxed") { Ordering::Relaxed } else { Ordering::Release };
        self.holder.store(NOBODY, order);
    }
}

impl<D> GuardedNodes<D> {
    /// One value a node: `data(node)`.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn from_fn(nodes: usize, mut data: impl FnMut(Node) -> D) -> Result<Self> {
        let cell =
            |node| Guarded { holder: AtomicU64::new(NOBODY), data: GuardedCell::new(data(Node::new(node))) };
        Ok(Self { cells: memory::from_fn("guarded nodes", nodes, cell)?, workers: Holders::new() })
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The data of one node.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn get_mut(&mut self, node: Node) -> &mut D {
        self.cells[node.index()].data.get_mut()
    }

    /// The data of all nodes, in their order.
    pub fn into_values(self) -> impl ExactSizeIterator<Item = D> {
        self.cells.into_iter().map(|cell| cell.data.into_inner())
    }
}

impl<D> fmt::Debug for GuardedNodes<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedNodes").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// The locks of a worker.
struct Locks {
    /// Its number, by which the locks name it.
    name: u64,
    /// The nodes that its item has locked, none twice; empty between items.
    locked: Vec<Node>,
}

impl Holder for Locks {
    fn is_free(&self) -> bool {
        self.locked.is_empty()
    }
}

/// The nodes that are locked; unlocks them when dropped. Two words, so that it is passed in registers: with
/// the name as a third one, items of one lock took twice as long.
struct Held<'a, D> {
    nodes: &'a GuardedNodes<D>,
    locks: &'a mut Locks,
    /// Sharing this shares the data, so it takes `D: Sync`, though sharing `nodes` does not.
    data: PhantomData<&'a mut D>,
}

impl<D> Drop for Held<'_, D> {
    fn drop(&mut self) {
        for node in self.locks.locked.drain(..) {
            self.nodes.cells[node.index()].unlock();
        }
    }
}

/// The locks of a worker of a loop over [`GuardedNodes`].
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
    /// If a lock was leaked, or if the worker was not made by this value.
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

/// The first half of an item on [`GuardedNodes`]: nodes are locked, and their data can be read.
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
    pub fn lock(&self, node: Node) -> Result<&D, Conflict> {
        let mut held = self.held.borrow_mut();
        let cell = &held.nodes.cells[node.index()];
        match cell.try_lock(held.locks.name) {
            NOBODY => held.locks.locked.push(node),
            holder if holder == held.locks.name => {}
            _ => return Err(Conflict),
        }
        // SAFETY: the lock is held until `self` is dropped or consumed, so while the reference lives, and
        // until then `self` gives no right to write.
        Ok(unsafe { &*cell.data.read() })
    }
}

impl<D> fmt::Debug for GuardedLocking<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedLocking").finish_non_exhaustive()
    }
}

/// The second half of an item on [`GuardedNodes`]: the locked nodes, indexed by [`Node`], can be written.
///
/// Indexing panics if the node was not locked.
pub struct GuardedOwned<'a, D> {
    held: Held<'a, D>,
}

impl<D> GuardedOwned<'_, D> {
    /// The cell of a locked node.
    #[inline]
    fn cell(&self, node: Node) -> &GuardedCell<D> {
        let cell = &self.held.nodes.cells[node.index()];
        let is_held = cell.holder.load(Ordering::Relaxed) == self.held.locks.name;
        assert!(is_held, "node {node} is written without having been locked");
        &cell.data
    }
}

impl<D> Index<Node> for GuardedOwned<'_, D> {
    type Output = D;

    #[inline]
    fn index(&self, node: Node) -> &D {
        // SAFETY: the node is locked by this owner, and the shared borrow of it keeps `index_mut` away.
        unsafe { &*self.cell(node).read() }
    }
}

impl<D> IndexMut<Node> for GuardedOwned<'_, D> {
    #[inline]
    fn index_mut(&mut self, node: Node) -> &mut D {
        // SAFETY: the node is locked by this owner, and the exclusive borrow of it keeps every other access
        // away.
        unsafe { &mut *self.cell(node).write() }
    }
}

impl<D> fmt::Debug for GuardedOwned<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GuardedOwned").finish_non_exhaustive()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_node_has_one_holder_and_is_free_afterwards() {
        let nodes = GuardedNodes::from_fn(3, |node| node.index() * 10).unwrap();
        let [a, b] = [1, 2].map(Node::new);
        let (mut mine, mut others) = (nodes.worker(), nodes.worker());
        {
            let first = nodes.begin(&mut mine);
            assert_eq!((first.lock(a), first.lock(a)), (Ok(&10), Ok(&10)), "twice is once");
            let second = nodes.begin(&mut others);
            assert_eq!((second.lock(b), second.lock(a)), (Ok(&20), Err(Conflict)));
            let mut first = nodes.commit(first);
            first[a] += first[a];
        }
        let again = nodes.begin(&mut mine);
        assert_eq!((again.lock(a), again.lock(b)), (Ok(&20), Ok(&20)));
        drop(again);
        drop((mine, others));
        assert!(nodes.into_values().eq([0, 20, 20]));
    }

    #[test]
    #[should_panic(expected = "node 1 is written without having been locked")]
    fn what_was_not_locked_is_not_handed_out() {
        let nodes = GuardedNodes::from_fn(2, |_| 0).unwrap();
        let mut worker = nodes.worker();
        nodes.commit(nodes.begin(&mut worker))[Node::new(1)] = 5;
    }

    #[test]
    #[should_panic(expected = "a lock has been leaked")]
    fn the_holder_of_a_leaked_lock_gets_no_more_items() {
        let nodes = GuardedNodes::from_fn(1, |_| 0).unwrap();
        let mut worker = nodes.worker();
        let leaked = nodes.begin(&mut worker);
        leaked.lock(Node::new(0)).unwrap();
        std::mem::forget(leaked);
        nodes.begin(&mut worker);
    }

    #[test]
    #[should_panic(expected = "the worker was not made by this value")]
    fn workers_are_those_of_their_nodes() {
        let [one, other] = [0, 0].map(|data| GuardedNodes::from_fn(1, |_| data).unwrap());
        one.begin(&mut other.worker());
    }

    /// Workers come to lie where one lay that has leaked a lock, was moved away, and was forgotten or
    /// dropped.
    #[test]
    fn a_leaked_lock_is_nobodys() {
        let node = Node::new(0);
        for forgets in [true, false] {
            let nodes = GuardedNodes::from_fn(1, |_| 0).unwrap();
            let mut here = nodes.worker();
            let leaked = nodes.begin(&mut here);
            leaked.lock(node).unwrap();
            std::mem::forget(leaked);
            let moved = std::mem::replace(&mut here, nodes.worker());
            if forgets {
                std::mem::forget(moved);
            } else {
                drop(moved);
            }
            for _ in 0..3 {
                assert_eq!(nodes.begin(&mut here).lock(node), Err(Conflict));
                here = nodes.worker();
            }
        }
    }

    #[test]
    fn increments_from_many_threads_are_not_lost() {
        let nodes = GuardedNodes::from_fn(4, |_| 0_u64).unwrap();
        std::thread::scope(|scope| {
            for t in 0..4 {
                let nodes = &nodes;
                scope.spawn(move || {
                    let mut worker = nodes.worker();
                    for i in 0..10_000 {
                        let (a, b) = (Node::new((i + t) % 4), Node::new((i * i + 1) % 4));
                        loop {
                            let locking = nodes.begin(&mut worker);
                            if locking.lock(a).is_err() || locking.lock(b).is_err() {
                                std::hint::spin_loop();
                                continue;
                            }
                            let mut owned = nodes.commit(locking);
                            owned[a] += 1;
                            owned[b] += 1;
                            break;
                        }
                    }
                });
            }
        });
        assert_eq!(nodes.into_values().sum::<u64>(), 80_000);
    }
}
