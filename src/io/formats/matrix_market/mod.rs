//! Matrix Market: a square matrix as a graph, with rows and columns counted from 1.
//!
//! The meaning of an entry depends on the symmetry in the banner. In a *symmetric* or *skew-symmetric* matrix
//! each entry is stored once: it is one edge, with the stored weight. In a *general* matrix each entry is an
//! arc from its row to its column. Arcs are folded if each has its mirror; otherwise the graph is directed.
//! In coordinate form every entry counts, including explicit zeros. The array form cannot omit an entry, so
//! there a zero means that there is no edge.
//!
//! Weights of the field `real` are reals even if all of them look like integers; `integer` weights get the
//! narrowest type that holds them; `pattern` matrices are unweighted. Complex and non-square matrices are
//! refused.

mod banner;
#[cfg(test)]
mod tests;
mod write;

use crate::assemble::fold::most_arcs;
use crate::assemble::{Edges, Outline, PartPool, assemble_text};
use crate::budget::{Budget, Size};
use crate::bytes::Content;
use crate::formats::{FormatSpec, Reader, TextReader, Writer};
use crate::text::{Columns, Fault, Heading, Line, Number, ParsedBytes, Scanner, Separators, Text};
use crate::{Format, Input, Loss, Names, ReadOptions, Remark};
use banner::{Banner, Field, Form, Shape, Symmetry, banner, shape, sniff, symmetric};
use boscage_core::graph::Node;
use boscage_core::{At, Result, memory};

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::MatrixMarket,
    name: "Matrix Market",
    word: "matrix-market",
    suffixes: &["mtx"],
    has_signature: true,
    reader: Reader::Text(TextReader { sniff, resembles_lists: true, read, lines: None }),
    writer: Some(Writer::InOrder(write::write)),
    loses: &[Loss::Names],
};

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

/// Reads a Matrix Market file.
pub(super) fn read(content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    let mut text = Text::open(content, Separators::Blanks, options)?;
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
    let shape = text.heading(|scan, _| {
        Ok(match scan.peek() {
            None => Heading::Skip,
            Some(b'%') => Heading::comment(scan)?,
            Some(_) => Heading::Take(shape(scan, banner, most_arcs(options))?),
        })
    })?;
    let Some((shape, line)) = shape else {
        return Err(text.wrong(At::End, "a line of sizes", "none", "the file is cut short"));
    };
    let mut remarks: Vec<Remark> = Vec::new();
    let (edges, found) = match banner.form {
        Form::Coordinate => {
            let (edges, sides) = coordinate(&mut text, banner, shape, options)?;
            let is_triangle = banner.symmetry == Symmetry::General || !sides.are_both();
            remarks.extend((!is_triangle).then_some(Remark::BothTriangles));
            let found = edges.len() as u64;
            (edges, found)
        }
        Form::Array => {
            let (edges, found, zeros) = array(&mut text, banner, shape, options)?;
            let are_few = zeros > 0 && zeros < edges.len() as u64;
            remarks.extend(are_few.then_some(Remark::Zeros { count: zeros }));
            (edges, found)
        }
    };
    if found != shape.entries {
        let expected = format!("{} entries, as line {line} says", shape.entries);
        let cure = "the file is cut short, or its header is wrong";
        return Err(text.wrong(At::End, expected, found.to_string(), cure));
    }
    let outline = Outline {
        nodes: shape.nodes,
        names: Names::Offset(1),
        lists: banner.lists(),
        weighted: banner.field != Field::Pattern,
        remarks,
        ..Outline::new(Format::MatrixMarket, text.path(), text.bytes())
    };
    assemble_text(edges, &text, outline, options)
}

/// Reads lines `row column` or `row column weight`.
fn coordinate(
    text: &mut Text<'_>,
    banner: Banner,
    shape: Shape,
    options: &ReadOptions,
) -> Result<(Edges, Sides)> {
    /// Smallest number of bytes of a line: `1 1`.
    const SHORTEST_LINE: usize = 4;
    let field = banner.field;
    let columns = if field == Field::Pattern { Columns::Ends } else { Columns::Weight };
    let kind = banner.kind(options);
    let pool = PartPool::of(kind);
    let (entries, justified) = (shape.entries as usize, text.at_hand() / SHORTEST_LINE + 1);
    let budget = Budget::of(options, text.path(), banner.lists());
    let weighted = field != Field::Pattern;
    let mut edges = Edges::between(shape.nodes, entries.min(justified), kind, weighted, budget)?;
    let part = |scan: &mut Scanner<'_>| {
        let (mut part, mut sides) = (Edges::from_pool(&pool), Sides::default());
        loop {
            if scan.peek() == Some(b'%') {
                scan.check_comment()?;
            } else if scan.peek().is_some() {
                let (u, v, weight) = match field {
                    Field::Pattern | Field::Integer => columns.edge(scan, shape.nodes)?,
                    Field::Real => {
                        let (u, v) = (scan.node(1, shape.nodes)?, scan.node(1, shape.nodes)?);
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
        edges.append(part, begin, &pool)
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

/// Reads the stored triangle of a matrix, or the whole matrix, column by column. Returns the edges, the
/// number of entries, and the number of zeros off the diagonal, which are not edges.
fn array(
    text: &mut Text<'_>,
    banner: Banner,
    shape: Shape,
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
    text.set_parsed_bytes(ParsedBytes { natural: size_of::<Number>(), other: size_of::<Number>() });
    let mut budget = Budget::of(options, text.path(), banner.lists());
    budget.admit(Size { nodes: shape.nodes, ..Size::default() })?;
    let mut edges = Edges::of(banner.kind(options)).within(budget);
    let (mut row, mut column, mut found, mut zeros) = (first_row(0), 0, 0_u64, 0);
    text.body(part, |part, begin| {
        // All are integers or all are reals, so no error will need the line of a weight.
        let line = || Line { begin, before: 0 };
        for weights in part.chunks(1 << 14) {
            for &weight in weights {
                found += 1;
                if found > shape.entries {
                    continue; // only counted; refused later
                }
                if !matches!(weight, Number::Natural(0)) && weight != Number::Real(0.0) {
                    edges.push(Node::new(row), Node::new(column), weight, line)?;
                } else if row != column {
                    zeros += 1;
                }
                row += 1;
                if row == shape.nodes {
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
