//! The forest as GeoJSON: a line per edge, along its course if the graph's file has it, with the columns of
//! the table as properties. Coordinates are those of the nodes; for a geographic map they must be degrees.

use std::io::{self, Write};

use boscage::graph::Node;

use super::NamedForest;
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

/// Writes the course of an edge, from its first end to its second; `null` if an end has no place.
fn put_course(forest: &NamedForest<'_>, row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let place = |node: Node| forest.places.map_or([f64::NAN; 2], |places| places[node.index()]);
    let ends = row.ends.map(place);
    if !ends.iter().flatten().all(|x| x.is_finite()) {
        return write!(out, "null");
    }
    let shape = forest.attributes.shapes.as_ref().map_or(&[][..], |shapes| shapes.points(row.id));
    let is_turned = forest.graph.ends(row.id.index()) != row.ends;
    let point = |i: usize| if is_turned { shape[shape.len() - 1 - i] } else { shape[i] };
    write!(out, "{{\"type\":\"LineString\",\"coordinates\":[")?;
    let course = [ends[0]].into_iter().chain((0..shape.len()).map(point)).chain([ends[1]]);
    for (number, [x, y]) in course.enumerate() {
        write!(out, "{}[{x},{y}]", if number > 0 { "," } else { "" })?;
    }
    write!(out, "]}}")
}

/// Returns a string of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
