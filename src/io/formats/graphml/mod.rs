//! GraphML, as NetworkX, igraph, Gephi, yEd and osmnx write it.
//!
//! Nodes are named by their ids, as numbers if every id is an unsigned integer without leading zeros, and
//! otherwise as texts; igraph's `n0`, `n1`, ... are texts, too, and its key `name` is not used. Edges are in
//! the order of the file. The graph is directed if `edgedefault` or the edges say so; a file with both kinds
//! of edges is refused unless the caller decides.
//!
//! The weight of an edge is its datum of the key with the name in
//! [`ReadOptions::weight_attribute`](crate::ReadOptions::weight_attribute), or else of the first name of
//! `weight`, `Weight`, `cost`, `length` and `distance`. Integers stay integers, `float` and `double` are
//! reals, and texts are read as numbers (osmnx stores lengths as texts). Several keys may have this name:
//! NetworkX writes one for integers and one for reals. An edge without a datum has the default of the key; if
//! there is none, that is an error.
//!
//! Keys of nodes with the names `x` and `y`, `lon` and `lat`, or `longitude` and `latitude` become
//! coordinates, and up to 64 other keys of edges columns ([`Attributes`](crate::Attributes)). A column
//! of integers in which one is missing becomes one of texts; a missing real is NaN. If edges are folded, data
//! are those of the first arc. The course of edges is read on demand
//! ([`ReadOptions::keep_geometry`](crate::ReadOptions::keep_geometry)).
//! Elements of other vocabularies inside `data` are skipped. Hyperedges, ports and nested graphs are refused.
//!
//! One thread parses ([`xml`]); names and attributes are limited to 64 KiB, texts to 16 MiB.
//!
//! Source: graphml.graphdrawing.org/specification.html.

mod columns;
mod ids;
mod keys;
mod nodes;
#[cfg(test)]
mod tests;
mod write;
mod xml;

use crate::assemble::{Edges, Outline, assemble_with, with_weighted};
use crate::budget::{Budget, Lists};
use crate::bytes::{Content, without_mark};
use crate::formats::{FormatSpec, Reader, TextReader, Writer};
use crate::geometry::{self, Lines};
use crate::text::{Begin, Kind, Line, Number, Unfit, quoted};
use crate::{Attributes, Format, Input, ReadOptions, Remark};
use boscage_core::graph::Node;
use boscage_core::{At, Error, Result};
use columns::Cells;
use keys::{Keys, Role};
use nodes::Nodes;
use xml::{Token, Xml};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::GraphMl,
    name: "GraphML",
    word: "graphml",
    suffixes: &["graphml"],
    has_signature: true,
    reader: Reader::Text(TextReader { sniff, resembles_lists: false, read, lines: None }),
    writer: Some(Writer::InOrder(write::write)),
    loses: &[],
};

/// Returns `true` if a file begins like XML with an element `graphml`.
fn sniff(head: &[u8]) -> bool {
    let text = without_mark(head).trim_ascii_start();
    let has = |word: &[u8]| memchr::memmem::find(text, word).is_some();
    text.starts_with(b"<") && (has(b"<graphml") || has(b":graphml"))
}

/// A graph that is being read.
struct Reading<'a> {
    xml: Xml<'a>,
    keys: Keys,
    columns: Vec<Cells>,
    /// The lines of edges, and true if they are wanted and a key has them.
    lines: Lines,
    has_lines: bool,
    /// The place of the key with a default weight, if edges have weights and a key has one.
    default_weight: Option<usize>,
    weighted: bool,
    nodes: Nodes,
    edges: Edges,
    /// The numbers of edges with and without a direction.
    directed: usize,
    undirected: usize,
    options: &'a ReadOptions,
}

/// Reads GraphML.
pub(super) fn read(content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    let mut reading = Reading {
        xml: Xml::open(content),
        keys: Keys::default(),
        columns: Vec::new(),
        lines: Lines::default(),
        has_lines: false,
        default_weight: None,
        weighted: false,
        nodes: Nodes::default(),
        edges: Edges::of(Kind::None),
        directed: 0,
        undirected: 0,
        options,
    };
    let mut direction = None;
    if reading.xml.next()? != Token::Start || reading.xml.name() != "graphml" {
        return Err(reading.xml.wrong("the element `graphml`", quoted(reading.xml.name().as_bytes()), ""));
    }
    while reading.xml.next()? == Token::Start {
        match reading.xml.name() {
            "key" if direction.is_none() => reading.keys.read(&mut reading.xml)?,
            "graph" if direction.is_some() => {
                return Err(reading.xml.wrong("one graph", "another one", "split the file"));
            }
            "graph" => direction = Some(reading.graph()?),
            "data" | "desc" => reading.xml.skip()?,
            other => return Err(reading.unknown(other, "`key` or `graph`")),
        }
    }
    while reading.xml.next()? != Token::Finished {}
    match direction {
        Some(direction) => reading.finish(direction),
        None => Err(reading.xml.wrong_at(At::Whole, "the element `graph`", "none", "")),
    }
}

