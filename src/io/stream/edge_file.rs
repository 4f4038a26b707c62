//! Files whose edges are stored as in memory, read block by block.

use std::io::Read;

use bytemuck::{Zeroable, cast_slice_mut};

use crate::bytes::{Content, Pool};
use crate::formats::{Binary, MayBeFloats, RawEdges, little_endian};
use crate::{Format, Names, Remark, Unweighted};
use boscage_core::graph::{Edge, Key, Weight};
use boscage_core::mutex::Mutex;
use boscage_core::{At, Result, memory};

/// A file whose edges are stored as in memory ([`Format::Boscage`](crate::Format::Boscage) and
/// [`Format::EdgeArray`](crate::Format::EdgeArray)): an [`EdgeSink`](crate::EdgeSink) can read blocks of it
/// on all threads.
///
/// Edges have been checked: their ends are nodes, and no weight is NaN.
pub struct EdgeFile<'a, E: Weight> {
    file: &'a Binary<'a>,
    edges: &'a RawEdges,
    /// Gives weights to edges without weights.
    law: Option<Unweighted>,
    /// The bytes of the edges, if they can only be read in order.
    stream: Option<Mutex<&'a mut (dyn Read + Send)>>,
    buffers: Pool<Vec<Edge<E>>>,
    /// Looks at weights whose type the file does not tell.
    untyped: Option<MayBeFloats>,
}

/// The cure in errors about a stream that is shorter than its header says.
pub(super) const CUT_SHORT: &str = "the stream is cut short, or its header is wrong";

/// Bytes of a block.
const BYTES: u64 = 1 << 20;

impl<'a, E: Weight> EdgeFile<'a, E> {
    pub(super) fn new(
        file: &'a Binary<'a>,
        edges: &'a RawEdges,
        law: Option<Unweighted>,
        stream: Option<&'a mut (dyn Read + Send)>,
    ) -> Self {
        let untyped = (edges.outline.format == Format::EdgeArray).then(MayBeFloats::default);
        Self { file, edges, law, stream: stream.map(Mutex::new), buffers: Pool::default(), untyped }
    }

    /// The names of the nodes; `None` if they follow the edges, as names that are texts do in a stream. Then
    /// they are known when all edges have been read, from [`StreamInput::input`](crate::StreamInput::input).
    #[must_use]
    pub fn names(&self) -> Option<&Names> {
        let names = &self.edges.outline.names;
        (self.is_seekable() || !matches!(names, Names::Text(_))).then_some(names)
    }

    /// Number of edges.
    #[must_use]
    pub fn edge_count(&self) -> u64 {
        self.edges.len
    }

    /// Returns `true` if blocks can be read in any order.
    #[must_use]
    pub fn is_seekable(&self) -> bool {
        self.stream.is_none()
    }

    /// Number of blocks, of 1 MiB each; the last one may be shorter.
    #[must_use]
    pub fn block_count(&self) -> u64 {
        self.edges.len.div_ceil(self.block_len())
    }

    fn block_len(&self) -> u64 {
        BYTES / self.width()
    }

    /// Bytes per edge in the file.
    fn width(&self) -> u64 {
        match self.law {
            Some(_) => size_of::<Edge<()>>() as u64,
            None => size_of::<Edge<E>>() as u64,
        }
    }

    /// Returns the block of this number, with the position of its first edge. If the file is not seekable,
    /// blocks must be read in order, one after the other.
    ///
    /// # Errors
    /// [`Error::Parse`](boscage_core::Error::Parse), with the place of an invalid edge;
    /// [`Error::Io`](boscage_core::Error::Io) and [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    ///
    /// # Panics
    /// If there is no such block.
    pub fn block(&self, number: u64) -> Result<(u64, FileBlock<'_, E>)> {
        assert!(number < self.block_count(), "block {number} of {}", self.block_count());
        let first = number * self.block_len();
        let len = self.block_len().min(self.edges.len - first) as usize;
        let mut edges = self.buffers.take().unwrap_or_default();
        if edges.len() < len {
            memory::grow("a block of edges", &mut edges, len)?;
            edges.resize(len, Edge::zeroed());
        }
        edges.truncate(len);
        let at = self.edges.at + first * self.width();
        match self.law {
            None => {
                self.fill(at, cast_slice_mut(&mut edges))?;
                edges.iter_mut().for_each(|edge| *edge = little_endian(*edge));
                self.edges.check(self.file, first as usize, &edges)?;
                self.untyped.iter().for_each(|untyped| untyped.see(&edges));
            }
            Some(law) => self.weigh(law, first, at, &mut edges)?,
        }
        Ok((first, FileBlock { edges, buffers: &self.buffers }))
    }

