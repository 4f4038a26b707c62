//! The source of the blocks of a text.
//!
//! A stream is read into a buffer. The buffer becomes the block, and the bytes after the end of its last line
//! begin the next block. Content that can be read at any place is cut into ranges of equal length; the block
//! of a range has the lines that *begin* in it. So the thread that parses a block can also read it, and find
//! its first line and the end of its last line, independently of other threads. In both cases the memory of a
//! block is reused.

use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::budget::Budget;
use crate::bytes::{Content, Data, Pool, RandomAccess};
use crate::text::quotes::unquoted_line_ends;
use crate::text::separators::Separators;
use crate::text::text_buffer::{BLOCK, TextBuffer};
use boscage_core::Result;

/// The unread bytes of a text.
pub(crate) struct Unread<'a> {
    stream: Box<dyn Read + Send + 'a>,
    /// `buffer[at..]` are the bytes of the stream that have been read but not consumed.
    buffer: TextBuffer,
    at: usize,
    ended: bool,
    /// The content that the stream reads, if it can be read at any place.
    content: Option<RandomAccess<'a>>,
    /// Bytes consumed.
    consumed: u64,
    /// The begin of the next part of the content, and the end of the last one.
    cut: u64,
    end: u64,
    /// The separator of a table in which line ends inside quotes end no line.
    quotes: Option<u8>,
    /// Admits memory for text.
    budget: Arc<Budget>,
}

/// Largest number of bytes that are searched for the end of a quoted value.
const QUOTED: usize = 1 << 24;

/// Some lines of a text.
pub(crate) enum Block<'a> {
    /// Lines that have been read.
    Read(TextBuffer),
    /// Lines that begin in a range of the content, not read yet.
    Range(LineRange<'a>),
}

/// The lines that begin in a range of a content.
pub(crate) struct LineRange<'a> {
    content: RandomAccess<'a>,
    range: Range<u64>,
    /// True if a line is known to begin where the range does.
    leading: bool,
    budget: Arc<Budget>,
}

impl<'a> Unread<'a> {
    /// All bytes of a content.
    pub(crate) fn new(data: Data<'a>, budget: Budget) -> Self {
        let (stream, content): (Box<dyn Read + Send + 'a>, _) = match data {
            Data::RandomAccess(content) => (Box::new(content.stream()), Some(content)),
            Data::Stream(stream) => (stream, None),
        };
        let budget = Arc::new(budget);
        let buffer = TextBuffer::new(&budget, content.is_none());
        let end = content.map_or(0, |content| content.len());
        Self { stream, buffer, at: 0, ended: false, content, consumed: 0, cut: 0, end, quotes: None, budget }
    }

    /// Records the number of bytes per thread of parsed data that waits.
    pub(crate) fn reads_text(&self, waiting: usize) {
        // The blocks of a stream are counted as they come.
        let block = if self.content.is_some() { BLOCK } else { 0 };
        self.budget.reads_text(block + waiting);
    }

