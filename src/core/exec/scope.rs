//! Which loop or stage runs inside which: the entries of the statistics while loops and stages run.
//!
//! Every loop and every stage is a *scope*: it opens an entry under its name. When it ends, in any way, its
//! figures are added to the entry. Each thread knows the scope for which it works; a new scope finds its
//! parent there. (A task that a thread takes from rayon's own `join` or `scope` runs where that thread is.) A
//! phase knows its loop, so that its parent is that loop, or a scope inside it, on any thread. The time of a
//! scope is also part of its parent's time, so it is subtracted from the parent's *own* seconds. So the own
//! seconds of all entries add up to the time of the entries without a parent.
//!
//! Operators run on many threads at once. If an operator itself runs a loop, the time of that inner loop is
//! already part of the outer loop's time, perhaps several times. So the inner loop has no own seconds.

use std::cell::Cell;
use std::time::Instant;

use super::statistics::{LoopStatistics, Stage, StageKind, StageStatistics, Statistics};
use crate::contention::Section;
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};

/// The entries so far.
pub(crate) struct Records {
    /// No other records have it, before or after.
    id: u64,
    entries: Mutex<Entries>,
}

impl Default for Records {
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self { id: NEXT.fetch_add(1, Relaxed), entries: Mutex::default() }
    }
}

#[derive(Default)]
struct Entries {
    /// How often the statistics were taken: positions are of one epoch.
    epoch: u32,
    all: Vec<Entry>,
}

struct Entry {
    parent: Option<u32>,
    /// Of a stage; `None` for a loop.
    kind: Option<StageKind>,
    /// How many scopes of this entry are open.
    open: u32,
    done: LoopStatistics,
}

/// The scope that a thread works for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Current {
    /// The id of the records.
    records: u64,
    epoch: u32,
    position: u32,
    /// Whether the thread runs an operator: others may run it, too, at the same time.
    is_operator: bool,
}

const NOWHERE: Current = Current { records: 0, epoch: 0, position: 0, is_operator: false };

thread_local! {
    static CURRENT: Cell<Current> = const { Cell::new(NOWHERE) };
}

/// The scope that the calling thread works for.
#[inline]
pub(crate) fn current() -> Current {
    CURRENT.get()
}

/// The calling thread works for another scope until this is dropped.
pub(crate) struct Entered(Current);

/// Makes the calling thread work for a scope.
#[inline]
pub(crate) fn enter(scope: Current) -> Entered {
    Entered(CURRENT.replace(scope))
}

impl Current {
    /// Whether the thread runs an operator.
    pub(super) fn is_operator(self) -> bool {
        self.is_operator
    }

    /// The same for a thread that runs an operator.
    pub(crate) fn of_operator(self) -> Self {
        Self { is_operator: true, ..self }
    }
}

impl Drop for Entered {
    #[inline]
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}

impl Records {
    pub(crate) fn stage<'a>(&'a self, stage: Stage<'a>, threads: usize) -> Scope<'a> {
        Scope::open(self, stage.name, Some(stage.kind), threads, None)
    }

    pub(crate) fn of_loop<'a>(&'a self, name: &'a str, threads: usize) -> Scope<'a> {
        Scope::open(self, name, None, threads, None)
    }

    /// Adds a stage that ran elsewhere and has ended, within the stage that it names, if that is there, or
    /// the scope that the calling thread works for.
    pub(crate) fn add(&self, stage: Stage<'_>, seconds: f64) {
        let mut entries = self.entries.lock();
        let around = entries.innermost(self.id, CURRENT.get());
        let named = |entry: &Entry| entry.kind.is_some() && Some(&*entry.done.name) == stage.within;
        let parent = entries.all.iter().rposition(named).map(|position| position as u32).or(around);
        let position = entries.position(stage.name, Some(stage.kind), parent);
        let run = LoopStatistics { threads: 1, ..LoopStatistics::default() };
        entries.add(position, run, seconds, CURRENT.get().is_operator);
    }

    /// Adds what a parallel section did to the scope that the calling thread works for.
    pub(crate) fn add_section(&self, section: Section) {
        let Some(counts) = section.end() else { return };
        let mut entries = self.entries.lock();
        let around = entries.innermost(self.id, CURRENT.get());
        let position = around.unwrap_or_else(|| {
            let position = entries.position("outside of loops and stages", Some(StageKind::Phase), None);
            entries.all[position as usize].done.runs += 1;
            position
        });
        entries.all[position as usize].done.contention.add(counts);
    }

    pub(crate) fn take(&self) -> Statistics {
        let mut entries = self.entries.lock();
        entries.epoch = entries.epoch.wrapping_add(1);
        let all = std::mem::take(&mut entries.all);
        drop(entries);
        let names: Vec<String> = all.iter().map(|entry| entry.done.name.clone()).collect();
        let mut statistics = Statistics::default();
        // What has not ended yet is added when it has.
        for Entry { parent, kind, done, .. } in all.into_iter().filter(|entry| entry.done.runs > 0) {
            let parent = parent.map(|parent| names[parent as usize].clone());
            let own_seconds = done.own_seconds.max(0.0);
            match kind {
                None => statistics.loops.push(LoopStatistics { parent, own_seconds, ..done }),
                Some(kind) => {
                    let LoopStatistics { name, runs, threads, seconds, contention, .. } = done;
                    statistics.stages.push(StageStatistics {
                        name,
                        kind,
                        parent,
                        runs,
                        threads,
                        seconds,
                        own_seconds,
                        contention,
                    });
                }
            }
        }
        statistics
    }
}

