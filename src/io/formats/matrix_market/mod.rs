//! Matrix Market: a square matrix as a graph, rows and columns counting from 1.
//!
//! The meaning of an entry depends on the symmetry in the banner. In a *symmetric* or *skew-symmetric* matrix
//! each entry is stored once: it is one edge, with the stored weight. In a *general* matrix each entry is an
//! arc from its row to its column. Arcs are folded if each has its mirror; otherwise the graph is directed.
//! In coordinate form every entry counts, including explicit zeros. The array form cannot omit an entry, so
//! there a zero means that there is no edge.
//!
//! Weights of the field `real` are reals even if all of them look like integers; `integer` ones get the
//! narrowest type that holds them; `pattern` matrices are unweighted. Complex and non-square matrices are
//! refused.

#[cfg(test)]
mod tests;
pub(crate) mod write;

use crate::admission::Watch;
use crate::assemble::assemble_text;
use crate::assemble::edges::{Edges, SpareParts};
use crate::assemble::fold::ARC_LIMIT;
use crate::assemble::outline::{Lists, Outline};
use crate::bytes::content::Content;
use crate::text::columns::Columns;
use crate::text::fault::Fault;
use crate::text::line::Line;
use crate::text::lines::{Heading, Made, Text};
use crate::text::number::Number;
use crate::text::scan::{Scanner, without_mark};
use crate::text::separators::Separators;
use crate::text::span::Kind;
use crate::{Format, Input, Names, ReadOptions, Remark};
use boscage_core::At;
use boscage_core::graph::{LIMIT, Node};
use boscage_core::{Result, memory};

/// What a comment begins with that is meant to be a banner.
const WORD: &[u8] = b"matrixmark";

/// How the entries are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Coordinate,
    Array,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Pattern,
    Integer,
    Real,
}

/// Which entries are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
}

/// The first line.
#[derive(Clone, Copy, Debug)]
struct Banner {
    layout: Layout,
    field: Field,
    symmetry: Symmetry,
}

/// The line of sizes.
#[derive(Clone, Copy, Debug)]
struct Size {
    nodes: usize,
    /// Entries stored, zeros of an array included.
    entries: u64,
}

/// The sides of the diagonal that have entries.
#[derive(Clone, Copy, Debug, Default)]
struct Sides {
    below: bool,
    above: bool,
}

impl Sides {
    #[inline]
    fn include(&mut self, row: Node, column: Node) {
        self.below |= row > column;
        self.above |= row < column;
    }

    fn and(self, other: Self) -> Self {
        Self { below: self.below | other.below, above: self.above | other.above }
    }

    fn are_both(self) -> bool {
        self.below && self.above
    }
}

impl Banner {
    /// What the entries are.
    fn lists(self) -> Lists {
        if self.symmetry == Symmetry::General { Lists::Arcs } else { Lists::Edges }
    }

    /// What they carry.
    fn kind(self, options: &ReadOptions) -> Kind {
        match self.field {
            Field::Real => Kind::F64,
            field => Kind::of_text(field != Field::Pattern, options),
        }
    }
}

/// Returns whether a file begins like a Matrix Market file: with a banner, also with one that the reader
/// refuses because it is misspelt or follows comments. Its comments are those of edge lists.
pub(crate) fn sniff(head: &[u8]) -> bool {
    let is_comment = |line: &&[u8]| line.is_empty() || matches!(line[0], b'%' | b'#');
    let lines = without_mark(head).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let comments = lines.clone().take_while(is_comment).count();
    lines.take(comments + 1).any(|line| {
        let line = &line.to_ascii_lowercase()[..];
        let has = |words: &[u8]| memchr::memmem::find(line, words).is_some();
        if line.starts_with(b"%%") && (has(b"matrix coordinate ") || has(b"matrix array ")) {
            return true;
        }
        let mut letters = line.iter().filter(|byte| !matches!(byte, b'%' | b'#' | b' ' | b'\t'));
        let is_word = letters.by_ref().take(WORD.len()).eq(WORD);
        is_word && (line.starts_with(b"%%") || has(b"coordinate") || has(b"array"))
    })
}

