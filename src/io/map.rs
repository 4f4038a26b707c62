//! Files as memory.
//!
//! A mapped file is read without copying it first, by as many threads as like, and its pages are the operating
//! system's to drop and fetch again. On disk an edge array is laid out as [`Edge<u32>`] is in memory, so on
//! little-endian machines a mapped one *is* a graph, once its ids have been checked.
//!
//! This is the one module of `io` with unsafe code: the mapping itself, and the proof that edges are plain bytes.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;

use bytemuck::{Pod, Zeroable};
use memmap2::Mmap;

use crate::graph::Edge;

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

/// Bytes as edges in place: `None` where the bytes are not aligned for edges or not a whole number of them, and on
/// big-endian machines.
///
/// The ids are whatever the bytes say; [`crate::graph::EdgeListView::new`] checks them.
pub(crate) fn as_edges<W>(bytes: &[u8]) -> Option<&[Edge<W>]>
where
    Edge<W>: Pod,
{
    if cfg!(target_endian = "big") {
        return None;
    }
    bytemuck::try_cast_slice(bytes).ok()
}

macro_rules! plain_bytes {
    ($($weight:ty)*) => {$(
        const _: () = assert!(size_of::<Edge<$weight>>() == 8 + size_of::<$weight>());

        // SAFETY: an edge is `repr(C)`, two 32-bit ids and a weight, all of them `Zeroable`.
        unsafe impl Zeroable for Edge<$weight> {}

        // SAFETY: an edge is `repr(C)`, its fields are `Pod`, and by the assertion above there is no padding: the
        // weight's alignment, 4 or 8, divides the 8 bytes of the ids.
        unsafe impl Pod for Edge<$weight> {}
    )*};
}

plain_bytes! { u32 i32 f32 u64 i64 f64 }

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
