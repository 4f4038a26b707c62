//! The speculative loop: conflicts are rolled back, every item is done, locks are always freed.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Barrier, Mutex, MutexGuard};

use boscage::Error;
use boscage::exec::{Exec, Rollback};
use boscage::graph::Node;
use boscage::sync::{Conflict, GuardedNodes, Lockable};
use boscage::worklist::{Fifo, Lifo};

use crate::patience::{ends, wait_until};

/// Items that all want the same node, and push more.
#[test]
fn conflicts_are_rolled_back_and_everything_gets_done() {
    for threads in [1, 2, 4] {
        let exec = Exec::new(threads).unwrap();
        let mut nodes = GuardedNodes::from_fn(100, |_| 0_u64).unwrap();
        let work = (0..20_000_u32).map(|i| (i, 1));
        exec.speculate("hub", work, Lifo { chunk: 2 }, &mut nodes, |&(i, left), locking| {
            let others = [i % 100, 0, i / 7 % 100, 99 - i % 100].map(Node::from);
            for node in others {
                locking.lock(node)?;
            }
            let mut owned = locking.commit();
            for node in others {
                owned[node] += 1;
            }
            if left > 0 {
                owned.push((i + 1, left - 1));
            }
            Ok(())
        })
        .unwrap();
        assert_eq!(nodes.into_values().sum::<u64>(), 4 * 40_000);
        let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
        assert_eq!((one.committed, one.pushed, one.tried), (40_000, 20_000, 40_000 + one.aborted));
        assert!(threads > 1 || one.aborted == 0);
    }
}

/// Two items that each hold what the other wants: both give up, and then are done one at a time.
#[test]
fn a_deadly_embrace_is_none() {
    ends("two items in each other's way", || {
        let exec = Exec::new(2).unwrap();
        let mut nodes = GuardedNodes::from_fn(2, |_| 0).unwrap();
        let (both_hold_one, attempts) = (Barrier::new(2), AtomicUsize::new(0));
        exec.speculate("embrace", [0, 1], Fifo { chunk: 1 }, &mut nodes, |&i, locking| {
            locking.lock(Node::new(i))?;
            if attempts.fetch_add(1, SeqCst) < 2 {
                both_hold_one.wait();
                let other = locking.lock(Node::new(1 - i));
                both_hold_one.wait();
                other?;
            }
            locking.lock(Node::new(1 - i))?;
            let mut owned = locking.commit();
            (0..2).for_each(|node| owned[Node::new(node)] += 1);
            Ok(())
        })
        .unwrap();
        assert!(nodes.into_values().eq([2, 2]));
        let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
        assert_eq!((one.tried, one.committed, one.aborted), (4, 2, 2));
    });
}

/// One item holds a node until all others that want it have given up; most items want something else. The
/// number of items rolled back is large enough to be worth all threads again.
#[test]
fn many_that_were_rolled_back_are_tried_again_together() {
    const WAITING: usize = 300;
    ends("a node that is held for long", || {
        let exec = Exec::new(2).unwrap();
        let mut nodes = GuardedNodes::from_fn(500, |_| 0).unwrap();
        let (is_held, attempts) = (AtomicBool::new(false), AtomicUsize::new(0));
        exec.speculate("held", 0..1 + WAITING + 400, Fifo { chunk: 1 }, &mut nodes, |&i, locking| {
            let node = Node::new(i.saturating_sub(WAITING));
            if (1..=WAITING).contains(&i) {
                wait_until(|| is_held.load(SeqCst));
                attempts.fetch_add(1, SeqCst);
            }
            locking.lock(node)?;
            if i == 0 {
                is_held.store(true, SeqCst);
                wait_until(|| attempts.load(SeqCst) >= WAITING);
            }
            locking.commit()[node] += 1;
            Ok(())
        })
        .unwrap();
        assert!(nodes.into_values().take(401).eq((0..401).map(|node| if node == 0 { 301 } else { 1 })));
        let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
        assert_eq!((one.committed, one.tried), (701, 701 + one.aborted));
        assert!(one.aborted >= WAITING as u64 - 1, "{} rolled back", one.aborted);
    });
}

