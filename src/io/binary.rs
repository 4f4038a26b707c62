//! What the binary formats share: little-endian words at known places, and rows of arcs.
//!
//! A binary file states its counts first, and all else has its place by them. So a reader computes, in 128 bits, how
//! many bytes the counts demand; where that is not exactly the size of the content, nothing in it is worth reading.
//! After this check the bytes present justify every array, and no access is out of bounds.

use std::path::PathBuf;
use std::sync::Arc;

use bytemuck::Zeroable;

use super::map::{Mapped, MappedEdges, as_edges};
use crate::error::{At, Place};
use crate::graph::storage::Storage;
use crate::graph::{Edge, EdgeListView, LIMIT, Node, Weight};
use crate::{Error, Result, memory};

/// The content of a binary file.
pub(super) struct Binary<'a> {
    pub(super) path: PathBuf,
    pub(super) bytes: &'a [u8],
    /// The file mapped, if these are its bytes.
    pub(super) map: Option<&'a Arc<Mapped>>,
}

/// An array of unsigned words of `WIDTH` bytes, at any alignment.
#[derive(Clone, Copy)]
pub(super) struct Column<'a, const WIDTH: usize> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Binary<'a> {
    /// A content that lies in memory.
    pub(super) fn new(path: impl Into<PathBuf>, bytes: &'a [u8]) -> Self {
        Self { path: path.into(), bytes, map: None }
    }

    /// The word of `WIDTH` bytes at `at`, if there is one.
    pub(super) fn word<const WIDTH: usize>(&self, at: usize) -> Option<u64> {
        self.bytes.get(at..at + WIDTH).map(word::<WIDTH>)
    }

    /// The array of `len` words at `at`, which the size of the content is known to cover.
    pub(super) fn column<const WIDTH: usize>(&self, at: usize, len: usize) -> Column<'a, WIDTH> {
        Column { bytes: &self.bytes[at..at + len * WIDTH], at }
    }

    /// That something else stands somewhere than the format demands.
    pub(super) fn wrong(
        &self,
        at: At,
        expected: impl Into<String>,
        found: impl ToString,
        cure: &'static str,
    ) -> Error {
        let place = Place { path: self.path.clone(), at };
        Error::Parse { place, expected: expected.into(), found: found.to_string(), cure }
    }

    /// That the counts of the header demand another size.
    pub(super) fn wrong_size(&self, demanded: u128, of_what: &str) -> Error {
        let cure = if (self.bytes.len() as u128) < demanded {
            "the file is cut short, or its header is wrong"
        } else {
            ""
        };
        self.wrong(At::Whole, format!("{demanded} bytes for {of_what}"), self.bytes.len(), cure)
    }

    /// The number of nodes, which the header has at `at`.
    pub(super) fn nodes(&self, at: u64, count: u64) -> Result<usize> {
        let most = || format!("at most {LIMIT} nodes");
        Node::check_count(count).map_err(|_| self.wrong(At::Byte(at), most(), count, ""))
    }

    /// The edge at `at`, which the size of the content is known to cover.
    pub(super) fn edge<W: Weight>(&self, at: usize) -> Edge<W> {
        edge(&self.bytes[at..at + size_of::<Edge<W>>()])
    }

    /// The edges from `at` to the end, a whole number of them, in a graph of `nodes` nodes: in place if the file is
    /// mapped and they are aligned, otherwise copied. All of them are checked.
    pub(super) fn edges<W: Weight>(&self, at: usize, nodes: usize) -> Result<Storage<W>> {
        let edges = match self.map.and_then(|map| MappedEdges::new(map, at)) {
            Some(edges) => Storage::Mapped(edges),
            None => copied(&self.bytes[at..])?.into(),
        };
        match EdgeListView::new(nodes, &edges) {
            Ok(_) => Ok(edges),
            Err(Error::NodeOutOfRange { edge, node, nodes }) => {
                let end = if u64::from(u32::from(edges[edge].u)) == node { 0 } else { 4 };
                let place = At::Byte((at + edge * size_of::<Edge<W>>() + end) as u64);
                Err(self.wrong(place, format!("a node below {nodes}"), node, ""))
            }
            Err(Error::NanWeight { edge }) => {
                let place = At::Byte((at + edge * size_of::<Edge<W>>() + 8) as u64);
                Err(self.wrong(place, "a weight", "NaN", "NaN has no place in the order of weights"))
            }
            Err(other) => Err(other),
        }
    }

    /// The arcs of compressed rows. Row `i` ends where `ends` says, and the next begins there; the weight of an arc is
    /// `weight` of its position.
    pub(super) fn arcs<W: Weight, const OFFSET: usize, const NODE: usize>(
        &self,
        ends: Column<'a, OFFSET>,
        targets: Column<'a, NODE>,
        weight: impl Fn(usize) -> W,
    ) -> Result<Vec<Edge<W>>> {
        let (nodes, len) = (ends.len(), targets.len());
        let mut arcs = memory::reserve("the arcs", len)?;
        for u in 0..nodes {
            let (begin, end) = (arcs.len(), ends.get(u));
            if end < begin as u64 || end > len as u64 {
                return Err(self.wrong(ends.place(u), format!("an offset in {begin}..={len}"), end, ""));
            }
            for i in begin..end as usize {
                let v = targets.get(i);
                if v >= nodes as u64 {
                    return Err(self.wrong(targets.place(i), format!("a node below {nodes}"), v, ""));
                }
                arcs.push(Edge::new(Node::new(u), Node::new(v as usize), weight(i)));
            }
        }
        if arcs.len() < len {
            let place = if nodes == 0 { At::End } else { ends.place(nodes - 1) };
            return Err(self.wrong(place, format!("the last row to end at {len}"), arcs.len(), ""));
        }
        Ok(arcs)
    }
}

