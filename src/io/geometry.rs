//! The course of edges as tables and GraphML have it: lines in well-known text, or in the hexadecimal form of
//! well-known binary, as PostGIS writes them.
//!
//! `LINESTRING (x y, x y, ...)` in any case, with a third and a fourth coordinate that are not used, and with
//! `SRID=...;` before it; or a `MULTILINESTRING` whose parts follow on from each other. A line without points
//! and an empty text are a straight line.
//!
//! Sources: OGC 06-103r4 (text and binary); postgis.net/docs, EWKB and EWKT.

use crate::assemble::Edges;
use crate::text::number;
use crate::{Attributes, Remark, Shapes};
use boscage_core::graph::Node;
use boscage_core::{Result, memory};

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
        // A point takes four bytes at least.
        memory::grow(WHAT, &mut self.points, text.len() / 4 + 1)?;
        let is_line = match text.first() {
            None => true,
            Some(b'0') => binary(text, &mut self.points).is_some(),
            Some(_) => written(text, &mut self.points).is_some(),
        };
        let is_whole = self.points.len() - begin != 1;
        memory::grow(WHAT, &mut self.ends, 1)?;
        self.ends.push(self.points.len());
        Ok(is_line && is_whole && self.points[begin..].iter().flatten().all(|x| x.is_finite()))
    }

    /// Turns the last line.
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

    /// Adds the course of these edges to their attributes, and the coordinates of nodes if there are none.
    /// Returns a remark if there should be, but lines do not meet.
    pub(crate) fn add_to(
        self,
        attributes: &mut Attributes,
        nodes: usize,
        edges: &mut Edges,
    ) -> Result<Option<Remark>> {
        edges.takes(
            self.memory() + size_of::<[Node; 2]>() * edges.len() + size_of::<[[f64; 2]; 2]>() * nodes,
        )?;
        let mut ends = memory::reserve(WHAT, edges.len())?;
        edges.for_each_ends(|u, v| ends.push([u, v]));
        let mut remark = None;
        if attributes.coordinates.is_none() {
            attributes.coordinates = self.places(nodes, &ends)?;
            let is_missing = attributes.coordinates.is_none() && !self.points.is_empty();
            remark = is_missing.then_some(Remark::LinesDoNotMeet);
        }
        attributes.shapes = Some(self.shapes(&ends, attributes.coordinates.as_deref()));
        Ok(remark)
    }

    /// The places of the points of an edge.
    fn line(&self, edge: usize) -> std::ops::Range<usize> {
        let begin = if edge == 0 { 0 } else { self.ends[edge - 1] };
        begin..self.ends[edge]
    }

    /// The first and the last point of an edge.
    fn tips(&self, edge: usize) -> Option<[[f64; 2]; 2]> {
        let points = &self.points[self.line(edge)];
        Some([*points.first()?, *points.last()?])
    }

    /// The places of the nodes: the points in which the lines of their edges meet. `None` if some do not, or
    /// if there are no lines.
    ///
    /// A line may be listed from its second end to its first. Only where the other edges leave both ends of a
    /// line open, it is taken to begin at the first.
    fn places(&self, nodes: usize, ends: &[[Node; 2]]) -> Result<Option<Vec<[f64; 2]>>> {
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
                    (_, false, false) => return Ok(None),
                };
            }
        }
        let is_known = |place: [[f64; 2]; 2]| place[0] == place[1];
        for (edge, &[u, v]) in ends.iter().enumerate() {
            let Some([first, last]) = self.tips(edge) else { continue };
            for [node, other] in [[u, v], [v, u]].map(|pair| pair.map(Node::index)) {
                if !is_known(candidates[node]) && is_known(candidates[other]) {
                    let far = if candidates[other][0] == first { last } else { first };
                    candidates[node] = [far; 2];
                }
            }
        }
        let mut places = memory::reserve("coordinates", nodes)?;
        places.extend(candidates.iter().map(|candidates| candidates[0]));
        let meets = |(edge, ends): (usize, &[Node; 2])| {
            let [u, v] = ends.map(|node| places[node.index()]);
            self.tips(edge).is_none_or(|tips| tips == [u, v] || tips == [v, u])
        };
        let is_useful = !self.points.is_empty() && ends.iter().enumerate().all(meets);
        Ok(is_useful.then_some(places))
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
        Shapes::of_points(self.points, self.ends)
    }
}

