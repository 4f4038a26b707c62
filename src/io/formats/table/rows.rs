//! The rows of a block of a table.

use std::ops::Range;

use super::dialect::Separator;
use crate::text::{Fault, Line, Scanner, quoted};

/// Reads the rows of some whole lines, one after the other.
pub(super) struct Rows<'t> {
    text: &'t [u8],
    separator: Separator,
    /// Number of cells of every row.
    count: usize,
    /// True if quoted cells may have line ends inside.
    spans_lines: bool,
    /// The begin of the row, and of the next one.
    line: usize,
    next: usize,
    /// The places of the cells: in the text, or in `bytes` if the row has quotes.
    cells: Vec<Range<usize>>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    is_quoted: bool,
}

impl<'t> Rows<'t> {
    pub(super) fn new(scan: &Scanner<'t>, separator: Separator, count: usize, spans_lines: bool) -> Self {
        Self {
            text: scan.rest_of_text(),
            separator,
            count,
            spans_lines,
            line: 0,
            next: 0,
            cells: Vec::with_capacity(count),
            bytes: Vec::new(),
            ends: Vec::new(),
            is_quoted: false,
        }
    }

    /// The begin of the row in the text.
    pub(super) fn at(&self) -> usize {
        self.line
    }

    /// The line of the row that begins at a place.
    pub(super) fn line_of(&self, at: usize) -> Line {
        Line::after(&self.text[..at])
    }

    /// The begin of the next row.
    pub(super) fn next_at(&self) -> usize {
        self.next
    }

    /// Goes on after a row that was read elsewhere.
    pub(super) fn go_to(&mut self, at: usize) {
        self.next = at;
    }

    /// A cell of the row, without quotes, and without blanks around it.
    #[inline]
    pub(super) fn cell(&self, number: usize) -> &[u8] {
        let place = self.cells[number].clone();
        let cell = if self.is_quoted { &self.bytes[place] } else { &self.text[place] };
        cell.trim_ascii()
    }

    /// Goes to the next row. Returns `false` after the last one.
    ///
    /// # Errors
    /// Rows with another number of cells, comments, and a quoted cell that does not end. `open_quote` is
    /// called if it may end in another line.
    pub(super) fn next(&mut self, open_quote: &dyn Fn()) -> Result<bool, Fault> {
        let line = loop {
            if self.next >= self.text.len() {
                return Ok(false);
            }
            self.line = self.next;
            let rest = &self.text[self.line..];
            let len = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            self.next = (self.line + len + 1).min(self.text.len());
            let line = &rest[..len];
            if !line.trim_ascii().is_empty() {
                break line;
            }
        };
        let end = line.iter().rposition(|&byte| byte != b'\r').map_or(0, |last| last + 1);
        let line = &line[..end];
        if line[0] == b'#' {
            let cure = "remove comments between rows; quote a name that begins with #";
            return Err(self.wrong("a row", quoted(line), cure));
        }
        self.cells.clear();
        self.is_quoted = memchr::memchr(b'"', line).is_some();
        match self.separator {
            _ if self.is_quoted => self.split_quoted(line, open_quote)?,
            Separator::Byte(separator) => self.split(line, separator),
            Separator::Blanks => self.split_words(line),
        }
        if self.cells.len() != self.count {
            let found = format!("{} in {}", cells(self.cells.len()), quoted(line));
            let cure = "every row must have as many cells as the first";
            return Err(self.wrong(cells(self.count), found, cure));
        }
        Ok(true)
    }

    fn split(&mut self, line: &[u8], separator: u8) {
        let mut start = self.line;
        for (at, &byte) in (self.line..).zip(line) {
            if byte == separator {
                self.cells.push(start..at);
                start = at + 1;
            }
        }
        self.cells.push(start..self.line + line.len());
    }

    fn split_words(&mut self, line: &[u8]) {
        let mut start = None;
        for (at, &byte) in (self.line..).zip(line) {
            match (start, matches!(byte, b' ' | b'\t')) {
                (None, false) => start = Some(at),
                (Some(begin), true) => {
                    self.cells.push(begin..at);
                    start = None;
                }
                _ => {}
            }
        }
        self.cells.extend(start.map(|begin| begin..self.line + line.len()));
    }

    /// Splits a row with quotes, which may have more lines.
    fn split_quoted(&mut self, line: &'t [u8], open_quote: &dyn Fn()) -> Result<(), Fault> {
        let mut len = line.len();
        while memchr::memchr_iter(b'"', &self.text[self.line..self.line + len]).count() % 2 == 1 {
            if !self.spans_lines || self.next >= self.text.len() {
                open_quote();
                let cure = "a quote inside a quoted cell is written twice; no other cell has quotes";
                return Err(self.wrong("the end of a quoted cell", quoted(line), cure));
            }
            let rest = &self.text[self.next..];
            let more = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            len = self.next + more - self.line;
            self.next = (self.next + more + 1).min(self.text.len());
        }
        let Self { text, line, bytes, ends, cells, .. } = self;
        let row = text[*line..*line + len].trim_ascii_end();
        let separator = match self.separator {
            Separator::Byte(separator) => separator,
            Separator::Blanks => b' ',
        };
        bytes.resize(row.len() + 1, 0);
        ends.resize(row.len() + 2, 0);
        let mut reader = csv_core::ReaderBuilder::new().delimiter(separator).build();
        let (_, _, written, first) = reader.read_record(row, bytes, ends);
        // The end of the row ends its last cell.
        let (_, _, more, last) = reader.read_record(&[], &mut bytes[written..], &mut ends[first..]);
        let (written, mut start) = (written + more, 0);
        for &end in &ends[..first + last] {
            let end = end.min(written);
            if self.separator != Separator::Blanks || end > start {
                cells.push(start..end);
            }
            start = end;
        }
        Ok(())
    }

    /// The fault that a cell of the row that begins at a place is in another encoding.
    #[cold]
    pub(super) fn not_utf8(&self, at: usize, cell: &[u8]) -> Fault {
        let cure = "convert the file, as with iconv -f latin1 -t UTF-8";
        Fault::new(at, "text in UTF-8".to_owned(), quoted(cell), cure)
    }

    /// The fault that something else than expected is in this row.
    #[cold]
    pub(super) fn wrong(
        &self,
        expected: impl Into<String>,
        found: impl Into<String>,
        cure: &'static str,
    ) -> Fault {
        Fault::new(self.line, expected.into(), found.into(), cure)
    }
}

fn cells(count: usize) -> String {
    format!("{count} cell{}", if count == 1 { "" } else { "s" })
}
