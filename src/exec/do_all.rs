//! The parallel loop over items that do not conflict.

use std::time::Instant;

use rayon::prelude::*;

use super::{Exec, LoopStatistics};
use crate::{Error, Result};

impl Exec {
    /// Calls `operator` once for every item, in no particular order, and returns when all calls have ended.
    ///
    /// `items` is anything rayon can split by position: a range, a slice, a vector, `slice.par_chunks(n)`,
    /// ...
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the token was cancelled; the items not begun by then are skipped.
    ///
    /// # Panics
    /// If the operator does: the loop ends, and the panic goes on to the caller.
    pub fn do_all<I>(&self, name: &str, items: I, operator: impl Fn(I::Item) + Sync + Send) -> Result<()>
    where
        I: IntoParallelIterator<Iter: IndexedParallelIterator> + Send,
    {
        let start = Instant::now();
        let (len, ended) = self.install(|| {
            let items = items.into_par_iter();
            let len = items.len() as u64;
            let ended = items.try_for_each(|item| {
                self.check_cancelled()?;
                operator(item);
                Ok::<(), Error>(())
            });
            (len, ended)
        });
        ended?;
        self.record(LoopStatistics {
            tried: len,
            committed: len,
            seconds: start.elapsed().as_secs_f64(),
            ..LoopStatistics::new(name, self.threads())
        });
        Ok(())
    }
}
