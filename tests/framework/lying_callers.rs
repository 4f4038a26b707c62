//! Safe code that breaks its contract: loops and building blocks panic with a message that names the fault,
//! or behave in a harmless and documented way. None of them hangs, silently loses work or accesses wrong
//! memory.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::SeqCst};

use boscage::exec::{Bid, Commit, Exec, Items, Phased, Push, Schedule};
use boscage::graph::Node;
use boscage::parallel::{Regions, for_each_piece, map_pieces};
use boscage::sync::{BidLocks, IndirectLocks};
use boscage::worklist::{Buckets, Fifo, Policy, Pushed, Worklist};

use crate::patience::{ends, wait_until};

/// Returns the message with which `f` panics.
fn panic_of(f: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(f)).expect_err("it was not noticed");
    match panic.downcast::<String>() {
        Ok(words) => *words,
        Err(panic) => (*panic.downcast::<&str>().expect("panics have words")).to_owned(),
    }
}

/// Counts the items that are done.
struct Count(AtomicUsize);

impl Phased for Count {
    type Item = usize;

    fn bid(&self, _: &mut usize) -> Bid {
        Bid::Placed
    }

    fn commit(&self, _: &usize, _: &mut Push<'_, usize>) -> Commit {
        self.0.fetch_add(1, SeqCst);
        Commit::Done
    }

    fn release(&self, _: &usize, _: Commit) {}
}

/// Items whose number is another whenever it is asked for.
struct Changing<F>(AtomicUsize, F);

impl<F: Fn(usize) -> usize + Sync> Items<usize> for Changing<F> {
    fn len(&self) -> usize {
        (self.1)(self.0.fetch_add(1, SeqCst))
    }

    fn get(&self, position: usize) -> usize {
        position
    }
}

#[test]
fn the_number_of_items_is_that_of_the_first_time() {
    fn done(len: impl Fn(usize) -> usize + Sync + Send + 'static, schedule: Schedule) {
        ends("a loop over items whose number changes", move || {
            let count = Count(AtomicUsize::new(0));
            let items = Changing(AtomicUsize::new(0), len);
            Exec::new(2).unwrap().phased("changing", items, schedule, &count).unwrap();
            assert_eq!(count.0.into_inner(), 100);
        });
    }
    for schedule in [Schedule::AllLive, Schedule::Window(10), Schedule::AdaptiveWindow(10)] {
        done(|asked| 100_usize.saturating_sub(10 * asked), schedule);
        done(|asked| 100 + asked, schedule);
    }
}

/// An iterator that says it has another number of items than it has.
struct Miscounted<I>(I, usize);

impl<I: Iterator> Iterator for Miscounted<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.1, Some(self.1))
    }
}

impl<I: Iterator> ExactSizeIterator for Miscounted<I> {}

#[test]
fn pieces_are_counted_and_not_believed() {
    for (pieces, said) in [(5, 0), (5, 1), (5, 4), (5, 50), (1, 0), (1, 7), (0, 1), (0, 9)] {
        let sum = AtomicUsize::new(0);
        for_each_piece(&Exec::current(), Miscounted(1..=pieces, said), |piece| {
            sum.fetch_add(piece, SeqCst);
        });
        assert_eq!(sum.into_inner(), (1..=pieces).sum(), "{pieces} pieces, said to be {said}");
        let mapped = map_pieces(&Exec::current(), Miscounted(1..=pieces, said), |piece| piece);
        assert!(mapped.into_iter().eq(1..=pieces), "{pieces} pieces, said to be {said}");
    }
}

/// A worklist that keeps every item to its owner, and breaks its contract in some way.
#[derive(Clone, Copy)]
enum Broken {
    /// Says of every item that others can take it.
    SaysPublished,
    /// Loses the items after the fiftieth.
    Loses,
    /// Gives every tenth item twice.
    Doubles,
    /// Says that no part has items.
    HidesItems,
    /// Finds nothing now and then, though its part has items.
    OverlooksItems,
    /// Has fewer parts than there are workers.
    HasFewParts,
    /// Says that a round has an item more than it has.
    RoundsUp,
    /// Says that a round has an item less than it has.
    RoundsDown,
}

impl<T: Send + Copy> Policy<T> for Broken {
    type Worklist = Self;

    fn open(self, workers: usize) -> (Self, Vec<VecDeque<T>>) {
        let parts = if matches!(self, Self::HasFewParts) { workers - 1 } else { workers };
        (self, (0..parts).map(|_| VecDeque::new()).collect())
    }
}

impl<T: Send + Copy> Worklist<T> for Broken {
    type Part = VecDeque<T>;

