//! The workers of a worklist loop.
//!
//! A loop has as many *desks* as threads. A worker is a rayon task that sits at one: the desk has the
//! worker's part of the worklist, and everything else that is its own. It does items until it finds none,
//! puts the desk back and leaves; the module `termination` has that protocol, and why no item is forgotten. A
//! worker that unwinds, or sees the loop cancelled, raises the alarm: all others leave before their next
//! item, and what is left of the worklist is dropped.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::Scope;

use super::job::{Counts, Job, Tray};
use super::termination::{Crew, Invite, Seat};
use crate::Result;
use crate::fault::is_planted;
use crate::worklist::{Pushed, Worklist};

/// A worker reports after this many items of its own.
pub(super) const REPORT_EVERY: u64 = 1 << 16;

/// All that belongs to one worker.
pub(super) struct Desk<T, P> {
    pub(super) part: P,
    tray: Tray<T>,
    pub(super) aborted: Vec<T>,
    pub(super) counts: Counts,
    /// The counts that are in the loop's progress already.
    pub(super) counted: Counts,
}

impl<T, P> Desk<T, P> {
    pub(super) fn new(part: P) -> Self {
        let counts = Counts::default();
        Self { part, tray: Tray::default(), aborted: Vec::new(), counts, counted: counts }
    }
}

/// A desk with a worker at it.
type Occupied<T, W> = Seat<Desk<T, <W as Worklist<T>>::Part>>;

/// What the workers share while they are at work.
pub(super) struct Workers<'a, T, W: Worklist<T>, B> {
    job: &'a Job<'a, B>,
    worklist: &'a W,
    crew: Crew<Desk<T, W::Part>>,
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
    /// Starts a worker at each desk that has items, and returns the desks when there are no items and no
    /// workers.
    pub(super) fn run(
        job: &'a Job<'a, B>,
        worklist: &'a W,
        desks: Vec<Desk<T, W::Part>>,
    ) -> Result<Vec<Desk<T, W::Part>>> {
        let (crew, begin) = Crew::new(desks, |desk| worklist.has_items(&desk.part));
        let this = Self { job, worklist, crew, alarm: AtomicBool::new(false) };
        rayon::scope(|scope| {
            let this = &this;
            let mut begin = begin.into_iter();
            let own = begin.next();
            begin.for_each(|seat| scope.spawn(|scope| this.work(seat, scope)));
            own.into_iter().for_each(|seat| this.work(seat, scope));
        });
        job.exec.check_cancelled()?;
        Ok(this.crew.into_desks())
    }

    /// A worker from its coming to its leaving.
    fn work<'s>(&'s self, seat: Occupied<T, W>, scope: &Scope<'s>) {
        let alarm = Alarm(&self.alarm);
        if self.crew.work(seat, |seat| self.take_items(seat, scope)).is_continue() {
            std::mem::forget(alarm);
        }
    }

    /// Does items until none is found; breaks if somebody has raised the alarm, or the loop has been
    /// cancelled.
    fn take_items<'s>(&'s self, seat: &mut Occupied<T, W>, scope: &Scope<'s>) -> ControlFlow<()> {
        while let Some(item) = self.worklist.pop(&mut seat.desk.part) {
            if self.alarm.load(Ordering::Relaxed) || self.job.exec.is_cancelled() {
                return ControlFlow::Break(());
            }
            // A planted fault: an item is dropped because it is the last in sight.
            if is_planted("worklist-ends-early") && !self.worklist.has_items(&seat.desk.part) {
                break;
            }
            self.work_on(item, seat, scope);
        }
        ControlFlow::Continue(())
    }

    /// Does one item, and shares out what it pushes.
    #[inline]
    fn work_on<'s>(&'s self, item: T, seat: &mut Occupied<T, W>, scope: &Scope<'s>) {
        let Seat { position, desk } = seat;
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
                && self.crew.published(*position) == Invite::One
            {
                scope.spawn(|scope| self.work(self.crew.seat(), scope));
            }
        }
        if (desk.counts.committed + desk.counts.aborted).is_multiple_of(REPORT_EVERY) {
            self.job.count(desk);
            self.job.report(0);
        }
    }
}
