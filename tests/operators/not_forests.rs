//! Operators that are not forests against naive oracles: on random multigraphs, at every thread count.

use std::any::type_name;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Debug;

use boscage::exec::{Exec, Schedule};
use boscage::graph::{Directed, Direction, EdgeId, EdgeList, Graph, Node, Undirected};
use boscage::operators::{
    IndependentSet, Length, ShortestPaths, Value, connected_components, connected_components_of_edges,
    independent_set, matching, shortest_paths,
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

/// Dijkstra's algorithm on the words that stand for distances.
fn dijkstra<D: Direction, W: Length>(graph: &Graph<D, W>, source: Node) -> Vec<Option<W::Distance>> {
    let mut words = vec![None; graph.node_count()];
    let mut heap = BinaryHeap::from([Reverse((W::start(), source))]);
    while let Some(Reverse((word, node))) = heap.pop() {
        if words[node.index()].is_none() {
            words[node.index()] = Some(word);
            let arcs = graph.arcs(node);
            heap.extend(
                arcs.iter().map(|(target, weight)| Reverse((weight.added_to(word).unwrap(), target))),
            );
        }
    }
    words.into_iter().map(|word| word.map(W::Distance::from_word)).collect()
}

fn paths_are_those_of_dijkstra<W: Length>(most_nodes: usize, weight: impl Fn(u32) -> W) {
    let execs = execs();
    for (i, graph) in graphs().enumerate().filter(|(_, graph)| graph.node_count() <= most_nodes) {
        let list = graph.map(|id, edge| weight(u32::from(id) ^ 97 * u32::from(edge.v))).unwrap();
        let (exec, source) = (&execs[i % 5], Node::new(i % graph.node_count()));
        let delta = [None, Some(0.01), Some(1.0), Some(100.0), Some(f64::INFINITY)][i / 5 % 5];
        let config = ShortestPaths { delta };
        let roads = Graph::<Undirected, _>::from_edges(exec, &list).unwrap();
        let one_way = Graph::<Directed, _>::from_edges(exec, &list).unwrap();
        let found = shortest_paths(exec, &roads, source, config).unwrap();
        assert_eq!(
            found.values().collect::<Vec<_>>(),
            dijkstra(&roads, source),
            "graph {i} of {} weights",
            type_name::<W>()
        );
        let found = shortest_paths(exec, &one_way, source, config).unwrap();
        assert_eq!(
            found.values().collect::<Vec<_>>(),
            dijkstra(&one_way, source),
            "graph {i} of {} weights, directed",
            type_name::<W>()
        );
    }
}

#[test]
fn distances_are_those_of_dijkstra_in_every_type_of_weight() {
    /// Nodes of the small ones.
    const FEW: usize = 1000;
    paths_are_those_of_dijkstra::<u32>(usize::MAX, |random| random % 10);
    paths_are_those_of_dijkstra::<i32>(FEW, |random| random as i32 & 0xffff);
    paths_are_those_of_dijkstra::<u64>(FEW, |random| u64::from(random) << 20);
    paths_are_those_of_dijkstra::<i64>(FEW, |_| 0);
    paths_are_those_of_dijkstra::<u8>(FEW, |random| random as u8);
    paths_are_those_of_dijkstra::<i16>(FEW, |random| random as i16 & i16::MAX);
    paths_are_those_of_dijkstra::<usize>(FEW, |random| random as usize);
    paths_are_those_of_dijkstra::<f32>(FEW, |random| if random % 20 == 0 { f32::INFINITY } else { 0.1 });
    paths_are_those_of_dijkstra::<f64>(usize::MAX, |random| f64::from(random).sin().abs());
}

#[test]
fn what_has_no_shortest_paths_is_refused() {
    fn refused<W: Length>(triples: &[(u32, u32, W)], source: usize, delta: f64) -> String {
        let list = EdgeList::from_triples(3, triples.iter().copied()).unwrap();
        let adjacency = Graph::<Undirected, _>::from_edges(&Exec::current(), &list).unwrap();
        let config = ShortestPaths { delta: Some(delta) };
        let exec = Exec::new(2).unwrap();
        shortest_paths(&exec, &adjacency, Node::new(source), config).unwrap_err().to_string()
    }
    let edge = [(0, 1, 1_u32)];
    assert_eq!(refused(&edge, 3, 1.0), "source: expected a node below 3, found 3");
    assert_eq!(refused(&edge, 0, f64::NAN), "delta: expected more than 0, found NaN");
    assert_eq!(refused(&edge, 0, -0.0), "delta: expected more than 0, found -0");
    assert_eq!(
        refused(&[(0, 1, 1.5), (2, 1, -0.5)], 0, 1.0),
        "weights: expected none below 0, found -0.5 on an arc of node 1"
    );
    assert_eq!(
        refused(&[(0, 1, u64::MAX - 1), (1, 2, 2)], 0, 1.0),
        "weights: expected distances that fit the width of the weights, found a longer path to node 2"
    );
}

/// Of all negative weights the first of the graph is named; those that are not reached do not matter.
#[test]
fn only_negative_weights_that_are_reached_are_refused() {
    let list = EdgeList::from_triples(6, [(0, 1, -1), (2, 3, 1), (3, 4, -2), (5, 5, -3)]).unwrap();
    let exec = Exec::new(2).unwrap();
    let graph = Graph::<Directed, i32>::from_edges(&exec, &list).unwrap();
    let found = |source| shortest_paths(&exec, &graph, Node::new(source), ShortestPaths::default());
    let refused = found(2).unwrap_err().to_string();
    assert_eq!(refused, "weights: expected none below 0, found -1 on an arc of node 0");
    assert!(found(4).unwrap().values().eq([None, None, None, None, Some(0), None]));
}

/// Finite floats whose sum is too large make an infinite distance, unless there is a shorter way.
#[test]
fn sums_of_floats_may_be_infinite() {
    let triples = [(0, 1, f64::MAX), (1, 2, f64::MAX), (1, 3, f64::MAX), (2, 4, 1.0), (0, 3, 5.0)];
    let exec = Exec::new(2).unwrap();
    let list = EdgeList::from_triples(6, triples).unwrap();
    let graph = Graph::<Directed, f64>::from_edges(&exec, &list).unwrap();
    for delta in [None, Some(1.0)] {
        let found = shortest_paths(&exec, &graph, Node::new(0), ShortestPaths { delta }).unwrap();
        let (most, too_much) = (Some(f64::MAX), Some(f64::INFINITY));
        assert!(found.values().eq([Some(0.0), most, too_much, Some(5.0), too_much, None]), "{delta:?}");
    }
}

#[test]
fn a_way_too_long_to_count_does_not_matter_beside_a_shorter_one() {
    let list = EdgeList::from_triples(3, [(0, 1, u64::MAX - 1), (1, 2, 2), (0, 2, 5)]).unwrap();
    let adjacency = Graph::<Undirected, _>::from_edges(&Exec::current(), &list).unwrap();
    let exec = Exec::new(1).unwrap();
    let found = shortest_paths(&exec, &adjacency, Node::new(0), ShortestPaths::default()).unwrap();
    assert!(found.values().eq([Some(0), Some(7), Some(5)]));
}

/// Compares distances up to the largest integer with sums of 128 bits, on random graphs with few nodes, whose
/// weights are taken from `weights`.
fn distances_fit_or_are_refused<W>(weights: &[W], largest: u128)
where
    W: Length<Distance: Into<u128>> + TryInto<u128, Error: Debug>,
{
    let execs = execs();
    let [mut refused, mut at_largest] = [0, 0];
    for seed in 0..2_000 {
        let mut draws = Random::new(seed, 0).item(0);
        let mut below = |n: usize| draws.below(n as u64) as u32;
        let nodes = 1 + below(5);
        let edges: Vec<_> = (0..below(10))
            .map(|_| (below(nodes as usize), below(nodes as usize), weights[below(weights.len()) as usize]))
            .collect();
        let mut truth = vec![None; nodes as usize];
        truth[0] = Some(0_u128);
        for _ in 0..nodes {
            for &(u, v, weight) in &edges {
                let through = truth[u as usize].map(|way| way + weight.try_into().unwrap());
                let best = truth[v as usize].into_iter().chain(through).min();
                truth[v as usize] = best;
            }
        }
        let list = EdgeList::from_triples(nodes as usize, edges).unwrap();
        let exec = &execs[seed as usize % execs.len()];
        let graph = Graph::<Directed, W>::from_edges(exec, &list).unwrap();
        match shortest_paths(exec, &graph, Node::new(0), ShortestPaths::default()) {
            Ok(found) => {
                let values: Vec<_> = found.values().map(|distance| distance.map(Into::into)).collect();
                assert_eq!(values, truth, "{seed}");
                assert!(graph.nodes().map(|node| found.get(node).map(Into::into)).eq(truth.iter().copied()));
                at_largest += usize::from(truth.contains(&Some(largest)));
                let has_words = found.clone().into_words().is_ok();
                assert_eq!(has_words, !truth.contains(&Some(largest)), "{seed}");
            }
            Err(error) => {
                assert!(truth.iter().flatten().any(|&way| way > largest), "{seed}: {error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 2 && at_largest > 2, "{refused} {at_largest} {}", type_name::<W>());
}

#[test]
fn the_largest_integer_is_a_distance() {
    distances_fit_or_are_refused::<u32>(&[0, 1, 2, u32::MAX - 1, u32::MAX], u32::MAX.into());
    distances_fit_or_are_refused::<i32>(&[1, i32::MAX, i32::MAX], u32::MAX.into());
    distances_fit_or_are_refused::<u64>(&[0, 1, 2, u64::MAX - 1, u64::MAX], u64::MAX.into());
    distances_fit_or_are_refused::<i64>(&[1, i64::MAX, i64::MAX], u64::MAX.into());
}

#[test]
fn a_negative_weight_behind_the_largest_distance_is_refused() {
    for to in [0, 3] {
        let ways = [(0, 1, i32::MAX), (1, 2, i32::MAX), (2, 4, 1), (4, to, -1)];
        let list = EdgeList::from_triples(5, ways).unwrap();
        let graph = Graph::<Directed, i32>::from_edges(&Exec::current(), &list).unwrap();
        let found = shortest_paths(&Exec::current(), &graph, Node::new(0), ShortestPaths::default());
        let expected = "weights: expected none below 0, found -1 on an arc of node 4";
        assert_eq!(found.unwrap_err().to_string(), expected);
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
