//! Whether edges have a direction: a type parameter of the graph, so that functions that need one or the
//! other say so in their signatures.

use std::fmt::Debug;

use super::Node;
use crate::sealed::Sealed;

/// [`Undirected`] or [`Directed`].
pub trait Direction: Copy + Debug + Default + PartialEq + Send + Sync + Sealed + 'static {
    /// Whether an edge leads from one end to the other only.
    const IS_DIRECTED: bool;
}

/// An edge is two arcs with one id, one from each end to the other; a self-loop is one arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undirected;

/// An edge is one arc, from its end `u` to its end `v`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Directed;

impl Sealed for Undirected {}
impl Sealed for Directed {}

impl Direction for Undirected {
    const IS_DIRECTED: bool = false;
}

impl Direction for Directed {
    const IS_DIRECTED: bool = true;
}

/// Whether an arc stands for its edge: of the two arcs of an undirected edge, the one that leads upwards.
#[inline(always)]
pub(super) fn is_edge<D: Direction>(from: Node, to: Node) -> bool {
    D::IS_DIRECTED || is_upward(from, to)
}

/// Returns whether this one of the two arcs of an undirected edge stands for it.
#[inline(always)]
pub(super) fn is_upward(from: Node, to: Node) -> bool {
    from <= to
}
