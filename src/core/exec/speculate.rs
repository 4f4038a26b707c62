//! The speculative loop: items that conflict over nodes are rolled back and tried again.
//!
//! Some operators read and change a neighbourhood that is not known in advance, and the result would be wrong
//! if two neighbourhoods overlapped. Here each item locks the nodes that it reaches. If a node is already
//! locked, the item releases all its locks and is tried again later. Usually neighbourhoods are small and far
//! apart, and nearly all items succeed at the first try.
//!
//! **Cautious by type.** An operator must not change anything before it has locked everything it will ever
//! need: then rolling back is just unlocking, and no log of old values is kept (Pingali and others, "The tao
//! of parallelism in algorithms", 2011). The types ensure this. [`Locking`] can lock, and read what is
//! locked. [`Locking::commit`] consumes it and returns [`Owned`], which can write the locked data and push
//! items, but cannot lock. (If an operator returns an error after `commit`, the loop panics. Captured atomics
//! are not rolled back, so change them only after `commit`.)
//!
//! The data to lock is a [`Lockable`]: the data of nodes ([`GuardedNodes`](crate::sync::GuardedNodes)), a
//! graph that the operator changes ([`MorphGraph`](crate::graph::MorphGraph)), or your own data.
//!
//! **Something always gets done.** No item waits for a lock, so there is no deadlock. But two items that want
//! the same nodes in opposite order may both give up. So items that were rolled back wait until all others
//! are done. Then they are tried again together, on `n` threads, as long as at least one of `n` succeeds.
//! Otherwise they are done one at a time, without conflicts.
//!
//! The loop is serialisable: the result is as if the items had been done one after another, in an order that
//! depends on timing. With one thread it is the order of the policy.
//!
//! # Example
//!
//! Every edge makes its two ends friends, if both still have fewer than two friends.
//!
//! ```
//! use boscage::exec::Exec;
//! use boscage::graph::Node;
//! use boscage::sync::GuardedNodes;
//! use boscage::worklist::Fifo;
//!
//! let mut friends = GuardedNodes::from_fn(4, |_| 0)?;
//! let edges = [(0, 1), (1, 2), (1, 3), (2, 3)].map(|(u, v)| (Node::new(u), Node::new(v)));
//! Exec::new(1)?.speculate("friends", edges, Fifo::default(), &mut friends, |&(u, v), locking| {
//!     if *locking.lock(u)? < 2 && *locking.lock(v)? < 2 {
//!         let mut owned = locking.commit();
//!         owned[u] += 1;
//!         owned[v] += 1;
//!     }
//!     Ok(())
//! })?;
//! assert!(friends.into_values().eq([1, 2, 2, 1]));
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! Writing before `commit` does not compile,
//!
//! ```compile_fail,E0594
//! # use boscage::{exec::Exec, graph::Node, sync::GuardedNodes, worklist::Fifo};
//! # let mut nodes = GuardedNodes::from_fn(4, |_| 0)?;
//! # Exec::new(1)?.speculate("early", [Node::new(0)], Fifo::default(), &mut nodes, |&node, locking| {
//! *locking.lock(node)? += 1;
//! # locking.commit();
//! # Ok(()) })?;
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! nor does locking after it.
//!
//! ```compile_fail,E0382
//! # use boscage::{exec::Exec, graph::Node, sync::GuardedNodes, worklist::Fifo};
//! # let mut nodes = GuardedNodes::from_fn(4, |_| 0)?;
//! # Exec::new(1)?.speculate("late", [Node::new(0)], Fifo::default(), &mut nodes, |&node, locking| {
//! let mut owned = locking.commit();
//! owned[node] = *locking.lock(Node::new(1))?;
//! # Ok(()) })?;
//! # Ok::<(), boscage::Error>(())
//! ```

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::job::{Body, Job};
use super::{Exec, Push};
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicBool, Ordering};
use crate::sync::{Conflict, Lockable};
use crate::worklist::Policy;
use crate::{Error, Result};

/// With fewer items rolled back than this it is not worth waking up other threads.
const ALONE_BELOW: usize = 1 << 8;

/// Why an item is rolled back.
#[derive(Debug)]
pub enum Rollback {
    /// Another item holds a lock that it needs: it is tried again.
    Conflict,
    /// It cannot be done, for example because memory ran out: the loop ends with this error.
    Failed(Box<Error>),
}

impl From<Conflict> for Rollback {
    #[inline]
    fn from(Conflict: Conflict) -> Self {
        Self::Conflict
    }
}

impl From<Error> for Rollback {
    #[cold]
    fn from(error: Error) -> Self {
        Self::Failed(Box::new(error))
    }
}

/// The first half of an item: it locks and reads. This dereferences to [`Lockable::Locking`], which has the
/// functions that do so: [`GuardedLocking`](crate::sync::GuardedLocking) for guarded nodes,
/// [`MorphLocking`](crate::graph::MorphLocking) for a graph that changes.
pub struct Locking<'a, L: Lockable, T> {
    data: &'a L,
    inner: L::Locking<'a>,
    push: Push<'a, T>,
    committed: &'a mut bool,
}

