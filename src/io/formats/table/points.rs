//! Tables of points: a row per point, and a column per dimension.
//!
//! Columns are those that are chosen; otherwise those of latitude and longitude, if points are places; or all
//! columns of numbers, without those that are named like ids. The first rows show which columns have numbers:
//! at least as many as other words.
//! In the columns that are read, every cell is a finite number.

use super::columns::{Columns, Wrong, named_ends, place};
use super::dialect::{self, Dialect};
use super::opening::{by_lines, skip_header};
use super::rows::Rows;
use super::wrong;
use crate::budget::{Budget, Lists, Size};
use crate::bytes::Content;
use crate::text::number::{self, Flaw};
use crate::text::{Fault, ParsedBytes, Text, quoted};
use crate::{Format, Header, PointData, PointOptions, Remark};
use boscage_core::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};
use boscage_core::{Result, memory, on_one_line};

/// The name of the memory in errors.
const WHAT: &str = "the coordinates of points";

/// Names of columns of ids.
const IDS: &[&str] =
    &["id", "ids", "index", "key", "gid", "fid", "uid", "uuid", "osmid", "osm_id", "node_id", "point_id"];
/// Words in the names of columns of latitudes and of longitudes; the first one that is a whole name counts.
const LATITUDES: &[&str] = &["lat", "latitude"];
const LONGITUDES: &[&str] = &["lon", "lng", "long", "longitude"];

/// Number of rows that show which columns have numbers.
const SHOWN: usize = 100;

/// Reads a table of points.
pub(crate) fn read(mut content: Content<'_>, options: &PointOptions) -> Result<PointData> {
    let (head, path) = (content.head()?, content.path.clone());
    let layout = Layout::of(&head, options)
        .map_err(|Wrong { expected, found, cure }| wrong(&path, &expected, found, cure))?;
    by_lines(content, |content, spans_lines, has_open_quote| {
        layout.read(content, options, spans_lines, has_open_quote)
    })
}

/// A table of points, and the meaning of its columns.
struct Layout {
    dialect: Dialect,
    all: Columns,
    /// The columns of the coordinates.
    columns: Vec<usize>,
    decimal_comma: bool,
}

impl Layout {
    /// The layout of a table that begins so.
    fn of(head: &[u8], options: &PointOptions) -> Result<Self, Wrong> {
        let wrong =
            |expected: &str, found: String, cure| Wrong { expected: expected.to_owned(), found, cure };
        let table = &options.table;
        let dialect = dialect::of_columns(head, table, 1)
            .ok_or_else(|| wrong("a table of points", "no row".to_owned(), ""))?;
        if let Some(header) = &dialect.broken_header {
            let cure = "a quote inside a quoted cell is written twice";
            return Err(wrong("the end of a quoted cell in the names of columns", quoted(header), cure));
        }
        if dialect.is_cut && (dialect.header.is_none() || dialect.first.is_empty()) {
            let found = format!("a longer one, which begins {}", quoted(head));
            let cure = "write points in more dimensions as an array, with numpy.save";
            return Err(wrong("a first line of less than 64 KiB", found, cure));
        }
        let all = Columns::names_of(&dialect, table.header)?;
        let is_named = dialect.header.is_some() && table.header != Header::Counts;
        if let (Header::Auto, Some(header)) = (table.header, &dialect.header)
            && header.iter().any(|name| is_no_name(name))
        {
            let found = format!("the first row {}", quoted(header.join(",").as_bytes()));
            let cure = "--header names or --header none says which it is";
            return Err(wrong("names of columns, or a number in each column", found, cure));
        }
        let columns = if !table.columns.is_empty() {
            table.columns.iter().map(|name| all.find(name)).collect::<Result<Vec<usize>, _>>()?
        } else if let (true, Some([u, v])) = (is_named, named_ends(&all.names)) {
            let found = format!("the columns of ends of edges, {} and {}", all.names[u], all.names[v]);
            let cure = "a table of edges is a graph, and is read without --points; --columns chooses columns";
            return Err(wrong("columns of coordinates", found, cure));
        } else {
            let by_name = || Some([named(&all, LATITUDES)?, named(&all, LONGITUDES)?].to_vec());
            match options.are_places.then(by_name).flatten() {
                Some(places) => places,
                None => columns_of_numbers(head, &dialect, &all, table.header)?,
            }
        };
        let mut layout = Self { dialect, all, columns, decimal_comma: table.decimal_comma };
        if options.are_places {
            layout.order_places(is_named && table.columns.is_empty())?;
        }
        Ok(layout)
    }

