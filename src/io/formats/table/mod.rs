//! Tables: CSV, TSV, and other text in columns, a row per edge.
//!
//! The first line may have names of columns, which tell the ends of the edges, their weights, and ids
//! ([`columns`]). The separator is found from the first two lines ([`dialect`]). Cells may be in quotes, as
//! in RFC 4180; then blocks are cut at line ends outside quotes.
//!
//! Nodes have numbers as names if the ids in both columns are natural numbers of 64 bits without leading
//! zeros. Otherwise all names are texts. Threads find that out while they read: until the first other id,
//! ids are collected as numbers; these are converted then ([`Ids`]).
//!
//! A column of weights in the other direction makes two arcs of every row, as in tables of pgRouting. A
//! negative weight there means that there is no arc.

mod columns;
mod dialect;
mod ids;
mod opening;
pub(crate) mod places;
pub(crate) mod points;
mod rows;
#[cfg(test)]
mod tests;
mod write;

use std::path::Path;

use crate::assemble::{Interner, NamedEdges, Outline, PartPool, assemble_text_with};
use crate::budget::{Budget, Lists};
use crate::bytes::Content;
use crate::formats::{FormatSpec, Reader, TextReader, Writer};
use crate::geometry::{self, Lines};
use crate::text::{Fault, Kind, Number, Scanner, Separators, Text, number, quoted};
use crate::{Attributes, Column, Format, Input, Loss, Names, ReadOptions, Remark};
use boscage_core::primitives::unmodelled::{AtomicBool, AtomicU64, Ordering::Relaxed};
use boscage_core::{At, Error, Place, Result};
use columns::{Columns, Wrong};
use dialect::{Dialect, Separator};
use ids::{Ids, Labels, Named};
use opening::{by_lines, skip_header};
use rows::Rows;

pub use columns::edge_columns;
use dialect::sniff;
pub(crate) use dialect::sniff_named;

pub(super) const SPEC: FormatSpec = FormatSpec {
    format: Format::Csv,
    name: "CSV",
    word: "csv",
    suffixes: &["csv", "tsv"],
    has_signature: false,
    reader: Reader::Text(TextReader { sniff, resembles_lists: false, read, lines: None }),
    writer: Some(Writer::InOrder(write::write)),
    loses: &[Loss::Direction],
};

/// A table, and how its rows are read.
struct Table<'a> {
    dialect: &'a Dialect,
    columns: &'a Columns,
    options: &'a ReadOptions,
    /// True if quoted cells may have line ends inside.
    spans_lines: bool,
    kind: Kind,
    pool: PartPool,
    /// The names of nodes, and the values of each kept column, as far as they are texts.
    texts: Interner,
    kept_texts: Vec<Interner>,
    /// Set when the first id is not a number.
    has_texts: AtomicBool,
    /// Set when a quoted cell does not end in its line.
    has_open_quote: &'a AtomicBool,
    /// Number of weights that were negative, so that there is no edge.
    dropped: AtomicU64,
}

/// The edges of some rows, and their values in kept columns.
struct Part {
    ids: Ids,
    kept: Vec<Labels>,
    /// Their lines, if these are wanted.
    lines: Option<Lines>,
}

/// Reads a table.
pub(super) fn read(mut content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    let head = content.head()?;
    let path = &content.path;
    let dialect = dialect::of(&head, &options.table)
        .ok_or_else(|| wrong(path, "a table of at least two columns", "one column".to_owned(), ""))?;
    if let Some(header) = &dialect.broken_header {
        let cure = "a quote inside a quoted cell is written twice";
        return Err(wrong(path, "the end of a quoted cell in the names of columns", quoted(header), cure));
    }
    let columns = Columns::of(&dialect, options)
        .map_err(|Wrong { expected, found, cure }| wrong(path, &expected, found, cure))?;
    by_lines(content, |content, spans_lines, has_open_quote| {
        Table::new(&dialect, &columns, options, spans_lines, has_open_quote).read(content)
    })
}

