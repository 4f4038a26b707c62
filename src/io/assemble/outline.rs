//! What is known about an input apart from its edges.

use std::path::PathBuf;

use crate::{ArcReport, Format, Names, ReadOptions, Remark};
use boscage_core::graph::FileData;

/// What the lines of a format are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lists {
    /// Arcs: an edge may be listed at both its ends.
    Arcs,
    /// Edges, each once; folded only if the caller demands it.
    Edges,
    /// Edges of a graph that the file declares to be undirected, each once or at both its ends.
    EdgesOrArcs,
    /// Edges of a graph that the file declares to be directed; folded only if the caller demands it.
    Directed,
}

impl Lists {
    /// Whether an edge may be listed at both its ends.
    pub(crate) fn may_be_mirrored(self) -> bool {
        matches!(self, Self::Arcs | Self::EdgesOrArcs)
    }

    /// Whether the graph is directed, if this became of the arcs, and the caller does not say otherwise.
    pub(crate) fn are_directed(self, arcs: Option<ArcReport>) -> bool {
        let is_folded = arcs.is_some_and(|report| report.folded);
        matches!(self, Self::Arcs | Self::Directed) && !is_folded
    }

    /// What the caller hears of arcs: nothing if the lines turned out to be edges, each once.
    pub(crate) fn reported(self, arcs: Option<ArcReport>) -> Option<ArcReport> {
        arcs.filter(|report| self != Self::EdgesOrArcs || report.folded)
    }
}

/// What is known about an input, or about a part of one, apart from its edges.
#[derive(Debug)]
pub(crate) struct Outline<N = Names> {
    /// The file.
    pub(crate) path: PathBuf,
    /// Its format.
    pub(crate) format: Format,
    /// Number of nodes.
    pub(crate) nodes: usize,
    /// What the file calls them.
    pub(crate) names: N,
    /// What its lines are.
    pub(crate) lists: Lists,
    /// Whether it has weights; if not, those given to [`assemble`], if any, are all 1.
    pub(crate) weighted: bool,
    /// Bytes of content.
    pub(crate) bytes: u64,
    /// What may not be as its author meant it.
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
