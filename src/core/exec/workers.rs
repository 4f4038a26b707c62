//! The workers of a worklist loop.
//!
//! A loop has as many *desks* as threads. A worker is a rayon task that uses one desk: it has the worker's
//! part of the worklist and its other private data. The worker does items until it finds none, returns the
//! desk and leaves. The module `termination` describes this protocol and why no item is forgotten. If a
//! worker panics, the loop is over. If the loop is over or cancelled, all workers leave before their next
//! item, and the rest of the worklist is dropped.

use std::ops::ControlFlow;

use rayon::Scope;

use super::Contention;
use super::job::{Body, Job};
use super::scope;
use super::tally::Counter;
use super::termination::{Crew, Invite, Seat};
use crate::contention::Section;
use crate::fault::is_planted;
use crate::primitives::unmodelled::{AtomicBool, Ordering};
use crate::worklist::{Pushed, Worklist};

/// All that belongs to one worker.
pub(super) struct Desk<'a, T, P, S> {
    counter: Counter<'a>,
    pub(super) part: P,
    /// What the body of the loop keeps.
    kept: S,
    /// What the item at hand pushes.
    pushed: Vec<T>,
    pub(super) aborted: Vec<T>,
}

impl<'a, T, P, S> Desk<'a, T, P, S> {
    pub(super) fn new(part: P, counter: Counter<'a>, kept: S) -> Self {
        Self { counter, part, kept, pushed: Vec::new(), aborted: Vec::new() }
    }
}

/// The desk of a loop over a worklist.
type DeskOf<'a, T, W, B> = Desk<'a, T, <W as Worklist<T>>::Part, <B as Body<T>>::Worker>;

/// A desk with a worker at it.
type Occupied<'a, T, W, B> = Seat<DeskOf<'a, T, W, B>>;

/// What the workers share while they are at work.
pub(super) struct Workers<'a, T, W: Worklist<T>, B: Body<T>> {
    job: &'a Job<'a, B>,
    worklist: &'a W,
    crew: Crew<DeskOf<'a, T, W, B>>,
}

/// Declares the loop over if dropped, as it is by a panic.
struct Unwinding<'a>(&'a AtomicBool);

impl Drop for Unwinding<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<'a, T, W, B> Workers<'a, T, W, B>
where
    T: Send,
    W: Worklist<T>,
    B: Body<T>,
{
    /// Starts a worker at each desk that has items, and returns the desks when there are no items and no
    /// workers, or the loop is over or cancelled.
    pub(super) fn run(
        job: &'a Job<'a, B>,
        worklist: &'a W,
        desks: Vec<DeskOf<'a, T, W, B>>,
    ) -> Vec<DeskOf<'a, T, W, B>> {
        job.exec.keep_awake();
        let begins = |desk: &DeskOf<'a, T, W, B>| Contention::is_counted() || worklist.has_items(&desk.part);
        let (crew, begin) = Crew::new(desks, begins);
        let this = Self { job, worklist, crew };
        rayon::scope(|scope| {
            let this = &this;
            if Contention::is_counted() {
                return this.take_turns(begin, scope);
            }
            let mut begin = begin.into_iter();
            let own = begin.next();
            begin.for_each(|seat| scope.spawn(|scope| this.work(seat, scope)));
            own.into_iter().for_each(|seat| this.work(seat, scope));
        });
        let mut desks = this.crew.into_desks();
        desks.iter_mut().for_each(|desk| desk.counter.tell());
        desks
    }

    /// Does the work of all workers of a program that counts what they write, an item of each in turn.
    fn take_turns<'s>(&'s self, mut seats: Vec<Occupied<'a, T, W, B>>, scope: &Scope<'s>) {
        let unwinding = Unwinding(&self.job.over);
        let entered = scope::enter(self.job.tally.operator());
        let mut section = Section::begin(seats.len());
        let mut is_over = false;
        for turn in 0.. {
            if is_over {
                break;
            }
            let mut has_worked = false;
            for (worker, seat) in seats.iter_mut().enumerate() {
                let taken = section.item(worker, || self.take_item(seat, scope));
                is_over |= taken.is_break();
                has_worked |= taken == ControlFlow::Continue(true);
            }
            is_over |= !has_worked;
            section.end_turn(turn);
        }
        drop(entered);
        self.job.exec.records().add_section(section);
        seats.into_iter().for_each(|seat| self.crew.leave(seat));
        std::mem::forget(unwinding);
    }

    /// A worker from its coming to its leaving.
    fn work<'s>(&'s self, seat: Occupied<'a, T, W, B>, scope: &Scope<'s>) {
        let unwinding = Unwinding(&self.job.over);
        let _entered = scope::enter(self.job.tally.operator());
        self.crew.work(seat, |seat| self.take_items(seat, scope));
        std::mem::forget(unwinding);
    }

    /// Does items until none is found; breaks if the loop is over or cancelled.
    fn take_items<'s>(&'s self, seat: &mut Occupied<'a, T, W, B>, scope: &Scope<'s>) -> ControlFlow<()> {
        while self.take_item(seat, scope)? {}
        ControlFlow::Continue(())
    }

    /// Does one item, if there is one; breaks if the loop is over or cancelled.
    #[inline]
    fn take_item<'s>(&'s self, seat: &mut Occupied<'a, T, W, B>, scope: &Scope<'s>) -> ControlFlow<(), bool> {
        let (over, cancelled) = (&self.job.over, self.job.exec.token().flag());
        let Some(item) = self.worklist.pop(&mut seat.desk.part) else { return ControlFlow::Continue(false) };
        if over.load(Ordering::Relaxed) || cancelled.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        // A planted fault: an item is dropped because it is the last in sight.
        if is_planted("worklist-ends-early") && !self.worklist.has_items(&seat.desk.part) {
            return ControlFlow::Continue(false);
        }
        self.work_on(item, seat, scope);
        ControlFlow::Continue(true)
    }

    /// Does one item, and shares out what it pushes.
    #[inline]
    fn work_on<'s>(&'s self, item: T, seat: &mut Occupied<'a, T, W, B>, scope: &Scope<'s>) {
        let desk = &mut seat.desk;
        match self.job.body.work_on(item, &mut desk.kept, &mut desk.pushed, &self.job.over) {
            Ok(()) => desk.counter.pending.committed += 1,
            Err(item) => {
                desk.counter.pending.aborted += 1;
                desk.aborted.push(item);
            }
        }
        if !desk.pushed.is_empty() {
            self.share_out(seat, scope);
        }
        seat.desk.counter.report_now_and_then();
    }

    /// Makes what an item has pushed items of the worklist.
    #[inline]
    fn share_out<'s>(&'s self, seat: &mut Occupied<'a, T, W, B>, scope: &Scope<'s>) {
        let Seat { position, desk } = seat;
        desk.counter.pending.pushed += desk.pushed.len() as u64;
        for item in desk.pushed.drain(..) {
            if self.worklist.push(&mut desk.part, item) == Pushed::Published
                && self.crew.published(*position) == Invite::One
            {
                scope.spawn(|scope| self.work(self.crew.seat(), scope));
            }
        }
    }
}
