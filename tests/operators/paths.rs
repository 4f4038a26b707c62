//! Shortest paths against naive oracles: on random multigraphs, at every thread count.

use std::any::type_name;
use std::collections::VecDeque;
use std::fmt::Debug;
use std::ops::ControlFlow;

use boscage::exec::Exec;
use boscage::graph::{Directed, Direction, EdgeList, Graph, Node, Undirected};
use boscage::operators::{
    Dijkstra, DistanceOf, Length, ShortestPathForest, ShortestPaths, Value, shortest_path_forest,
    shortest_paths,
};
use boscage::random::{Random, mix};

use super::graphs::{execs, graphs};

/// Distances by Bellman and Ford, from sources with the distances at which they begin.
fn oracle<D: Direction, W: Length, T: DistanceOf<W>>(
    graph: &Graph<D, W>,
    sources: &[(Node, T)],
) -> Vec<Option<T>> {
    let mut words = vec![None; graph.node_count()];
    let mut shorten = |node: Node, word: T::Word| {
        let old = &mut words[node.index()];
        let is_shorter = old.is_none_or(|old| word < old);
        *old = if is_shorter { Some(word) } else { *old };
        is_shorter.then_some((node, word))
    };
    let mut queue: VecDeque<_> =
        sources.iter().filter_map(|&(node, distance)| shorten(node, distance.to_word().unwrap())).collect();
    while let Some((node, word)) = queue.pop_front() {
        let longer = |(to, length)| shorten(to, T::plus(word, length).unwrap());
        queue.extend(graph.arcs(node).iter().filter_map(longer));
    }
    words.into_iter().map(|word| word.map(T::from_word)).collect()
}

