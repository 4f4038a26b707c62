//! The loops: what runs, in what order, on which threads.
//!
//! | loop | items | order | conflicts |
//! |---|---|---|---|
//! | [`Exec::do_all`] | known at the start | none | the operator has none |
//! | [`Exec::for_each`] | the operator may add more | a policy, see [`crate::worklist`] | the operator has none, or handles them |
//! | [`Exec::speculate`] | the same | the same | exclusive locks on nodes; rolled back and tried again |
//! | [`Exec::phased`] | known at the start, tried until done | rounds over all live items, or a window of the first | priority locks; deterministic |
//!
//! Every loop has a name, under which its [`LoopStatistics`] are kept; every loop can be watched
//! ([`Exec::with_progress`]) and stopped ([`Exec::with_cancel`]); a panic in an operator ends the loop, goes
//! on to the caller and leaves the threads usable.
//!
//! No loop needs its threads to be running at once, so the pool may be busy or shared, and loops may nest.

mod cancel;
mod do_all;
mod for_each;
mod job;
mod phased;
mod progress;
mod rounds;
mod shared;
mod speculate;
mod statistics;
mod tally;
mod termination;
mod workers;

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;

pub use cancel::CancelToken;
pub use for_each::Push;
pub use phased::{Bid, Commit, Items, Phased, Schedule};
pub use progress::Progress;
pub use speculate::{Conflict, Locking, Owned};
pub use statistics::{LoopStatistics, Round};

use crate::{Error, Result};

