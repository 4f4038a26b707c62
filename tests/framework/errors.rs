//! Errors that operators return: which one a loop returns, and errors of the caller's own.

use std::fmt;

use boscage::exec::{Exec, Round};
use boscage::graph::Node;
use boscage::sync::GuardedNodes;
use boscage::worklist::{Buckets, BulkSynchronous, Fifo, Lifo};
use boscage::{Error, Result};
use rayon::prelude::*;

/// An error of the caller's own.
#[derive(Debug, PartialEq)]
enum MyError {
    Heavy(usize),
    Graph(String),
}

impl fmt::Display for MyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for MyError {}

impl From<MyError> for Error {
    fn from(error: MyError) -> Self {
        Self::other(error)
    }
}

impl From<Error> for MyError {
    fn from(error: Error) -> Self {
        error.downcast().unwrap_or_else(|error| Self::Graph(error.to_string()))
    }
}

/// Every tenth item from 500 on is an error.
fn check(item: usize) -> Result<(), MyError> {
    if item >= 500 && item.is_multiple_of(10) { Err(MyError::Heavy(item)) } else { Ok(()) }
}

type Loop = fn(&Exec) -> Result<()>;

/// Every loop whose operator can fail. The operators of some may be done in any order.
const LOOPS: [(&str, Loop); 10] = [
    ("fifo", |exec| exec.for_each("loop", 0..2000, Fifo { chunk: 4 }, |i, _| Ok(check(i)?))),
    ("lifo, pushing", |exec| {
        exec.for_each("loop", [1], Lifo::default(), |i, work| {
            check(i)?;
            work.extend([2 * i, 2 * i + 1].into_iter().filter(|&next| next < 2000));
            Ok(())
        })
    }),
    ("bulk-synchronous", |exec| {
        exec.for_each("loop", 0..2000, BulkSynchronous { chunk: 4 }, |i, _| Ok(check(i)?))
    }),
    ("buckets", |exec| {
        exec.for_each("loop", 0..2000, Buckets::new(|&i: &usize| i as u64 / 100), |i, _| Ok(check(i)?))
    }),
    ("speculate", |exec| {
        let mut nodes = GuardedNodes::from_fn(10, |_| 0)?;
        exec.speculate("loop", 0..2000, Fifo { chunk: 4 }, &mut nodes, |&i, locking| {
            locking.lock(Node::new(i % 10))?;
            check(i)?;
            locking.commit()[Node::new(i % 10)] += 1;
            Ok(())
        })
    }),
    ("a round", |exec| {
        exec.rounds("loop", 1).round(|_| {
            check(500)?;
            Ok((Round::new(1), ()))
        })
    }),
    ("a phase", |exec| exec.rounds("loop", 1).phase("phase", || Ok(check(500)?))),
    ("a stage", |exec| exec.stage("stage", || Ok(check(500)?))),
    ("a parallel stage", |exec| exec.parallel_stage("stage", || Ok(check(500)?))),
    ("do_all", |exec| exec.do_all("loop", 0..2000, |i| Ok(check(i)?))),
];

#[test]
fn an_error_of_the_callers_own_passes_through_every_loop() {
    fn caller(exec: &Exec, run: Loop) -> Result<(), MyError> {
        run(exec)?;
        Ok(())
    }
    for threads in [1, 2, 4] {
        let exec = Exec::new(threads).unwrap();
        for (kind, run) in LOOPS {
            let error = run(&exec).unwrap_err();
            assert!(error.to_string().starts_with("Heavy("), "{kind}: {error}");
            let Err(MyError::Heavy(item)) = caller(&exec, run) else { panic!("{kind}") };
            assert!(check(item).is_err(), "{kind}: {item}");
            assert!(exec.take_statistics().loops.iter().all(|one| one.tried < 3950), "{kind} goes on");
        }
    }
    let graph = Error::argument("threads", "at least 1", 0).downcast::<MyError>().unwrap_err();
    assert_eq!(MyError::from(graph), MyError::Graph("threads: expected at least 1, found 0".to_owned()));
    assert!(matches!(Error::other(Error::Cancelled), Error::Cancelled));
    let other = Error::other("words").downcast::<MyError>().unwrap_err();
    assert_eq!(other.to_string(), "words");
}

