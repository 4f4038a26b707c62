//! Memory for text, which counts as long as it is there.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::admission::Watch;
use crate::{Result, memory};

/// What the memory is for, where it runs out.
const WHAT: &str = "the text read ahead";

/// Most bytes of a block whose lines are as long as usual.
const USUAL: usize = 3 << 17;

/// Memory for some lines. The caller who decides is asked before it grows.
pub(super) struct Room {
    bytes: Vec<u8>,
    /// The most bytes that there have been room for.
    most: usize,
    /// Whether blocks of usual length count; those that threads read from a file are counted with the
    /// threads.
    counts_all: bool,
    watch: Option<Arc<Watch>>,
}

impl Room {
    /// None yet.
    pub(super) fn new(watch: &Option<Arc<Watch>>, counts_all: bool) -> Self {
        Self { bytes: Vec::new(), most: 0, counts_all, watch: watch.clone() }
    }

    /// Makes room for `more` bytes.
    ///
    /// # Errors
    /// That of the caller who decides, and [`crate::Error::OutOfMemory`].
    pub(super) fn grow(&mut self, more: usize) -> Result<()> {
        let wanted = self.bytes.len() + more;
        let counted = self.counted();
        self.most = self.most.max(wanted);
        if let Some(watch) = &self.watch
            && self.counted() > counted
        {
            watch.text_grows(self.counted() - counted)?;
        }
        memory::grow(WHAT, &mut self.bytes, more)
    }

    /// How many bytes count. What is made of a long line, if it is no comment, takes as much again.
    fn counted(&self) -> usize {
        let long = self.most.saturating_sub(USUAL);
        if self.counts_all { self.most + long } else { 2 * long }
    }

    /// Whether it has held lines longer than most blocks.
    pub(super) fn is_long(&self) -> bool {
        self.most > 2 * USUAL
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        if let Some(watch) = &self.watch {
            watch.text_shrinks(self.counted());
        }
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