fn paths_are_those_of_dijkstra<W: Length>(most_nodes: usize, weight: impl Fn(u32) -> W) {
    let execs = execs();
    for (i, graph) in graphs().enumerate().filter(|(_, graph)| graph.node_count() <= most_nodes) {
        let list = graph.map(|id, edge| weight(u32::from(id) ^ 97 * u32::from(edge.v))).unwrap();
        let (exec, source) = (&execs[i % 5], Node::new(i % graph.node_count()));
        let delta = [None, Some(0.01), Some(1.0), Some(100.0), Some(f64::INFINITY)][i / 5 % 5];
        let config = ShortestPaths { delta, ..ShortestPaths::default() };
        let roads = Graph::<Undirected, _>::from_edges(exec, &list).unwrap();
        let one_way = Graph::<Directed, _>::from_edges(exec, &list).unwrap();
        let found = shortest_paths(exec, &roads, source, config).unwrap();
        assert_eq!(
            found.values().collect::<Vec<_>>(),
            oracle(&roads, &[(source, W::Distance::from_word(Default::default()))]),
            "graph {i} of {} weights",
            type_name::<W>()
        );
        let found = shortest_paths(exec, &one_way, source, config).unwrap();
        assert_eq!(
            found.values().collect::<Vec<_>>(),
            oracle(&one_way, &[(source, W::Distance::from_word(Default::default()))]),
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
        let config = ShortestPaths { delta: Some(delta), ..ShortestPaths::default() };
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
        let found =
            shortest_paths(&exec, &graph, Node::new(0), ShortestPaths { delta, ..ShortestPaths::default() })
                .unwrap();
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

/// Some sources, the distances at which paths begin there, and a node.
fn sources(i: usize, nodes: usize) -> (Vec<(Node, u64)>, Node) {
    let mut draws = Random::new(i as u64, 3).item(0);
    let mut node = || Node::new(draws.below(nodes as u64) as usize);
    let sources = (0..1 + i % 4).map(|k| (node(), (i * k % 7) as u64)).collect();
    (sources, node())
}

/// Demands that parents are one step back on a shortest path, and lead to sources.
fn is_forest<D: Direction, W: Length, T: DistanceOf<W>>(
    graph: &Graph<D, W>,
    sources: &[(Node, T)],
    found: &ShortestPathForest<T>,
) {
    let word = |node: Node| found.distances.get(node).and_then(T::to_word);
    for node in graph.nodes() {
        assert_eq!(found.parents.get(node).is_some(), word(node).is_some());
        let Some(path) = found.path_to(node).unwrap() else { continue };
        let begins = |&(source, start): &(Node, T)| source == path[0] && start.to_word() == word(source);
        assert!(sources.iter().any(begins), "{path:?}");
        assert!(path.len() <= graph.node_count() && path.last() == Some(&node));
        for step in path.windows(2) {
            let is_tight =
                |(to, length)| to == step[1] && T::plus(word(step[0]).unwrap(), length) == word(to);
            assert!(graph.arcs(step[0]).iter().any(is_tight), "{step:?}");
        }
    }
}

/// Weights of which many are 0.
fn short(list: &EdgeList<u32>, modulus: u64) -> EdgeList<u32> {
    list.map(|id, _| (mix(id.index() as u64) % modulus) as u32).unwrap()
}

#[test]
fn sources_bounds_targets_and_parents_are_those_of_the_oracle() {
    let execs = execs();
    for (i, list) in graphs().enumerate() {
        let list = short(&list, [1, 2, 4, 100][i % 4]);
        let (sources, target) = sources(i, list.node_count());
        let mut first = None;
        for exec in &execs {
            let graph = Graph::<Directed, _>::from_edges(exec, &list).unwrap();
            let expected = oracle(&graph, &sources);
            let search = |config| shortest_paths(exec, &graph, &sources[..], config).unwrap();
            assert!(search(ShortestPaths::default()).values().eq(expected.iter().copied()), "graph {i}");
            let within = |most: u64| expected.iter().map(move |distance| distance.filter(|&d| d <= most));
            let bound = (i % 9) as u64;
            let bounded = ShortestPaths { bound: bound as f64, ..ShortestPaths::default() };
            assert!(search(bounded).values().eq(within(bound)), "graph {i}");
            let to_target = ShortestPaths { target: Some(target), ..ShortestPaths::default() };
            let most = expected[target.index()].unwrap_or(u64::MAX);
            assert!(search(to_target).values().eq(within(most)), "graph {i}");

            let found = shortest_path_forest(exec, &graph, &sources[..], ShortestPaths::default()).unwrap();
            assert!(found.distances.values().eq(expected.iter().copied()));
            is_forest(&graph, &sources, &found);
            // The same forest on any number of threads.
            assert!(*first.get_or_insert_with(|| found.clone()) == found, "graph {i}");
        }
        let exec = &execs[i % 5];
        let roads = Graph::<Undirected, _>::from_edges(exec, &list).unwrap();
        let from_one = shortest_path_forest(exec, &roads, target, ShortestPaths::default()).unwrap();
        is_forest(&roads, &[(target, 0_u32)], &from_one);
    }
}

#[test]
fn parents_are_there_up_to_the_largest_distance() {
    let exec = Exec::new(2).unwrap();
    let ways = [(0, 1, u32::MAX - 1), (1, 2, 1), (2, 3, 0), (3, 2, 0), (3, 0, 5)];
    let graph = Graph::<Directed, _>::from_edges(&exec, &EdgeList::from_triples(4, ways).unwrap()).unwrap();
    let found = shortest_path_forest(&exec, &graph, 0, ShortestPaths::default()).unwrap();
    assert!(found.distances.values().eq([0, u32::MAX - 1, u32::MAX, u32::MAX].map(Some)));
    is_forest(&graph, &[(Node::new(0), 0_u32)], &found);
    let late = [(2_u32, u32::MAX)];
    let found = shortest_path_forest(&exec, &graph, late, ShortestPaths::default()).unwrap_err().to_string();
    assert!(found.starts_with("weights: expected distances that fit the width"), "{found}");
    let wide =
        shortest_paths(&exec, &graph, [(2_u32, u64::from(u32::MAX))], ShortestPaths::default()).unwrap();
    assert_eq!(wide.get(0), Some(u64::from(u32::MAX) + 5));
}

#[test]
fn wrong_sources_bounds_and_targets_are_refused() {
    let exec = Exec::new(2).unwrap();
    let list = EdgeList::from_triples(3, [(0, 1, 1.5), (1, 2, 2.0)]).unwrap();
    let graph = Graph::<Undirected, _>::from_edges(&exec, &list).unwrap();
    let refusal = |sources: &[(u32, f64)], config| {
        shortest_paths(&exec, &graph, sources, config).unwrap_err().to_string()
    };
    let usual = ShortestPaths::default();
    assert_eq!(refusal(&[(0, 1.0), (3, 0.0)], usual), "source: expected a node below 3, found 3");
    let negative = "distance of a source: expected 0 or more, found Some(-1.0) at node 1";
    assert_eq!(
        refusal(&[(0, 1.0), (1, -1.0)], usual).replace("Some(-1.0)", "-1.0"),
        negative.replace("Some(-1.0)", "-1.0")
    );
    assert!(refusal(&[(0, f64::NAN)], usual).contains("expected 0 or more"));
    let bound = ShortestPaths { bound: f64::NAN, ..usual };
    assert_eq!(refusal(&[(0, 1.0)], bound), "bound: expected a number, found NaN");
    let target = ShortestPaths { target: Some(Node::new(3)), ..usual };
    assert_eq!(refusal(&[(0, 1.0)], target), "target: expected a node below 3, found 3");
    // Without sources nothing is reached.
    let none: [u32; 0] = [];
    assert!(shortest_paths(&exec, &graph, none, usual).unwrap().values().all(|distance| distance.is_none()));
}

#[test]
fn searches_with_one_scratch_are_those_of_the_oracle() {
    let exec = Exec::new(1).unwrap();
    for (i, list) in graphs().enumerate() {
        let list = short(&list, [1, 3, 100][i % 3]);
        let graph = Graph::<Directed, _>::from_edges(&exec, &list).unwrap();
        let mut search = Dijkstra::new(&exec, &graph);
        for k in 0..8 {
            let (sources, target) = sources(8 * i + k, list.node_count());
            let expected = oracle(&graph, &sources);
            let mut last = 0;
            let mut visited = vec![None; list.node_count()];
            search
                .visit(&sources[..], |node, distance| {
                    assert!(last <= distance && visited[node.index()].replace(distance).is_none());
                    last = distance;
                })
                .unwrap();
            assert_eq!(visited, expected, "graph {i}");
            assert!(graph.nodes().all(|node| search.distance(node) == expected[node.index()]));

            // Estimates that are at most the distance to the target, but not consistent.
            let reversed = graph.reversed(&exec).unwrap();
            let left = oracle(&reversed, &[(target, 0_u64)]);
            let estimate = |node: Node| {
                let left = left[node.index()].unwrap_or(1_000);
                mix(node.index() as u64 + k as u64) % (left + 1)
            };
            for path in [
                search.path(&sources[..], target).unwrap(),
                search.path_by(&sources[..], target, estimate).unwrap(),
            ] {
                assert_eq!(path.as_ref().map(|path| path.distance), expected[target.index()], "graph {i}");
                let Some(path) = path else { continue };
                assert_eq!(path.nodes.last(), Some(&target));
                let steps = path.nodes.windows(2).map(|step| {
                    let arcs = graph.arcs(step[0]);
                    u64::from(arcs.iter().filter(|arc| arc.0 == step[1]).map(|arc| arc.1).min().unwrap())
                });
                let length = steps.sum::<u64>();
                let starts = |&&(source, start): &&(Node, u64)| {
                    source == path.nodes[0] && start + length == path.distance
                };
                assert!(sources.iter().find(starts).is_some(), "graph {i}");
            }
        }
    }
}

#[test]
fn a_search_ends_where_its_visitor_says() {
    let exec = Exec::new(1).unwrap();
    let list = EdgeList::from_triples(9, (0..8).map(|i| (i, i + 1, 0.5_f32))).unwrap();
    let graph = Graph::<Undirected, _>::from_edges(&exec, &list).unwrap();
    let mut search = Dijkstra::new(&exec, &graph);
    let mut visits = 0;
    search
        .visit(4, |_, distance| {
            visits += 1;
            if distance >= 1.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
    assert_eq!((visits, search.distance(6), search.distance(2)), (4, None, Some(1.0)));
    assert!(search.path_to(6).unwrap().is_none());
    let refusal = search.path(0, 9).unwrap_err().to_string();
    assert_eq!(refusal, "target: expected a node below 9, found 9");
    let refusal = search.path_by(0, 8, |_| -1.0).unwrap_err().to_string();
    assert!(refusal.starts_with("estimates: expected none below 0, nor NaN, found -1"), "{refusal}");

    let list = EdgeList::from_triples(3, [(0, 1, -2_i64), (2, 1, i64::MAX)]).unwrap();
    let graph = Graph::<Directed, _>::from_edges(&exec, &list).unwrap();
    let mut search = Dijkstra::new(&exec, &graph);
    let refusal = search.path(0, 2).unwrap_err().to_string();
    assert_eq!(refusal, "weights: expected none below 0, found -2 on an arc of node 0");
    let refusal = search.path([(2_u32, u64::MAX - 5)], 1).unwrap_err().to_string();
    assert_eq!(refusal, "weights: expected distances of at most 64 bits, found a longer path over node 2");
    exec.token().cancel();
    assert!(search.path(1, 2).unwrap().is_none()); // it is short
}
