//! The course of edges as tables and GraphML have it: lines in well-known text, or in the hexadecimal form of
//! well-known binary, as PostGIS writes them.
//!
//! `LINESTRING (x y, x y, ...)` in any case, with a third and a fourth coordinate that are not used, and with
//! `SRID=...;` before it; or a `MULTILINESTRING` whose parts follow on from each other. A line without points
//! and an empty text are a straight line.
//!
//! Sources: OGC 06-103r4 (text and binary); postgis.net/docs, EWKB and EWKT.

mod forms;
#[cfg(test)]
mod tests;

use crate::assemble::Edges;
use crate::{Attributes, Names, Remark, Shapes};
use boscage_core::graph::Node;
use boscage_core::{Result, memory};
use forms::{from_hex, from_text};

/// The form of lines, for messages.
pub(crate) const EXPECTED: &str = "a line, such as LINESTRING (24.9 60.1, 25 60.2)";

/// The name of the memory in errors.
const WHAT: &str = "the course of edges";

/// A point that is not there.
const NOWHERE: [f64; 2] = [f64::NAN; 2];

/// The lines of some edges, with their ends.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    points: Vec<[f64; 2]>,
    /// The end of each line's points.
    ends: Vec<usize>,
}

impl Lines {
    /// Appends the line of the next edge, from its first end to its second. Returns `false` if it is no line.
    pub(crate) fn push(&mut self, text: &[u8]) -> Result<bool> {
        let text = text.trim_ascii();
        let begin = self.points.len();
        // A point has four characters at least, or two numbers of 16 digits.
        let is_hex = text.first() == Some(&b'0');
        memory::grow(WHAT, &mut self.points, text.len() / if is_hex { 32 } else { 4 } + 1)?;
        let read = if is_hex { from_hex } else { from_text };
        let is_line = is_missing(text) || read(text, &mut self.points).is_some();
        let is_whole = self.points.len() - begin != 1;
        memory::grow(WHAT, &mut self.ends, 1)?;
        self.ends.push(self.points.len());
        Ok(is_line && is_whole && self.points[begin..].iter().flatten().all(|x| x.is_finite()))
    }

    /// Reverses the last line.
    pub(crate) fn reverse_last(&mut self) {
        let last = self.line(self.ends.len() - 1);
        self.points[last].reverse();
    }

    /// Appends the last line once more, in the other direction.
    pub(crate) fn push_reverse(&mut self) -> Result<()> {
        let last = self.line(self.ends.len() - 1);
        memory::grow(WHAT, &mut self.points, last.len())?;
        self.points.extend_from_within(last);
        memory::grow(WHAT, &mut self.ends, 1)?;
        self.ends.push(self.points.len());
        self.reverse_last();
        Ok(())
    }

    /// Appends a straight line for each edge that has none, up to a number of edges.
    pub(crate) fn fill(&mut self, edges: usize) -> Result<()> {
        let missing = edges.saturating_sub(self.ends.len());
        memory::grow(WHAT, &mut self.ends, missing)?;
        self.ends.resize(self.ends.len() + missing, self.points.len());
        Ok(())
    }

    /// Appends the lines of the next edges.
    pub(crate) fn append(&mut self, part: &Self) -> Result<()> {
        memory::grow(WHAT, &mut self.points, part.points.len())?;
        memory::grow(WHAT, &mut self.ends, part.ends.len())?;
        let begin = self.points.len();
        self.points.extend_from_slice(&part.points);
        self.ends.extend(part.ends.iter().map(|end| begin + end));
        Ok(())
    }