impl<const WIDTH: usize> Column<'_, WIDTH> {
    /// Number of words.
    pub(super) fn len(&self) -> usize {
        self.bytes.len() / WIDTH
    }

    /// One word.
    #[inline]
    pub(super) fn get(&self, i: usize) -> u64 {
        word::<WIDTH>(&self.bytes[i * WIDTH..(i + 1) * WIDTH])
    }

    /// Where a word stands.
    pub(super) fn place(&self, i: usize) -> At {
        At::Byte((self.at + i * WIDTH) as u64)
    }

    /// Whether these are the ends of rows of so many arcs.
    pub(super) fn ascends_to(&self, arcs: u64) -> bool {
        let mut last = 0;
        let ascends = (0..self.len()).all(|i| {
            let before = std::mem::replace(&mut last, self.get(i));
            before <= last
        });
        ascends && last == arcs
    }
}

fn copied<W: Weight>(bytes: &[u8]) -> Result<Vec<Edge<W>>> {
    let size = size_of::<Edge<W>>();
    let mut edges = memory::reserve("the edge list", bytes.len() / size)?;
    match as_edges(bytes) {
        Some(list) => edges.extend_from_slice(list),
        None => edges.extend(bytes.chunks_exact(size).map(edge)),
    }
    Ok(edges)
}

/// An edge of little-endian words, on any machine.
fn edge<W: Weight>(bytes: &[u8]) -> Edge<W> {
    let mut edge = Edge::zeroed();
    bytemuck::bytes_of_mut(&mut edge).copy_from_slice(bytes);
    little_endian(edge)
}

/// The edge whose words have their bytes in the order of little-endian machines, or the other way round.
pub(super) fn little_endian<W: Weight>(mut edge: Edge<W>) -> Edge<W> {
    if cfg!(target_endian = "big") {
        let (ids, weight) = bytemuck::bytes_of_mut(&mut edge).split_at_mut(8);
        ids.chunks_exact_mut(4).chain([weight]).for_each(<[u8]>::reverse);
    }
    edge
}

#[inline]
fn word<const WIDTH: usize>(bytes: &[u8]) -> u64 {
    let mut wide = [0; 8];
    wide[..WIDTH].copy_from_slice(bytes);
    u64::from_le_bytes(wide)
}