#[test]
fn a_panic_frees_the_locks() {
    let exec = Exec::new(2).unwrap();
    let mut nodes = GuardedNodes::from_fn(10, |_| 0_u32).unwrap();
    let unwound = catch_unwind(AssertUnwindSafe(|| {
        exec.speculate("panics", 0..1000_u32, Fifo::default(), &mut nodes, |&i, locking| {
            for node in 0..10 {
                locking.lock(Node::new(node))?;
            }
            assert!(i < 700, "too many");
            locking.commit();
            Ok(())
        })
    }));
    assert!(unwound.is_err());
    exec.speculate("works", [()], Fifo::default(), &mut nodes, |(), locking| {
        for node in 0..10 {
            locking.lock(Node::new(node))?;
        }
        let mut owned = locking.commit();
        (0..10).for_each(|node| owned[Node::new(node)] += 1);
        Ok(())
    })
    .unwrap();
    assert!(nodes.into_values().eq([1; 10]));
}

/// The writes of an item that is rolled back stay, so after its commit it must not be rolled back.
#[test]
fn giving_up_after_the_commit_is_refused() {
    for reason in [|| Conflict.into(), || Error::Cancelled.into()] {
        let mut nodes = GuardedNodes::from_fn(1, |_| 0).unwrap();
        let unwound = catch_unwind(AssertUnwindSafe(|| {
            let exec = Exec::new(2).unwrap();
            exec.speculate("late", [()], Fifo::default(), &mut nodes, |(), locking| {
                locking.lock(Node::new(0))?;
                locking.commit()[Node::new(0)] += 1;
                Err::<(), Rollback>(reason())
            })
        }));
        let panic = *unwound.expect_err("it was done twice").downcast::<String>().unwrap();
        assert!(panic.starts_with("loop `late`: an item gave up after its commit: "), "{panic}");
    }
}

/// Items that cannot be done end the loop with an error, whether others are in conflict or not. Nothing else
/// would end this loop: all other items push themselves again.
#[test]
fn an_error_of_an_item_ends_the_loop() {
    ends("a loop whose item returns an error", || {
        for threads in [1, 2] {
            let exec = Exec::new(threads).unwrap();
            let mut nodes = GuardedNodes::from_fn(4, |_| 0_u32).unwrap();
            let ended =
                exec.speculate("fails", 0..1_000_u32, Fifo { chunk: 4 }, &mut nodes, |&i, locking| {
                    if i == 500 {
                        locking.lock(Node::new(3))?; // no other item wants it
                        return Err(Error::argument("item", "less", i).into());
                    }
                    locking.lock(Node::new(i as usize % 3))?;
                    let mut owned = locking.commit();
                    owned[Node::new(i as usize % 3)] += 1;
                    owned.push(i);
                    Ok(())
                });
            assert_eq!(ended.unwrap_err().to_string(), "item: expected less, found 500");
            let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
            let done = nodes.into_values().sum::<u32>();
            assert!(one.committed == u64::from(done) && one.aborted > 0, "{one:?}");
        }
    });
}

/// Most items are rolled back and done one at a time, by one of the loop's threads; the watcher sees that all
/// are done, and never fewer of them.
#[test]
fn progress_is_reported_of_items_that_are_done_alone() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let reports = Arc::clone(&seen);
    let exec = Exec::new(2).unwrap().with_progress(move |progress| {
        reports.lock().unwrap().push((progress.done, progress.total));
    });
    let mut nodes = GuardedNodes::from_fn(1, |_| 0).unwrap();
    let attempts = AtomicUsize::new(0);
    exec.speculate("hub", 0..200_usize, Fifo { chunk: 1 }, &mut nodes, |&i, locking| {
        assert!(rayon::current_thread_index().is_some(), "on the loop's threads");
        attempts.fetch_add(1, SeqCst);
        locking.lock(Node::new(0))?;
        if attempts.load(SeqCst) < 200 {
            wait_until(|| attempts.load(SeqCst) >= 200);
        }
        let mut owned = locking.commit();
        owned[Node::new(0)] += 1;
        if i == 7 {
            owned.push(200);
        }
        Ok(())
    })
    .unwrap();
    let seen = seen.lock().unwrap();
    assert_eq!(seen.last(), Some(&(201, 201)));
    assert!(seen.is_sorted(), "{seen:?}");
}

#[test]
fn loops_nest_in_heavily_contended_ones() {
    // A thread that waits for the inner loop may take up another worker of the outer one, whose items cannot
    // have the locks that the item beneath it holds.
    ends("a loop under locks", || {
        let exec = Exec::new(4).unwrap();
        let mut nodes = GuardedNodes::from_fn(1, |_| 0).unwrap();
        exec.speculate("outer", 0..200, Fifo { chunk: 1 }, &mut nodes, |_, locking| {
            locking.lock(Node::new(0))?;
            let mut owned = locking.commit();
            exec.for_each("inner", 0..8, Fifo { chunk: 1 }, |i, work| {
                if i > 0 && i < 4 {
                    work.push(0);
                }
            })
            .expect("it is not cancelled");
            owned[Node::new(0)] += 1;
            Ok(())
        })
        .unwrap();
        assert!(nodes.into_values().eq([200]));
    });
}

