//! A pipeline of three stages: the first and the last handle one item at a time, in order; all threads run
//! the middle one.
//!
//! No thread waits for another one. A thread finishes the next item if it is ready and no other thread is
//! finishing one. Otherwise it takes a new item, if no other thread is taking one. If neither is possible, it
//! exits, and the thread that makes it possible again starts another thread. So a slow thread delays its own
//! item, and the others only when they are [`ITEMS_PER_THREAD`] items ahead. This bounds the memory.

use std::mem;

use rayon::Scope;

use crate::exec::Exec;
use crate::mutex::Mutex;

/// Most items per thread that have been taken and not finished.
pub const ITEMS_PER_THREAD: usize = 4;

/// Takes the items one after the other, calls `work` with them on all threads, and calls `finish` with the
/// results, one after the other, in the order of the items. After an error of `finish`, no item is taken or
/// finished.
///
/// # Errors
/// The error of `finish`.
///
/// # Panics
/// If one of the three functions does.
pub fn pipeline<T: Send, R: Send, E: Send>(
    exec: &Exec,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut finish: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<(), E> {
    let threads = exec.threads();
    let places: Vec<_> = (0..places(threads)).map(|_| Mutex::new(Place::Free)).collect();
    let put = |place: usize, what| mem::replace(&mut *places[place].lock(), what);
    let (mut items, mut outcome) = (items.fuse(), Ok(()));
    let mut take = |place| items.next().map(|item| put(place, Place::Taken(item))).is_some();
    let work = |place| {
        if let Place::Taken(item) = put(place, Place::Free) {
            let result = work(item);
            put(place, Place::Ready(result));
        }
    };
    let mut finish = |place| {
        if let Place::Ready(result) = put(place, Place::Free) {
            outcome = finish(result);
        }
        outcome.is_ok()
    };
    exec.install(|| Stages::new(&mut take, &work, &mut finish, threads).run());
    outcome
}

/// The state of an item.
enum Place<T, R> {
    /// No item, or a thread works on it.
    Free,
    Taken(T),
    Ready(R),
}

/// A stage that one thread runs at a time, which owns it meanwhile; `false` ends it.
type Serial<'a> = &'a mut (dyn FnMut(usize) -> bool + Send);

/// The pipeline with places instead of items, so that it is compiled once.
struct Stages<'a> {
    threads: usize,
    work: &'a (dyn Fn(usize) + Sync),
    state: Mutex<State<'a>>,
}

struct State<'a> {
    /// `None` while a thread takes an item.
    take: Option<Serial<'a>>,
    /// `None` while a thread finishes an item, and after an error.
    finish: Option<Serial<'a>>,
    /// Number of items taken.
    taken: usize,
    /// `true` if more items may come: there was neither an end nor an error.
    goes_on: bool,
    /// Number of items finished.
    finished: usize,
    /// `true` for places whose item is ready to be finished.
    ready: Box<[bool]>,
    /// Number of threads that have not exited.
    running: usize,
}

impl<'a> Stages<'a> {
    fn new(take: Serial<'a>, work: &'a (dyn Fn(usize) + Sync), finish: Serial<'a>, threads: usize) -> Self {
        let ready = vec![false; places(threads)].into();
        let (take, finish) = (Some(take), Some(finish));
        let state = State { take, finish, taken: 0, goes_on: true, finished: 0, ready, running: 1 };
        Self { threads, work, state: Mutex::new(state) }
    }

    fn run(&self) {
        rayon::scope(|scope| self.run_on_this_thread(scope));
    }

    /// Runs stages until no stage can run.
    fn run_on_this_thread<'s>(&'s self, scope: &Scope<'s>) {
        let mut state = self.state.lock();
        loop {
            let [first, next] = [state.finished, state.taken].map(|item| item % state.ready.len());
            if state.ready[first]
                && let Some(finish) = state.finish.take()
            {
                state.ready[first] = false;
                drop(state);
                let goes_on = finish(first);
                state = self.state.lock();
                if goes_on {
                    state.finished += 1;
                    state.finish = Some(finish);
                } else {
                    state.goes_on = false;
                }
                self.call(&mut state, scope);
            } else if state.has_room()
                && let Some(take) = state.take.take()
            {
                drop(state);
                let is_taken = take(next);
                state = self.state.lock();
                state.take = Some(take);
                if is_taken {
                    state.taken += 1;
                    self.call(&mut state, scope);
                    drop(state);
                    (self.work)(next);
                    state = self.state.lock();
                    state.ready[next] = true;
                } else {
                    state.goes_on = false;
                }
            } else {
                state.running -= 1;
                return;
            }
        }
    }

    /// Starts another thread, if one has exited and an item may be taken.
    fn call<'s>(&'s self, state: &mut State<'_>, scope: &Scope<'s>) {
        if state.running < self.threads && state.take.is_some() && state.has_room() {
            state.running += 1;
            scope.spawn(|scope| self.run_on_this_thread(scope));
        }
    }
}

