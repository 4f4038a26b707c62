//! A worklist loop as a whole: what [`Exec::for_each`] and [`Exec::speculate`] have in common.
//!
//! Items are dealt out to the parts of a worklist, workers go through it, once or round by round, and what
//! they have counted is added up.

use std::sync::atomic::{AtomicU64, Ordering};

use super::workers::{Desk, REPORT_EVERY, Workers};
use super::{Exec, LoopStatistics, Progress, Round};
use crate::ids::Node;
use crate::worklist::{DEFAULT_CHUNK, Policy, Pushed, Worklist};
use crate::{Result, memory};

/// What the execution of one item needs and leaves behind.
#[derive(Debug)]
pub(super) struct Tray<T> {
    /// The items it pushes.
    pub(super) pushed: Vec<T>,
    /// The nodes it has locked.
    pub(super) locked: Vec<Node>,
}

impl<T> Default for Tray<T> {
    fn default() -> Self {
        Self { pushed: Vec::new(), locked: Vec::new() }
    }
}

/// How often what happened.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) committed: u64,
    pub(super) aborted: u64,
    pub(super) pushed: u64,
    pub(super) stolen: u64,
}

impl Counts {
    pub(super) fn add(&mut self, other: Self) {
        self.committed += other.committed;
        self.aborted += other.aborted;
        self.pushed += other.pushed;
        self.stolen = self.stolen.saturating_add(other.stolen);
    }

    /// Items taken from the worklist.
    fn taken(self) -> u64 {
        self.committed + self.aborted
    }

    /// Writes the counts into the loop's statistics.
    pub(super) fn write(self, run: &mut LoopStatistics) {
        run.tried = self.taken();
        Self { committed: run.committed, aborted: run.aborted, pushed: run.pushed, stolen: run.stolen } =
            self;
    }
}

/// What all workers have done.
fn totals<T, P>(desks: &[Desk<T, P>]) -> Counts {
    let mut totals = Counts::default();
    desks.iter().for_each(|desk| totals.add(desk.counts));
    totals
}

/// What came of going through a worklist.
#[derive(Debug)]
pub(super) struct Outcome<T> {
    pub(super) counts: Counts,
    /// The rounds, if the policy has rounds.
    pub(super) rounds: Vec<Round>,
    /// The items that were rolled back.
    pub(super) aborted: Vec<T>,
}

/// A loop: what is done with an item, and how far it has come.
pub(super) struct Job<'a, B> {
    pub(super) exec: &'a Exec,
    name: &'a str,
    pub(super) body: B,
    /// Items pushed or there from the start, as far as reported.
    known: AtomicU64,
    /// Items committed, as far as reported.
    done: AtomicU64,
}

impl<'a, B> Job<'a, B> {
    /// `body` does one item, or rolls it back and returns it, having pushed nothing.
    pub(super) fn new<T>(exec: &'a Exec, name: &'a str, body: B) -> Self
    where
        B: Fn(T, &mut Tray<T>) -> Result<(), T> + Sync,
    {
        Self { exec, name, body, known: AtomicU64::new(0), done: AtomicU64::new(0) }
    }

