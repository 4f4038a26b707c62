//! DIMACS coordinates: `p aux sp co NODES`, then one node per line, `v id x y`, in any order, each once.

use std::io::{self, Write};
use std::path::Path;

use crate::bytes::Content;
use crate::coordinates::Coordinates;
use crate::output::Decimal;
use crate::text::{Fault, Heading, Scanner, Separators, Text};
use crate::{Compression, Names, Output, ReadOptions};
use boscage_core::graph::{LIMIT, Node};
use boscage_core::{At, Result, memory};

/// One line of the file.
type Point = (Node, [f64; 2]);

/// Returns `true` if a file that begins so is one of coordinates: its first line is a comment or the header.
pub(crate) fn sniff(head: &[u8]) -> bool {
    let first = head.trim_ascii_start();
    matches!(first, [b'c' | b'p', b' ' | b'\t' | b'\r' | b'\n', ..])
}

/// Reads a file of coordinates of every node, finite.
pub(crate) fn read(content: Content<'_>) -> Result<Coordinates> {
    let mut text = Text::open(content, Separators::Blanks, &ReadOptions::default())?;
    let header = text.heading(|scan, _| {
        Ok(match scan.peek() {
            None => Heading::Skip,
            Some(b'c') => Heading::comment(scan)?,
            Some(b'p') => Heading::Take(header(scan)?),
            Some(_) => return Err(scan.fault("a line `p aux sp co NODES`", "")),
        })
    })?;
    let Some((nodes, line)) = header else {
        return Err(text.wrong(At::End, "a line `p aux sp co NODES`", "none", ""));
    };
    let mut places: Vec<Point> = Vec::new();
    text.body(
        |scan| part(scan, nodes),
        |part, _| {
            memory::grow("the coordinates", &mut places, part.len())?;
            places.extend(part);
            Ok(())
        },
    )?;
    if places.len() != nodes {
        let expected = format!("the coordinates of {nodes} nodes, as line {line} says");
        let cure = if places.len() < nodes { "the file is cut short, or its header is wrong" } else { "" };
        return Err(text.wrong(At::End, expected, format!("those of {}", places.len()), cure));
    }
    let mut coordinates = memory::filled("the coordinates", nodes, [f64::NAN; 2])?;
    for (node, place) in places {
        let slot = &mut coordinates[node.index()];
        if !slot[0].is_nan() {
            let twice = format!("node {} twice", node.index() + 1);
            return Err(text.wrong(At::Whole, "every node once", twice, ""));
        }
        *slot = place;
    }
    Ok(Coordinates { names: Names::Offset(1), places: coordinates, are_counted: true })
}

fn header(scan: &mut Scanner<'_>) -> Result<usize, Fault> {
    for word in ["p", "aux", "sp", "co"] {
        if scan.clone().token() != word.as_bytes() {
            return Err(scan.fault("`p aux sp co NODES`", ""));
        }
        scan.token();
    }
    let nodes = scan.count("nodes", LIMIT)?;
    scan.end_of_line("")?;
    Ok(nodes)
}

fn part(scan: &mut Scanner<'_>, nodes: usize) -> Result<Vec<Point>, Fault> {
    let mut part = Vec::new();
    loop {
        match scan.peek() {
            None => {}
            Some(b'c') => scan.check_comment()?,
            Some(b'v') if scan.letter().is_some() => {
                let node = scan.node(1, nodes)?;
                let place = [coordinate(scan)?, coordinate(scan)?];
                scan.end_of_line("")?;
                memory::grow("the coordinates", &mut part, 1)?;
                part.push((node, place));
            }
            Some(b'p') => return Err(scan.fault("a node", "there is one `p` line, before the nodes")),
            Some(_) => return Err(scan.fault("a line that begins with c or v", "")),
        }
        if !scan.next_line() {
            return Ok(part);
        }
    }
}

fn coordinate(scan: &mut Scanner<'_>) -> Result<f64, Fault> {
    let mut start = scan.clone();
    match scan.real() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err(start.fault("a finite coordinate", "")),
    }
}

