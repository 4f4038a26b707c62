//! Who is at work in a worklist loop, and how it ends.
//!
//! The obvious way to end such a loop is to let every worker spin until a count of pending items is zero. It
//! deadlocks as soon as loops nest: a thread that waits for an inner loop takes up other tasks meanwhile, among them
//! perhaps another worker of the *outer* loop; that worker would spin on top of the very item it is waiting for. Nor
//! would it be polite in a pool that others use. So here nobody waits. A worker that finds nothing **leaves**; whoever
//! **publishes** work while fewer than all workers are present **invites** one back. The loop has ended when all have
//! left and no invitation is open, which the scope that the workers are tasks of knows anyway.
//!
//! # No work is forgotten
//!
//! A worker looks into everything it has published itself before it leaves, so work is never *lost*: at worst the
//! publisher does it. But it must not be left *waiting* either, while its publisher is busy for long (with an inner
//! loop, say) and others have gone. The two sides agree as in Dekker's algorithm, each writes, then reads what the
//! other writes, with a sequentially consistent fence between:
//!
//! | publisher | leaver |
//! |---|---|
//! | makes the work visible | counts itself out |
//! | fence | fence |
//! | looks at the count: below the limit? invites | looks at the work: any? comes back |
//!
//! At least one of the two sees what the other wrote. What follows, by name, so that comments can point to it:
//!
//! - **Missed by the leaver.** The leaver looks before the work is there, and goes. Then the publisher, whose fence
//!   comes second, sees the lowered count and invites.
//! - **Missed by the publisher.** The count still stands at the limit when the publisher looks, so it does not
//!   invite. Then everybody counted has yet to count itself out, with a fence after the publisher's, and will look.
//! - **Both see.** An invitation and a returning leaver for one piece of work: one of them finds nothing and leaves.
//! - **The place is taken.** A leaver sees work and wants back, but an invitation has filled its place. It goes:
//!   the count is at the limit again, so everybody in it has yet to leave, and will look after that.
//! - **The guest is late.** An invitation counts from the moment it is made, not when a thread takes it up, so there
//!   are never more tasks than workers, however busy the pool.
//!
//! The models below check these on all interleavings that `loom` can produce.

use crate::sync::primitives::{AtomicUsize, Ordering, fence};

/// The number of workers present or invited.
#[derive(Debug)]
pub(super) struct Crew {
    present: AtomicUsize,
    limit: usize,
}

/// Whether someone is to be called in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Invite {
    /// Yes: the caller must start one worker, which is already counted.
    One,
    /// No: everybody is here.
    Nobody,
}

/// What became of a wish to leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// The worker is counted out.
    Gone,
    /// There is work after all: the worker is counted in again.
    Back,
}

impl Crew {
    /// A crew of at most `limit`, of whom `present` are about to begin.
    pub(super) fn new(present: usize, limit: usize) -> Self {
        debug_assert!(present <= limit);
        Self { present: AtomicUsize::new(present), limit }
    }

    /// Whether there is nobody to share with.
    pub(super) fn is_one(&self) -> bool {
        self.limit == 1
    }

    /// To be called after work has been made visible to others.
    pub(super) fn published(&self) -> Invite {
        if self.is_one() {
            return Invite::Nobody;
        }
        fence(Ordering::SeqCst);
        if self.count_in() { Invite::One } else { Invite::Nobody }
    }

    /// To be called by a worker that has found nothing; `work_left` looks at everything that has been published.
    pub(super) fn leave(&self, work_left: impl FnOnce() -> bool) -> Leave {
        self.present.fetch_sub(1, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        if work_left() && self.count_in() { Leave::Back } else { Leave::Gone }
    }

    /// Adds one to the count unless it stands at the limit.
    fn count_in(&self) -> bool {
        let one_more = |present| (present < self.limit).then_some(present + 1);
        self.present.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
    }
}

#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::{Arc, Mutex};
    use loom::thread::{self, JoinHandle};

    /// A loop of at most two workers. A mutex stands in for the deques; as with them, looking whether there is
    /// anything to take orders nothing.
    struct Loop {
        items: Mutex<Vec<u32>>,
        len: AtomicUsize,
        /// For the record only, so nothing `loom` need know of.
        done: std::sync::Mutex<Vec<u32>>,
        crew: Crew,
    }

