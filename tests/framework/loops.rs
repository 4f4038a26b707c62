//! Every loop does every item once, on any thread and pool; after a panic or a cancelled token the threads
//! can still be used.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::SeqCst};

use boscage::exec::{Bid, CancelToken, Commit, Exec, Phased, Push, Schedule};
use boscage::graph::Node;
use boscage::sync::GuardedNodes;
use boscage::worklist::{Buckets, BulkSynchronous, Fifo, Lifo, Policy};
use boscage::{Error, Result};

use crate::patience::{ends, wait_until};

/// A loop of some kind over the items `0..n`.
pub(crate) type Loop = fn(&Exec, n: u32, f: &(dyn Fn(u32) + Sync)) -> Result<()>;

pub(crate) const LOOPS: [(&str, Loop); 10] = [
    ("do_all", |exec, n, f| exec.do_all("loop", 0..n, f)),
    ("fifo", |exec, n, f| exec.for_each("loop", 0..n, Fifo::default(), |i, _| f(i))),
    ("fifo, chunks of 1", |exec, n, f| exec.for_each("loop", 0..n, Fifo { chunk: 1 }, |i, _| f(i))),
    ("fifo, pushing", |exec, n, f| pushing(exec, n, Fifo { chunk: 4 }, f)),
    ("lifo, pushing", |exec, n, f| pushing(exec, n, Lifo { chunk: 4 }, f)),
    ("buckets, pushing", |exec, n, f| pushing(exec, n, Buckets::new(|&i| u64::from(i) / 16).chunk(4), f)),
    ("bulk-synchronous, pushing", |exec, n, f| pushing(exec, n, BulkSynchronous { chunk: 4 }, f)),
    ("phased", |exec, n, f| phased(exec, n, Schedule::AllLive, f)),
    ("phased, window", |exec, n, f| phased(exec, n, Schedule::Window(10), f)),
    ("speculate", |exec, n, f| {
        let mut nodes = GuardedNodes::from_fn(7, |_| 0_u64)?;
        exec.speculate("loop", 0..n, Fifo { chunk: 4 }, &mut nodes, |&i, locking| {
            let [a, b] = [i % 7, i % 5].map(Node::from);
            locking.lock(a)?;
            locking.lock(b)?;
            let mut owned = locking.commit();
            f(i);
            owned[a] += 1;
            owned[b] += 1;
            Ok(())
        })?;
        assert_eq!(nodes.into_values().sum::<u64>(), 2 * u64::from(n));
        Ok(())
    }),
];

/// The item 0 pushes 1 and 2, which push 3 to 6, and so on.
fn pushing(exec: &Exec, n: u32, policy: impl Policy<u32>, f: &(dyn Fn(u32) + Sync)) -> Result<()> {
    exec.for_each("loop", (n > 0).then_some(0), policy, |i, work| {
        f(i);
        work.extend([2 * i + 1, 2 * i + 2].into_iter().filter(|&next| next < n));
    })
}

/// Items that have nothing to bid for.
fn phased(exec: &Exec, n: u32, schedule: Schedule, f: &(dyn Fn(u32) + Sync)) -> Result<()> {
    struct Free<'a>(&'a (dyn Fn(u32) + Sync));
    impl Phased for Free<'_> {
        type Item = u32;

        fn bid(&self, _: &mut u32) -> Bid {
            Bid::Placed
        }

        fn commit(&self, &i: &u32, _: &mut Push<'_, u32>) -> Commit {
            (self.0)(i);
            Commit::Done
        }

        fn release(&self, _: &u32, _: Commit) {}
    }
    exec.phased("loop", (n as usize, |i| i as u32), schedule, &Free(f))
}

/// Runs the loop and demands that it does every item once.
pub(crate) fn run_and_check(kind: &str, exec: &Exec, run: Loop, n: u32) {
    let done: Vec<_> = (0..n).map(|_| AtomicU32::new(0)).collect();
    run(exec, n, &|i| {
        done[i as usize].fetch_add(1, SeqCst);
    })
    .unwrap();
    let wrong = done.iter().position(|count| count.load(SeqCst) != 1);
    assert_eq!(wrong, None, "{kind}: an item of {n} was not done once");
}

