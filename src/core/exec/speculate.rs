//! The speculative loop: items that conflict over nodes are rolled back and tried again.
//!
//! **Cautious by type.** An operator must not change anything before it has locked everything it will ever
//! need: then a rollback only unlocks, and no log of old values is kept. The types ensure this. [`Locking`]
//! can lock, and read what is locked. [`Locking::commit`] consumes it and returns [`Owned`], which can write
//! the locked data and push items, but cannot lock.
//!
//! **Something always gets done.** No item waits for a lock, so there is no deadlock. But two items that want
//! the same nodes in opposite order may both give up. So items that were rolled back wait until all others
//! are done, and a worker with many of them waits for the others (`backoff`). Then they are tried again
//! together, on `n` threads, as long as at least one of `n` succeeds. Otherwise they are done one at a time,
//! without conflicts.

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::ending::Ending;
use super::job::{Body, Job};
use super::{Exec, Push};
use crate::sync::{Conflict, Lockable};
use crate::worklist::Policy;
use crate::{Error, Result};

/// Number of items below which it does not pay to wake other threads.
const ALONE_BELOW: usize = 1 << 8;

/// The reason why an item of [`Exec::speculate`] is rolled back. Both conflicts and errors convert into it,
/// so operators use `?`.
#[derive(Debug)]
#[non_exhaustive]
pub enum Rollback {
    /// Another item holds a lock that this one needs. It is tried again.
    Conflict,
    /// The item failed, for example because memory ran out. The loop ends with this error.
    Failed(Box<Error>),
}

impl From<Conflict> for Rollback {
    #[inline]
    fn from(Conflict: Conflict) -> Self {
        Self::Conflict
    }
}

/// Also for an error of your own that becomes an [`Error`].
impl<E: Into<Error>> From<E> for Rollback {
    #[cold]
    fn from(error: E) -> Self {
        Self::Failed(Box::new(error.into()))
    }
}

/// The first half of an item of [`Exec::speculate`]: it locks data and reads it.
///
/// It dereferences to [`Lockable::Locking`], whose methods lock and read:
/// [`GuardedLocking`](crate::sync::GuardedLocking) for guarded nodes,
/// [`MorphLocking`](crate::graph::MorphLocking) for a graph that changes.
///
/// Locked data cannot be written before [`Locking::commit`]. This does not compile:
///
/// ```compile_fail,E0594
/// # use boscage::{exec::Exec, graph::Node, sync::GuardedNodes, worklist::Fifo};
/// # let mut nodes = GuardedNodes::from_fn(4, |_| 0)?;
/// # Exec::new(1)?.speculate("early", [Node::new(0)], Fifo::default(), &mut nodes, |&node, locking| {
/// *locking.lock(node)? += 1;
/// # locking.commit();
/// # Ok(()) })?;
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct Locking<'a, L: Lockable, T> {
    data: &'a L,
    inner: L::Locking<'a>,
    push: Push<'a, T>,
    committed: &'a mut bool,
}

impl<'a, L: Lockable, T> Locking<'a, L, T> {
    /// Ends the locking: from here on the item must succeed, and may write.
    ///
    /// Afterwards nothing can be locked. This does not compile:
    ///
    /// ```compile_fail,E0382
    /// # use boscage::{exec::Exec, graph::Node, sync::GuardedNodes, worklist::Fifo};
    /// # let mut nodes = GuardedNodes::from_fn(4, |_| 0)?;
    /// # Exec::new(1)?.speculate("late", [Node::new(0)], Fifo::default(), &mut nodes, |&node, locking| {
    /// let mut owned = locking.commit();
    /// owned[node] = *locking.lock(1)?;
    /// # Ok(()) })?;
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[inline]
    pub fn commit(self) -> Owned<'a, L, T> {
        *self.committed = true;
        Owned { inner: self.data.commit(self.inner), push: self.push }
    }

    /// Ends the loop as [`Push::stop`] does, and this item, which has changed nothing. Its locks are freed.
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

/// The second half of an item of [`Exec::speculate`]: it writes the data that it has locked.
///
/// It dereferences to [`Lockable::Owned`], whose methods write:
/// [`GuardedOwned`](crate::sync::GuardedOwned) for guarded nodes,
/// [`MorphOwned`](crate::graph::MorphOwned) for a graph that changes.
pub struct Owned<'a, L: Lockable + 'a, T> {
    inner: L::Owned<'a>,
    push: Push<'a, T>,
}

impl<L: Lockable, T> Owned<'_, L, T> {
    /// Pushes an item.
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

/// The operator of a speculative loop, with the data that its items lock.
struct Attempt<'a, L, F> {
    data: &'a L,
    operator: F,
}

