//! Graphs in mapped files, for processes that share one copy of a graph.
//!
//! [`read`](crate::read) copies a file, so later changes of the file do not matter. A mapped file is not
//! copied: its pages are those of the page cache, which all processes share, and they are loaded when they
//! are first used. The caller must promise that the file does not change, so [`map`] is unsafe.
#![allow(unsafe_code)]

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;

use crate::budget::Lists;
use crate::bytes::{RandomAccess, is_binary};
use crate::formats::{Binary, RawEdges, WeightType, recognise, with_weight_type};
use crate::input::{other_weights, unlike};
use crate::{Compression, Names};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyGraphView, Edge, EdgeId, EdgeListView, FileData, Weight};
use boscage_core::{Error, Result};

/// A graph whose edges lie in a mapped file. [`map`] makes one.
#[derive(Debug)]
pub struct MappedGraph {
    file: Mmap,
    edges: RawEdges,
}

/// Maps a [`Format::Boscage`](crate::Format::Boscage) or [`Format::EdgeArray`](crate::Format::EdgeArray)
/// file, uncompressed, and checks its edges once.
///
/// # Errors
/// [`Error::Io`] if the file cannot be opened or mapped; [`Error::Parse`] if it is of another format, not
/// what its format demands, or if this machine is not little-endian; [`Error::OutOfMemory`] for the names of
/// its nodes.
///
/// ```
/// use boscage::graph::EdgeList;
/// use boscage::io::{self, Names, WriteOptions};
///
/// let exec = boscage::exec::Exec::new(1)?;
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("triangle.bsg");
/// let triangle = EdgeList::from_triples(3, [(0, 1, 5_u32), (1, 2, 3), (2, 0, 4)])?;
/// io::write(&exec, &path, &triangle.into(), &Names::Offset(0), &WriteOptions::default())?;
///
/// // SAFETY: this program alone knows the file, and does not write it again.
/// let mapped = unsafe { io::map(&exec, &path) }?;
/// assert_eq!(mapped.edges::<u32>()?.edges()[1].weight, 3);
/// assert_eq!(boscage::with_graph_view!(mapped.graph()?, graph => (graph.nodes(), graph.len())), (3, 3));
/// # Ok::<(), boscage::Error>(())
/// ```
///
/// # Safety
/// While the returned value lives, nothing may change the file or make it shorter, not under another name of
/// it either; renaming a new file to its name is fine, as [`write()`](crate::write()) does. If the edges of a
/// view change, the behaviour is undefined, since Rust assumes that they do not. If the file becomes shorter,
/// an access beyond its end ends the process by a signal (SIGBUS).
pub unsafe fn map(exec: &Exec, path: impl AsRef<Path>) -> Result<MappedGraph> {
    let path = path.as_ref();
    let failed = |action, source| Error::Io { path: path.to_owned(), action, source };
    let file = File::open(path).map_err(|source| failed("open", source))?;
    // SAFETY: the caller promises that the file does not change as long as the mapping lives.
    let file = unsafe { Mmap::map(&file) }.map_err(|source| failed("map", source))?;
    let content = Binary::new(exec, path, RandomAccess::of_bytes(&file))?;
    let expected = "edges that lie in the file as in memory (.bsg, .bin)";
    let unfit = |found: &str| unlike(path, expected, found, "read the file instead");
    if let Some(compression) = Compression::of_content(&content.head) {
        return Err(unfit(&format!("{} data", compression.name())));
    }
    if !is_binary(&content.head) {
        return Err(unfit("text"));
    }
    let (format, reader) = recognise::binary(&content)?;
    let open = reader.edges.ok_or_else(|| unfit(format.name()))?;
    let edges = open(&content)?.with_names(&content)?;
    EdgeId::check_count(edges.len)?;
    with_weight_type!(edges.weights, E => {
        let list = as_edges::<E>(&file[edges.at as usize..]).ok_or_else(|| unfit("another order of bytes"))?;
        edges.check(&content, 0, list)?;
    });
    Ok(MappedGraph { edges, file })
}

impl MappedGraph {
    /// The edges, in place.
    ///
    /// # Errors
    /// [`Error::Parse`] if they carry something else. Weights are not dropped, as that takes a copy.
    pub fn edges<E: FileData>(&self) -> Result<EdgeListView<'_, E>> {
        if E::NAME != self.weight_type() {
            return Err(other_weights::<E>(self.path(), self.weight_type()));
        }
        // never the default: `map` has seen them
        let edges = as_edges(&self.file[self.edges.at as usize..]).unwrap_or_default();
        Ok(EdgeListView::of_checked(self.edges.outline.nodes, edges))
    }

    /// The edges, in place, with weights of a type that is not known before.
    /// [`with_graph_view!`](boscage_core::with_graph_view) gets the type.
    ///
    /// # Errors
    /// [`Error::Parse`] if they have no weights.
    pub fn graph(&self) -> Result<AnyGraphView<'_>> {
        fn view<W: Weight>(graph: &MappedGraph) -> Result<AnyGraphView<'_>> {
            graph.edges::<W>().map(|list| W::any(list.into()))
        }
        match self.edges.weights {
            WeightType::I32 => view::<i32>(self),
            WeightType::None | WeightType::U32 => view::<u32>(self),
            WeightType::I64 => view::<i64>(self),
            WeightType::U64 => view::<u64>(self),
            WeightType::F32 => view::<f32>(self),
            WeightType::F64 => view::<f64>(self),
        }
    }

    /// The name of the type of the weights; `none` if there are none.
    #[must_use]
    pub fn weight_type(&self) -> &'static str {
        with_weight_type!(self.edges.weights, E => E::NAME)
    }

    /// Returns whether the edges have a direction.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.edges.outline.lists == Lists::Directed
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.edges.outline.path
    }

    /// The input's names for the nodes.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.edges.outline.names
    }

    /// Returns whether the file gives weights. Files of the first edition that do not have edges that weigh
    /// 1.
    #[must_use]
    pub fn weighted(&self) -> bool {
        self.edges.outline.weighted
    }
}

/// Bytes as edges in place: `None` where the bytes are not aligned for edges or not a whole number of them,
/// and on big-endian machines.
fn as_edges<E: FileData>(bytes: &[u8]) -> Option<&[Edge<E>]> {
    if cfg!(target_endian = "big") {
        return None;
    }
    bytemuck::try_cast_slice(bytes).ok()
}

#[cfg(all(test, target_endian = "little"))]
mod tests;
