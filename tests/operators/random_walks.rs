//! Random walks: their steps, and how often they take each.

use std::collections::HashMap;

use boscage::exec::Exec;
use boscage::graph::{Directed, Direction, EdgeList, Graph, Node, Undirected};
use boscage::operators::{RandomWalks, Strength, Walks, random_walks, random_walks_from};
use boscage::random::mix;

use super::graphs::{execs, graphs};

/// Demands that steps are arcs, and that walks end only where there are none to take.
fn are_walks<D: Direction, E: Strength>(graph: &Graph<D, E>, walks: &Walks, config: RandomWalks) {
    assert_eq!(walks.len(), graph.node_count() * config.walks as usize);
    for (i, walk) in walks.iter().enumerate() {
        assert_eq!(walk[0].index(), i / config.walks as usize);
        let taken =
            |from: Node, to: Node| graph.arcs(from).iter().any(|arc| arc.0 == to && arc.1.strength() > 0.0);
        assert!(walk.windows(2).all(|step| taken(step[0], step[1])));
        let is_end = |node: Node| graph.arcs(node).iter().all(|arc| arc.1.strength() == 0.0);
        assert!(walk.len() == config.length as usize || is_end(walk[walk.len() - 1]));
    }
}

#[test]
fn walks_are_the_same_on_any_number_of_threads() {
    let execs = execs();
    for (i, list) in graphs().enumerate().filter(|(i, list)| list.node_count() < 1000 || i % 100 == 49) {
        let list = list.map(|id, _| (mix(id.index() as u64) % 4) as f64).unwrap();
        let (p, q) = [(1.0, 1.0), (0.1, 1.0), (4.0, 0.25), (1.0, 3.0), (100.0, 50.0)][i % 5];
        let config = RandomWalks { walks: 1 + i as u32 % 3, length: 1 + i as u32 % 9, p, q, seed: i as u64 };
        let mut first = None;
        for exec in &execs {
            let directed = Graph::<Directed, _>::from_edges(exec, &list).unwrap();
            let undirected = Graph::<Undirected, _>::builder().by_target().build(exec, &list).unwrap();
            let found = (
                random_walks(exec, &directed, config).unwrap(),
                random_walks(exec, &undirected, config).unwrap(),
            );
            if exec.threads() == 1 {
                are_walks(&directed, &found.0, config);
                are_walks(&undirected, &found.1, config);
                let starts: Vec<_> = directed.nodes().step_by(3).collect();
                let some = random_walks_from(exec, &directed, starts.clone(), config).unwrap();
                let every = config.walks as usize;
                let same = |j: usize| some[j] == found.0[j / every * 3 * every + j % every];
                assert!(some.len() == starts.len() * every && (0..some.len()).all(same));
            }
            assert!(*first.get_or_insert_with(|| found.clone()) == found, "graph {i}");
        }
    }
}

/// Demands that steps are as frequent as their weights say: for each node and the one before it, the sum of
/// (found - expected)^2 / expected has about the distribution of chi square.
fn steps_are_as_likely_as_stated<D: Direction, E: Strength>(graph: &Graph<D, E>, p: f64, q: f64, seed: u64) {
    let exec = Exec::new(2).unwrap();
    let config = RandomWalks { walks: 600, length: 21, p, q, seed };
    let walks = random_walks(&exec, graph, config).unwrap();
    are_walks(graph, &walks, config);
    let mut counts = HashMap::<_, f64>::new();
    for walk in walks.iter() {
        if let [first, second, ..] = *walk {
            *counts.entry((None, first, second)).or_default() += 1.0;
        }
        for step in walk.windows(3) {
            *counts.entry((Some(step[0]), step[1], step[2])).or_default() += 1.0;
        }
    }
    let (mut chi_square, mut freedom) = (0.0, 0.0);
    let befores = || graph.nodes().map(Some).chain([None]);
    for (before, at) in befores().flat_map(|before| graph.nodes().map(move |at| (before, at))) {
        let mut likely = vec![0.0; graph.node_count()];
        for (to, weight) in graph.arcs(at) {
            let factor = match before {
                None => 1.0,
                Some(before) if to == before => 1.0 / p,
                Some(before) if graph.neighbours(before).contains(&to) => 1.0,
                Some(_) => 1.0 / q,
            };
            likely[to.index()] += weight.strength() * factor;
        }
        let total: f64 = likely.iter().sum();
        let found = |to: usize| counts.get(&(before, at, Node::new(to))).copied().unwrap_or(0.0);
        let all: f64 = (0..likely.len()).map(found).sum();
        let expected = |to: usize| likely[to] / total * all;
        for to in (0..likely.len()).filter(|&to| all > 0.0 && expected(to) > 5.0) {
            chi_square += (found(to) - expected(to)).powi(2) / expected(to);
            freedom += 1.0;
        }
        freedom -= if all > 0.0 { 1.0 } else { 0.0 };
    }
    // The mean of chi square is its freedom, and its variance twice that.
    let deviation = (chi_square - freedom) / (2.0 * freedom).sqrt();
    assert!(freedom > 5.0 && deviation < 4.0, "{deviation} of {freedom}, p = {p}, q = {q}");
}

