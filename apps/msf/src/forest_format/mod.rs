//! Forests as text: one file per format, with its writer and its reader.
//!
//! All formats except edge ids name edges by their ends, so the file can come from any program. `verify`
//! finds the edge of the graph that is meant.

mod csv;
mod dimacs;
mod dot;
mod edges;
mod geojson;
mod graphml;
mod ids;
mod properties;
mod rows;

use std::io::{self, Write};
use std::path::Path;

use boscage::graph::{Components, EdgeId, Node, Objective};
use boscage::io::{Attributes, Compression, Name, Names};
use boscage::{At, Error, Place, Result, memory};
use clap::ValueEnum;

use crate::edges::{Edges, Shown, in_order};
pub(crate) use csv::cell;

/// A format of forests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ForestFormat {
    /// One line `u v weight` per edge, in the graph's own numbering, by edge id
    Edges,
    /// One line per edge: its id, which is its position among the edges of the graph, from 0
    Ids,
    /// The forest as a DIMACS graph, nodes from 1
    Dimacs,
    /// The forest for Graphviz, with every node
    Dot,
    /// A table with names of columns, a row per edge: names of its ends, weight, id, tree, and the columns
    /// of the graph's file
    Csv,
    /// Lines on a map, with the columns of the table: needs coordinates of the nodes
    Geojson,
    /// The forest with every node, and the columns of the table as data of the edges
    Graphml,
}

impl ForestFormat {
    /// Returns the format that the suffix of a file stands for: one line per edge for text and without one.
    ///
    /// # Errors
    /// A message about another suffix.
    pub(crate) fn from_suffix(path: &Path) -> Result<Self, String> {
        let mut name = path.to_owned();
        if Compression::from_suffix(path).is_some() {
            name.set_extension("");
        }
        let suffix = name.extension().map(|suffix| suffix.to_string_lossy().to_ascii_lowercase());
        Ok(match suffix.as_deref() {
            Some("csv") => Self::Csv,
            Some("geojson" | "json") => Self::Geojson,
            Some("graphml") => Self::Graphml,
            Some("dot" | "gv") => Self::Dot,
            Some("gr" | "dimacs") => Self::Dimacs,
            None | Some("txt" | "edges" | "el" | "wel" | "snap" | "out" | "lst" | "mst") => Self::Edges,
            Some(other) => {
                return Err(format!(
                    "{}: the suffix {other} stands for no format of forests: expected .csv, .geojson, .graphml, \
                     .dot, .gr or .txt (or name one, as with --out {} --format edges)",
                    path.display(),
                    path.display(),
                ));
            }
        })
    }

    /// Returns `true` if the tree of each edge is written.
    pub(crate) fn has_trees(self) -> bool {
        matches!(self, Self::Csv | Self::Geojson | Self::Graphml)
    }

    /// Returns `true` if coordinates of nodes are written.
    pub(crate) fn has_places(self) -> bool {
        matches!(self, Self::Geojson | Self::Graphml)
    }
}

/// A forest, its graph, and the names of the nodes.
pub(crate) struct NamedForest<'a> {
    pub(crate) graph: &'a dyn Edges,
    pub(crate) names: &'a Names,
    /// The edges of the forest.
    pub(crate) forest: &'a [EdgeId],
    /// The ids of the graph's edges, if they are not their positions.
    pub(crate) ids: Option<&'a [u64]>,
    /// The same edges in rooted order, from parent to child, if they are to be written so.
    pub(crate) rooted: Option<&'a [(Node, Node, EdgeId)]>,
    /// Data of the graph's edges.
    pub(crate) attributes: &'a Attributes,
    /// The tree of each node, for formats that have it.
    pub(crate) trees: Option<&'a Components>,
    /// The only tree of the edges, if they are not the whole forest.
    pub(crate) only: Option<u32>,
    /// The place of each node, if it is known.
    pub(crate) places: Option<&'a [[f64; 2]]>,
    /// Places are degrees of longitude and latitude.
    pub(crate) in_degrees: bool,
}

