//! Options for reading and writing.

use std::fmt;
use std::str::FromStr;

use crate::osm::OsmOptions;
use crate::{Admit, Compression, Format, Unweighted};
use boscage_core::{Error, Result};

/// A policy for formats that list arcs, where an undirected edge is two arcs.
///
/// Parsed and displayed as `auto`, `fold` or `keep`.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, ArcPolicy, ReadOptions};
///
/// let text = b"p sp 2 2\na 1 2 5\na 2 1 5\n";
/// let read = |arcs| {
///     let options = ReadOptions { arcs, ..ReadOptions::default() };
///     io::read_bytes(&Exec::new(1)?, "graph.gr", text, &options)
/// };
/// assert_eq!(read(ArcPolicy::Auto)?.list.edge_count(), 1); // undirected
/// assert_eq!(read("keep".parse()?)?.list.edge_count(), 2); // directed
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArcPolicy {
    /// If every arc has its mirror, they are folded into the edges of an undirected graph. Otherwise each arc
    /// is an edge of a directed graph.
    #[default]
    Auto,
    /// Arcs are folded with their mirrors, also in formats that list edges. Arcs without a mirror become
    /// edges, too. The graph is undirected.
    Fold,
    /// Each arc is an edge of a directed graph.
    Keep,
}

impl ArcPolicy {
    /// All policies, with their words.
    pub const WORDS: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("fold", Self::Fold), ("keep", Self::Keep)];
}

impl fmt::Display for ArcPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Fold => "fold",
            Self::Keep => "keep",
        })
    }
}

impl FromStr for ArcPolicy {
    type Err = Error;

    /// `auto`, `fold` or `keep`.
    fn from_str(word: &str) -> Result<Self> {
        let known = Self::WORDS.iter().find(|(known, _)| *known == word);
        known
            .map(|&(_, policy)| policy)
            .ok_or_else(|| Error::argument("arcs", "one of auto, fold, keep", format_args!("\"{word}\"")))
    }
}

/// The meaning of the first line of a table.
///
/// Parsed and displayed as `auto`, `names`, `none` or `counts`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Header {
    /// Names of columns if it names the ends of edges, or if it has a word above a number; otherwise a row.
    #[default]
    Auto,
    /// Names of columns.
    Names,
    /// The first row.
    None,
    /// Numbers of nodes and edges, which are ignored.
    Counts,
}

impl Header {
    /// All meanings, with their words.
    pub const WORDS: [(&'static str, Self); 4] =
        [("auto", Self::Auto), ("names", Self::Names), ("none", Self::None), ("counts", Self::Counts)];
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Self::WORDS.iter().find(|(_, header)| header == self);
        f.write_str(word.map_or("", |(word, _)| word))
    }
}

impl FromStr for Header {
    type Err = Error;

    /// `auto`, `names`, `none` or `counts`.
    fn from_str(word: &str) -> Result<Self> {
        let known = Self::WORDS.iter().find(|(known, _)| *known == word);
        known.map(|&(_, header)| header).ok_or_else(|| {
            Error::argument("header", "one of auto, names, none, counts", format_args!("\"{word}\""))
        })
    }
}

/// Options for tables: CSV, TSV, and other text in columns.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, ReadOptions, TableOptions};
///
/// let text = b"city;neighbour;km;minutes\nK\xc3\xb6ln;Bonn;24,7;28\n";
/// let table = TableOptions {
///     columns: ["city", "neighbour", "minutes"].map(str::to_owned).into(),
///     keep: vec!["km".to_owned()],
///     ..TableOptions::default()
/// };
/// let options = ReadOptions { table, ..ReadOptions::default() };
/// let input = io::read_bytes(&Exec::new(1)?, "cities.csv", text, &options)?;
/// assert_eq!(input.names.name(1), "Köln");
/// assert_eq!(input.list.weight_type(), "u32");
/// assert_eq!(input.attributes.columns[0].values.shown(0), "24,7");
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// The columns of the two ends, perhaps of the weight, and perhaps of the weight in the other direction,
    /// by name or by number from 1. By default they are found by their names (`source`, `target`, `weight`,
    /// and many more), or else the first three columns are read.
    pub columns: Vec<String>,
    /// Columns to be kept as [`Attributes::columns`](crate::Attributes::columns), by name or number. Without
    /// [`TableOptions::columns`], columns named like ids and names of edges are kept, too.
    pub keep: Vec<String>,
    /// The meaning of the first line.
    pub header: Header,
    /// The byte between two cells; a blank for any number of blanks and tabs. By default it is found from the
    /// first two lines: a tab, semicolon, vertical bar or comma, or else blanks.
    pub separator: Option<u8>,
    /// True if weights are written with a decimal comma.
    pub decimal_comma: bool,
}

impl TableOptions {
    /// Returns `true` if the caller has chosen something.
    pub(crate) fn are_given(&self) -> bool {
        *self != Self::default()
    }
}

