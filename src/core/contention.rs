//! Counts what threads would take from each other, on one thread.
//!
//! Sixty-four processors cannot be measured on two, but most of what goes wrong there can be counted: a cache
//! line that several threads write moves from one to the other, and each time takes longer than dozens of
//! additions. With `--cfg counted` an [`Exec`](crate::exec::Exec) has *workers* in place of threads. One
//! thread does the work of all. The pieces of a parallel section are dealt to the workers in turn, and the
//! items of a worklist loop one to each at a time, so counts do not depend on timing. The atomics of
//! `primitives` and the mutexes of `mutex` note for each write which worker makes it, and to which line.
//!
//! In other builds nothing here is called.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Counts of what the parallel sections of a loop or stage would move between processors. All zero, unless
/// the program was built with `--cfg counted`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contention {
    /// Parallel sections: each ends with a barrier.
    pub sections: u64,
    /// Atomic read-modify-write operations in sections; to take a lock is one.
    pub updates: u64,
    /// Cache lines that several workers write in one section, summed over the sections. A worklist loop is
    /// one section; lines count anew after every 64 items of each worker.
    pub shared_lines: u64,
    /// Atomic writes to these lines.
    pub shared_writes: u64,
    /// Of these, the writes to the line that gets most in each section: they come one after the other.
    pub hottest_writes: u64,
    /// Seconds that all workers take for their pieces, together.
    pub seconds: f64,
    /// Seconds of the worker that takes longest, summed over the sections.
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

    /// Returns whether this program was built to count.
    #[must_use]
    pub const fn is_counted() -> bool {
        cfg!(counted)
    }

    /// Switches counting off or on, for all threads. Without it a program that was built to count takes about
    /// as long as another one, so its seconds mean something.
    pub fn count(counts: bool) {
        COUNTS.store(counts, Relaxed);
    }
}

static COUNTS: AtomicBool = AtomicBool::new(true);

/// Bytes of a cache line.
#[cfg(counted)]
const LINE: usize = 64;

/// Items of each worker of a worklist loop after which lines count anew.
const WINDOW: usize = 1 << 6;

/// No worker: the thread is in no section.
const NOBODY: u32 = u32::MAX;

/// Who wrote to a line.
#[derive(Clone, Copy, Default)]
struct Line {
    /// A bit for each worker, modulo 64.
    writers: u64,
    writes: u64,
}

thread_local! {
    /// The worker whose piece the thread is doing.
    static WORKER: Cell<u32> = const { Cell::new(NOBODY) };
    static UPDATES: Cell<u64> = const { Cell::new(0) };
    static LINES: RefCell<HashMap<usize, Line>> = RefCell::default();
}

/// The worker whose piece the calling thread is doing, if it is in a section.
#[inline]
pub(crate) fn worker() -> Option<usize> {
    let worker = WORKER.get();
    (worker != NOBODY).then_some(worker as usize)
}

/// Notes an atomic write.
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

/// Notes an atomic read-modify-write, or a lock.
#[cfg(counted)]
#[inline]
pub(crate) fn note_update<T>(place: &T) {
    if WORKER.get() != NOBODY && COUNTS.load(Relaxed) {
        UPDATES.set(UPDATES.get() + 1);
        note_write(place);
    }
}

/// A parallel section under way, on the calling thread. One inside the piece of another belongs to that.
pub(crate) struct Section {
    /// The time that each worker has taken for pieces.
    times: Vec<Duration>,
    /// The items of each. To take the time of each item would take longer than the item.
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

    /// Does the piece with this number, as the worker to which it is dealt.
    pub(crate) fn piece<R>(&mut self, number: usize, piece: impl FnOnce() -> R) -> R {
        let worker = number % self.times.len();
        let _turn = self.turn(worker);
        let start = Instant::now();
        let result = piece();
        self.times[worker] += start.elapsed();
        result
    }

    /// Does one of many items, as this worker.
    #[inline]
    pub(crate) fn item<R>(&mut self, worker: usize, item: impl FnOnce() -> R) -> R {
        let _turn = self.turn(worker);
        self.items[worker] += 1;
        item()
    }

    /// Ends the items after which lines count anew, in a loop whose workers take an item in turn.
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

    /// Ends it. There is nothing to say of a section within another.
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

/// The turn of a worker, until it is dropped.
struct Turn(u32);

impl Drop for Turn {
    fn drop(&mut self) {
        WORKER.set(self.0);
    }
}