impl Reading<'_> {
    /// Reads the graph that has begun. Returns the direction of edges that have none of their own.
    fn graph(&mut self) -> Result<bool> {
        let is_directed = match (self.xml.attribute("edgedefault"), self.options.is_directed) {
            (Some("directed"), _) => true,
            (Some("undirected"), _) => false,
            (None, Some(is_directed)) => is_directed,
            (other, _) => {
                let found = other.map_or("none".to_owned(), |other| quoted(other.as_bytes()));
                let expected = "`edgedefault` to be `directed` or `undirected`";
                return Err(self.xml.wrong(expected, found, ""));
            }
        };
        self.keys.assign(&self.xml, self.options)?;
        self.has_lines = self.keys.all.iter().any(|key| key.role == Role::Geometry);
        self.columns = self.keys.all.iter().map(Cells::of).collect();
        (self.weighted, self.default_weight) = (self.keys.are_weighted(), self.keys.default_weight());
        let kind = Kind::of_text(self.weighted, self.options);
        let lists = if is_directed { Lists::Directed } else { Lists::Edges };
        self.edges = Edges::of(kind).within(Budget::of(self.options, &self.xml.path, lists));
        while self.xml.next()? == Token::Start {
            match self.xml.name() {
                "node" => self.node()?,
                "edge" => self.edge(is_directed)?,
                "data" | "desc" => self.xml.skip()?,
                other => return Err(self.unknown(other, "`node` or `edge`")),
            }
        }
        Ok(is_directed)
    }

    fn node(&mut self) -> Result<()> {
        let node = self.nodes.declare(&self.xml, self.xml.demand("id")?)?;
        while self.xml.next()? == Token::Start {
            match self.xml.name() {
                "data" => {
                    let key = self.key()?;
                    let is_text = self.xml.inner_text()?;
                    if let (Role::Coordinate(axis), true) = (self.keys.all[key].role, is_text)
                        && let Some(value) = columns::real(self.xml.text.trim())
                    {
                        self.nodes.place(node, axis, value)?;
                    }
                }
                "desc" => self.xml.skip()?,
                other => return Err(self.unknown(other, "`data`")),
            }
        }
        if self.nodes.ids.len().is_multiple_of(1 << 14) {
            self.report()?;
        }
        Ok(())
    }

    fn edge(&mut self, is_directed: bool) -> Result<()> {
        for port in ["sourceport", "targetport"] {
            if self.xml.attribute(port).is_some() {
                return Err(self.unknown("port", "an edge between nodes"));
            }
        }
        let line = self.xml.line;
        let u = self.nodes.node(self.xml.demand("source")?)?;
        let v = self.nodes.node(self.xml.demand("target")?)?;
        let is_directed = match self.xml.attribute("directed") {
            Some("true" | "1") => true,
            Some("false" | "0") => false,
            None => is_directed,
            Some(other) => return Err(self.xml.wrong("`true` or `false`", quoted(other.as_bytes()), "")),
        };
        *(if is_directed { &mut self.directed } else { &mut self.undirected }) += 1;
        if self.directed > 0 && self.undirected > 0 && self.options.is_directed.is_none() {
            let cure = "read it as a directed or as an undirected graph, as with --directed or --undirected";
            let found = "some with and some without a direction";
            return Err(self.xml.wrong("edges of one kind", found, cure));
        }
        let (edge, mut weight) = (self.edges.len(), None);
        while self.xml.next()? == Token::Start {
            match self.xml.name() {
                "data" => {
                    let key = self.key()?;
                    let is_text = self.xml.inner_text()?;
                    let (key, cells) = (&self.keys.all[key], &mut self.columns[key]);
                    match key.role {
                        Role::Weight if weight.is_some() => {
                            let cure = "two keys have the name of weights: rename one";
                            return Err(self.xml.wrong("one weight per edge", "two", cure));
                        }
                        Role::Weight => weight = Some(keys::weight(&self.xml, &self.xml.text, key.kind)?),
                        Role::Geometry if is_text => {
                            self.lines.fill(edge)?;
                            if self.lines.len() > edge {
                                return Err(self.xml.wrong("one line per edge", "two", ""));
                            }
                            if !self.lines.push(self.xml.text.as_bytes())? {
                                let found = quoted(self.xml.text.as_bytes());
                                return Err(self.xml.wrong(geometry::EXPECTED, found, ""));
                            }
                        }
                        Role::Column if is_text => cells.set(edge, &self.xml.text, key)?,
                        _ => {}
                    }
                }
                "desc" => self.xml.skip()?,
                other => return Err(self.unknown(other, "`data`")),
            }
        }
        let weight = match (weight, self.default_weight) {
            (Some(weight), _) => weight,
            (None, _) if !self.weighted => Number::Natural(1),
            (None, Some(key)) => {
                let key = &self.keys.all[key];
                keys::weight(&self.xml, key.default.as_deref().unwrap_or_default(), key.kind)?
            }
            (None, None) => return Err(self.no_weight(line, u, v)),
        };
        let line = || Line { begin: Begin::Lines(line), before: 0 };
        self.edges.push(Node::new(u), Node::new(v), weight, line)?;
        if self.edges.len().is_multiple_of(1 << 14) {
            self.report()?;
        }
        Ok(())
    }

    /// Asks the caller to admit the graph so far.
    fn report(&mut self) -> Result<()> {
        self.edges.takes(self.memory())?;
        self.edges.report()
    }

    /// Bytes beside the edges.
    fn memory(&self) -> usize {
        let columns: usize = self.columns.iter().map(Cells::memory).sum();
        self.nodes.memory() + columns + self.lines.memory()
    }

    /// The place of the key of the datum that has begun.
    fn key(&self) -> Result<usize> {
        let id = self.xml.demand("key")?;
        self.keys
            .find(id)
            .ok_or_else(|| self.xml.wrong("the id of a key before the graph", quoted(id.as_bytes()), ""))
    }

    /// The error that an element is not read here.
    #[cold]
    fn unknown(&self, name: &str, expected: &str) -> Error {
        let (found, cure) = match name {
            "hyperedge" => ("a hyperedge", "replace it by edges between two nodes"),
            "port" => ("a port", "remove the ports: an edge is one between nodes"),
            "graph" => ("a graph inside a node", "write one graph without groups"),
            "locator" => ("a locator", "nothing outside the file is read"),
            "key" => ("a key after the graph", "move it before the graph"),
            other => return self.xml.wrong(expected, quoted(other.as_bytes()), ""),
        };
        self.xml.wrong(expected, found, cure)
    }

    #[cold]
    fn no_weight(&self, line: u64, u: usize, v: usize) -> Error {
        let [u, v] = [u, v].map(|node| quoted(self.nodes.ids.get(node).as_bytes()));
        let name = self.keys.all.iter().find(|key| key.role == Role::Weight).map_or("", |key| &key.name);
        let expected = format!("a datum {} of the edge from {u} to {v}", quoted(name.as_bytes()));
        let cure = "give the key a default, or choose another attribute, as with --weight-attribute";
        self.xml.wrong_at(At::Line(line), &expected, "none", cure)
    }

    fn finish(mut self, is_directed: bool) -> Result<Input> {
        self.report()?;
        let held = self.memory() - self.lines.memory();
        let Self { xml, keys, columns, mut lines, has_lines, .. } = self;
        let Self { nodes, mut edges, directed, undirected, options, weighted, .. } = self;
        let is_directed = if directed + undirected > 0 { directed > 0 } else { is_directed };
        let count = nodes.ids.len();
        let numbered = nodes.numbered(&xml)?;
        edges.map_ends(|_, u, v| {
            let [u, v] = [u, v].map(|node| Node::new(numbered.ranks[node.index()] as usize));
            (u, v)
        });
        let (len, mut attributes) = (edges.len(), Attributes::none());
        attributes.coordinates = numbered.coordinates;
        for (cells, key) in columns.into_iter().zip(&keys.all) {
            attributes.columns.extend(cells.finish(len, key)?);
        }
        let mut remarks = Vec::new();
        if has_lines {
            lines.fill(len)?;
            remarks.extend(lines.add_to(&mut attributes, &numbered.names, count, &mut edges, held)?);
        }
        let names =
            if weighted || options.weight_attribute.is_some() { String::new() } else { keys.numbers() };
        remarks.extend((!names.is_empty()).then_some(Remark::NoWeights { names }));
        let names = keys.unused();
        remarks.extend((!names.is_empty()).then_some(Remark::UnusedFields { names }));
        let list = edges.finish().map_err(|unfit| unfitting(&xml, unfit))?;
        let outline = Outline {
            nodes: count,
            names: numbered.names,
            lists: if is_directed { Lists::Directed } else { Lists::Edges },
            weighted,
            remarks,
            ..Outline::new(Format::GraphMl, &xml.path, xml.bytes())
        };
        with_weighted!(list, list => assemble_with(list, outline, attributes, options))
    }
}

/// The error that no type holds all weights.
fn unfitting(xml: &Xml<'_>, unfit: Unfit) -> Error {
    match unfit {
        Unfit::NoCommonType { least, most } => xml.wrong_at(
            At::Whole,
            "weights that fit one 64-bit type",
            format!("{least} and {most}"),
            "scale the weights, or write them as reals",
        ),
        Unfit::Rounded(integer, line) => {
            let at = if let Begin::Lines(line) = line.begin { At::Line(line) } else { At::Whole };
            let expected = "integers that an f64 holds exactly, because other weights are reals";
            xml.wrong_at(at, expected, integer.to_string(), "scale it, or write it with a decimal point")
        }
    }
}
