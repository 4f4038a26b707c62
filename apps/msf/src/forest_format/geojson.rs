//! The forest as GeoJSON: a line per edge, along its course if the graph's file has it, with the columns of
//! the table as properties. Coordinates are those of the nodes; for a geographic map they must be degrees.
//! Lines across the antimeridian are cut there, as RFC 7946 (3.1.9) has it.

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
    let lines = if forest.in_degrees { cut(course) } else { vec![course] };
    let [kind, open, close] = if lines.len() == 1 { ["", "", ""] } else { ["Multi", "[", "]"] };
    write!(out, "{{\"type\":\"{kind}LineString\",\"coordinates\":{open}")?;
    for (line, places) in lines.iter().enumerate() {
        write!(out, "{}[", if line > 0 { "," } else { "" })?;
        for (number, [x, y]) in places.iter().enumerate() {
            write!(out, "{}[{x},{y}]", if number > 0 { "," } else { "" })?;
        }
        write!(out, "]")?;
    }
    write!(out, "{close}}}")
}

/// Cuts a line in degrees wherever the shorter way from one place to the next is across the antimeridian.
fn cut(course: Vec<[f64; 2]>) -> Vec<Vec<[f64; 2]>> {
    let is_across = |pair: &[[f64; 2]]| (pair[0][0] - pair[1][0]).abs() > 180.0;
    if !course.windows(2).any(is_across) {
        return vec![course];
    }
    let mut lines = vec![vec![course[0]]];
    for pair in course.windows(2) {
        let [[x, y], [to_x, to_y]] = [pair[0], pair[1]];
        if is_across(pair) {
            let side = 180_f64.copysign(x);
            let ways = [side - x, to_x + side].map(f64::abs);
            let way = ways[0] + ways[1];
            let at = if way > 0.0 { y + (to_y - y) * (ways[0] / way) } else { y };
            lines.last_mut().expect("there is one").push([side, at]);
            lines.push(vec![[-side, at]]);
        }
        lines.last_mut().expect("there is one").push(pair[1]);
    }
    // A place on the antimeridian is no line.
    lines.iter_mut().for_each(|line| line.dedup());
    lines.retain(|line| line.len() > 1);
    if lines.is_empty() { vec![course] } else { lines }
}

/// Returns a string of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Line = &'static [[f64; 2]];

    #[test]
    fn lines_are_cut_at_the_antimeridian() {
        let cases: [(Line, &[Line]); 6] = [
            (&[[10.0, 1.0], [170.0, 2.0]], &[&[[10.0, 1.0], [170.0, 2.0]]]),
            (
                &[[179.0, 10.0], [-178.0, 13.0]],
                &[&[[179.0, 10.0], [180.0, 11.0]], &[[-180.0, 11.0], [-178.0, 13.0]]],
            ),
            (
                &[[-170.0, 0.0], [-179.0, 4.0], [179.0, 6.0], [-179.0, 8.0]],
                &[
                    &[[-170.0, 0.0], [-179.0, 4.0], [-180.0, 5.0]],
                    &[[180.0, 5.0], [179.0, 6.0], [180.0, 7.0]],
                    &[[-180.0, 7.0], [-179.0, 8.0]],
                ],
            ),
            (&[[180.0, 3.0], [-170.0, 4.0]], &[&[[-180.0, 3.0], [-170.0, 4.0]]]),
            (&[[-170.0, 4.0], [180.0, 3.0]], &[&[[-170.0, 4.0], [-180.0, 3.0]]]),
            (&[[180.0, 3.0], [-180.0, 3.0]], &[&[[180.0, 3.0], [-180.0, 3.0]]]),
        ];
        for (course, lines) in cases {
            assert_eq!(cut(course.to_vec()), lines, "{course:?}");
        }
    }
}
