//! The course of edges as a column of files: lines in well-known text.

use std::io::{self, Write};

use crate::Attributes;
use boscage_core::graph::{AnyEdgeList, EdgeId, Node};
use boscage_core::with_edge_list;

/// Names of columns of lines, the first of which counts.
pub(crate) const NAMES: [&str; 4] = ["geometry", "the_geom", "geom", "wkt"];

/// Returns `true` if files with columns have a column [`NAMES`]`[0]` of the lines of edges.
pub(crate) fn is_written(attributes: &Attributes) -> bool {
    let is_free = || attributes.columns.iter().all(|column| !column.name.eq_ignore_ascii_case(NAMES[0]));
    attributes.shapes.is_some() && attributes.coordinates.is_some() && is_free()
}

/// Returns `true` if the lines of such a column have all bends, and if they have the places of all nodes with
/// edges: there is no line of an edge that has an end without a place.
pub(crate) fn are_whole(attributes: &Attributes, list: &AnyEdgeList) -> [bool; 2] {
    let (Some(shapes), Some(places)) = (&attributes.shapes, &attributes.coordinates) else {
        return [false; 2];
    };
    let mut whole = [is_written(attributes); 2];
    let is_placed = |node: Node| places[node.index()].iter().all(|x| x.is_finite());
    with_edge_list!(list, list => {
        let lineless = (0..).zip(list.edges()).filter(|(_, edge)| !is_placed(edge.u) || !is_placed(edge.v));
        for (id, _) in lineless {
            whole = [whole[0] && shapes.points(EdgeId::from(id)).is_empty(), false];
        }
    });
    whole
}

/// Writes the line of an edge, if it has a course and its ends have places.
pub(crate) fn put(
    out: &mut (impl Write + ?Sized),
    attributes: &Attributes,
    edge: usize,
    ends: [Node; 2],
) -> io::Result<()> {
    let (Some(shapes), Some(places)) = (&attributes.shapes, &attributes.coordinates) else { return Ok(()) };
    let ends = ends.map(|node| places[node.index()]);
    if !ends.as_flattened().iter().all(|x| x.is_finite()) {
        return Ok(());
    }
    let course = ends[..1].iter().chain(shapes.points(EdgeId::new(edge))).chain(&ends[1..]);
    for (number, [x, y]) in course.enumerate() {
        write!(out, "{}{x} {y}", if number == 0 { "LINESTRING (" } else { ", " })?;
    }
    out.write_all(b")")
}