fn squared_distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
}

/// Appends the points of well-known text.
fn written(text: &[u8], points: &mut Vec<[f64; 2]>) -> Option<()> {
    let text = match text.iter().position(|&byte| byte == b';') {
        Some(end) if text[..end].to_ascii_uppercase().starts_with(b"SRID=") => text[end + 1..].trim_ascii(),
        _ => text,
    };
    let len = text.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b' ').count();
    let (words, mut rest) = text.split_at(len);
    let words = words.to_ascii_uppercase();
    let (kind, dimensions) = words.split_at(words.iter().position(|&byte| byte == b'G')? + 1);
    let is_empty = match dimensions.trim_ascii() {
        b"" | b"Z" | b"M" | b"ZM" => false,
        b"EMPTY" | b"Z EMPTY" | b"M EMPTY" | b"ZM EMPTY" => true,
        _ => return None,
    };
    let begin = points.len();
    match kind {
        b"LINESTRING" | b"MULTILINESTRING" if is_empty => {}
        b"LINESTRING" => part(&mut rest, begin, points)?,
        b"MULTILINESTRING" => {
            skip(&mut rest, b'(')?;
            part(&mut rest, begin, points)?;
            while skip(&mut rest, b',').is_some() {
                part(&mut rest, begin, points)?;
            }
            skip(&mut rest, b')')?;
        }
        _ => return None,
    }
    rest.trim_ascii().is_empty().then_some(())
}

/// Skips a byte, and blanks before it.
fn skip(text: &mut &[u8], byte: u8) -> Option<()> {
    *text = text.trim_ascii_start().strip_prefix(&[byte])?;
    Some(())
}

/// Appends the points of a line in parentheses, which is a part of the one that begins at `begin`.
fn part(text: &mut &[u8], begin: usize, points: &mut Vec<[f64; 2]>) -> Option<()> {
    skip(text, b'(')?;
    let len = memchr::memchr(b')', text)?;
    let from = points.len();
    for point in text[..len].split(|&byte| byte == b',') {
        let mut numbers = point.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
        let mut next = || number::real(numbers.next()?).ok();
        points.push([next()?, next()?]);
        let more = numbers.map(|token| std::str::from_utf8(token).ok()?.parse::<f64>().ok());
        if more.collect::<Option<Vec<_>>>()?.len() > 2 {
            return None;
        }
    }
    *text = &text[len + 1..];
    join(begin, from, points)
}

/// Joins the points from `from` on to those before, which begin at `begin`.
fn join(begin: usize, from: usize, points: &mut Vec<[f64; 2]>) -> Option<()> {
    if begin < from && from < points.len() {
        if points[from - 1] != points[from] {
            return None;
        }
        points.remove(from);
    }
    Some(())
}

/// Appends the points of well-known binary in hexadecimal digits.
fn binary(text: &[u8], points: &mut Vec<[f64; 2]>) -> Option<()> {
    let (mut rest, begin) = (text, points.len());
    let parts = match head(&mut rest)? {
        (LINE, head) => return line(&mut rest, &head, begin, points).filter(|()| rest.is_empty()),
        (PARTS, head) => head.number(&mut rest)?,
        _ => return None,
    };
    for _ in 0..parts {
        match head(&mut rest)? {
            (LINE, head) => line(&mut rest, &head, begin, points)?,
            _ => return None,
        }
    }
    rest.is_empty().then_some(())
}

/// The types of lines, and of lines in parts.
const LINE: u32 = 2;
const PARTS: u32 = 5;

