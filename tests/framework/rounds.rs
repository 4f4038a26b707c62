//! Loops of rounds whose phases end early, and their statistics afterwards.

use std::ops::ControlFlow::{Break, Continue};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use boscage::Error;
use boscage::exec::{CancelToken, Rounds, StageKind};
use boscage::prelude::*;

const NODES: usize = 100_000;

/// A cycle: a set of nodes pushes to the next ones.
fn cycle(exec: &Exec) -> Graph<Directed> {
    let list = EdgeList::from_pairs(NODES, (0..NODES as u32).map(|i| (i, (i + 1) % NODES as u32))).unwrap();
    Graph::<Directed>::from_edges(exec, &list).unwrap().with_in_arcs(exec).unwrap()
}

/// The loop and the graph can be used as if nothing had happened.
fn goes_on(rounds: &Rounds<'_>, graph: &Graph<Directed>) {
    let few = NodeSet::from_nodes(rounds.exec(), graph, vec![Node::new(5), Node::new(7)]).unwrap();
    let next = rounds.push("push", graph, &few, |_| (), |(), _, ()| true).unwrap();
    let mut next: Vec<usize> = next.iter().map(Node::index).collect();
    next.sort_unstable();
    assert_eq!(next, [6, 8]);
}

#[test]
fn do_all_visits_each_member_of_a_set_once() {
    let every = |step: usize| (0..NODES).step_by(step).map(Node::new);
    let exec = Exec::new(2).unwrap();
    // All nodes, a list and a bitmap.
    for step in [1, 1000, 3] {
        let set = match step {
            1 => NodeSet::all(NODES),
            _ => NodeSet::from_nodes(&exec, NODES, every(step)).unwrap(),
        };
        let set = if step == 3 { set.into_bitmap(&exec).unwrap() } else { set };
        let visits = AtomicNodeMap::filled(NODES, 0_u32).unwrap();
        exec.do_all("visit", &set, |node| _ = visits.fetch_add(node, 1)).unwrap();
        let visits = visits.into_map();
        assert!(every(1).all(|node| visits[node] == u32::from(node.index() % step == 0)), "{step}");
    }
}

#[test]
fn rounds_and_their_phases_are_in_the_statistics_by_name() {
    let exec = Exec::new(2).unwrap();
    let graph = cycle(&exec);
    exec.clear_statistics();
    let mut rounds = exec.rounds("walk", NODES as u64);
    let mut set = NodeSet::from_nodes(&exec, &graph, vec![Node::new(0)]).unwrap();
    for _ in 0..3 {
        set = rounds
            .round(|phases| {
                let next = phases.push("step", &graph, &set, |_| (), |(), _, ()| true)?;
                Ok((Round::new(next.len()), next))
            })
            .unwrap();
    }
    drop(rounds);
    assert!(set.iter().eq([Node::new(3)]));
    let statistics = exec.take_statistics();
    let [ref walk] = statistics.loops[..] else { panic!("one loop") };
    assert_eq!((&*walk.name, walk.threads, walk.tried, walk.committed), ("walk", 2, 3, 3));
    assert_eq!(walk.rounds, [Round::new(1); 3]);
    let [ref step] = statistics.stages[..] else { panic!("one stage") };
    assert_eq!((&*step.name, step.kind, step.runs), ("step", StageKind::Phase, 3));
    assert_eq!(step.parent.as_deref(), Some("walk"));
}

