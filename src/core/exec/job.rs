//! A worklist loop: the common part of [`Exec::for_each`] and [`Exec::speculate`].
//!
//! The items are distributed to the parts of a worklist, and workers drain it, once or round by round. A loop
//! is *over* early if the operator stops it, fails or panics; workers check this before each item. The items
//! done until then are counted ([`Tally`]).

use super::Exec;
use super::ending::Ending;
use super::tally::{ItemCounts, Tally};
use super::workers::{WorkerState, Workers};
use crate::worklist::{DEFAULT_CHUNK, Policy, Pushed, Worklist};
use crate::{Result, memory};

/// The operator of a loop, as the loop calls it.
pub(super) trait Body<T>: Sync {
    /// Data that a worker keeps from item to item.
    type Worker: Send;

    /// `true` if items may be rolled back.
    const ROLLS_BACK: bool;

    /// Creates the data of a worker.
    fn worker(&self) -> Self::Worker;

    /// Does one item. If it is rolled back, returns it as an error and pushes nothing. Sets `ending` to end
    /// the loop.
    fn work_on(
        &self,
        item: T,
        worker: &mut Self::Worker,
        pushed: &mut Vec<T>,
        ending: &Ending,
    ) -> Result<(), T>;
}

/// The outcome of a worklist that is drained.
#[derive(Debug)]
pub(super) struct Drained<T> {
    pub(super) counts: ItemCounts,
    /// Items that were rolled back.
    pub(super) aborted: Vec<T>,
}

/// A loop: its operator and its counts.
pub(super) struct Job<'a, B> {
    pub(super) exec: &'a Exec,
    pub(super) tally: Tally<'a>,
    pub(super) ending: Ending,
    pub(super) body: B,
}

impl<'a, B> Job<'a, B> {
    #[track_caller]
    pub(super) fn new(exec: &'a Exec, name: &'a str, body: B) -> Self {
        Self { exec, tally: Tally::new(exec, name), ending: Ending::default(), body }
    }

    /// Does the items of `initial` and all that they push.
    #[track_caller]
    pub(super) fn run<T, P>(&self, initial: impl IntoIterator<Item = T>, policy: P) -> Result<Drained<T>>
    where
        T: Send,
        P: Policy<T>,
        B: Body<T>,
    {
        let initial = initial.into_iter();
        memory::check::<T>("work items", initial.size_hint().0)?;
        let workers = self.exec.threads();
        let (worklist, mut parts) = policy.open(workers);
        if parts.len() != workers {
            let made = parts.len();
            self.tally
                .blame(format_args!("the policy has made {made} parts of a worklist for {workers} workers"));
        }
        let (mut turn, mut items) = (0, 0);
        for item in initial {
            // Distributed in small portions, so that all workers begin with early items.
            let pushed = worklist.push(&mut parts[turn], item);
            items += 1;
            if pushed == Pushed::Published || items % DEFAULT_CHUNK == 0 {
                turn = if turn + 1 < workers { turn + 1 } else { 0 };
            }
        }
        let before = self.tally.counts();
        if before.taken() == 0 {
            self.tally.begin_with(items as u64); // items of later runs are known: rolled back or pushed
        }
        let state = |part| WorkerState::new(part, self.tally.counter(), self.body.worker());
        let mut states: Vec<_> = parts.into_iter().map(state).collect();
        let ended = self.exec.install(|| self.rounds(&worklist, &mut states));
        let mut aborted = Vec::new();
        for mut state in states {
            self.tally.add_stolen(<P::Worklist as Worklist<T>>::stolen(&state.part));
            aborted.append(&mut state.aborted);
        }
        self.ending.outcome(&self.tally)?;
        ended?;
        let counts = self.tally.counts().since(before);
        let (given, taken) = (items as u64 + counts.pushed, counts.taken());
        if given != taken && !self.is_over() {
            self.tally
                .blame(format_args!("{given} items were pushed to the worklist, which has given {taken}"));
        }
        Ok(Drained { counts, aborted })
    }

    /// Does items one at a time, so that they cannot conflict, and returns what they push.
    pub(super) fn run_alone<T>(&self, items: Vec<T>) -> Result<Vec<T>>
    where
        B: Body<T>,
    {
        let (mut worker, mut all_pushed, mut counter) =
            (self.body.worker(), Vec::new(), self.tally.counter());
        for item in items {
            self.exec.check_cancelled()?;
            if self.is_over() {
                break;
            }
            let pushed = all_pushed.len();
            if self.body.work_on(item, &mut worker, &mut all_pushed, &self.ending).is_ok() {
                counter.pending.committed += 1;
            } else {
                if !self.is_over() {
                    self.ending.blame("an item is in conflict though it is alone: has a lock been leaked?");
                }
                counter.pending.aborted += 1;
            }
            counter.pending.pushed += (all_pushed.len() - pushed) as u64;
            counter.report_periodically();
        }
        Ok(all_pushed)
    }

    /// Returns `true` if no further item may begin.
    pub(super) fn is_over(&self) -> bool {
        self.ending.is_over()
    }

    /// Drains a worklist, round by round if it has rounds.
    fn rounds<'t, T, W>(
        &'t self,
        worklist: &'t W,
        states: &mut Vec<WorkerState<'t, T, W::Part, B::Worker>>,
    ) -> Result<()>
    where
        T: Send,
        W: Worklist<T>,
        B: Body<T>,
    {
        loop {
            self.exec.check_cancelled()?;
            let mut parts: Vec<_> = states.iter_mut().map(|state| &mut state.part).collect();
            let round = worklist.next_round(&mut parts);
            if round == Some(0) {
                return Ok(());
            }
            let before = self.tally.counts();
            *states = Workers::run(self, worklist, std::mem::take(states));
            let Some(tried) = round.map(|items| items as u64) else {
                self.tally.report();
                return if self.is_over() { Ok(()) } else { self.exec.check_cancelled() };
            };
            let done = self.tally.counts().since(before);
            self.tally.add_round(done);
            if self.is_over() {
                return Ok(());
            }
            self.exec.check_cancelled()?;
            let taken = done.taken();
            if tried != taken {
                self.ending.blame(format!("a round of {tried} items has given {taken}"));
                return Ok(());
            }
        }
    }
}
