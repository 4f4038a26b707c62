//! Writes tables: a line of names of columns, then a row per edge.
//!
//! The columns are `source`, `target`, `weight` if there are weights, those of the attributes, and `geometry`
//! if the course of edges is known. Cells are separated by commas, or by tabs if the suffix of the file is
//! `tsv`. As in edge lists, nodes without edges are lost.

use std::io::{self, Write};

use crate::bytes::plain_suffix;
use crate::output::{AnyEdges, Decimal, EdgeSource, Writing, in_order, isolated, with_edges};
use crate::{Name, Values, course};
use boscage_core::Result;
use boscage_core::graph::{EdgeId, FileData};

pub(super) fn write(writing: &Writing<'_, AnyEdges<'_>>) -> Result<()> {
    isolated::refuse_recipe(writing, "a table of edges")?;
    with_edges!(writing, writing => put(writing))
}

fn put<S: EdgeSource>(writing: &Writing<'_, S>) -> Result<()> {
    isolated::dropped(writing, "a table of edges")?;
    let is_tsv = plain_suffix(writing.path).as_deref() == Some("tsv");
    let separator = if is_tsv { b'\t' } else { b',' };
    let columns = &writing.attributes.columns;
    let has_lines = course::is_written(writing.attributes);
    writing.put(|out| {
        let weight = S::Data::IS_WEIGHT.then_some("weight");
        let names = ["source", "target"].into_iter().chain(weight);
        let mut header = Vec::new();
        let names = names.chain(columns.iter().map(|column| &*column.name));
        for (number, name) in names.chain(has_lines.then_some(course::NAMES[0])).enumerate() {
            if number > 0 {
                header.push(separator);
            }
            cell(&mut header, separator, name)?;
        }
        out.write_all(&header)?;
        out.write_all(b"\n")?;
        let data_bytes = writing.names.bytes_per_edge() + writing.attributes.bytes_per_edge();
        in_order::write_with_ids(writing.exec, out, &writing.graph, data_bytes, |bytes, id, edge| {
            name(bytes, separator, writing.names.name(edge.u))?;
            bytes.push(separator);
            name(bytes, separator, writing.names.name(edge.v))?;
            if S::Data::IS_WEIGHT {
                bytes.push(separator);
                edge.weight.put(bytes)?;
            }
            for column in columns {
                bytes.push(separator);
                match &column.values {
                    Values::Integers(values) => {
                        bytes.extend_from_slice(itoa::Buffer::new().format(values[id]).as_bytes());
                    }
                    Values::Reals(values) => values[id].put(bytes)?,
                    Values::Texts(values) => cell(bytes, separator, values.get(EdgeId::new(id)))?,
                }
            }
            if has_lines {
                bytes.extend_from_slice(&[separator, b'"']);
                course::put(bytes, writing.attributes, id, [edge.u, edge.v])?;
                bytes.push(b'"');
            }
            bytes.push(b'\n');
            Ok(())
        })
    })
}

fn name(out: &mut Vec<u8>, separator: u8, name: Name<'_>) -> io::Result<()> {
    match name {
        Name::Number(number) => out.write_all(itoa::Buffer::new().format(number).as_bytes()),
        Name::Text(text) => cell(out, separator, text),
    }
}

/// Writes a cell, in quotes if it would otherwise be read as something else.
fn cell(out: &mut Vec<u8>, separator: u8, text: &str) -> io::Result<()> {
    let is_special = |byte: u8| byte == separator || b"\",;|\t\n\r".contains(&byte);
    let has_blanks = text.trim_ascii().len() < text.len();
    if text.bytes().any(is_special) || text.starts_with(['#', '%', '\u{feff}']) || has_blanks {
        write!(out, "\"{}\"", text.replace('"', "\"\""))
    } else {
        out.write_all(text.as_bytes())
    }
}
