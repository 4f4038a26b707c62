//! From text to tokens.
//!
//! The scanner goes through a slice of whole lines once, byte by byte. It does not search for the end of a
//! line first: a number is read while its end is found. It allocates nothing unless there is an error.
//! Blanks, tabs and carriage returns separate tokens (so CRLF needs no special rule). In comma-separated
//! files exactly one comma stands between two tokens ([`Scanner::next_column`]).
//!
//! An error is a [`Fault`] at a position in the slice.

use super::cures::{ALONE, COMMAS, no_node, no_number};
use super::fault::{Fault, quoted};
use super::line::Line;
use super::number::{self, Flaw, Number, SAFE_DIGITS};
use super::separators::{CLASS, LINE_END, Separators, TAB};
use crate::graph::Node;

/// What some programs put before the first line of a UTF-8 text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A position in a slice of text.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    /// Classes of bytes ([`Separators`]).
    ends: u8,
    blanks: u8,
    single: u8,
}

impl<'t> Scanner<'t> {
    /// At the beginning of a text.
    pub(crate) fn new(text: &'t [u8], separators: Separators) -> Self {
        let [ends, blanks, single] = [separators.ends(), separators.blanks(), separators.single()];
        Self { text, at: 0, ends, blanks, single }
    }

    /// The rest of the text, with other separators.
    pub(crate) fn separated_by(&self, separators: Separators) -> Self {
        Self { at: self.at, ..Self::new(self.text, separators) }
    }

    /// Whether what separates columns is that of tables.
    #[inline]
    pub(crate) fn is_table(&self) -> bool {
        self.ends != Separators::Blanks.ends()
    }

