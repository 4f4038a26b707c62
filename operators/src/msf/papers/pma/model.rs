//! The operator's own workers, one on each of loom's threads. In every interleaving the taken edges are those
//! of the minimum spanning forest, and exactly the trees that touch are unified.

use std::sync::Arc;

use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, EdgeList, KeyedEdges, Objective};
use boscage_core::sync::{Claims, EdgeSet};
use loom::thread;

use super::super::adjacency::{Adjacency, ArcOrder, ParallelEdges};
use super::super::interleave::Turn;
use super::super::unify::{Grown, NO_TREE};
use super::super::unite::{arcs_of, by_vertex, unite};
use super::super::workers::Worker;
use super::grow::{Ground, grow};
use super::search::{Scan, Search, Step};

/// The state that workers share in the first round.
struct Shared {
    adjacency: Adjacency<u32>,
    gamma: usize,
    owners: Claims,
    forest: EdgeSet,
}

impl Shared {
    /// Runs a worker for the vertices from `first` on. Returns the hooks of its trees, and the number of
    /// edges that it took.
    fn work<S: Search<u32>>(&self, first: usize, vertices: usize) -> (Vec<u32>, usize) {
        let Self { adjacency, gamma, owners, forest } = self;
        let ground = Ground { adjacency, gamma: *gamma, forest, owners };
        let mut hooks = vec![NO_TREE; vertices];
        let mut worker = Worker::<Vec<S::Member>>::new(first as u32, &mut hooks);
        while ground.turn::<S>(&mut worker).unwrap() == Turn::Busy {}
        let taken = worker.taken;
        (hooks, taken)
    }
}

/// Runs code that is no part of the protocol on another thread: the stacks of loom's threads are too small
/// for a sort.
fn aside<R: Send>(f: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| scope.spawn(f).join()).expect("it does not panic")
}

/// Runs workers that grow trees at the same time, each from as many vertices as `workers` says, unifies these
/// trees, and continues on one thread. `edges` are sorted by weight; all except those in `heavy` must be in
/// the forest.
fn check<S: Search<u32>>(
    edges: &[(u32, u32)],
    order: ArcOrder,
    gamma: usize,
    workers: &'static [usize],
    preemptions: Option<usize>,
    heavy: &[usize],
) {
    let nodes = workers.iter().sum();
    let triples = edges.iter().zip(1_u32..).map(|(&(u, v), weight)| (u, v, weight));
    let list = EdgeList::from_triples(nodes, triples).unwrap();
    let light = |id: &usize| !heavy.contains(id);
    let expected: Vec<_> = (0..edges.len()).filter(light).map(EdgeId::new).collect();
    let mut bounded = loom::model::Builder::new();
    bounded.preemption_bound = bounded.preemption_bound.or(preemptions);
    bounded.check(move || {
        let exec = Exec::current();
        let mut rounds = exec.rounds("model", nodes as u64);
        let adjacency = aside(|| {
            let arcs = arcs_of(&exec, KeyedEdges::of(list.as_view(), Objective::Minimum).any()).unwrap();
            by_vertex(&rounds, arcs, order, ParallelEdges::Keep).unwrap()
        });
        let (owners, forest) = (Claims::new(nodes).unwrap(), EdgeSet::new(list.edge_count()).unwrap());
        let shared = Arc::new(Shared { adjacency, gamma, owners, forest });
        let mut first = workers[0];
        let mut others = Vec::new();
        for &vertices in &workers[1..] {
            let shared = Arc::clone(&shared);
            others.push(thread::spawn(move || shared.work::<S>(first, vertices)));
            first += vertices;
        }
        let (mut hooks, mut taken) = shared.work::<S>(0, workers[0]);
        for worker in others {
            let done = worker.join().unwrap();
            hooks.extend(done.0);
            taken += done.1;
        }
        let Shared { adjacency, owners, forest, .. } =
            Arc::into_inner(shared).expect("all workers have ended");
        let (mut adjacency, mut grown) = (adjacency, Grown { owners: owners.into_owners(), hooks, taken });
        loop {
            adjacency = aside(|| unite(&mut rounds, adjacency, &grown, order, ParallelEdges::Drop).unwrap());
            if adjacency.is_empty() {
                break;
            }
            grown = grow::<_, S>(&rounds, &adjacency, gamma, &forest).unwrap();
        }
        assert_eq!(forest.into_ids().unwrap(), expected);
    });
}

/// The graph on which the algorithm of the paper fails, if the second worker touches 0 before the first one
/// looks.
const COUNTEREXAMPLE: [(u32, u32); 4] = [(1, 2), (0, 1), (2, 3), (0, 3)];

#[test]
fn two_workers_on_the_counterexample() {
    check::<Step>(&COUNTEREXAMPLE, ArcOrder::Weight, 4, &[1, 3], Some(3), &[3]);
}

#[test]
fn three_workers_on_the_counterexample() {
    check::<Scan>(&COUNTEREXAMPLE, ArcOrder::Any, 4, &[1, 1, 2], Some(2), &[3]);
}

/// Each of them wants its lightest edge, which leads to another's vertex.
#[test]
fn three_workers_round_a_triangle() {
    check::<Step>(&[(0, 1), (1, 2), (2, 0)], ArcOrder::Weight, 3, &[1, 1, 1], Some(2), &[2]);
}

/// Trees that stop at two nodes, two components, and parallel edges.
#[test]
fn two_workers_on_a_multigraph() {
    let edges = [(3, 4), (0, 1), (1, 0), (1, 2), (0, 2)];
    check::<Scan>(&edges, ArcOrder::Any, 2, &[2, 3], Some(3), &[2, 4]);
}
