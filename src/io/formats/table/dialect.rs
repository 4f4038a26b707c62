//! The dialect of a table: its separator, and whether its first line has names of columns.

use std::iter;

use super::rows::{first_line, split_record};
use crate::bytes::{HEAD, without_mark};
use crate::text::number::{self, Flaw};
use crate::text::{Separators, begins_cell, unquoted_line_ends};
use crate::{Header, TableOptions};

/// The byte that separates the cells of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// This byte.
    Byte(u8),
    /// Any number of blanks and tabs.
    Blanks,
}

/// The dialect of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dialect {
    pub(super) separator: Separator,
    /// The cells of the first line, if it is not a row.
    pub(super) header: Option<Vec<String>>,
    /// The cells of the first row; empty if there is none.
    pub(super) first: Vec<String>,
    /// True if the first line was taken for a row, but may have names of columns.
    pub(super) may_have_header: bool,
    /// Number of lines of the header: more than one if its cells have line ends.
    pub(super) header_lines: usize,
    /// True if the first row is longer than the beginning of the text, so that its last cells are not known.
    pub(super) is_cut: bool,
    /// The header, if a quoted cell in it does not end.
    pub(super) broken_header: Option<Vec<u8>>,
}

impl Separator {
    /// Returns `true` if a byte separates cells.
    pub(super) fn separates(self, byte: u8) -> bool {
        match self {
            Self::Byte(separator) => byte == separator,
            Self::Blanks => matches!(byte, b' ' | b'\t'),
        }
    }

    /// The byte between two cells, a blank for blanks.
    pub(super) fn byte(self) -> u8 {
        if let Self::Byte(separator) = self { separator } else { b' ' }
    }

    /// The cells of a line, without quotes.
    pub(super) fn split(self, line: &[u8]) -> Vec<Vec<u8>> {
        let (mut bytes, mut cells) = (Vec::new(), Vec::new());
        if split_record(line, self, &mut bytes, &mut cells).is_ok() {
            return cells.into_iter().map(|place| bytes[place].to_vec()).collect();
        }
        // Not all of it; the reader of the rows says where the fault is.
        let separator = self.byte();
        first_line(line).split(|&byte| byte == separator).map(|cell| cell.trim_ascii().to_vec()).collect()
    }
}

impl Dialect {
    /// The separator, for a text.
    pub(super) fn separators(&self) -> Separators {
        match self.separator {
            Separator::Byte(b',') => Separators::Commas,
            Separator::Byte(b';') => Separators::Semicolons,
            Separator::Byte(b'|') => Separators::Bars,
            _ => Separators::Table,
        }
    }
}

/// Returns `true` if a byte separates cells in some table.
fn may_separate(byte: u8) -> bool {
    b",;\t|".contains(&byte)
}

/// Returns `true` if a cell is a number, perhaps with commas as marks. It may be out of range.
fn is_number(cell: &str) -> bool {
    number::of_token(cell.as_bytes()).map_or_else(Flaw::is_out_of_range, |_| true)
        || cell.contains(',') && is_marked_number(cell.as_bytes())
}

/// The lines of the beginning of a text that are neither blank nor comments; a quoted cell may have line
/// ends.
fn lines<'a>(head: &'a [u8], separates: impl Fn(u8) -> bool + 'a) -> impl Iterator<Item = &'a [u8]> {
    let is_comment = |line: &[u8]| matches!(line.trim_ascii().first(), None | Some(b'#' | b'%'));
    let mut text = without_mark(head);
    while let Some(end) = memchr::memchr(b'\n', text).filter(|&end| is_comment(&text[..end])) {
        text = &text[end + 1..];
    }
    let mut begin = 0;
    let ends = unquoted_line_ends(text, separates).chain([text.len()]);
    let lines = ends.map(move |end| &text[std::mem::replace(&mut begin, end + 1)..end]);
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.filter(|line| !line.trim_ascii().is_empty()).skip_while(move |line| is_comment(line))
}