/// Options for reading.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, Format, ReadOptions, Unweighted};
///
/// let options = ReadOptions {
///     format: Some(Format::EdgeList),
///     is_directed: Some(true),
///     unweighted: Some(Unweighted::One),
///     ..ReadOptions::default()
/// };
/// let input = io::read_bytes(&Exec::new(1)?, "graph", b"1 2\n2 1\n", &options)?;
/// assert!(input.is_directed && !input.weighted);
/// assert_eq!(input.list.weight_type(), "u32");
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format; by default it is recognised from the content.
    pub format: Option<Format>,
    /// The policy for arcs.
    pub arcs: ArcPolicy,
    /// The direction of the graph; by default that of the file.
    ///
    /// If true, nothing is folded: every line is an edge from its first end to its second, with ids in the
    /// order of the lines. If false, arcs are folded according to [`ReadOptions::arcs`], and the graph is
    /// undirected.
    pub is_directed: Option<bool>,
    /// Weights for inputs that have none; by default their edges have no weights.
    pub unweighted: Option<Unweighted>,
    /// True if edges with a negative weight are dropped, with a remark. They always are in tables with a
    /// column of weights for the other direction, as in those of pgRouting.
    pub drop_negative: bool,
    /// Options for tables.
    pub table: TableOptions,
    /// The name of the attribute of edges that is the weight, in formats with several (GraphML); empty for no
    /// weights. By default the first of `weight`, `Weight`, `cost`, `length` and `distance`.
    pub weight_attribute: Option<String>,
    /// True if the course of edges between their ends is kept, as
    /// [`Attributes::shapes`](crate::Attributes::shapes): of OpenStreetMap extracts, and of tables and
    /// GraphML that have lines in well-known text, or in PostGIS's binary form, as a column or attribute
    /// `geometry`, `the_geom`, `geom` or `wkt`. The coordinates of nodes that have none in the file
    /// are the points in which their lines meet. Where there is no course, or lines do not meet exactly, the
    /// input has a remark.
    pub keep_geometry: bool,
    /// Options for OpenStreetMap extracts. Of these, an undirected graph has an edge per piece of a way; a
    /// directed one ([`ReadOptions::is_directed`]) has arcs in both directions but for one-way streets.
    pub osm: OsmOptions,
    /// Decides whether a graph of a certain size may be read; by default all graphs may.
    pub admit: Option<Admit>,
}

impl ReadOptions {
    /// The policy for arcs: in a directed graph, all are kept.
    pub(crate) fn folding(&self) -> ArcPolicy {
        if self.is_directed == Some(true) { ArcPolicy::Keep } else { self.arcs }
    }

    /// Refuses options that contradict each other.
    pub(crate) fn check(&self) -> Result<()> {
        if self.is_directed == Some(true) && self.arcs == ArcPolicy::Fold {
            return Err(Error::argument("arcs", "auto or keep for a directed graph", self.arcs));
        }
        Ok(())
    }
}

/// Options for writing.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::EdgeList;
/// use boscage::io::{self, Format, Names, WriteOptions};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("graph");
/// let list = EdgeList::from_triples(2, [(0, 1, 7_u32)])?;
/// let options = WriteOptions { format: Some(Format::EdgeList), is_directed: true, ..Default::default() };
/// io::write(&Exec::new(1)?, &path, &list.into(), &Names::Offset(0), &options)?;
/// let written = std::fs::read_to_string(&path).unwrap();
/// assert_eq!(written, "# Directed graph\n# Nodes: 2 Edges: 1\n0 1 7\n");
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The format; by default that of the suffix.
    pub format: Option<Format>,
    /// The compression; by default that of the suffix.
    pub compression: Option<Compression>,
    /// True if the edges have a direction. Ignored for recipes, which know it.
    pub is_directed: bool,
    /// The policy for nodes without edges in edge lists.
    pub isolated: Isolated,
}

/// A policy for nodes without edges in an edge list, which cannot hold them.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::EdgeList;
/// use boscage::io::{self, Isolated, Names, WriteOptions};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("graph.txt");
/// let list = EdgeList::from_triples(3, [(0, 1, 7_u32)])?.into(); // node 2 is isolated
/// let write = |isolated| {
///     let options = WriteOptions { isolated, ..WriteOptions::default() };
///     io::write(&Exec::new(1)?, &path, &list, &Names::Offset(0), &options)
/// };
/// assert!(write(Isolated::Refuse).is_err());
/// assert!(write(Isolated::Drop).is_ok());
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Isolated {
    /// A graph with such nodes is refused.
    #[default]
    Refuse,
    /// Such nodes are left out.
    Drop,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_parsed_as_displayed() {
        for (word, policy) in ArcPolicy::WORDS {
            assert_eq!((word.parse::<ArcPolicy>().unwrap(), policy.to_string()), (policy, word.to_owned()));
        }
        assert_eq!(
            "both".parse::<ArcPolicy>().unwrap_err().to_string(),
            "arcs: expected one of auto, fold, keep, found \"both\""
        );
    }
}
