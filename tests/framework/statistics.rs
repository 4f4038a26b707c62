//! The statistics that an `Exec` keeps: bounded, none, or cleared.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use boscage::exec::{Exec, Round, Stage};
use boscage::worklist::BulkSynchronous;

/// A loop of 100 rounds over a worklist, one of 40 that the caller writes, and no other.
fn run(exec: &Exec) {
    exec.for_each("worklist", [1], BulkSynchronous::default(), |i, work| {
        if i < 100 {
            work.push(i + 1);
        }
    })
    .unwrap();
    let mut rounds = exec.rounds("rounds", 400);
    (0..40).for_each(|_| rounds.record(Round::new(10)));
    assert_eq!(rounds.round_count(), 40);
}

#[test]
fn the_first_rounds_are_kept_and_all_are_counted() {
    for (kept, of_loops) in [(30, [30, 30]), (50, [50, 50]), (110, [110, 110]), (usize::MAX, [300, 120])] {
        let exec = Exec::new(2).unwrap().with_kept_rounds(kept);
        (0..3).for_each(|_| run(&exec));
        let statistics = exec.take_statistics();
        let names = statistics.loops.iter().map(|one| (&*one.name, one.runs));
        assert!(names.eq([("worklist", 3), ("rounds", 3)]));
        for (one, (counts, kept)) in
            statistics.loops.iter().zip([(300, 300), (120, 1200)].into_iter().zip(of_loops))
        {
            assert_eq!((one.round_count, one.committed), counts, "{}", one.name);
            assert_eq!(one.rounds.len(), kept, "{}", one.name);
        }
    }
}

/// A service that never takes its statistics, and has a name for each of its loops.
#[test]
fn names_without_end_take_bounded_memory() {
    const LOOPS: usize = 3 * Exec::KEPT_NAMES;
    let exec = Exec::new(1).unwrap();
    for i in 0..LOOPS {
        exec.do_all(&format!("loop {i}"), 0..2, |_| ()).unwrap();
        exec.stage(&*format!("stage {i}"), || exec.do_all("within", 0..1, |_| ())).unwrap();
    }
    let statistics = exec.take_statistics();
    let entries = statistics.loops.len() + statistics.stages.len();
    assert!((Exec::KEPT_NAMES..2 * Exec::KEPT_NAMES + 8).contains(&entries), "{entries} entries");
    assert_eq!(statistics.loops.iter().map(|one| one.runs).sum::<u64>(), 2 * LOOPS as u64);
    assert_eq!(statistics.loops.iter().map(|one| one.tried).sum::<u64>(), 3 * LOOPS as u64);
    assert_eq!(statistics.stages.iter().map(|one| one.runs).sum::<u64>(), LOOPS as u64);
    assert!(statistics.loop_named("others").unwrap().runs > Exec::KEPT_NAMES as u64);
    let own = statistics.loops.iter().map(|one| one.own_seconds);
    let own = own.chain(statistics.stages.iter().map(|one| one.own_seconds)).sum::<f64>();
    let outer = statistics.loops.iter().filter(|one| one.parent.is_none()).map(|one| one.seconds);
    let stages = statistics.stages.iter().filter(|one| one.parent.is_none()).map(|one| one.seconds);
    let outer: f64 = outer.chain(stages).sum();
    assert!((own - outer).abs() < 1e-6 * outer, "{own} and {outer}");
}

#[test]
fn without_statistics_loops_do_the_same_and_leave_nothing() {
    let reports = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&reports);
    let exec =
        Exec::new(2).unwrap().with_progress(move |_| _ = seen.fetch_add(1, SeqCst)).without_statistics();
    run(&exec);
    assert!(reports.load(SeqCst) >= 140, "progress is reported");
    exec.stage("outer", || {
        exec.do_all("loop", 0..100, |_| exec.do_all("within", 0..9, |_| ()).unwrap())?;
        exec.add_stage(Stage::convert("elsewhere"), 1.0);
        let rounds = exec.rounds("rounds", 1);
        rounds.phase("phase", || Ok(()))
    })
    .unwrap();
    assert!(exec.take_statistics().is_empty());
    let other = exec.with_token(boscage::exec::CancelToken::new());
    run(&other);
    assert!(other.take_statistics().is_empty(), "it has the same statistics: none");
}

#[test]
fn what_is_cleared_is_not_taken() {
    let exec = Exec::new(1).unwrap();
    run(&exec);
    let mut open = exec.rounds("open", 1);
    open.record(Round::new(1));
    exec.clear_statistics();
    open.record(Round::new(1));
    drop(open);
    let statistics = exec.take_statistics();
    let [one] = &statistics.loops[..] else { panic!("{:?}", statistics.loops) };
    assert_eq!((&*one.name, one.round_count), ("open", 2), "it is added when it has ended");
}
