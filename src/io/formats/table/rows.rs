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

    /// A cell of the row, without quotes, and without blanks around it that are not in quotes.
    #[inline]
    pub(super) fn cell(&self, number: usize) -> &[u8] {
        let place = self.cells[number].clone();
        if self.is_quoted { &self.bytes[place] } else { self.text[place].trim_ascii() }
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
            _ if self.is_quoted => self.split_quoted(open_quote)?,
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
    fn split_quoted(&mut self, open_quote: &dyn Fn()) -> Result<(), Fault> {
        let Self { text, line, bytes, cells, .. } = self;
        bytes.clear();
        let text = if self.spans_lines { &text[*line..] } else { &text[*line..self.next] };
        match split_record(text, self.separator, bytes, cells) {
            Ok(len) => {
                self.next = self.line + len;
                Ok(())
            }
            Err(Quote::Open) => {
                open_quote();
                let cure = "a quote inside a quoted cell is written twice";
                Err(self.wrong("the end of a quoted cell", quoted(first_line(text)), cure))
            }
            Err(Quote::Inside) => {
                let cure = "a quote inside a quoted cell is written twice";
                Err(self.wrong("a separator after a quoted cell", quoted(first_line(text)), cure))
            }
        }
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

/// A fault of quotes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Quote {
    /// A quoted cell does not end.
    Open,
    /// There is something between the end of a quoted cell and the next separator.
    Inside,
}

/// Appends the cells of the first record of a text to `bytes`, and their places there to `cells`. Returns the
/// length of the record with its line end.
///
/// As in RFC 4180, a cell that begins with a quote ends with one, and has the separator, line ends, and
/// quotes that are written twice. Blanks before the first quote and after the last one do not count; in other
/// cells, quotes are characters like others.
pub(super) fn split_record(
    text: &[u8],
    separator: Separator,
    bytes: &mut Vec<u8>,
    cells: &mut Vec<Range<usize>>,
) -> Result<usize, Quote> {
    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t' | b'\r');
    let separates = |byte: u8| match separator {
        Separator::Byte(separator) => byte == separator,
        Separator::Blanks => is_blank(byte),
    };
    let ends = |byte: u8| byte == b'\n' || separates(byte);
    let mut at = 0;
    loop {
        while text
            .get(at)
            .is_some_and(|&byte| is_blank(byte) && (!separates(byte) || separator == Separator::Blanks))
        {
            at += 1;
        }
        let begin = bytes.len();
        if text.get(at) == Some(&b'"') {
            at += 1;
            loop {
                let quote = memchr::memchr(b'"', &text[at..]).ok_or(Quote::Open)?;
                bytes.extend_from_slice(&text[at..at + quote]);
                at += quote + 1;
                if text.get(at) != Some(&b'"') {
                    break;
                }
                bytes.push(b'"');
                at += 1;
            }
            cells.push(begin..bytes.len());
            while text.get(at).is_some_and(|&byte| is_blank(byte) && !separates(byte)) {
                at += 1;
            }
        } else {
            let len = text[at..].iter().position(|&byte| ends(byte)).unwrap_or(text.len() - at);
            let is_end = text.get(at + len).is_none_or(|&byte| byte == b'\n');
            // Blanks at the end of a line do not separate.
            if separator != Separator::Blanks || len > 0 || !is_end {
                bytes.extend_from_slice(text[at..at + len].trim_ascii());
                cells.push(begin..bytes.len());
            }
            at += len;
        }
        match text.get(at) {
            None => return Ok(at),
            Some(b'\n') => return Ok(at + 1),
            Some(&byte) if separates(byte) => at += 1,
            Some(_) => return Err(Quote::Inside),
        }
    }
}

/// The first line of a text.
pub(super) fn first_line(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str, separator: u8) -> Result<(Vec<String>, usize), Quote> {
        let separator = if separator == b' ' { Separator::Blanks } else { Separator::Byte(separator) };
        let (mut bytes, mut cells) = (Vec::new(), Vec::new());
        let len = split_record(text.as_bytes(), separator, &mut bytes, &mut cells)?;
        let cell = |place: Range<usize>| String::from_utf8(bytes[place].to_vec()).unwrap();
        Ok((cells.into_iter().map(cell).collect(), len))
    }

    #[track_caller]
    fn check(text: &str, separator: u8, want: &[&str], len: usize) {
        let want = want.iter().map(|&cell| cell.to_owned()).collect();
        assert_eq!(split(text, separator), Ok((want, len)), "{text}");
    }

    #[test]
    fn records_are_split_as_rfc_4180_has_them() {
        check("a,\"b,\"\"c\nd\",e\nf", b',', &["a", "b,\"c\nd", "e"], 14);
        check("\" x\", y , \"z \" \r\n", b',', &[" x", "y", "z "], 17);
        check("5\" pipe,6\" pipe\n7", b',', &["5\" pipe", "6\" pipe"], 16);
        check("\"\",,\"\"", b',', &["", "", ""], 6);
        check("\"a\"\t\tb\t", b'\t', &["a", "", "b", ""], 7);
        check("\"a b\"  c \"d\"\n", b' ', &["a b", "c", "d"], 13);
        check("\"a b\" c  \n", b' ', &["a b", "c"], 10);
        check("\u{feff}a,\"b\"", b',', &["\u{feff}a", "b"], 8);
        assert_eq!(split("\"a,b\nc", b','), Err(Quote::Open));
        assert_eq!(split("\"a\"b,c", b','), Err(Quote::Inside));
    }
}
