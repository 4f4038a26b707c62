//! The parallel loop over items that do not conflict.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rayon::iter::plumbing::{Producer, ProducerCallback};
use rayon::prelude::*;

use super::{Exec, LoopStatistics};
use crate::parallel::for_each_piece;
use crate::{Error, Result};

/// The items are cut into so many pieces a thread, so that no thread waits long for another.
const PER_THREAD: usize = 1 << 6;

impl Exec {
    /// Calls `operator` once for every item, in no particular order, and returns when all calls have ended.
    ///
    /// `items` is anything rayon can split by position: a range, a slice, a vector, `slice.par_chunks(n)`, ...
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
            let len = items.len();
            (len as u64, items.with_producer(Call { exec: self, len, operator }))
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

/// Calls the operator with all that a producer has.
struct Call<'a, F> {
    exec: &'a Exec,
    len: usize,
    operator: F,
}

impl<T, F: Fn(T) + Sync> ProducerCallback<T> for Call<'_, F> {
    type Output = Result<()>;

    fn callback<P: Producer<Item = T>>(self, producer: P) -> Result<()> {
        let Self { exec, len, operator } = self;
        let share = len.div_ceil(PER_THREAD * rayon::current_num_threads()).max(1);
        let (mut pieces, mut rest) = (Vec::with_capacity(len.div_ceil(share)), producer);
        for _ in 1..len.div_ceil(share) {
            let (piece, others) = rest.split_at(share);
            pieces.push(piece);
            rest = others;
        }
        pieces.push(rest);
        let is_cut_short = AtomicBool::new(false);
        for_each_piece(pieces, |piece| {
            for item in piece.into_iter() {
                if exec.cancel.is_cancelled() {
                    return is_cut_short.store(true, Ordering::Relaxed);
                }
                operator(item);
            }
        });
        if is_cut_short.into_inner() { Err(Error::Cancelled) } else { Ok(()) }
    }
}
