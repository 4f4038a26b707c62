//! The entries of the statistics: one per name of a loop or a stage, and parent.

use super::Exec;
use super::current::{Current, NOWHERE, current};
use super::statistics::{LoopStatistics, Stage, StageKind, StageStatistics, Statistics};
use crate::contention::Section;
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};

impl Exec {
    /// Keeps at most this many rounds per loop from now on; their counts are still added up. The default is
    /// [`Exec::KEPT_ROUNDS`].
    ///
    /// ```
    /// use boscage::exec::{Exec, Round};
    ///
    /// let exec = Exec::new(1)?.with_kept_rounds(2);
    /// let mut rounds = exec.rounds("steps", 30);
    /// (0..3).for_each(|_| rounds.record(Round::new(10)));
    /// drop(rounds);
    /// let statistics = exec.take_statistics();
    /// let steps = statistics.loop_named("steps").unwrap();
    /// assert_eq!((steps.committed, steps.round_count, steps.rounds.len()), (30, 3, 2));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    pub fn with_kept_rounds(self, rounds: usize) -> Self {
        self.with_records(Records::new(Some(rounds)))
    }

    /// Keeps no statistics, and forgets those so far: [`Exec::take_statistics`] returns empty ones. Beginning
    /// and ending a loop takes less time then, and no memory. Progress is still reported.
    ///
    /// ```
    /// use boscage::exec::Exec;
    ///
    /// let exec = Exec::new(1)?.without_statistics();
    /// exec.do_all("nothing", 0..10, |_| ())?;
    /// assert!(exec.take_statistics().is_empty());
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    pub fn without_statistics(self) -> Self {
        self.with_records(Records::new(None))
    }

    /// Returns the statistics of the loops and stages that have ended since the last call, in the order in
    /// which they first began, and forgets them. Runs with the same name inside the same parent are added up.
    ///
    /// # Memory
    /// Bounded, also in a program that never calls this: at most [`Exec::KEPT_ROUNDS`] rounds per loop are
    /// kept, 32 bytes each, and about [`Exec::KEPT_NAMES`] names of loops and stages. The counts of further
    /// rounds are added to those of their loop; loops and stages of further names are added up under the name
    /// "others", once per parent, up to the same number again.
    #[must_use = "`clear_statistics` forgets them"]
    pub fn take_statistics(&self) -> Statistics {
        self.records().take()
    }

    /// Forgets the statistics so far.
    pub fn clear_statistics(&self) {
        self.records().clear();
    }

    /// Number of rounds that are kept per loop, unless [`Exec::with_kept_rounds`] gives another.
    pub const KEPT_ROUNDS: usize = 1 << 14;

    /// Number of loops and stages of different names or parents for which statistics are kept.
    pub const KEPT_NAMES: usize = 1 << 10;
}

/// The entries so far.
pub(crate) struct Records {
    /// No other records have it, before or after.
    id: u64,
    /// Number of rounds kept per loop; with `None`, no entries are kept.
    kept_rounds: Option<usize>,
    entries: Mutex<Entries>,
}

/// Name of the entry of all loops, or stages of one kind, for which there is no room.
const OTHERS: &str = "others";

#[derive(Default)]
struct Entries {
    /// Number of times that the statistics were taken. Positions belong to one epoch.
    epoch: u32,
    all: Vec<Entry>,
}

struct Entry {
    parent: Option<u32>,
    /// Of a stage; `None` for a loop.
    kind: Option<StageKind>,
    /// Number of open scopes of this entry.
    open: u32,
    done: LoopStatistics,
}
impl Records {
    pub(super) fn new(kept_rounds: Option<usize>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self { id: NEXT.fetch_add(1, Relaxed), kept_rounds, entries: Mutex::default() }
    }

    /// Returns the number of rounds kept per loop.
    pub(super) fn kept_rounds(&self) -> usize {
        self.kept_rounds.unwrap_or(0)
    }

    /// Adds a stage that ran elsewhere and has ended, within the stage that it names, if that is there, or
    /// the scope that the calling thread works for.
    pub(crate) fn add(&self, stage: Stage<'_>, seconds: f64) {
        if self.kept_rounds.is_none() {
            return;
        }
        let mut entries = self.entries.lock();
        let around = entries.innermost(self.id, current());
        let named = |entry: &Entry| entry.kind.is_some() && Some(&*entry.done.name) == stage.within;
        let parent = entries.all.iter().rposition(named).map(|position| position as u32).or(around);
        let position = entries.position(stage.name, Some(stage.kind), parent);
        let run = LoopStatistics { threads: 1, ..LoopStatistics::default() };
        entries.add(position, run, 0, seconds, current().is_operator);
    }

    /// Opens the entry of a scope: inside the loop `outer`, if there is one, or else `around`.
    pub(super) fn open(
        &self,
        name: &str,
        kind: Option<StageKind>,
        around: Current,
        outer: Option<Current>,
    ) -> Current {
        let records = self.id;
        if self.kept_rounds.is_none() {
            let runs_operator = |scope: Current| scope.records == records && scope.is_operator;
            let is_operator = runs_operator(around) || outer.is_some_and(runs_operator);
            return Current { records, is_operator, ..NOWHERE };
        }
        let mut entries = self.entries.lock();
        let mut parent = entries.innermost(records, around);
        let mut is_operator = parent.is_some() && around.is_operator;
        if let Some(outer) = outer.filter(|outer| outer.epoch == entries.epoch)
            && !entries.is_inside(parent, outer.position)
        {
            (parent, is_operator) = (Some(outer.position), outer.is_operator);
        }
        let position = entries.position(name, kind, parent);
        entries.all[position as usize].open += 1;
        Current { records, epoch: entries.epoch, position, is_operator }
    }

