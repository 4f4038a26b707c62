//! Graphs in mapped files.
#![allow(unsafe_code)]

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;

use crate::budget::Lists;
use crate::bytes::{RandomAccess, is_binary};
use crate::formats::{Binary, RawEdges, WeightType, recognise, with_weight_type};
use crate::input::{mismatch, other_weights};
use crate::{Compression, Names};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyGraphView, Edge, EdgeId, EdgeListView, FileData, Weight};
use boscage_core::{Error, Result};

/// A graph whose edges are in a mapped file. [`map`] returns it; see there for an example.
#[derive(Debug)]
pub struct MappedGraph {
    file: Mmap,
    edges: RawEdges,
}

/// Maps an uncompressed file in the format [`Boscage`](crate::Format::Boscage) or
/// [`EdgeArray`](crate::Format::EdgeArray), and checks its edges once.
///
/// [`read`](crate::read) copies a file, so later changes of the file do not matter. A mapped file is not
/// copied: its pages are those of the page cache, which all processes share. Choose it if several processes
/// use the same graph at the same time.
///
/// # Memory
/// Only listed names of nodes are copied, 8 bytes per node. The edges stay in the page cache.
///
/// # Errors
/// [`Error::Io`] if the file cannot be opened or mapped; [`Error::Parse`] if it is of another format or
/// invalid, or if this machine is not little-endian; [`Error::OutOfMemory`] for the names of its nodes.
///
/// # Safety
/// While the returned value lives, nothing may change or shorten the file, under any of its names. Renaming
/// a new file to its name, as [`write()`](crate::write()) does, is allowed. If the edges of a view change,
/// the behaviour is undefined, because Rust assumes that they do not. If the file becomes shorter, an access
/// beyond its end ends the process by a signal (SIGBUS).
///
/// # Examples
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
/// let edges = boscage::with_graph_view!(mapped.graph()?, graph => graph.edge_count());
/// assert_eq!(edges, 3);
/// # Ok::<(), boscage::Error>(())
/// ```
// SAFETY: what the caller must promise stands under "Safety" above.
pub unsafe fn map(exec: &Exec, path: impl AsRef<Path>) -> Result<MappedGraph> {
    let path = path.as_ref();
    let failed = |action, source| Error::Io { path: path.to_owned(), action, source };
    let file = File::open(path).map_err(|source| failed("open", source))?;
    // SAFETY: the caller promises that the file does not change as long as the mapping lives.
    let file = unsafe { Mmap::map(&file) }.map_err(|source| failed("map", source))?;
    let content = Binary::new(exec, path, RandomAccess::of_bytes(&file))?;
    let expected = "edges that are stored as in memory (.bsg, .bin)";
    let unfit = |found: &str| mismatch(path, expected, found, "read the file instead");
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
        let list = as_edges::<E>(&file[edges.at as usize..]).ok_or_else(|| unfit("another byte order"))?;
        edges.check(&content, 0, list)?;
    });
    Ok(MappedGraph { edges, file })
}

impl MappedGraph {
    /// Returns the edges in place, with weights of type `E`.
    ///
    /// # Errors
    /// [`Error::Parse`] if `E` is not the type of the file ([`MappedGraph::weight_type`]). Weights are
    /// neither converted nor dropped, because that would need a copy.
    pub fn edges<E: FileData>(&self) -> Result<EdgeListView<'_, E>> {
        if E::NAME != self.weight_type() {
            return Err(other_weights::<E>(self.path(), self.weight_type()));
        }
        // Never the default: `map` has checked them.
        let edges = as_edges(&self.file[self.edges.at as usize..]).unwrap_or_default();
        Ok(EdgeListView::from_checked(self.edges.outline.nodes, edges))
    }

    /// Returns the edges in place, with weights of any type.
    /// [`with_graph_view!`](boscage_core::with_graph_view) calls typed code with them.
    ///
    /// # Errors
    /// [`Error::Parse`] if the edges have no weights.
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

    /// Returns the name of the type of the weights, or `none` if there are none.
    #[must_use]
    pub fn weight_type(&self) -> &'static str {
        with_weight_type!(self.edges.weights, E => E::NAME)
    }

    /// Returns `true` if the edges have a direction.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.edges.outline.lists == Lists::Directed
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.edges.outline.path
    }

    /// Returns the names of the nodes in the file.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.edges.outline.names
    }

    /// Returns `true` if the file has weights. In older `.bsg` files without weights, all edges have the
    /// weight 1.
    #[must_use]
    pub fn is_weighted(&self) -> bool {
        self.edges.outline.weighted
    }
}

/// Bytes as edges in place; `None` if the bytes are not aligned or not a whole number of edges, and on
/// big-endian machines.
fn as_edges<E: FileData>(bytes: &[u8]) -> Option<&[Edge<E>]> {
    if cfg!(target_endian = "big") {
        return None;
    }
    bytemuck::try_cast_slice(bytes).ok()
}

#[cfg(all(test, target_endian = "little"))]
mod tests;
