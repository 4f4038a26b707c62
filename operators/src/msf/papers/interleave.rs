//! Workers that are not threads: the workers of one thread take turns, so they interfere with each other as
//! if all ran at the same time.

use boscage_core::exec::Exec;
use boscage_core::parallel::map_pieces;
use boscage_core::{Error, Result};

/// The state of a worker after its turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// It has work left.
    Busy,
    /// It has no work left.
    Done,
}

/// Returns the requested number of workers, or the number of threads.
///
/// # Errors
/// [`Error::Argument`] if it is 0.
pub(super) fn number_of_workers(exec: &Exec, asked: Option<usize>) -> Result<usize> {
    match asked.unwrap_or_else(|| exec.threads()) {
        0 => Err(Error::argument("workers", "at least 1", 0)),
        workers => Ok(workers),
    }
}

/// Runs the turns of workers, on all threads, until all are done.
///
/// # Errors
/// Those of turns, and [`Error::Cancelled`].
pub(super) fn interleave<T: Send>(
    exec: &Exec,
    workers: &mut [T],
    turn: impl Fn(&mut T) -> Result<Turn> + Sync,
) -> Result<()> {
    let team = workers.len().div_ceil(exec.threads()).max(1);
    let ends = map_pieces(exec, workers.chunks_mut(team), |team| {
        let mut busy = team.len();
        while busy > 0 {
            for i in (0..busy).rev() {
                exec.check_cancelled()?;
                if turn(&mut team[i])? == Turn::Done {
                    busy -= 1;
                    team.swap(i, busy); // that one has had its turn
                }
            }
        }
        Ok(())
    });
    ends.into_iter().collect()
}
