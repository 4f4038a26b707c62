//! Edge arrays, `.bin`: u64 nodes, u64 edges, then an edge each u32 u, u32 v, u32 weight; from 0, little-endian.
//!
//! The plainest form of a graph there is, and the one in memory: a [`MappedEdges`] is a graph of any size without
//! being read at all.

use std::fs::File;
use std::path::Path;

use rayon::prelude::*;

use super::assemble::{Lists, Outline, assemble};
use super::binary::{Binary, Column};
use super::map::{Mapped, as_edges};
use super::sniff::HEAD;
use super::{Format, Input, Names, ReadOptions};
use crate::error::At;
use crate::graph::{Edge, EdgeId, EdgeListView, LIMIT};
use crate::{Error, Result, memory};

/// The counts before the edges.
const HEADER: usize = 16;

/// The words of an edge.
const EDGE: usize = 12;

/// The counts, if the size of the content fits them.
fn counts(file: &Binary<'_>) -> Option<(u64, u64)> {
    let counts = (file.word::<8>(0)?, file.word::<8>(8)?);
    (size(counts.1) == file.bytes.len() as u128).then_some(counts)
}

fn size(edges: u64) -> u128 {
    HEADER as u128 + EDGE as u128 * u128::from(edges)
}

/// Whether some content has the size that its counts demand, and the edges it begins with are in range.
pub(super) fn fits(file: &Binary<'_>) -> bool {
    counts(file).is_some_and(|(nodes, edges)| {
        let some = edges.min(HEAD as u64) as usize;
        nodes <= LIMIT as u64 && first_beyond(file, nodes as usize, some).is_none()
    })
}

/// The edges in place, if they are aligned.
fn in_place<'a>(file: &Binary<'a>) -> Option<&'a [Edge<u32>]> {
    as_edges(&file.bytes[HEADER..])
}

/// An edge, from wherever it lies.
fn edge(words: Column<'_, 4>, i: usize) -> Edge<u32> {
    let [u, v, weight] = [0, 1, 2].map(|word| words.get(3 * i + word) as u32);
    Edge::new(bytemuck::cast(u), bytemuck::cast(v), weight)
}

/// The first of the first `edges` edges that names a node there is not.
fn first_beyond(file: &Binary<'_>, nodes: usize, edges: usize) -> Option<usize> {
    let beyond = |edge: Edge<u32>| edge.u.max(edge.v).index() >= nodes;
    match in_place(file) {
        Some(list) => list[..edges].par_iter().position_first(|&edge| beyond(edge)),
        None => {
            let words = file.column::<4>(HEADER, 3 * edges);
            (0..edges).position(|i| beyond(edge(words, i)))
        }
    }
}

/// The number of nodes, if the content is a graph.
fn check(file: &Binary<'_>) -> Result<usize> {
    let Some((nodes, edges)) = counts(file) else {
        return Err(match file.word::<8>(8) {
            Some(edges) => file.wrong_size(size(edges), &format!("{edges} edges")),
            None => {
                let expected = "a header of 16 bytes: nodes and edges";
                file.wrong(At::Byte(0), expected, format!("{} bytes in all", file.bytes.len()), "")
            }
        });
    };
    let nodes = file.nodes(0, nodes)?;
    let edges = EdgeId::check_count(edges)?;
    match first_beyond(file, nodes, edges) {
        None => Ok(nodes),
        Some(i) => {
            let words = file.column::<4>(HEADER, 3 * edges);
            let (word, end) = match [words.get(3 * i), words.get(3 * i + 1)] {
                [u, _] if u >= nodes as u64 => (3 * i, u),
                [_, v] => (3 * i + 1, v),
            };
            Err(file.wrong(words.place(word), format!("a node below {nodes}"), end, ""))
        }
    }
}

/// Reads an edge array.
pub(super) fn read(file: Binary<'_>, options: &ReadOptions) -> Result<Input> {
    let nodes = check(&file)?;
    let len = (file.bytes.len() - HEADER) / EDGE;
    let mut edges = memory::reserve("the edge list", len)?;
    match in_place(&file) {
        Some(list) => edges.extend_from_slice(list),
        None => {
            let words = file.column::<4>(HEADER, 3 * len);
            edges.extend((0..len).map(|i| edge(words, i)));
        }
    }
    let outline = Outline {
        path: file.path.clone(),
        format: Format::EdgeArray,
        nodes,
        names: Names::Offset(0),
        lists: Lists::Edges,
        weighted: true,
        bytes: file.bytes.len() as u64,
    };
    assemble(edges, outline, options)
}

