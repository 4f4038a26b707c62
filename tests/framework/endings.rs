//! Loops that end early: stopped, cancelled or by a panic.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread::sleep;
use std::time::Duration;

use boscage::exec::{Bid, CancelToken, Commit, Exec, Phased, Push, Schedule};
use boscage::graph::Node;
use boscage::sync::GuardedNodes;
use boscage::worklist::{Buckets, BulkSynchronous, Fifo, Lifo};
use boscage::{Error, Result};

use crate::loops::{LOOPS, run_and_check};

/// A loop over the items `0..n` that ends early: `end` is called with each item, and with what stops the
/// loop.
type Ended = fn(&Exec, n: u32, end: &(dyn Fn(u32, &mut dyn FnMut()) + Sync)) -> Result<()>;

/// The loops, each stopped by every function that does.
const STOPPED: [(&str, Ended); 6] = [
    ("do_all", |exec, n, end| {
        exec.do_all("loop", 0..n, |i| {
            let mut flow = ControlFlow::Continue(());
            end(i, &mut || flow = ControlFlow::Break(()));
            flow
        })
    }),
    ("fifo", |exec, n, end| {
        exec.for_each("loop", 0..n, Fifo::default(), |i, work| end(i, &mut || work.stop()))
    }),
    ("bulk-synchronous, pushing", |exec, n, end| {
        exec.for_each("loop", [0], BulkSynchronous { chunk: 4 }, |i, work| {
            end(i, &mut || work.stop());
            work.extend([2 * i + 1, 2 * i + 2].into_iter().filter(|&next| next < n));
        })
    }),
    ("buckets, pushing", |exec, n, end| {
        exec.for_each("loop", [0], Buckets::new(|&i| u64::from(i) / 16).chunk(4), |i, work| {
            end(i, &mut || work.stop());
            work.extend([2 * i + 1, 2 * i + 2].into_iter().filter(|&next| next < n));
        })
    }),
    ("speculate, before the commit", |exec, n, end| {
        let mut nodes = GuardedNodes::from_fn(10, |_| 0)?;
        exec.speculate("loop", 0..n, Fifo { chunk: 4 }, &mut nodes, |&i, locking| {
            locking.lock(Node::new(i as usize % 10))?;
            let mut stops = false;
            end(i, &mut || stops = true);
            if stops {
                locking.stop();
            }
            Ok(())
        })
    }),
    ("speculate, after the commit", |exec, n, end| {
        let mut nodes = GuardedNodes::from_fn(10, |_| 0)?;
        exec.speculate("loop", 0..n, Lifo { chunk: 4 }, &mut nodes, |&i, locking| {
            locking.lock(Node::new(i as usize % 10))?;
            let mut owned = locking.commit();
            end(i, &mut || owned.stop());
            Ok(())
        })
    }),
];

/// However a loop ends, the items that it has done are counted, those that it has not begun are dropped, and
/// the `Exec` can be used on.
#[test]
fn a_loop_that_ends_early_leaves_its_statistics() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum How {
        Stop,
        Cancel,
        Panic,
    }
    for (threads, how) in
        [1, 2, 4].into_iter().flat_map(|n| [How::Stop, How::Cancel, How::Panic].map(|how| (n, how)))
    {
        for (kind, run) in STOPPED {
            let token = CancelToken::new();
            let exec = Exec::new(threads).unwrap().with_token(token.clone());
            let (begun, ended) = (AtomicU32::new(0), AtomicU32::new(0));
            let ended_by = catch_unwind(AssertUnwindSafe(|| {
                run(&exec, 100_000, &|_, stop| {
                    let before = begun.fetch_add(1, SeqCst);
                    if before == 500 {
                        match how {
                            How::Stop => stop(),
                            How::Cancel => token.cancel(),
                            How::Panic => panic!("the 501st item fails"),
                        }
                    } else if before > 500 {
                        sleep(Duration::from_micros(10)); // a panic ends the loop once it has been printed
                    }
                    ended.fetch_add(1, SeqCst);
                })
            }));
            match how {
                How::Stop => ended_by.unwrap().unwrap(),
                How::Cancel => assert!(matches!(ended_by, Ok(Err(Error::Cancelled))), "{kind}"),
                How::Panic => drop(ended_by.unwrap_err()),
            }
            assert!(begun.load(SeqCst) < 90_000, "{kind}: {how:?} does not end it");
            let [ref one] = exec.take_statistics().loops[..] else { panic!("{kind}: {how:?}: one loop") };
            assert_eq!((one.runs, one.committed), (1, ended.into_inner().into()), "{kind}: {how:?}");
            assert!(one.tried >= one.committed && one.tried == one.committed + one.aborted);
            assert_eq!(one.rounds.is_empty(), !kind.starts_with("bulk"), "{kind}: {how:?}");
            if how != How::Cancel {
                LOOPS.into_iter().for_each(|(kind, run)| run_and_check(kind, &exec, run, 100));
            }
        }
    }
}