/// The cells of the rows that a text begins with. The last row is left out if it may not be whole.
pub(super) fn rows<'a>(head: &'a [u8], dialect: &'a Dialect) -> impl Iterator<Item = Vec<Vec<u8>>> + 'a {
    let separator = dialect.separator;
    let mut lines = lines(head, move |byte| separator.separates(byte)).peekable();
    if dialect.header.is_some() {
        lines.next();
    }
    let is_whole = head.len() < HEAD;
    iter::from_fn(move || lines.next().filter(|_| is_whole || lines.peek().is_some()))
        .map(move |line| separator.split(line))
}

/// The dialect of a text with this beginning; `None` if it has no two columns.
pub(super) fn of(head: &[u8], options: &TableOptions) -> Option<Dialect> {
    of_columns(head, options, if options.columns.is_empty() { 2 } else { 1 })
}

/// The dialect of a text with this beginning; `None` if it has fewer columns than `least`.
pub(super) fn of_columns(head: &[u8], options: &TableOptions, least: usize) -> Option<Dialect> {
    let separator = match options.separator {
        Some(b' ') => Separator::Blanks,
        Some(byte) => Separator::Byte(byte),
        None => {
            let mut lines = lines(head, may_separate);
            separator(lines.next()?, lines.next())
        }
    };
    let mut lines = lines(head, move |byte| separator.separates(byte));
    let first = lines.next()?;
    let second = lines.next();
    let header_lines = memchr::memchr_iter(b'\n', first).count() + 1;
    let is_broken = |line: &[u8]| split_record(line, separator, &mut Vec::new(), &mut Vec::new()).is_err();
    let broken_header = is_broken(first).then(|| first_line(first).to_vec());
    let is_open = second.is_some_and(is_broken);
    let cells = |line: &[u8]| -> Vec<String> {
        separator.split(line).iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect()
    };
    let has_second = second.is_some();
    let (first, second) = (cells(first), second.map(cells).unwrap_or_default());
    let is_header = match options.header {
        Header::Names | Header::Counts => true,
        Header::None => false,
        Header::Auto => is_header(&first, &second),
    };
    let has_next = if is_header { lines.next().is_some() } else { has_second };
    let is_cut = head.len() >= HEAD && !has_next;
    let widest = if is_header { second.len().max(first.len()) } else { first.len() };
    if widest < least {
        return None;
    }
    let may_have_header = !is_header
        && options.header == Header::Auto
        && first.iter().all(|cell| !is_number(cell))
        && first.len() < 3;
    let broken_header = broken_header.filter(|_| is_header);
    let (header, mut first) = if is_header { (Some(first), second) } else { (None, first) };
    if let (Some(header), true) = (&header, is_cut && is_open) {
        first.truncate(header.len()); // what follows an open quote is not a cell
    }
    Some(Dialect { separator, header, first, may_have_header, header_lines, is_cut, broken_header })
}

/// The byte that separates the cells of the first two lines: the first of these that occurs in both, or else
/// in one, outside quotes.
fn separator(first: &[u8], second: Option<&[u8]>) -> Separator {
    let occurs = |line: &[u8], separator: u8| {
        let (mut is_quoted, mut after_quoted) = (false, usize::MAX);
        line.iter().enumerate().any(|(at, &byte)| {
            if byte == b'"' {
                after_quoted = if is_quoted { at + 1 } else { after_quoted };
                is_quoted = !is_quoted && (at == after_quoted || begins_cell(&line[..at], may_separate));
            }
            byte == separator && !is_quoted
        })
    };
    let second = second.unwrap_or(first);
    let candidates =
        b"\t;|,".iter().copied().filter(|&byte| byte != b',' || !has_only_decimal_commas(&[first, second]));
    let in_both = candidates.clone().find(|&byte| occurs(first, byte) && occurs(second, byte));
    match in_both.or_else(|| candidates.clone().find(|&byte| occurs(first, byte))) {
        Some(byte) => Separator::Byte(byte),
        None => Separator::Blanks,
    }
}

