//! A table with a line of names of columns, and a row per edge: the names of its ends, its weight, its id,
//! the tree that it is in, and the columns that the graph's file has for edges.
//!
//! Files of other programs need the columns of the ends; a column `weight` is compared.

use std::io::{self, Write};

use boscage::Result;

use super::{Claim, NamedForest, Text};

pub(super) fn write(forest: &NamedForest<'_>, out: &mut dyn Write) -> io::Result<()> {
    for (number, (name, _)) in forest.columns().into_iter().enumerate() {
        let separator = if number > 0 { "," } else { "" };
        write!(out, "{separator}{}", cell(&name, ','))?;
    }
    writeln!(out)?;
    for row in forest.rows() {
        forest.properties(&row, |number, value| {
            let separator = if number > 0 { "," } else { "" };
            match value.text() {
                Some(text) => write!(out, "{separator}{}", cell(text, ',')),
                None => write!(out, "{separator}{value}"),
            }
        })?;
        writeln!(out)?;
    }
    Ok(())
}

/// Returns a cell, in quotes if it would otherwise be read as something else.
pub(crate) fn cell(text: &str, separator: char) -> String {
    let is_special = |c: char| c == separator || matches!(c, '"' | '\n' | '\r');
    let has_blanks = text.trim().len() < text.len();
    match text.is_empty()
        || text.contains(is_special)
        || text.starts_with(['#', '%', '\u{feff}'])
        || has_blanks
    {
        true if separator == ',' && text.is_empty() => String::new(),
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// Returns the cells of a line, without quotes. Separators that follow each other are one if it is a blank.
pub(super) fn cells(line: &str, separator: char) -> Vec<String> {
    let (mut cells, mut cell, mut is_quoted, mut was_quoted) = (Vec::new(), String::new(), false, false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                cell.push('"');
                chars.next();
            }
            '"' if is_quoted || cell.trim().is_empty() => {
                is_quoted = !is_quoted;
                was_quoted = true;
            }
            c if !is_quoted && (c == separator || separator == ' ' && c == '\t') => {
                if separator != ' ' || was_quoted || !cell.is_empty() {
                    cells.push(std::mem::take(&mut cell));
                }
                was_quoted = false;
            }
            c => cell.push(c),
        }
    }
    if separator != ' ' || was_quoted || !cell.is_empty() {
        cells.push(cell);
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Names of the columns of two ends.
const ENDS: [[&str; 2]; 4] = [["source", "target"], ["from", "to"], ["u", "v"], ["src", "dst"]];

/// Returns `true` if a line has the names of columns of a table of edges.
pub(super) fn is_header(line: &str) -> bool {
    columns(line).is_some()
}

/// Places of columns.
#[derive(Clone, Copy)]
struct Columns {
    separator: char,
    ends: [usize; 2],
    weight: Option<usize>,
    id: Option<usize>,
}

/// Returns the columns that a header names.
fn columns(header: &str) -> Option<Columns> {
    [',', ';', '\t', '|'].into_iter().find_map(|separator| {
        let cells = cells(header, separator);
        let place = |name: &str| cells.iter().position(|cell| cell.eq_ignore_ascii_case(name));
        let ends = ENDS.iter().find_map(|[u, v]| Some([place(u)?, place(v)?]))?;
        Some(Columns { separator, ends, weight: place("weight"), id: place("edge") })
    })
}

pub(super) fn read(text: &Text<'_>) -> Result<Vec<Claim>> {
    let mut header: Option<Columns> = None;
    text.gather(1, |line, row| {
        let Some(Columns { separator, ends: [u, v], weight, id }) = header else {
            header = columns(row);
            return match header {
                Some(_) => Ok(None),
                None => Err(text.wrong(line, "names of columns, such as `source,target,weight`", row, "")),
            };
        };
        let cells = cells(row, separator);
        let cell = |column: usize| {
            cells.get(column).ok_or_else(|| text.wrong(line, "a cell in each column", row, ""))
        };
        let weight = weight.map(cell).transpose()?;
        let id = id.map(cell).transpose()?.and_then(|id| id.parse().ok());
        let claim = text.claim(line, cell(u)?, cell(v)?, weight.map(String::as_str))?;
        Ok(Some(Claim { id, ..claim }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_they_are_written() {
        for row in [&["a", "b,c", "d\"e"][..], &["", "#1", "x y"], &["1", "2", "\"\""]] {
            for separator in [',', ' '] {
                let line: Vec<_> = row.iter().map(|text| cell(text, separator)).collect();
                let line = line.join(&separator.to_string());
                assert_eq!(cells(&line, separator), row, "{line}");
            }
        }
        assert_eq!(cells(" 1  2\t3 ", ' '), ["1", "2", "3"]);
    }
}
