//! All that is known about an input apart from its edges.

use std::path::{Path, PathBuf};

use crate::budget::Lists;
use crate::budget::{Budget, Size};
use crate::{Format, Names, ReadOptions, Remark};
use boscage_core::Result;
use boscage_core::graph::FileData;

/// All that is known about an input, or about a part of one, apart from its edges.
#[derive(Debug)]
pub(crate) struct Outline<N = Names> {
    /// The file.
    pub(crate) path: PathBuf,
    /// Its format.
    pub(crate) format: Format,
    /// Number of nodes.
    pub(crate) nodes: usize,
    /// The names that the file has for them.
    pub(crate) names: N,
    /// The meaning of its lines.
    pub(crate) lists: Lists,
    /// True if it has weights; if not, those given to [`assemble`](crate::assemble::assemble), if any, are
    /// all 1.
    pub(crate) weighted: bool,
    /// Bytes of content.
    pub(crate) bytes: u64,
    /// Remarks on what may not be as its author meant it.
    pub(crate) remarks: Vec<Remark>,
}

impl Outline {
    /// An input without nodes yet, whose lines are arcs between nodes counted from 0, without weights.
    pub(crate) fn new(format: Format, path: &Path, bytes: u64) -> Self {
        let (names, lists, remarks) = (Names::Offset(0), Lists::Arcs, Vec::new());
        Self { path: path.to_owned(), format, nodes: 0, names, lists, weighted: false, bytes, remarks }
    }

    /// Asks about a binary file of which the header has been read, and which has the size that it demands.
    pub(crate) fn admit(&self, options: &ReadOptions, listed: usize, weight_bytes: usize) -> Result<()> {
        let size = Size { nodes: self.nodes, listed, weight_bytes, ..Size::default() };
        Budget::of(options, &self.path, self.lists).admit_whole(size)
    }
}

impl<N> Outline<N> {
    /// Bytes of what the edges will carry, of which the file has `E`.
    pub(crate) fn weight_bytes<E: FileData>(&self, options: &ReadOptions) -> usize {
        match options.unweighted {
            _ if self.weighted => size_of::<E>(),
            Some(_) => size_of::<u32>(),
            None => 0,
        }
    }
}