impl State<'_> {
    /// Returns `true` if one more item may be taken.
    fn has_room(&self) -> bool {
        self.goes_on && self.taken < self.finished + self.ready.len()
    }
}

/// Number of places for items.
fn places(threads: usize) -> usize {
    ITEMS_PER_THREAD * threads
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use std::time::{Duration, Instant};

    use super::*;

    fn on<R>(threads: usize, run: impl FnOnce(&Exec) -> R) -> R {
        run(&Exec::new(threads).unwrap())
    }

    #[test]
    fn results_are_finished_in_the_order_of_the_items_and_few_are_under_way() {
        for threads in [1, 2, 3, 5] {
            for len in [0, 1, 7, 500] {
                let (under_way, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
                let mut finished = Vec::new();
                on(threads, |exec| {
                    let items = (0..len).inspect(|_| {
                        most.fetch_max(1 + under_way.fetch_add(1, Relaxed), Relaxed);
                    });
                    let work = |i: usize| {
                        // Some items are late.
                        if i % 50 == 7 {
                            std::thread::sleep(Duration::from_millis(2));
                        }
                        i * i
                    };
                    pipeline(exec, items, work, |square| {
                        under_way.fetch_sub(1, Relaxed);
                        finished.push(square);
                        Ok::<_, ()>(())
                    })
                })
                .unwrap();
                assert!(finished.into_iter().eq((0..len).map(|i| i * i)), "{len} items, {threads} threads");
                assert!(most.into_inner() <= places(threads), "{len} items, {threads} threads");
            }
        }
    }

    #[test]
    fn one_thread_finishes_an_item_before_it_takes_the_next() {
        let under_way = AtomicUsize::new(0);
        let items = (0..100).inspect(|_| assert_eq!(under_way.fetch_add(1, Relaxed), 0));
        let finish = |_| {
            under_way.fetch_sub(1, Relaxed);
            Ok::<_, ()>(())
        };
        on(1, |exec| pipeline(exec, items, |i| i, finish)).unwrap();
    }

    #[test]
    fn the_first_error_ends_it() {
        for threads in [1, 2, 4] {
            let taken = AtomicUsize::new(0);
            let mut finished = 0;
            let outcome = on(threads, |exec| {
                let items = std::iter::from_fn(|| Some(taken.fetch_add(1, Relaxed)));
                pipeline(
                    exec,
                    items,
                    |i| i,
                    |i| {
                        finished += usize::from(i < 30);
                        if i == 30 { Err(i) } else { Ok(()) }
                    },
                )
            });
            assert_eq!((outcome, finished), (Err(30), 30));
            assert!(taken.into_inner() <= 31 + places(threads));
        }
    }

    /// Waits for something that other threads must do.
    fn wait_until(done: impl Fn() -> bool) {
        let start = Instant::now();
        while !done() {
            assert!(start.elapsed() < Duration::from_secs(20), "no other thread came");
            std::thread::yield_now();
        }
    }

    #[test]
    fn all_threads_work_also_after_one_was_late() {
        let (taken, met) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let items = (0..places(3) + 30).inspect(|_| {
            taken.fetch_add(1, Relaxed);
        });
        let work = |i| {
            if i == 0 {
                // The others are as far ahead as possible.
                wait_until(|| taken.load(Relaxed) == places(3));
            } else if i >= places(3) {
                let all_here = met.fetch_add(1, Relaxed) / 3 * 3 + 3;
                wait_until(|| met.load(Relaxed) >= all_here);
            }
        };
        on(3, |exec| pipeline(exec, items, work, |()| Ok::<_, ()>(()))).unwrap();
    }

    #[test]
    fn panics_come_through() {
        for stage in 0..3 {
            let fail = |here, i| assert!(stage != here || i != 20, "as asked");
            let run = |exec: &Exec| {
                let items = (0..100).inspect(|&i| fail(0, i));
                let work = |i| {
                    fail(1, i);
                    i
                };
                pipeline(exec, items, work, |i| {
                    fail(2, i);
                    Ok::<_, ()>(())
                })
            };
            let panicked = std::panic::catch_unwind(|| on(3, run)).unwrap_err();
            assert_eq!(panicked.downcast_ref(), Some(&"as asked"));
        }
    }

    #[test]
    fn the_work_may_be_parallel_itself() {
        on(3, |exec| {
            let work = |i: usize| rayon::join(|| i, || std::thread::sleep(Duration::from_micros(100))).0;
            let mut sum = 0;
            let finish = |i| {
                sum += i;
                Ok::<_, ()>(())
            };
            pipeline(exec, 0..1000, work, finish).unwrap();
            assert_eq!(sum, 499_500);
        });
    }
}
