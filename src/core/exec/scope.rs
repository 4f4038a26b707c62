//! The nesting of loops and stages: the entries of the statistics while loops and stages run.
//!
//! Every loop and every stage is a *scope*: it opens an entry under its name. When it ends, in any way, its
//! counts are added to the entry. Each thread has a current scope, the parent of scopes that it opens. (A
//! task that a thread takes from rayon's own `join` or `scope` runs in the scope of that thread.) A phase
//! refers to its loop, so that its parent is that loop, or a scope inside it, on any thread. The time of a
//! scope is also part of its parent's time, so it is subtracted from the parent's *own* seconds. So the own
//! seconds of all entries add up to the time of the entries without a parent.
//!
//! Operators run on many threads at once. If an operator itself runs a loop, the time of that inner loop is
//! already part of the outer loop's time, perhaps several times. So the inner loop has no own seconds.

use std::fmt;
use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::time::Instant;

use super::current::set;
use super::records::Records;
use super::statistics::{LoopStatistics, Round, Stage, StageKind};
use crate::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};

pub(crate) use super::current::{Current, Entered, current, enter};

/// A running loop or stage. Dropping it ends the loop or stage.
pub(crate) struct Scope<'a> {
    records: &'a Records,
    name: &'a str,
    kind: Option<StageKind>,
    /// Of a phase: its loop.
    outer: Option<&'a Scope<'a>>,
    /// The line that began it.
    at: &'static Location<'static>,
    /// `true` if a panic is passing through it and has been reported.
    is_panic_noted: AtomicBool,
    around: Current,
    current: Current,
    start: Instant,
    /// The counts so far.
    pub(super) run: LoopStatistics,
}

impl<'a> Scope<'a> {
    /// Begins a stage.
    #[track_caller]
    pub(super) fn of_stage(records: &'a Records, stage: Stage<'a>, threads: usize) -> Self {
        Self::open(records, stage.name, Some(stage.kind), threads, None)
    }

    /// Begins a loop.
    #[track_caller]
    pub(super) fn of_loop(records: &'a Records, name: &'a str, threads: usize) -> Self {
        Self::open(records, name, None, threads, None)
    }

    /// Opens a scope. If there is a loop `outer`, the scope is inside of it, on any thread.
    #[track_caller]
    fn open(
        records: &'a Records,
        name: &'a str,
        kind: Option<StageKind>,
        threads: usize,
        outer: Option<&'a Scope<'a>>,
    ) -> Self {
        let around = current();
        let current = records.open(name, kind, around, outer.map(|outer| outer.current));
        set(current);
        let run = LoopStatistics { threads, ..LoopStatistics::default() };
        let (at, is_panic_noted) = (Location::caller(), AtomicBool::new(std::thread::panicking()));
        Self { records, name, kind, outer, at, is_panic_noted, around, current, start: Instant::now(), run }
    }

    /// Opens a phase of this loop, on any thread.
    #[track_caller]
    pub(super) fn phase<'p>(&'p self, name: &'p str, threads: usize) -> Scope<'p> {
        self.is_panic_noted.store(std::thread::panicking(), Relaxed); // an earlier one may have been caught
        Scope::open(self.records, name, Some(StageKind::Phase), threads, Some(self))
    }

    /// Adds a round.
    pub(super) fn add_round(&mut self, round: Round) {
        self.run.add_round(round, self.records.kept_rounds());
    }

    /// Panics because of a mistake of the caller: the message begins with the loop's name.
    #[cold]
    #[track_caller]
    pub(crate) fn blame(&self, mistake: impl fmt::Display) -> ! {
        self.is_panic_noted.store(true, Relaxed);
        if let Some(outer) = self.outer {
            outer.is_panic_noted.store(true, Relaxed);
        }
        panic!("{self}: {mistake}")
    }

    /// Says on standard error in which loop an operator has panicked: its own message cannot know it. The
    /// loop of a phase does not say it again.
    #[cold]
    fn note_panic(&self) {
        let is_stage = self.kind.is_some() && self.outer.is_none();
        if !is_stage && !self.is_panic_noted.swap(true, Relaxed) {
            if let Some(outer) = self.outer {
                outer.is_panic_noted.store(true, Relaxed);
            }
            // Tests capture this macro's output. It panics if it cannot print, which would end the process.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                eprintln!("note: the panic was in {self}, begun at {}", self.at);
            }));
        }
    }

    /// Returns the scope of threads that run the operator.
    pub(super) fn operator(&self) -> Current {
        self.current.of_operator()
    }

    pub(super) fn name(&self) -> &'a str {
        self.name
    }
}