/// Returns `true` if the commas of these lines are marks in numbers, which blanks separate: lines with commas
/// outside quotes have three words or more, and each word with a comma is a number.
fn has_only_decimal_commas(lines: &[&[u8]]) -> bool {
    // Without the content of quoted words.
    let unquoted = lines.iter().map(|line| line.split(|&byte| byte == b'"').step_by(2).collect::<Vec<_>>());
    let lines: Vec<Vec<u8>> = unquoted.map(|parts| parts.join(&b"_"[..])).collect();
    let with_commas = || lines.iter().filter(|line| line.contains(&b','));
    with_commas().next().is_some()
        && with_commas().all(|line| {
            let words = || line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            words().nth(2).is_some() && words().filter(|word| word.contains(&b',')).all(is_marked_number)
        })
}

/// Returns `true` if a word with commas is a number: a decimal such as `-1.234,5e6` or `,5`, or one with
/// groups of three digits, such as `1,234.5`.
fn is_marked_number(word: &[u8]) -> bool {
    let digits = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let is_sign = |byte: &u8| matches!(byte, b'-' | b'+');
    let word = word.strip_prefix(b"-").unwrap_or(word);
    let parts: Vec<&[u8]> = word.split(|&byte| byte == b',').collect();
    if let [whole, fraction] = parts[..] {
        let mut powers = fraction.splitn(2, |byte| matches!(byte, b'e' | b'E'));
        let fraction = powers.next().unwrap_or_default();
        let power =
            powers.next().map(|power| if power.first().is_some_and(is_sign) { &power[1..] } else { power });
        let is_whole = whole.is_empty() || whole.split(|&byte| byte == b'.').all(digits);
        if is_whole && digits(fraction) && power.is_none_or(digits) {
            return true;
        }
    }
    let (last, groups) = parts.split_last().unwrap_or((&word, &[]));
    let last: Vec<&[u8]> = last.splitn(2, |&byte| byte == b'.').collect();
    let are_groups = groups.iter().skip(1).chain(&last[..1]).all(|group| group.len() == 3 && digits(group));
    groups.first().is_some_and(|first| digits(first))
        && are_groups
        && last[1..].iter().all(|part| digits(part))
}

/// Returns `true` if the first line has names of columns: it names the ends of edges, or it has a word above
/// a number. NaN is no word.
fn is_header(first: &[String], second: &[String]) -> bool {
    let names_ends = super::columns::named_ends(first).is_some();
    let is_word = |cell: &str| !cell.is_empty() && !is_number(cell) && !cell.eq_ignore_ascii_case("nan");
    let has_word_above_number =
        || first.iter().zip(second).any(|(name, value)| is_word(name) && is_number(value));
    // R writes no name for the column of row names.
    let is_shifted = || first.len() + 1 == second.len() && first.iter().all(|name| !is_number(name));
    names_ends || has_word_above_number() || is_shifted()
}

/// Returns `true` if text with this beginning is certainly a table: it has letters, quotes, semicolons or
/// bars, so it is no edge list; and names of columns say what the ends are, or its rows have weights.
pub(super) fn sniff(head: &[u8]) -> bool {
    is_certain_or(head, |_, _| false)
}

/// Returns `true` if text with this beginning, whose suffix says that it is a table, is one and no edge list.
pub(crate) fn sniff_named(head: &[u8]) -> bool {
    is_certain_or(head, |_, second| !second.is_empty())
}