#[test]
fn a_phase_that_its_operator_ends_keeps_what_it_has_found() {
    for threads in [1, 2, 4] {
        let exec = Exec::new(threads).unwrap();
        let graph = cycle(&exec);
        let (rounds, all) = (exec.rounds("search", 1), NodeSet::all(&graph));
        for is_in in [true, false] {
            let asked = AtomicUsize::new(0);
            let find = |to: Node| {
                asked.fetch_add(1, Relaxed);
                if to == Node::new(3) { Break(is_in) } else { Continue(false) }
            };
            let pushed = rounds.push("push", &graph, &all, |_| (), |(), to, ()| find(to)).unwrap();
            let pulled = rounds.pull("pull", &graph, &all, |_| true, |_, to, ()| find(to)).unwrap();
            for found in [pushed, pulled] {
                assert!(found.iter().eq(is_in.then(|| Node::new(3))));
            }
            // Node 3 is led to by the third arc, and is the fourth node.
            let asked = asked.into_inner();
            assert!(threads > 1 || asked == 3 + 4, "one thread is asked {asked} times");
            goes_on(&rounds, &graph);
        }
    }
}

#[test]
fn a_phase_that_is_cancelled_or_panics_leaves_a_loop_that_can_be_used() {
    for threads in [1, 2, 4] {
        let exec = Exec::new(threads).unwrap();
        let graph = cycle(&exec);
        let all = NodeSet::all(&graph);
        for phase in 0..8 {
            let token = CancelToken::new();
            let cancelled = exec.with_token(token.clone());
            let asked = AtomicUsize::new(0);
            let run = |rounds: &Rounds<'_>, end: &(dyn Fn() + Sync)| -> Result<()> {
                let end = |node: Node| {
                    asked.fetch_add(1, Relaxed);
                    if node.index() == 100 {
                        end();
                    }
                };
                let mut values = NodeMap::filled(&graph, 0_u32)?;
                match phase {
                    0 => rounds.push("end", &graph, &all, end, |(), _, ()| true).map(drop),
                    1 => rounds
                        .pull(
                            "end",
                            &graph,
                            &all,
                            |to| to.index() != 7,
                            |_, to, ()| {
                                end(to);
                                true
                            },
                        )
                        .map(drop),
                    2 => rounds
                        .select("end", &all, |node| {
                            end(node);
                            true
                        })
                        .map(drop),
                    3 => rounds.sum("end", &all, end),
                    4 => rounds.update("end", &mut values, |node, _| end(node)),
                    5 => rounds.gather("end", &graph, &mut values, |_, to, ()| end(to), |_, (), _| ()),
                    6 => rounds.gather_from("end", &graph, &all, |from, _, ()| end(from), |_, ()| ()),
                    _ => rounds.gather_to("end", &graph, &all, |_, _, ()| (), |to, ()| end(to)),
                }
            };
            let rounds = cancelled.rounds("ended", 1);
            let outcome = run(&rounds, &|| token.cancel());
            assert!(matches!(outcome, Err(Error::Cancelled)), "phase {phase}: {outcome:?}");
            let asked_until = asked.load(Relaxed);
            assert!(threads > 1 || asked_until < NODES / 10, "phase {phase} goes on: {asked_until} calls");
            assert!(matches!(run(&rounds, &|| ()), Err(Error::Cancelled)), "before it begins");
            drop(rounds);

            let rounds = exec.rounds("panicked", 1);
            let panics = || run(&rounds, &|| panic!("the operator fails"));
            let panicked = catch_unwind(AssertUnwindSafe(panics)).unwrap_err();
            assert_eq!(panicked.downcast_ref(), Some(&"the operator fails"));
            goes_on(&rounds, &graph);
            drop(rounds);
            let loops = exec.take_statistics().loops;
            let loops: Vec<_> = loops.iter().map(|one| (&*one.name, one.runs)).collect();
            assert_eq!(loops, [("ended", 1), ("panicked", 1)], "phase {phase}");
        }
    }
}

#[test]
#[should_panic(
    expected = "loop `other`, phase `push`: the set is for a graph with 3 nodes, but this graph has"
)]
fn sets_of_other_graphs_are_refused() {
    let exec = Exec::new(1).unwrap();
    let graph = cycle(&exec);
    let _ = exec.rounds("other", 1).push("push", &graph, &NodeSet::all(3), |_| (), |(), _, ()| true);
}
