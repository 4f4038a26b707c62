//! Counts of a worklist loop: kept by its workers, reported while it runs, recorded when it ends.

use super::scope::{Current, Scope};
use super::{Exec, LoopStatistics, Progress, Round};
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicU64, Ordering};
use std::fmt;

/// Items of a worker after which it flushes its counts and reports progress.
const REPORT_EVERY: u64 = 1 << 16;

/// Numbers of items.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ItemCounts {
    pub(super) committed: u64,
    pub(super) aborted: u64,
    pub(super) pushed: u64,
}

impl ItemCounts {
    /// Items taken from the worklist.
    pub(super) fn taken(self) -> u64 {
        self.committed + self.aborted
    }

    /// Returns the differences to `earlier` counts.
    pub(super) fn since(self, earlier: Self) -> Self {
        Self {
            committed: self.committed - earlier.committed,
            aborted: self.aborted - earlier.aborted,
            pushed: self.pushed - earlier.pushed,
        }
    }
}

/// The counts of all workers of a loop. They are added to the statistics when this is dropped, however the
/// loop ends.
pub(super) struct Tally<'a> {
    exec: &'a Exec,
    pub(super) name: &'a str,
    scope: Scope<'a>,
    initial: AtomicU64,
    committed: AtomicU64,
    aborted: AtomicU64,
    pushed: AtomicU64,
    stolen: AtomicU64,
    /// The counts are those of rounds.
    rounds: Mutex<LoopStatistics>,
}

impl<'a> Tally<'a> {
    /// Begins a loop.
    #[track_caller]
    pub(super) fn new(exec: &'a Exec, name: &'a str) -> Self {
        let [initial, committed, aborted, pushed, stolen] = [const { AtomicU64::new(0) }; 5];
        let rounds = Mutex::default();
        let scope = Scope::of_loop(exec.records(), name, exec.threads());
        Self { exec, name, scope, initial, committed, aborted, pushed, stolen, rounds }
    }

    /// Panics because of a mistake of the caller.
    #[cold]
    #[track_caller]
    pub(super) fn blame(&self, mistake: impl fmt::Display) -> ! {
        self.scope.blame(mistake)
    }

    /// Returns the scope of threads that run the operator.
    pub(super) fn operator(&self) -> Current {
        self.scope.operator()
    }

    /// Creates the counts of a worker.
    pub(super) fn counter(&self) -> Counter<'_> {
        Counter { tally: self, pending: ItemCounts::default() }
    }

    /// Adds the items that the loop begins with.
    pub(super) fn begin_with(&self, items: u64) {
        self.initial.fetch_add(items, Ordering::Relaxed);
    }

    /// Adds chunks that a worker has stolen. The number comes from the worklist and may be wrong.
    pub(super) fn add_stolen(&self, stolen: u64) {
        let sum = self.stolen.load(Ordering::Relaxed).saturating_add(stolen);
        self.stolen.store(sum, Ordering::Relaxed);
    }

    /// Adds a round that has ended.
    pub(super) fn add_round(&self, done: ItemCounts) {
        let ItemCounts { committed, aborted, .. } = done;
        let round = Round { tried: done.taken(), committed, retried: aborted, dropped: 0 };
        self.rounds.lock().add_round(round, self.exec.records().kept_rounds());
        self.report();
    }

    /// Returns the counts that the workers have flushed so far.
    pub(super) fn counts(&self) -> ItemCounts {
        let [committed, aborted, pushed] =
            [&self.committed, &self.aborted, &self.pushed].map(|count| count.load(Ordering::Relaxed));
        ItemCounts { committed, aborted, pushed }
    }

    /// Reports the loop's progress.
    pub(super) fn report(&self) {
        let ItemCounts { committed: done, pushed, .. } = self.counts();
        let known = self.initial.load(Ordering::Relaxed) + pushed;
        let total = known.max(done); // the two were not read at once
        let round = self.rounds.lock().round_count;
        self.exec.report(&Progress { name: self.name, round, done, total });
    }
}

impl Drop for Tally<'_> {
    fn drop(&mut self) {
        let ItemCounts { committed, aborted, pushed } = self.counts();
        let run = &mut self.scope.run;
        let LoopStatistics { rounds, round_count, .. } = std::mem::take(self.rounds.get_mut());
        (run.rounds, run.round_count) = (rounds, round_count);
        (run.tried, run.committed, run.aborted, run.pushed) =
            (committed + aborted, committed, aborted, pushed);
        run.stolen = self.stolen.load(Ordering::Relaxed);
    }
}

/// The pending counts of one worker. They are flushed to the tally periodically, and on drop.
pub(super) struct Counter<'a> {
    tally: &'a Tally<'a>,
    pub(super) pending: ItemCounts,
}

impl Counter<'_> {
    /// Flushes the counts and reports progress, if many items are pending.
    #[inline]
    pub(super) fn report_periodically(&mut self) {
        if self.pending.taken() >= REPORT_EVERY {
            self.flush();
            self.tally.report();
        }
    }

    /// Adds the pending counts to the tally.
    pub(super) fn flush(&mut self) {
        let ItemCounts { committed, aborted, pushed } = std::mem::take(&mut self.pending);
        self.tally.committed.fetch_add(committed, Ordering::Relaxed);
        self.tally.aborted.fetch_add(aborted, Ordering::Relaxed);
        self.tally.pushed.fetch_add(pushed, Ordering::Relaxed);
    }
}

impl Drop for Counter<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}