impl NamedForest<'_> {
    /// Writes the forest.
    pub(crate) fn write(&self, format: ForestFormat, out: &mut dyn Write) -> io::Result<()> {
        match format {
            ForestFormat::Edges => edges::write(self, out),
            ForestFormat::Ids => ids::write(self, out),
            ForestFormat::Dimacs => dimacs::write(self, out),
            ForestFormat::Dot => dot::write(self, out),
            ForestFormat::Csv => csv::write(self, out),
            ForestFormat::Geojson => geojson::write(self, out),
            ForestFormat::Graphml => graphml::write(self, out),
        }
    }

    /// Returns the id of an edge for output.
    pub(crate) fn id(&self, edge: EdgeId) -> u64 {
        self.ids.map_or(edge.index() as u64, |ids| ids[edge.index()])
    }

    /// Returns the nodes of the forest, or of its only tree.
    fn nodes(&self) -> impl Iterator<Item = Node> {
        let is_there = |node: &Node| match (self.only, self.trees) {
            (Some(only), Some(trees)) => trees.labels()[node.index()] == only,
            _ => true,
        };
        (0..self.graph.node_count()).map(Node::new).filter(is_there)
    }

    /// Returns the forest's edges: the names of their ends, and the weight.
    fn edges(&self) -> impl Iterator<Item = (Name<'_>, Name<'_>, Shown<'_>)> {
        self.forest.iter().map(|id| {
            let [u, v] = self.graph.ends(id.index()).map(|end| self.names.name(end));
            (u, v, self.graph.weight(id.index()))
        })
    }
}

/// Edges that a file claims to be in the forest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Claims {
    /// Edges by id, which need not exist.
    Ids(Vec<u64>),
    /// Edges by their ends.
    Edges(Vec<Claim>),
}

/// An edge by its ends and, if the file has weights, its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Claim {
    /// Line of the claim, counted from 1.
    pub(crate) line: u64,
    /// The ends; the lower first.
    pub(crate) ends: (Node, Node),
    /// Key of the weight under the text's objective. Either all claims of a file have one, or none has.
    pub(crate) key: Option<u64>,
    /// The id, in tables that have one. It decides only if a graph can be read but once.
    pub(crate) id: Option<u64>,
}

/// A forest file, and its graph.
pub(crate) struct Text<'a> {
    /// Path of the file, for messages.
    pub(crate) path: &'a Path,
    /// Its content.
    pub(crate) content: &'a str,
    /// The graph's own names of its nodes.
    pub(crate) names: &'a Names,
    /// Its edges.
    pub(crate) graph: &'a dyn Edges,
    /// Kind of the forest to be proved; keys of weights depend on it.
    pub(crate) objective: Objective,
}