/// An edge array on disk as a graph: the operating system fetches its pages as they are looked at, and may drop them
/// again, so it may be larger than the memory.
///
/// The file must stay as it is while it is mapped.
///
/// ```
/// use boscage::graph::{AnyEdgeList, EdgeList};
/// use boscage::io::{self, MappedEdges, Names, WriteOptions};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("triangle.bin");
/// let triangle = EdgeList::from_triples(3, [(0, 1, 5_u32), (1, 2, 3), (2, 0, 4)])?;
/// io::write(&path, &triangle.clone().into(), &Names::Offset(0), &WriteOptions::default())?;
/// # if cfg!(target_endian = "little") {
/// let mapped = MappedEdges::open(&path)?;
/// assert_eq!(mapped.view()?.edges(), triangle.as_view().edges());
/// # }
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct MappedEdges {
    map: Mapped,
    nodes: usize,
}

impl MappedEdges {
    /// Maps an edge array.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be mapped, among others because this is a big-endian machine;
    /// [`Error::Parse`] if its size does not fit its header; [`Error::TooMany`].
    pub fn open(path: &Path) -> Result<Self> {
        let failed = |action, source| Error::Io { path: path.to_owned(), action, source };
        let file = File::open(path).map_err(|source| failed("open", source))?;
        let map = Mapped::new(&file).map_err(|source| failed("map", source))?;
        let nodes = check(&Binary { path: path.to_owned(), bytes: &map })?;
        if as_edges::<u32>(&map[HEADER..]).is_none() {
            return Err(failed("map", std::io::ErrorKind::Unsupported.into()));
        }
        Ok(Self { map, nodes })
    }

    /// The graph. Each call checks all ids, since the mapping alone does not keep them as they were.
    ///
    /// # Errors
    /// As [`EdgeListView::new`].
    pub fn view(&self) -> Result<EdgeListView<'_, u32>> {
        EdgeListView::new(self.nodes, as_edges(&self.map[HEADER..]).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{AnyEdgeList, EdgeList};

    fn bytes(nodes: u64, edges: u64, words: &[u32]) -> Vec<u8> {
        let header = [nodes, edges].into_iter().flat_map(u64::to_le_bytes);
        header.chain(words.iter().flat_map(|word| word.to_le_bytes())).collect()
    }

    fn read(bytes: &[u8]) -> Result<Input, String> {
        let file = Binary { path: "t.bin".into(), bytes };
        super::read(file, &ReadOptions::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn edges_are_read_wherever_they_lie_in_memory() {
        let sample = bytes(3, 2, &[2, 0, u32::MAX, 1, 1, 0]);
        let graph: AnyEdgeList = EdgeList::from_triples(3, [(2, 0, u32::MAX), (1, 1, 0)]).unwrap().into();
        for shift in 0..4 {
            let shifted = [&[9; 4][..shift], &sample].concat();
            let input = read(&shifted[shift..]).unwrap();
            assert_eq!((input.graph, input.bytes), (graph.clone(), 40));
        }
    }

    #[test]
    fn many_nodes_without_edges_cost_nothing() {
        assert_eq!(read(&bytes(4_000_000_000, 0, &[])).unwrap().graph.nodes(), 4_000_000_000);
        assert_eq!(
            read(&bytes(1 << 40, 0, &[])).unwrap_err(),
            "t.bin: byte 0: expected at most 4294967294 nodes, found 1099511627776"
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(
            read(&bytes(3, 1 << 63, &[0; 21])).unwrap_err(),
            "t.bin: expected 110680464442257309712 bytes for 9223372036854775808 edges, found 100 \
             (the file is cut short, or its header is wrong)"
        );
        assert_eq!(
            read(&bytes(3, 2, &[0, 1, 5, 2, 3, 5])).unwrap_err(),
            "t.bin: byte 32: expected a node below 3, found 3"
        );
        assert_eq!(
            read(&[0; 9]).unwrap_err(),
            "t.bin: byte 0: expected a header of 16 bytes: nodes and edges, found 9 bytes in all"
        );
        let sample = bytes(3, 2, &[2, 0, 7, 1, 1, 0]);
        (0..sample.len()).for_each(|cut| assert!(read(&sample[..cut]).is_err(), "cut at {cut}"));
    }

    #[test]
    fn a_mapped_array_is_checked_like_a_read_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.bin");
        std::fs::write(&path, bytes(2, 1, &[0, 2, 5])).unwrap();
        let error = MappedEdges::open(&path).unwrap_err().to_string();
        assert!(error.ends_with("t.bin: byte 20: expected a node below 2, found 2"), "{error}");
        let missing = MappedEdges::open(&folder.path().join("none")).unwrap_err().to_string();
        assert!(missing.contains("none: cannot open: "), "{missing}");
    }
}