    /// The rest of the line.
    pub(crate) fn rest_of_line(&self) -> &'t [u8] {
        let rest = &self.text[self.at..];
        memchr::memchr(b'\n', rest).map_or(rest, |end| &rest[..end])
    }

    /// Position in the text.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The line of the position.
    pub(crate) fn line(&self) -> Line {
        Line::after(&self.text[..self.at])
    }

    #[inline]
    fn separates(&self, at: usize) -> bool {
        self.text.get(at).is_none_or(|&byte| CLASS[usize::from(byte)] & (self.ends | LINE_END) != 0)
    }

    /// The first byte of the next token of this line, which is not consumed; `None` at the end of the line.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        while let Some(&byte) = self.text.get(self.at) {
            if CLASS[usize::from(byte)] & self.blanks == 0 {
                return (byte != b'\n').then_some(byte);
            }
            self.at += 1;
        }
        None
    }

    /// Goes to the next line, past whatever is left of this one; `false` if there is none.
    #[inline]
    pub(crate) fn next_line(&mut self) -> bool {
        if self.text.get(self.at) != Some(&b'\n') {
            self.at = match memchr::memchr(b'\n', &self.text[self.at..]) {
                Some(rest) => self.at + rest,
                None => self.text.len(),
            };
        }
        self.at = (self.at + 1).min(self.text.len());
        self.at < self.text.len()
    }

    /// The next token of this line; empty at the end of the line.
    pub(crate) fn token(&mut self) -> &'t [u8] {
        self.peek();
        let token = self.token_at(self.at);
        self.at += token.len();
        token
    }

    /// Goes from the end of a column to the next one of a table; `false` at the end of the line.
    ///
    /// # Errors
    /// Columns that have nothing between their separators, and columns without a comma between them where
    /// commas separate.
    #[inline]
    pub(crate) fn next_column(&mut self) -> Result<bool, Fault> {
        let commas_separate = self.single != self.ends;
        let (mut separators, start, mut returned) = (0, self.at, false);
        let is_last = loop {
            match self.text.get(self.at) {
                Some(b' ') => {}
                Some(b'\r') => returned = true,
                Some(b'\t') => separators += usize::from(self.ends & TAB != 0),
                Some(b',') if commas_separate => separators += 1,
                other => break matches!(other, None | Some(b'\n')),
            }
            self.at += 1;
        };
        match (separators, is_last) {
            (_, false) if returned => Err(self.returned(start)),
            (0, false) if commas_separate => Err(self.fault("a comma", COMMAS)),
            (2.., false) => Err(self.empty_column(start)),
            (1.., true) if commas_separate => Err(self.empty_column(start)),
            _ => Ok(!is_last),
        }
    }

    /// Demands that the rest of a line, a comment, has no carriage return but at its end: what follows one
    /// may be a line of its own.
    pub(crate) fn check_comment(&self) -> Result<(), Fault> {
        let line = self.rest_of_line();
        let len = line.iter().rposition(|&byte| byte != b'\r').map_or(0, |last| last + 1);
        match memchr::memchr(b'\r', &line[..len]) {
            None => Ok(()),
            Some(at) => Err(self.returned(self.at + at)),
        }
    }

    #[cold]
    fn returned(&self, at: usize) -> Fault {
        let found = "a carriage return inside it".to_owned();
        Fault::new(
            at,
            "the end of the line".to_owned(),
            found,
            "convert the line ends, as with tr '\\r' '\\n'",
        )
    }

    #[cold]
    fn empty_column(&self, at: usize) -> Fault {
        let found = "an empty column".to_owned();
        Fault::new(
            at,
            "a value in every column".to_owned(),
            found,
            "one separator stands between two columns",
        )
    }

    fn token_at(&self, start: usize) -> &'t [u8] {
        let mut end = start;
        while !self.separates(end) {
            end += 1;
        }
        &self.text[start..end]
    }

    /// The rest of this line if it is what it is in most files: `N` numbers of up to eight digits, with one
    /// separator between any two. In any other case nothing is consumed, and the reader has to look
    /// closer.
    #[inline(always)]
    pub(crate) fn naturals<const N: usize>(&mut self) -> Option<[u64; N]> {
        let (mut at, mut numbers) = (self.at, [0; N]);
        for (i, number) in numbers.iter_mut().enumerate() {
            let bytes = self.text.get(at..).and_then(<[u8]>::first_chunk)?;
            let len;
            (*number, len) = number::up_to_eight_digits(*bytes);
            at += len;
            let last = i + 1 == N;
            at += usize::from(last && self.text.get(at) == Some(&b'\r'));
            let follows = if last { LINE_END } else { self.single };
            if len == 0 || CLASS[usize::from(*self.text.get(at)?)] & follows == 0 {
                return None;
            }
            at += usize::from(!last);
        }
        self.at = at;
        Some(numbers)
    }

    /// An unsigned integer of up to 64 bits.
    #[inline]
    pub(crate) fn natural(&mut self, what: &str) -> Result<u64, Fault> {
        self.peek();
        let (value, end) = number::digits(self.text, self.at);
        if (1..=SAFE_DIGITS).contains(&(end - self.at)) && self.separates(end) {
            self.at = end;
            return Ok(value);
        }
        self.unusual_natural(what)
    }

    #[inline(never)]
    fn unusual_natural(&mut self, what: &str) -> Result<u64, Fault> {
        let token = self.token_at(self.at);
        match number::of_token(token) {
            Ok(Number::Natural(value)) => {
                self.at += token.len();
                Ok(value)
            }
            Err(Flaw::TooLong) => Err(self.fault(format!("{what} of at most 64 bits"), "")),
            _ => Err(self.fault(what, if what == "a node" { no_node(token) } else { "" })),
        }
    }

    /// A number of things that a header claims, and that may not exceed `limit`.
    pub(crate) fn count(&mut self, what: &str, limit: usize) -> Result<usize, Fault> {
        self.peek();
        let start = self.at;
        match self.natural(what) {
            Ok(count) if count <= limit as u64 => Ok(count as usize),
            Err(_) if !self.token_at(start).iter().all(u8::is_ascii_digit) || self.peek().is_none() => {
                Err(self.fault(format!("the number of {what}"), ""))
            }
            _ => {
                self.at = start;
                Err(self.fault(format!("at most {limit} {what}"), "more than this build can address"))
            }
        }
    }

    /// The token that the next byte is, if it is one by itself; otherwise nothing is consumed.
    #[inline]
    pub(crate) fn letter(&mut self) -> Option<u8> {
        let letter = self.peek().filter(|_| self.separates(self.at + 1))?;
        self.at += 1;
        Some(letter)
    }

    /// A node: a number from `base` up, of `nodes` many.
    #[inline]
    pub(crate) fn node(&mut self, base: u64, nodes: usize) -> Result<Node, Fault> {
        self.peek();
        let start = self.at;
        let name = self.natural("a node");
        match name {
            Ok(name) if name.wrapping_sub(base) < nodes as u64 => Ok(Node::new((name - base) as usize)),
            _ => {
                self.at = start;
                Err(self.no_such_node(base, nodes))
            }
        }
    }

    #[cold]
    fn no_such_node(&mut self, base: u64, nodes: usize) -> Fault {
        if nodes == 0 {
            return self.fault("no edges, as the graph has no nodes", "");
        }
        let cure = if base == 1 && self.token_at(self.at) == b"0" { "nodes count from 1 here" } else { "" };
        self.fault(format!("a node in {base}..={}", base + (nodes as u64 - 1)), cure)
    }

    /// A weight: an integer of up to 64 bits, or a real.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<Number, Fault> {
        let negative = self.peek() == Some(b'-');
        let start = self.at + usize::from(negative);
        let (value, end) = number::digits(self.text, start);
        if (1..=SAFE_DIGITS).contains(&(end - start)) && self.separates(end) {
            self.at = end;
            return Ok(if negative && value > 0 {
                Number::Negative(-(value as i64))
            } else {
                Number::Natural(value)
            });
        }
        self.unusual_number()
    }

    #[inline(never)]
    fn unusual_number(&mut self) -> Result<Number, Fault> {
        let token = self.token_at(self.at);
        let number = number::of_token(token).map_err(|flaw| self.not_a_weight(flaw))?;
        self.at += token.len();
        Ok(number)
    }

    /// A weight in a column of reals: an integer of any length is one too.
    pub(crate) fn real(&mut self) -> Result<f64, Fault> {
        self.peek();
        let token = self.token_at(self.at);
        let real = number::real(token).map_err(|flaw| self.not_a_weight(flaw))?;
        self.at += token.len();
        Ok(real)
    }

    fn not_a_weight(&mut self, flaw: Flaw) -> Fault {
        match flaw {
            Flaw::NotANumber => {
                let cure = no_number(self.token_at(self.at));
                self.fault("a weight", cure)
            }
            Flaw::TooSmall => {
                self.fault("a weight that is 0 or at least 4.9e-324 in size", "scale the weights, or write 0")
            }
            Flaw::NotAWeight => self.fault("a weight", "NaN has no place in the order of weights"),
            Flaw::TooLong => self.fault(
                "a weight of at most 64 bits",
                "weights do not fit; scale them, or write them as reals",
            ),
            Flaw::TooLarge => {
                let cure = match self.peek() {
                    Some(b'-') => "scale the weights, or write -inf",
                    _ => "scale the weights, or write inf",
                };
                self.fault("a weight of at most 1.8e308 in size", cure)
            }
        }
    }

    /// Demands that nothing but blanks is left of this line.
    #[inline]
    pub(crate) fn end_of_line(&mut self, cure: &'static str) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(b'#' | b'%') => Err(self.fault("the end of the line", ALONE)),
            Some(_) => Err(self.fault("the end of the line", cure)),
        }
    }

    /// That the next token is not what it should be.
    #[cold]
    pub(crate) fn fault(&mut self, expected: impl Into<String>, cure: &'static str) -> Fault {
        self.peek();
        let found = match self.text.get(self.at) {
            None | Some(b'\n') => "the end of the line".to_owned(),
            Some(b',') if self.token_at(self.at).is_empty() => "an empty column".to_owned(),
            Some(_) => quoted(self.token_at(self.at)),
        };
        self.wrong(expected, found, cure)
    }

    /// That something found here is not as it should be.
    #[cold]
    pub(crate) fn wrong(
        &self,
        expected: impl Into<String>,
        found: impl Into<String>,
        cure: &'static str,
    ) -> Fault {
        Fault::new(self.at, expected.into(), found.into(), cure)
    }
}

