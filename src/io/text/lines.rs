//! Text as blocks of whole lines.
//!
//! The meaning of a line does not depend on its place. So a body of text can be cut at line ends, its blocks
//! can be parsed in any order on any thread, and the results are combined in the order of the blocks. The
//! readers of text formats share this: a *heading*, which is read line by line, and a *body*, with a
//! function that parses a block to a partial result and a function that appends it. The threads that parse
//! blocks of a file also read them. Blocks of a stream are read while earlier blocks are parsed; an
//! incomplete line at the end of a block is moved to the next block.
//!
//! A line longer than a block makes a longer block, so memory is bounded by the number of bytes. Lines of
//! streams are always counted; lines of a file are counted only if a message needs the number.

use std::io::Read;
use std::iter;
use std::path::{Path, PathBuf};

use crate::ReadOptions;
use crate::budget::{Budget, Lists};
use crate::bytes::{BYTE_ORDER_MARK, Content, Pool, RandomAccess};
use crate::text::blocks::{Block, Unread};
use crate::text::fault::{Cause, Fault};
use crate::text::line::{Begin, Line, line_ends};
use crate::text::scan::Scanner;
use crate::text::separators::Separators;
use crate::text::text_buffer::{BLOCK, TextBuffer};
use boscage_core::comm::share;
use boscage_core::exec::Exec;
use boscage_core::parallel::{ITEMS_PER_THREAD, pipeline};
use boscage_core::{At, Error, Place, Result};

/// Estimated bytes of an edge in memory, and of a number with its separator in the text.
const EDGE: usize = 12;
const NUMBER: usize = 6;

/// The text of an input, read from its beginning to its end.
pub(crate) struct Text<'a> {
    exec: &'a Exec,
    unread: Unread<'a>,
    block: usize,
    separators: Separators,
    /// Bytes of parsed data per number of the text.
    number: ParsedBytes,
    passed: Passed<'a>,
}

/// The part of a text that has been consumed.
struct Passed<'a> {
    path: PathBuf,
    /// The whole content, if it can be read at any place.
    content: Option<RandomAccess<'a>>,
    /// Number of bytes, including the byte order mark.
    bytes: u64,
    /// Number of line ends: of a stream, or of the heading of a file.
    lines: u64,
}

/// Bytes of parsed data per number of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParsedBytes {
    /// If all numbers of some lines are naturals.
    pub(crate) natural: usize,
    /// Otherwise.
    pub(crate) other: usize,
}

/// One edge per two numbers. Edges before a weight that is not a `u32` are converted, so they exist twice
/// for a time.
const EDGE_OF_TWO: ParsedBytes = ParsedBytes { natural: EDGE / 2, other: (EDGE + 16) / 2 };

impl ParsedBytes {
    /// The bytes of parsed data of some lines.
    fn of(self, lines: &[u8], separators: Separators) -> usize {
        let is_natural = memchr::memchr3(b'.', b'-', b'e', lines).is_none();
        separators.numbers(lines) * if is_natural { self.natural } else { self.other }
    }

    /// The bytes of parsed data per thread that wait for other blocks, if lines have usual lengths.
    fn waiting(self) -> usize {
        ITEMS_PER_THREAD * BLOCK / NUMBER * self.natural
    }
}

/// A block that has been parsed.
struct Parsed<P> {
    result: Result<P, Fault>,
    /// Number of bytes of its lines.
    bytes: u64,
    /// Place in the file.
    at: u64,
    /// Number of line ends, or of those before the fault. Not counted in a file without a fault.
    lines: u64,
    /// Counts the memory of the result, if the lines are long.
    made: Option<TextBuffer>,
}

/// The outcome of a line of the heading.
pub(crate) enum Heading<T> {
    /// A comment or a blank line, which is consumed.
    Skip,
    /// A line of the heading, which is consumed up to the position of the scanner.
    Take(T),
    /// The first line of the body, which is not consumed.
    Leave(T),
}

impl<T> Heading<T> {
    /// Skips a comment.
    ///
    /// # Errors
    /// Those of [`Scanner::check_comment`].
    pub(crate) fn comment(scan: &Scanner<'_>) -> Result<Self, Fault> {
        scan.check_comment()?;
        Ok(Self::Skip)
    }
}