/// Reads a Matrix Market file.
pub(crate) fn read(content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    let mut text = Text::open(content, Separators::Blanks)?;
    let banner = text.heading(|scan, _| {
        if scan.peek().is_none() {
            return Ok(Heading::Skip);
        }
        let before = scan.clone();
        let banner = banner(scan)?;
        if banner.symmetry != Symmetry::General && options.is_directed == Some(true) {
            return Err(symmetric(before));
        }
        Ok(Heading::Take(banner))
    })?;
    let Some((banner, _)) = banner else {
        return Err(text.wrong(At::End, "`%%MatrixMarket matrix ...`", "an empty file", ""));
    };
    let size = text.heading(|scan, _| {
        Ok(match scan.peek() {
            None => Heading::Skip,
            Some(b'%') => Heading::comment(scan)?,
            Some(_) => Heading::Take(size(scan, banner)?),
        })
    })?;
    let Some((size, line)) = size else {
        return Err(text.wrong(At::End, "a line of sizes", "none", "the file is cut short"));
    };
    let mut remarks: Vec<Remark> = Vec::new();
    let (edges, found) = match banner.layout {
        Layout::Coordinate => {
            let (edges, sides) = coordinate(&mut text, banner, size, options)?;
            let is_triangle = banner.symmetry == Symmetry::General || !sides.are_both();
            remarks.extend((!is_triangle).then_some(Remark::BothTriangles));
            let found = edges.len() as u64;
            (edges, found)
        }
        Layout::Array => {
            let (edges, found, zeros) = array(&mut text, banner, size, options)?;
            let are_few = zeros > 0 && zeros < edges.len() as u64;
            remarks.extend(are_few.then_some(Remark::Zeros { count: zeros }));
            (edges, found)
        }
    };
    if found != size.entries {
        let expected = format!("{} entries, as line {line} says", size.entries);
        let cure = "the file is cut short, or its header is wrong";
        return Err(text.wrong(At::End, expected, found.to_string(), cure));
    }
    let outline = Outline {
        path: text.path().to_owned(),
        format: Format::MatrixMarket,
        nodes: size.nodes,
        names: Names::Offset(1),
        lists: banner.lists(),
        weighted: banner.field != Field::Pattern,
        bytes: text.bytes(),
        remarks,
    };
    assemble_text(edges, &text, outline, options)
}

/// Reads `%%MatrixMarket matrix LAYOUT FIELD SYMMETRY`, in any case.
fn banner(scan: &mut Scanner<'_>) -> Result<Banner, Fault> {
    fn word<T: Copy>(
        scan: &mut Scanner<'_>,
        expected: &str,
        cure: &'static str,
        words: &[(&str, T)],
    ) -> Result<T, Fault> {
        let before = scan.clone();
        let token = scan.token();
        let known = words.iter().find(|(word, _)| token.eq_ignore_ascii_case(word.as_bytes()));
        known.map(|&(_, value)| value).ok_or_else(|| before.clone().fault(expected, cure))
    }
    let cure = "the first line must be the banner; if the file is an edge list, name that format, as with \
     --from edge-list";
    word(scan, "`%%MatrixMarket`", cure, &[("%%MatrixMarket", ())])?;
    word(scan, "`matrix`", "only matrices are graphs", &[("matrix", ())])?;
    let layouts = [("coordinate", Layout::Coordinate), ("array", Layout::Array)];
    let layout = word(scan, "`coordinate` or `array`", "", &layouts)?;
    let fields = [
        ("real", Field::Real),
        ("double", Field::Real),
        ("integer", Field::Integer),
        ("unsigned-integer", Field::Integer),
        ("pattern", Field::Pattern),
    ];
    let before = scan.clone();
    let is_complex = before.clone().token().eq_ignore_ascii_case(b"complex");
    let cure = if is_complex { "complex numbers have no order to be weights in" } else { "" };
    let field = word(scan, "`real`, `integer` or `pattern`", cure, &fields)?;
    if layout == Layout::Array && field == Field::Pattern {
        return Err(before.clone().fault("`real` or `integer`", "an array has no pattern"));
    }
    let symmetries = [
        ("general", Symmetry::General),
        ("symmetric", Symmetry::Symmetric),
        ("skew-symmetric", Symmetry::Skew),
    ];
    let symmetry = word(scan, "`general`, `symmetric` or `skew-symmetric`", "", &symmetries)?;
    scan.end_of_line("")?;
    scan.next_line();
    Ok(Banner { layout, field, symmetry })
}

/// That a directed graph is asked for, and each entry stands for two arcs; the banner is still to be scanned.
fn symmetric(mut banner: Scanner<'_>) -> Fault {
    for _ in 0..4 {
        banner.token();
    }
    banner.fault(
        "`general`, as a directed graph is asked for",
        "read it as it is: each entry stands for two arcs",
    )
}

/// Reads `ROWS COLUMNS ENTRIES`, or `ROWS COLUMNS` of an array.
fn size(scan: &mut Scanner<'_>, banner: Banner) -> Result<Size, Fault> {
    let nodes = scan.count("rows", LIMIT)?;
    let before = scan.clone();
    if scan.count("columns", LIMIT)? != nodes {
        let expected = format!("{nodes} columns, as there are rows");
        return Err(before.clone().fault(expected, "only a square matrix is a graph"));
    }
    let n = nodes as u64;
    let entries = match (banner.layout, banner.symmetry) {
        (Layout::Coordinate, _) => scan.count("entries", ARC_LIMIT)? as u64,
        (Layout::Array, Symmetry::General) => n * n,
        (Layout::Array, Symmetry::Symmetric) => n * (n + 1) / 2,
        (Layout::Array, Symmetry::Skew) => n * n.saturating_sub(1) / 2,
    };
    scan.end_of_line("")?;
    scan.next_line();
    Ok(Size { nodes, entries })
}