type Watcher = dyn Fn(&Progress<'_>) + Send + Sync;

/// The threads that loops run on, and what is known about the loops that ran.
pub struct Exec {
    pool: Option<Arc<rayon::ThreadPool>>,
    cancel: CancelToken,
    watcher: Option<Box<Watcher>>,
    statistics: Mutex<Vec<LoopStatistics>>,
}

impl Exec {
    /// Threads of its own, `threads` in number. They are pinned nowhere.
    ///
    /// # Errors
    /// [`Error::Argument`] if `threads` is 0, [`Error::Threads`] if they are more than [`Exec::most`] or
    /// cannot be started.
    ///
    /// ```
    /// use boscage::exec::Exec;
    /// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    ///
    /// let exec = Exec::new(2)?;
    /// let sum = AtomicUsize::new(0);
    /// exec.do_all("sum", 0..1000_usize, |i| { sum.fetch_add(i, Relaxed); })?;
    /// assert_eq!(sum.into_inner(), 499_500);
    /// assert_eq!(exec.take_statistics()[0].tried, 1000);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn new(threads: usize) -> Result<Self> {
        if threads == 0 {
            return Err(Error::argument("threads", "at least 1", threads));
        }
        if threads > Self::most() {
            let reason = format!("the limit is {}", Self::most());
            return Err(Error::Threads { threads, reason });
        }
        let name = |i| format!("boscage-{i}");
        let built = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build();
        let pool = built.map_err(|error| Error::Threads { threads, reason: error.to_string() })?;
        Ok(Self { pool: Some(Arc::new(pool)), ..Self::current() })
    }

    /// As many threads as [`Exec::processors`].
    ///
    /// # Errors
    /// [`Error::Threads`] if they cannot be started.
    pub fn available() -> Result<Self> {
        Self::new(Self::processors())
    }

    /// Processors that the process may use at once: its affinity and the limits of its control group are
    /// respected.
    #[must_use]
    pub fn processors() -> usize {
        std::thread::available_parallelism().map_or(1, Into::into)
    }

    /// The most threads that [`Exec::new`] starts: 256, or four a processor if these are more. Idle threads
    /// of the pool look for work at all others, so to start them takes time that grows faster than their
    /// square: on two processors 0.04 seconds for 256, 0.3 for 512, 1 to 2 for 1000.
    #[must_use]
    pub fn most() -> usize {
        (4 * Self::processors()).max(256).min(rayon::max_num_threads())
    }

    /// The caller's threads: those of the rayon pool that each loop is called from, rayon's global one by
    /// default.
    #[must_use]
    pub fn current() -> Self {
        Self { pool: None, cancel: CancelToken::new(), watcher: None, statistics: Mutex::new(Vec::new()) }
    }

    /// Calls `watcher` as loops proceed: between rounds, from whichever thread ended the round.
    #[must_use]
    pub fn with_progress(mut self, watcher: impl Fn(&Progress<'_>) + Send + Sync + 'static) -> Self {
        self.watcher = Some(Box::new(watcher));
        self
    }

    /// Stops loops, with [`Error::Cancelled`], once `token` is cancelled.
    #[must_use]
    pub fn with_cancel(mut self, token: CancelToken) -> Self {
        self.cancel = token;
        self
    }

    /// Number of threads loops run on.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or_else(rayon::current_num_threads, |pool| pool.current_num_threads())
    }

    /// Runs `f` on the threads, so that the functions of [`crate::parallel`] and all of rayon use them.
    pub fn install<R: Send>(&self, f: impl FnOnce() -> R + Send) -> R {
        let (mut f, mut result) = (Some(f), None);
        self.run(&mut || result = f.take().map(|f| f()));
        result.expect("a pool runs what is installed")
    }

    /// Not generic, so that the way into a pool is compiled once.
    fn run(&self, f: &mut (dyn FnMut() + Send)) {
        match &self.pool {
            Some(pool) => pool.install(f),
            None => f(),
        }
    }

    /// Whether to go on.
    ///
    /// # Errors
    /// [`Error::Cancelled`] once the token is cancelled. Operators without loops of the framework ask now and
    /// then.
    pub fn check_cancelled(&self) -> Result<()> {
        if self.cancel.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Runs `f` on the calling thread as a stage of its own name, which the statistics count as one item.
    ///
    /// # Errors
    /// [`Error::Cancelled`] before it begins, or what `f` returns.
    pub fn stage<R>(&self, name: &str, f: impl FnOnce() -> Result<R>) -> Result<R> {
        self.check_cancelled()?;
        let start = Instant::now();
        let result = f();
        self.record_stage(name, 1, start, result.is_ok());
        result
    }

    /// The same for what runs on all threads.
    ///
    /// # Errors
    /// As [`Exec::stage`].
    pub fn parallel_stage<R: Send>(&self, name: &str, f: impl FnOnce() -> Result<R> + Send) -> Result<R> {
        self.check_cancelled()?;
        let start = Instant::now();
        let result = self.install(f);
        self.record_stage(name, self.threads(), start, result.is_ok());
        result
    }

    /// The statistics count stages that succeed.
    fn record_stage(&self, name: &str, threads: usize, start: Instant, has_succeeded: bool) {
        if has_succeeded {
            let seconds = start.elapsed().as_secs_f64();
            let stage = LoopStatistics { tried: 1, committed: 1, ..LoopStatistics::new(name, threads) };
            self.record(LoopStatistics { seconds, ..stage });
        }
    }

    /// The statistics of the loops that have ended since the last call, in the order in which their names
    /// first appeared; runs of one name are added up. Every round is kept until then, so a program that runs
    /// loops without end should ask now and then.
    #[must_use]
    pub fn take_statistics(&self) -> Vec<LoopStatistics> {
        std::mem::take(&mut self.statistics.lock())
    }

    /// Adds the run of a loop to the statistics: for operators whose loops are their own.
    pub fn record(&self, run: LoopStatistics) {
        let mut all = self.statistics.lock();
        match all.iter_mut().find(|known| known.name == run.name) {
            Some(known) => known.add(run),
            None => all.push(run),
        }
    }

    /// Tells the watcher how far a loop has come: for operators whose loops are their own.
    pub fn report(&self, progress: &Progress<'_>) {
        if let Some(watcher) = &self.watcher {
            watcher(progress);
        }
    }
}

impl fmt::Debug for Exec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exec").field("threads", &self.threads()).finish_non_exhaustive()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn impossible_numbers_of_threads_are_refused() {
        assert_eq!(Exec::new(0).unwrap_err().to_string(), "threads: expected at least 1, found 0");
        let most = Exec::most();
        assert!(most >= 256 && most >= 4 * Exec::processors(), "{most}");
        let error = Exec::new(most + 1).unwrap_err().to_string();
        assert_eq!(error, format!("cannot start {} threads: the limit is {most}", most + 1));
        assert_eq!(Exec::new(most).unwrap().threads(), most);
    }

    #[test]
    fn the_callers_pool_is_used() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let exec = Exec::current();
        assert_eq!(pool.install(|| exec.threads()), 3);
        assert_eq!(Exec::new(2).unwrap().install(rayon::current_num_threads), 2);
    }
}