impl<'a> Table<'a> {
    fn new(
        dialect: &'a Dialect,
        columns: &'a Columns,
        options: &'a ReadOptions,
        spans_lines: bool,
        has_open_quote: &'a AtomicBool,
    ) -> Self {
        let kind = Kind::of_text(columns.weight.is_some(), options);
        let is_text =
            |&end: &usize| dialect.first.get(end).is_some_and(|id| ids::natural(id.as_bytes()).is_none());
        Self {
            dialect,
            columns,
            options,
            spans_lines,
            kind,
            pool: PartPool::of(kind),
            texts: Interner::new(),
            kept_texts: columns.kept.iter().map(|_| Interner::new()).collect(),
            has_texts: AtomicBool::new(columns.ends.iter().any(is_text)),
            has_open_quote,
            dropped: AtomicU64::new(0),
        }
    }

    fn read(self, content: Content<'_>) -> Result<Input> {
        let mut text = Text::open(content, self.dialect.separators(), self.options)?;
        if self.spans_lines {
            text.cut_outside_quotes(self.dialect.separator.byte());
        }
        let first = skip_header(&mut text, self.dialect)?;
        let budget = Budget::of(self.options, text.path(), Lists::Edges);
        let mut edges = NamedEdges::within(self.kind, budget);
        if self.can_stream() {
            edges = edges.streamed(self.columns.weight.is_some());
        }
        let mut all = self.nothing(edges);
        let part = |scan: &mut Scanner<'_>| self.part(scan, self.nothing(NamedEdges::from_pool(&self.pool)));
        let path = text.path().to_owned();
        text.body(part, |part, begin| {
            if part.ids.are_codes() && all.ids.have_passed() {
                let cure =
                    "other edges have been passed on, with numbers as names: write texts also in the first row";
                return Err(wrong(&path, "numbers as the names of all nodes", "a text".to_owned(), cure));
            }
            all.ids.append(part.ids, begin, &self.pool, &self.texts)?;
            for ((all, part), texts) in all.kept.iter_mut().zip(part.kept).zip(&self.kept_texts) {
                all.append(part, texts)?;
            }
            if let (Some(all), Some(part)) = (&mut all.lines, &part.lines) {
                all.append(part)?;
            }
            if all.ids.are_codes() || !all.kept.is_empty() || all.lines.is_some() {
                all.ids.takes(self.memory(&all))?;
            }
            Ok(())
        })?;
        self.assemble(all, &text, first)
    }

    /// Returns `true` if edges may be handed over and forgotten: if rows have nothing else that is kept.
    fn can_stream(&self) -> bool {
        let Columns { kept, geometry, reverse, .. } = self.columns;
        kept.is_empty() && geometry.is_none() && reverse.is_none() && !self.has_texts.load(Relaxed)
    }

    fn nothing(&self, edges: NamedEdges) -> Part {
        Part {
            ids: Ids::new(edges),
            kept: self.columns.kept.iter().map(|_| Labels::default()).collect(),
            lines: self.columns.geometry.map(|_| Lines::default()),
        }
    }

    /// Bytes of texts, kept columns and lines.
    fn memory(&self, part: &Part) -> usize {
        let texts = self.texts.memory() + self.kept_texts.iter().map(Interner::memory).sum::<usize>();
        let lines = part.lines.as_ref().map_or(0, Lines::memory);
        texts + part.kept.iter().map(Labels::memory).sum::<usize>() + lines
    }

    /// Returns `true` if negative weights mean that there is no edge.
    fn drops_negative(&self) -> bool {
        self.columns.reverse.is_some() || self.options.drop_negative
    }

    /// Appends the edges of some rows to `part`.
    fn part(&self, scan: &mut Scanner<'_>, mut part: Part) -> Result<Part, Fault> {
        let mut rows = Rows::new(scan, self.dialect.separator, self.columns.count, self.spans_lines);
        if self.has_texts.load(Relaxed) {
            part.ids.encode(&self.texts)?;
        }
        let mut named = Named::default();
        let read = self.rows(scan, &mut rows, &mut part, &mut named);
        // Also if a later row is wrong: the first error counts.
        named.append_to(&mut part.ids, &rows, &self.texts)?;
        read.map(|()| part)
    }

