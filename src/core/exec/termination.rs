//! Active and idle workers of a worklist loop, and the termination of the loop.
//!
//! The obvious way to end such a loop is that every worker spins until a count of pending items is zero. This
//! deadlocks when loops nest. A thread that waits for an inner loop takes other tasks meanwhile, perhaps
//! another worker of the *outer* loop. That worker would spin on the same stack as the item for which it
//! waits. Spinning would also take processors from others in a shared pool. So no worker waits. A worker that
//! finds nothing **leaves**: its slot becomes idle. A worker that **publishes** work while fewer than all
//! workers are active **wakes** one: it starts a new task for an idle slot. The loop has ended when all
//! workers have left and no woken worker is due. The workers are tasks of a rayon scope, which returns then.
//!
//! Each worker has a *slot* with its private state and a count of its publications. The *epoch* is the sum of
//! these counts. A worker reads the epoch, then takes items until it finds none. If the epoch is the same
//! when it leaves, nothing was published since it began to search. No method of the worklist takes part in
//! this decision, so a wrong worklist cannot keep a worker active.
//!
//! # No work is forgotten
//!
//! Before a worker leaves, it takes everything that it has published itself, unless others took it. So work
//! is never *lost*: at worst the publisher does it. But work must also not *wait* while its publisher is busy
//! for long (with an inner loop, for example) and the others have left. The publisher and a leaving worker
//! synchronise as in Dekker's algorithm: each writes, then reads what the other writes, with a sequentially
//! consistent fence between:
//!
//! | publisher | leaving worker |
//! |---|---|
//! | makes the work visible, then advances the epoch | decrements the number of active workers |
//! | fence | fence |
//! | reads the number: if below the limit, wakes a worker | reads the epoch: if it has advanced, rejoins |
//!
//! At least one of the two sees what the other wrote. The epoch is written with release and read with
//! acquire, so a worker that has read it finds the work, unless another worker has taken it. The cases have
//! names, so that comments can refer to them:
//!
//! - **Missed by the leaving worker.** It reads the epoch before the item is published, and leaves. Then the
//!   publisher, whose fence comes second, sees the lower number and wakes a worker.
//! - **Missed by the publisher.** The number is still at the limit when the publisher reads it, so it wakes
//!   no one. Then every active worker that leaves later has its fence after the publisher's, and reads the
//!   new epoch.
//! - **Both see.** A worker is woken and another one rejoins for one piece of work. One of them finds nothing
//!   and leaves.
//! - **The slot is taken.** A leaving worker sees the new epoch and wants to rejoin, but a woken worker has
//!   the last slot. It leaves. The number is at the limit again, so every active worker will read the epoch
//!   when it leaves.
//! - **The woken worker is late.** It counts as active from the moment when it is woken, not from when a
//!   thread runs its task. So there are never more tasks than slots, however busy the pool is.
//!
//! The models in `termination/model.rs` check these cases on all interleavings that `loom` can produce.

use std::ops::ControlFlow;

#[cfg(not(loom))]
use crossbeam_utils::Backoff;
use crossbeam_utils::CachePadded;

use crate::fault::is_planted;
use crate::primitives::{AtomicUsize, Mutex, Ordering, fence};

/// A place for one worker, with the worker's private state `S`. An active worker owns its slot.
#[derive(Debug)]
pub(super) struct Slot<S> {
    pub(super) index: usize,
    pub(super) state: S,
}

/// The workers of a loop: the number of active ones, the idle slots, and the epoch.
#[derive(Debug)]
pub(super) struct ActiveWorkers<S> {
    /// Workers that run or have been woken.
    active: AtomicUsize,
    idle: Mutex<Vec<Slot<S>>>,
    /// Number of publications per slot; written by the worker that owns the slot.
    published: Vec<CachePadded<AtomicUsize>>,
}