    /// Does `initial` and all that it pushes.
    pub(super) fn run<T, P>(&self, initial: impl IntoIterator<Item = T>, policy: P) -> Result<Outcome<T>>
    where
        T: Send,
        P: Policy<T>,
        B: Fn(T, &mut Tray<T>) -> Result<(), T> + Sync,
    {
        let initial = initial.into_iter();
        memory::check::<T>("work items", initial.size_hint().0)?;
        let workers = self.exec.threads();
        let (worklist, mut parts) = policy.open(workers);
        let made = parts.len();
        assert!(
            made == workers,
            "{}: the policy has made {made} parts of a worklist for {workers} workers",
            self.name
        );
        let (mut turn, mut items) = (0, 0);
        for item in initial {
            // Dealt out in small hands, so that all begin with the first of them.
            let pushed = worklist.push(&mut parts[turn % workers], item);
            items += 1;
            turn += usize::from(pushed == Pushed::Published || items % DEFAULT_CHUNK == 0);
        }
        self.known.fetch_add(items as u64, Ordering::Relaxed);
        let mut desks: Vec<_> = parts.into_iter().map(Desk::new).collect();
        let rounds = self.exec.install(|| self.rounds(&worklist, &mut desks))?;
        let mut outcome = Outcome { counts: totals(&desks), rounds, aborted: Vec::new() };
        for mut desk in desks {
            // The worklist's own word.
            let stolen = <P::Worklist as Worklist<T>>::stolen(&desk.part);
            outcome.counts.stolen = outcome.counts.stolen.saturating_add(stolen);
            outcome.aborted.append(&mut desk.aborted);
        }
        let (given, taken) = (items as u64 + outcome.counts.pushed, outcome.counts.taken());
        assert!(
            given == taken,
            "{}: {given} items were pushed to the worklist, which has given {taken}",
            self.name
        );
        // They will be known again when they are tried again.
        self.known.fetch_sub(outcome.aborted.len() as u64, Ordering::Relaxed);
        Ok(outcome)
    }

    /// Does items one at a time, so that nothing conflicts with them, and returns what they push.
    pub(super) fn run_alone<T>(&self, items: Vec<T>, counts: &mut Counts) -> Result<Vec<T>>
    where
        B: Fn(T, &mut Tray<T>) -> Result<(), T> + Sync,
    {
        let mut tray = Tray::default();
        self.known.fetch_add(items.len() as u64, Ordering::Relaxed);
        for item in items {
            self.exec.check_cancelled()?;
            let done = (self.body)(item, &mut tray).is_ok();
            assert!(
                done,
                "{}: an item is in conflict though it is alone: has a lock been leaked?",
                self.name
            );
            counts.committed += 1;
            if self.done.fetch_add(1, Ordering::Relaxed).is_multiple_of(REPORT_EVERY) {
                self.report(0);
            }
        }
        counts.pushed += tray.pushed.len() as u64;
        Ok(tray.pushed)
    }

    /// Goes through the rounds of a worklist, or through all of it if there are none.
    fn rounds<T, W>(&self, worklist: &W, desks: &mut Vec<Desk<T, W::Part>>) -> Result<Vec<Round>>
    where
        T: Send,
        W: Worklist<T>,
        B: Fn(T, &mut Tray<T>) -> Result<(), T> + Sync,
    {
        let mut rounds = Vec::new();
        loop {
            self.exec.check_cancelled()?;
            let mut parts: Vec<_> = desks.iter_mut().map(|desk| &mut desk.part).collect();
            let round = worklist.next_round(&mut parts);
            if round == Some(0) {
                return Ok(rounds);
            }
            let before = totals(desks);
            *desks = Workers::run(self, worklist, std::mem::take(desks))?;
            desks.iter_mut().for_each(|desk| self.count(desk));
            let Some(tried) = round.map(|items| items as u64) else {
                self.report(0);
                return Ok(rounds);
            };
            let after = totals(desks);
            let (committed, taken) = (after.committed - before.committed, after.taken() - before.taken());
            assert!(tried == taken, "{}: a round of {tried} items has given {taken}", self.name);
            rounds.push(Round { tried, committed, retried: tried - committed, dropped: 0 });
            self.report(rounds.len());
        }
    }

    /// Adds what a worker has done since the last time to the loop's progress.
    pub(super) fn count<T, P>(&self, desk: &mut Desk<T, P>) {
        self.done.fetch_add(desk.counts.committed - desk.counted.committed, Ordering::Relaxed);
        self.known.fetch_add(desk.counts.pushed - desk.counted.pushed, Ordering::Relaxed);
        desk.counted = desk.counts;
    }

    pub(super) fn report(&self, rounds: usize) {
        let [done, known] = [&self.done, &self.known].map(|count| count.load(Ordering::Relaxed));
        let total = known.max(done); // the two were not read at once
        self.exec.report(&Progress { name: self.name, round: rounds as u64, done, total });
    }
}