    fn push(&self, own: &mut VecDeque<T>, item: T) -> Pushed {
        if !matches!(self, Self::Loses) || own.len() < 50 {
            own.push_back(item);
        }
        if matches!(self, Self::Doubles) && own.len() % 10 == 9 {
            own.push_back(item);
        }
        if matches!(self, Self::SaysPublished) { Pushed::Published } else { Pushed::Kept }
    }

    fn pop(&self, own: &mut VecDeque<T>) -> Option<T> {
        if matches!(self, Self::OverlooksItems) && own.len() == 5 { None } else { own.pop_front() }
    }

    fn has_items(&self, own: &VecDeque<T>) -> bool {
        !own.is_empty() && !matches!(self, Self::HidesItems)
    }

    fn stolen(_: &VecDeque<T>) -> u64 {
        u64::MAX
    }

    fn next_round(&self, parts: &mut [&mut VecDeque<T>]) -> Option<usize> {
        let items = parts.iter().map(|part| part.len()).sum::<usize>();
        match self {
            Self::RoundsUp => Some(items + 1),
            Self::RoundsDown => Some(items - 1),
            _ => None,
        }
    }
}

#[test]
fn a_worklist_that_breaks_its_contract_is_found_out() {
    let cases = [
        (Broken::Loses, "loop `of 100 items`: 100 items were pushed to the worklist, which has given 50"),
        (Broken::Doubles, "loop `of 100 items`: 100 items were pushed to the worklist, which has given 111"),
        (Broken::HidesItems, "loop `of 100 items`: 100 items were pushed to the worklist, which has given 0"),
        (
            Broken::OverlooksItems,
            "loop `of 100 items`: 100 items were pushed to the worklist, which has given 95",
        ),
        (Broken::HasFewParts, "loop `of 100 items`: the policy has made 0 parts of a worklist for 1 workers"),
        (Broken::RoundsUp, "loop `of 100 items`: a round of 101 items has given 100"),
        (Broken::RoundsDown, "loop `of 100 items`: a round of 99 items has given 100"),
    ];
    for (broken, expected) in cases {
        ends("a loop over a broken worklist", move || {
            let exec = Exec::new(1).unwrap();
            let said = panic_of(|| exec.for_each("of 100 items", 0..100, broken, |_, _| {}).unwrap());
            assert_eq!(said, expected);
        });
    }
}

/// The worker of an item is busy until the thread beneath it has done other tasks, as it does while it waits
/// for a loop: one of these tasks is another worker of the same loop, which was called in and must not wait
/// for the item.
#[test]
fn items_that_only_their_owner_can_take_do_not_keep_the_others() {
    ends("a loop over a worklist that shares nothing", || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let (busy, over) = (AtomicBool::new(false), AtomicBool::new(false));
        pool.in_place_scope(|scope| {
            scope.spawn(|_| {
                busy.store(true, SeqCst);
                wait_until(|| over.load(SeqCst));
            });
            wait_until(|| busy.load(SeqCst));
            let done = AtomicUsize::new(0);
            pool.install(|| {
                let operator = |i, work: &mut Push<'_, u32>| {
                    done.fetch_add(1, SeqCst);
                    if i == 0 {
                        work.extend([1, 2]);
                    }
                    while rayon::yield_now() == Some(rayon::Yield::Executed) {}
                };
                Exec::current().for_each("private", [0], Broken::SaysPublished, operator).unwrap();
            });
            over.store(true, SeqCst);
            assert_eq!(done.into_inner(), 3);
        });
    });
}

/// Items that all want the same node.
struct Wanting<L>(L, AtomicUsize);

impl<L: BidLocks<Priority = u32>> Phased for Wanting<L> {
    type Item = u32;

    fn bid(&self, &mut item: &mut u32) -> Bid {
        if self.0.bid(Node::new(0), item) { Bid::Placed } else { Bid::Lost }
    }

    fn commit(&self, &item: &u32, _: &mut Push<'_, u32>) -> Commit {
        if !self.0.won(Node::new(0), item) {
            return Commit::Retry;
        }
        self.1.fetch_add(1, SeqCst);
        Commit::Done
    }

    fn release(&self, _: &u32, _: Commit) {
        self.0.release(Node::new(0));
    }
}

#[test]
fn keys_in_no_order_let_somebody_win() {
    ends("a loop over items whose keys change", || {
        let asked = AtomicU32::new(7);
        let key = |_| asked.fetch_add(0x9e37_79b9, SeqCst).rotate_left(7);
        let wanting = Wanting(IndirectLocks::new(1, key).unwrap(), AtomicUsize::new(0));
        let items = (500, |i: usize| i as u32);
        Exec::new(2).unwrap().phased("random keys", items, Schedule::Window(20), &wanting).unwrap();
        assert_eq!(wanting.1.into_inner(), 500);
    });
}