/// How the numbers of a geometry are stored.
struct Head {
    is_little: bool,
    /// Number of coordinates of each point.
    dimensions: u32,
}

impl Head {
    fn number(&self, text: &mut &[u8]) -> Option<u32> {
        let bytes = bytes(text)?;
        Some(if self.is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    }

    fn real(&self, text: &mut &[u8]) -> Option<f64> {
        let bytes = bytes(text)?;
        Some(if self.is_little { f64::from_le_bytes(bytes) } else { f64::from_be_bytes(bytes) })
    }
}

/// The type of the geometry that begins, and how its numbers are stored.
fn head(text: &mut &[u8]) -> Option<(u32, Head)> {
    const Z: u32 = 1 << 31;
    const M: u32 = 1 << 30;
    const SRID: u32 = 1 << 29;
    let [order] = bytes(text)?;
    let mut head = Head { is_little: order == 1, dimensions: 2 };
    let kind = head.number(text).filter(|_| order < 2)?;
    if kind & SRID != 0 {
        head.number(text)?;
    }
    let flags = u32::from(kind & Z != 0) + u32::from(kind & M != 0);
    // PostGIS has flags for a third and a fourth coordinate, the standard adds thousands.
    let kind = kind & !(Z | M | SRID);
    head.dimensions += match (flags, kind / 1000) {
        (flags, 0) => flags,
        (0, 1 | 2) => 1,
        (0, 3) => 2,
        _ => return None,
    };
    Some((kind % 1000, head))
}

/// Appends the points of a line, which is a part of the one that begins at `begin`.
fn line(text: &mut &[u8], head: &Head, begin: usize, points: &mut Vec<[f64; 2]>) -> Option<()> {
    let from = points.len();
    for _ in 0..head.number(text)? {
        points.push([head.real(text)?, head.real(text)?]);
        for _ in 2..head.dimensions {
            head.real(text)?;
        }
    }
    join(begin, from, points)
}

/// The next bytes of a text of hexadecimal digits.
fn bytes<const N: usize>(text: &mut &[u8]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    for byte in &mut bytes {
        let (digits, rest) = text.split_at_checked(2)?;
        let digit = |at: usize| char::from(digits[at]).to_digit(16);
        *byte = (digit(0)? << 4 | digit(1)?) as u8;
        *text = rest;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: Option<&[[f64; 2]]>) {
        let mut lines = Lines::default();
        lines.push(b"LINESTRING(7 7, 8 8)").unwrap();
        let is_line = lines.push(text.as_bytes()).unwrap();
        assert_eq!(is_line.then(|| &lines.points[lines.line(1)]), want, "{text}");
    }

    #[test]
    fn lines_are_read_in_every_form() {
        let two: Option<&[_]> = Some(&[[1.0, 2.0], [-3.5, 1e-7]]);
        let three: Option<&[_]> = Some(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
        for text in [
            "LINESTRING(1 2, -3.5 1e-7)",
            " linestring ( 1 2,-3.5\t1e-7 ) ",
            "LINESTRING Z (1 2 9, -3.5 1e-7 9)",
            "LINESTRINGZM(1 2 9 nan, -3.5 1e-7 9 7)",
            "SRID=4326;LINESTRING (1 2, -3.5 1e-7)",
            "MULTILINESTRING((1 2, -3.5 1e-7))",
        ] {
            check(text, two);
        }
        check("MULTILINESTRING ((1 2, 3 4), (3 4, 5 6))", three);
        for text in ["", "LINESTRING EMPTY", "linestring z empty", "010200000000000000"] {
            check(text, Some(&[]));
        }
        // As PostGIS writes LINESTRING(1 2, 3 4), with and without an SRID, and in the other byte order.
        let line: Option<&[_]> = Some(&[[1.0, 2.0], [3.0, 4.0]]);
        let little = "000000000000F03F000000000000004000000000000008400000000000001040";
        let big = "3FF0000000000000400000000000000040080000000000004010000000000000";
        check(&format!("010200000002000000{little}"), line);
        check(&format!("0102000020E610000002000000{little}").to_lowercase(), line);
        check(&format!("000000000200000002{big}"), line);
        check(&format!("010500000001000000010200000002000000{little}"), line);
        // With a third coordinate, as a flag and as a thousand.
        let z = "000000000000F03F0000000000000040000000000000084000000000000010400000000000001440000000000000F03F";
        let far: Option<&[_]> = Some(&[[1.0, 2.0], [4.0, 5.0]]);
        check(&format!("010200008002000000{z}"), far);
        check(&format!("01EA03000002000000{z}"), far);
    }

    #[test]
    fn what_is_no_line_is_refused() {
        for text in [
            "POINT (1 2)",
            "LINESTRING (1 2)",
            "LINESTRING (1, 2)",
            "LINESTRING (1 2, 3)",
            "LINESTRING (1 2, 3 4",
            "LINESTRING (1 2, 3 4))",
            "LINESTRING (1 2 3 4 5, 3 4)",
            "LINESTRING (1 inf, 3 4)",
            "LINESTRING (1 nan, 3 4)",
            "LINESTRING (1 2, 3 4) x",
            "LINESTRINGS (1 2, 3 4)",
            "MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))",
            "MULTILINESTRING ((1 2, 3 4),)",
            "residential",
            "7",
            "0",
            "01020000000200",
            "0102000000FFFFFFFF",
            "010200000002000000000000000000F03F000000000000004000000000000008400000000000001040FF",
            "010100000000000000000000400000000000000040",
            "02020000000000000000",
        ] {
            check(text, None);
        }
    }

    fn lines(texts: &[&str]) -> Lines {
        let mut lines = Lines::default();
        texts.iter().for_each(|text| assert!(lines.push(text.as_bytes()).unwrap(), "{text}"));
        lines
    }

    fn ends(pairs: &[[usize; 2]]) -> Vec<[Node; 2]> {
        pairs.iter().map(|pair| pair.map(Node::new)).collect()
    }

    #[test]
    fn nodes_are_where_lines_meet() {
        let path = ["LINESTRING(0 0, 5 5, 1 0)", "LINESTRING(2 0, 6 6, 7 7, 1 0)", ""];
        // The second line is listed backwards.
        let ends = ends(&[[0, 1], [1, 2], [2, 3]]);
        let lines = lines(&path);
        let places = lines.places(4, &ends).unwrap().unwrap();
        assert_eq!(places[..3], [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]);
        assert!(places[3][0].is_nan());
        let shapes = lines.shapes(&ends, Some(&places));
        assert_eq!(shapes.points(0), [[5.0, 5.0]]);
        assert_eq!(shapes.points(1), [[7.0, 7.0], [6.0, 6.0]]);
        assert!(shapes.points(2).is_empty());
    }

    #[test]
    fn lines_that_do_not_meet_give_no_places() {
        let ends = ends(&[[0, 1], [1, 2]]);
        assert_eq!(lines(&["LINESTRING(0 0, 1 0)", "LINESTRING(2 0, 3 0)"]).places(3, &ends).unwrap(), None);
        assert_eq!(lines(&["", ""]).places(3, &ends).unwrap(), None);
        // A loop that is not closed.
        let ends = self::ends(&[[0, 0]]);
        assert_eq!(lines(&["LINESTRING(0 0, 1 0)"]).places(1, &ends).unwrap(), None);
    }

    #[test]
    fn lines_of_arcs_are_turned() {
        let mut lines = lines(&["LINESTRING(0 0, 4 4, 5 5, 1 0)"]);
        lines.push_reverse().unwrap();
        lines.fill(3).unwrap();
        let shapes = lines.shapes(&ends(&[[0, 1], [1, 0], [0, 2]]), None);
        assert_eq!(shapes.points(0), [[4.0, 4.0], [5.0, 5.0]]);
        assert_eq!(shapes.points(1), [[5.0, 5.0], [4.0, 4.0]]);
        assert!(shapes.points(2).is_empty());
    }
}
