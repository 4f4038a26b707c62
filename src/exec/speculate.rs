//! The speculative loop: items that conflict over nodes are rolled back and tried again.
//!
//! Some operators read and change a neighbourhood that is not known beforehand, and would be wrong if two of
//! them overlapped. Here each item locks the nodes it comes across; where one is taken, the item gives up all
//! it has and is tried again later. Usually neighbourhoods are small and far apart, and nearly all items
//! succeed at once.
//!
//! **Cautious by type.** An operator must not change anything before it has locked everything it will ever
//! need: then rolling back is just unlocking, and no log of old values is kept (Pingali and others, "The tao
//! of parallelism in algorithms", 2011). The types see to it. [`Locking`] locks and lets nodes be read;
//! [`Locking::commit`] consumes it and returns [`Owned`], which lets the locked nodes be written and items be
//! pushed, and cannot lock. (An operator that keeps the conflict of a lock it can do without, and returns it
//! after `commit`, is stopped by a panic. What it changes elsewhere, through atomics it captured, is its own
//! responsibility: change it after `commit`.)
//!
//! **Something always gets done.** Locks are tried, never waited for, so there is no deadlock; but two items
//! that want the same nodes in opposite order may both give up. So items that were rolled back wait until all
//! the others are done, and then are tried again together as long as that gets at least half of what is tried
//! done. Otherwise they are done one at a time, when there is nothing to be in conflict with.
//!
//! What an item sees and does is serialisable: as if the items had been done one after another, but in an
//! order that depends on timing. With one thread it is the order of the policy.
//!
//! # Example
//!
//! Every edge makes its two ends friends, if both still have fewer than two.
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
use std::ops::{Index, IndexMut};
use std::sync::atomic::AtomicBool;

use super::job::{Job, Tray};
use super::{Exec, Push};
use crate::Result;
use crate::ids::Node;
use crate::sync::{Acquiring, Exclusive, GuardedNodes};
use crate::worklist::Policy;

/// With fewer items rolled back than this it is not worth waking up other threads.
const ALONE_BELOW: usize = 1 << 8;

/// A node was locked by another item: the item is rolled back. Operators pass it on, with `?`.
#[derive(Debug)]
pub struct Conflict(());

/// The first half of an item's execution: nodes can be locked, and read.
pub struct Locking<'a, D, T> {
    nodes: Acquiring<'a, D>,
    push: Push<'a, T>,
    committed: &'a mut bool,
}

impl<'a, D, T> Locking<'a, D, T> {
    /// Locks a node and returns its data. Locking it again is no conflict.
    ///
    /// # Errors
    /// [`Conflict`] if another item holds it.
    ///
    /// # Panics
    /// If there is no such node.
    #[inline]
    pub fn lock(&self, node: Node) -> Result<&D, Conflict> {
        self.nodes.lock(node).ok_or(Conflict(()))
    }

    /// Ends the locking: from here on the item is sure to succeed, and may write.
    #[inline]
    pub fn commit(self) -> Owned<'a, D, T> {
        *self.committed = true;
        Owned { nodes: self.nodes.into_exclusive(), push: self.push }
    }

    /// Ends the loop, as [`Push::stop`] does, and the item with it: it has changed nothing, and its locks are
    /// freed.
    pub fn stop(mut self) {
        self.push.stop();
    }
}

impl<D, T> fmt::Debug for Locking<'_, D, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Locking").finish_non_exhaustive()
    }
}

/// The second half of an item's execution: the locked nodes, indexed by [`Node`], can be written.
///
/// Indexing panics if the node was not locked.
pub struct Owned<'a, D, T> {
    nodes: Exclusive<'a, D>,
    push: Push<'a, T>,
}

impl<D, T> Owned<'_, D, T> {
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

impl<D, T> Index<Node> for Owned<'_, D, T> {
    type Output = D;

    #[inline]
    fn index(&self, node: Node) -> &D {
        &self.nodes[node]
    }
}

impl<D, T> IndexMut<Node> for Owned<'_, D, T> {
    #[inline]
    fn index_mut(&mut self, node: Node) -> &mut D {
        &mut self.nodes[node]
    }
}

impl<D, T> fmt::Debug for Owned<'_, D, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owned").finish_non_exhaustive()
    }
}

impl Exec {
    /// Calls `operator` for every item of `initial` and every item pushed, until it has once succeeded for
    /// each; or until it calls [`Locking::stop`] or [`Owned::stop`]. However the loop ends, what it has done
    /// is in the statistics.
    ///
    /// The loop has `nodes` to itself, so only its own items can be in conflict.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] if the token was cancelled; each item has then been done or has left no
    /// trace. [`crate::Error::OutOfMemory`] as [`Exec::for_each`].
    ///
    /// # Panics
    /// If the operator does: all locks are freed, the loop ends, and the panic goes on to the caller. The
    /// item that panicked may have written part of what it meant to. Also if an item returns a [`Conflict`]
    /// after its commit, and if a lock was leaked (by [`std::mem::forget`]).
    pub fn speculate<T, D, P>(
        &self,
        name: &str,
        initial: impl IntoIterator<Item = T>,
        policy: P,
        nodes: &mut GuardedNodes<D>,
        operator: impl Fn(&T, Locking<'_, D, T>) -> Result<(), Conflict> + Sync,
    ) -> Result<()>
    where
        T: Send,
        D: Send,
        P: Policy<T> + Clone,
    {
        let nodes = &*nodes;
        let attempt = |item, tray: &mut Tray<T>, over: &AtomicBool| {
            let (nodes, mut committed) = (Acquiring::new(nodes, &mut tray.locked), false);
            let push = Push::new(&mut tray.pushed, over);
            operator(&item, Locking { nodes, push, committed: &mut committed }).map_err(|Conflict(())| {
                assert!(!committed, "{name}: an item gave up after its commit");
                item
            })
        };
        let job = Job::new(self, name, attempt);
        let mut outcome = job.run(initial, policy.clone())?;
        while !outcome.aborted.is_empty() && !job.is_over() {
            let is_crowded = outcome.counts.aborted > outcome.counts.committed;
            let again = if is_crowded || outcome.aborted.len() < ALONE_BELOW {
                self.install(|| job.run_alone(outcome.aborted))?
            } else {
                outcome.aborted
            };
            outcome = job.run(again, policy.clone())?;
        }
        Ok(())
    }
}