#[test]
fn every_item_is_done_once() {
    for threads in [1, 2, 3, 8] {
        let exec = Exec::new(threads).unwrap();
        for (kind, run) in LOOPS {
            for n in [0, 1, 2, 3, 5, 100, 5000] {
                run_and_check(kind, &exec, run, n);
            }
            let statistics = exec.take_statistics().loops;
            assert_eq!(
                (statistics.len(), statistics[0].committed, statistics[0].runs),
                (1, 5111, 7),
                "{kind}"
            );
        }
    }
}

#[test]
fn a_million_items() {
    let exec = Exec::new(2).unwrap();
    for (kind, run) in LOOPS {
        if kind != "phased, window" {
            run_and_check(kind, &exec, run, 1_000_000);
        }
    }
}

#[test]
fn a_panic_goes_to_the_caller_and_leaves_the_threads_usable() {
    for threads in [1, 2, 4] {
        let exec = Exec::new(threads).unwrap();
        for (kind, run) in LOOPS {
            let begun = AtomicU32::new(0);
            let result = catch_unwind(AssertUnwindSafe(|| {
                run(&exec, 100_000, &|_| assert!(begun.fetch_add(1, SeqCst) != 500, "the 501st item fails"))
            }));
            let panic = *result.expect_err(kind).downcast::<&str>().unwrap();
            assert_eq!(panic, "the 501st item fails");
            assert!(begun.load(SeqCst) < 100_000, "{kind}: the loop goes on as if nothing had happened");
            let ended = exec.take_statistics().loops;
            assert_eq!((ended.len(), ended[0].runs), (1, 1), "{kind}: it has left its statistics");
            run_and_check(kind, &exec, run, 1000);
            assert_eq!(exec.take_statistics().loops[0].runs, 1, "{kind}");
        }
    }
}

#[test]
fn a_cancelled_loop_says_so_and_leaves_the_threads_usable() {
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            for (kind, run) in LOOPS {
                let token = CancelToken::new();
                let exec = Exec::current().with_token(token.clone());
                let begun = AtomicU32::new(0);
                let stop_soon = |_| {
                    if begun.fetch_add(1, SeqCst) == 500 {
                        token.cancel();
                    }
                };
                let stopped = run(&exec, 100_000, &stop_soon);
                if kind == "phased" {
                    stopped.unwrap_err(); // after its only round
                } else {
                    assert!(matches!(stopped, Err(Error::Cancelled)), "{kind}: {stopped:?}");
                    assert!(begun.load(SeqCst) < 90_000, "{kind}");
                }
                assert!(
                    matches!(run(&exec, 10, &|_| {}), Err(Error::Cancelled)),
                    "{kind}: cancelled for good"
                );
                run_and_check(kind, &Exec::current(), run, 1000);
            }
        });
    }
}

#[test]
fn loops_nest() {
    ends("a loop in a loop", || {
        for threads in [1, 2, 3] {
            let exec = Exec::new(threads).unwrap();
            for (outer_kind, outer) in LOOPS {
                for (inner_kind, inner) in LOOPS {
                    let kinds = format!("{inner_kind} in {outer_kind}");
                    let begun = AtomicUsize::new(0);
                    outer(&exec, 40, &|_| {
                        begun.fetch_add(1, SeqCst);
                        run_and_check(&kinds, &exec, inner, 40);
                    })
                    .unwrap();
                    assert_eq!(begun.into_inner(), 40, "{kinds}");
                }
            }
        }
    });
}

#[test]
fn loops_of_two_pools_nest_in_each_other() {
    ends("a loop of a pool in one of another in one of the first", || {
        let (one, other) = (Exec::new(2).unwrap(), Exec::new(2).unwrap());
        let done = AtomicUsize::new(0);
        one.do_all("outer", 0..20, |_| {
            let middle = |_, _: &mut Push<'_, u32>| {
                one.for_each("inner", 0..5, Lifo { chunk: 1 }, |_, _| {
                    done.fetch_add(1, SeqCst);
                })
                .unwrap();
            };
            other.for_each("middle", 0..20, Fifo { chunk: 1 }, middle).unwrap();
        })
        .unwrap();
        assert_eq!(done.into_inner(), 2000);
    });
}

/// Each of many items waits for another pool; the stacks do not grow with the number of items.
#[test]
fn many_items_run_loops_on_another_pool() {
    ends("loops of another pool in many items", || {
        for (threads, inner_threads) in [(1, 1), (2, 1), (1, 2), (2, 2)] {
            let (one, other) = (Exec::new(threads).unwrap(), Exec::new(inner_threads).unwrap());
            let done = AtomicUsize::new(0);
            one.do_all("outer", 0..5_000, |_| {
                other.do_all("inner", 0..2, |_| {
                    done.fetch_add(1, SeqCst);
                })
            })
            .unwrap();
            assert_eq!(done.into_inner(), 10_000);
        }
    });
}