/// Locks that are never held.
struct Unavailable;

impl BidLocks for Unavailable {
    type Priority = u32;

    fn bid(&self, _: impl Into<Node>, priority: u32) -> bool {
        priority.is_multiple_of(2)
    }

    fn won(&self, _: impl Into<Node>, _: u32) -> bool {
        false
    }

    fn release(&self, _: impl Into<Node>) {}

    fn is_free(&self, _: impl Into<Node>) -> bool {
        true
    }
}

#[test]
fn a_loop_that_gets_nowhere_says_so() {
    for schedule in [Schedule::AllLive, Schedule::Window(0), Schedule::AdaptiveWindow(usize::MAX)] {
        let wanting = Wanting(Unavailable, AtomicUsize::new(0));
        let items = (10, |i: usize| i as u32);
        let said = panic_of(|| Exec::new(2).unwrap().phased("stuck", items, schedule, &wanting).unwrap());
        assert!(
            said.starts_with("loop `stuck`: a round got nothing done, so none ever would: of "),
            "{said}"
        );
    }
    // More items than memory has room for are an error.
    let wanting = Wanting(Unavailable, AtomicUsize::new(0));
    let items = (usize::MAX, |i: usize| i as u32);
    Exec::new(2).unwrap().phased("too many", items, Schedule::AllLive, &wanting).unwrap_err();
}

#[test]
fn a_condition_with_two_answers_is_refused() {
    for keep_first in [10, 30] {
        let asked = AtomicUsize::new(0);
        let numbers = Regions::new(&Exec::current(), (0..100_u64).collect::<Vec<_>>());
        let keep = |&i: &u64| i < if asked.fetch_add(1, SeqCst) < 100 { keep_first } else { 20 };
        let said = panic_of(|| drop(numbers.filter(&Exec::current(), keep).unwrap()));
        assert_eq!(said, "an item is kept both times or neither");
    }
}

/// The function that chooses a bucket runs a loop of its own, on the same threads.
#[test]
fn the_code_of_a_worklist_may_run_loops() {
    ends("a loop within a worklist", || {
        let exec = Exec::new(2).unwrap();
        let (inner, outer) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let bucket = |&item: &u32| {
            exec.for_each("inner", 0..5, Fifo { chunk: 1 }, |_, _| {
                inner.fetch_add(1, SeqCst);
            })
            .unwrap();
            u64::from(item)
        };
        exec.for_each("outer", 0..50, Buckets::new(bucket).chunk(1), |i, work| {
            outer.fetch_add(1, SeqCst);
            if i < 50 {
                work.push(i + 50);
            }
        })
        .unwrap();
        assert_eq!((inner.load(SeqCst), outer.load(SeqCst)), (500, 100));
    });
}

/// The state of threads is used within a use by the same thread, directly and by a task that the thread takes
/// up while it waits: by a thread that has a slot, and by one that has none.
#[test]
fn shared_state_within_itself_is_refused() {
    const REFUSED: &str = "a per-thread value is used inside another use by the same thread";
    ends("a reducer within itself", || {
        let (exec, other) = (Exec::new(1).unwrap(), Exec::new(1).unwrap());
        let (mut sum, counts) = (exec.reducer(0, |a, b| a + b), exec.per_thread(|| 0));
        exec.install(|| (sum.add(0), counts.with(|_| {})));
        for pool in [&exec, &other] {
            pool.install(|| {
                let wait = || pool.do_all("tasks", 0..10_usize, |_| sum.add(1)).unwrap();
                assert_eq!(panic_of(|| sum.update(|_| sum.add(1))), REFUSED);
                assert_eq!(panic_of(|| sum.update(|_| wait())), REFUSED);
                assert_eq!(panic_of(|| counts.with(|_| counts.with(|_| {}))), REFUSED);
                sum.add(5);
                counts.with(|count| *count += 1);
            });
        }
        assert_eq!((sum.value(), counts.into_values().sum::<i32>()), (10, 2));
        // And within the function that combines, which gets hold of the reducer itself.
        type Sum = boscage::sync::Reducer<u32, fn(u32, u32) -> u32>;
        static WITHIN: std::sync::OnceLock<Sum> = std::sync::OnceLock::new();
        let within = WITHIN.get_or_init(|| {
            exec.reducer(0, |a, b| {
                a + b
                    + WITHIN.get().map_or(0, |sum| {
                        sum.add(1);
                        0
                    })
            })
        });
        within.add(1);
        assert_eq!(panic_of(|| within.add(1)), REFUSED);
        within.add(1);
    });
}
