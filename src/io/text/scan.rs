//! Splits text into tokens.
//!
//! The scanner processes a slice of whole lines once, byte by byte. It does not search for the end of a line
//! first: a number is read while its end is found. It allocates nothing unless there is an error. Blanks,
//! tabs and carriage returns separate tokens (so CRLF needs no special rule). In comma-separated files there
//! is exactly one comma between two tokens ([`Scanner::next_column`]).
//!
//! An error is a [`Fault`] at a position in the slice.

mod faults;
#[cfg(test)]
mod tests;

use crate::text::cures::{ALONE, COMMAS, no_node};
use crate::text::fault::Fault;
use crate::text::line::Line;
use crate::text::number::{self, Flaw, Number, SAFE_DIGITS};
use crate::text::separators::{CLASS, LINE_END, Separators, TAB};
use boscage_core::graph::Node;

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

    /// Returns `true` if columns are separated as in a table.
    #[inline]
    pub(crate) fn is_table(&self) -> bool {
        self.ends != Separators::Blanks.ends()
    }

    /// The rest of the line.
    pub(crate) fn rest_of_line(&self) -> &'t [u8] {
        let rest = &self.text[self.at..];
        memchr::memchr(b'\n', rest).map_or(rest, |end| &rest[..end])
    }

    /// The text from the position on.
    pub(crate) fn rest_of_text(&self) -> &'t [u8] {
        &self.text[self.at..]
    }

    /// Goes to a position.
    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Returns `true` if the byte before the position is this one.
    pub(crate) fn has_passed(&self, byte: u8) -> bool {
        self.at.checked_sub(1).is_some_and(|before| self.text[before] == byte)
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

    /// The first byte of the next token of this line, without consuming it; `None` at the end of the line.
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

    /// Skips the rest of this line. Returns `false` if there is no next line.
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

    /// Goes from the end of a column of a table to the next one. Returns `false` at the end of the line.
    ///
    /// # Errors
    /// Empty columns, and a missing comma if commas separate columns.
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

    /// Checks that the rest of a line, a comment, has no carriage return except at its end: the text after it
    /// may be another line.
    pub(crate) fn check_comment(&self) -> Result<(), Fault> {
        let line = self.rest_of_line();
        let len = line.iter().rposition(|&byte| byte != b'\r').map_or(0, |last| last + 1);
        match memchr::memchr(b'\r', &line[..len]) {
            None => Ok(()),
            Some(at) => Err(self.returned(self.at + at)),
        }
    }

    fn token_at(&self, start: usize) -> &'t [u8] {
        let mut end = start;
        while !self.separates(end) {
            end += 1;
        }
        &self.text[start..end]
    }

    /// The rest of this line, if it has the usual form: `N` numbers of up to eight digits with one separator
    /// between two numbers. Otherwise it consumes nothing.
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

    /// A count in a header, which may not exceed `limit`.
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

    /// The next token, if it is a single byte. Otherwise it consumes nothing.
    #[inline]
    pub(crate) fn letter(&mut self) -> Option<u8> {
        let letter = self.peek().filter(|_| self.separates(self.at + 1))?;
        self.at += 1;
        Some(letter)
    }

    /// A node: one of `nodes` numbers from `base` on.
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

    /// A weight in a column of reals, which may be an integer of any length.
    pub(crate) fn real(&mut self) -> Result<f64, Fault> {
        self.peek();
        let token = self.token_at(self.at);
        let real = number::real(token).map_err(|flaw| self.not_a_weight(flaw))?;
        self.at += token.len();
        Ok(real)
    }

    /// Checks that the rest of this line is blank.
    #[inline]
    pub(crate) fn end_of_line(&mut self, cure: &'static str) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(b'#' | b'%') => Err(self.fault("the end of the line", ALONE)),
            Some(_) => Err(self.fault("the end of the line", cure)),
        }
    }
}