    /// Appends the edges of all rows to `part`, or to `named` if their ends have texts as names.
    fn rows<'t>(
        &self,
        scan: &mut Scanner<'t>,
        rows: &mut Rows<'t>,
        part: &mut Part,
        named: &mut Named,
    ) -> Result<(), Fault> {
        let separates_by_byte = matches!(self.dialect.separator, Separator::Byte(b',' | b';' | b'|' | b'\t'));
        let may_be_usual = separates_by_byte && self.columns.are_usual() && !self.drops_negative();
        let is_weighted = self.columns.weight.is_some();
        loop {
            if may_be_usual && !part.ids.are_codes() {
                scan.go_to(rows.next_at());
                while let Some((u, v, weight)) = usual(scan, is_weighted) {
                    part.ids.push(u, v, weight, || scan.line())?;
                    if !scan.next_line() {
                        return Ok(());
                    }
                }
                rows.go_to(scan.at());
            }
            if !rows.next(&|| self.has_open_quote.store(true, Relaxed))? {
                return Ok(());
            }
            self.row(rows, part, named)?;
        }
    }

    /// Appends the edges of a row to `part`, or to `named` if its ends have texts as names.
    fn row(&self, rows: &Rows<'_>, part: &mut Part, named: &mut Named) -> Result<(), Fault> {
        let Columns { ends, weight, reverse, kept, .. } = self.columns;
        let there = weight.map_or(Ok(Number::Natural(1)), |column| self.weight(rows, column))?;
        let back = reverse.map(|column| self.weight(rows, column)).transpose()?;
        let is_edge = |weight: &Number| !self.drops_negative() || !is_negative(*weight);
        let mut arcs = [Some(there).filter(is_edge), back.filter(is_edge)];
        let dropped = 1 + usize::from(back.is_some()) - arcs.iter().flatten().count();
        if dropped > 0 {
            self.dropped.fetch_add(dropped as u64, Relaxed);
        }
        if arcs == [None; 2] {
            return Ok(());
        }
        let cells = ends.map(|column| rows.cell(column));
        if let Some(at) = cells.iter().position(|cell| cell.is_empty()) {
            return Err(rows.wrong("a node", format!("an empty cell in column {}", ends[at] + 1), ""));
        }
        if cells[0] == cells[1] && arcs[0] == arcs[1] {
            arcs[1] = None; // a loop is its own mirror
        }
        let count = arcs.iter().flatten().count();
        for ((labels, (column, _)), texts) in part.kept.iter_mut().zip(kept).zip(&self.kept_texts) {
            for _ in 0..count {
                if !labels.push(rows.cell(*column), texts)? {
                    return Err(rows.not_utf8(rows.at(), rows.cell(*column)));
                }
            }
        }
        if let (Some(lines), Some(column)) = (&mut part.lines, self.columns.geometry) {
            if !lines.push(rows.cell(column))? {
                return Err(rows.wrong(geometry::EXPECTED, quoted(rows.cell(column)), ""));
            }
            match arcs {
                [None, Some(_)] => lines.reverse_last(),
                [_, Some(_)] => lines.push_reverse()?,
                _ => {}
            }
        }
        match cells.map(ids::natural) {
            [Some(u), Some(v)] if !part.ids.are_codes() => {
                part.ids.push_arcs([u, v], arcs, || rows.line_of(rows.at()))?;
            }
            _ => {
                if !part.ids.are_codes() {
                    self.has_texts.store(true, Relaxed);
                    part.ids.encode(&self.texts)?;
                }
                named.push(cells, arcs, rows.at())?;
            }
        }
        Ok(())
    }

    /// The weight in a column of a row.
    fn weight(&self, rows: &Rows<'_>, column: usize) -> Result<Number, Fault> {
        let cell = rows.cell(column);
        if let Some(number) = number(cell, self.options.table.decimal_comma) {
            return Ok(number);
        }
        if cell.is_empty() {
            return Err(rows.wrong("a weight", format!("an empty cell in column {}", column + 1), ""));
        }
        if number(cell, true).is_some() {
            let cure = "if it is a decimal comma, say so, as with --decimal-comma";
            return Err(rows.wrong("a weight", quoted(cell), cure));
        }
        let fault = Scanner::new(cell, Separators::Blanks).number().err();
        Err(fault.map_or_else(|| rows.wrong("a weight", quoted(cell), ""), |fault| fault.moved(rows.at())))
    }

    /// Makes an input of all rows, of which the first one is on this line.
    fn assemble(self, all: Part, text: &Text<'_>, line: u64) -> Result<Input> {
        let held = self.memory(&all) - all.lines.as_ref().map_or(0, Lines::memory);
        let Part { mut ids, kept, lines } = all;
        let mut attributes = Attributes::default();
        for ((labels, (_, name)), texts) in kept.into_iter().zip(&self.columns.kept).zip(self.kept_texts) {
            attributes.columns.push(Column::new(name, labels.finish(texts)?));
        }
        let (mut edges, nodes, names) = match ids.are_codes() {
            false => ids.into_edges().into_nodes()?,
            true => {
                ids.takes(self.texts.memory() + self.texts.ranking_memory())?;
                let (ranks, names) = self.texts.ranked()?;
                let edges = ids.into_edges().into_ranks(|code| ranks.rank(code as u32));
                (edges, names.len(), Names::Text(names))
            }
        };
        let mut remarks = Vec::new();
        if let Some(lines) = lines {
            remarks.extend(lines.add_to(&mut attributes, &names, nodes, &mut edges, held)?);
        }
        let unused = self.columns.unused();
        if !unused.is_empty() || self.columns.are_guessed {
            let name = |column: usize| self.columns.names[column].trim().to_owned();
            remarks.push(Remark::Columns {
                ends: self.columns.ends.map(name),
                weight: self.columns.weight.map(name),
                unused,
            });
        }
        remarks.extend(self.dialect.may_have_header.then_some(Remark::MayBeHeader { line }));
        let count = self.dropped.into_inner();
        remarks.extend((count > 0).then_some(Remark::NegativeWeights { count }));
        let lists = if self.columns.reverse.is_some() { Lists::Arcs } else { Lists::Edges };
        let outline = Outline {
            path: text.path().to_owned(),
            format: Format::Csv,
            nodes,
            names,
            lists,
            weighted: self.columns.weight.is_some(),
            bytes: text.bytes(),
            remarks,
        };
        assemble_text_with(edges, text, outline, attributes, self.options)
    }
}

