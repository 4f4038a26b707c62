//! Where the blocks of a text come from: memory, or a stream.
//!
//! A block of memory is a slice. A stream is read into a buffer; the buffer becomes the block, and what stands after
//! its last line's end begins the next one.

use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

use super::content::{Content, Data};
use super::scan::Separators;
use crate::{Result, memory};

/// The bytes of a text that are still to come.
pub(crate) enum Source<'a> {
    /// All of them at hand.
    Memory {
        /// The whole text.
        all: &'a [u8],
        /// Where the rest begins.
        at: usize,
    },
    /// Some of them at hand.
    Stream(Stream<'a>),
}

/// A stream and what has been read from it.
pub(crate) struct Stream<'a> {
    stream: Box<dyn Read + Send + 'a>,
    /// What has been read and not been consumed is `buffer[at..]`.
    buffer: Vec<u8>,
    at: usize,
    ended: bool,
}

impl<'a> Source<'a> {
    /// All bytes of a content.
    pub(crate) fn new(data: Data<'a>) -> Self {
        match data {
            Data::Mapped(map) => Self::Memory { all: map, at: 0 },
            Data::Bytes(all) => Self::Memory { all, at: 0 },
            Data::Stream(stream) => Self::Stream(Stream { stream, buffer: Vec::new(), at: 0, ended: false }),
        }
    }

    /// What is at hand.
    pub(crate) fn pending(&self) -> &[u8] {
        match self {
            Self::Memory { all, at } => &all[*at..],
            Self::Stream(stream) => stream.pending(),
        }
    }

    /// Makes more be at hand; `false` if there is no more.
    pub(crate) fn more(&mut self, path: &Path, block: usize) -> Result<bool> {
        match self {
            Self::Memory { .. } => Ok(false),
            Self::Stream(stream) => stream.more(path, block),
        }
    }

    /// Takes the first bytes of what is at hand away.
    pub(crate) fn consume(&mut self, len: usize) {
        match self {
            Self::Memory { at, .. } => *at += len,
            Self::Stream(stream) => stream.at += len,
        }
    }

    /// Takes the next block away: `block` bytes or a little more, longer only if a line is; `None` at the end.
    pub(crate) fn next_block(
        &mut self,
        path: &Path,
        block: usize,
        separators: Separators,
    ) -> Result<Option<Cow<'a, [u8]>>> {
        match self {
            Self::Memory { all, at } => {
                let (all, begin): (&'a [u8], _) = (all, *at);
                let full = (begin + block).min(all.len());
                let end = separators.first_break(&all[full..]).map_or(all.len(), |rest| full + rest + 1);
                *at = end;
                Ok((begin < end).then(|| Cow::Borrowed(&all[begin..end])))
            }
            Self::Stream(stream) => {
                let block = stream.next_block(path, block, separators)?;
                Ok((!block.is_empty()).then_some(Cow::Owned(block)))
            }
        }
    }
}

impl Stream<'_> {
    fn pending(&self) -> &[u8] {
        &self.buffer[self.at..]
    }

    /// Reads `block` bytes, and as many again as are pending already, so that a line of any length is searched for
    /// its end a few times only.
    fn more(&mut self, path: &Path, block: usize) -> Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.buffer.drain(..std::mem::take(&mut self.at));
        let wanted = block + self.buffer.len();
        memory::grow("the text read ahead", &mut self.buffer, wanted)?;
        let got = self
            .stream
            .by_ref()
            .take(wanted as u64)
            .read_to_end(&mut self.buffer)
            .map_err(|source| Content::unreadable(path, source))?;
        self.ended = got < wanted;
        Ok(got > 0)
    }

    fn next_block(&mut self, path: &Path, block: usize, separators: Separators) -> Result<Vec<u8>> {
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
        let mut rest = memory::reserve("the text read ahead", self.buffer.len() - end + block)?;
        rest.extend_from_slice(&self.buffer[end..]);
        self.buffer.truncate(end);
        self.buffer.drain(..std::mem::take(&mut self.at));
        Ok(std::mem::replace(&mut self.buffer, rest))
    }
}
