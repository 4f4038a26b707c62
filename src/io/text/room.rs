//! Memory for text, counted as long as it is allocated.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::budget::Budget;
use boscage_core::{Result, memory};

/// Bytes per block: parsing one takes long beside handing it over, and it fits a cache with its edges.
pub(crate) const BLOCK: usize = 1 << 18;

/// The name of the memory in errors.
const WHAT: &str = "the text read ahead";

/// Most bytes of a block whose lines are as long as usual.
const USUAL: usize = BLOCK + BLOCK / 2;

/// Memory for some lines, and for what is made of them where they are long. The caller who decides is asked
/// before it grows.
pub(crate) struct Room {
    bytes: Vec<u8>,
    /// The most bytes that there have been room for.
    most: usize,
    /// Bytes of what is made of long lines.
    made: usize,
    /// True if blocks of usual length count; those that threads read from a file are counted with the
    /// threads.
    counts_all: bool,
    budget: Arc<Budget>,
}

impl Room {
    /// None yet.
    pub(crate) fn new(budget: &Arc<Budget>, counts_all: bool) -> Self {
        Self { bytes: Vec::new(), most: 0, made: 0, counts_all, budget: budget.clone() }
    }

    /// Makes room for `more` bytes.
    ///
    /// # Errors
    /// The error of the caller who decides, and [`boscage_core::Error::OutOfMemory`].
    pub(crate) fn grow(&mut self, more: usize) -> Result<()> {
        let (counted, most) = (self.counted(), self.most);
        self.most = self.most.max(self.bytes.len() + more);
        self.ask(counted).inspect_err(|_| self.most = most)?;
        memory::grow(WHAT, &mut self.bytes, more)
    }

    /// Counts what is made of the lines.
    pub(crate) fn makes(&mut self, bytes: usize) -> Result<()> {
        let counted = self.counted();
        self.made += bytes;
        self.ask(counted).inspect_err(|_| self.made -= bytes)
    }

    /// Frees the lines, and counts what has been made of them until this is dropped, too.
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

    /// Number of bytes that count.
    fn counted(&self) -> usize {
        self.made + if self.counts_all { self.most } else { self.most.saturating_sub(USUAL) }
    }

    /// Returns whether it has held lines longer than most blocks.
    pub(crate) fn is_long(&self) -> bool {
        self.most > 2 * USUAL
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.budget.text_shrinks(self.counted());
    }
}

impl Deref for Room {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

impl DerefMut for Room {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }
}
