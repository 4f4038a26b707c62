//! The operator's own workers, one on each of loom's threads. In every interleaving the taken edges are those
//! of the minimum spanning forest, and every message has been read.

use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::{EdgeId, EdgeList, Graph, KeyedGraph, Objective, Undirected};
use boscage_core::primitives::unmodelled::AtomicUsize;
use boscage_core::sync::{Claims, EdgeSet};
use loom::sync::Arc;
use loom::thread;

use super::super::interleave::Turn;
use super::grove::Grove;
use super::meetings::Meetings;
use super::{PrimThreads, Start};

/// Runs `workers` that grow trees at the same time, worker i from node i, and then a sweeper. `edges` are
/// sorted by weight; all except those in `heavy` must be in the forest.
fn check(nodes: usize, edges: &[(u32, u32)], workers: usize, heavy: &[usize]) {
    let triples = edges.iter().zip(1_u32..).map(|(&(u, v), weight)| (u, v, weight));
    let list = EdgeList::from_triples(nodes, triples).unwrap();
    // loom's threads need references that are `'static`.
    let exec: &Exec = Box::leak(Box::new(Exec::current()));
    let graph = Graph::<Undirected, u32>::builder().with_ids().build(exec, &list).unwrap();
    let graph: &'static Graph<_, _> = Box::leak(Box::new(graph));
    let rounds: &Rounds<'static> = Box::leak(Box::new(exec.rounds("model", nodes as u64)));
    let light = |id: &usize| !heavy.contains(id);
    let forest: Vec<_> = (0..edges.len()).filter(light).map(EdgeId::new).collect();

    let mut bounded = loom::model::Builder::new();
    bounded.preemption_bound = bounded.preemption_bound.or(Some(2));
    bounded.check(move || {
        let config = PrimThreads {
            start: Start::Index,
            max_respawn_attempts: 0,
            sequential_cutoff: 0,
            ..PrimThreads::default()
        };
        let grove = Arc::new(Grove {
            rounds,
            config,
            workers,
            graph: KeyedGraph::of(graph, Objective::Minimum).unwrap(),
            claims: Claims::new(nodes).unwrap(),
            meetings: Meetings::new(nodes).unwrap(),
            forest: EdgeSet::new(graph.edge_count()).unwrap(),
            claimed: AtomicUsize::new(0),
        });
        let work = |worker| {
            let grove = Arc::clone(&grove);
            move || {
                let mut worker = grove.worker(worker);
                while grove.turn(&mut worker).unwrap() == Turn::Busy {}
            }
        };
        let others: Vec<_> = (1..workers).map(|worker| thread::spawn(work(worker))).collect();
        work(0)();
        others.into_iter().for_each(|worker| worker.join().unwrap());
        let mut sweeper = grove.sweeper();
        while grove.turn(&mut sweeper).unwrap() == Turn::Busy {}
        let grove = Arc::try_unwrap(grove).ok().expect("all workers have ended");
        grove.meetings.assert_read();
        assert_eq!(grove.forest.into_ids().unwrap(), forest);
    });
}

/// *Two trees meet at once.*
#[test]
fn two_trees_at_both_ends_of_an_edge() {
    check(2, &[(0, 1)], 2, &[]);
}

/// Each of three trees wants its lightest edge, which leads to another: messages are passed on.
#[test]
fn three_trees_round_a_triangle() {
    check(3, &[(0, 1), (1, 2), (2, 0)], 3, &[2]);
}

/// *The other has been handed over itself*, and *the tree that hands over has unread messages*.
#[test]
fn three_trees_along_a_path() {
    check(4, &[(1, 3), (0, 1), (2, 3)], 3, &[]);
}

/// A tree that has handed over, but has not been read, is still another tree: the edge to it must not be
/// skipped.
#[test]
fn two_trees_and_a_cycle() {
    check(4, &[(0, 2), (1, 2), (1, 3), (0, 3)], 2, &[3]);
}
