//! A file that all ranks read.

use std::path::Path;

use crate::Format;
use crate::bytes::{Opened, RandomAccess};
use crate::input::mismatch;
use boscage_core::comm::{Comm, Reduction};
use boscage_core::exec::Exec;
use boscage_core::{Error, Result};

/// A file that all ranks read, on one of them.
pub(crate) struct Reading<'a> {
    pub(crate) comm: &'a Comm<'a>,
    pub(crate) exec: &'a Exec,
    pub(crate) opened: &'a Opened,
    pub(crate) path: &'a Path,
}

impl<'a> Reading<'a> {
    /// Runs work that every rank does alone, on all its threads. Returns the result if all ranks have
    /// succeeded.
    pub(crate) fn together<T: Send>(&self, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
        let result = self.opened.in_reading(self.exec.install(work));
        first_failure(self.comm, result)
    }

    /// Checks that all ranks have the same file, by its beginning and its length.
    pub(crate) fn is_shared(&self, format: Format, about: [u64; 2]) -> Result<()> {
        let all = self.comm.gather(&[format as u64, about[0], about[1]])?;
        let other = (0..self.comm.ranks()).find(|&rank| all.from_rank(rank) != all.from_rank(0));
        self.together(|| match other {
            None => Ok(()),
            Some(rank) => {
                let found = match [0, rank].map(|rank| all.from_rank(rank)[1]) {
                    [one, two] if one != two => format!("{one} bytes on rank 0 and {two} on rank {rank}"),
                    _ => format!("other content on rank {rank} than on rank 0"),
                };
                Err(mismatch(
                    self.path,
                    "the same file on all ranks",
                    found,
                    "put it where all ranks can read it",
                ))
            }
        })
    }

    /// The bytes of the file.
    pub(crate) fn bytes(&self) -> RandomAccess<'a> {
        bytes(self.opened)
    }
}

/// The bytes of a file. Other files than regular ones have been refused before.
pub(crate) fn bytes(opened: &Opened) -> RandomAccess<'_> {
    match opened.regular() {
        Some((file, metadata)) => RandomAccess::of_file(file, metadata.len()),
        None => RandomAccess::of_bytes(&[]),
    }
}

/// Returns the result of this rank if all ranks have succeeded. Otherwise the first rank that has failed
/// returns its error, and all others return [`Error::OtherRank`]. The parts of a file are in the order of
/// the ranks, so this is the first error in the file. Collective.
pub(crate) fn first_failure<R>(comm: &Comm<'_>, result: Result<R>) -> Result<R> {
    let own = if result.is_err() { comm.rank() as u64 } else { u64::MAX };
    match comm.reduced(own, Reduction::Min)? {
        u64::MAX => result,
        first if first == own => result,
        first => Err(Error::OtherRank { rank: first as usize }),
    }
}
