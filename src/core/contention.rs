//! Counts memory contention between threads, simulated on one thread.
//!
//! Sixty-four processors cannot be measured on two, but most causes of poor scaling can be counted: a cache
//! line that several threads write moves from one core to another, and each move takes longer than dozens of
//! additions. With `--cfg counted`, an [`Exec`](crate::exec::Exec) has simulated *workers* instead of
//! threads. One thread does the work of all. The pieces of a parallel section are assigned to the workers in
//! turn, and the items of a worklist loop one at a time, so counts do not depend on timing. The atomics of
//! `primitives` and the mutexes of `mutex` record for each write the worker and the cache line.
//!
//! Other builds never call this code.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Counts of the contention that the parallel sections of a loop or stage would cause. All zero, unless the
/// program was built with `--cfg counted`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Contention {
    /// Parallel sections: each ends with a barrier.
    pub sections: u64,
    /// Atomic read-modify-write operations in sections; taking a lock is one.
    pub updates: u64,
    /// Cache lines that several workers write in one section, summed over the sections. A worklist loop is
    /// one section; its lines are counted anew after every 64 items per worker.
    pub shared_lines: u64,
    /// Atomic writes to these lines.
    pub shared_writes: u64,
    /// The part of `shared_writes` that goes to the line with the most writes of each section: these writes
    /// are serial.
    pub hottest_writes: u64,
    /// Seconds that all workers together take for their pieces.
    pub seconds: f64,
    /// Seconds of the slowest worker, summed over the sections.
    pub longest_seconds: f64,
}

impl Contention {
    /// Adds the counts of other sections.
    pub fn add(&mut self, other: Self) {
        self.sections += other.sections;
        self.updates += other.updates;
        self.shared_lines += other.shared_lines;
        self.shared_writes += other.shared_writes;
        self.hottest_writes += other.hottest_writes;
        self.seconds += other.seconds;
        self.longest_seconds += other.longest_seconds;
    }

    /// Returns `true` if this program was built to count.
    #[must_use]
    pub const fn is_counted() -> bool {
        cfg!(counted)
    }

    /// Switches counting on or off, for all threads. Without it, a program that was built to count is about
    /// as fast as another one, so its times are meaningful.
    pub fn count(counts: bool) {
        COUNTS.store(counts, Relaxed);
    }
}

static COUNTS: AtomicBool = AtomicBool::new(true);

/// Bytes of a cache line.
#[cfg(counted)]
const LINE: usize = 64;

/// Items per worker of a worklist loop after which lines are counted anew.
const WINDOW: usize = 1 << 6;

/// No worker: the thread is in no section.
const NOBODY: u32 = u32::MAX;

/// The writers of a cache line.
#[derive(Clone, Copy, Default)]
struct Line {
    /// A bit per worker, modulo 64.
    writers: u64,
    writes: u64,
}

thread_local! {
    /// The worker whose piece the thread runs.
    static WORKER: Cell<u32> = const { Cell::new(NOBODY) };
    static UPDATES: Cell<u64> = const { Cell::new(0) };
    static LINES: RefCell<HashMap<usize, Line>> = RefCell::default();
}

/// Returns the worker whose piece the calling thread runs, if it is in a section.
#[inline]
pub(crate) fn worker() -> Option<usize> {
    let worker = WORKER.get();
    (worker != NOBODY).then_some(worker as usize)
}

/// Records an atomic write.
#[cfg(counted)]
#[inline]
pub(crate) fn note_write<T>(place: &T) {
    let worker = WORKER.get();
    if worker != NOBODY && COUNTS.load(Relaxed) {
        LINES.with_borrow_mut(|lines| {
            let line = lines.entry(std::ptr::from_ref(place).addr() / LINE).or_default();
            line.writers |= 1 << (worker % 64);
            line.writes += 1;
        });
    }
}

/// Records an atomic read-modify-write, or a lock.
#[cfg(counted)]
#[inline]
pub(crate) fn note_update<T>(place: &T) {
    if WORKER.get() != NOBODY && COUNTS.load(Relaxed) {
        UPDATES.set(UPDATES.get() + 1);
        note_write(place);
    }
}

/// A parallel section that the calling thread runs. A section inside a piece of another one belongs to that
/// one.
pub(crate) struct Section {
    /// The time that each worker has spent on pieces.
    times: Vec<Duration>,
    /// The number of items of each worker. Measuring the time of each item would take longer than the item.
    items: Vec<u64>,
    is_outermost: bool,
    begun: Instant,
    counts: Contention,
}

impl Section {
    /// Begins a section of this many workers.
    pub(crate) fn begin(workers: usize) -> Self {
        let is_outermost = worker().is_none();
        if is_outermost {
            UPDATES.set(0);
        }
        let (counts, workers) = (Contention { sections: 1, ..Contention::default() }, workers.max(1));
        let (times, items) = (vec![Duration::ZERO; workers], vec![0; workers]);
        Self { times, items, is_outermost, begun: Instant::now(), counts }
    }

    /// Runs the piece with this number as the worker to which it is assigned.
    pub(crate) fn piece<R>(&mut self, number: usize, piece: impl FnOnce() -> R) -> R {
        let worker = number % self.times.len();
        let _turn = self.turn(worker);
        let start = Instant::now();
        let result = piece();
        self.times[worker] += start.elapsed();
        result
    }

    /// Runs one of many items as this worker.
    #[inline]
    pub(crate) fn item<R>(&mut self, worker: usize, item: impl FnOnce() -> R) -> R {
        let _turn = self.turn(worker);
        self.items[worker] += 1;
        item()
    }

    /// Ends a turn of a loop whose workers take an item in turn. After some turns, lines are counted anew.
    pub(crate) fn end_turn(&mut self, turn: usize) {
        if (turn + 1).is_multiple_of(WINDOW) {
            self.take_lines();
        }
    }

    fn turn(&self, worker: usize) -> Option<Turn> {
        self.is_outermost.then(|| Turn(WORKER.replace(worker as u32)))
    }

    fn take_lines(&mut self) {
        if self.is_outermost {
            LINES.with_borrow_mut(|lines| {
                let mut hottest = 0;
                for line in lines.values().filter(|line| line.writers.count_ones() > 1) {
                    self.counts.shared_lines += 1;
                    self.counts.shared_writes += line.writes;
                    hottest = hottest.max(line.writes);
                }
                self.counts.hottest_writes += hottest;
                lines.clear();
            });
        }
    }

    /// Ends the section. Returns `None` for a section inside another one.
    pub(crate) fn end(mut self) -> Option<Contention> {
        self.take_lines();
        let mut counts = self.counts;
        counts.updates = UPDATES.get();
        counts.seconds = self.times.iter().map(Duration::as_secs_f64).sum();
        counts.longest_seconds = self.times.iter().max().map_or(0.0, Duration::as_secs_f64);
        let items: u64 = self.items.iter().sum();
        if items > 0 {
            counts.seconds = self.begun.elapsed().as_secs_f64();
            let most = self.items.iter().max().map_or(0.0, |&most| most as f64);
            counts.longest_seconds = counts.seconds * most / items as f64;
        }
        self.is_outermost.then_some(counts)
    }
}

/// The turn of a worker, which ends when this is dropped.
struct Turn(u32);

impl Drop for Turn {
    fn drop(&mut self) {
        WORKER.set(self.0);
    }
}
