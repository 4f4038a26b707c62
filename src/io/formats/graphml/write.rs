//! Writes GraphML: the nodes by their names, then one edge per element, in the order of the edges.
//!
//! Weights are data of a key `weight`, of the type `int` for `i32`, `long` for other integers, `float` or
//! `double`.

use std::io::{self, Write};

use crate::output::{AnyEdges, Decimal, EdgeSource, Writing, in_order, with_edges};
use crate::{Name, Names};
use boscage_core::Result;
use boscage_core::graph::Node;

pub(super) fn write(writing: &Writing<'_, AnyEdges<'_>>) -> Result<()> {
    if let Names::Text(names) = writing.names
        && let Some(name) = names.iter().find(|name| !name.chars().all(is_allowed))
    {
        let what = format!("GraphML cannot hold the name {name:?}, which has control characters");
        return Err(writing.refuse(what, "rename the node"));
    }
    with_edges!(writing, writing => put(writing))
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
        if <S::Data as boscage_core::graph::FileData>::IS_WEIGHT {
            let kind = type_of::<S::Data>();
            writeln!(out, "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"{kind}\"/>")?;
        }
        writeln!(out, "<graph edgedefault=\"{direction}\">")?;
        for node in 0..writing.graph.node_count() {
            out.write_all(b"<node id=\"")?;
            put_name(out, writing.names.name(Node::new(node)))?;
            out.write_all(b"\"/>\n")?;
        }
        in_order::write(writing.exec, out, &writing.graph, |bytes, edge| {
            bytes.write_all(b"<edge source=\"")?;
            put_name(bytes, writing.names.name(edge.u))?;
            bytes.write_all(b"\" target=\"")?;
            put_name(bytes, writing.names.name(edge.v))?;
            if !<S::Data as boscage_core::graph::FileData>::IS_WEIGHT {
                return bytes.write_all(b"\"/>\n");
            }
            bytes.write_all(b"\"><data key=\"w\">")?;
            edge.weight.put(bytes)?;
            bytes.write_all(b"</data></edge>\n")
        })?;
        out.write_all(b"</graph>\n</graphml>\n")
    })
}

/// Writes a name as the value of an attribute.
fn put_name(out: &mut impl Write, name: Name<'_>) -> io::Result<()> {
    let text = match name {
        Name::Number(number) => return out.write_all(itoa::Buffer::new().format(number).as_bytes()),
        Name::Text(text) => text,
    };
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
