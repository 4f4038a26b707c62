//! The result of reading a part of a file.

use std::path::PathBuf;

use crate::parts::names::PartNames;
use crate::{ArcReport, Format, Remark};
use boscage_core::graph::AnyEdgeList;

/// One rank's part of a graph in a file: some of the edges, and what all ranks know.
///
/// [`Part::new`](boscage_core::comm::Part::new) takes `list` and `first`.
#[derive(Clone, Debug)]
pub struct PartInput {
    /// The file.
    pub path: PathBuf,
    /// The format that was recognised or demanded.
    pub format: Format,
    /// True if the format was concluded from the content, and files of it have no signature
    /// ([`Format::has_signature`]).
    pub is_guessed: bool,
    /// The edges of this rank; `list.nodes()` is the number of nodes of the whole graph.
    pub list: AnyEdgeList,
    /// The id of the first edge of this rank. The others follow without gaps.
    pub first: u64,
    /// Number of edges of the whole graph.
    pub edges: u64,
    /// True if the edges have a direction.
    pub is_directed: bool,
    /// The names that the file has for the nodes of this rank.
    pub names: PartNames,
    /// True if the file gives weights. Otherwise edges carry nothing, or what
    /// [`ReadOptions::unweighted`](crate::ReadOptions::unweighted) gives them.
    pub weighted: bool,
    /// Report on the arcs of the whole file, in formats that list arcs.
    pub arcs: Option<ArcReport>,
    /// Bytes of the whole file.
    pub bytes: u64,
    /// Remarks on what may not be as the file's author meant it; the same on all ranks.
    pub remarks: Vec<Remark>,
}
