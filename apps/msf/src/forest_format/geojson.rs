//! The forest as GeoJSON: a line per edge, along its course if the graph's file has it, with the columns of
//! the table as properties. Coordinates are those of the nodes; for a geographic map they must be degrees.

use std::io::{self, Write};

use boscage::graph::Node;

use super::NamedForest;

pub(super) fn write(forest: &NamedForest<'_>, out: &mut dyn Write) -> io::Result<()> {
    let columns: Vec<String> = forest.columns().iter().map(|(name, _)| quoted(name)).collect();
    write!(out, "{{\"type\":\"FeatureCollection\",\"features\":[")?;
    for (position, &id) in forest.forest.iter().enumerate() {
        let separator = if position > 0 { "," } else { "" };
        write!(out, "{separator}\n{{\"type\":\"Feature\",\"geometry\":")?;
        let [u, v] = forest.graph.ends(id.index());
        let shape = forest.attributes.shapes.as_ref().map_or(&[][..], |shapes| shapes.points(id));
        let place = |node: Node| forest.places.map_or([f64::NAN; 2], |places| places[node.index()]);
        let ends = [place(u), place(v)];
        if ends.iter().flatten().all(|x| x.is_finite()) {
            write!(out, "{{\"type\":\"LineString\",\"coordinates\":[")?;
            for (number, [x, y]) in [ends[0]].iter().chain(shape).chain([&ends[1]]).enumerate() {
                write!(out, "{}[{x},{y}]", if number > 0 { "," } else { "" })?;
            }
            write!(out, "]}}")?;
        } else {
            write!(out, "null")?;
        }
        write!(out, ",\"properties\":{{")?;
        forest.properties(id, |number, value| {
            write!(out, "{}{}:", if number > 0 { "," } else { "" }, columns[number])?;
            let shown = value.to_string();
            // Infinities are no numbers in JSON.
            let is_number = value.text().is_none() && !shown.contains("inf");
            write!(out, "{}", if is_number { shown } else { quoted(&shown) })
        })?;
        write!(out, "}}}}")?;
    }
    writeln!(out, "\n]}}")
}

/// Returns a string of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
