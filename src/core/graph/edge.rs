//! An edge and its data. Edges with weights or without data are plain bytes, so a file of such edges can be
//! read directly into an array of them.
#![allow(unsafe_code)]

use std::any::Any;

use bytemuck::{Pod, Zeroable};

use crate::ids::Node;

/// What an edge can carry: any type whose values are copied bit by bit and can be shared between threads.
/// `()` takes no memory.
///
/// Forest operators ask for more, a [`Weight`](super::Weight);
/// [`EdgeList::ranked`](super::EdgeList::ranked) turns other data into weights.
pub trait EdgeData: Copy + Send + Sync + 'static {}

impl<E: Copy + Send + Sync + 'static> EdgeData for E {}

/// Whether this is a float that is NaN. Edge data of other types is never NaN, whatever fields it has.
#[inline]
pub(super) fn is_nan<E: EdgeData>(data: &E) -> bool {
    // The type is known when this is compiled, so only one of the comparisons is left, or none.
    let data: &dyn Any = data;
    data.downcast_ref().is_some_and(|float: &f32| float.is_nan())
        || data.downcast_ref().is_some_and(|float: &f64| float.is_nan())
}

/// An edge: undirected in an undirected graph, from `u` to `v` in a directed one. Its id is its position in
/// the list it stands in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Edge<E> {
    /// One end; in a directed graph the source.
    pub u: Node,
    /// The other end, in a directed graph the target; equal to `u` in a self-loop.
    pub v: Node,
    /// The weight, or whatever else the edge carries.
    pub weight: E,
}

impl<E> Edge<E> {
    /// An edge.
    #[must_use]
    #[inline]
    pub const fn new(u: Node, v: Node, weight: E) -> Self {
        Self { u, v, weight }
    }

    /// Whether both ends are the same node.
    #[must_use]
    #[inline]
    pub fn is_loop(&self) -> bool {
        self.u == self.v
    }
}

/// Data that leave no padding in an edge. Sealed: it cannot be named outside the crate.
pub trait Unpadded: Pod {}

macro_rules! unpadded {
    ($($data:ty)*) => {$(
        impl Unpadded for $data {}
        const _: () = assert!(size_of::<Edge<$data>>() == 8 + size_of::<$data>());
    )*};
}

unpadded! { () u32 i32 f32 u64 i64 f64 }

// SAFETY: an edge is `repr(C)`, two 32-bit ids and a weight or nothing, all of them `Zeroable`.
unsafe impl<E: Unpadded> Zeroable for Edge<E> {}

// SAFETY: an edge is `repr(C)`, its fields are `Pod`, and there is no padding, by the assertions above: they
// are about all types there are, since `Unpadded` is sealed.
unsafe impl<E: Unpadded> Pod for Edge<E> {}
