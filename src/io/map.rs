//! Files as memory.
//!
//! A mapped file is read without copying it first, by as many threads as like, and its pages are the operating
//! system's to drop and fetch again, so it may be larger than the memory. Where a format has the edges on disk as they
//! are in memory, the mapped file *is* the edge list, on little-endian machines and once its ids have been checked.
//!
//! The mapping lives as long as the graph. A file that is changed meanwhile gives other edges than those that were
//! checked: whoever works on them may panic, since places are found by checked indexing, or find something else than
//! the forest. No array is written at a place that an id says without a check (`src/parallel` counts and marks, and
//! whoever makes adjacency counts the arcs again), so other ids do not become writes beyond an array.
//!
//! This is the one module of `io` with unsafe code: the mapping itself, and the proof that edges are plain bytes.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use memmap2::Mmap;

use crate::graph::{Edge, Weight};

/// A file mapped for reading.
#[derive(Debug)]
pub(crate) struct Mapped(Mmap);

impl Mapped {
    /// Maps the whole of a regular file.
    ///
    /// # Errors
    /// The operating system's; some file systems cannot map, and then the file can still be read as a stream.
    pub(crate) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the mapping is private and read-only, and its bytes are only ever looked at as integers, for which
        // every bit pattern is valid. What no program can rule out is that another one changes the file meanwhile:
        // then a reader sees other numbers, which it checks like any input (a file that shrinks ends the process,
        // as it does for every program that maps files). The documentation of `read` asks for files at rest.
        unsafe { Mmap::map(file) }.map(Self)
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// The edges that a mapped file has from some byte to its end.
#[derive(Debug)]
pub(crate) struct MappedEdges<W> {
    map: Arc<Mapped>,
    at: usize,
    weights: PhantomData<W>,
}

impl<W: Weight> MappedEdges<W> {
    /// The edges from `at` on: `None` as with [`as_edges`].
    pub(crate) fn new(map: &Arc<Mapped>, at: usize) -> Option<Self> {
        as_edges::<W>(&map[at..])?;
        Some(Self { map: Arc::clone(map), at, weights: PhantomData })
    }
}

impl<W: Weight> Deref for MappedEdges<W> {
    type Target = [Edge<W>];

    fn deref(&self) -> &[Edge<W>] {
        as_edges(&self.map[self.at..]).unwrap_or_default() // never: the first time they were
    }
}

impl<W> Clone for MappedEdges<W> {
    fn clone(&self) -> Self {
        Self { map: Arc::clone(&self.map), at: self.at, weights: PhantomData }
    }
}

/// Bytes as edges in place: `None` where the bytes are not aligned for edges or not a whole number of them, and on
/// big-endian machines.
///
/// The ids are whatever the bytes say; [`crate::graph::EdgeListView::new`] checks them.
pub(crate) fn as_edges<W: Weight>(bytes: &[u8]) -> Option<&[Edge<W>]> {
    if cfg!(target_endian = "big") {
        return None;
    }
    bytemuck::try_cast_slice(bytes).ok()
}

macro_rules! no_padding {
    ($($weight:ty)*) => {$(
        const _: () = assert!(size_of::<Edge<$weight>>() == 8 + size_of::<$weight>());
    )*};
}

no_padding! { u32 i32 f32 u64 i64 f64 }

// SAFETY: an edge is `repr(C)`, two 32-bit ids and a weight, all of them `Zeroable`.
unsafe impl<W: Weight> Zeroable for Edge<W> {}

// SAFETY: an edge is `repr(C)`, its fields are `Pod`, and there is no padding, by the assertions above: they are about
// all types there are, since `Weight` is sealed.
unsafe impl<W: Weight> Pod for Edge<W> {}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::graph::Node;

    #[test]
    fn a_mapped_file_is_its_bytes() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"mapped").unwrap();
        assert_eq!(&*Mapped::new(&file).unwrap(), b"mapped");
    }

    #[test]
    #[cfg(target_endian = "little")]
    fn aligned_bytes_are_edges_and_others_are_not() {
        let words = [1_u32, 2, 7, 3, 4, 9];
        let bytes = bytemuck::cast_slice::<u32, u8>(&words);
        let edge = |u, v, weight: u32| Edge::new(Node::from(u), Node::from(v), weight);
        assert_eq!(as_edges::<u32>(bytes), Some(&[edge(1, 2, 7), edge(3, 4, 9)][..]));
        assert_eq!(as_edges::<u32>(&bytes[..23]), None, "not a whole number of edges");
        assert_eq!(as_edges::<u32>(&bytes[1..13]), None, "not aligned");
    }
}