    /// Reads edges without weights, and gives weights to them.
    fn weigh(&self, law: Unweighted, first: u64, at: u64, edges: &mut [Edge<E>]) -> Result<()> {
        let mut ends = memory::filled("a block of edges", edges.len(), Edge::<()>::zeroed())?;
        self.fill(at, cast_slice_mut(&mut ends))?;
        ends.iter_mut().for_each(|edge| *edge = little_endian(*edge));
        self.edges.check(self.file, first as usize, &ends)?;
        let names = &self.edges.outline.names;
        for ((edge, ends), id) in edges.iter_mut().zip(&ends).zip(first..) {
            let weight = law.weight(id, || [ends.u, ends.v].map(|node| names.number(node)));
            *edge = Edge::new(ends.u, ends.v, E::from_key(E::Key::from_number(u64::from(weight))));
        }
        Ok(())
    }

    /// Reads bytes at a place, which are the next ones of a stream.
    fn fill(&self, at: u64, bytes: &mut [u8]) -> Result<()> {
        let unreadable = |source| Content::unreadable(&self.file.path, source);
        let Some(stream) = &self.stream else {
            return self.file.content().read(bytes, at).map_err(unreadable);
        };
        stream.lock().read_exact(bytes).map_err(|source| match source.kind() {
            std::io::ErrorKind::UnexpectedEof => self.file.wrong(
                At::End,
                format!("{} edges, as the header says", self.edges.len),
                "fewer",
                CUT_SHORT,
            ),
            _ => unreadable(source),
        })
    }

    /// Returns the remark on the blocks that have been read, if there is one.
    pub(super) fn remark(&self) -> Option<Remark> {
        self.untyped.as_ref().and_then(MayBeFloats::remark)
    }
}

/// An [`EdgeFile`] whose type of weights the file decides.
pub(super) enum AnyEdgeFile<'a> {
    U32(EdgeFile<'a, u32>),
    I32(EdgeFile<'a, i32>),
    U64(EdgeFile<'a, u64>),
    I64(EdgeFile<'a, i64>),
    F32(EdgeFile<'a, f32>),
    F64(EdgeFile<'a, f64>),
}

/// Evaluates an expression with a reference to the [`EdgeFile`] in an [`AnyEdgeFile`].
macro_rules! with_edge_file {
    ($any:expr, $file:ident => $body:expr) => {
        match $any {
            $crate::stream::AnyEdgeFile::U32($file) => $body,
            $crate::stream::AnyEdgeFile::I32($file) => $body,
            $crate::stream::AnyEdgeFile::U64($file) => $body,
            $crate::stream::AnyEdgeFile::I64($file) => $body,
            $crate::stream::AnyEdgeFile::F32($file) => $body,
            $crate::stream::AnyEdgeFile::F64($file) => $body,
        }
    };
}
pub(super) use with_edge_file;

/// A block of edges of an [`EdgeFile`]; a copy, which may be changed.
#[derive(Debug)]
pub struct FileBlock<'a, E: Weight> {
    edges: Vec<Edge<E>>,
    buffers: &'a Pool<Vec<Edge<E>>>,
}

impl<E: Weight> AsRef<[Edge<E>]> for FileBlock<'_, E> {
    fn as_ref(&self) -> &[Edge<E>] {
        &self.edges
    }
}

impl<E: Weight> AsMut<[Edge<E>]> for FileBlock<'_, E> {
    fn as_mut(&mut self) -> &mut [Edge<E>] {
        &mut self.edges
    }
}

impl<E: Weight> Drop for FileBlock<'_, E> {
    fn drop(&mut self) {
        self.buffers.keep(std::mem::take(&mut self.edges));
    }
}
