//! Communities against a sequential algorithm with the same rules, and by what they must be.

use std::collections::HashMap;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Graph, Node, Undirected};
use boscage::operators::{Colouring, LabelPropagation, colouring, label_propagation};
use boscage::random::{Random, mix};

use super::graphs::{execs, graphs};

/// Number of arcs of a node per label of the other end.
fn votes(graph: &Graph<Undirected, u32>, labels: &[u32], node: Node) -> Vec<(u32, usize)> {
    let others = graph.neighbours(node).iter().filter(|&&other| other != node);
    let mut seen: Vec<u32> = others.map(|other| labels[other.index()]).collect();
    seen.sort_unstable();
    seen.chunk_by(|one, next| one == next).map(|same| (same[0], same.len())).collect()
}

/// All nodes in every round, sorted by colour. Returns the labels and the rounds, the last one without a
/// change unless they are the most.
fn sequential(graph: &Graph<Undirected, u32>, config: LabelPropagation) -> (Vec<u32>, usize) {
    let config_of_colours = Colouring { seed: config.seed, ..Colouring::default() };
    let colours = colouring(&Exec::current(), graph, config_of_colours).unwrap();
    let mut order: Vec<Node> = graph.nodes().collect();
    order.sort_by_key(|&node| colours[node]);
    let mut labels: Vec<u32> = graph.nodes().map(u32::from).collect();
    for done in 0..config.rounds {
        let mut has_changed = false;
        for &node in &order {
            let votes = votes(graph, &labels, node);
            let most = votes.iter().map(|vote| vote.1).max();
            let own = &mut labels[node.index()];
            if most.is_none() || votes.iter().any(|&vote| vote == (*own, most.unwrap_or(0))) {
                continue;
            }
            let best = votes.iter().filter(|vote| Some(vote.1) == most).map(|vote| vote.0);
            let word = |label: u32| (u64::from(u32::from(node)) << 32) + u64::from(label);
            *own = best.min_by_key(|&label| mix(mix(config.seed) ^ word(label))).unwrap();
            has_changed = true;
        }
        if !has_changed {
            return (labels, done + 1);
        }
    }
    (labels, config.rounds)
}

/// Numbers in the order in which labels appear.
fn numbered(labels: &[u32]) -> Vec<u32> {
    let mut numbers = HashMap::new();
    let mut number = |&label| {
        let next = numbers.len() as u32;
        *numbers.entry(label).or_insert(next)
    };
    labels.iter().map(&mut number).collect()
}

#[test]
fn communities_are_those_of_a_sequential_algorithm() {
    let execs = execs();
    for (i, list) in graphs().enumerate() {
        let graph = Graph::<Undirected, _>::from_edges(&execs[0], &list).unwrap();
        let config = LabelPropagation { rounds: [1000, 0, 1, 2][i % 4], seed: i as u64 };
        let (labels, rounds) = sequential(&graph, config);
        let expected = numbered(&labels);
        for exec in [&execs[i % 5], &execs[(i + 1) % 5]] {
            let found = label_propagation(exec, &graph, config).unwrap();
            assert_eq!((found.parts.labels(), found.rounds), (&expected[..], rounds), "graph {i}");
            assert!(found.is_stable || rounds == config.rounds, "graph {i}");
        }
    }
}

/// Fraction of the edges within communities, minus the fraction that is expected if ends were joined at
/// random (Newman, Girvan 2004).
fn modularity(graph: &Graph<Undirected, u32>, labels: &[u32]) -> f64 {
    let arcs = graph.targets().len() as f64;
    let (mut within, mut degrees) = (0, vec![0; labels.len()]);
    for node in graph.nodes() {
        degrees[labels[node.index()] as usize] += graph.degree(node);
        let same =
            graph.neighbours(node).iter().filter(|other| labels[other.index()] == labels[node.index()]);
        within += same.count();
    }
    let by_chance: f64 = degrees.iter().map(|&degree| (degree as f64 / arcs).powi(2)).sum();
    within as f64 / arcs - by_chance
}

/// Every node has sixteen neighbours in its part of a hundred nodes, and two elsewhere, on average.
#[test]
fn planted_communities_are_found() {
    let (parts, size) = (40, 100);
    let nodes = parts * size;
    let mut draws = Random::new(3, 0).item(0);
    let mut below = |bound: u64| draws.below(bound);
    let within = (0..nodes * 8).map(|i| (i % nodes, i % nodes / size * size + below(size)));
    let within: Vec<_> = within.collect();
    let across = (0..nodes).map(|node| (node, below(nodes)));
    let triples = within.iter().copied().chain(across).map(|(u, v)| (u as u32, v as u32, 1_u32));
    let list = EdgeList::from_triples(nodes as usize, triples).unwrap();
    for (seed, exec) in execs().iter().enumerate() {
        let graph = Graph::<Undirected, _>::from_edges(exec, &list).unwrap();
        let config = LabelPropagation { seed: seed as u64, ..LabelPropagation::default() };
        let found = label_propagation(exec, &graph, config).unwrap();
        let labels = found.parts.labels();
        assert!(found.is_stable);
        for node in graph.nodes() {
            let votes = votes(&graph, labels, node);
            let own = votes.iter().find(|vote| vote.0 == labels[node.index()]).map(|vote| vote.1);
            assert_eq!(own, votes.iter().map(|vote| vote.1).max(), "node {node}");
        }
        let planted: Vec<u32> = (0..nodes).map(|node| (node / size) as u32).collect();
        let (ours, best) = (modularity(&graph, labels), modularity(&graph, &planted));
        assert!(best > 0.85 && ours > 0.95 * best, "{ours} of {best}, seed {seed}");
    }
}

/// Both ends of an edge would exchange their labels forever if they changed at the same time.
#[test]
fn pairs_stars_and_complete_bipartite_graphs_become_stable() {
    let execs = execs();
    let pair = vec![(0, 1)];
    let star: Vec<_> = (1..50).map(|leaf| (0, leaf)).collect();
    let bipartite: Vec<_> = (0..400).map(|i| (i / 20, 20 + i % 20)).collect();
    for (i, pairs) in [pair, star, bipartite].into_iter().enumerate() {
        let nodes = pairs.iter().map(|pair| pair.1).max().unwrap() as usize + 1;
        let list = EdgeList::from_pairs(nodes, pairs).unwrap();
        for exec in &execs {
            let graph = Graph::<Undirected>::from_edges(exec, &list).unwrap();
            let found = label_propagation(exec, &graph, LabelPropagation::default()).unwrap();
            assert!(found.is_stable && found.parts.count() == 1, "graph {i}: {found:?}");
        }
    }
}

#[test]
fn nodes_without_neighbours_are_communities() {
    let exec = Exec::new(2).unwrap();
    for (nodes, pairs) in [(0, vec![]), (1, vec![]), (3, vec![(1, 1), (2, 2), (2, 2)])] {
        let list = EdgeList::from_pairs(nodes, pairs).unwrap();
        let graph = Graph::<Undirected>::from_edges(&exec, &list).unwrap();
        let found = label_propagation(&exec, &graph, LabelPropagation::default()).unwrap();
        assert_eq!((found.parts.count(), found.rounds, found.is_stable), (nodes, 1, true));
    }
}