    /// Number of edges.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes of memory.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.points) + size_of_val(&*self.ends)
    }

    /// Adds the course of these edges to their attributes, and the coordinates of nodes that have none.
    /// Returns a remark if lines do not meet; then nothing is added. Nothing is either if there are no lines.
    /// `held` is the number of bytes that the caller holds beside the edges.
    pub(crate) fn add_to(
        self,
        attributes: &mut Attributes,
        names: &Names,
        nodes: usize,
        edges: &mut Edges,
        held: usize,
    ) -> Result<Option<Remark>> {
        if self.points.is_empty() {
            return Ok(None);
        }
        edges.takes(held + self.memory() + 8 * edges.len() + 48 * nodes)?;
        let mut ends = memory::reserve(WHAT, edges.len())?;
        edges.for_each_ends(|u, v| ends.push([u, v]));
        let is_nowhere = |place: &[f64; 2]| !place.iter().all(|x| x.is_finite());
        let own = &mut attributes.coordinates;
        if own.as_ref().is_none_or(|own| own.iter().any(is_nowhere)) {
            match (self.places(nodes, &ends)?, own) {
                (Ok(places), Some(own)) => {
                    let missing = own.iter_mut().zip(places).filter(|(own, _)| is_nowhere(own));
                    missing.for_each(|(own, place)| *own = place);
                }
                (Ok(places), none) => *none = Some(places),
                (Err(node), _) => {
                    let node = names.name(node).to_string();
                    return Ok(Some(Remark::LinesDoNotMeet { node }));
                }
            }
        }
        attributes.shapes = Some(self.shapes(&ends, attributes.coordinates.as_deref()));
        Ok(None)
    }

    /// The range of the points of an edge.
    fn line(&self, edge: usize) -> std::ops::Range<usize> {
        let begin = if edge == 0 { 0 } else { self.ends[edge - 1] };
        begin..self.ends[edge]
    }

    /// The first and the last point of an edge.
    fn tips(&self, edge: usize) -> Option<[[f64; 2]; 2]> {
        let points = &self.points[self.line(edge)];
        Some([*points.first()?, *points.last()?])
    }

    /// The places of the nodes: the points in which the lines of their edges meet; or else a node in which
    /// they do not.
    ///
    /// A line may be listed from its second end to its first. Only where the other edges leave both ends of a
    /// line open, it is taken to begin at the first.
    fn places(&self, nodes: usize, ends: &[[Node; 2]]) -> Result<Result<Vec<[f64; 2]>, Node>> {
        // Two candidates for each node, equal if there is one.
        let mut candidates = memory::filled("coordinates", nodes, [NOWHERE; 2])?;
        for (edge, &[u, v]) in ends.iter().enumerate() {
            let Some([first, last]) = self.tips(edge) else { continue };
            for (node, tips) in [(u, [first, last]), (v, [last, first])] {
                let known = &mut candidates[node.index()];
                let common = |place: &[f64; 2]| tips.contains(place);
                *known = match (known[0][0].is_nan(), common(&known[0]), common(&known[1])) {
                    (true, ..) => tips,
                    (_, true, true) => *known,
                    (_, true, false) => [known[0]; 2],
                    (_, false, true) => [known[1]; 2],
                    (_, false, false) => return Ok(Err(node)),
                };
            }
        }
        // Nodes at the other ends of lines from known ones; in the last pass, others are taken as listed.
        let mut fix = |edge: usize, is_last: bool| {
            let Some([first, last]) = self.tips(edge) else { return };
            let [u, v] = ends[edge].map(Node::index);
            let is_known = [u, v].map(|node| candidates[node][0] == candidates[node][1]);
            let far = |near: [[f64; 2]; 2]| if near[0] == first { [last; 2] } else { [first; 2] };
            match is_known {
                [true, true] => {}
                [true, false] => candidates[v] = far(candidates[u]),
                [false, true] => candidates[u] = far(candidates[v]),
                [false, false] if is_last && u != v => {
                    (candidates[u], candidates[v]) = ([first; 2], [last; 2]);
                }
                [false, false] => {}
            }
        };
        (0..ends.len()).for_each(|edge| fix(edge, false));
        (0..ends.len()).rev().for_each(|edge| fix(edge, false));
        (0..ends.len()).for_each(|edge| fix(edge, true));
        let mut places = memory::reserve("coordinates", nodes)?;
        places.extend(candidates.iter().map(|candidates| candidates[0]));
        let meets = |(edge, ends): (usize, &[Node; 2])| {
            let [u, v] = ends.map(|node| places[node.index()]);
            self.tips(edge).is_none_or(|tips| tips == [u, v] || tips == [v, u])
        };
        let apart = ends.iter().enumerate().find(|&edge| !meets(edge));
        Ok(match apart {
            None => Ok(places),
            Some((_, &[node, _])) => Err(node),
        })
    }

    /// The points between the ends of each edge. Lines that begin nearer to the place of the second end than
    /// to that of the first are turned.
    fn shapes(mut self, ends: &[[Node; 2]], places: Option<&[[f64; 2]]>) -> Shapes {
        let (mut begin, mut kept) = (0, 0);
        for (end, &[u, v]) in self.ends.iter_mut().zip(ends) {
            let line = begin..*end;
            begin = *end;
            if let [first, inner @ .., last] = &mut self.points[line.clone()] {
                let place = |node: Node| places.map_or(NOWHERE, |places| places[node.index()]);
                let gap = |u, v| squared_distance(*first, u) + squared_distance(*last, v);
                let [u, v] = [u, v].map(place);
                if gap(v, u) < gap(u, v) {
                    inner.reverse();
                }
                self.points.copy_within(line.start + 1..line.end - 1, kept);
                kept += line.len() - 2;
            }
            *end = kept;
        }
        self.points.truncate(kept);
        self.points.shrink_to_fit();
        Shapes::of_points(self.points, self.ends)
    }
}

/// Returns `true` if a text stands for no line, in the words of pandas, R and PostgreSQL.
fn is_missing(text: &[u8]) -> bool {
    text.is_empty()
        || [&b"null"[..], b"\\n", b"na", b"nan", b"none", b"<na>"]
            .iter()
            .any(|word| text.eq_ignore_ascii_case(word))
}

fn squared_distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
}