    impl Loop {
        /// The loop, and one of its two workers; the caller plays the other.
        fn begin() -> (Arc<Self>, JoinHandle<Invite>) {
            let new = Arc::new(Self {
                items: Mutex::new(Vec::new()),
                len: AtomicUsize::new(0),
                done: std::sync::Mutex::new(Vec::new()),
                crew: Crew::new(2, 2),
            });
            let other = start_worker(&new);
            (new, other)
        }

        fn work_left(&self) -> bool {
            self.len.load(Ordering::Relaxed) > 0
        }

        fn publish(&self, item: u32) -> Invite {
            let mut items = self.items.lock().unwrap();
            items.push(item);
            self.len.store(items.len(), Ordering::Relaxed);
            drop(items);
            self.crew.published()
        }

        fn take(&self) -> Option<u32> {
            if !self.work_left() {
                return None;
            }
            let mut items = self.items.lock().unwrap();
            let item = items.pop();
            self.len.store(items.len(), Ordering::Relaxed);
            item
        }

        /// What a worker does until it leaves; `Invite::One` if someone is yet to be called in. Doing item 2
        /// publishes item 1.
        fn work(&self) -> Invite {
            let mut invite = Invite::Nobody;
            loop {
                while let Some(item) = self.take() {
                    self.done.lock().unwrap().push(item);
                    if item == 2 && self.publish(1) == Invite::One {
                        invite = Invite::One;
                    }
                }
                if self.crew.leave(|| self.work_left()) == Leave::Gone {
                    return invite;
                }
            }
        }

        /// Everything was done, once, and everybody has gone.
        fn assert_ended(&self, expected: &[u32]) {
            let mut done = self.done.lock().unwrap().clone();
            done.sort_unstable();
            assert_eq!((&done[..], self.work_left()), (expected, false));
            assert_eq!(self.crew.present.load(Ordering::Relaxed), 0);
        }
    }

    fn start_worker(this: &Arc<Loop>) -> JoinHandle<Invite> {
        let this = Arc::clone(this);
        thread::spawn(move || this.work())
    }

    /// *Missed by the leaver*, *missed by the publisher*, *both see*, *the place is taken*: the publisher takes
    /// nothing, as if its item kept it busy for ever. The other worker must do the work, or an invited one.
    #[test]
    fn a_busy_publisher_finds_someone() {
        loom::model(|| {
            let (this, other) = Loop::begin();
            let guest = (this.publish(1) == Invite::One).then(|| start_worker(&this));
            [Some(other), guest].into_iter().flatten().for_each(|worker| {
                worker.join().unwrap();
            });
            assert_eq!(this.crew.leave(|| this.work_left()), Leave::Gone);
            this.assert_ended(&[1]);
        });
    }

    /// *The guest is late*: two pieces of work in a row, but an invited worker begins only when both are out.
    #[test]
    fn a_late_guest_does_what_is_left() {
        loom::model(|| {
            let (this, other) = Loop::begin();
            let invited = [5, 6].map(|item| this.publish(item) == Invite::One);
            for _ in invited.into_iter().filter(|&one| one) {
                assert_eq!(this.work(), Invite::Nobody);
            }
            other.join().unwrap();
            assert_eq!(this.crew.leave(|| this.work_left()), Leave::Gone);
            this.assert_ended(&[5, 6]);
        });
    }

    /// A whole loop: work that makes work is all done when the last worker has gone, not before and not after.
    #[test]
    fn a_loop_ends_when_all_is_done() {
        // All interleavings take five minutes (they pass); with at most three preemptions it is seconds.
        let mut bounded = loom::model::Builder::new();
        bounded.preemption_bound = bounded.preemption_bound.or(Some(3));
        bounded.check(|| {
            let (this, other) = Loop::begin();
            let mut invites = vec![this.publish(2), this.work()];
            let mut other = Some(other);
            while let Some(invite) = invites.pop().or_else(|| Some(other.take()?.join().unwrap())) {
                if invite == Invite::One {
                    invites.push(this.work());
                }
            }
            this.assert_ended(&[1, 2]);
        });
    }
}
