//! What operators tell of trees that grow vertex by vertex.

use boscage::Result;
use boscage::exec::{Exec, Progress};

/// After so many vertices a watcher is told.
const OFTEN: u64 = 1 << 12;

/// Counts the vertices that have come into trees.
pub(super) struct Tally<'a> {
    exec: &'a Exec,
    /// The operator's name.
    name: &'static str,
    done: u64,
    total: u64,
}

impl<'a> Tally<'a> {
    /// None yet, of so many.
    pub(super) fn new(exec: &'a Exec, name: &'static str, total: usize) -> Self {
        Self { exec, name, done: 0, total: total as u64 }
    }

    /// One more.
    ///
    /// # Errors
    /// [`boscage::Error::Cancelled`].
    #[inline]
    pub(super) fn vertex(&mut self) -> Result<()> {
        self.done += 1;
        if self.done.is_multiple_of(OFTEN) || self.done == self.total {
            let Self { name, done, total, .. } = *self;
            self.exec.report(&Progress { name, round: 0, done, total });
        }
        self.exec.check_cancelled()
    }
}
