//! Remarks on a file.

use std::fmt;

use crate::{Format, course};
use boscage_core::{grouped, on_one_line};

/// A remark on a file that was read, but may mean something else.
///
/// Readers refuse content that they do not understand. If content is not used, or suggests another meaning,
/// the [`Input`](crate::Input) has a remark. Programs show it as a warning. `to_string` returns its text;
/// lines are counted from 1.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, ReadOptions, Remark};
///
/// let text = b"# Nodes: 5 Edges: 2\n1 2\n2 3\n";
/// let input = io::read_bytes(&Exec::new(1)?, "graph.txt", text, &ReadOptions::default())?;
/// assert_eq!(input.remarks, [Remark::Declared { line: 1, what: "nodes", declared: 5, found: 3 }]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// The lines of an edge list have a fourth column, which is not used.
    FourthColumn {
        /// The first line that has it.
        line: u64,
    },
    /// The first line of an edge list was taken for an edge, but has the numbers of nodes and edges of the
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
    /// The graph is bipartite, and the file counts both sides from the same number. A number was added to the
    /// names of the right side, so that names are unique.
    RightSide {
        /// The number.
        added: u64,
    },
    /// Data of edges are not used: fields of structures in an array, or attributes beyond the first 64.
    UnusedFields {
        /// Some of their names, with commas between them.
        names: String,
    },
    /// Edges have no weights, but attributes of numbers, none of which has a name of weights.
    NoWeights {
        /// Some of their names, with commas between them.
        names: String,
    },
    /// Data that are not part of a graph with edge data are not used.
    Unused {
        /// The name of the data.
        what: &'static str,
        /// The first line that has it.
        line: u64,
    },
    /// Columns of a table are not used, or were taken for ends although their names do not say so.
    Columns {
        /// The names of the columns of the ends.
        ends: [String; 2],
        /// That of the column of weights.
        weight: Option<String>,
        /// Those of the columns that are not used.
        unused: Vec<String>,
    },
    /// Columns of a table of points are not used: they have no numbers, or ids, or others are chosen.
    PointColumns {
        /// The names of the columns of the coordinates.
        columns: Vec<String>,
        /// Those of the columns that are not used.
        unused: Vec<String>,
    },
    /// The first line of a table was taken for an edge, but may have names of columns.
    MayBeHeader {
        /// The line.
        line: u64,
    },
    /// Edges have negative weights, so they are not in the graph.
    NegativeWeights {
        /// The number of edges, or of arcs in tables with weights in both directions.
        count: u64,
    },
    /// Weights of a binary file were taken for integers, but look like floats, or like negative integers
    /// where unsigned ones are expected.
    UntypedWeights,
    /// The first column of an edge list counts its lines, and the third column may be nodes: the file may be
    /// a table with line numbers, or lists of neighbours.
    NumberedLines,
    /// The lines of an edge list may be the rows of a matrix.
    Matrix,
    /// The weights of an edge list look like times.
    Times,
    /// The last line of an edge list may mark its end: it has only zeros, and 0 does not occur elsewhere.
    Terminator,
    /// A comment names the columns of an edge list in another order than two ends and a weight.
    ColumnNames {
        /// The line of the comment.
        line: u64,
    },
    /// Zeros off the diagonal of a matrix in array form were taken for missing edges, but are few.
    Zeros {
        /// The number of zeros.
        count: u64,
    },
    /// The lines of a METIS file do not mirror each other, so it was read as a directed graph.
    OneSided,
    /// There are comments or blank lines, but no edges.
    NoEdges,
    /// The suffix has decided the format: the content may also be in another one.
    AmbiguousFormat {
        /// The other format.
        format: Format,
    },
    /// A symmetric or skew-symmetric matrix stores each entry once, on one side of the diagonal, but this
    /// file has entries on both. Those that it stores twice are parallel edges.
    BothTriangles,
    /// The course of edges is wanted ([`ReadOptions::keep_geometry`](crate::ReadOptions::keep_geometry)), but
    /// not in the file.
    NoGeometry,
    /// The lines of the edges of a node do not begin or end at one point, so neither the coordinates of nodes
    /// nor the course of edges was taken from them.
    LinesDoNotMeet {
        /// The name of the node.
        node: String,
    },
    /// The ways of an OpenStreetMap extract use nodes that it lacks. Edges end before them.
    MissingNodes {
        /// The number of nodes.
        count: u64,
    },
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
                write!(f, "bipartite: {added} was added to the numbers of the right side")
            }
            Self::UnusedFields { names } => write!(f, "data of edges are not used: {names}"),
            Self::NoWeights { names } => {
                write!(f, "no attribute is taken for weights (--weight-attribute chooses one): {names}")
            }
            Self::Unused { what, line } => write!(f, "line {line}: {what} are not used"),
            Self::Columns { ends: [u, v], weight, unused } => {
                write!(f, "the ends of edges are in the columns `{u}` and `{v}`")?;
                match weight {
                    Some(weight) => write!(f, ", the weights in `{weight}`")?,
                    None => write!(f, "; there are no weights")?,
                }
                match unused.len() {
                    0 => Ok(()),
                    _ => write!(f, "; not used: {}", listed(unused)),
                }?;
                let named = [Some(u), Some(v), weight.as_ref()];
                let are_places = named.into_iter().flatten().any(|name| is_coordinate(name));
                write!(
                    f,
                    " (--columns chooses others{})",
                    if are_places { "; --points reads points" } else { "" }
                )
            }
            Self::PointColumns { columns, unused } => {
                let column = if columns.len() == 1 { "column" } else { "columns" };
                write!(f, "the coordinates are in the {column} {}", listed(columns))?;
                write!(f, "; not used: {} (--columns chooses others)", listed(unused))
            }
            Self::MayBeHeader { line } => write!(
                f,
                "line {line}: taken for an edge; if it has the names of columns, say so, as with --header names"
            ),
            Self::NegativeWeights { count } => {
                let weights = match count {
                    1 => "weight is negative: it stands for no edge",
                    _ => "weights are negative: they stand for no edge",
                };
                write!(f, "{} {weights}", grouped(*count as usize))
            }
            Self::UntypedWeights => {
                write!(
                    f,
                    "weights were taken for integers, but look like floats, or like negative integers that were \
                     read as large ones"
                )
            }
            Self::NumberedLines => write!(
                f,
                "the first column counts the lines: if it is not an end of an edge, choose others, as with \
                 --columns 2,3; if \
                 the lines are lists of neighbours, convert them"
            ),
            Self::Matrix => {
                write!(f, "the lines may be the rows of a matrix: if so, write it as Matrix Market")
            }
            Self::Times => write!(
                f,
                "the third column was taken for weights, but looks like times: if so, choose the columns, \
                 as with --columns 1,2,4"
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
            Self::AmbiguousFormat { format: Format::Metis } => {
                write!(
                    f,
                    "the suffix says that it is an edge list, but it may be METIS: if so, name that \
                     format, as with --from metis"
                )
            }
            Self::AmbiguousFormat { .. } => write!(
                f,
                "the suffix says that it is METIS, but its lines do not mirror each other as those of METIS \
                 do: if it is an edge list, name that format, as with --from edge-list"
            ),
            Self::BothTriangles => write!(
                f,
                "a symmetric matrix stores each entry once, but here entries are on both sides of the \
                 diagonal: those that are stored twice are parallel edges"
            ),
            Self::NoGeometry => write!(
                f,
                "the course of edges is not in the file: it is in OpenStreetMap extracts, and in columns or \
                 attributes with the names {}",
                course::NAMES.join(", ")
            ),
            Self::LinesDoNotMeet { node } => write!(
                f,
                "the lines of edges do not meet, as at node {node}, so neither coordinates of nodes nor the \
                 course of edges was taken from them"
            ),
            Self::MissingNodes { count } => {
                let (nodes, are) = if *count == 1 { ("node", "is") } else { ("nodes", "are") };
                write!(
                    f,
                    "{} {nodes} of the ways {are} not in the extract: edges end before them",
                    grouped(*count as usize)
                )
            }
        }
    }
}

/// Returns `true` if a column is named like a coordinate.
fn is_coordinate(name: &str) -> bool {
    let names = ["x", "y", "z", "lat", "lon", "lng", "latitude", "longitude"];
    names.iter().any(|one| name.eq_ignore_ascii_case(one))
}

/// The first of some names, with commas between them, and the number of the others.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown = names.iter().take(SHOWN).map(on_one_line).collect::<Vec<_>>().join(", ");
    match names.len() {
        0..=SHOWN => shown,
        all => format!("{shown} and {} more", all - SHOWN),
    }
}
