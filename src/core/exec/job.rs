//! A worklist loop: the common part of [`Exec::for_each`] and [`Exec::speculate`].
//!
//! The items are distributed to the parts of a worklist, and workers go through it, once or round by round. A
//! loop is *over* early if the operator stops it or panics; workers check this before each item. The items
//! done until then are counted ([`Tally`]).

use super::Exec;
use super::tally::{ItemCounts, Tally};
use super::workers::{Desk, Workers};
use crate::primitives::unmodelled::{AtomicBool, Ordering};
use crate::worklist::{DEFAULT_CHUNK, Policy, Pushed, Worklist};
use crate::{Result, memory};

/// What a loop does with an item.
pub(super) trait Body<T>: Sync {
    /// What a worker keeps from item to item.
    type Worker: Send;

    /// What a worker begins with.
    fn worker(&self) -> Self::Worker;

    /// Does one item, or rolls it back and returns it, having pushed nothing. May set `over`, so that the
    /// loop ends.
    fn work_on(
        &self,
        item: T,
        worker: &mut Self::Worker,
        pushed: &mut Vec<T>,
        over: &AtomicBool,
    ) -> Result<(), T>;
}

/// What came of going through a worklist.
#[derive(Debug)]
pub(super) struct Drained<T> {
    pub(super) counts: ItemCounts,
    /// The items that were rolled back.
    pub(super) aborted: Vec<T>,
}

/// A loop: what is done with an item, and how far it has come.
pub(super) struct Job<'a, B> {
    pub(super) exec: &'a Exec,
    pub(super) tally: Tally<'a>,
    /// Whether no further item is to begin: the operator said stop, or panicked.
    pub(super) over: AtomicBool,
    pub(super) body: B,
}

impl<'a, B> Job<'a, B> {
    pub(super) fn new(exec: &'a Exec, name: &'a str, body: B) -> Self {
        Self { exec, tally: Tally::new(exec, name), over: AtomicBool::new(false), body }
    }

    /// Does `initial` and all that it pushes.
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
        let (made, name) = (parts.len(), self.tally.name);
        assert!(
            made == workers,
            "{name}: the policy has made {made} parts of a worklist for {workers} workers"
        );
        let (mut turn, mut items) = (0, 0);
        for item in initial {
            // Dealt out in small hands, so that all begin with the first of them.
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
        let desk = |part| Desk::new(part, self.tally.counter(), self.body.worker());
        let mut desks: Vec<_> = parts.into_iter().map(desk).collect();
        let ended = self.exec.install(|| self.rounds(&worklist, &mut desks));
        let mut aborted = Vec::new();
        for mut desk in desks {
            self.tally.add_stolen(<P::Worklist as Worklist<T>>::stolen(&desk.part));
            aborted.append(&mut desk.aborted);
        }
        ended?;
        let counts = self.tally.counts().since(before);
        let (given, taken) = (items as u64 + counts.pushed, counts.taken());
        assert!(
            given == taken || self.is_over(),
            "{name}: {given} items were pushed to the worklist, which has given {taken}"
        );
        Ok(Drained { counts, aborted })
    }

    /// Does items one at a time, so that nothing conflicts with them, and returns what they push.
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
            if self.body.work_on(item, &mut worker, &mut all_pushed, &self.over).is_ok() {
                counter.pending.committed += 1;
            } else {
                let name = self.tally.name;
                assert!(
                    self.is_over(),
                    "{name}: an item is in conflict though it is alone: has a lock been leaked?"
                );
                counter.pending.aborted += 1;
            }
            counter.pending.pushed += (all_pushed.len() - pushed) as u64;
            counter.report_now_and_then();
        }
        Ok(all_pushed)
    }

    /// Whether no further item is to begin.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Goes through the rounds of a worklist, or through all of it if there are none.
    fn rounds<'t, T, W>(
        &'t self,
        worklist: &'t W,
        desks: &mut Vec<Desk<'t, T, W::Part, B::Worker>>,
    ) -> Result<()>
    where
        T: Send,
        W: Worklist<T>,
        B: Body<T>,
    {
        loop {
            self.exec.check_cancelled()?;
            let mut parts: Vec<_> = desks.iter_mut().map(|desk| &mut desk.part).collect();
            let round = worklist.next_round(&mut parts);
            if round == Some(0) {
                return Ok(());
            }
            let before = self.tally.counts();
            *desks = Workers::run(self, worklist, std::mem::take(desks));
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
            let (taken, name) = (done.taken(), self.tally.name);
            assert!(tried == taken, "{name}: a round of {tried} items has given {taken}");
        }
    }
}
