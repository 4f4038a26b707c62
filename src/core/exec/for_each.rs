//! The loop over a worklist: unordered items, and the operator may push more.

use std::ops::ControlFlow;

use super::ending::Ending;
use super::job::{Body, Job};
use super::{Exec, IntoControlFlow};
use crate::Result;
use crate::worklist::Policy;

/// The items that an operator of [`Exec::for_each`] or [`Exec::phased`] pushes. They are added to the
/// others when the operator returns.
#[derive(Debug)]
pub struct Push<'a, T> {
    items: &'a mut Vec<T>,
    ending: &'a Ending,
}

impl<'a, T> Push<'a, T> {
    pub(super) fn new(items: &'a mut Vec<T>, ending: &'a Ending) -> Self {
        Self { items, ending }
    }

    /// Ends the loop: no further item starts, waiting items are dropped, and the loop returns `Ok`. Other
    /// threads finish the items that they have begun.
    pub fn stop(&mut self) {
        self.ending.stop();
    }

    /// Pushes an item.
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
    /// Calls `operator` once for every item of `initial` and for every item that it pushes.
    ///
    /// The operator returns nothing, a [`ControlFlow`] or a `Result<()>` ([`IntoControlFlow`]). The loop ends
    /// when all items are done, or when the operator returns `Break` or an error, or calls [`Push::stop`].
    /// Each thread takes items from its own part of the worklist, and steals from other parts when its own is
    /// empty. The policy decides the order: see [`crate::worklist`]. The operator is called from many threads
    /// at once, so what it changes must be atomic or locked.
    ///
    /// Use this loop if the operator creates items. If all items are known, [`Exec::do_all`] is faster. If an
    /// item changes several nodes at once, [`Exec::speculate`] locks them. Without the operator's
    /// work, an item costs about 4 ns. An operator may itself run a loop: no worker depends on another one.
    ///
    /// # Determinism
    /// On several threads the order of the items is not deterministic. The result is deterministic if it is
    /// the same for every order (as in the example). On one thread the order is exactly that of the policy.
    ///
    /// # Memory
    /// The waiting items, rounded up to chunks (see the policy). The worklist grows without a check: if the
    /// memory for pushed items runs out, the program aborts.
    ///
    /// # Errors
    /// The error that the operator returned. If several items fail, that of the first to do so, which depends
    /// on timing. The items that a failing item has pushed are dropped, as are the items not begun by then.
    /// [`crate::Error::Cancelled`] if the token was cancelled; the items not begun by then are dropped.
    /// [`crate::Error::OutOfMemory`] if there is not enough memory for the items of `initial`, counted by the
    /// lower bound of its `size_hint`.
    ///
    /// # Panics
    /// If the operator panics: the loop ends, the items not begun by then are dropped, and the panic
    /// continues in the caller. Also if the policy loses items, repeats items, or makes the wrong number of
    /// parts.
    ///
    /// # Examples
    ///
    /// A search: the number of steps from node 0 to each node.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(5, [(0, 1), (1, 2), (0, 3), (3, 2)])?;
    /// let graph = Graph::<Directed>::from_edges(&exec, &list)?;
    /// let steps = AtomicNodeMap::filled(&graph, u32::MAX)?;
    /// exec.for_each("search", [(Node::new(0), 0)], Fifo::default(), |(node, distance), work| {
    ///     if steps.fetch_min(node, distance) > distance {
    ///         work.extend(graph.neighbours(node).iter().map(|&next| (next, distance + 1)));
    ///     }
    /// })?;
    /// assert_eq!(steps.into_map().as_slice(), [0, 1, 2, 1, u32::MAX]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn for_each<T: Send, P: Policy<T>, F: IntoControlFlow>(
        &self,
        name: &str,
        initial: impl IntoIterator<Item = T>,
        policy: P,
        operator: impl Fn(T, &mut Push<'_, T>) -> F + Sync,
    ) -> Result<()> {
        Job::new(self, name, Operator(operator)).run(initial, policy).map(drop)
    }
}

/// An operator that never rolls an item back.
struct Operator<F>(F);

impl<T, F: IntoControlFlow, O: Fn(T, &mut Push<'_, T>) -> F + Sync> Body<T> for Operator<O> {
    type Worker = ();

    const ROLLS_BACK: bool = false;

    fn worker(&self) {}

    #[inline]
    fn work_on(&self, item: T, (): &mut (), pushed: &mut Vec<T>, ending: &Ending) -> Result<(), T> {
        match (self.0)(item, &mut Push::new(pushed, ending)).into_control_flow() {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(None) => ending.stop(),
            ControlFlow::Break(Some(error)) => ending.fail(error),
        }
        Ok(())
    }
}
