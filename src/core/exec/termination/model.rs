//! A loop of two workers, with the code that ships: the active workers, and the bucket worklist with chunks
//! of one item. Only rayon's part is modelled here: a woken worker runs on a new thread, or on one that
//! exists already.

use std::ops::ControlFlow;

use loom::sync::Arc;
use loom::thread::{self, JoinHandle};

use super::{ActiveWorkers, Slot, WakeUp};
use crate::worklist::{BucketPart, BucketWorklist, Buckets, Policy, Pushed, Worklist};

type Bucket = fn(&u32) -> u64;
type Part = BucketPart<u32>;

struct Loop {
    worklist: BucketWorklist<u32, Bucket>,
    workers: ActiveWorkers<Part>,
    /// For the assertions only, so `loom` need not know of it.
    done: std::sync::Mutex<Vec<u32>>,
}

impl Loop {
    /// Returns the loop, the slot of one of its two workers, which the caller plays, and the other worker.
    fn begin() -> (Arc<Self>, Slot<Part>, JoinHandle<Vec<WakeUp>>) {
        let bucket: Bucket = |&item| item.into();
        let (worklist, parts) = Buckets::new(bucket).chunk(1).open(2);
        let (workers, mut slots) = ActiveWorkers::new(parts, |_| true);
        let new = Arc::new(Self { worklist, workers, done: std::sync::Mutex::new(Vec::new()) });
        let own = slots.pop().unwrap();
        let other = start_worker(&new, slots.pop().unwrap());
        (new, own, other)
    }

    fn publish(&self, slot: &mut Slot<Part>, item: u32) -> WakeUp {
        assert_eq!(self.worklist.push(&mut slot.state, item), Pushed::Published);
        self.workers.advance_epoch(slot.index)
    }

    /// Runs a worker until it leaves, and returns a `WakeUp::One` per worker that must be woken. Doing item 2
    /// publishes item 1.
    fn work(&self, slot: Slot<Part>) -> Vec<WakeUp> {
        let mut wake_ups = Vec::new();
        let take_items = |slot: &mut Slot<Part>| {
            while let Some(item) = self.worklist.pop(&mut slot.state) {
                self.done.lock().unwrap().push(item);
                if item == 2 {
                    wake_ups.push(self.publish(slot, 1));
                }
            }
            ControlFlow::Continue(())
        };
        self.workers.run(slot, take_items);
        wake_ups.retain(|&wake_up| wake_up == WakeUp::One);
        wake_ups
    }

    /// Lets a worker leave that takes nothing, as if its item had kept it busy until now.
    fn leave_busy(&self, slot: Slot<Part>) {
        self.workers.run(slot, |_| ControlFlow::Continue(()));
    }
}

/// Asserts that every item was done once, and that all workers have left.
fn assert_ended(this: Arc<Loop>, expected: &[u32]) {
    let Loop { worklist, workers, done } = Arc::try_unwrap(this).ok().expect("all threads have ended");
    let mut done = done.into_inner().unwrap();
    done.sort_unstable();
    assert_eq!(done, expected);
    assert_eq!(workers.active.load(super::Ordering::Relaxed), 0);
    let states = workers.into_states();
    assert_eq!(states.len(), 2);
    assert!(!states.iter().any(|part| worklist.has_items(part)));
}

fn start_worker(this: &Arc<Loop>, slot: Slot<Part>) -> JoinHandle<Vec<WakeUp>> {
    let this = Arc::clone(this);
    thread::spawn(move || this.work(slot))
}

/// *Missed by the leaving worker*, *missed by the publisher*, *both see*, *the slot is taken*: the publisher
/// takes nothing, as if its item never ended. The other worker must do the work, or a woken one.
#[test]
fn work_of_a_busy_publisher_is_done() {
    loom::model(|| {
        let (this, mut slot, other) = Loop::begin();
        let woken = (this.publish(&mut slot, 1) == WakeUp::One)
            .then(|| start_worker(&this, this.workers.idle_slot()));
        for worker in [Some(other), woken].into_iter().flatten() {
            assert_eq!(worker.join().unwrap(), []);
        }
        assert_eq!(*this.done.lock().unwrap(), [1]);
        this.leave_busy(slot);
        assert_ended(this, &[1]);
    });
}

/// Checks the interleavings with at most two preemptions. All of them pass, but take a minute or more.
fn few_preemptions() -> loom::model::Builder {
    let mut bounded = loom::model::Builder::new();
    bounded.preemption_bound = bounded.preemption_bound.or(Some(2));
    bounded
}

/// *The woken worker is late*: two pieces of work in a row, but a woken worker begins only when both are
/// published.
#[test]
fn a_late_worker_does_what_is_left() {
    few_preemptions().check(|| {
        let (this, mut slot, other) = Loop::begin();
        for wake_up in [5, 6].map(|item| this.publish(&mut slot, item)) {
            if wake_up == WakeUp::One {
                assert_eq!(this.work(this.workers.idle_slot()), []);
            }
        }
        other.join().unwrap();
        this.leave_busy(slot);
        assert_ended(this, &[5, 6]);
    });
}

/// A whole loop: an item pushes another one, and both are done when the last worker leaves.
#[test]
fn a_loop_ends_when_all_is_done() {
    few_preemptions().check(|| {
        let (this, mut slot, other) = Loop::begin();
        let mut wake_ups = vec![this.publish(&mut slot, 2)];
        wake_ups.retain(|&wake_up| wake_up == WakeUp::One);
        wake_ups.append(&mut this.work(slot));
        let mut other = Some(other);
        while !wake_ups.is_empty() || other.is_some() {
            match wake_ups.pop() {
                Some(_) => wake_ups.append(&mut this.work(this.workers.idle_slot())),
                None => wake_ups.append(&mut other.take().expect("the loop goes on").join().unwrap()),
            }
        }
        assert_ended(this, &[1, 2]);
    });
}