impl<'a> Text<'a> {
    /// The text of an input, after its byte order mark.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub(crate) fn open(content: Content<'a>, separators: Separators, options: &ReadOptions) -> Result<Self> {
        let Content { exec, path, data, .. } = content;
        let budget = Budget::of(options, &path, Lists::Edges);
        let (unread, block) = (Unread::new(data, budget), block_size());
        unread.reads_text(EDGE_OF_TWO.waiting());
        let passed = Passed { path, content: unread.content(), bytes: 0, lines: 0 };
        let mut text = Self { exec, unread, block, separators, number: EDGE_OF_TWO, passed };
        while text.unread.pending().len() < BYTE_ORDER_MARK.len() && text.more()? {}
        if text.unread.pending().starts_with(BYTE_ORDER_MARK) {
            text.consume(BYTE_ORDER_MARK.len());
        }
        Ok(text)
    }

    /// Sets the bytes of parsed data per number, if it is not one edge per two numbers.
    pub(crate) fn set_parsed_bytes(&mut self, number: ParsedBytes) {
        self.number = number;
        self.unread.reads_text(number.waiting());
    }

    /// Sets the separators of tokens from here on.
    pub(crate) fn set_separators(&mut self, separators: Separators) {
        self.separators = separators;
    }

    /// Cuts a stream only at line ends outside the quotes of a table from here on; a blank as separator
    /// stands for any number of blanks and tabs.
    pub(crate) fn cut_outside_quotes(&mut self, separator: u8) {
        self.unread.cut_outside_quotes(separator);
    }

    /// The name of the input.
    pub(crate) fn path(&self) -> &Path {
        &self.passed.path
    }

    /// Number of bytes consumed so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.passed.bytes
    }

    /// Number of unread bytes that certainly exist. They may justify reserving memory.
    pub(crate) fn at_hand(&self) -> usize {
        self.unread.at_hand()
    }

    /// Limits [`Text::body`] to the lines that begin in one of `ranks` ranges of equal length. The content
    /// must be readable at any place. Must be called after the heading, which belongs to no range.
    pub(crate) fn keep_part(&mut self, rank: usize, ranks: usize) {
        let bytes = self.passed.content.map_or(0, |content| content.len());
        self.unread.keep(share(bytes, rank, ranks));
    }

    /// The error that the input is not what its format demands.
    pub(crate) fn wrong(
        &self,
        at: At,
        expected: impl Into<String>,
        found: impl Into<String>,
        cure: &'static str,
    ) -> Error {
        self.passed.wrong(at, expected.into(), found.into(), cure)
    }

    /// The number of a line in the whole text, counted from 1.
    ///
    /// # Errors
    /// If the content cannot be read again to count its lines.
    pub(crate) fn number(&self, line: Line) -> Result<u64> {
        self.passed.number(line)
    }

    /// Calls `line` with each line and its number, until it takes or leaves one. Returns the value for this
    /// line and its number; `None` at the end of the text.
    ///
    /// # Errors
    /// Those of `line`, and those of reading the stream.
    pub(crate) fn heading<T>(
        &mut self,
        mut line: impl FnMut(&mut Scanner<'_>, u64) -> Result<Heading<T>, Fault>,
    ) -> Result<Option<(T, u64)>> {
        loop {
            let end = match memchr::memchr(b'\n', self.unread.pending()) {
                Some(end) => end + 1,
                None if self.more()? => continue,
                None if self.unread.pending().is_empty() => return Ok(None),
                None => self.unread.pending().len(),
            };
            let mut scan = Scanner::new(&self.unread.pending()[..end], self.separators);
            let number = self.passed.lines + 1;
            let heading = line(&mut scan, number);
            let taken = scan.at();
            let line = |at: usize| Ok(number + line_ends(&self.unread.pending()[..at]));
            match heading.map_err(|fault| self.passed.locate(fault, line))? {
                Heading::Skip => self.consume(end),
                Heading::Leave(value) => return Ok(Some((value, number))),
                Heading::Take(value) => {
                    self.consume(taken);
                    return Ok(Some((value, number)));
                }
            }
        }
    }

    /// Parses the rest of the text. `parse` is called with each block, on all threads. `append` is called
    /// with each result and the begin of its block, in the order of the blocks, while other blocks are
    /// parsed.
    ///
    /// # Errors
    /// The first error, in the order of the text, of `parse`, of `append`, and of reading the stream.
    pub(crate) fn body<P: Send>(
        &mut self,
        parse: impl Fn(&mut Scanner<'_>) -> Result<P, Fault> + Sync,
        mut append: impl FnMut(P, Begin) -> Result<()> + Send,
    ) -> Result<()> {
        let Self { exec, unread, block, separators, number, passed } = self;
        let (path, counting) = (passed.path.clone(), passed.content.is_none());
        let pool = Pool::default();
        let mut failed = false;
        let blocks = iter::from_fn(|| {
            if failed {
                return None;
            }
            let next = unread.next_block(&path, *block, *separators, &pool);
            failed = next.is_err();
            next.transpose()
        });
        let parse = |block: Result<Block<'a>>| {
            let (mut buffer, lines, at) = block?.into_lines(&path, *separators, &pool)?;
            if lines.is_empty() {
                pool.keep(buffer);
                return Ok(None); // one line is longer than the whole block
            }
            if buffer.is_long() {
                let made = number.of(&buffer[lines.clone()], *separators);
                buffer.makes(made)?;
            }
            let lines = &buffer[lines];
            let result = parse(&mut Scanner::new(lines, *separators));
            let sound = result.as_ref().map_or_else(Fault::at, |_| lines.len());
            let ends = if counting || result.is_err() { line_ends(&lines[..sound]) } else { 0 };
            let bytes = lines.len() as u64;
            let made = if buffer.is_long() {
                Some(buffer.into_made())
            } else {
                pool.keep(buffer);
                None
            };
            Ok(Some(Parsed { result, bytes, lines: ends, at, made }))
        };
        pipeline(exec, blocks, parse, |parsed: Result<Option<Parsed<P>>>| {
            let Some(parsed) = parsed? else { return Ok(()) };
            let (part, begin, made) = passed.pass(parsed)?;
            append(part, begin)?;
            drop(made);
            Ok(())
        })
    }

    /// Consumes the first pending bytes.
    fn consume(&mut self, len: usize) {
        self.passed.lines += line_ends(&self.unread.pending()[..len]);
        self.passed.bytes += len as u64;
        self.unread.consume(len);
    }

    fn more(&mut self) -> Result<bool> {
        self.unread.more(&self.passed.path, self.block)
    }
}

