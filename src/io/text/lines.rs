//! Text as blocks of whole lines.
//!
//! A line is parsed in the same way wherever it is. So a body of text can be cut at line ends, its blocks can
//! be parsed in any order on any thread, and the results are combined in the order of the blocks. The readers
//! of text formats share this: a *heading*, which is read line by line, and a *body*, with a function from a
//! block to a partial result and a function that appends it. The threads that parse blocks of a file also
//! read them. Blocks of a stream are read while the ones before are parsed; an incomplete line at the end of
//! a block moves to the next block.
//!
//! A line longer than a block makes a longer block: memory is bounded by the number of bytes, not by their
//! content. Lines are counted only for streams; in a file, only when a message needs the number.

use std::io::Read;
use std::iter;
use std::path::{Path, PathBuf};

use crate::ReadOptions;
use crate::budget::{Budget, Lists};
use crate::bytes::{BYTE_ORDER_MARK, Content, RandomAccess, Spares};
use crate::text::blocks::{Block, Unread};
use crate::text::fault::{Cause, Fault};
use crate::text::line::{Begin, Line, line_ends};
use crate::text::room::{BLOCK, Room};
use crate::text::scan::Scanner;
use crate::text::separators::Separators;
use boscage_core::comm::share;
use boscage_core::exec::Exec;
use boscage_core::parallel::{ITEMS_PER_THREAD, pipeline};
use boscage_core::{At, Error, Place, Result};

/// The bytes that an edge, and a number in the text with its separator, are taken to have.
const EDGE: usize = 12;
const NUMBER: usize = 6;

/// The text of an input, read from its beginning to its end.
pub(crate) struct Text<'a> {
    exec: &'a Exec,
    unread: Unread<'a>,
    block: usize,
    separators: Separators,
    /// Bytes of memory that a number of the text makes.
    number: Made,
    passed: Passed<'a>,
}

/// The part of a text that has been consumed.
struct Passed<'a> {
    path: PathBuf,
    /// All of the text, if it can be read at any place.
    content: Option<RandomAccess<'a>>,
    /// Its bytes, the byte order mark included.
    bytes: u64,
    /// Its line ends: all those of a stream, or those of the heading.
    lines: u64,
}

/// Bytes of memory that are made of a number, if all numbers of some lines are naturals, and otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made {
    pub(crate) natural: usize,
    pub(crate) other: usize,
}

/// An edge for every two numbers. The edges before a weight that is no `u32` are there twice for a while.
const EDGE_OF_TWO: Made = Made { natural: EDGE / 2, other: (EDGE + 16) / 2 };

impl Made {
    /// The bytes that are made of some lines.
    fn of(self, lines: &[u8], separators: Separators) -> usize {
        let is_natural = memchr::memchr3(b'.', b'-', b'e', lines).is_none();
        separators.numbers(lines) * if is_natural { self.natural } else { self.other }
    }

    /// The bytes of each thread that are made of blocks of usual lines, and wait for other blocks.
    fn waiting(self) -> usize {
        ITEMS_PER_THREAD * BLOCK / NUMBER * self.natural
    }
}

/// A block that has been parsed.
struct Parsed<P> {
    result: Result<P, Fault>,
    /// Bytes of its lines, and where a file has them.
    bytes: u64,
    at: u64,
    /// Line ends among them, before the fault if there is one; not counted in a file without a fault.
    lines: u64,
    /// Counts the memory of the result, if the lines are long.
    made: Option<Room>,
}

/// The outcome of a line of the heading.
pub(crate) enum Heading<T> {
    /// A comment, or blank: on to the next line.
    Skip,
    /// Part of the heading: consumed as far as the scanner has gone.
    Take(T),
    /// The first line of the body: not consumed.
    Leave(T),
}

impl<T> Heading<T> {
    /// Skips a comment.
    ///
    /// # Errors
    /// As [`Scanner::check_comment`].
    pub(crate) fn comment(scan: &Scanner<'_>) -> Result<Self, Fault> {
        scan.check_comment()?;
        Ok(Self::Skip)
    }
}

impl<'a> Text<'a> {
    /// The text of an input, past its byte order mark.
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

    /// Says how much memory a number of the text makes, where that is not an edge for two of them.
    pub(crate) fn set_made(&mut self, number: Made) {
        self.number = number;
        self.unread.reads_text(number.waiting());
    }

    /// Says what separates tokens from here on.
    pub(crate) fn set_separators(&mut self, separators: Separators) {
        self.separators = separators;
    }

    /// The input's name.
    pub(crate) fn path(&self) -> &Path {
        &self.passed.path
    }

    /// Bytes consumed so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.passed.bytes
    }

    /// Bytes still to come, as far as they are known to be there: what may justify reserving memory.
    pub(crate) fn at_hand(&self) -> usize {
        self.unread.at_hand()
    }

    /// Leaves to [`Text::body`] only the lines of one of `ranks` parts of a content that can be read at any
    /// place, those that begin in it. The parts are equally long, as far as they go. To be called after the
    /// heading, which is in no part.
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

    /// The number of a line in the whole text, from 1.
    ///
    /// # Errors
    /// If its lines cannot be counted, as the content cannot be read again.
    pub(crate) fn number(&self, line: Line) -> Result<u64> {
        self.passed.number(line)
    }

    /// Reads lines until `line`, which also gets their numbers, takes or leaves one, and returns what it made
    /// of it with the line's number; `None` at the end of the text.
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

    /// Parses the rest of the text: every block by `parse`, on all threads, and
    /// every result by `append`, one after the other in the order of the blocks, while others are parsed;
    /// `append` also gets where the block begins.
    ///
    /// # Errors
    /// The first of: what `parse` finds wrong in a block, what `append` finds wrong, what keeps the stream
    /// from being read.
    pub(crate) fn body<P: Send>(
        &mut self,
        parse: impl Fn(&mut Scanner<'_>) -> Result<P, Fault> + Sync,
        mut append: impl FnMut(P, Begin) -> Result<()> + Send,
    ) -> Result<()> {
        let Self { exec, unread, block, separators, number, passed } = self;
        let (path, counting) = (passed.path.clone(), passed.content.is_none());
        let spares = Spares::default();
        let mut failed = false;
        let blocks = iter::from_fn(|| {
            if failed {
                return None;
            }
            let next = unread.next_block(&path, *block, *separators, &spares);
            failed = next.is_err();
            next.transpose()
        });
        let parse = |block: Result<Block<'a>>| {
            let (mut buffer, lines, at) = block?.into_lines(&path, *separators, &spares)?;
            if lines.is_empty() {
                spares.keep(buffer);
                return Ok(None); // a longer line goes on through the whole block
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
                spares.keep(buffer);
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

    /// Consumes the first bytes that are pending.
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
    /// Counts a block as consumed, if nothing is wrong in it; what came of it, where it begins, and what
    /// counts its memory.
    fn pass<P>(&mut self, parsed: Parsed<P>) -> Result<(P, Begin, Option<Room>)> {
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

    /// The line ends in the first bytes of a content.
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

    /// The error that a fault is, where `line` finds the line of its place.
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