/// The worker that a publisher must wake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WakeUp {
    /// The caller must start a worker with a slot from [`ActiveWorkers::idle_slot`]. It counts as active.
    One,
    /// All workers are active.
    Nobody,
}

impl<S> ActiveWorkers<S> {
    /// Creates a slot per state. Returns those for which `is_active` returns `true`: their workers count as
    /// active, and the caller must start them.
    pub(super) fn new(states: Vec<S>, is_active: impl Fn(&S) -> bool) -> (Self, Vec<Slot<S>>) {
        let published = states.iter().map(|_| CachePadded::new(AtomicUsize::new(0))).collect();
        let slots = states.into_iter().enumerate().map(|(index, state)| Slot { index, state });
        let (active, idle): (Vec<_>, _) = slots.partition(|slot| is_active(&slot.state));
        (Self { active: AtomicUsize::new(active.len()), idle: Mutex::new(idle), published }, active)
    }

    /// Runs a worker until no work is left. `take_items` does all items that it finds. If it breaks, the
    /// worker leaves at once, whatever the epoch is.
    pub(super) fn run(&self, mut slot: Slot<S>, mut take_items: impl FnMut(&mut Slot<S>) -> ControlFlow<()>) {
        loop {
            let known = self.epoch();
            if take_items(&mut slot).is_break() {
                return self.release(slot);
            }
            if self.epoch_advances(known) {
                continue;
            }
            // Before the worker counts as idle: there are as many idle slots as workers that may be woken.
            self.release(slot);
            if !self.rejoins(known) {
                return;
            }
            slot = self.idle_slot();
        }
    }

    /// Advances the epoch. The worker that owns the slot calls this after it has made work visible to others.
    #[inline]
    pub(super) fn advance_epoch(&self, index: usize) -> WakeUp {
        if self.published.len() == 1 {
            return WakeUp::Nobody; // there is no other thread to share with
        }
        let count = &self.published[index];
        count.store(count.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
        if !is_planted("publish-without-fence") {
            fence(Ordering::SeqCst);
        }
        if self.try_activate() { WakeUp::One } else { WakeUp::Nobody }
    }

    /// Number of active workers.
    pub(super) fn count(&self) -> usize {
        self.active.load(Ordering::Relaxed)
    }

    /// Takes a slot for a worker that already counts as active.
    pub(super) fn idle_slot(&self) -> Slot<S> {
        self.idle.lock().pop().expect("there is a slot for every active worker")
    }

    /// Makes a slot idle.
    pub(super) fn release(&self, slot: Slot<S>) {
        self.idle.lock().push(slot);
    }

    /// Returns the states, when all workers have left.
    pub(super) fn into_states(self) -> Vec<S> {
        self.idle.into_inner().into_iter().map(|slot| slot.state).collect()
    }

    /// Number of publications so far. Every count only grows, so nothing was published between two equal
    /// epochs.
    fn epoch(&self) -> usize {
        let counts = self.published.iter().map(|count| count.load(Ordering::Acquire));
        counts.fold(0, usize::wrapping_add)
    }

    /// Waits a short time for others to publish something: leaving and being woken costs more.
    fn epoch_advances(&self, known: usize) -> bool {
        #[cfg(not(loom))]
        if self.published.len() > 1 {
            let backoff = Backoff::new();
            while self.epoch() == known && !backoff.is_completed() {
                backoff.snooze();
            }
        }
        self.epoch() != known
    }

    /// Counts a worker as idle, and as active again if the epoch has advanced and a slot is idle.
    fn rejoins(&self, known: usize) -> bool {
        self.active.fetch_sub(1, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        self.epoch() != known && !is_planted("leave-without-a-look") && self.try_activate()
    }

    /// Counts one more worker as active, unless all are.
    fn try_activate(&self) -> bool {
        let one_more = |active| (active < self.published.len()).then_some(active + 1);
        self.active.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
    }
}

#[cfg(all(test, loom))]
mod model;
