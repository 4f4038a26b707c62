//! Which workers are active in a worklist loop, and how it ends.
//!
//! The obvious way to end such a loop is that every worker spins until a count of pending items is zero. This
//! deadlocks when loops nest. A thread that waits for an inner loop takes other tasks meanwhile, perhaps
//! another worker of the *outer* loop. That worker would spin on the same stack as the item for which it
//! waits. Spinning would also take processors from others in a shared pool. So no worker waits. A worker that
//! finds nothing **leaves**. A worker that **publishes** work while fewer than all workers are present
//! **invites** one back. The loop has ended when all have left and no invitation is open; rayon's scope,
//! whose tasks the workers are, knows this anyway.
//!
//! Each worker has a *seat* with a count of what was published there. The *news* are the sum of these counts.
//! A worker reads the news, then takes items until it finds none. If the news are the same when it leaves,
//! nothing was published since it began to look. The worklist is not asked whether it is empty, so a wrong
//! answer cannot keep a worker.
//!
//! # No work is forgotten
//!
//! Before a worker leaves, it takes everything that it has published itself, unless others took it. So work
//! is never *lost*: at worst the publisher does it. But work must also not *wait* while its publisher is busy
//! for long (with an inner loop, for example) and the others have left. Publisher and leaver synchronise as
//! in Dekker's algorithm: each writes, then reads what the other writes, with a sequentially consistent fence
//! between:
//!
//! | publisher | leaver |
//! |---|---|
//! | makes the work visible, then the news | counts itself out |
//! | fence | fence |
//! | reads the count: if it is below the limit, invites | reads the news: if there are any, comes back |
//!
//! At least one of the two sees what the other wrote. News are written with release and read with acquire, so
//! a worker that has read them finds the work, unless another worker has taken it. The cases have names, so
//! that comments can refer to them:
//!
//! - **Missed by the leaver.** The leaver reads the news before the item is published, and leaves. Then the
//!   publisher, whose fence comes second, sees the lowered count and invites.
//! - **Missed by the publisher.** The count is still at the limit when the publisher reads it, so it does not
//!   invite. Then every counted worker counts itself out later, with a fence after the publisher's, and reads
//!   the news.
//! - **Both see.** There is an invitation and a returning leaver for one piece of work. One of them finds
//!   nothing and leaves.
//! - **The place is taken.** A leaver sees a new item and wants to return, but an invitation has filled its
//!   place. It leaves. The count is at the limit again, so every counted worker will read the news when it
//!   leaves.
//! - **The guest is late.** An invitation counts from the moment when it is made, not from when a thread
//!   takes it up. So there are never more tasks than workers, however busy the pool is.
//!
//! The models in `termination/model.rs` check these cases on all interleavings that `loom` can produce.

use std::ops::ControlFlow;

#[cfg(not(loom))]
use crossbeam_utils::Backoff;
use crossbeam_utils::CachePadded;

use crate::fault::is_planted;
use crate::primitives::{AtomicUsize, Mutex, Ordering, fence};

/// What belongs to one worker, `D`, while a worker has it.
#[derive(Debug)]
pub(super) struct Seat<D> {
    pub(super) position: usize,
    pub(super) desk: D,
}

/// The workers of a loop: how many are present or invited, the seats of the others, and the news.
#[derive(Debug)]
pub(super) struct Crew<D> {
    present: AtomicUsize,
    free: Mutex<Vec<Seat<D>>>,
    /// How often work was published from each seat; written by the worker that has it.
    published: Vec<CachePadded<AtomicUsize>>,
}

/// Whether to call someone in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Invite {
    /// Yes: the caller must start one worker, which is already counted, at a seat from [`Crew::seat`].
    One,
    /// No: everybody is here.
    Nobody,
}

impl<D> Crew<D> {
    /// A crew with a seat for each desk, and the seats of those that are about to begin.
    pub(super) fn new(desks: Vec<D>, begins: impl Fn(&D) -> bool) -> (Self, Vec<Seat<D>>) {
        let published = desks.iter().map(|_| CachePadded::new(AtomicUsize::new(0))).collect();
        let seats = desks.into_iter().enumerate().map(|(position, desk)| Seat { position, desk });
        let (begin, free): (Vec<_>, _) = seats.partition(|seat| begins(&seat.desk));
        (Self { present: AtomicUsize::new(begin.len()), free: Mutex::new(free), published }, begin)
    }

    /// What a worker does from its coming to its leaving. `take_items` does all items that it finds; where it
    /// breaks, the worker leaves at once, and news are nothing to it.
    pub(super) fn work(
        &self,
        mut seat: Seat<D>,
        mut take_items: impl FnMut(&mut Seat<D>) -> ControlFlow<()>,
    ) {
        loop {
            let known = self.news();
            if take_items(&mut seat).is_break() {
                return self.leave(seat);
            }
            if self.news_turn_up(known) {
                continue;
            }
            // Put back before its worker is counted out, so as many are free as workers may yet come in.
            self.free.lock().push(seat);
            if !self.comes_back(known) {
                return;
            }
            seat = self.seat();
        }
    }

    /// To be called by the worker at a seat after it has made work visible to others.
    #[inline]
    pub(super) fn published(&self, position: usize) -> Invite {
        if self.published.len() == 1 {
            return Invite::Nobody; // there is no other thread to share with
        }
        let count = &self.published[position];
        count.store(count.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
        if !is_planted("publish-without-fence") {
            fence(Ordering::SeqCst);
        }
        if self.count_in() { Invite::One } else { Invite::Nobody }
    }

    /// A seat for a worker that is counted in.
    pub(super) fn seat(&self) -> Seat<D> {
        self.free.lock().pop().expect("there is a seat for every thread that is counted in")
    }

    /// A worker leaves that will not come back.
    pub(super) fn leave(&self, seat: Seat<D>) {
        self.free.lock().push(seat);
    }

    /// The desks, when all workers have left.
    pub(super) fn into_desks(self) -> Vec<D> {
        self.free.into_inner().into_iter().map(|seat| seat.desk).collect()
    }

    /// How often work was published. Every count only grows, so where two sums are equal nothing has come
    /// between.
    fn news(&self) -> usize {
        let counts = self.published.iter().map(|count| count.load(Ordering::Acquire));
        counts.fold(0, usize::wrapping_add)
    }

    /// Waits a little for others to publish something: coming back costs more.
    fn news_turn_up(&self, known: usize) -> bool {
        #[cfg(not(loom))]
        if self.published.len() > 1 {
            let patience = Backoff::new();
            while self.news() == known && !patience.is_completed() {
                patience.snooze();
            }
        }
        self.news() != known
    }

    /// Counts a worker out, and in again if there are news and a place for it.
    fn comes_back(&self, known: usize) -> bool {
        self.present.fetch_sub(1, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        self.news() != known && !is_planted("leave-without-a-look") && self.count_in()
    }

    /// Adds one to the count unless it stands at the limit.
    fn count_in(&self) -> bool {
        let one_more = |present| (present < self.published.len()).then_some(present + 1);
        self.present.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
    }
}

#[cfg(all(test, loom))]
mod model;