/// A text past its byte order mark, if it has one.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::super::fault::Cause;
    use super::*;

    fn message(fault: Fault) -> String {
        match fault.into_cause() {
            Cause::Text { at, expected, found, cure } => format!("{at}: {expected}|{found}|{cure}"),
            Cause::Other(error) => error.to_string(),
        }
    }

    #[test]
    fn tokens_of_crlf_lines_with_tabs_and_trailing_blanks() {
        let mut scan = Scanner::new(b"a\t1  2 -7 \r\n\r\n  4.5", Separators::Blanks);
        assert_eq!(scan.token(), b"a");
        assert_eq!(scan.natural("x").unwrap(), 1);
        assert_eq!(scan.node(1, 2).unwrap(), Node::new(1));
        assert_eq!(scan.number().unwrap(), Number::Negative(-7));
        scan.end_of_line("").unwrap();
        assert!(scan.next_line());
        assert_eq!(scan.peek(), None);
        assert!(scan.next_line());
        assert_eq!(scan.number().unwrap(), Number::Real(4.5));
        assert_eq!(scan.peek(), None);
        assert!(!scan.next_line());
    }

    #[test]
    fn usual_lines_are_read_at_once_and_others_are_left() {
        let usual = |text: &str| {
            let separators = if text.contains(',') { Separators::Commas } else { Separators::Blanks };
            let mut scan = Scanner::new(text.as_bytes(), separators);
            let numbers = scan.naturals::<2>();
            assert_eq!(numbers.is_some(), scan.at() > 0);
            numbers.inspect(|_| assert_eq!(text.as_bytes()[scan.at()], b'\n'))
        };
        for text in ["1 2\n", "1\t2\n", "1,2\n", "1 2\r\n", "00000001 00000002\n"] {
            assert_eq!(usual(&format!("{text}123456")), Some([1, 2]), "{text}");
        }
        let others = [
            "1 2",
            "1 2\n",
            "1  2\n",
            " 1 2\n",
            "1 2 \n",
            "1 2 3\n",
            "1 -2\n",
            "1 2.\n",
            "1\n2\n",
            "1 2x\n",
            "\n1 2\n",
            "000000001 2\n",
            "1 000000002\n",
            "1 2\r",
            "1 2\r\r\n",
            "1 /\n",
            "1 :\n",
            "1\u{b2}2\n",
            "1, 2\n",
            "1,2,\n",
            "1,,2\n",
        ];
        for text in others {
            let more = if text == "1 2\n" { "12345" } else { "123456789" };
            assert_eq!(usual(&format!("{text}{more}")), None, "{text}");
        }
    }

    #[test]
    fn tokens_end_where_columns_or_lines_do() {
        let mut scan = Scanner::new(b"1,2", Separators::Blanks);
        assert_eq!(message(scan.natural("a count").unwrap_err()), "0: a count|`1,2`|");
        let mut scan = Scanner::new(b"1\n2 3", Separators::AllBlanks);
        assert_eq!([(); 3].map(|()| scan.natural("x").unwrap()), [1, 2, 3]);
    }

    #[test]
    fn one_comma_or_tab_stands_between_two_columns() {
        let columns = |text: &str, separators| {
            let mut scan = Scanner::new(text.as_bytes(), separators);
            let mut columns = vec![scan.natural("a node").map_err(message)?];
            while scan.next_column().map_err(message)? {
                columns.push(scan.natural("a node").map_err(message)?);
            }
            Ok::<_, String>(columns)
        };
        const EMPTY: &str =
            "a value in every column|an empty column|one separator stands between two columns";
        for text in ["1,2,3", " 1 , 2,\t3 \r\n9", "1,2 ,3\n"] {
            assert_eq!(columns(text, Separators::Commas), Ok(vec![1, 2, 3]), "{text}");
        }
        for text in ["1 2  3", "1\t2 \t 3\t\t", " 1\t2   3\r\n4"] {
            assert_eq!(columns(text, Separators::Table), Ok(vec![1, 2, 3]), "{text}");
        }
        assert_eq!(columns("1\t\t2 \t 3", Separators::Blanks), Ok(vec![1, 2, 3]));
        for (text, at) in [("1,,2", 1), ("1, ,2", 1), ("1,2,", 3), ("1,2,\n3", 3), ("1,", 1)] {
            assert_eq!(columns(text, Separators::Commas), Err(format!("{at}: {EMPTY}")), "{text}");
        }
        assert_eq!(columns("1\t\t2", Separators::Table), Err(format!("1: {EMPTY}")));
        assert_eq!(columns(",1", Separators::Commas), Err("0: a node|an empty column|".to_owned()));
        assert_eq!(columns("1,2 3", Separators::Commas), Err(format!("4: a comma|`3`|{COMMAS}")));
    }

    #[test]
    fn faults_say_where_and_what() {
        let fault = |text: &str, read: fn(&mut Scanner<'_>) -> Result<(), Fault>| {
            message(read(&mut Scanner::new(text.as_bytes(), Separators::Blanks)).unwrap_err())
        };
        let node = |scan: &mut Scanner<'_>| scan.node(1, 6).map(drop);
        assert_eq!(fault(" 7", node), "1: a node in 1..=6|`7`|");
        assert_eq!(fault("0", node), "0: a node in 1..=6|`0`|nodes count from 1 here");
        assert_eq!(fault("-1", node), "0: a node in 1..=6|`-1`|");
        assert_eq!(fault("99999999999999999999", node), "0: a node in 1..=6|`99999999999999999999`|");
        assert_eq!(fault("  \n", node), "2: a node in 1..=6|the end of the line|");
        assert_eq!(fault("1", |s| s.node(1, 0).map(drop)), "0: no edges, as the graph has no nodes|`1`|");
        let number = |scan: &mut Scanner<'_>| scan.number().map(drop);
        assert_eq!(fault("nan", number), "0: a weight|`nan`|NaN has no place in the order of weights");
        assert_eq!(fault("1x\u{1}", number), "0: a weight|`1x\\u{1}`|");
        assert!(fault("99999999999999999999", number).contains("weights do not fit"));
        let count = |scan: &mut Scanner<'_>| scan.count("arcs", 9).map(drop);
        assert_eq!(fault(" 10", count), "1: at most 9 arcs|`10`|more than this build can address");
        assert!(fault("99999999999999999999", count).contains("at most 9 arcs"));
        assert_eq!(fault("1.5", count), "0: the number of arcs|`1.5`|");
        assert_eq!(fault(" \n9", count), "1: the number of arcs|the end of the line|");
        assert_eq!(fault("x 1", |s| s.end_of_line("hm")), "0: the end of the line|`x`|hm");
    }
}
