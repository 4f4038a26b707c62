//! The meaning of the lines of a file.

use crate::ArcReport;

/// The meaning of the lines of a file.
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
    /// Returns whether an edge may be listed at both its ends.
    pub(crate) fn may_be_mirrored(self) -> bool {
        matches!(self, Self::Arcs | Self::EdgesOrArcs)
    }

    /// Returns whether the graph is directed, if this became of the arcs, and the caller does not say
    /// otherwise.
    pub(crate) fn are_directed(self, arcs: Option<ArcReport>) -> bool {
        let is_folded = arcs.is_some_and(|report| report.folded);
        matches!(self, Self::Arcs | Self::Directed) && !is_folded
    }

    /// The report for the caller: none if the lines turned out to be edges, each once.
    pub(crate) fn reported(self, arcs: Option<ArcReport>) -> Option<ArcReport> {
        arcs.filter(|report| self != Self::EdgesOrArcs || report.folded)
    }
}
