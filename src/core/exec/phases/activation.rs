//! The return values of operators for an arc.

use std::ops::ControlFlow;

/// The return values of an operator of [`Rounds::push`](super::Rounds::push) and
/// [`Rounds::pull`](super::Rounds::pull): whether it *activates* the target of the arc, that is, puts it into
/// the next set.
///
/// | value | meaning |
/// |---|---|
/// | `true`, `false` | the target is activated, or not |
/// | nothing | no target is ever activated |
/// | [`First`] | as a `bool`, and each target is activated at most once |
/// | [`ControlFlow::Continue`] of a `bool` | as the `bool` |
/// | [`ControlFlow::Break`] of a `bool` | the same, and the phase ends |
///
/// ```
/// use boscage::prelude::*;
/// use std::ops::ControlFlow;
///
/// // Is there an arc from the set to the node 3? The phase ends at the first.
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (0, 3), (1, 3)])?;
/// let graph = Graph::<Directed>::from_edges(&exec, &list)?;
/// let rounds = exec.rounds("search", 4);
/// let set = NodeSet::from_nodes(&exec, &graph, [0, 1])?;
/// let found = rounds.push("until found", &graph, &set, |_| (), |(), to, ()| {
///     if to == Node::new(3) { ControlFlow::Break(true) } else { ControlFlow::Continue(false) }
/// })?;
/// assert!(found.iter().eq([Node::new(3)]));
/// # Ok::<(), boscage::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "an operator of `push` or `pull` cannot return `{Self}`",
    note = "it may return `()`, `bool` (whether the node is in the next set), `First` or \
            `ControlFlow<bool, bool>`",
    note = "if its value is not needed, end the operator with `;`"
)]
pub trait Activation {
    /// `true` if values of the type can activate a node.
    const ACTIVATES: bool;
    /// `true` if each node is activated at most once per phase.
    const ONCE: bool = false;

    /// Returns `true` if the target is activated.
    fn activates(&self) -> bool;

    /// Returns whether the phase ends.
    fn is_break(&self) -> bool;
}

impl Activation for () {
    const ACTIVATES: bool = false;

    #[inline(always)]
    fn activates(&self) -> bool {
        false
    }

    #[inline(always)]
    fn is_break(&self) -> bool {
        false
    }
}

impl Activation for bool {
    const ACTIVATES: bool = true;

    #[inline(always)]
    fn activates(&self) -> bool {
        *self
    }

    #[inline(always)]
    fn is_break(&self) -> bool {
        false
    }
}

/// An [`Activation`] from an operator that activates each node at most once per phase, because it has
/// *claimed* the node: a [`compare_exchange`](crate::graph::AtomicMap::compare_exchange) succeeds once. Where
/// there is little work, the phase then keeps no record of the nodes that it has found.
///
/// If the operator does activate a node twice, the node may be in the set twice.
///
/// ```
/// use boscage::{exec::First, prelude::*};
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (0, 2), (1, 2)])?;
/// let graph = Graph::<Directed>::from_edges(&exec, &list)?;
/// let parents = AtomicNodeMap::filled(&graph, u32::MAX)?;
/// let rounds = exec.rounds("search", 4);
/// let set = NodeSet::from_nodes(&exec, &graph, [0, 1])?;
/// let found = rounds.push("claim", &graph, &set, u32::from, |from, to, ()| {
///     First(parents.compare_exchange(to, u32::MAX, from).is_ok())
/// })?;
/// assert_eq!(found.len(), 2);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First(pub bool);

impl Activation for First {
    const ACTIVATES: bool = true;
    const ONCE: bool = true;

    #[inline(always)]
    fn activates(&self) -> bool {
        self.0
    }

    #[inline(always)]
    fn is_break(&self) -> bool {
        false
    }
}

impl Activation for ControlFlow<bool, bool> {
    const ACTIVATES: bool = true;

    #[inline(always)]
    fn activates(&self) -> bool {
        let (ControlFlow::Break(activates) | ControlFlow::Continue(activates)) = self;
        *activates
    }

    #[inline(always)]
    fn is_break(&self) -> bool {
        ControlFlow::is_break(self)
    }
}