/// Writes the coordinates (x, y) of nodes as a DIMACS file (`.co`), in the order of the nodes. The suffix
/// selects the compression; `-` is the standard output.
///
/// Integers are written without a decimal point. The file appears only when it is complete.
///
/// # Errors
/// [`Error::Io`](boscage_core::Error::Io).
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, io};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("places.co");
/// io::write_coordinates(&path, &[[-73_530_767.0, 41_085_396.0], [0.5, 1e19]])?;
/// let written = std::fs::read_to_string(&path).unwrap();
/// assert_eq!(written, "p aux sp co 2\nv 1 -73530767 41085396\nv 2 0.5 1e19\n");
/// let places = io::read_coordinates(&Exec::new(1)?, &path)?.places;
/// assert_eq!(places, [[-73_530_767.0, 41_085_396.0], [0.5, 1e19]]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn write_coordinates(path: impl AsRef<Path>, coordinates: &[[f64; 2]]) -> Result<()> {
    let path = path.as_ref();
    write_coordinates_to(Output::create(path, Compression::from_suffix(path))?, coordinates)
}

/// Writes the coordinates of nodes to an [`Output`], and finishes it.
///
/// # Errors
/// Those of [`write_coordinates`].
///
/// # Examples
/// ```
/// use boscage::io::{self, Output};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("places.co");
/// io::write_coordinates_to(Output::create(&path, None)?, &[[3.0, 4.0]])?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "p aux sp co 1\nv 1 3 4\n");
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn write_coordinates_to(mut output: Output, coordinates: &[[f64; 2]]) -> Result<()> {
    put(coordinates, &mut output).map_err(|source| output.error(source))?;
    output.finish()
}

fn put(coordinates: &[[f64; 2]], out: &mut Output) -> io::Result<()> {
    writeln!(out, "p aux sp co {}", coordinates.len())?;
    for (node, place) in (1_u64..).zip(coordinates) {
        out.write_all(b"v ")?;
        node.put(out)?;
        for &value in place {
            out.write_all(b" ")?;
            // The files of the challenge have integers.
            match value.abs().natural().and_then(|natural| i64::try_from(natural).ok()) {
                Some(natural) if value < 0.0 => (-natural).put(out)?,
                Some(natural) => natural.put(out)?,
                None => value.put(out)?,
            }
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use boscage_core::exec::Exec;

    fn of(text: &str) -> Result<Vec<[f64; 2]>, String> {
        let read = read(Content::bytes(&Exec::current(), "t.co", text.as_bytes()));
        read.map(|read| read.places).map_err(|error| error.to_string())
    }

    #[test]
    fn nodes_come_in_any_order() {
        let text = "c two\r\np aux sp co 2\r\nv 2 -5 7\r\nc\r\nv 1 0 1.5\r\n";
        assert_eq!(of(text), Ok(vec![[0.0, 1.5], [-5.0, 7.0]]));
        assert_eq!(of("p aux sp co 0"), Ok(vec![]));
    }

    #[test]
    fn errors_have_place_expected_and_found() {
        let refused = |text: &str| of(text).unwrap_err();
        assert_eq!(
            refused("p aux sp co 2\nv 1 0 0\n"),
            "t.co: end of the file: expected the coordinates of 2 nodes, as line 1 says, found those of 1 \
             (the file is cut short, or its header is wrong)"
        );
        assert_eq!(
            refused("p aux sp co 2\nv 1 0 0\nv 1 0 0"),
            "t.co: expected every node once, found node 1 twice"
        );
        assert_eq!(refused("p aux sp co 2\nv 3 0 0"), "t.co:2: expected a node in 1..=2, found `3`");
        for (found, line) in [
            ("the end of the line", "0"),
            ("`nan`", "nan 0"),
            ("`inf`", "0 inf"),
            ("`-inf`", "-inf 0"),
            ("`1e999`", "1e999 0"),
            ("`1,5`", "1,5 0"),
        ] {
            let text = format!("p aux sp co 2\nv 1 {line}");
            assert_eq!(refused(&text), format!("t.co:2: expected a finite coordinate, found {found}"));
        }
        assert_eq!(
            refused("p aux sp co 1\np aux sp co 1\n"),
            "t.co:2: expected a node, found `p` (there is one `p` line, before the nodes)"
        );
        assert_eq!(
            refused("p aux sp co 1\nx 1 0 0\n"),
            "t.co:2: expected a line that begins with c or v, found `x`"
        );
        assert_eq!(refused("p sp 2 1\n"), "t.co:1: expected `p aux sp co NODES`, found `sp`");
        assert_eq!(refused("c\n"), "t.co: end of the file: expected a line `p aux sp co NODES`, found none");
        assert_eq!(
            refused("p aux sp co 4294967290"),
            "t.co: end of the file: expected the coordinates of 4294967290 nodes, as line 1 says, found those of 0 \
             (the file is cut short, or its header is wrong)"
        );
    }
}
