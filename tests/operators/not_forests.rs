//! Operators that are not forests against naive oracles: on random multigraphs, at every thread count.

use boscage::exec::{Exec, Schedule};
use boscage::graph::{Directed, EdgeId, EdgeList, Graph, Node, Undirected};
use boscage::operators::{
    IndependentSet, connected_components, connected_components_of_edges, independent_set, matching,
};
use boscage::random::{Random, streams};

use super::graphs::{execs, graphs};

#[test]
fn components_are_those_of_a_search() {
    let execs = execs();
    for (i, graph) in graphs().enumerate() {
        let adjacency = Graph::<Undirected, _>::from_edges(&Exec::current(), &graph).unwrap();
        let mut labels = vec![u32::MAX; graph.node_count()];
        let mut count = 0;
        for start in 0..graph.node_count() {
            if labels[start] != u32::MAX {
                continue;
            }
            let mut stack = vec![Node::new(start)];
            while let Some(node) = stack.pop() {
                if std::mem::replace(&mut labels[node.index()], count) == u32::MAX {
                    stack.extend(adjacency.neighbours(node));
                }
            }
            count += 1;
        }
        let exec = &execs[i % execs.len()];
        let one_way = Graph::<Directed, _>::from_edges(exec, &graph).unwrap();
        for found in [
            connected_components(exec, &adjacency),
            connected_components(exec, &one_way),
            connected_components(exec, &one_way.with_in_arcs(exec).unwrap()),
            connected_components_of_edges(exec, &graph),
        ] {
            let found = found.unwrap();
            assert_eq!((found.labels(), found.count()), (&labels[..], count as usize), "graph {i}");
        }
    }
}

/// A fifth of the nodes join the giant, which gets another root by that, when the first of them is looked at:
/// the others are left out.
#[test]
fn nodes_that_have_joined_a_giant_with_another_root_are_left_out() {
    const NODES: u64 = 10_000;
    let random = Random::new(1, 0);
    let edges = (0..16 * NODES).map(|i| {
        let [u, v] = [2 * i, 2 * i + 1].map(|i| random.item(i).next_u64() % NODES);
        let other = match (u % 5, v % 5) {
            (0, rest) => v - rest,
            (_, 0) => v + 1,
            _ => v,
        };
        (u as u32, other as u32)
    });
    // Multiples of five are one part, the others another. The arc between the parts is the last of its nodes.
    let pairs: Vec<_> = edges.chain([(0, 1)]).collect();
    let list = EdgeList::from_pairs(NODES as usize, pairs).unwrap();
    let exec = Exec::new(1).unwrap();
    let graph = Graph::<Undirected>::from_edges(&exec, &list).unwrap();
    exec.clear_statistics();
    assert_eq!(connected_components(&exec, &graph).unwrap().count(), 1);
    let statistics = exec.take_statistics();
    let left_out = statistics.loop_named("connected-components").unwrap().dropped;
    assert!(left_out > NODES * 9 / 10, "{left_out} nodes");
}

/// Takes the nodes one by one in their random order, each unless it has a neighbour that was taken.
fn greedy_independent_set(graph: &Graph<Undirected, u32>, seed: u64) -> Vec<Node> {
    let random = Random::new(seed, streams::ORDER);
    let mut order: Vec<usize> = (0..graph.node_count()).collect();
    order.sort_by_key(|&node| random.item(node as u64).next_u64());
    let mut taken = vec![false; graph.node_count()];
    for node in order {
        let mut neighbours = graph.arcs(Node::new(node)).targets.iter().map(|other| other.index());
        taken[node] = neighbours.all(|other| other != node && !taken[other]);
    }
    (0..graph.node_count()).filter(|&node| taken[node]).map(Node::new).collect()
}

#[test]
fn the_independent_set_is_the_greedy_one_whatever_threads_and_schedule() {
    let execs = execs();
    let schedules = [
        Schedule::AllLive,
        Schedule::Window(1),
        Schedule::Window(7),
        Schedule::Window(1024),
        Schedule::AdaptiveWindow(64),
    ];
    for (i, graph) in graphs().enumerate() {
        let adjacency = Graph::<Undirected, _>::from_edges(&Exec::current(), &graph).unwrap();
        let seed = i as u64;
        let greedy = greedy_independent_set(&adjacency, seed);
        for (threads, schedule) in [(i % 5, schedules[i / 5 % 5]), ((i + 1) % 5, Schedule::AllLive)] {
            let config = IndependentSet { seed, schedule };
            let found = independent_set(&execs[threads], &adjacency, config).unwrap();
            assert_eq!(found, greedy, "graph {i}, {schedule:?}");
        }
    }
}

#[test]
fn the_matching_is_maximal_and_greedy_with_one_thread() {
    let execs = execs();
    for (i, graph) in graphs().enumerate() {
        let mut taken = vec![false; graph.node_count()];
        let mut takes_both_ends = |id: EdgeId| {
            let edge = graph.as_view().edge(id);
            let free = !edge.is_loop() && !taken[edge.u.index()] && !taken[edge.v.index()];
            if free {
                (taken[edge.u.index()], taken[edge.v.index()]) = (true, true);
            }
            free
        };
        let found = matching(&execs[i % execs.len()], &graph).unwrap();
        assert!(found.is_sorted());
        assert!(found.iter().all(|&id| takes_both_ends(id)), "graph {i}: two edges share a node");
        assert!(
            !(0..graph.edge_count()).any(|id| takes_both_ends(EdgeId::new(id))),
            "graph {i}: there is room for more"
        );

        let mut taken = vec![false; graph.node_count()];
        let greedy = (0..graph.edge_count()).map(EdgeId::new).filter(|&id| {
            let edge = graph.as_view().edge(id);
            let free = !edge.is_loop() && !taken[edge.u.index()] && !taken[edge.v.index()];
            taken[edge.u.index()] |= free;
            taken[edge.v.index()] |= free;
            free
        });
        assert!(greedy.eq(matching(&execs[0], &graph).unwrap()), "graph {i}");
    }
}

#[test]
fn empty_graphs() {
    let empty = EdgeList::<u32>::with_nodes(0).unwrap();
    let adjacency = Graph::<Undirected, _>::from_edges(&Exec::current(), &empty).unwrap();
    let exec = Exec::new(2).unwrap();
    assert_eq!(connected_components(&exec, &adjacency).unwrap().count(), 0);
    assert!(independent_set(&exec, &adjacency, IndependentSet::default()).unwrap().is_empty());
    assert!(matching(&exec, &empty).unwrap().is_empty());
}
