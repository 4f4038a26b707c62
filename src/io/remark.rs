//! Remarks on what was read.

use std::fmt;

use crate::Format;
use boscage_core::grouped;

/// Something about a file that was read, but perhaps not as its author meant it.
///
/// Readers refuse what they do not understand. If a file can be read in one way only, but something in it is
/// not used, or suggests another reading, the [`Input`](crate::Input) carries a remark. Programs show it as a
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
    /// Weights of a binary file were taken for integers, but look like floats, or like negative integers
    /// where unsigned ones are expected.
    UntypedWeights,
    /// The first column of an edge list counts its lines, and the third may be nodes: it may be a table with
    /// numbers of its lines, or the lines may be lists of neighbours.
    NumberedLines,
    /// The lines of an edge list may be the rows of a matrix.
    Matrix,
    /// The weights of an edge list look like times.
    Times,
    /// The last line of an edge list may mark its end: it is all zeros, and 0 occurs nowhere else.
    Terminator,
    /// A comment names the columns of an edge list in another order than that in which they were read.
    ColumnNames {
        /// The line of the comment.
        line: u64,
    },
    /// Zeros off the diagonal of a matrix in array form were taken for missing edges, but are few.
    Zeros {
        /// Number of them.
        count: u64,
    },
    /// The lines of a METIS file do not mirror each other, so it was read as a directed graph.
    OneSided,
    /// There are comments or blank lines, but no edges.
    NoEdges,
    /// The suffix of the file's name decided the format: the content may be meant in another one.
    Rival {
        /// The other format.
        format: Format,
    },
    /// A symmetric or skew-symmetric matrix stores each entry once, on one side of the diagonal, but this
    /// file has entries on both. Those that it stores twice are parallel edges.
    BothTriangles,
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
                let (one, are) = (&what[..what.len() - 1], |count| if count == 1 { "is" } else { "are" });
                let declares = if declared == 1 { one } else { what };
                let count = |count| grouped(count as usize);
                write!(
                    f,
                    "line {line}: {} {declares} {} declared, but there {} {}",
                    count(declared),
                    are(declared),
                    are(found),
                    count(found)
                )?;
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
                    "weights were taken for integers, but look like floats, or negative ones taken for \
                     large ones"
                )
            }
            Self::NumberedLines => write!(
                f,
                "the first column counts the lines: if it is no end of an edge, remove it, as with cut; if \
                 the lines are lists of neighbours, convert them"
            ),
            Self::Matrix => {
                write!(f, "the lines may be the rows of a matrix: if so, write it as Matrix Market")
            }
            Self::Times => write!(
                f,
                "the third column was taken for weights, but looks like times: if so, choose the columns, \
                 as with cut"
            ),
            Self::Terminator => write!(
                f,
                "the last line joins node 0, which occurs nowhere else, to itself: if it marks the end, \
                 remove it, as with sed '$d'"
            ),
            Self::ColumnNames { line } => write!(
                f,
                "line {line}: names the columns in another order than that in which they were read: two \
                 ends, then a weight"
            ),
            Self::Zeros { count } => {
                let (zeros, were) = if *count == 1 { ("zero", "was") } else { ("zeros", "were") };
                write!(
                    f,
                    "{} {zeros} off the diagonal {were} taken for missing edges",
                    grouped(*count as usize)
                )
            }
            Self::OneSided => write!(
                f,
                "the lines do not mirror each other, as those of METIS do, so it was read as a directed graph"
            ),
            Self::NoEdges => write!(f, "no edges: only comments and blank lines"),
            Self::Rival { format: Format::Metis } => {
                write!(
                    f,
                    "the suffix says that it is an edge list, but it may be METIS: if so, name that \
                     format, as with --from metis"
                )
            }
            Self::Rival { .. } => write!(
                f,
                "the suffix says that it is METIS, but its lines do not mirror each other as those of METIS \
                 do: if it is an edge list, name that format, as with --from edge-list"
            ),
            Self::BothTriangles => write!(
                f,
                "a symmetric matrix stores each entry once, but here entries are on both sides of the \
                 diagonal: those that are stored twice are parallel edges"
            ),
        }
    }
}
