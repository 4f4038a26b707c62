//! The source of the blocks of a text.
//!
//! A stream is read into a buffer. The buffer becomes the block, and the bytes after the end of its last line
//! begin the next block. Content that can be read at any place is cut into parts of equal length; the block
//! of a part has the lines that *begin* in it. So the thread that parses a block can also read it, and find
//! its first line and the end of its last line, independently of other threads. In both cases the memory of a
//! block is used again for a later one.

use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::budget::Budget;
use crate::bytes::{Content, Data, RandomAccess, Spares};
use crate::text::room::{BLOCK, Room};
use crate::text::separators::Separators;
use boscage_core::Result;

/// The bytes of a text that are still to come.
pub(crate) struct Unread<'a> {
    stream: Box<dyn Read + Send + 'a>,
    /// The bytes that have been read from the stream and not been consumed are `buffer[at..]`.
    buffer: Room,
    at: usize,
    ended: bool,
    /// The content that the stream reads, if it can be read at any place.
    content: Option<RandomAccess<'a>>,
    /// Bytes consumed.
    consumed: u64,
    /// The begin of the next part of the content, and the end of the last one.
    cut: u64,
    end: u64,
    /// Is asked about memory for text.
    budget: Arc<Budget>,
}

/// Some lines of a text.
pub(crate) enum Block<'a> {
    /// Those that have been read.
    Read(Room),
    /// Those that begin in a part of a content.
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
        let buffer = Room::new(&budget, content.is_none());
        let end = content.map_or(0, |content| content.len());
        Self { stream, buffer, at: 0, ended: false, content, consumed: 0, cut: 0, end, budget }
    }

    /// Says how many bytes of each thread are made of the text, and wait.
    pub(crate) fn reads_text(&self, waiting: usize) {
        // The blocks of a stream are counted as they come.
        let block = if self.content.is_some() { BLOCK } else { 0 };
        self.budget.reads_text(block + waiting);
    }

    /// The content, if it can be read at any place.
    pub(crate) fn content(&self) -> Option<RandomAccess<'a>> {
        self.content
    }

    /// Leaves out all lines still to come, but those that begin in a range of the content.
    pub(crate) fn keep(&mut self, range: Range<u64>) {
        self.cut = range.start.max(self.consumed);
        self.end = range.end.max(self.cut);
    }

    /// Bytes still to come, as far as they are known to be there.
    pub(crate) fn at_hand(&self) -> usize {
        if self.content.is_some() { (self.end - self.cut) as usize } else { self.pending().len() }
    }

    /// The bytes that have been read of the stream and not been consumed.
    pub(crate) fn pending(&self) -> &[u8] {
        &self.buffer[self.at..]
    }

    /// Consumes the first bytes that are pending.
    pub(crate) fn consume(&mut self, len: usize) {
        self.at += len;
        self.consumed += len as u64;
        self.cut = self.consumed;
    }

    /// Reads more of the stream; `false` if there is no more. It reads `block` bytes, and a quarter of what
    /// is pending already, so that a line of any length is searched for its end a few times only.
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

    /// The next block, of about `block` bytes; `None` at the end. From the first call on there is nothing at
    /// hand.
    pub(crate) fn next_block(
        &mut self,
        path: &Path,
        block: usize,
        separators: Separators,
        spares: &Spares<Room>,
    ) -> Result<Option<Block<'a>>> {
        let Some(content) = self.content else {
            let block = self.read_block(path, block, separators, spares)?;
            return Ok((!block.is_empty()).then_some(Block::Read(block)));
        };
        let range = self.cut..self.end.min(self.cut + block as u64);
        self.cut = range.end;
        let leading = range.start == self.consumed;
        let budget = self.budget.clone();
        Ok((!range.is_empty()).then_some(Block::Range(LineRange { content, range, leading, budget })))
    }

    /// Reads the next block from the stream: `block` bytes or a little more, longer only if a line is; empty
    /// at the end.
    fn read_block(
        &mut self,
        path: &Path,
        block: usize,
        separators: Separators,
        spares: &Spares<Room>,
    ) -> Result<Room> {
        let end = loop {
            if self.pending().len() < block && self.more(path, block)? {
                continue;
            }
            if self.ended {
                break self.buffer.len();
            }
            match separators.last_break(self.pending()) {
                Some(last) => break self.at + last + 1,
                None => self.more(path, block)?,
            };
        };
        let mut spare = spares.take().unwrap_or_else(|| Room::new(&self.budget, true));
        spare.clear();
        spare.grow(self.buffer.len() - end + block)?;
        spare.extend_from_slice(&self.buffer[end..]);
        self.buffer.truncate(end);
        self.buffer.drain(..std::mem::take(&mut self.at));
        Ok(std::mem::replace(&mut self.buffer, spare))
    }
}

impl Block<'_> {
    /// Memory that holds the lines, where they are in it, and where the first of them begins in the content.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`] and [`boscage_core::Error::Io`].
    pub(crate) fn into_lines(
        self,
        path: &Path,
        separators: Separators,
        spares: &Spares<Room>,
    ) -> Result<(Room, Range<usize>, u64)> {
        match self {
            Self::Read(lines) => {
                let all = 0..lines.len();
                Ok((lines, all, 0))
            }
            Self::Range(range) => {
                let mut buffer = spares.take().unwrap_or_else(|| Room::new(&range.budget, false));
                let (lines, at) = range.read(path, separators, &mut buffer)?;
                Ok((buffer, lines, at))
            }
        }
    }
}

impl LineRange<'_> {
    /// Reads the lines into `buffer`.
    fn read(&self, path: &Path, separators: Separators, buffer: &mut Room) -> Result<(Range<usize>, u64)> {
        /// Bytes read beyond the part at first, in which its last line should end.
        const BEYOND: u64 = 256;
        // A line begins after the end of one, so the byte before the part is looked at too.
        let from = if self.leading { self.range.start } else { self.range.start - 1 };
        let len = self.content.len();
        let fill = |buffer: &mut Room, filled: usize, until: u64| {
            let wanted = (until - from) as usize;
            buffer.grow(wanted.saturating_sub(buffer.len()))?;
            buffer.resize(wanted, 0);
            let read = self.content.read(&mut buffer[filled..], from + filled as u64);
            read.map_err(|source| Content::unreadable(path, source))
        };
        let mut until = len.min(self.range.end + BEYOND);
        fill(buffer, 0, until)?;
        // The ends of lines from this one on are those of lines that begin in the part.
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
