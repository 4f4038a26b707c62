//! Remarks on what was read.

use std::fmt;

use crate::grouped;

/// Something about a file that was read, but perhaps not as its author meant it.
///
/// Readers refuse what they do not understand. If a file can be read in one way only, but something in it is
/// not used, or suggests another reading, the [`Input`](super::Input) carries a remark. Programs show it as a
/// warning. `to_string` gives the words; lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// The lines of an edge list have a fourth column, which is not used.
    FourthColumn {
        /// The first line that has it.
        line: u64,
    },
    /// The first line of an edge list was taken for an edge, but equals the numbers of nodes and edges of the
    /// other lines.
    Counts {
        /// The line.
        line: u64,
    },
    /// A comment declares another number of nodes or edges than there are.
    Declared {
        /// The line of the comment.
        line: u64,
        /// `nodes` or `edges`.
        what: &'static str,
        /// The number that it declares.
        declared: u64,
        /// The number in the file.
        found: u64,
    },
    /// The graph is bipartite, and the file counts both sides from the same number. So that names are unique,
    /// this number was added to those of the right side.
    RightSide {
        /// The number.
        added: u64,
    },
    /// Something that is not part of a graph with edge data is not used.
    Unused {
        /// Its name.
        what: &'static str,
        /// The first line that has it.
        line: u64,
    },
    /// The format does not tell the type of weights. They were taken for unsigned integers, but look like
    /// floats or negative integers.
    UntypedWeights,
    /// There are comments, but no edges.
    OnlyComments,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FourthColumn { line } => write!(
                f,
                "line {line}: the fourth column is not used: the first two were taken for the ends of an edge, \
                 the third for its weight"
            ),
            Self::Counts { line } => write!(
                f,
                "line {line}: taken for an edge, but it equals the numbers of nodes and edges of the other \
                 lines: if it is a header, remove it, as with sed {line}d"
            ),
            &Self::Declared { line, what, declared, found } => {
                let [declared, found] = [declared, found].map(|count| grouped(count as usize));
                write!(f, "line {line}: {declared} {what} are declared, but there are {found}")?;
                match what {
                    "nodes" => write!(f, " in edges: a node without edges is not a node of an edge list"),
                    _ => Ok(()),
                }
            }
            Self::RightSide { added } => {
                write!(f, "bipartite: a node of the right side has its number in the file, and {added} more")
            }
            Self::Unused { what, line } => write!(f, "line {line}: {what} are not used"),
            Self::UntypedWeights => {
                write!(
                    f,
                    "weights were taken for unsigned integers, but look like floats or negative ones: the format \
                        does not tell their type"
                )
            }
            Self::OnlyComments => write!(f, "only comments: a graph without edges"),
        }
    }
}