    /// Closes the entry of a scope, and adds what it did.
    pub(super) fn close(
        &self,
        scope: Current,
        name: &str,
        kind: Option<StageKind>,
        run: LoopStatistics,
        seconds: f64,
    ) {
        let Some(kept) = self.kept_rounds else { return };
        let mut entries = self.entries.lock();
        let position = if entries.epoch == scope.epoch {
            entries.all[scope.position as usize].open -= 1;
            scope.position
        } else {
            entries.position(name, kind, None)
        };
        entries.add(position, run, kept, seconds, scope.is_operator);
    }

    /// Adds what a parallel section did to the scope that the calling thread works for.
    pub(crate) fn add_section(&self, section: Section) {
        let Some(counts) = section.end().filter(|_| self.kept_rounds.is_some()) else { return };
        let mut entries = self.entries.lock();
        let around = entries.innermost(self.id, current());
        let position = around.unwrap_or_else(|| {
            let position = entries.position("outside of loops and stages", Some(StageKind::Phase), None);
            entries.all[position as usize].done.runs += 1;
            position
        });
        entries.all[position as usize].done.contention.add(counts);
    }

    /// Drops all entries. What has not ended yet is added when it has.
    pub(super) fn clear(&self) {
        drop(self.take_entries());
    }

    fn take_entries(&self) -> Vec<Entry> {
        let mut entries = self.entries.lock();
        entries.epoch = entries.epoch.wrapping_add(1);
        std::mem::take(&mut entries.all)
    }

    pub(crate) fn take(&self) -> Statistics {
        let all = self.take_entries();
        let names: Vec<String> = all.iter().map(|entry| entry.done.name.clone()).collect();
        let mut statistics = Statistics::default();
        // What has not ended yet is added when it has.
        for Entry { parent, kind, done, .. } in all.into_iter().filter(|entry| entry.done.runs > 0) {
            let parent = parent.map(|parent| names[parent as usize].clone());
            let own_seconds = done.own_seconds.max(0.0);
            match kind {
                None => statistics.loops.push(LoopStatistics { parent, own_seconds, ..done }),
                Some(kind) => {
                    let LoopStatistics { name, runs, threads, seconds, contention, .. } = done;
                    statistics.stages.push(StageStatistics {
                        name,
                        kind,
                        parent,
                        runs,
                        threads,
                        seconds,
                        own_seconds,
                        contention,
                    });
                }
            }
        }
        statistics
    }
}

impl Entries {
    /// The innermost open scope of a thread that works for this one; `records` is the id of these entries.
    fn innermost(&self, records: u64, current: Current) -> Option<u32> {
        let Current { records: of, epoch, position, .. } = current;
        let mut parent = (of == records && epoch == self.epoch).then_some(position);
        while let Some(entry) = parent.map(|position| &self.all[position as usize])
            && entry.open == 0
        {
            parent = entry.parent; // it has ended on another thread
        }
        parent
    }

    /// Returns `true` if an entry is this loop, or a stage inside it.
    fn is_inside(&self, mut entry: Option<u32>, of_loop: u32) -> bool {
        while let Some(position) = entry.filter(|&position| position != of_loop) {
            let Entry { parent, kind, .. } = &self.all[position as usize];
            entry = parent.filter(|_| kind.is_some());
        }
        entry.is_some()
    }

    /// Where an entry is; it is made where there is none.
    fn position(&mut self, name: &str, kind: Option<StageKind>, parent: Option<u32>) -> u32 {
        let find = |all: &[Entry], parent: Option<u32>, name: &str| {
            let is_same =
                |entry: &Entry| (entry.parent, entry.kind) == (parent, kind) && entry.done.name == name;
            all.iter().position(is_same)
        };
        let mut found = (parent, name, find(&self.all, parent, name));
        if found.2.is_none() && self.all.len() >= Exec::KEPT_NAMES {
            // If there are very many of these, too, their parents are no longer distinguished.
            let parent = parent.filter(|_| self.all.len() < 2 * Exec::KEPT_NAMES);
            found = (parent, OTHERS, find(&self.all, parent, OTHERS));
        }
        let (parent, name, position) = found;
        let position = position.unwrap_or_else(|| {
            let done = LoopStatistics { name: name.to_owned(), ..LoopStatistics::default() };
            self.all.push(Entry { parent, kind, open: 0, done });
            self.all.len() - 1
        });
        position as u32
    }

    /// Adds what one run did, and keeps the first `kept` rounds of all runs.
    fn add(
        &mut self,
        position: u32,
        run: LoopStatistics,
        kept: usize,
        seconds: f64,
        is_within_operator: bool,
    ) {
        let Entry { parent, done, .. } = &mut self.all[position as usize];
        done.add(run, kept);
        done.seconds += seconds;
        if !is_within_operator {
            done.own_seconds += seconds;
            if let Some(parent) = *parent {
                self.all[parent as usize].done.own_seconds -= seconds;
            }
        }
    }
}
