//! An edge, and that it is plain bytes: what lets a file of edges be read straight into an array of them.
#![allow(unsafe_code)]

use bytemuck::{Pod, Zeroable};

use super::{Node, Weight};

/// An undirected edge. Its id is its position in the list it stands in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Edge<W> {
    /// One end.
    pub u: Node,
    /// The other end; equal to `u` in a self-loop.
    pub v: Node,
    /// The weight.
    pub weight: W,
}

impl<W> Edge<W> {
    /// An edge.
    #[must_use]
    #[inline]
    pub const fn new(u: Node, v: Node, weight: W) -> Self {
        Self { u, v, weight }
    }

    /// Whether both ends are the same node.
    #[must_use]
    #[inline]
    pub fn is_loop(&self) -> bool {
        self.u == self.v
    }
}

macro_rules! no_padding {
    ($($weight:ty)*) => {$(
        const _: () = assert!(size_of::<Edge<$weight>>() == 8 + size_of::<$weight>());
    )*};
}

no_padding! { u32 i32 f32 u64 i64 f64 }

// SAFETY: an edge is `repr(C)`, two 32-bit ids and a weight, all of them `Zeroable`.
unsafe impl<W: Weight> Zeroable for Edge<W> {}

// SAFETY: an edge is `repr(C)`, its fields are `Pod`, and there is no padding, by the assertions above: they
// are about all types there are, since `Weight` is sealed.
unsafe impl<W: Weight> Pod for Edge<W> {}
