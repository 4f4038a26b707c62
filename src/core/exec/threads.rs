//! The threads that run loops, and what all loops share: the token that stops them, the progress callback,
//! the statistics.

use std::fmt;
use std::sync::Arc;

use super::scope::{self, Records, Scope};
use super::standby::Standby;
use super::{CancelToken, Contention, Progress, Stage, Statistics};
use crate::{Error, Result};

type Watcher = dyn Fn(&Progress<'_>) + Send + Sync;

/// The threads on which loops run, and the statistics of the loops that ran.
///
/// Everything in boscage that works in parallel takes an `&Exec` and runs only on its threads: at most
/// [`Exec::threads`] threads work at once, including the caller's. (If several threads call at the same time,
/// small work may also run on each of them.)
///
/// After a loop, idle threads look for more work for a millisecond before they sleep, so the next loop begins
/// at once. If there are more threads than processors, they sleep earlier.
pub struct Exec {
    pool: Option<Arc<rayon::ThreadPool>>,
    /// The workers, if one thread does the work of all.
    simulated: Option<usize>,
    token: CancelToken,
    watcher: Option<Arc<Watcher>>,
    records: Arc<Records>,
    standby: Standby,
}

impl Exec {
    /// Starts `threads` threads. They are not pinned to processors.
    ///
    /// In programs that were built with `--cfg counted`, one thread does the work of `threads` workers, in
    /// turn, and the statistics say what these would move between processors
    /// ([`Contention`](super::Contention)).
    ///
    /// # Errors
    /// [`Error::Argument`] if `threads` is 0, [`Error::Threads`] if it is more than [`Exec::most`] or the
    /// threads cannot be started.
    ///
    /// ```
    /// use boscage::exec::Exec;
    /// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    ///
    /// let exec = Exec::new(2)?;
    /// let sum = AtomicUsize::new(0);
    /// exec.do_all("sum", 0..1000_usize, |i| { sum.fetch_add(i, Relaxed); })?;
    /// assert_eq!(sum.into_inner(), 499_500);
    /// assert_eq!(exec.take_statistics().loops[0].tried, 1000);
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
        let simulated = Contention::is_counted().then_some(threads);
        let started = if simulated.is_some() { 1 } else { threads };
        let built = rayon::ThreadPoolBuilder::new().num_threads(started).thread_name(name).build();
        let pool = built.map_err(|error| Error::Threads { threads, reason: error.to_string() })?;
        Ok(Self { pool: Some(Arc::new(pool)), simulated, ..Self::current() })
    }

    /// As many threads as [`Exec::processors`].
    ///
    /// # Errors
    /// [`Error::Threads`] if they cannot be started.
    pub fn available() -> Result<Self> {
        Self::new(Self::processors())
    }

    /// The number of processors that the process may use, given its affinity and the limits of its control
    /// group.
    #[must_use]
    pub fn processors() -> usize {
        std::thread::available_parallelism().map_or(1, Into::into)
    }

    /// The most threads that [`Exec::new`] starts: 256, or four per processor if that is more. Idle threads
    /// of the pool look for work at all other threads, so the time to start them grows faster than the square
    /// of their number: on two processors 0.04 seconds for 256, 0.3 for 512, 1 to 2 for 1000.
    #[must_use]
    pub fn most() -> usize {
        (4 * Self::processors()).max(256).min(rayon::max_num_threads())
    }

    /// The caller's threads: those of the rayon pool from which each loop is called, by default rayon's
    /// global pool.
    #[must_use]
    pub fn current() -> Self {
        Self {
            pool: None,
            simulated: None,
            token: CancelToken::new(),
            watcher: None,
            records: Arc::default(),
            standby: Standby::default(),
        }
    }

    /// Calls `watcher` while loops run: between rounds, from the thread that ended the round.
    #[must_use]
    pub fn with_progress(self, watcher: impl Fn(&Progress<'_>) + Send + Sync + 'static) -> Self {
        Self { watcher: Some(Arc::new(watcher)), ..self }
    }

    /// An `Exec` with the same threads, watcher and statistics, but its own token. When this token is
    /// cancelled, loops of the new `Exec` end with [`Error::Cancelled`]; loops of the old one do not.
    #[must_use]
    pub fn with_token(&self, token: CancelToken) -> Self {
        let Self { pool, simulated, watcher, records, standby, .. } = self;
        let (pool, simulated) = (pool.clone(), *simulated);
        let (records, standby) = (Arc::clone(records), standby.clone());
        Self { pool, simulated, token, watcher: watcher.clone(), records, standby }
    }

    /// Number of threads on which loops run.
    #[must_use]
    pub fn threads(&self) -> usize {
        let started = || self.pool.as_ref().map(|pool| pool.current_num_threads());
        self.simulated.or_else(started).unwrap_or_else(rayon::current_num_threads)
    }

    /// Runs `f` on the threads. Entering them from outside takes some microseconds, from inside nothing. So
    /// run many short loops inside one `install`.
    pub fn install<R: Send>(&self, f: impl FnOnce() -> R + Send) -> R {
        let (mut f, mut result) = (Some(f), None);
        self.run(&mut || {
            if let Some(f) = f.take() {
                result = Some(f());
            }
        });
        result.expect("a pool runs what is installed")
    }

    /// Not generic, so that the way into a pool is compiled once.
    fn run(&self, f: &mut (dyn FnMut() + Send)) {
        match &self.pool {
            // A thread of the pool goes on at once.
            Some(pool) if pool.current_thread_index().is_none() => {
                let around = scope::current();
                pool.install(|| {
                    let _inherited = scope::enter(around);
                    f();
                });
            }
            _ => f(),
        }
    }

    /// Returns an error if the token has been cancelled.
    ///
    /// # Errors
    /// [`Error::Cancelled`] after the token was cancelled. Long work without loops of the framework should
    /// call this from time to time.
    #[inline]
    pub fn check_cancelled(&self) -> Result<()> {
        if self.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Returns `true` after the token was cancelled.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Runs `f` on the calling thread as a stage, which appears in the statistics under its name.
    ///
    /// # Errors
    /// [`Error::Cancelled`] before it begins, or what `f` returns.
    pub fn stage<'s, R>(&self, stage: impl Into<Stage<'s>>, f: impl FnOnce() -> Result<R>) -> Result<R> {
        let _stage = self.begin_stage(stage.into(), 1)?;
        f()
    }

    /// The same for a stage that runs on all threads.
    ///
    /// # Errors
    /// As [`Exec::stage`].
    pub fn parallel_stage<'s, R: Send>(
        &self,
        stage: impl Into<Stage<'s>>,
        f: impl FnOnce() -> Result<R> + Send,
    ) -> Result<R> {
        let _stage = self.begin_stage(stage.into(), self.threads())?;
        self.install(f)
    }

    /// Begins a stage, which ends when it is dropped.
    fn begin_stage<'a>(&'a self, stage: Stage<'a>, threads: usize) -> Result<Scope<'a>> {
        self.check_cancelled()?;
        Ok(self.records.stage(stage, threads))
    }

    /// The statistics of the loops and stages that have ended since the last call, in the order in which they
    /// first began. Runs with the same name inside the same parent are added up. Every round is kept until
    /// this is called, so a program that runs loops for ever should call it from time to time.
    #[must_use]
    pub fn take_statistics(&self) -> Statistics {
        self.records.take()
    }

    /// What cancels its loops.
    #[must_use]
    pub fn token(&self) -> &CancelToken {
        &self.token
    }

    pub(super) fn standby(&self) -> &Standby {
        &self.standby
    }

    pub(crate) fn records(&self) -> &Records {
        &self.records
    }

    /// Tells the watcher how far a loop has come.
    pub(crate) fn report(&self, progress: &Progress<'_>) {
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
