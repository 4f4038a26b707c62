//! The forest as GraphML, with every node, and the columns of the table as data of the edges.

use std::io::{self, Write};

use boscage::io::Values;

use super::NamedForest;
use super::properties::Kind;

pub(super) fn write(forest: &NamedForest<'_>, out: &mut dyn Write) -> io::Result<()> {
    let names = forest.nodes().map(|node| forest.names.name(node).to_string());
    let columns = forest.attributes.columns.iter();
    let texts = columns.clone().filter_map(|column| match &column.values {
        Values::Texts(texts) => Some(forest.forest.iter().map(|&id| texts.get(id).to_owned())),
        _ => None,
    });
    let mut all = names.chain(columns.map(|column| column.name.clone())).chain(texts.flatten());
    if let Some(text) = all.find(|text| text.chars().any(is_lost)) {
        let what = format!("GraphML cannot hold the text {text:?}, which has control characters");
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    for axis in ["x", "y"].into_iter().filter(|_| forest.places.is_some()) {
        writeln!(out, "  <key id=\"{axis}\" for=\"node\" attr.name=\"{axis}\" attr.type=\"double\"/>")?;
    }
    // The ends are attributes of their own.
    let columns = forest.columns();
    for (number, (name, kind)) in columns.iter().enumerate().skip(2) {
        let kind = match kind {
            Kind::Integer => "long",
            Kind::Real => "double",
            Kind::Text => "string",
        };
        let name = escaped(name);
        writeln!(out, "  <key id=\"d{number}\" for=\"edge\" attr.name=\"{name}\" attr.type=\"{kind}\"/>")?;
    }
    writeln!(out, "  <graph id=\"forest\" edgedefault=\"undirected\">")?;
    for node in forest.nodes() {
        let name = escaped(&forest.names.name(node).to_string());
        match forest.places.map(|places| places[node.index()]) {
            Some([x, y]) if x.is_finite() && y.is_finite() => writeln!(
                out,
                "    <node id=\"{name}\"><data key=\"x\">{x}</data><data key=\"y\">{y}</data></node>"
            )?,
            _ => writeln!(out, "    <node id=\"{name}\"/>")?,
        }
    }
    for row in forest.rows() {
        let [u, v] = row.ends.map(|end| escaped(&forest.names.name(end).to_string()));
        write!(out, "    <edge source=\"{u}\" target=\"{v}\">")?;
        forest.properties(&row, |number, value| match number {
            0 | 1 => Ok(()),
            _ => write!(out, "<data key=\"d{number}\">{}</data>", escaped(&value.to_string())),
        })?;
        writeln!(out, "</edge>")?;
    }
    writeln!(out, "  </graph>\n</graphml>")
}

/// Returns `true` if XML does not have a character.
fn is_lost(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns text without marks of XML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' => escaped.push_str("&#9;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            c => escaped.push(c),
        }
    }
    escaped
}