impl<'a, T, L, F> Body<T> for Attempt<'a, L, F>
where
    L: Lockable,
    F: Fn(&T, Locking<'_, L, T>) -> Result<(), Rollback> + Sync,
{
    type Worker = L::Worker<'a>;

    const ROLLS_BACK: bool = true;

    fn worker(&self) -> L::Worker<'a> {
        self.data.worker()
    }

    #[inline]
    fn work_on(
        &self,
        item: T,
        worker: &mut L::Worker<'a>,
        pushed: &mut Vec<T>,
        ending: &Ending,
    ) -> Result<(), T> {
        let mut committed = false;
        let (data, push) = (self.data, Push::new(pushed, ending));
        let locking = Locking { data, inner: data.begin(worker), push, committed: &mut committed };
        (self.operator)(&item, locking).map_err(|reason| {
            if committed {
                ending.blame(
                    "an item gave up after its commit: an operator that has committed returns `Ok(())`",
                );
            } else if let Rollback::Failed(error) = reason {
                ending.fail(*error);
            }
            item
        })
    }
}

impl Exec {
    /// Calls `operator` for every item of `initial` and every item pushed, until it has succeeded once for
    /// each. Items that conflict are rolled back and tried again.
    ///
    /// Use this loop if an item reads and changes several nodes, and which ones is only known on the way. The
    /// item first locks the nodes that it reaches ([`Locking`]). If a node is already locked, the item
    /// releases all its locks and is tried again later. When it has locked everything, it commits
    /// ([`Locking::commit`]), and writes ([`Owned`]). Usually neighbourhoods are small and far apart, and
    /// nearly all items succeed at the first try. Without the operator's work, an item with one
    /// lock costs about 12 ns.
    ///
    /// The data to lock is a [`Lockable`]: values of nodes ([`GuardedNodes`](crate::sync::GuardedNodes)), a
    /// graph that the operator changes ([`MorphGraph`](crate::graph::MorphGraph)), or a type of yours. The
    /// loop borrows it exclusively, so only its own items can conflict. Atomics that the operator captures
    /// are not rolled back; change them only after the commit. The operator ends the loop early by
    /// [`Locking::stop`] or [`Owned::stop`].
    ///
    /// A thread whose items are often rolled back waits until the others have committed some, so that less
    /// than a tenth of the items are rolled back even if nearly all conflict. It waits for milliseconds at
    /// most.
    ///
    /// The method is that of Pingali and others, "The tao of parallelism in algorithms", 2011, for *cautious*
    /// operators.
    ///
    /// # Determinism
    /// The loop is serialisable: the result is as if the items had been done one after another. On several
    /// threads this order is not deterministic; on one thread it is that of the policy.
    ///
    /// # Memory
    /// As [`Exec::for_each`], and the items that wait for another try. The locks belong to `data`.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the token was cancelled; each item has then either been done or changed
    /// nothing. [`Error::OutOfMemory`] as in [`Exec::for_each`]. If the operator returns an error that is not
    /// a conflict, the loop ends and returns this error. If several items fail, it is the error that happened
    /// first, which depends on timing.
    ///
    /// # Panics
    /// If the operator panics: all locks are freed, the loop ends, and the panic continues in the caller. The
    /// item that panicked may have written a part of its changes. Also if an item returns an error after
    /// its commit, if a lock was leaked (by [`std::mem::forget`]), or if the policy is wrong, as in
    /// [`Exec::for_each`].
    ///
    /// # Examples
    ///
    /// Every edge makes its two ends friends, if both have fewer than two friends.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let mut friends = GuardedNodes::from_fn(4, |_| 0)?;
    /// let edges = [(0, 1), (1, 2), (1, 3), (2, 3)].map(|(u, v)| (Node::new(u), Node::new(v)));
    /// Exec::new(1)?.speculate("friends", edges, Fifo::default(), &mut friends, |&(u, v), locking| {
    ///     if *locking.lock(u)? < 2 && *locking.lock(v)? < 2 {
    ///         let mut owned = locking.commit();
    ///         owned[u] += 1;
    ///         owned[v] += 1;
    ///     }
    ///     Ok(())
    /// })?;
    /// assert!(friends.into_values().eq([1, 2, 2, 1]));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
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
        let attempt = Attempt { data: &*data, operator };
        let job = Job::new(self, name, attempt);
        let mut outcome = job.run(initial, policy.clone())?;
        while !outcome.aborted.is_empty() && !job.is_over() {
            // One thread, whose items are never rolled back, would do more in the same time.
            let others = self.threads() as u64 - 1;
            let is_crowded = outcome.counts.aborted > outcome.counts.committed * others;
            let again = if is_crowded || outcome.aborted.len() < ALONE_BELOW {
                let pushed = self.install(|| job.run_alone(outcome.aborted));
                job.ending.outcome(&job.tally)?;
                pushed?
            } else {
                outcome.aborted
            };
            outcome = job.run(again, policy.clone())?;
        }
        Ok(())
    }
}