impl<'a, L: Lockable, T> Locking<'a, L, T> {
    /// Ends the locking: from here on the item will succeed, and may write.
    #[inline]
    pub fn commit(self) -> Owned<'a, L, T> {
        *self.committed = true;
        Owned { inner: self.data.commit(self.inner), push: self.push }
    }

    /// Ends the loop, as [`Push::stop`] does, and this item: it has changed nothing, and its locks are freed.
    pub fn stop(mut self) {
        self.push.stop();
    }
}

impl<'a, L: Lockable, T> Deref for Locking<'a, L, T> {
    type Target = L::Locking<'a>;

    #[inline]
    fn deref(&self) -> &L::Locking<'a> {
        &self.inner
    }
}

impl<'a, L: Lockable, T> DerefMut for Locking<'a, L, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut L::Locking<'a> {
        &mut self.inner
    }
}

impl<L: Lockable, T> fmt::Debug for Locking<'_, L, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Locking").finish_non_exhaustive()
    }
}

/// The second half of an item: it writes what it has locked. This dereferences to [`Lockable::Owned`], which
/// has the functions that do so: [`GuardedOwned`](crate::sync::GuardedOwned) for guarded nodes,
/// [`MorphOwned`](crate::graph::MorphOwned) for a graph that changes.
pub struct Owned<'a, L: Lockable + 'a, T> {
    inner: L::Owned<'a>,
    push: Push<'a, T>,
}

impl<L: Lockable, T> Owned<'_, L, T> {
    /// Adds an item to the loop.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.push.push(item);
    }

    /// Ends the loop, as [`Push::stop`] does.
    pub fn stop(&mut self) {
        self.push.stop();
    }
}

impl<'a, L: Lockable, T> Deref for Owned<'a, L, T> {
    type Target = L::Owned<'a>;

    #[inline]
    fn deref(&self) -> &L::Owned<'a> {
        &self.inner
    }
}

impl<'a, L: Lockable, T> DerefMut for Owned<'a, L, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut L::Owned<'a> {
        &mut self.inner
    }
}

impl<L: Lockable, T> fmt::Debug for Owned<'_, L, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owned").finish_non_exhaustive()
    }
}

/// One attempt at an item.
struct Attempt<'a, L, F> {
    name: &'a str,
    data: &'a L,
    operator: F,
    /// The first error of an item.
    failed: Mutex<Option<Box<Error>>>,
}

impl<'a, T, L, F> Body<T> for Attempt<'a, L, F>
where
    L: Lockable,
    F: Fn(&T, Locking<'_, L, T>) -> Result<(), Rollback> + Sync,
{
    type Worker = L::Worker<'a>;

    fn worker(&self) -> L::Worker<'a> {
        self.data.worker()
    }

    #[inline]
    fn work_on(
        &self,
        item: T,
        worker: &mut L::Worker<'a>,
        pushed: &mut Vec<T>,
        over: &AtomicBool,
    ) -> Result<(), T> {
        let mut committed = false;
        let (data, push) = (self.data, Push::new(pushed, over));
        let locking = Locking { data, inner: data.begin(worker), push, committed: &mut committed };
        (self.operator)(&item, locking).map_err(|reason| {
            assert!(!committed, "{}: an item gave up after its commit", self.name);
            if let Rollback::Failed(error) = reason {
                self.failed.lock().get_or_insert(error);
                over.store(true, Ordering::Relaxed);
            }
            item
        })
    }
}

impl Exec {
    /// Calls `operator` for every item of `initial` and every item pushed, until it has succeeded once for
    /// each, or until it calls [`Locking::stop`] or [`Owned::stop`]. The statistics are kept, however the
    /// loop ends.
    ///
    /// The loop borrows `data` exclusively, so only its own items can conflict.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the token was cancelled; each item has then either been done or changed
    /// nothing. [`Error::OutOfMemory`] as in [`Exec::for_each`]. The first error that the operator returned,
    /// which ends the loop.
    ///
    /// # Panics
    /// If the operator does: all locks are freed, the loop ends, and the panic goes on to the caller. The
    /// item that panicked may have written a part of its changes. Also if an item returns an error after its
    /// commit, or if a lock was leaked (by [`std::mem::forget`]).
    pub fn speculate<T, L, P>(
        &self,
        name: &str,
        initial: impl IntoIterator<Item = T>,
        policy: P,
        data: &mut L,
        operator: impl Fn(&T, Locking<'_, L, T>) -> Result<(), Rollback> + Sync,
    ) -> Result<()>
    where
        T: Send,
        L: Lockable,
        P: Policy<T> + Clone,
    {
        let attempt = Attempt { name, data: &*data, operator, failed: Mutex::new(None) };
        let job = Job::new(self, name, attempt);
        let mut outcome = job.run(initial, policy.clone())?;
        while !outcome.aborted.is_empty() && !job.is_over() {
            // One thread, whose items are never rolled back, would do more in the same time.
            let others = self.threads() as u64 - 1;
            let is_crowded = outcome.counts.aborted > outcome.counts.committed * others;
            let again = if is_crowded || outcome.aborted.len() < ALONE_BELOW {
                self.install(|| job.run_alone(outcome.aborted))?
            } else {
                outcome.aborted
            };
            outcome = job.run(again, policy.clone())?;
        }
        match job.body.failed.lock().take() {
            Some(error) => Err(*error),
            None => Ok(()),
        }
    }
}