fn is_certain_or(head: &[u8], accepts: impl Fn(&[String], &[String]) -> bool) -> bool {
    let is_of_edge_lists = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.' | b'+' | b'-' | b',' | b' ' | b'\t');
    let mut rows = lines(head, may_separate);
    let Some((first_line, second_line)) = rows.next().zip(rows.next().or(Some(b""))) else { return false };
    if [first_line, second_line].iter().all(|line| line.iter().all(is_of_edge_lists)) {
        return false;
    }
    let Some(dialect) = of(head, &TableOptions::default()) else { return false };
    if dialect.header.as_ref().is_some_and(|names| super::columns::named_ends(names).is_some()) {
        return true;
    }
    let cells = |line: &[u8]| -> Vec<String> {
        let cells = dialect.separator.split(line);
        cells.iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect()
    };
    let (first, second) = (cells(first_line), cells(second_line));
    let has_ends = |row: &[String]| row.len() > 1 && row[..2].iter().all(|cell| !cell.is_empty());
    // Words and blanks may be any text.
    let is_table = dialect.separator != Separator::Blanks
        && has_ends(&first)
        && (second.is_empty() || second == [""] || has_ends(&second) && first.len() == second.len());
    let has_weights = |row: &[String]| row.len() > 2 && is_number(&row[2]);
    let has_numbers = |row: &[String]| row.iter().take(3).all(|cell| is_number(cell));
    is_table
        && (has_weights(&first) && (second.is_empty() || second == [""] || has_weights(&second))
            || has_numbers(&first)
            || dialect.header.is_some() && has_numbers(&second)
            || accepts(&first, &second))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<(Separator, bool)> {
        let dialect = super::of(text.as_bytes(), &TableOptions::default())?;
        Some((dialect.separator, dialect.header.is_some()))
    }

    #[test]
    fn separators_and_headers_are_found() {
        let byte = Separator::Byte;
        for (text, want) in [
            ("source,target,weight\n1,2,3\n", (byte(b','), true)),
            ("Source;Target;Weight\nA;B;1,5\n", (byte(b';'), true)),
            ("from\tto\nRome\tBonn\n", (byte(b'\t'), true)),
            ("# x\n\nid|source|target\n1|2|3\n", (byte(b'|'), true)),
            ("u v w\n1 2 3\n", (Separator::Blanks, true)),
            ("Rome,Bonn,7\nBonn,Oslo,8\n", (byte(b','), false)),
            ("town,other,km\nRome,Bonn,7\n", (byte(b','), true)),
            ("\"a,b\";\"c\"\n1;2\n", (byte(b';'), true)),
            ("Rome,Bonn\nBonn,Oslo\n", (byte(b','), false)),
            ("1;2;1,9\n2;3;1,1\n", (byte(b';'), false)),
            ("\"from\",\"to\"\n\"1\",1,2\n", (byte(b','), true)),
            ("name,other\n", (byte(b','), false)),
            ("1 2 1,9\n2 3 1,1\n", (Separator::Blanks, false)),
            ("Rome Bonn 1,9\nBonn Oslo 1\n", (Separator::Blanks, false)),
            ("from to km\nRome Bonn 1,9\n", (Separator::Blanks, true)),
            ("1, 2, 1.9\na, 3, 1\n", (byte(b','), false)),
        ] {
            assert_eq!(of(text), Some(want), "{text}");
        }
        assert_eq!(of(""), None);
        assert_eq!(of("words\nwords\n"), None);
    }

    #[test]
    fn tables_are_told_from_edge_lists_and_prose() {
        for table in [
            "source,target\nc,d\n",
            "source target\n1 2\n",
            "1;2\n",
            "\"1\",2\n",
            "x|y|1.5\na|b|2\n",
            "a\tb\t1\n",
            "a;b;1,5\n",
            "town,other,km\n1,2,3\n",
        ] {
            assert!(sniff(table.as_bytes()), "{table}");
        }
        for named in ["a,b\nc,d\n", "a\tb\nc\td\n"] {
            assert!(sniff_named(named.as_bytes()) && !sniff(named.as_bytes()), "{named}");
        }
        for other in [
            "1,2,3\n4,5,6\n",
            "1 2\n",
            "1\t2\t0.5\n",
            "hello world\nfoo bar\n",
            "5 4\n0 1\n",
            "1 2 1,9\n2 3 1,1\n",
            "a b 1,9\n",
            "",
        ] {
            assert!(!sniff(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn quoted_cells_may_have_separators_and_quotes() {
        let cells = Separator::Byte(b',').split(b"\"a,b\",c,\"d\"\"e\",");
        assert_eq!(cells, [&b"a,b"[..], b"c", b"d\"e", b""]);
        assert_eq!(Separator::Blanks.split(b" \"x\"\ty "), [b"x", b"y"]);
    }
}
