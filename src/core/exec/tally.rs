//! What a worklist loop has done: counted by its workers, reported while it runs, recorded when it ends.

use super::scope::{Current, Scope};
use super::{Exec, Progress, Round};
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicU64, Ordering};

/// A worker reports after this many items of its own.
const REPORT_EVERY: u64 = 1 << 16;

/// How often what happened.
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

    /// What was added to `earlier` counts.
    pub(super) fn since(self, earlier: Self) -> Self {
        Self {
            committed: self.committed - earlier.committed,
            aborted: self.aborted - earlier.aborted,
            pushed: self.pushed - earlier.pushed,
        }
    }
}

/// What all workers of a loop have done. When it is dropped, at the end of the loop however that came about,
/// it is recorded in the statistics.
pub(super) struct Tally<'a> {
    exec: &'a Exec,
    pub(super) name: &'a str,
    scope: Scope<'a>,
    initial: AtomicU64,
    committed: AtomicU64,
    aborted: AtomicU64,
    pushed: AtomicU64,
    stolen: AtomicU64,
    rounds: Mutex<Vec<Round>>,
}

impl<'a> Tally<'a> {
    /// A loop that begins now.
    pub(super) fn new(exec: &'a Exec, name: &'a str) -> Self {
        let [initial, committed, aborted, pushed, stolen] = [const { AtomicU64::new(0) }; 5];
        let rounds = Mutex::new(Vec::new());
        let scope = exec.records().of_loop(name, exec.threads());
        Self { exec, name, scope, initial, committed, aborted, pushed, stolen, rounds }
    }

    /// What threads work for that run the operator.
    pub(super) fn operator(&self) -> Current {
        self.scope.operator()
    }

    /// The counts of a worker that begins.
    pub(super) fn counter(&self) -> Counter<'_> {
        Counter { tally: self, pending: ItemCounts::default() }
    }

    /// The items that the loop begins with.
    pub(super) fn begin_with(&self, items: u64) {
        self.initial.fetch_add(items, Ordering::Relaxed);
    }

    /// Chunks of items that a worker has taken from others, in the worklist's own words.
    pub(super) fn add_stolen(&self, stolen: u64) {
        let sum = self.stolen.load(Ordering::Relaxed).saturating_add(stolen);
        self.stolen.store(sum, Ordering::Relaxed);
    }

    /// A round that has ended.
    pub(super) fn add_round(&self, done: ItemCounts) {
        let ItemCounts { committed, aborted, .. } = done;
        self.rounds.lock().push(Round { tried: done.taken(), committed, retried: aborted, dropped: 0 });
        self.report();
    }

    /// What the workers have told so far.
    pub(super) fn counts(&self) -> ItemCounts {
        let [committed, aborted, pushed] =
            [&self.committed, &self.aborted, &self.pushed].map(|count| count.load(Ordering::Relaxed));
        ItemCounts { committed, aborted, pushed }
    }

    /// Tells the watcher how far the loop has come.
    pub(super) fn report(&self) {
        let ItemCounts { committed: done, pushed, .. } = self.counts();
        let known = self.initial.load(Ordering::Relaxed) + pushed;
        let total = known.max(done); // the two were not read at once
        let round = self.rounds.lock().len() as u64;
        self.exec.report(&Progress { name: self.name, round, done, total });
    }
}

impl Drop for Tally<'_> {
    fn drop(&mut self) {
        let ItemCounts { committed, aborted, pushed } = self.counts();
        let run = &mut self.scope.run;
        run.rounds = std::mem::take(self.rounds.get_mut());
        (run.tried, run.committed, run.aborted, run.pushed) =
            (committed + aborted, committed, aborted, pushed);
        run.stolen = self.stolen.load(Ordering::Relaxed);
    }
}

/// The counts of one worker, told to the tally now and then, and on drop, also by a panic.
pub(super) struct Counter<'a> {
    tally: &'a Tally<'a>,
    pub(super) pending: ItemCounts,
}

impl Counter<'_> {
    /// Tells and reports, if there is much to tell.
    #[inline]
    pub(super) fn report_now_and_then(&mut self) {
        if self.pending.taken() >= REPORT_EVERY {
            self.tell();
            self.tally.report();
        }
    }

    /// Adds the counts to the tally.
    pub(super) fn tell(&mut self) {
        let ItemCounts { committed, aborted, pushed } = std::mem::take(&mut self.pending);
        self.tally.committed.fetch_add(committed, Ordering::Relaxed);
        self.tally.aborted.fetch_add(aborted, Ordering::Relaxed);
        self.tally.pushed.fetch_add(pushed, Ordering::Relaxed);
    }
}

impl Drop for Counter<'_> {
    fn drop(&mut self) {
        self.tell();
    }
}
