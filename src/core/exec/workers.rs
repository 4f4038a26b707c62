//! The workers of a worklist loop.
//!
//! A loop has one *worker state* per thread. A worker is a rayon task that owns one state: the worker's part
//! of the worklist and its other private data. The worker does items until it finds none, gives the state
//! back and ends. The module `termination` describes this protocol and why no item is forgotten. If a worker
//! panics, the loop is over. If the loop is over or cancelled, all workers leave before their next item, and
//! the rest of the worklist is dropped.

use std::ops::ControlFlow;

use rayon::Scope;

use super::Contention;
use super::backoff::{Credits, Waiters};
use super::ending::Ending;
use super::job::{Body, Job};
use super::scope;
use super::tally::Counter;
use super::termination::{ActiveWorkers, Slot, WakeUp};
use crate::contention::Section;
use crate::fault::is_planted;
use crate::primitives::unmodelled::Ordering;
use crate::worklist::{Pushed, Worklist};

/// The private data of one worker.
pub(super) struct WorkerState<'a, T, P, S> {
    counter: Counter<'a>,
    pub(super) part: P,
    /// Data that the body of the loop keeps per worker.
    kept: S,
    /// Items that the current item pushes.
    pushed: Vec<T>,
    pub(super) aborted: Vec<T>,
    credits: Credits,
}

impl<'a, T, P, S> WorkerState<'a, T, P, S> {
    pub(super) fn new(part: P, counter: Counter<'a>, kept: S) -> Self {
        let (pushed, aborted) = (Vec::new(), Vec::new());
        Self { counter, part, kept, pushed, aborted, credits: Credits::default() }
    }
}

/// The state of a worker of a loop over a worklist.
type StateOf<'a, T, W, B> = WorkerState<'a, T, <W as Worklist<T>>::Part, <B as Body<T>>::Worker>;

/// The slot of a worker.
type SlotOf<'a, T, W, B> = Slot<StateOf<'a, T, W, B>>;

/// Data that the workers of a loop share.
pub(super) struct Workers<'a, T, W: Worklist<T>, B: Body<T>> {
    job: &'a Job<'a, B>,
    worklist: &'a W,
    active: ActiveWorkers<StateOf<'a, T, W, B>>,
    waiters: Waiters,
}

/// Declares the loop over if dropped, as it is by a panic.
struct Unwinding<'a>(&'a Ending);

