//! The forest as GeoJSON: a line per edge, along its course if the graph's file has it, with the columns of
//! the table as properties. Coordinates are those of the nodes; for a geographic map they must be degrees.

use std::io::{self, Write};

use super::NamedForest;
use super::properties::Property;
use super::rows::Row;

pub(super) fn write(forest: &NamedForest<'_>, out: &mut dyn Write) -> io::Result<()> {
    let columns: Vec<String> = forest.columns().iter().map(|(name, _)| quoted(name)).collect();
    write!(out, "{{\"type\":\"FeatureCollection\",\"features\":[")?;
    for (position, row) in forest.rows().enumerate() {
        let separator = if position > 0 { "," } else { "" };
        write!(out, "{separator}\n{{\"type\":\"Feature\",\"geometry\":")?;
        put_course(forest, &row, out)?;
        write!(out, ",\"properties\":{{")?;
        forest.properties(&row, |number, value| {
            if let Property::Line(_) = value {
                return Ok(());
            }
            write!(out, "{}{}:", if number > 0 { "," } else { "" }, columns[number])?;
            let shown = value.to_string();
            // Infinities, and their differences, are no numbers in JSON.
            let is_number = value.text().is_none() && !shown.contains("inf") && shown != "NaN";
            write!(out, "{}", if is_number { shown } else { quoted(&shown) })
        })?;
        write!(out, "}}}}")?;
    }
    writeln!(out, "\n]}}")
}

/// Writes the course of an edge, `null` if it is not known.
fn put_course(forest: &NamedForest<'_>, row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let Some(course) = forest.course(row) else { return write!(out, "null") };
    write!(out, "{{\"type\":\"LineString\",\"coordinates\":[")?;
    for (number, [x, y]) in course.iter().enumerate() {
        write!(out, "{}[{x},{y}]", if number > 0 { "," } else { "" })?;
    }
    write!(out, "]}}")
}

/// Returns a string of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