    /// Puts the latitude first, if names say which column it is. They must if `is_demanded`.
    fn order_places(&mut self, is_demanded: bool) -> Result<(), Wrong> {
        let [first, second] = self.columns[..] else {
            let names: Vec<String> = self.columns.iter().map(|&at| on_one_line(self.name(at))).collect();
            let found = format!("the columns of numbers {}", names.join(", "));
            let expected = "two columns, latitude and longitude".to_owned();
            return Err(Wrong { expected, found, cure: "choose them, as with --columns lat,lon" });
        };
        let is_one_of = |at: usize, words: &[&str]| has_word(&self.name(at), words);
        if is_one_of(first, LONGITUDES) || is_one_of(second, LATITUDES) {
            self.columns.reverse();
        } else if is_demanded && !is_one_of(first, LATITUDES) && !is_one_of(second, LONGITUDES) {
            let names = [first, second].map(|at| on_one_line(self.name(at)));
            let (found, cure) = (names.join(", "), "choose them in this order: --columns LATITUDE,LONGITUDE");
            return Err(Wrong { expected: "columns of latitude and longitude".to_owned(), found, cure });
        }
        Ok(())
    }

    /// The name of a column, its number from 1 if it has none.
    fn name(&self, column: usize) -> String {
        match self.all.names[column].trim() {
            "" => (column + 1).to_string(),
            name => name.to_owned(),
        }
    }

    /// Reads the rows.
    fn read(
        &self,
        content: Content<'_>,
        options: &PointOptions,
        spans_lines: bool,
        has_open_quote: &AtomicBool,
    ) -> Result<PointData> {
        let options = options.of_text(self.columns.len());
        let mut text = Text::open(content, self.dialect.separators(), &options)?;
        text.set_parsed_bytes(ParsedBytes { natural: size_of::<f64>(), other: size_of::<f64>() });
        if spans_lines {
            text.cut_outside_quotes(self.dialect.separator.byte());
        }
        skip_header(&mut text, &self.dialect)?;
        let mut budget = Budget::of(&options, text.path(), Lists::Edges);
        let listed = |count: usize| Size { listed: count, ..Size::default() };
        let mut all = Vec::new();
        text.body(
            |scan| {
                let rows = Rows::new(scan, self.dialect.separator, self.all.count, spans_lines);
                self.part(rows, &|| has_open_quote.store(true, Relaxed))
            },
            |part: Vec<f64>, _| {
                budget.grown(listed(all.len() + part.len()))?;
                memory::grow(WHAT, &mut all, part.len())?;
                all.extend(part);
                Ok(())
            },
        )?;
        budget.admit_whole(listed(all.len()))?;
        let unused = (0..self.all.count).filter(|at| !self.columns.contains(at));
        let unused: Vec<String> = unused.map(|at| self.name(at)).collect();
        let columns: Vec<String> = self.columns.iter().map(|&at| self.name(at)).collect();
        let remark = Remark::PointColumns { columns: columns.clone(), unused: unused.clone() };
        Ok(PointData {
            path: text.path().to_owned(),
            format: Format::Csv,
            coordinates: all,
            dimensions: columns.len(),
            columns,
            bytes: text.bytes(),
            remarks: if unused.is_empty() { Vec::new() } else { vec![remark] },
        })
    }

    /// The coordinates of some rows.
    fn part(&self, mut rows: Rows<'_>, open_quote: &dyn Fn()) -> Result<Vec<f64>, Fault> {
        let mut part = Vec::new();
        while rows.next(open_quote)? {
            memory::grow(WHAT, &mut part, self.columns.len())?;
            for &column in &self.columns {
                part.push(self.coordinate(&rows, column)?);
            }
        }
        Ok(part)
    }

    /// The number in a column of a row.
    #[inline]
    fn coordinate(&self, rows: &Rows<'_>, column: usize) -> Result<f64, Fault> {
        let cell = rows.cell(column);
        let finite = |value: f64| Some(value).filter(|value| value.is_finite());
        real(cell, self.decimal_comma).ok().and_then(finite).ok_or_else(|| self.wrong_cell(rows, column))
    }

