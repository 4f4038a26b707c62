//! An edge and its data. Edges with weights or without data are plain bytes, so a file of such edges can be
//! read directly into an array of them.
#![allow(unsafe_code)]

use std::any::Any;

use bytemuck::{Pod, Zeroable};

use crate::ids::Node;

/// Data of an edge: any type whose values are `Copy` and can be shared between threads. `()` takes no memory.
///
/// Forest operators need a [`Weight`](super::Weight); [`EdgeList::ranked`](super::EdgeList::ranked) computes
/// weights from other data.
pub trait EdgeData: Copy + Send + Sync + 'static {}

impl<E: Copy + Send + Sync + 'static> EdgeData for E {}

/// Returns `true` if this is a NaN float. Other types are never NaN, whatever fields they have.
#[inline]
pub(super) fn is_nan<E: EdgeData>(data: &E) -> bool {
    // The type is known at compile time, so the compiler keeps one of the comparisons or none.
    let data: &dyn Any = data;
    data.downcast_ref().is_some_and(|float: &f32| float.is_nan())
        || data.downcast_ref().is_some_and(|float: &f64| float.is_nan())
}

/// An edge: undirected in an undirected graph, from `u` to `v` in a directed one. Its id is its position in
/// its list.
///
/// With the feature `serde` it is serialised as `{ u, v, weight }`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Edge<E> {
    /// One end; in a directed graph the source.
    pub u: Node,
    /// The other end; in a directed graph the target. Equal to `u` in a self-loop.
    pub v: Node,
    /// The weight or other data.
    pub weight: E,
}

impl<E> Edge<E> {
    /// Creates an edge from its ends and its data.
    #[must_use]
    #[inline]
    pub fn new(u: impl Into<Node>, v: impl Into<Node>, weight: E) -> Self {
        Self { u: u.into(), v: v.into(), weight }
    }

    /// Returns `true` if both ends are the same node.
    #[must_use]
    #[inline]
    pub fn is_loop(&self) -> bool {
        self.u == self.v
    }
}

/// Data without padding in an edge. Sealed: it cannot be named outside the crate.
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

// SAFETY: an edge is `repr(C)`, its fields are `Pod`, and there is no padding: the assertions above cover all
// implementations, because `Unpadded` is sealed.
unsafe impl<E: Unpadded> Pod for Edge<E> {}