impl Text<'_> {
    /// Reads the claims, in the given format or the one found from the content, until there are more than a
    /// forest can have.
    ///
    /// # Errors
    /// [`Error::Parse`], with the line.
    pub(crate) fn claims(&self, format: Option<ForestFormat>) -> Result<Claims> {
        if let Some((line, _)) =
            (1..).zip(self.content.lines()).find(|(_, line)| line.trim_end().contains('\r'))
        {
            let place = Place { path: self.path.to_owned(), at: At::Line(line) };
            let [expected, found] = ["the end of the line", "a carriage return inside it"].map(str::to_owned);
            return Err(Error::Parse {
                place,
                expected,
                found,
                cure: "convert the line ends, as with tr '\\r' '\\n'",
            });
        }
        if self.content.trim_start_matches('\u{feff}').starts_with("%%MatrixMarket") {
            return Err(self.wrong(
                1,
                "a forest",
                "%%MatrixMarket",
                "write its entries as lines `u v weight`",
            ));
        }
        match format.unwrap_or_else(|| self.sniff()) {
            ForestFormat::Edges => self.uniform(edges::read(self)?).map(Claims::Edges),
            ForestFormat::Ids => ids::read(self).map(Claims::Ids),
            ForestFormat::Dimacs => dimacs::read(self).map(Claims::Edges),
            ForestFormat::Dot => self.uniform(dot::read(self)?).map(Claims::Edges),
            ForestFormat::Csv => self.uniform(csv::read(self)?).map(Claims::Edges),
            ForestFormat::Geojson | ForestFormat::Graphml => {
                let cure = "write it as CSV, as with --out forest.csv";
                Err(self.wrong(1, "a forest as edges, ids, CSV, DIMACS or DOT", "GeoJSON or GraphML", cure))
            }
        }
    }

    /// Returns the format, from the first line that is neither empty nor a comment. An empty file is an empty
    /// forest in every format.
    fn sniff(&self) -> ForestFormat {
        let first = self.lines().next().map(|(_, line)| line).unwrap_or_default();
        match first.split_whitespace().next().unwrap_or_default() {
            "c" | "p" | "a" | "e" => ForestFormat::Dimacs,
            "graph" | "strict" => ForestFormat::Dot,
            _ if csv::is_header(first) => ForestFormat::Csv,
            word if word.starts_with('{') => ForestFormat::Geojson,
            word if word.starts_with('<') => ForestFormat::Graphml,
            word if word == first && !word.contains(',') => ForestFormat::Ids,
            _ => ForestFormat::Edges,
        }
    }

    /// Returns the lines that are neither empty nor comments, trimmed, with their numbers from 1.
    fn lines(&self) -> impl Iterator<Item = (u64, &str)> {
        let content = self.content.strip_prefix('\u{feff}').unwrap_or(self.content);
        let lines = content.lines().map(str::trim);
        (1..).zip(lines).filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%']))
    }

    /// Returns the results of `read` on the lines, without those for which it returns nothing. A forest has
    /// fewer edges than nodes, so reading ends after one claim more than there are nodes, each of at most
    /// this many lines.
    fn gather<T>(
        &self,
        lines_a_claim: usize,
        mut read: impl FnMut(u64, &str) -> Result<Option<T>>,
    ) -> Result<Vec<T>> {
        let (most, mut all) = ((self.graph.node_count() + 1) * lines_a_claim, Vec::new());
        for (number, line) in self.lines() {
            if all.len() == most {
                break;
            }
            if let Some(one) = read(number, line)? {
                memory::grow("the claims of a forest", &mut all, 1)?;
                all.push(one);
            }
        }
        Ok(all)
    }

    /// Returns the claims; an error unless all have weights or none has.
    fn uniform(&self, claims: Vec<Claim>) -> Result<Vec<Claim>> {
        let weighted = claims.first().is_some_and(|first| first.key.is_some());
        match claims.iter().find(|claim| claim.key.is_some() != weighted) {
            None => Ok(claims),
            Some(&Claim { line, .. }) => {
                let expected = if weighted {
                    "a weight, as in the lines before"
                } else {
                    "no weight, as in the lines before"
                };
                let found = self.lines().find(|&(number, _)| number == line).unwrap_or_default().1;
                Err(self.wrong(line, expected, found, "all edges have weights, or none has"))
            }
        }
    }

    /// Returns an edge between two nodes given by name.
    fn claim(&self, line: u64, u: &str, v: &str, weight: Option<&str>) -> Result<Claim> {
        let node = |word: &str| {
            let found = self.names.parse(word, self.graph.node_count());
            found.ok_or_else(|| {
                self.wrong(line, "a node of the graph", word, "nodes have the graph's own names")
            })
        };
        self.claim_between(line, node(u)?, node(v)?, weight)
    }

    fn claim_between(&self, line: u64, u: Node, v: Node, weight: Option<&str>) -> Result<Claim> {
        let key = weight.map(|word| {
            self.graph.key_of(word, self.objective).ok_or_else(|| {
                let kind =
                    format!("a weight of type {}, the type of the graph's weights", self.graph.weight_type());
                self.wrong(line, &kind, word, "without weights, edges are identified by their ends")
            })
        });
        Ok(Claim { line, ends: in_order([u, v]), key: key.transpose()?, id: None })
    }

    /// Returns the error of an invalid line, of which only the beginning is shown.
    fn wrong(&self, line: u64, expected: &str, found: &str, cure: &'static str) -> Error {
        let found = match found.char_indices().nth(40) {
            Some((end, _)) => format!("`{}...`", found[..end].escape_debug()),
            None => format!("`{}`", found.escape_debug()),
        };
        let place = Place { path: self.path.to_owned(), at: At::Line(line) };
        Error::Parse { place, expected: expected.to_owned(), found, cure }
    }
}