/// As messages name it.
impl fmt::Display for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.outer, self.kind) {
            (Some(outer), _) => write!(f, "{outer}, phase `{}`", self.name),
            (None, None) => write!(f, "loop `{}`", self.name),
            (None, Some(_)) => write!(f, "stage `{}`", self.name),
        }
    }
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.note_panic();
        }
        let (run, seconds) = (std::mem::take(&mut self.run), self.start.elapsed().as_secs_f64());
        self.records.close(self.current, self.name, self.kind, run, seconds);
        // It may have been opened on another thread.
        if current() == self.current {
            set(self.around);
        }
    }
}
#[cfg(all(test, not(loom)))]
mod tests {
    use crate::exec::{Exec, Stage, StageKind};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    #[test]
    fn own_seconds_add_up_to_the_run() {
        let exec = Exec::new(2).unwrap();
        let start = Instant::now();
        exec.parallel_stage("outer", || {
            sleep(Duration::from_millis(3));
            exec.stage(Stage::convert("inner"), || {
                sleep(Duration::from_millis(5));
                Ok(())
            })?;
            exec.do_all("loop", 0..4, |_| {
                sleep(Duration::from_millis(2));
                exec.do_all("within", 0..2, |_| sleep(Duration::from_millis(1))).unwrap();
            })
        })
        .unwrap();
        let whole = start.elapsed().as_secs_f64();
        let statistics = exec.take_statistics();
        let [outer, inner] = &statistics.stages[..] else { panic!("two stages") };
        let [first, within] = &statistics.loops[..] else { panic!("two loops") };
        assert_eq!((&*outer.name, outer.parent.as_deref(), outer.threads), ("outer", None, 2));
        assert_eq!((inner.kind, inner.parent.as_deref()), (StageKind::Convert, Some("outer")));
        assert_eq!((first.parent.as_deref(), within.parent.as_deref()), (Some("outer"), Some("loop")));
        assert_eq!((within.runs, within.tried, within.own_seconds), (4, 8, 0.0));
        let own = [outer.own_seconds, inner.own_seconds, first.own_seconds, within.own_seconds];
        assert!((own.iter().sum::<f64>() - outer.seconds).abs() < 1e-9);
        assert!(outer.seconds <= whole && outer.own_seconds >= 0.003 && inner.own_seconds >= 0.005);
        assert!(exec.take_statistics().is_empty());
    }

    #[test]
    fn statistics_taken_within_a_stage_lose_nothing() {
        let exec = Exec::new(1).unwrap();
        exec.stage("outer", || {
            exec.do_all("first", 0..3, |_| ())?;
            let taken = exec.take_statistics();
            assert_eq!((taken.loops[0].tried, taken.loops[0].parent.as_deref()), (3, Some("outer")));
            assert!(taken.stages.is_empty(), "it has not ended");
            exec.do_all("second", 0..4, |_| ())
        })
        .unwrap();
        let rest = exec.take_statistics();
        assert_eq!((rest.loops[0].tried, rest.stages[0].runs), (4, 1));
    }

    #[test]
    fn a_scope_that_ends_on_another_thread_is_no_parent_afterwards() {
        let exec = Exec::new(2).unwrap();
        let rounds = exec.rounds("moved", 1);
        std::thread::scope(|scope| {
            scope.spawn(|| drop(rounds));
        });
        exec.do_all("after", 0..1, |_| ()).unwrap();
        let statistics = exec.take_statistics();
        assert_eq!(statistics.loops[1].parent, None);
        assert_eq!(statistics.loops[0].runs, 1);
    }

    #[test]
    fn phases_belong_to_their_loop_wherever_they_run() {
        let exec = Exec::new(2).unwrap();
        let [one, other] = ["one", "other"].map(|name| exec.rounds(name, 1));
        one.phase("of one", || Ok(())).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| one.phase("elsewhere", || Ok(()))).join().unwrap().unwrap();
        });
        exec.stage("stage", || other.phase("of other", || exec.do_all("inner", 0..2, |_| ()))).unwrap();
        drop(one);
        drop(other);
        exec.do_all("after", 0..1, |_| ()).unwrap();
        let statistics = exec.take_statistics();
        let stages = statistics.stages.iter().map(|stage| (&*stage.name, stage.parent.as_deref()));
        let expected = [
            ("of one", Some("one")),
            ("elsewhere", Some("one")),
            ("stage", Some("other")),
            ("of other", Some("stage")),
        ];
        assert!(stages.eq(expected), "{:?}", statistics.stages);
        assert_eq!(statistics.loop_named("inner").unwrap().parent.as_deref(), Some("of other"));
        assert_eq!(statistics.loop_named("after").unwrap().parent, None);
    }

    #[test]
    fn a_scope_of_another_exec_is_no_parent() {
        for _ in 0..10 {
            let exec = Exec::current();
            std::mem::forget(exec.rounds("forgotten", 1));
            drop(exec);
            let exec = Exec::current(); // perhaps at the same address
            exec.do_all("loop", 0..1, |_| ()).unwrap();
            assert_eq!(exec.take_statistics().loops[0].parent, None);
        }
    }
}
