//! Writes GraphML: the nodes by their names, then one edge per element, in the order of the edges.
//!
//! Weights are data of a key `weight`, of the type `int` for `i32`, `long` for other integers, `float` or
//! `double`. Coordinates are data `x` and `y` of nodes, columns and courses (`geometry`) are data of edges.

use std::io::{self, Write};

use super::keys::WEIGHTS;
use crate::output::{AnyEdges, Decimal, EdgeSource, Writing, in_order, with_edges};
use crate::{Attributes, Name, Names, Strings, Values, course};
use boscage_core::Result;
use boscage_core::graph::{EdgeId, FileData, Node};

pub(super) fn write(writing: &Writing<'_, AnyEdges<'_>>) -> Result<()> {
    let names = match writing.names {
        Names::Text(names) => Some(names),
        _ => None,
    };
    let columns = &writing.attributes.columns;
    let texts = columns.iter().filter_map(|column| match &column.values {
        Values::Texts(texts) => Some(texts.distinct()),
        _ => None,
    });
    let texts = names.into_iter().chain(texts).flat_map(Strings::iter);
    let columns = columns.iter().map(|column| &*column.name);
    if let Some(text) = texts.chain(columns).find(|text| !text.chars().all(is_allowed)) {
        let what = format!("GraphML cannot hold the text {text:?}, which has control characters");
        return Err(writing.refuse(what, "rename it"));
    }
    with_edges!(writing, writing => {
        refuse_weights(writing)?;
        put(writing)
    })
}

/// Refuses columns that would be read as weights.
fn refuse_weights<S: EdgeSource>(writing: &Writing<'_, S>) -> Result<()> {
    let taken = if S::Data::IS_WEIGHT { &WEIGHTS[..1] } else { &WEIGHTS };
    let mut columns = writing.attributes.columns.iter();
    match columns.find(|column| taken.contains(&&*column.name)) {
        None => Ok(()),
        Some(column) => {
            let what = format!("GraphML would have the column {} as weights", column.name);
            Err(writing.refuse(what, "leave it out, or write CSV"))
        }
    }
}

/// Returns `true` if XML can hold a character.
fn is_allowed(char: char) -> bool {
    matches!(char, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// The type of weights.
fn type_of<E: Decimal>() -> &'static str {
    match E::NAME {
        "i32" => "int",
        "f32" => "float",
        "f64" => "double",
        _ => "long",
    }
}

fn put<S: EdgeSource>(writing: &Writing<'_, S>) -> Result<()> {
    writing.put(|out| {
        let direction = if writing.is_directed { "directed" } else { "undirected" };
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
        let Attributes { coordinates, columns, .. } = writing.attributes;
        let has_lines = course::is_written(writing.attributes);
        for axis in ["x", "y"].into_iter().filter(|_| coordinates.is_some()) {
            writeln!(out, "<key id=\"{axis}\" for=\"node\" attr.name=\"{axis}\" attr.type=\"double\"/>")?;
        }
        if S::Data::IS_WEIGHT {
            let kind = type_of::<S::Data>();
            writeln!(out, "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"{kind}\"/>")?;
        }
        for (number, column) in columns.iter().enumerate() {
            let kind = match column.values {
                Values::Integers(_) => "long",
                Values::Reals(_) => "double",
                Values::Texts(_) => "string",
            };
            write!(out, "<key id=\"c{number}\" for=\"edge\" attr.name=\"")?;
            put_text(out, &column.name)?;
            writeln!(out, "\" attr.type=\"{kind}\"/>")?;
        }
        if has_lines {
            let name = course::NAMES[0];
            writeln!(out, "<key id=\"g\" for=\"edge\" attr.name=\"{name}\" attr.type=\"string\"/>")?;
        }
        writeln!(out, "<graph edgedefault=\"{direction}\">")?;
        for node in 0..writing.graph.node_count() {
            out.write_all(b"<node id=\"")?;
            put_name(out, writing.names.name(Node::new(node)))?;
            match coordinates.as_ref().map(|places| places[node]).filter(|place| !place[0].is_nan()) {
                Some([x, y]) => {
                    write!(out, "\"><data key=\"x\">{x:?}</data>")?;
                    writeln!(out, "<data key=\"y\">{y:?}</data></node>")?;
                }
                None => out.write_all(b"\"/>\n")?,
            }
        }
        // Names of elements and attributes.
        let marks = 80 + 30 * columns.len();
        let data_bytes = marks + writing.names.bytes_per_edge() + writing.attributes.bytes_per_edge();
        in_order::write_with_ids(writing.exec, out, &writing.graph, data_bytes, |bytes, id, edge| {
            bytes.write_all(b"<edge source=\"")?;
            put_name(bytes, writing.names.name(edge.u))?;
            bytes.write_all(b"\" target=\"")?;
            put_name(bytes, writing.names.name(edge.v))?;
            if !S::Data::IS_WEIGHT && columns.is_empty() && !has_lines {
                return bytes.write_all(b"\"/>\n");
            }
            bytes.write_all(b"\">")?;
            if S::Data::IS_WEIGHT {
                bytes.write_all(b"<data key=\"w\">")?;
                edge.weight.put(bytes)?;
                bytes.write_all(b"</data>")?;
            }
            for (number, column) in columns.iter().enumerate() {
                write!(bytes, "<data key=\"c{number}\">")?;
                match &column.values {
                    Values::Integers(values) => write!(bytes, "{}", values[id])?,
                    Values::Reals(values) => values[id].put(bytes)?,
                    Values::Texts(values) => put_text(bytes, values.get(EdgeId::new(id)))?,
                }
                bytes.write_all(b"</data>")?;
            }
            if has_lines {
                bytes.write_all(b"<data key=\"g\">")?;
                course::put(bytes, writing.attributes, id, [edge.u, edge.v])?;
                bytes.write_all(b"</data>")?;
            }
            bytes.write_all(b"</edge>\n")
        })?;
        out.write_all(b"</graph>\n</graphml>\n")
    })
}

/// Writes a name as the value of an attribute.
fn put_name(out: &mut (impl Write + ?Sized), name: Name<'_>) -> io::Result<()> {
    match name {
        Name::Number(number) => out.write_all(itoa::Buffer::new().format(number).as_bytes()),
        Name::Text(text) => put_text(out, text),
    }
}

/// Writes text without marks of XML.
fn put_text(out: &mut (impl Write + ?Sized), text: &str) -> io::Result<()> {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\t', '\n', '\r']) {
        out.write_all(&rest.as_bytes()[..at])?;
        out.write_all(match rest.as_bytes()[at] {
            b'&' => b"&amp;",
            b'<' => b"&lt;",
            b'>' => b"&gt;",
            b'"' => b"&quot;",
            b'\t' => b"&#9;",
            b'\n' => b"&#10;",
            _ => b"&#13;",
        })?;
        rest = &rest[at + 1..];
    }
    out.write_all(rest.as_bytes())
}