impl Passed<'_> {
    /// Counts a block as consumed, if it has no fault. Returns its result, its begin, and the counter of its
    /// memory.
    fn pass<P>(&mut self, parsed: Parsed<P>) -> Result<(P, Begin, Option<TextBuffer>)> {
        let Parsed { result, bytes, lines, at, made } = parsed;
        let begin = if self.content.is_some() { Begin::Byte(at) } else { Begin::Lines(self.lines) };
        let part =
            result.map_err(|fault| self.locate(fault, |_| self.number(Line { begin, before: lines })))?;
        self.bytes += bytes;
        self.lines += lines;
        Ok((part, begin, made))
    }

    fn number(&self, line: Line) -> Result<u64> {
        let before = match (line.begin, self.content) {
            (Begin::Byte(at), Some(content)) => self.lines_before(content, at)?,
            (Begin::Lines(lines), _) => lines,
            (Begin::Byte(_), None) => unreachable!("blocks of a stream begin after lines"),
        };
        Ok(1 + before + line.before)
    }

    /// Number of line ends in the first bytes of a content.
    fn lines_before(&self, content: RandomAccess<'_>, bytes: u64) -> Result<u64> {
        let (mut stream, mut buffer, mut lines) = (content.stream().take(bytes), vec![0; BLOCK], 0);
        loop {
            match stream.read(&mut buffer).map_err(|source| Content::unreadable(&self.path, source))? {
                0 => return Ok(lines),
                read => lines += line_ends(&buffer[..read]),
            }
        }
    }

    fn wrong(&self, at: At, expected: String, found: String, cure: &'static str) -> Error {
        Error::Parse { place: Place { path: self.path.clone(), at }, expected, found, cure }
    }

    /// Converts a fault to an error; `line` returns the line of a position.
    fn locate(&self, fault: Fault, line: impl FnOnce(usize) -> Result<u64>) -> Error {
        match fault.into_cause() {
            Cause::Other(error) => error,
            Cause::Text { at, expected, found, cure } => match line(at) {
                Ok(line) => self.wrong(At::Line(line), expected, found, cure),
                Err(error) => error,
            },
        }
    }
}

#[cfg(not(test))]
fn block_size() -> usize {
    BLOCK
}

#[cfg(test)]
pub(crate) use tests::{block_size, with_blocks_of};

#[cfg(test)]
mod tests;
