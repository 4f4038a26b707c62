//! A loop of two workers, with the code that ships: the crew, and the bucket worklist with chunks of one
//! item. Only rayon's part is modelled here: an invited worker runs on a new thread, or on one that exists
//! already.

use std::ops::ControlFlow;

use loom::sync::Arc;
use loom::thread::{self, JoinHandle};

use super::{Crew, Invite, Seat};
use crate::worklist::{BucketPart, BucketWorklist, Buckets, Policy, Pushed, Worklist};

type Bucket = fn(&u32) -> u64;
type Part = BucketPart<u32>;

struct Loop {
    worklist: BucketWorklist<u32, Bucket>,
    crew: Crew<Part>,
    /// For the record only, so nothing `loom` need know of.
    done: std::sync::Mutex<Vec<u32>>,
}

impl Loop {
    /// The loop, the seat of one of its two workers, which the caller plays, and the other worker.
    fn begin() -> (Arc<Self>, Seat<Part>, JoinHandle<Vec<Invite>>) {
        let bucket: Bucket = |&item| item.into();
        let (worklist, parts) = Buckets::new(bucket).chunk(1).open(2);
        let (crew, mut seats) = Crew::new(parts, |_| true);
        let new = Arc::new(Self { worklist, crew, done: std::sync::Mutex::new(Vec::new()) });
        let own = seats.pop().unwrap();
        let other = start_worker(&new, seats.pop().unwrap());
        (new, own, other)
    }

    fn publish(&self, seat: &mut Seat<Part>, item: u32) -> Invite {
        assert_eq!(self.worklist.push(&mut seat.desk, item), Pushed::Published);
        self.crew.published(seat.position)
    }

    /// A worker until it leaves; an `Invite::One` for each worker that has to be called in. Doing item 2
    /// publishes item 1.
    fn work(&self, seat: Seat<Part>) -> Vec<Invite> {
        let mut invites = Vec::new();
        let take_items = |seat: &mut Seat<Part>| {
            while let Some(item) = self.worklist.pop(&mut seat.desk) {
                self.done.lock().unwrap().push(item);
                if item == 2 {
                    invites.push(self.publish(seat, 1));
                }
            }
            ControlFlow::Continue(())
        };
        self.crew.work(seat, take_items);
        invites.retain(|&invite| invite == Invite::One);
        invites
    }

    /// A worker that takes nothing, as if its item had kept it busy until now, leaves.
    fn leave_busy(&self, seat: Seat<Part>) {
        self.crew.work(seat, |_| ControlFlow::Continue(()));
    }
}

/// Everything was done once, and all workers have left.
fn assert_ended(this: Arc<Loop>, expected: &[u32]) {
    let Loop { worklist, crew, done } = Arc::try_unwrap(this).ok().expect("all threads have ended");
    let mut done = done.into_inner().unwrap();
    done.sort_unstable();
    assert_eq!(done, expected);
    assert_eq!(crew.present.load(super::Ordering::Relaxed), 0);
    let desks = crew.into_desks();
    assert_eq!(desks.len(), 2);
    assert!(!desks.iter().any(|part| worklist.has_items(part)));
}

fn start_worker(this: &Arc<Loop>, seat: Seat<Part>) -> JoinHandle<Vec<Invite>> {
    let this = Arc::clone(this);
    thread::spawn(move || this.work(seat))
}

/// *Missed by the leaver*, *missed by the publisher*, *both see*, *the place is taken*: the publisher takes
/// nothing, as if its item never ended. The other worker must do the work, or an invited one.
#[test]
fn a_busy_publisher_finds_someone() {
    loom::model(|| {
        let (this, mut seat, other) = Loop::begin();
        let guest =
            (this.publish(&mut seat, 1) == Invite::One).then(|| start_worker(&this, this.crew.seat()));
        for worker in [Some(other), guest].into_iter().flatten() {
            assert_eq!(worker.join().unwrap(), []);
        }
        assert_eq!(*this.done.lock().unwrap(), [1]);
        this.leave_busy(seat);
        assert_ended(this, &[1]);
    });
}

/// Where all interleavings take a minute or more (they pass), those with at most two preemptions.
fn few_preemptions() -> loom::model::Builder {
    let mut bounded = loom::model::Builder::new();
    bounded.preemption_bound = bounded.preemption_bound.or(Some(2));
    bounded
}

/// *The guest is late*: two pieces of work in a row, but an invited worker begins only when both are out.
#[test]
fn a_late_guest_does_what_is_left() {
    few_preemptions().check(|| {
        let (this, mut seat, other) = Loop::begin();
        for invite in [5, 6].map(|item| this.publish(&mut seat, item)) {
            if invite == Invite::One {
                assert_eq!(this.work(this.crew.seat()), []);
            }
        }
        other.join().unwrap();
        this.leave_busy(seat);
        assert_ended(this, &[5, 6]);
    });
}

/// A whole loop: work that makes work is all done when the last worker has gone, not before and not after.
#[test]
fn a_loop_ends_when_all_is_done() {
    few_preemptions().check(|| {
        let (this, mut seat, other) = Loop::begin();
        let mut invites = vec![this.publish(&mut seat, 2)];
        invites.retain(|&invite| invite == Invite::One);
        invites.append(&mut this.work(seat));
        let mut other = Some(other);
        while !invites.is_empty() || other.is_some() {
            match invites.pop() {
                Some(_) => invites.append(&mut this.work(this.crew.seat())),
                None => invites.append(&mut other.take().expect("the loop goes on").join().unwrap()),
            }
        }
        assert_ended(this, &[1, 2]);
    });
}