/// Reads lines `row column` or `row column weight`.
fn coordinate(
    text: &mut Text<'_>,
    banner: Banner,
    size: Size,
    options: &ReadOptions,
) -> Result<(Edges, Sides)> {
    /// The fewest bytes of a line: `1 1`.
    const SHORTEST_LINE: usize = 4;
    let field = banner.field;
    let columns = if field == Field::Pattern { Columns::Ends } else { Columns::Weight };
    let kind = banner.kind(options);
    let spares = SpareParts::of(kind);
    let (entries, justified) = (size.entries as usize, text.at_hand() / SHORTEST_LINE + 1);
    let declared = (entries, justified, kind.bytes());
    let mut edges =
        Edges::of(kind).watched(Watch::declared(options, text.path(), banner.lists(), size.nodes, declared)?);
    edges.reserve(entries.min(justified))?;
    let part = |scan: &mut Scanner<'_>| {
        let (mut part, mut sides) = (Edges::sparing(&spares), Sides::default());
        loop {
            if scan.peek() == Some(b'%') {
                scan.check_comment()?;
            } else if scan.peek().is_some() {
                let (u, v, weight) = match field {
                    Field::Pattern | Field::Integer => columns.edge(scan, size.nodes)?,
                    Field::Real => {
                        let (u, v) = (scan.node(1, size.nodes)?, scan.node(1, size.nodes)?);
                        (u, v, Number::Real(scan.real()?))
                    }
                };
                check_field(scan, field, weight)?;
                scan.end_of_line("")?;
                sides.include(u, v);
                part.push(u, v, weight, || scan.line())?;
            }
            if !scan.next_line() {
                return Ok((part, sides));
            }
        }
    };
    let mut sides = Sides::default();
    text.body(part, |(part, part_sides), begin| {
        sides = sides.and(part_sides);
        edges.append(part, begin, &spares)
    })?;
    Ok((edges, sides))
}

/// Refuses reals where integers are declared.
fn check_field(scan: &Scanner<'_>, field: Field, weight: Number) -> Result<(), Fault> {
    match (field, weight) {
        (Field::Integer, Number::Real(_)) => {
            Err(scan.wrong("an integer", "a real", "the field is `integer`"))
        }
        _ => Ok(()),
    }
}

/// Reads the stored triangle, or all, of a matrix, column by column. Returns the edges, the number of
/// entries, and that of zeros off the diagonal, which are no edges.
fn array(
    text: &mut Text<'_>,
    banner: Banner,
    size: Size,
    options: &ReadOptions,
) -> Result<(Edges, u64, u64)> {
    let part = |scan: &mut Scanner<'_>| {
        let mut part = Vec::new();
        loop {
            while !matches!(scan.peek(), None | Some(b'%')) {
                let weight = match banner.field {
                    Field::Real => Number::Real(scan.real()?),
                    Field::Integer | Field::Pattern => scan.number()?,
                };
                check_field(scan, banner.field, weight)?;
                memory::grow("the entries of a block", &mut part, 1)?;
                part.push(weight);
            }
            if scan.peek().is_some() {
                scan.check_comment()?;
            }
            if !scan.next_line() {
                return Ok(part);
            }
        }
    };
    let first_row = |column: usize| match banner.symmetry {
        Symmetry::General => 0,
        Symmetry::Symmetric => column,
        Symmetry::Skew => column + 1,
    };
    text.set_made(Made { natural: size_of::<Number>(), other: size_of::<Number>() });
    let watch = Watch::declared(options, text.path(), banner.lists(), size.nodes, (0, 0, 0))?;
    let mut edges = Edges::of(banner.kind(options)).watched(watch);
    let (mut row, mut column, mut found, mut zeros) = (first_row(0), 0, 0_u64, 0);
    text.body(part, |part, begin| {
        // All are integers or all are reals, so no weight is refused for the others, by its line.
        let line = || Line { begin, before: 0 };
        for weights in part.chunks(1 << 14) {
            for &weight in weights {
                found += 1;
                if found > size.entries {
                    continue; // counted, to be refused
                }
                if !matches!(weight, Number::Natural(0)) && weight != Number::Real(0.0) {
                    edges.push(Node::new(row), Node::new(column), weight, line)?;
                } else if row != column {
                    zeros += 1;
                }
                row += 1;
                if row == size.nodes {
                    column += 1;
                    row = first_row(column);
                }
            }
            edges.report()?; // a line may hold the whole matrix
        }
        Ok(())
    })?;
    Ok((edges, found, zeros))
}