/// Of several items that fail, `do_all` returns the error of the first, whatever other threads have found.
#[test]
fn do_all_returns_the_error_of_the_first_item_that_fails() {
    const ITEMS: usize = 20_000;
    /// Fails for the multiples of `step`; those that are near the end fail at once, and others take longer.
    fn fails(item: usize, step: usize) -> Result<()> {
        if item % step != step - 1 {
            return Ok(());
        }
        (item..ITEMS).step_by(100).for_each(|_| std::thread::yield_now());
        Err(Error::other(item.to_string()))
    }
    type Run = fn(&Exec, usize) -> Result<()>;
    let runs: [(&str, Run); 6] = [
        ("a range", |exec, step| exec.do_all("loop", 0..ITEMS, |i| fails(i, step))),
        ("a vector", |exec, step| exec.do_all("loop", (0..ITEMS).collect::<Vec<_>>(), |i| fails(i, step))),
        ("some of a range", |exec, step| {
            exec.do_all("loop", (0..ITEMS).into_par_iter().filter(|i| i % 3 < 3), |i| fails(i, step))
        }),
        ("a chain", |exec, step| {
            let items = (0..ITEMS / 4).into_par_iter().chain(ITEMS / 4..ITEMS).filter(|_| true);
            exec.do_all("loop", items, |i| fails(i, step))
        }),
        ("many iterators", |exec, step| {
            let ten = |i: usize| (10 * i..10 * i + 10).into_par_iter();
            exec.do_all("loop", (0..ITEMS / 10).into_par_iter().flat_map(ten), |i| fails(i, step))
        }),
        ("single items", |exec, step| {
            exec.do_all("loop", (0..ITEMS).into_par_iter().with_max_len(1), |i| fails(i, step))
        }),
    ];
    for threads in [1, 2, 4, 8] {
        let exec = Exec::new(threads).unwrap();
        for (kind, run) in runs {
            for step in [1, 2, 700, 4_000, 6_667, 19_999] {
                let error = run(&exec, step).unwrap_err().to_string();
                assert_eq!(error, (step - 1).to_string(), "{kind} on {threads} threads");
            }
            assert!(run(&exec, ITEMS + 1).is_ok());
        }
    }
}

/// Single items, which rayon hands over one by one, are not begun after the end either.
#[test]
fn do_all_skips_single_items_after_the_end() {
    use rayon::iter::once;
    let ran = |run: &dyn Fn(&Exec) -> Result<()>| {
        let exec = Exec::new(1).unwrap();
        let _ = run(&exec);
        exec.take_statistics().loop_named("loop").map(|one| one.tried)
    };
    let two = || once(0).chain(once(1));
    assert_eq!(ran(&|exec| exec.do_all("loop", two(), |_| std::ops::ControlFlow::Break(()))), Some(1));
    assert_eq!(ran(&|exec| exec.do_all("loop", two(), |_| Err(Error::other("first")))), Some(1));
    let cancelled = |exec: &Exec| {
        exec.token().cancel();
        exec.do_all("loop", Some(1), |_| ())
    };
    assert_eq!(ran(&cancelled), Some(0));
}

/// After an error in one of many iterators, those behind it are not begun.
#[test]
fn do_all_skips_iterators_after_an_error() {
    let exec = Exec::new(1).unwrap();
    let items = (0..1_000_000).into_par_iter().flat_map(|i: u32| [i; 3]);
    let failed = exec.do_all("loop", items, |i| if i == 1000 { Err(Error::other("1000")) } else { Ok(()) });
    assert_eq!(failed.unwrap_err().to_string(), "1000");
    let statistics = exec.take_statistics();
    assert_eq!(statistics.loop_named("loop").map(|one| one.tried), Some(3001));
}

/// An operator of `for_each` may return what one of `do_all` returns.
#[test]
fn for_each_takes_breaks() {
    let exec = Exec::new(1).unwrap();
    exec.for_each("loop", 0..100, Fifo::default(), |i, work| {
        work.push(1000);
        if i == 30 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    })
    .unwrap();
    assert_eq!(exec.take_statistics().loops[0].tried, 31);
}