#[test]
fn a_busy_pool_is_no_obstacle() {
    ends("a loop in a busy pool", || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        let (busy, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        pool.in_place_scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|_| {
                    busy.fetch_add(1, SeqCst);
                    wait_until(|| over.load(SeqCst));
                });
            }
            wait_until(|| busy.load(SeqCst) == 3);
            for (kind, run) in LOOPS {
                pool.install(|| run_and_check(kind, &Exec::current(), run, 5000));
            }
            over.store(true, SeqCst);
        });
    });
}

#[test]
fn loops_run_side_by_side_in_a_scope() {
    ends("loops in a scope", || {
        let exec = Exec::new(3).unwrap();
        exec.install(|| {
            rayon::scope(|scope| {
                for (kind, run) in LOOPS {
                    let exec = &exec;
                    scope.spawn(move |_| run_and_check(kind, exec, run, 3000));
                }
            });
        });
    });
}

/// Every item but the last pushes one more.
fn chain(policy: impl Policy<u32>, length: u32) {
    let exec = Exec::new(3).unwrap();
    let last = AtomicU32::new(0);
    exec.for_each("chain", [1], policy, |i, work| {
        assert_eq!(last.swap(i, SeqCst), i - 1, "one after another");
        if i < length {
            work.push(i + 1);
        }
    })
    .unwrap();
    let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
    assert_eq!((one.tried, one.committed, u64::from(length)), (one.committed, one.pushed + 1, one.committed));
    assert_eq!(last.into_inner(), length);
}

#[test]
fn a_long_chain_is_followed_to_its_end() {
    chain(Fifo::default(), 1_000_000);
    chain(Fifo { chunk: 1 }, 10_000);
    chain(Lifo::default(), 1_000_000);
    chain(Buckets::new(|&i| u64::from(i)), 100_000);
    chain(BulkSynchronous::default(), 10_000);
}

/// One item is stuck until another, published beside it, has been done: somebody must come and do it, even if
/// all had left because there was nothing to do.
#[test]
fn workers_that_have_left_are_called_back() {
    fn pairs(policy: impl Policy<u32> + Copy) {
        let exec = Exec::new(2).unwrap();
        for _ in 0..300 {
            let released = AtomicBool::new(false);
            exec.for_each("pairs", [0], policy, |i, work| match i {
                0 => work.extend([1, 2, 3]),
                1 => released.store(true, SeqCst),
                2 => {}
                _ => wait_until(|| released.load(SeqCst)),
            })
            .unwrap();
        }
    }
    ends("an item that waits for another", || pairs(Lifo { chunk: 1 }));
    ends("an item that waits for another", || pairs(Buckets::new(|&i| 9 - u64::from(i)).chunk(1)));
}

#[test]
fn bulk_synchronous_rounds_are_counted() {
    for threads in [1, 4] {
        let exec = Exec::new(threads).unwrap();
        pushing(&exec, 1000, BulkSynchronous { chunk: 3 }, &|_| {}).unwrap();
        let statistics = exec.take_statistics().loops;
        let rounds: Vec<_> =
            statistics[0].rounds.iter().map(|round| (round.tried, round.committed)).collect();
        let levels = [1, 2, 4, 8, 16, 32, 64, 128, 256, 489];
        assert_eq!(rounds, levels.map(|level| (level, level)));
    }
}

#[test]
fn progress_is_reported_and_ends_with_everything_done() {
    let last = std::sync::Arc::new(std::sync::Mutex::new((0, 0, 0)));
    let seen = std::sync::Arc::clone(&last);
    let exec = Exec::new(2).unwrap().with_progress(move |progress| {
        assert!(progress.done <= progress.total);
        let mut seen = seen.lock().unwrap();
        *seen = (seen.0 + 1, progress.done, progress.total);
    });
    pushing(&exec, 1_000_000, Fifo::default(), &|_| {}).unwrap();
    let (reports, done, total) = *last.lock().unwrap();
    assert_eq!((done, total), (1_000_000, 1_000_000));
    assert!(reports > 5, "{reports} reports");
}
