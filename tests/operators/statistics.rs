//! Statistics and progress of operators that write their own loops.

use std::sync::{Arc, Mutex};

use boscage::exec::{Exec, Round};
use boscage::generate::{Gnm, gnm};
use boscage::graph::{Graph, Objective, Undirected};
use boscage::operators::msf::{FilterBoruvka, filter_boruvka};
use boscage::operators::{PageRank, page_rank};

const NODES: usize = 1000;

/// The rounds of filter-boruvka on a random graph, how many edges its forest has, and what a watcher saw:
/// rounds and how much is done.
fn rounds(edges: usize, filter_from: usize) -> (Vec<Round>, u64, Vec<(u64, u64)>) {
    let graph = gnm(&Exec::current(), &Gnm { nodes: NODES, edges, ..Gnm::default() }).unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let watcher = Arc::clone(&seen);
    let exec = Exec::new(2).unwrap().with_progress(move |progress| {
        watcher.lock().unwrap().push((progress.round, progress.done));
    });
    let forest = filter_boruvka(&exec, &graph, Objective::Minimum, FilterBoruvka { filter_from });
    let statistics = exec.take_statistics();
    let of_loop = statistics.loop_named("filter-boruvka").unwrap();
    let seen = seen.lock().unwrap().clone();
    (of_loop.rounds.clone(), forest.unwrap().edges().len() as u64, seen)
}

#[test]
fn without_a_filter_every_round_begins_with_what_the_last_has_left() {
    let (rounds, _, _) = rounds(4000, usize::MAX);
    assert_eq!((rounds[0].tried, rounds.last().unwrap().retried), (4000, 0));
    assert!(rounds.len() > 2);
    assert!(rounds.windows(2).all(|pair| pair[0].retried == pair[1].tried));
    assert!(rounds.iter().all(|round| round.committed > 0));
}

#[test]
fn rounds_commit_the_forest_and_a_watcher_sees_it_grow() {
    for (edges, filter_from) in [(1500, usize::MAX), (40_000, 1 << 10)] {
        let (rounds, forest, seen) = rounds(edges, filter_from);
        let mut committed = 0;
        let grown = rounds.iter().zip(1..).map(|(round, number)| {
            committed += round.committed;
            (number, committed)
        });
        let mut expected: Vec<_> = grown.collect();
        expected.push((rounds.len() as u64, NODES as u64)); // in the end all is done
        assert_eq!(seen, expected);
        assert_eq!(committed, forest);
    }
}

/// PageRank reports its progress in nodes of all rounds.
#[test]
fn a_watcher_sees_each_round_of_page_rank() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let watcher = Arc::clone(&seen);
    let exec = Exec::new(2).unwrap().with_progress(move |progress| {
        watcher.lock().unwrap().push((progress.done, progress.total));
    });
    let list = gnm(&exec, &Gnm { nodes: NODES, edges: 4000, ..Gnm::default() }).unwrap();
    let graph = Graph::<Undirected, _>::from_edges(&exec, &list).unwrap();
    seen.lock().unwrap().clear();
    page_rank(&exec, &graph, PageRank { rounds: 3, tolerance: 0.0, ..PageRank::default() }).unwrap();
    let expected = [1, 2, 3].map(|round| (round * NODES as u64, 3 * NODES as u64));
    assert!(expected.iter().all(|report| seen.lock().unwrap().contains(report)), "{seen:?}");
    assert!(seen.lock().unwrap().iter().all(|(done, total)| done <= total), "{seen:?}");
}