impl Entries {
    /// The innermost open scope of a thread that works for this one; `records` is the id of these entries.
    fn innermost(&self, records: u64, current: Current) -> Option<u32> {
        let Current { records: of, epoch, position, .. } = current;
        let mut parent = (of == records && epoch == self.epoch).then_some(position);
        while let Some(entry) = parent.map(|position| &self.all[position as usize])
            && entry.open == 0
        {
            parent = entry.parent; // it has ended on another thread
        }
        parent
    }

    /// Whether an entry is this loop, or a stage inside it.
    fn is_inside(&self, mut entry: Option<u32>, of_loop: u32) -> bool {
        while let Some(position) = entry.filter(|&position| position != of_loop) {
            let Entry { parent, kind, .. } = &self.all[position as usize];
            entry = parent.filter(|_| kind.is_some());
        }
        entry.is_some()
    }

    /// Where an entry is; it is made where there is none.
    fn position(&mut self, name: &str, kind: Option<StageKind>, parent: Option<u32>) -> u32 {
        let is_same = |entry: &Entry| entry.parent == parent && entry.kind == kind && entry.done.name == name;
        let position = self.all.iter().position(is_same).unwrap_or_else(|| {
            let done = LoopStatistics { name: name.to_owned(), ..LoopStatistics::default() };
            self.all.push(Entry { parent, kind, open: 0, done });
            self.all.len() - 1
        });
        position as u32
    }

    /// Adds what one run did.
    fn add(&mut self, position: u32, run: LoopStatistics, seconds: f64, is_within_operator: bool) {
        let Entry { parent, done, .. } = &mut self.all[position as usize];
        done.add(run);
        done.seconds += seconds;
        if !is_within_operator {
            done.own_seconds += seconds;
            if let Some(parent) = *parent {
                self.all[parent as usize].done.own_seconds -= seconds;
            }
        }
    }
}

/// A loop or a stage under way. Dropping it ends it.
pub(crate) struct Scope<'a> {
    records: &'a Records,
    name: &'a str,
    kind: Option<StageKind>,
    around: Current,
    current: Current,
    start: Instant,
    /// What it has done so far, in counts.
    pub(super) run: LoopStatistics,
}

impl<'a> Scope<'a> {
    /// Opens a scope: inside the loop `outer`, if there is one, wherever the calling thread is.
    fn open(
        records: &'a Records,
        name: &'a str,
        kind: Option<StageKind>,
        threads: usize,
        outer: Option<Current>,
    ) -> Self {
        let around = CURRENT.get();
        let mut entries = records.entries.lock();
        let mut parent = entries.innermost(records.id, around);
        let mut is_operator = parent.is_some() && around.is_operator;
        if let Some(outer) = outer.filter(|outer| outer.epoch == entries.epoch)
            && !entries.is_inside(parent, outer.position)
        {
            (parent, is_operator) = (Some(outer.position), outer.is_operator);
        }
        let position = entries.position(name, kind, parent);
        entries.all[position as usize].open += 1;
        let current = Current { records: records.id, epoch: entries.epoch, position, is_operator };
        drop(entries);
        CURRENT.set(current);
        let run = LoopStatistics { threads, ..LoopStatistics::default() };
        Self { records, name, kind, around, current, start: Instant::now(), run }
    }

    /// A phase of it, on any thread.
    pub(super) fn phase<'p>(&'p self, name: &'p str, threads: usize) -> Scope<'p> {
        Scope::open(self.records, name, Some(StageKind::Phase), threads, Some(self.current))
    }

    /// What threads work for that run its operator.
    pub(super) fn operator(&self) -> Current {
        self.current.of_operator()
    }

    pub(super) fn name(&self) -> &'a str {
        self.name
    }
}

impl Drop for Scope<'_> {
    fn drop(&mut self) {
        let seconds = self.start.elapsed().as_secs_f64();
        let mut entries = self.records.entries.lock();
        let position = if entries.epoch == self.current.epoch {
            entries.all[self.current.position as usize].open -= 1;
            self.current.position
        } else {
            entries.position(self.name, self.kind, None)
        };
        entries.add(position, std::mem::take(&mut self.run), seconds, self.current.is_operator);
        drop(entries);
        // It may have been opened on another thread.
        if CURRENT.get() == self.current {
            CURRENT.set(self.around);
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
    fn statistics_that_are_taken_meanwhile_lose_nothing() {
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
    fn what_another_exec_has_left_is_no_parent() {
        for _ in 0..10 {
            let exec = Exec::current();
            std::mem::forget(exec.rounds("forgotten", 1));
            drop(exec);
            let exec = Exec::current(); // where the one before was, perhaps
            exec.do_all("loop", 0..1, |_| ()).unwrap();
            assert_eq!(exec.take_statistics().loops[0].parent, None);
        }
    }
}
