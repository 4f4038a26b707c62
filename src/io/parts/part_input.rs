//! The result of reading a part of a file.

use std::path::PathBuf;

use crate::parts::names::PartNames;
use crate::{ArcReport, Format, Remark};
use boscage_core::graph::AnyEdgeList;

/// The part of one rank of a graph in a file: some of the edges, and facts about the whole graph.
///
/// [`read_part`](crate::read_part) returns it; see there for an example.
/// [`Part::new`](boscage_core::comm::Part::new) takes `list` and `first`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PartInput {
    /// The file.
    pub path: PathBuf,
    /// The format that was recognised or demanded.
    pub format: Format,
    /// True if the format was recognised from the content without a signature ([`Format::has_signature`]).
    pub is_guessed: bool,
    /// The edges of this rank; `list.node_count()` is the number of nodes of the whole graph.
    pub list: AnyEdgeList,
    /// The id of the first edge of this rank. The others follow without gaps.
    pub first: u64,
    /// Number of edges of the whole graph.
    pub edges: u64,
    /// True if the edges have a direction.
    pub is_directed: bool,
    /// The names of the nodes of this rank in the file.
    pub names: PartNames,
    /// True if the file has weights. Otherwise edges have no weights, or those of
    /// [`ReadOptions::unweighted`](crate::ReadOptions::unweighted).
    pub weighted: bool,
    /// Report on the arcs of the whole file, in formats that list arcs.
    pub arcs: Option<ArcReport>,
    /// Bytes of the whole file.
    pub bytes: u64,
    /// Remarks on content that was not used, or that may mean something else; the same on all ranks.
    pub remarks: Vec<Remark>,
}