    #[cold]
    fn wrong_cell(&self, rows: &Rows<'_>, column: usize) -> Fault {
        let cell = rows.cell(column);
        let found = if cell.is_empty() { "an empty cell".to_owned() } else { quoted(cell) };
        let (expected, cure) = match (real(cell, self.decimal_comma), real(cell, true)) {
            (Err(Flaw::TooSmall), _) => (IN_RANGE, "the least above 0 is 5e-324; write 0"),
            (Err(flaw), _) if flaw.is_out_of_range() => (IN_RANGE, "the greatest is 1.8e308"),
            (Err(_), Ok(_)) => (FINITE, "if it is a decimal comma, say so, as with --decimal-comma"),
            _ => (FINITE, "--columns chooses columns"),
        };
        rows.wrong(format!("{expected} in the column {}", on_one_line(self.name(column))), found, cure)
    }
}

/// The expected content of a cell.
const FINITE: &str = "a finite number";
const IN_RANGE: &str = "a number in the range of 64-bit floats";

/// The first column with one of some names; otherwise the only one that has them as words.
fn named(columns: &Columns, names: &[&str]) -> Option<usize> {
    names.iter().find_map(|name| place(&columns.names, name)).or_else(|| {
        let mut all = (0..columns.count).filter(|&at| has_word(&columns.names[at], names));
        all.next().filter(|_| all.next().is_none())
    })
}

/// Returns `true` if a name has one of some words, as `latitude_deg` has `latitude`.
fn has_word(name: &str, words: &[&str]) -> bool {
    let mut own = name.split(|letter: char| !letter.is_alphanumeric());
    own.any(|own| words.iter().any(|word| own.eq_ignore_ascii_case(word)))
}

/// Returns `true` if a cell is a number, or says that there is none: it is hardly the name of a column.
fn is_no_name(cell: &str) -> bool {
    let cell = cell.trim().as_bytes();
    !cell.is_empty() && (says_nothing(cell) || is_number(cell))
}

/// Returns `true` if a cell has no content.
fn says_nothing(cell: &[u8]) -> bool {
    let words = ["", "na", "n/a", "null", "none", "-", "inf", "-inf"];
    words.iter().any(|word| cell.eq_ignore_ascii_case(word.as_bytes()))
        || real(cell, true) == Err(Flaw::NotAWeight)
}

/// Returns `true` if a cell is a number. One that is out of range is refused when it is read.
fn is_number(cell: &[u8]) -> bool {
    real(cell, true).map_or_else(Flaw::is_out_of_range, |_| true)
}

/// The columns of which most cells that say something are numbers, but for those of ids. If there are no
/// rows, all columns may have numbers.
///
/// # Errors
/// If there are none.
fn columns_of_numbers(
    head: &[u8],
    dialect: &Dialect,
    all: &Columns,
    header: Header,
) -> Result<Vec<usize>, Wrong> {
    let rows: Vec<Vec<Vec<u8>>> = dialect::rows(head, dialect).take(SHOWN).collect();
    let has_numbers = |&at: &usize| {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.trim_ascii());
        let (numbers, others): (Vec<&[u8]>, Vec<&[u8]>) =
            cells.filter(|cell| !says_nothing(cell)).partition(|cell| is_number(cell));
        rows.is_empty() || (!numbers.is_empty() && numbers.len() >= others.len())
    };
    // Names of rows, as R and pandas write them, have no name of a column.
    let is_id = |&at: &usize| {
        let name = all.names[at].trim();
        name.is_empty() || name.starts_with("Unnamed: ") || IDS.iter().any(|id| name.eq_ignore_ascii_case(id))
    };
    let (ids, columns): (Vec<usize>, Vec<usize>) = (0..all.count).filter(has_numbers).partition(is_id);
    if !columns.is_empty() {
        return Ok(columns);
    }
    let first = quoted(dialect.first.join(",").as_bytes());
    let (found, cure) = if rows.len() == 1 && header == Header::Auto && dialect.header.is_none() {
        (format!("a single line, {first}"), "if these are names of columns, of no points: --header names")
    } else if ids.is_empty() {
        (format!("{}, and the first row {first}", all.listed()), "--columns chooses columns")
    } else {
        (all.listed(), "numbers of rows and ids are coordinates only if --columns chooses them")
    };
    Err(Wrong { expected: "a column of numbers".to_owned(), found, cure })
}

/// A number, perhaps with a comma as its decimal mark; it may be infinite.
#[inline]
fn real(cell: &[u8], decimal_comma: bool) -> Result<f64, Flaw> {
    match memchr::memchr(b',', cell) {
        None => number::real(cell),
        Some(at) if decimal_comma && !cell.contains(&b'.') => {
            number::real(&[&cell[..at], b".", &cell[at + 1..]].concat())
        }
        Some(_) => Err(Flaw::NotANumber),
    }
}

#[cfg(test)]
mod tests;
