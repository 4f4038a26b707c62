//! Asks for the memory that an extract takes, before it is taken.

use std::path::Path;

use crate::ReadOptions;
use crate::budget::{Budget, Lists, Size};
use boscage_core::Result;

/// The memory that an extract holds while it is read.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    budget: Budget,
    held: usize,
    /// Bytes of the blocks that all threads work on.
    work: usize,
    /// The number of bytes at which the caller is asked again.
    next: usize,
    /// True if edges will be made into arcs.
    pub(super) is_directed: bool,
    /// Bytes of content, when all of it has been read.
    pub(super) bytes: u64,
}

/// Smallest number of bytes after which the caller is asked again.
const STEP: usize = 1 << 18;

impl Meter {
    /// The meter of a file that is read with these options.
    pub(super) fn of(options: &ReadOptions, path: &Path) -> Self {
        let is_directed = options.is_directed == Some(true);
        let lists = if is_directed { Lists::Directed } else { Lists::Edges };
        Self { budget: Budget::of(options, path, lists), is_directed, ..Self::default() }
    }

    /// Records the bytes of the blocks that all threads work on. They are kept for reuse, so they count to
    /// the end.
    pub(super) fn works_on(&mut self, bytes: usize) -> Result<()> {
        if bytes > self.work {
            self.work = bytes;
            self.takes(0)?;
        }
        Ok(())
    }

    /// Holds more bytes, which are asked for if they have grown by an eighth since the last question.
    pub(super) fn hold(&mut self, bytes: usize) -> Result<()> {
        self.held += bytes;
        if self.held >= self.next {
            self.takes(0)?;
            self.next = self.held + self.held / 8 + STEP;
        }
        Ok(())
    }

    /// Holds fewer bytes.
    pub(super) fn release(&mut self, bytes: usize) {
        self.held = self.held.saturating_sub(bytes);
    }

    /// Asks for bytes beside those that are held.
    pub(super) fn takes(&mut self, bytes: usize) -> Result<()> {
        self.budget.admit(Size { scratch_bytes: self.held + self.work + bytes, ..Size::default() })
    }

    /// Asks for a graph of a size, all of which is known, beside the bytes that are held. Its names and
    /// other data are not among those yet.
    pub(super) fn takes_graph(&mut self, size: Size) -> Result<()> {
        self.budget.admit_whole(Size { scratch_bytes: self.held + self.work + size.scratch_bytes, ..size })
    }
}
