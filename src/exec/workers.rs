//! The workers of a worklist loop: what [`Exec::for_each`] and [`Exec::speculate`] have in common.
//!
//! A loop has as many *desks* as threads. A worker is a rayon task that sits at one: the desk has the worker's part of
//! the worklist, and everything else that is its own. It does items until it finds none, puts the desk back and
//! leaves; the module `termination` tells why nothing is forgotten. A worker that unwinds, or sees the loop cancelled,
//! raises the alarm: all others leave before their next item, and what is left of the worklist is dropped.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam_utils::Backoff;
use parking_lot::Mutex;
use rayon::Scope;

use super::termination::{Crew, Invite, Leave};
use super::{Exec, LoopStatistics, Progress, Round};
use crate::Result;
use crate::graph::Node;
use crate::worklist::{DEFAULT_CHUNK, Policy, Pushed, Worklist};

/// A worker reports after so many items of its own.
const REPORT_EVERY: u64 = 1 << 16;

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
        self.stolen += other.stolen;
    }

    /// Writes the counts into the loop's statistics.
    pub(super) fn into_statistics(self, statistics: LoopStatistics) -> LoopStatistics {
        let Self { committed, aborted, pushed, stolen } = self;
        LoopStatistics { tried: committed + aborted, committed, aborted, pushed, stolen, ..statistics }
    }
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
    exec: &'a Exec,
    name: &'a str,
    body: B,
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
        let workers = self.exec.threads();
        let (worklist, mut parts) = policy.open(workers);
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
        let mut outcome = Outcome { counts: Counts::default(), rounds, aborted: Vec::new() };
        for mut desk in desks {
            desk.counts.stolen = <P::Worklist as Worklist<T>>::stolen(&desk.part);
            outcome.counts.add(desk.counts);
            outcome.aborted.append(&mut desk.aborted);
        }
        // They will be known again when they are tried again.
        self.known.fetch_sub(outcome.aborted.len() as u64, Ordering::Relaxed);
        Ok(outcome)
    }

    /// Does items one at a time, so that they conflict with nobody, and returns what they push.
    pub(super) fn run_alone<T>(&self, items: Vec<T>, counts: &mut Counts) -> Result<Vec<T>>
    where
        B: Fn(T, &mut Tray<T>) -> Result<(), T> + Sync,
    {
        let mut tray = Tray::default();
        for item in items {
            self.exec.check_cancelled()?;
            let done = (self.body)(item, &mut tray).is_ok();
            assert!(
                done,
                "{}: an item is in conflict though it is alone: has a lock been leaked?",
                self.name
            );
            counts.committed += 1;
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
            let done = self.done.load(Ordering::Relaxed);
            *desks = Workers::run(self, worklist, std::mem::take(desks))?;
            desks.iter_mut().for_each(|desk| self.count(desk));
            let committed = self.done.load(Ordering::Relaxed) - done;
            let Some(tried) = round.map(|items| items as u64) else {
                self.report(0);
                return Ok(rounds);
            };
            rounds.push(Round { tried, committed, retried: tried - committed, dropped: 0 });
            self.report(rounds.len());
        }
    }

    /// Adds what a worker has done since the last time to the loop's progress.
    fn count<T, P>(&self, desk: &mut Desk<T, P>) {
        self.done.fetch_add(desk.counts.committed - desk.counted.committed, Ordering::Relaxed);
        self.known.fetch_add(desk.counts.pushed - desk.counted.pushed, Ordering::Relaxed);
        desk.counted = desk.counts;
    }

    fn report(&self, rounds: usize) {
        let [done, known] = [&self.done, &self.known].map(|count| count.load(Ordering::Relaxed));
        let total = known.max(done); // the two were not read at once
        self.exec.report(&Progress { name: self.name, round: rounds as u64, done, total });
    }
}

/// All that belongs to one worker.
struct Desk<T, P> {
    part: P,
    tray: Tray<T>,
    aborted: Vec<T>,
    counts: Counts,
    /// The counts that are in the loop's progress already.
    counted: Counts,
}

impl<T, P> Desk<T, P> {
    fn new(part: P) -> Self {
        let counts = Counts::default();
        Self { part, tray: Tray::default(), aborted: Vec::new(), counts, counted: counts }
    }
}

