//! [`Exec`]: the threads that run loops, and the data that all loops share: the cancel token, the progress
//! callback, the statistics.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::records::Records;
use super::standby::Standby;
use super::{CancelToken, Contention, Progress};
use super::{aside, scope};
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};
use crate::{Error, Result};

type Watcher = dyn Fn(&Progress<'_>) + Send + Sync;

/// The threads on which loops run, and the statistics of these loops. The [module](super) lists the loops and
/// says when to use each.
///
/// Parallel functions of boscage take an `&Exec` and run only on its threads: at most [`Exec::threads`]
/// threads work at the same time, including the caller's. (If several threads call at the same time, small
/// work may also run on each of them.) Only the functions for petgraph's graphs take none, and use
/// [`Exec::current`].
///
/// The threads are started when they are first needed. Small work is done by the caller alone, so a program
/// with nothing but small work starts no threads. If the threads cannot be started, the work that needs them
/// panics, as with rayon's global pool and [`std::thread::spawn`]; [`Exec::started`] returns an error
/// instead.
///
/// If an operator panics, its loop ends, and the panic continues in the caller of the loop with the same
/// payload. A line on standard error names the loop and the place where it began. If the caller has made a
/// mistake (a set belongs to another graph, an item rolls back after its commit, ...), the loop panics on the
/// caller's thread, and the message begins with the loop's name.
///
/// After a loop, a thread without work looks for new work during one millisecond, and then sleeps. So the
/// next loop begins at once. If there are more threads than processors, they sleep earlier.
///
/// A clone has the same threads, statistics and token.
#[derive(Clone)]
pub struct Exec {
    pool: Option<Arc<Pool>>,
    token: CancelToken,
    watcher: Option<Arc<Watcher>>,
    records: Arc<Records>,
    standby: Standby,
}

impl Exec {
    /// Creates an `Exec` with `threads` threads, which start when they are first needed. They are not pinned
    /// to processors.
    ///
    /// In programs that were built with `--cfg counted`, one thread does the work of `threads` workers, in
    /// turn, and the statistics have counts of [`Contention`](super::Contention).
    ///
    /// # Errors
    /// [`Error::Argument`] if `threads` is 0, [`Error::Threads`] if it is more than [`Exec::max_threads`].
    ///
    /// # Examples
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
        if threads > Self::max_threads() {
            let reason = format!("the limit is {}", Self::max_threads());
            return Err(Error::Threads { threads, reason });
        }
        let pool = Pool { threads, started: OnceLock::new(), starting: Mutex::new(()) };
        Ok(Self { pool: Some(Arc::new(pool)), ..Self::current() })
    }

    /// Creates an `Exec` with one thread per processor ([`Exec::processors`]).
    ///
    /// # Errors
    /// [`Error::Threads`] if that is more than [`Exec::max_threads`].
    pub fn available() -> Result<Self> {
        Self::new(Self::processors())
    }

    /// Starts the threads now, if they have not been started and are not the caller's. For programs that want
    /// an error if the threads cannot be started, or that measure the time of the first loop.
    ///
    /// # Errors
    /// [`Error::Threads`] if the threads cannot be started.
    ///
    /// # Examples
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

    /// Number of processors that the process may use, given its affinity and the limits of its control group.
    /// They are counted once per process, because the limits are read from files.
    #[must_use]
    pub fn processors() -> usize {
        /// The id of the process that has counted, and the count.
        static COUNTED: AtomicU64 = AtomicU64::new(0);
        let (known, process) = (COUNTED.load(Relaxed), std::process::id());
        // A forked process may have other limits.
        if known != 0 && (known >> 32) as u32 == process {
            return known as u32 as usize;
        }
        let count = std::thread::available_parallelism().map_or(1, Into::into);
        COUNTED.store(u64::from(process) << 32 | count as u64, Relaxed);
        count
    }

    /// Largest number of threads that [`Exec::new`] allows: 256, or four per processor if that is more. Every
    /// idle thread looks for work at all other threads, so the time to start them grows faster than the
    /// square of their number: on two processors 0.04 seconds for 256, 0.3 for 512, 1 to 2 for 1000.
    #[must_use]
    pub fn max_threads() -> usize {
        (4 * Self::processors()).max(256).min(rayon::max_num_threads())
    }

    /// Creates an `Exec` on the caller's threads: those of the rayon pool from which each loop is called, by
    /// default rayon's global pool.
    #[must_use]
    pub fn current() -> Self {
        Self {
            pool: None,
            token: CancelToken::new(),
            watcher: None,
            records: Arc::new(Records::new(Some(Self::KEPT_ROUNDS))),
            standby: Standby::default(),
        }
    }

    /// Returns this `Exec` with a callback for progress reports. Loops call `watcher` at the end of each
    /// round, and from time to time within long rounds and loops without rounds, from any of their threads.
    /// [`Exec::do_all`] does not report. Generators and writers report the edges that they have made and
    /// written ([`Exec::report_progress`]).
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::prelude::*;
    /// use std::sync::{Arc, Mutex};
    ///
    /// let reports = Arc::new(Mutex::new(Vec::new()));
    /// let writer = Arc::clone(&reports);
    /// let exec = Exec::new(2)?
    ///     .with_progress(move |progress| writer.lock().unwrap().push((progress.round, progress.done)));
    /// let mut rounds = exec.rounds("halving", 6);
    /// rounds.round(|_| Ok((Round::new(4), ())))?;
    /// rounds.round(|_| Ok((Round::new(2), ())))?;
    /// assert_eq!(*reports.lock().unwrap(), [(1, 4), (2, 6)]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    pub fn with_progress(self, watcher: impl Fn(&Progress<'_>) + Send + Sync + 'static) -> Self {
        Self { watcher: Some(Arc::new(watcher)), ..self }
    }

    /// Returns an `Exec` with the same threads, progress callback and statistics, but another token. When
    /// this token is cancelled, loops of the new `Exec` end with [`Error::Cancelled`]; loops of the old one
    /// do not. [`CancelToken`] has an example.
    #[must_use]
    pub fn with_token(&self, token: CancelToken) -> Self {
        let Self { pool, watcher, records, standby, .. } = self;
        let (records, standby) = (Arc::clone(records), standby.clone());
        Self { pool: pool.clone(), token, watcher: watcher.clone(), records, standby }
    }

    /// Returns an `Exec` with the same threads, but its own token and statistics, and no progress callback.
    #[must_use]
    pub fn with_same_threads(&self) -> Self {
        Self { pool: self.pool.clone(), standby: self.standby.clone(), ..Self::current() }
    }

    /// Number of threads on which loops run.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or_else(rayon::current_num_threads, |pool| pool.threads)
    }

    /// Runs `f` on the threads of this `Exec`. A call from another thread takes some microseconds, a call
    /// from one of these threads nothing. So run many short loops inside one `install`.
    ///
    /// While a thread of one `Exec` waits for another, it runs other tasks of its own, which need more of its
    /// stack. When it has used half a mebibyte, a new thread takes its place. So operators may use another
    /// `Exec`, but the same one takes less time. Two that use each other, back and forth and in many items,
    /// can wait for each other for ever.
    ///
    /// # Panics
    /// If `f` panics, or if the threads cannot be started ([`Exec::started`]).
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::exec::Exec;
    ///
    /// let exec = Exec::new(2)?;
    /// let mut values = vec![1_u64; 100];
    /// exec.install(|| {
    ///     for _ in 0..10 {
    ///         exec.do_all("double", &mut values, |value| *value *= 2)?;
    ///     }
    ///     Ok::<(), boscage::Error>(())
    /// })?;
    /// assert_eq!(values[0], 1024);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn install<R: Send>(&self, f: impl FnOnce() -> R + Send) -> R {
        let (mut f, mut result) = (Some(f), None);
        self.run(&mut || {
            if let Some(f) = f.take() {
                result = Some(f());
            }
        });
        result.expect("a pool runs what is installed")
    }

    /// Runs `f` as [`Exec::install`] does, or on the calling thread if `items` is at most 4096, the usual
    /// size of a piece in [`crate::parallel`]. On the calling thread, direct calls of rayon in `f` use the
    /// caller's pool.
    ///
    /// # Panics
    /// As [`Exec::install`].
    #[track_caller]
    pub fn install_for<R: Send>(&self, items: usize, f: impl FnOnce() -> R + Send) -> R {
        if items <= Self::SMALL { f() } else { self.install(f) }
    }

    /// Number of items up to which [`Exec::install_for`] uses the calling thread.
    pub(super) const SMALL: usize = 1 << 12;

    /// Not generic, so that the call into a pool is compiled once.
    #[track_caller]
    fn run(&self, f: &mut (dyn FnMut() + Send)) {
        match &self.pool {
            Some(pool) => {
                let pool = match pool.started() {
                    Ok(pool) => pool,
                    Err(error) => panic!("{error}"),
                };
                if pool.current_thread_index().is_some() {
                    return f(); // this is a thread of the pool
                }
                let around = scope::current();
                aside::run(&mut || {
                    pool.install(|| {
                        let _inherited = scope::enter(around);
                        f();
                    });
                });
            }
            None => f(),
        }
    }

    /// Returns an error if the token has been cancelled. Long work outside of loops should call this from
    /// time to time.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the token has been cancelled.
    #[inline]
    pub fn check_cancelled(&self) -> Result<()> {
        if self.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Returns `true` if the token has been cancelled.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Returns the token that cancels the loops.
    #[must_use]
    pub fn token(&self) -> &CancelToken {
        &self.token
    }

    /// Returns `false` if loops run on the threads of their caller's pool.
    pub(crate) fn has_pool(&self) -> bool {
        self.pool.is_some()
    }

    pub(super) fn with_records(self, records: Records) -> Self {
        Self { records: Arc::new(records), ..self }
    }

    pub(super) fn standby(&self) -> &Standby {
        &self.standby
    }

    pub(crate) fn records(&self) -> &Records {
        &self.records
    }

    /// Calls the progress callback for work outside of loops: a stage of this name has done some of its
    /// items. The report has round 0. Without a callback, this takes no time.
    ///
    /// Reports of several threads may come at the same time and out of order. They take no memory and do not
    /// affect results, so determinism does not depend on them.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::exec::Exec;
    ///
    /// let exec = Exec::new(1)?.with_progress(|progress| println!("{} {}", progress.name, progress.done));
    /// for (at, _page) in ["one", "two"].iter().enumerate() {
    ///     exec.report_progress("printing", at as u64 + 1, 2);
    /// }
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn report_progress(&self, name: &str, done: u64, total: u64) {
        self.report(&Progress { name, round: 0, done, total });
    }

    /// Calls the progress callback.
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
    /// Held by the thread that starts them, so that they are started once, or once more after a failure.
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
        let most = Exec::max_threads();
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