    /// The content, if it can be read at any place.
    pub(crate) fn content(&self) -> Option<RandomAccess<'a>> {
        self.content
    }

    /// Cuts a stream only at line ends outside the quotes of a table from here on; a blank as separator
    /// stands for any number of blanks and tabs.
    pub(crate) fn cut_outside_quotes(&mut self, separator: u8) {
        self.quotes = Some(separator);
    }

    /// The last place where the pending bytes may be cut.
    fn last_break(&self, separators: Separators) -> Option<usize> {
        let pending = self.pending();
        match self.quotes.filter(|_| pending.len() <= QUOTED) {
            None => separators.last_break(pending),
            Some(b' ') => unquoted_line_ends(pending, |byte| matches!(byte, b' ' | b'\t')).last(),
            Some(separator) => unquoted_line_ends(pending, |byte| byte == separator).last(),
        }
    }

    /// Skips all unread lines except those that begin in a range of the content.
    pub(crate) fn keep(&mut self, range: Range<u64>) {
        self.cut = range.start.max(self.consumed);
        self.end = range.end.max(self.cut);
    }

    /// Number of unread bytes that certainly exist.
    pub(crate) fn at_hand(&self) -> usize {
        if self.content.is_some() { (self.end - self.cut) as usize } else { self.pending().len() }
    }

    /// The bytes of the stream that have been read but not consumed.
    pub(crate) fn pending(&self) -> &[u8] {
        &self.buffer[self.at..]
    }

    /// Consumes the first pending bytes.
    pub(crate) fn consume(&mut self, len: usize) {
        self.at += len;
        self.consumed += len as u64;
        self.cut = self.consumed;
    }

    /// Reads more of the stream. Returns `false` at its end. It reads `block` bytes and a quarter of the
    /// number of pending bytes, so that a line of any length is searched for its end only a few times.
    pub(crate) fn more(&mut self, path: &Path, block: usize) -> Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.buffer.drain(..std::mem::take(&mut self.at));
        let wanted = block + self.buffer.len() / 4;
        self.buffer.grow(wanted)?;
        let got = self
            .stream
            .by_ref()
            .take(wanted as u64)
            .read_to_end(&mut self.buffer)
            .map_err(|source| Content::unreadable(path, source))?;
        self.ended = got < wanted;
        Ok(got > 0)
    }

    /// The next block, of about `block` bytes; `None` at the end.
    pub(crate) fn next_block(
        &mut self,
        path: &Path,
        block: usize,
        separators: Separators,
        pool: &Pool<TextBuffer>,
    ) -> Result<Option<Block<'a>>> {
        let Some(content) = self.content else {
            let block = self.read_block(path, block, separators, pool)?;
            return Ok((!block.is_empty()).then_some(Block::Read(block)));
        };
        let range = self.cut..self.end.min(self.cut + block as u64);
        self.cut = range.end;
        let leading = range.start == self.consumed;
        let budget = self.budget.clone();
        Ok((!range.is_empty()).then_some(Block::Range(LineRange { content, range, leading, budget })))
    }

    /// Reads the next block from the stream: at least `block` bytes, and more only for a longer line; empty
    /// at the end.
    fn read_block(
        &mut self,
        path: &Path,
        block: usize,
        separators: Separators,
        pool: &Pool<TextBuffer>,
    ) -> Result<TextBuffer> {
        let end = loop {
            if self.pending().len() < block && self.more(path, block)? {
                continue;
            }
            if self.ended {
                break self.buffer.len();
            }
            match self.last_break(separators) {
                Some(last) => break self.at + last + 1,
                None => self.more(path, block)?,
            };
        };
        let mut spare = pool.take().unwrap_or_else(|| TextBuffer::new(&self.budget, true));
        spare.clear();
        spare.grow(self.buffer.len() - end + block)?;
        spare.extend_from_slice(&self.buffer[end..]);
        self.buffer.truncate(end);
        self.buffer.drain(..std::mem::take(&mut self.at));
        Ok(std::mem::replace(&mut self.buffer, spare))
    }
}

impl Block<'_> {
    /// A buffer with the lines, their place in it, and the place of the first line in the content.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`] and [`boscage_core::Error::Io`].
    pub(crate) fn into_lines(
        self,
        path: &Path,
        separators: Separators,
        pool: &Pool<TextBuffer>,
    ) -> Result<(TextBuffer, Range<usize>, u64)> {
        match self {
            Self::Read(lines) => {
                let all = 0..lines.len();
                Ok((lines, all, 0))
            }
            Self::Range(range) => {
                let mut buffer = pool.take().unwrap_or_else(|| TextBuffer::new(&range.budget, false));
                let (lines, at) = range.read(path, separators, &mut buffer)?;
                Ok((buffer, lines, at))
            }
        }
    }
}

impl LineRange<'_> {
    /// Reads the lines into `buffer`.
    fn read(
        &self,
        path: &Path,
        separators: Separators,
        buffer: &mut TextBuffer,
    ) -> Result<(Range<usize>, u64)> {
        /// Bytes that are first read after the range, in which its last line should end.
        const BEYOND: u64 = 256;
        // A line begins after a line end, so the byte before the range is needed, too.
        let from = if self.leading { self.range.start } else { self.range.start - 1 };
        let len = self.content.len();
        let fill = |buffer: &mut TextBuffer, filled: usize, until: u64| {
            let wanted = (until - from) as usize;
            buffer.grow(wanted.saturating_sub(buffer.len()))?;
            buffer.resize(wanted, 0);
            let read = self.content.read(&mut buffer[filled..], from + filled as u64);
            read.map_err(|source| Content::unreadable(path, source))
        };
        let mut until = len.min(self.range.end + BEYOND);
        fill(buffer, 0, until)?;
        // Line ends from here on belong to lines that begin in the range.
        let mut searched = (self.range.end - from) as usize - 1;
        let begin = match separators.first_break(&buffer[..searched]) {
            _ if self.leading => 0,
            Some(end) => end + 1,
            None => return Ok((0..0, from)),
        };
        let end = loop {
            match separators.first_break(&buffer[searched..]) {
                Some(end) => break searched + end + 1,
                None if until == len => break buffer.len(),
                None => {
                    searched = buffer.len();
                    until = len.min(until + (self.range.end - self.range.start) + searched as u64 / 4);
                    fill(buffer, searched, until)?;
                }
            }
        };
        Ok((begin..end, from + begin as u64))
    }
}