/// What the workers share while they are at work.
struct Workers<'a, T, W: Worklist<T>, B> {
    job: &'a Job<'a, B>,
    worklist: &'a W,
    crew: Crew,
    free_desks: Mutex<Vec<Desk<T, W::Part>>>,
    alarm: AtomicBool,
}

/// Raises the alarm if dropped, as it is by a panic.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<'a, T, W, B> Workers<'a, T, W, B>
where
    T: Send,
    W: Worklist<T>,
    B: Fn(T, &mut Tray<T>) -> Result<(), T> + Sync,
{
    /// Starts a worker at each desk that has items, and returns the desks when there are no items and no workers.
    fn run(
        job: &'a Job<'a, B>,
        worklist: &'a W,
        desks: Vec<Desk<T, W::Part>>,
    ) -> Result<Vec<Desk<T, W::Part>>> {
        let limit = desks.len();
        let (begin, free): (Vec<_>, Vec<_>) =
            desks.into_iter().partition(|desk| worklist.has_items(&desk.part));
        let crew = Crew::new(begin.len(), limit);
        let this = Self { job, worklist, crew, free_desks: Mutex::new(free), alarm: AtomicBool::new(false) };
        rayon::scope(|scope| {
            let this = &this;
            let mut begin = begin.into_iter();
            let own = begin.next();
            begin.for_each(|desk| scope.spawn(|scope| this.work(desk, scope)));
            own.into_iter().for_each(|desk| this.work(desk, scope));
        });
        job.exec.check_cancelled()?;
        Ok(this.free_desks.into_inner())
    }

    /// What a worker does from its coming to its leaving.
    fn work<'s>(&'s self, mut desk: Desk<T, W::Part>, scope: &Scope<'s>) {
        let alarm = Alarm(&self.alarm);
        loop {
            while let Some(item) = self.worklist.pop(&mut desk.part) {
                if self.alarm.load(Ordering::Relaxed) || self.job.exec.cancel.is_cancelled() {
                    return; // and let the others know
                }
                if self.is_forgotten(&desk.part) {
                    break;
                }
                self.work_on(item, &mut desk, scope);
            }
            if self.work_turns_up() {
                continue;
            }
            self.free_desks.lock().push(desk);
            match self.crew.leave(|| !self.worklist.is_empty()) {
                Leave::Gone => break,
                Leave::Back => desk = self.desk(),
            }
        }
        std::mem::forget(alarm);
    }

    /// Does one item, and shares out what it pushes.
    #[inline]
    fn work_on<'s>(&'s self, item: T, desk: &mut Desk<T, W::Part>, scope: &Scope<'s>) {
        match (self.job.body)(item, &mut desk.tray) {
            Ok(()) => desk.counts.committed += 1,
            Err(item) => {
                desk.counts.aborted += 1;
                desk.aborted.push(item);
            }
        }
        desk.counts.pushed += desk.tray.pushed.len() as u64;
        for item in desk.tray.pushed.drain(..) {
            if self.worklist.push(&mut desk.part, item) == Pushed::Published
                && self.crew.published() == Invite::One
            {
                scope.spawn(|scope| self.work(self.desk(), scope));
            }
        }
        if (desk.counts.committed + desk.counts.aborted).is_multiple_of(REPORT_EVERY) {
            self.job.count(desk);
            self.job.report(0);
        }
    }

    /// A desk for a worker that is counted in.
    fn desk(&self) -> Desk<T, W::Part> {
        // A desk is put back before its worker is counted out, so as many are free as workers may yet come in.
        self.free_desks.lock().pop().expect("there is a desk for everybody who is counted in")
    }

    /// Waits a little for others to publish something: coming back costs more.
    fn work_turns_up(&self) -> bool {
        let patience = Backoff::new();
        while self.worklist.is_empty() && !patience.is_completed() {
            patience.snooze();
        }
        !self.worklist.is_empty()
    }

    /// A planted fault: whether to drop an item because it is the last in sight.
    #[inline]
    fn is_forgotten(&self, own: &W::Part) -> bool {
        cfg!(fault = "worklist-ends-early") && !self.worklist.has_items(own) && self.worklist.is_empty()
    }
}
