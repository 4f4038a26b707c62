//! What operators may return for a node.

use std::ops::ControlFlow;

/// What the operator of [`Rounds::push`](super::Rounds::push) and [`Rounds::pull`](super::Rounds::pull)
/// returns for an arc: `true` if its target is in the next set, `false` or nothing if not, [`First`] if it
/// never says so twice, or [`ControlFlow::Break`] to end the phase. The value in a `Break` says whether the
/// target is in the set.
pub trait Answer {
    /// Whether it ever says that a node is in the set.
    const FINDS: bool;
    /// It says so at most once per node and phase.
    const ONCE: bool = false;

    /// Whether the node is in the set.
    fn finds(&self) -> bool;

    /// Whether the phase is to end.
    fn is_break(&self) -> bool;
}

impl Answer for () {
    const FINDS: bool = false;

    #[inline(always)]
    fn finds(&self) -> bool {
        false
    }

    #[inline(always)]
    fn is_break(&self) -> bool {
        false
    }
}

impl Answer for bool {
    const FINDS: bool = true;

    #[inline(always)]
    fn finds(&self) -> bool {
        *self
    }

    #[inline(always)]
    fn is_break(&self) -> bool {
        false
    }
}

/// An answer whether a node is in the next set, from an operator that says so at most once per node and
/// phase, because it has *claimed* the node: a
/// [`compare_exchange`](crate::graph::AtomicMap::compare_exchange) succeeds once. Where there is little work,
/// the phase then keeps no record of the nodes that it has found.
///
/// If the operator does say so twice, the node may be in the set twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First(pub bool);

impl Answer for First {
    const FINDS: bool = true;
    const ONCE: bool = true;

    #[inline(always)]
    fn finds(&self) -> bool {
        self.0
    }

    #[inline(always)]
    fn is_break(&self) -> bool {
        false
    }
}

impl Answer for ControlFlow<bool, bool> {
    const FINDS: bool = true;

    #[inline(always)]
    fn finds(&self) -> bool {
        let (ControlFlow::Break(finds) | ControlFlow::Continue(finds)) = self;
        *finds
    }

    #[inline(always)]
    fn is_break(&self) -> bool {
        ControlFlow::is_break(self)
    }
}
