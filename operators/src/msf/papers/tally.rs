//! What operators report of trees that grow vertex by vertex.

use boscage::Result;
use boscage::exec::{Exec, Progress};

/// After this many vertices progress is reported.
pub(super) const OFTEN: usize = 1 << 12;

/// Counts the vertices that have come into trees.
pub(super) struct Tally<'a> {
    exec: &'a Exec,
    /// The operator's name.
    name: &'static str,
    /// Rounds that have ended before.
    round: u64,
    done: u64,
    total: u64,
}

impl<'a> Tally<'a> {
    /// None yet, of `total`.
    pub(super) fn new(exec: &'a Exec, name: &'static str, total: usize) -> Self {
        Self::after(exec, name, 0, 0, total)
    }

    /// The items of some rounds.
    pub(super) fn after(exec: &'a Exec, name: &'static str, round: usize, done: usize, total: usize) -> Self {
        Self { exec, name, round: round as u64, done: done as u64, total: total as u64 }
    }

    /// One more.
    ///
    /// # Errors
    /// [`boscage::Error::Cancelled`].
    #[inline]
    pub(super) fn vertex(&mut self) -> Result<()> {
        self.done += 1;
        if self.done.is_multiple_of(OFTEN as u64) || self.done == self.total {
            let Self { name, round, done, total, .. } = *self;
            self.exec.report(&Progress { name, round, done, total });
        }
        self.exec.check_cancelled()
    }
}