impl Drop for Unwinding<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl<'a, T, W, B> Workers<'a, T, W, B>
where
    T: Send,
    W: Worklist<T>,
    B: Body<T>,
{
    /// Starts a worker per state that has items. Returns the states when no work is left, or when the loop is
    /// over or cancelled.
    pub(super) fn run(
        job: &'a Job<'a, B>,
        worklist: &'a W,
        states: Vec<StateOf<'a, T, W, B>>,
    ) -> Vec<StateOf<'a, T, W, B>> {
        job.exec.keep_awake();
        let has_work =
            |state: &StateOf<'a, T, W, B>| Contention::is_counted() || worklist.has_items(&state.part);
        let (active, slots) = ActiveWorkers::new(states, has_work);
        let this = Self { job, worklist, active, waiters: Waiters::default() };
        rayon::scope(|scope| {
            let this = &this;
            if Contention::is_counted() {
                return this.take_turns(slots, scope);
            }
            let mut slots = slots.into_iter();
            let own = slots.next();
            slots.for_each(|slot| scope.spawn(|scope| this.work(slot, scope)));
            own.into_iter().for_each(|slot| this.work(slot, scope));
        });
        let mut states = this.active.into_states();
        states.iter_mut().for_each(|state| state.counter.flush());
        states
    }

    /// Does the work of all workers on the calling thread, an item of each in turn, in a program that counts
    /// contention.
    fn take_turns<'s>(&'s self, mut slots: Vec<SlotOf<'a, T, W, B>>, scope: &Scope<'s>) {
        let unwinding = Unwinding(&self.job.ending);
        let entered = scope::enter(self.job.tally.operator());
        let mut section = Section::begin(slots.len());
        let mut is_over = false;
        for turn in 0.. {
            if is_over {
                break;
            }
            let mut has_worked = false;
            for (worker, slot) in slots.iter_mut().enumerate() {
                let taken = section.item(worker, || self.take_item(slot, scope));
                is_over |= taken.is_break();
                has_worked |= taken == ControlFlow::Continue(true);
            }
            is_over |= !has_worked;
            section.end_turn(turn);
        }
        drop(entered);
        self.job.exec.records().add_section(section);
        slots.into_iter().for_each(|slot| self.active.release(slot));
        std::mem::forget(unwinding);
    }

    /// Runs a worker until no work is left.
    fn work<'s>(&'s self, slot: SlotOf<'a, T, W, B>, scope: &Scope<'s>) {
        let unwinding = Unwinding(&self.job.ending);
        let _entered = scope::enter(self.job.tally.operator());
        self.active.run(slot, |slot| self.take_items(slot, scope));
        std::mem::forget(unwinding);
    }

    /// Does items until none is found; breaks if the loop is over or cancelled.
    fn take_items<'s>(&'s self, slot: &mut SlotOf<'a, T, W, B>, scope: &Scope<'s>) -> ControlFlow<()> {
        while self.take_item(slot, scope)? {}
        ControlFlow::Continue(())
    }

    /// Does one item, if there is one; breaks if the loop is over or cancelled.
    #[inline]
    fn take_item<'s>(&'s self, slot: &mut SlotOf<'a, T, W, B>, scope: &Scope<'s>) -> ControlFlow<(), bool> {
        let (ending, cancelled) = (&self.job.ending, self.job.exec.token().flag());
        let Some(item) = self.worklist.pop(&mut slot.state.part) else { return ControlFlow::Continue(false) };
        if ending.is_over() || cancelled.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        // A planted fault: the last item of the own part is dropped.
        if is_planted("worklist-ends-early") && !self.worklist.has_items(&slot.state.part) {
            return ControlFlow::Continue(false);
        }
        self.work_on(item, slot, scope);
        ControlFlow::Continue(true)
    }

    /// Does one item, and adds to the worklist what it pushes.
    #[inline]
    fn work_on<'s>(&'s self, item: T, slot: &mut SlotOf<'a, T, W, B>, scope: &Scope<'s>) {
        let state = &mut slot.state;
        match self.job.body.work_on(item, &mut state.kept, &mut state.pushed, &self.job.ending) {
            Ok(()) => {
                state.counter.pending.committed += 1;
                if B::ROLLS_BACK {
                    self.waiters.earn(&mut state.credits);
                }
            }
            Err(item) => {
                state.counter.pending.aborted += 1;
                state.aborted.push(item);
                self.waiters.pay(&mut state.credits, || self.workers_to_wait_for());
            }
        }
        if !state.pushed.is_empty() {
            self.push_to_worklist(slot, scope);
        }
        slot.state.counter.report_periodically();
    }

    /// Number of workers that may commit items while one waits.
    fn workers_to_wait_for(&self) -> usize {
        let is_over = self.job.ending.is_over() || self.job.exec.is_cancelled() || Contention::is_counted();
        if is_over { 0 } else { self.active.count() }
    }

    /// Adds to the worklist what an item has pushed.
    #[inline]
    fn push_to_worklist<'s>(&'s self, slot: &mut SlotOf<'a, T, W, B>, scope: &Scope<'s>) {
        let Slot { index, state } = slot;
        state.counter.pending.pushed += state.pushed.len() as u64;
        for item in state.pushed.drain(..) {
            if self.worklist.push(&mut state.part, item) == Pushed::Published
                && self.active.advance_epoch(*index) == WakeUp::One
            {
                scope.spawn(|scope| self.work(self.active.idle_slot(), scope));
            }
        }
    }
}