/// The loop returns the error of an operator, not that it was cancelled, and begins no more items.
#[test]
fn an_error_of_an_operator_ends_the_loop() {
    for threads in [1, 2, 4] {
        let token = CancelToken::new();
        let exec = Exec::new(threads).unwrap().with_token(token.clone());
        let done = AtomicU32::new(0);
        let outcome = exec.do_all("fails", 0..100_000, |i| {
            if done.fetch_add(1, SeqCst) == 500 {
                token.cancel();
                return Err(Error::argument("item", "less", i));
            }
            sleep(Duration::from_micros(1));
            Ok(())
        });
        assert!(matches!(outcome, Err(Error::Argument { .. })), "{outcome:?}");
        let done = done.into_inner();
        assert!(done < 90_000, "{done} items begun");
        let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
        assert_eq!(one.committed, u64::from(done));
    }
}

/// One item finds what all look for; what it and others push is not begun.
#[test]
fn a_stopped_loop_drops_what_waits() {
    let (exec, item) = (Exec::new(1).unwrap(), std::sync::Arc::new(()));
    let items = (0..1000).map(|i| (i, std::sync::Arc::clone(&item)));
    let done = AtomicU32::new(0);
    exec.for_each("find", items, Lifo::default(), |(i, item), work| {
        done.fetch_add(1, SeqCst);
        work.push((i + 1000, item));
        if i == 1999 {
            work.stop();
        }
    })
    .unwrap();
    assert_eq!((done.into_inner(), std::sync::Arc::strong_count(&item)), (2, 1));
    let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
    assert_eq!((one.tried, one.committed, one.pushed), (2, 2, 2));
}

/// Items that are done one after the other, until there are enough.
struct Enough {
    done: AtomicU32,
}

impl Phased for Enough {
    type Item = u32;

    fn bid(&self, _: &mut u32) -> Bid {
        Bid::Placed
    }

    fn commit(&self, _: &u32, _: &mut Push<'_, u32>) -> Commit {
        self.done.fetch_add(1, SeqCst);
        Commit::Done
    }

    fn release(&self, _: &u32, _: Commit) {}

    fn finished(&self, committed: u64) -> bool {
        assert_eq!(committed, u64::from(self.done.load(SeqCst)));
        committed >= 100
    }
}

#[test]
fn a_phased_loop_ends_when_its_operator_is_finished() {
    for threads in [1, 2] {
        let (exec, enough) = (Exec::new(threads).unwrap(), Enough { done: AtomicU32::new(0) });
        exec.phased("enough", (1000, |i| i as u32), Schedule::Window(16), &enough).unwrap();
        let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
        let committed: Vec<u64> = one.rounds.iter().map(|round| round.committed).collect();
        let before_the_last: u64 = committed[..committed.len() - 1].iter().sum();
        assert!(before_the_last < 100 && one.committed >= 100 && one.committed < 1000, "{committed:?}");
        assert_eq!(one.committed, u64::from(enough.done.into_inner()));
    }
}