#[test]
fn steps_have_the_stated_distribution() {
    let exec = Exec::new(1).unwrap();
    // Triangles with tails, a self-loop and parallel edges.
    let edges = [
        (0, 1, 3.0),
        (1, 2, 1.0),
        (2, 0, 0.5),
        (2, 3, 2.0),
        (3, 4, 1.0),
        (4, 5, 7.0),
        (5, 3, 0.25),
        (3, 3, 1.0),
        (0, 1, 1.0),
        (5, 6, 0.125),
        (1, 4, 2.0),
        (6, 0, 0.0),
    ];
    let list = EdgeList::from_triples(7, edges).unwrap();
    let pairs = EdgeList::from_pairs(7, edges.map(|(u, v, _)| (u, v))).unwrap();
    let settings =
        [(1.0, 1.0), (0.25, 4.0), (4.0, 0.25), (0.01, 1.0), (1.0, 20.0), (1000.0, 1.0), (50.0, 0.02)];
    for (i, (p, q)) in settings.into_iter().enumerate() {
        let seed = 10 * i as u64;
        let weighted = Graph::<Undirected, _>::builder().by_target().build(&exec, &list).unwrap();
        steps_are_as_likely_as_stated(&weighted, p, q, seed);
        let plain = Graph::<Undirected>::from_edges(&exec, &pairs).unwrap();
        steps_are_as_likely_as_stated(&plain, p, q, seed + 1);
        let directed = Graph::<Directed, _>::from_edges(&exec, &list).unwrap();
        steps_are_as_likely_as_stated(&directed, p, q, seed + 2);
    }
}

/// The frequencies of a node's thousand arcs, some far heavier than others.
#[test]
fn arcs_of_a_hub_are_taken_by_weight() {
    let exec = Exec::new(2).unwrap();
    let weight = |i: u32| u64::from(i % 7) * if i % 100 == 5 { 1000 } else { 1 };
    let list = EdgeList::from_triples(1001, (0..1000).map(|i| (1000, i, weight(i)))).unwrap();
    let graph = Graph::<Directed, _>::from_edges(&exec, &list).unwrap();
    let config = RandomWalks { walks: 1_000_000, length: 2, ..RandomWalks::default() };
    let walks = random_walks_from(&exec, &graph, [1000], config).unwrap();
    let mut counts = [0_u32; 1000];
    walks.iter().for_each(|walk| counts[walk[1].index()] += 1);
    let total: u64 = (0..1000).map(weight).sum();
    for (i, &count) in counts.iter().enumerate() {
        let expected = weight(i as u32) as f64 / total as f64 * 1e6;
        assert!((f64::from(count) - expected).abs() <= 5.0 * expected.sqrt(), "{i}: {count}, not {expected}");
    }
}

#[test]
fn what_has_no_walks_is_refused() {
    let exec = Exec::new(2).unwrap();
    let graph = |weight: f64| {
        let list = EdgeList::from_triples(2, [(0, 1, weight)]).unwrap();
        Graph::<Undirected, _>::from_edges(&exec, &list).unwrap()
    };
    let usual = RandomWalks::default();
    let refused = |weight, config| random_walks(&exec, &graph(weight), config).unwrap_err().to_string();
    assert_eq!(refused(-1.0, usual), "weights: expected finite and at least 0, found -1 on an arc of node 0");
    assert!(refused(f64::INFINITY, usual).contains("finite"));
    assert_eq!(refused(1.0, RandomWalks { length: 0, ..usual }), "length: expected at least 1, found 0");
    for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-310] {
        assert!(refused(1.0, RandomWalks { p: wrong, ..usual }).starts_with("p: expected a finite number"));
        assert!(refused(1.0, RandomWalks { q: wrong, ..usual }).starts_with("q: expected a finite number"));
    }
    let wrong = random_walks_from(&exec, &graph(1.0), [2], usual).unwrap_err().to_string();
    assert_eq!(wrong, "start: expected a node below 2, found 2");
    assert_eq!(random_walks(&exec, &graph(0.0), usual).unwrap()[10], [Node::new(1)]);
    assert!(random_walks(&exec, &graph(1.0), RandomWalks { walks: 0, ..usual }).unwrap().is_empty());
    let empty = Graph::<Directed>::from_edges(&exec, &EdgeList::with_nodes(0).unwrap()).unwrap();
    assert!(random_walks(&exec, &empty, usual).unwrap().is_empty());
}