/// The error that a table has other columns than expected.
fn wrong(path: &Path, expected: &str, found: String, cure: &'static str) -> Error {
    let place = Place { path: path.to_owned(), at: At::Whole };
    Error::Parse { place, expected: expected.to_owned(), found, cure }
}

/// The rest of a line, if it has the usual form: two ids, perhaps a weight, all natural numbers without zeros
/// before them.
#[inline(always)]
fn usual(scan: &mut Scanner<'_>, is_weighted: bool) -> Option<(u64, u64, Number)> {
    let mut ahead = scan.clone();
    let (u, v, weight, len) = if is_weighted {
        let [u, v, weight] = ahead.naturals()?;
        (u, v, weight, 2 + digits(weight))
    } else {
        let [u, v] = ahead.naturals()?;
        (u, v, 1, 1)
    };
    let read = ahead.at() - scan.at() - usize::from(ahead.has_passed(b'\r'));
    if read != len + digits(u) + digits(v) {
        return None;
    }
    *scan = ahead;
    Some((u, v, Number::Natural(weight)))
}

/// Number of decimal digits.
fn digits(number: u64) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// A number, perhaps with a comma as its decimal mark.
fn number(cell: &[u8], decimal_comma: bool) -> Option<Number> {
    match memchr::memchr(b',', cell) {
        None => number::of_token(cell).ok(),
        Some(_) if !decimal_comma => None,
        Some(at) => {
            let with_point = [&cell[..at], b".", &cell[at + 1..]].concat();
            number::of_token(&with_point).ok().filter(|_| !cell.contains(&b'.'))
        }
    }
}

fn is_negative(weight: Number) -> bool {
    match weight {
        Number::Natural(_) => false,
        Number::Negative(_) => true,
        Number::Real(weight) => weight < 0.0,
    }
}
