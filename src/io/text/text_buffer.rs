//! Buffers for text, whose memory is counted as long as it is allocated.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::budget::Budget;
use boscage_core::{Result, memory};

/// Bytes per block. Parsing a block takes much longer than passing it between threads, and a block and its
/// edges fit into a cache.
pub(crate) const BLOCK: usize = 1 << 18;

/// The name of the memory in errors.
const WHAT: &str = "the text read ahead";

/// Largest number of bytes of a block with lines of usual length.
const USUAL: usize = BLOCK + BLOCK / 2;

/// A buffer for some lines. It also counts their parsed data, if the lines are long. The caller is asked
/// before it grows.
pub(crate) struct TextBuffer {
    bytes: Vec<u8>,
    /// Largest capacity so far.
    most: usize,
    /// Bytes of the parsed data of long lines.
    made: usize,
    /// True if blocks of usual length are counted here. Blocks that threads read from a file are counted per
    /// thread.
    counts_all: bool,
    budget: Arc<Budget>,
}

impl TextBuffer {
    /// An empty buffer.
    pub(crate) fn new(budget: &Arc<Budget>, counts_all: bool) -> Self {
        Self { bytes: Vec::new(), most: 0, made: 0, counts_all, budget: budget.clone() }
    }

    /// Reserves memory for `more` bytes.
    ///
    /// # Errors
    /// That of [`Admit`](crate::Admit), and [`boscage_core::Error::OutOfMemory`].
    pub(crate) fn grow(&mut self, more: usize) -> Result<()> {
        let (counted, most) = (self.counted(), self.most);
        self.most = self.most.max(self.bytes.len() + more);
        self.ask(counted).inspect_err(|_| self.most = most)?;
        memory::grow(WHAT, &mut self.bytes, more)
    }

    /// Counts the bytes of parsed data.
    pub(crate) fn makes(&mut self, bytes: usize) -> Result<()> {
        let counted = self.counted();
        self.made += bytes;
        self.ask(counted).inspect_err(|_| self.made -= bytes)
    }

    /// Frees the lines, and counts only the parsed data from now on.
    pub(crate) fn into_made(mut self) -> Self {
        let counted = self.counted();
        self.bytes = Vec::new();
        (self.most, self.counts_all) = (0, false);
        self.budget.text_shrinks(counted - self.counted());
        self
    }

    fn ask(&self, before: usize) -> Result<()> {
        match self.counted() - before {
            0 => Ok(()),
            more => self.budget.text_grows(more),
        }
    }

    /// Number of counted bytes.
    fn counted(&self) -> usize {
        self.made + if self.counts_all { self.most } else { self.most.saturating_sub(USUAL) }
    }

    /// Returns `true` if it has held lines much longer than a block.
    pub(crate) fn is_long(&self) -> bool {
        self.most > 2 * USUAL
    }
}

impl Drop for TextBuffer {
    fn drop(&mut self) {
        self.budget.text_shrinks(self.counted());
    }
}

impl Deref for TextBuffer {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

impl DerefMut for TextBuffer {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }
}
