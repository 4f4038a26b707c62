//! All facts about an input except its edges.

use std::path::{Path, PathBuf};

use crate::assemble::Handle;
use crate::budget::{Budget, Lists, Size};
use crate::{Format, Names, ReadOptions, Remark};
use boscage_core::graph::FileData;
use boscage_core::{Error, Result};

/// All facts about an input, or about a part of one, except its edges.
#[derive(Debug)]
pub(crate) struct Outline<N = Names> {
    /// The file.
    pub(crate) path: PathBuf,
    /// Its format.
    pub(crate) format: Format,
    /// Number of nodes.
    pub(crate) nodes: usize,
    /// The names of the nodes in the file.
    pub(crate) names: N,
    /// The meaning of its lines.
    pub(crate) lists: Lists,
    /// True if the file has weights. If not, weights given to [`assemble`](crate::assemble::assemble) are all
    /// 1.
    pub(crate) weighted: bool,
    /// Bytes of content.
    pub(crate) bytes: u64,
    /// Remarks on content that may mean something else.
    pub(crate) remarks: Vec<Remark>,
}

impl Outline {
    /// An input without nodes yet, whose lines are arcs without weights between nodes counted from 0.
    pub(crate) fn new(format: Format, path: &Path, bytes: u64) -> Self {
        let (names, lists, remarks) = (Names::Offset(0), Lists::Arcs, Vec::new());
        Self { path: path.to_owned(), format, nodes: 0, names, lists, weighted: false, bytes, remarks }
    }

    /// Asks the caller to admit the arcs of a binary file, which has the size that its header demands.
    /// Returns their receiver, if the caller wants a stream, at once or because they are too many to be kept.
    pub(crate) fn admit(
        &self,
        options: &ReadOptions,
        listed: usize,
        weight_bytes: usize,
    ) -> Result<Option<Handle>> {
        let mut budget = Budget::of(options, &self.path, self.lists);
        let stream = Handle::of(&budget, self.weighted);
        if stream.as_ref().is_none_or(Handle::waits) {
            let size = Size { nodes: self.nodes, listed, weight_bytes, ..Size::default() };
            match budget.admit_whole(size) {
                Err(Error::TooLarge { .. }) if stream.is_some() => {}
                admitted => return admitted.map(|()| None),
            }
        }
        stream.iter().try_for_each(|stream| stream.declare(self.nodes, 0))?;
        Ok(stream)
    }
}

impl<N> Outline<N> {
    /// Bytes per edge for the data that edges will have, if the file has data of type `E`.
    pub(crate) fn weight_bytes<E: FileData>(&self, options: &ReadOptions) -> usize {
        match options.unweighted {
            _ if self.weighted => size_of::<E>(),
            Some(_) => size_of::<u32>(),
            None => 0,
        }
    }
}
