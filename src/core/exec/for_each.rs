//! The loop over a worklist: unordered items, and the operator may add more.
//!
//! Each thread takes items from its own part of the worklist, and from other parts when its own is empty. The
//! policy ([`crate::worklist`]), not the operator, decides which item comes next. The operator is called from
//! many threads at once, so what it changes must be atomic or locked. If items conflict over *nodes*, use the
//! speculative loop ([`Exec::speculate`]), which does the locking.
//!
//! The loop ends when every item is done, including those pushed. No thread ever waits for another, so the
//! pool may be busy with other work, and an operator may itself run a loop on the same threads.
//!
//! # Example
//!
//! Breadth-first search from node 0: how many steps away is each node?
//!
//! ```
//! use boscage::exec::Exec;
//! use boscage::graph::{Directed, EdgeList, Graph, Node};
//! use boscage::worklist::Fifo;
//! use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
//!
//! let list = EdgeList::from_pairs(5, [(0, 1), (1, 2), (0, 3), (3, 2)])?;
//! let exec = Exec::new(2)?;
//! let graph = Graph::<Directed>::from_edges(&exec, &list)?;
//! let steps: Vec<_> = (0..5).map(|_| AtomicU32::new(u32::MAX)).collect();
//!
//! exec.for_each("bfs", [(Node::new(0), 0)], Fifo::default(), |(node, distance), work| {
//!     if steps[node.index()].fetch_min(distance, Relaxed) > distance {
//!         work.extend(graph.neighbours(node).iter().map(|&neighbour| (neighbour, distance + 1)));
//!     }
//! })?;
//!
//! let steps: Vec<_> = steps.into_iter().map(AtomicU32::into_inner).collect();
//! assert_eq!(steps, [0, 1, 2, 1, u32::MAX]);
//! # Ok::<(), boscage::Error>(())
//! ```

use super::Exec;
use super::job::{Body, Job};
use crate::Result;
use crate::primitives::unmodelled::{AtomicBool, Ordering};
use crate::worklist::Policy;

/// Collects the items that an operator adds to its loop. They are added when the operator returns.
#[derive(Debug)]
pub struct Push<'a, T> {
    items: &'a mut Vec<T>,
    over: &'a AtomicBool,
}

impl<'a, T> Push<'a, T> {
    pub(super) fn new(items: &'a mut Vec<T>, over: &'a AtomicBool) -> Self {
        Self { items, over }
    }

    /// Ends the loop: no further item starts, waiting items are dropped, and the loop returns `Ok`. Other
    /// threads finish the items that they have begun. [`Exec::take_statistics`] has what was done until then.
    pub fn stop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Adds an item.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }
}

impl<T> Extend<T> for Push<'_, T> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.items.extend(items);
    }
}

impl Exec {
    /// Calls `operator` once for every item of `initial` and for every item that it pushes, or until it calls
    /// [`Push::stop`].
    ///
    /// The statistics are kept, however the loop ends.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] if the token was cancelled; the items not begun by then are dropped.
    /// [`crate::Error::OutOfMemory`] if there is no room for the least number of items that `initial`
    /// reports. (Memory for pushed items is not checked.)
    ///
    /// # Panics
    /// If the operator does: the loop ends, the items not begun by then are dropped, and the panic goes on to
    /// the caller.
    pub fn for_each<T: Send, P: Policy<T>>(
        &self,
        name: &str,
        initial: impl IntoIterator<Item = T>,
        policy: P,
        operator: impl Fn(T, &mut Push<'_, T>) + Sync,
    ) -> Result<()> {
        Job::new(self, name, Operator(operator)).run(initial, policy).map(drop)
    }
}

/// An operator that does every item it is called with.
struct Operator<F>(F);

impl<T, F: Fn(T, &mut Push<'_, T>) + Sync> Body<T> for Operator<F> {
    type Worker = ();

    fn worker(&self) {}

    #[inline]
    fn work_on(&self, item: T, (): &mut (), pushed: &mut Vec<T>, over: &AtomicBool) -> Result<(), T> {
        (self.0)(item, &mut Push::new(pushed, over));
        Ok(())
    }
}