/// Data of a user's own, with locks of the standard library and no unsafe code.
struct Sums(Vec<Mutex<u64>>);

/// The sums that an item has locked.
struct Locked<'a> {
    all: &'a [Mutex<u64>],
    guards: RefCell<BTreeMap<usize, MutexGuard<'a, u64>>>,
}

impl Locked<'_> {
    fn lock(&self, sum: usize) -> Result<u64, Conflict> {
        match self.guards.borrow_mut().entry(sum) {
            Entry::Occupied(guard) => Ok(**guard.get()),
            Entry::Vacant(free) => {
                self.all[sum].try_lock().map(|guard| **free.insert(guard)).or(Err(Conflict))
            }
        }
    }
}

impl Lockable for Sums {
    type Worker<'a> = ();
    type Locking<'a> = Locked<'a>;
    type Owned<'a> = BTreeMap<usize, MutexGuard<'a, u64>>;

    fn worker(&self) {}

    fn begin<'a>(&'a self, (): &'a mut ()) -> Locked<'a> {
        Locked { all: &self.0, guards: RefCell::default() }
    }

    fn commit<'a>(&'a self, locked: Locked<'a>) -> BTreeMap<usize, MutexGuard<'a, u64>> {
        locked.guards.into_inner()
    }
}

#[test]
fn data_of_ones_own_can_be_locked() {
    for threads in [1, 2, 4] {
        let exec = Exec::new(threads).unwrap();
        let mut sums = Sums((0..10).map(|_| Mutex::new(1000)).collect());
        exec.speculate("sums", 0..10_000_usize, Fifo { chunk: 4 }, &mut sums, |&i, locking| {
            let (from, to) = (i % 10, i / 7 % 10);
            if locking.lock(from)? < 3 {
                return Ok(());
            }
            locking.lock(to)?;
            let mut owned = locking.commit();
            for (sum, change) in [(from, -3), (to, 3)] {
                let sum = owned.get_mut(&sum).expect("it is locked");
                **sum = sum.checked_add_signed(change).expect("there is enough");
            }
            Ok(())
        })
        .unwrap();
        assert_eq!(sums.0.into_iter().map(|sum| sum.into_inner().unwrap()).sum::<u64>(), 10_000);
        let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
        assert_eq!((one.committed, one.tried), (10_000, 10_000 + one.aborted));
    }
}

/// A maximum matching of left nodes with right ones: an item locks all that it visits in search
/// of a free right node. So items often conflict, and ever more of them as the searches become longer.
#[test]
fn few_items_are_rolled_back_where_many_conflict() {
    const LEFT: usize = 30_000;
    let right = |left: usize, i: usize| LEFT + (left * 2 + i).wrapping_mul(0x9e37_79b9_7f4a_7c15) % LEFT;
    for threads in [2, 3, 8] {
        let exec = Exec::new(threads).unwrap();
        let mut mates = GuardedNodes::from_fn(2 * LEFT, |_| None).unwrap();
        exec.speculate("matching", 0..LEFT, Fifo::default(), &mut mates, |&root, locking| {
            let (mut found_from, mut queue) = (BTreeMap::new(), vec![root]);
            locking.lock(Node::new(root))?;
            let mut next = 0;
            while let Some(&left) = queue.get(next) {
                next += 1;
                for right in [0, 1].map(|i| right(left, i)) {
                    let Entry::Vacant(entry) = found_from.entry(right) else { continue };
                    entry.insert(left);
                    let Some(mate) = *locking.lock(Node::new(right))? else {
                        let mut owned = locking.commit();
                        let (mut left, mut right) = (left, right);
                        loop {
                            owned[Node::new(right)] = Some(left);
                            match owned[Node::new(left)].replace(right) {
                                Some(before) => (left, right) = (found_from[&before], before),
                                None => return Ok(()),
                            }
                        }
                    };
                    locking.lock(Node::new(mate))?;
                    queue.push(mate);
                }
            }
            Ok(())
        })
        .unwrap();
        let mates: Vec<Option<usize>> = mates.into_values().collect();
        for (left, right) in mates[..LEFT].iter().enumerate().filter_map(|(i, mate)| Some((i, (*mate)?))) {
            assert_eq!(mates[right], Some(left));
        }
        let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
        assert_eq!(one.committed, LEFT as u64);
        assert!(one.aborted * 10 < one.committed, "{threads} threads: {} rolled back", one.aborted);
    }
}
