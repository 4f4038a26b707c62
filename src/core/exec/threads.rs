//! The threads that run loops, and what all loops share: the token that stops them, the progress callback,
//! the statistics.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::scope::{self, Records, Scope};
use super::standby::Standby;
use super::{CancelToken, Contention, Progress, Stage, Statistics};
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};
use crate::{Error, Result};

type Watcher = dyn Fn(&Progress<'_>) + Send + Sync;

/// The threads on which loops run, and the statistics of the loops that ran.
///
/// Everything in boscage that works in parallel takes an `&Exec` and runs only on its threads: at most
/// [`Exec::threads`] threads work at once, including the caller's. (If several threads call at the same time,
/// small work may also run on each of them.)
///
/// The threads are started when they are first needed: what is small is done by the caller alone, and a
/// program that does no other work never has more threads than its own. A program that wants the error if
/// they cannot be started calls [`Exec::started`]; otherwise the work that needs them panics, as that of
/// rayon's global pool and [`std::thread::spawn`] do.
///
/// After a loop, idle threads look for more work for a millisecond before they sleep, so the next loop begins
/// at once. If there are more threads than processors, they sleep earlier.
pub struct Exec {
    pool: Option<Arc<Pool>>,
    token: CancelToken,
    watcher: Option<Arc<Watcher>>,
    records: Arc<Records>,
    standby: Standby,
}

impl Exec {
    /// `threads` threads, which start when they are first needed. They are not pinned to processors.
    ///
    /// In programs that were built with `--cfg counted`, one thread does the work of `threads` workers, in
    /// turn, and the statistics say what these would move between processors
    /// ([`Contention`](super::Contention)).
    ///
    /// # Errors
    /// [`Error::Argument`] if `threads` is 0, [`Error::Threads`] if it is more than [`Exec::most`].
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
        let pool = Pool { threads, started: OnceLock::new(), starting: Mutex::new(()) };
        Ok(Self { pool: Some(Arc::new(pool)), ..Self::current() })
    }

    /// As many threads as [`Exec::processors`].
    ///
    /// # Errors
    /// [`Error::Threads`] if that is more than [`Exec::most`].
    pub fn available() -> Result<Self> {
        Self::new(Self::processors())
    }

    /// Starts the threads now, unless they have been started or are the caller's. For programs that want an
    /// error if there are too few threads, or that measure what follows.
    ///
    /// # Errors
    /// [`Error::Threads`] if they cannot be started.
    ///
    /// ```
    /// use boscage::exec::Exec;
    ///
    /// let exec = Exec::available()?.started()?;
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn started(self) -> Result<Self> {
        self.pool.as_ref().map(|pool| pool.started()).transpose()?;
        Ok(self)
    }

    /// The number of processors that the process may use, given its affinity and the limits of its control
    /// group. They are counted once per process, because that takes as long as a forest of 3000 edges.
    #[must_use]
    pub fn processors() -> usize {
        /// The process that has counted, and the count.
        static COUNTED: AtomicU64 = AtomicU64::new(0);
        let (known, process) = (COUNTED.load(Relaxed), std::process::id());
        // One that was forked may have other limits.
        if known != 0 && (known >> 32) as u32 == process {
            return known as u32 as usize;
        }
        let count = std::thread::available_parallelism().map_or(1, Into::into);
        COUNTED.store(u64::from(process) << 32 | count as u64, Relaxed);
        count
    }

    /// The most threads that [`Exec::new`] allows: 256, or four per processor if that is more. Idle threads
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
        let Self { pool, watcher, records, standby, .. } = self;
        let (records, standby) = (Arc::clone(records), standby.clone());
        Self { pool: pool.clone(), token, watcher: watcher.clone(), records, standby }
    }

    /// An `Exec` with the same threads and nothing else in common: its own token and statistics, and no
    /// watcher.
    #[must_use]
    pub fn with_same_threads(&self) -> Self {
        Self { pool: self.pool.clone(), standby: self.standby.clone(), ..Self::current() }
    }

    /// Number of threads on which loops run.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or_else(rayon::current_num_threads, |pool| pool.threads)
    }

    /// Runs `f` on the threads. Entering them from outside takes some microseconds, from inside nothing. So
    /// run many short loops inside one `install`.
    ///
    /// A thread that waits for another [`Exec`] runs other work of its own meanwhile, further up on its
    /// stack: loops on several of them, nested in turn, may need more stack than a thread has, which aborts
    /// the program.
    ///
    /// # Panics
    /// If `f` does, or the threads have not been started and cannot be ([`Exec::started`]).
    pub fn install<R: Send>(&self, f: impl FnOnce() -> R + Send) -> R {
        let (mut f, mut result) = (Some(f), None);
        self.run(&mut || {
            if let Some(f) = f.take() {
                result = Some(f());
            }
        });
        result.expect("a pool runs what is installed")
    }

    /// Runs `f` on the threads as [`Exec::install`] does; or on the calling thread, if `f` works on at most
    /// 4096 items, which is the usual size of a piece in [`crate::parallel`]. Calls of rayon itself in `f`
    /// then use the caller's pool.
    ///
    /// # Panics
    /// As [`Exec::install`].
    pub fn install_for<R: Send>(&self, items: usize, f: impl FnOnce() -> R + Send) -> R {
        if items <= Self::SMALL { f() } else { self.install(f) }
    }

    /// Number of items up to which [`Exec::install_for`] lets the caller work.
    const SMALL: usize = 1 << 12;

    /// Not generic, so that the way into a pool is compiled once.
    fn run(&self, f: &mut (dyn FnMut() + Send)) {
        match &self.pool {
            Some(pool) => {
                let pool = pool.started().unwrap_or_else(|error| panic!("{error}"));
                if pool.current_thread_index().is_some() {
                    return f(); // a thread of the pool goes on at once
                }
                let around = scope::current();
                pool.install(|| {
                    let _inherited = scope::enter(around);
                    f();
                });
            }
            None => f(),
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

    /// The same for a stage that runs where [`Exec::install_for`] does.
    ///
    /// # Errors
    /// As [`Exec::stage`].
    pub fn stage_for<'s, R: Send>(
        &self,
        items: usize,
        stage: impl Into<Stage<'s>>,
        f: impl FnOnce() -> Result<R> + Send,
    ) -> Result<R> {
        if items <= Self::SMALL { self.stage(stage, f) } else { self.parallel_stage(stage, f) }
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

/// Threads that start when they are first needed.
struct Pool {
    threads: usize,
    started: OnceLock<rayon::ThreadPool>,
    /// Held by a thread that starts them, so that they are started once; and again if that failed.
    starting: Mutex<()>,
}

impl Pool {
    #[inline]
    fn started(&self) -> Result<&rayon::ThreadPool> {
        self.started.get().map_or_else(|| self.start(), Ok)
    }

    #[cold]
    fn start(&self) -> Result<&rayon::ThreadPool> {
        let (_starting, threads) = (self.starting.lock(), self.threads);
        if let Some(pool) = self.started.get() {
            return Ok(pool);
        }
        let name = |i| format!("boscage-{i}");
        let real = if Contention::is_counted() { 1 } else { threads };
        let built = rayon::ThreadPoolBuilder::new().num_threads(real).thread_name(name).build();
        let pool = built.map_err(|error| Error::Threads { threads, reason: error.to_string() })?;
        Ok(self.started.get_or_init(|| pool))
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
        assert_eq!(Exec::new(most).unwrap().started().unwrap().threads(), most);
    }

    #[test]
    fn the_callers_pool_is_used() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let exec = Exec::current();
        assert_eq!(pool.install(|| exec.threads()), 3);
        assert_eq!(Exec::new(2).unwrap().install(rayon::current_num_threads), 2);
    }
}
