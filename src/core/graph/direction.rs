//! The direction of edges as a type parameter, so that functions state in their signatures which graphs they
//! accept.

use std::fmt::Debug;

use super::Node;
use crate::sealed::Sealed;

/// The direction of a graph's edges: [`Undirected`] or [`Directed`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a direction of graphs",
    note = "write `Graph<Directed, E>` or `Graph<Undirected, E>`"
)]
pub trait Direction: Copy + Debug + Default + PartialEq + Send + Sync + Sealed + 'static {
    /// `true` if an edge leads from one end to the other only.
    const IS_DIRECTED: bool;

    /// One value per list of arcs that a node has: of all its arcs, or of those that leave it and those that
    /// enter it.
    #[doc(hidden)]
    type PerList<T: Default + Send>: Default + AsRef<[T]> + AsMut<[T]> + Send;
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

    type PerList<T: Default + Send> = [T; 1];
}

impl Direction for Directed {
    const IS_DIRECTED: bool = true;

    type PerList<T: Default + Send> = [T; 2];
}

/// Returns `true` if an arc represents its edge. Of the two arcs of an undirected edge, it is the one from
/// the lower to the higher node.
#[inline(always)]
pub(super) fn is_edge<D: Direction>(from: Node, to: Node) -> bool {
    D::IS_DIRECTED || is_upward(from, to)
}

/// Returns `true` if an arc leads from a node to itself or a higher one.
#[inline(always)]
pub(super) fn is_upward(from: Node, to: Node) -> bool {
    from <= to
}
