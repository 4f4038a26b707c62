//! The workers of a worklist loop.
//!
//! A loop has as many *desks* as threads. A worker is a rayon task that sits at one: the desk has the worker's part of
//! the worklist, and everything else that is its own. It does items until it finds none, puts the desk back and
//! leaves; the module `termination` tells why nothing is forgotten. A worker that unwinds, or sees the loop cancelled,
//! raises the alarm: all others leave before their next item, and what is left of the worklist is dropped.

use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_utils::Backoff;
use parking_lot::Mutex;
use rayon::Scope;

use super::job::{Counts, Job, Tray};
use super::termination::{Crew, Invite, Leave};
use crate::Result;
use crate::fault::is_planted;
use crate::worklist::{Pushed, Worklist};

/// A worker reports after so many items of its own.
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

/// What the workers share while they are at work.
pub(super) struct Workers<'a, T, W: Worklist<T>, B> {
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
    pub(super) fn run(
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
        if self.crew.is_one() {
            return false;
        }
        let patience = Backoff::new();
        while self.worklist.is_empty() && !patience.is_completed() {
            patience.snooze();
        }
        !self.worklist.is_empty()
    }

    /// A planted fault: whether to drop an item because it is the last in sight.
    #[inline]
    fn is_forgotten(&self, own: &W::Part) -> bool {
        is_planted("worklist-ends-early") && !self.worklist.has_items(own) && self.worklist.is_empty()
    }
}
