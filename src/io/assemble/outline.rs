//! All that is known about an input apart from its edges.

use std::path::PathBuf;

use crate::assemble::lists::Lists;
use crate::{Format, Names, ReadOptions, Remark};
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
