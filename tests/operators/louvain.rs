//! Louvain's and Leiden's communities: a sequential algorithm with the same rules, all partitions of small
//! graphs, and what communities must be.

use std::collections::{BTreeMap, BTreeSet};

use boscage::Error;
use boscage::exec::{CancelToken, Exec};
use boscage::graph::{EdgeList, Graph, Node, Undirected};
use boscage::operators::{Leiden, Louvain, Partition, Quality, leiden, louvain};
use boscage::random::{Random, mix};

use super::graphs::{execs, graphs};

type Weighted = Graph<Undirected, u32>;

/// The graphs, with weights from 0 on.
fn weighted() -> impl Iterator<Item = EdgeList<u32>> {
    graphs().enumerate().map(|(i, list)| {
        let weight = |u: Node, v: Node| (u.index() * 7 + v.index() * 3) as u32 % 5;
        list.map(|_, edge| if i % 2 == 0 { 1 } else { weight(edge.u, edge.v) }).unwrap()
    })
}

fn configs(i: usize) -> Louvain {
    let (quality, resolution) = [
        (Quality::Modularity, 1.0),
        (Quality::ConstantPotts, 0.3),
        (Quality::Modularity, 0.5),
        (Quality::Modularity, 3.0),
        (Quality::ConstantPotts, 1.0),
        (Quality::Modularity, 0.0),
    ][i % 6];
    Louvain { quality, resolution, seed: i as u64 / 3 }
}

/// The quality by its definition.
fn quality(graph: &Weighted, labels: &[u32], config: Louvain) -> f64 {
    let mut sums = BTreeMap::<u32, (f64, f64, f64)>::new();
    let mut total = 0.0;
    for node in graph.nodes() {
        let label = labels[node.index()];
        sums.entry(label).or_default().2 += 1.0;
        for (other, weight) in graph.arcs(node) {
            let weight = f64::from(weight) * if other == node { 2.0 } else { 1.0 };
            let sum = sums.entry(label).or_default();
            sum.1 += weight;
            sum.0 += if label == labels[other.index()] { weight / 2.0 } else { 0.0 };
            total += weight;
        }
    }
    let total = f64::max(total, 1.0);
    let of = |&(within, strength, nodes): &(f64, f64, f64)| match config.quality {
        Quality::Modularity => 2.0 * within / total - config.resolution * (strength / total).powi(2),
        _ => within - config.resolution * nodes * (nodes - 1.0) / 2.0,
    };
    sums.values().map(of).sum()
}

/// A level of the sequential algorithm: arcs to other nodes, the weight of loops, and masses.
struct Naive {
    arcs: Vec<Vec<(usize, u64)>>,
    loops: Vec<u64>,
    masses: Vec<u64>,
    total: u64,
    cost: f64,
    seed: u64,
}

impl Naive {
    fn new(graph: &Weighted, config: Louvain) -> Self {
        let n = graph.node_count();
        let (mut arcs, mut loops, mut strengths) = (vec![Vec::new(); n], vec![0; n], vec![0; n]);
        let weight = |node: Node, (other, weight): (Node, u32)| u64::from(weight) << u32::from(node == other);
        let sum = |node: Node| graph.arcs(node).into_iter().map(|arc| weight(node, arc)).sum::<u64>();
        let sum = graph.nodes().map(sum).sum::<u64>() as f64;
        let scale = if sum > 0.0 { 2_f64.powi(61 - sum.log2().ceil() as i32) } else { 1.0 };
        for node in graph.nodes() {
            for arc in graph.arcs(node) {
                let units = (f64::from(arc.1) * scale) as u64;
                strengths[node.index()] += units << u32::from(arc.0 == node);
                match arc.0 == node {
                    true => loops[node.index()] += units,
                    false => arcs[node.index()].push((arc.0.index(), units)),
                }
            }
        }
        let total = strengths.iter().sum::<u64>();
        let (masses, cost) = match config.quality {
            Quality::Modularity => (strengths, config.resolution / total.max(1) as f64),
            _ => (vec![1; n], config.resolution * scale),
        };
        Self { arcs, loops, masses, total, cost, seed: config.seed }
    }

    /// The best community of a node, and the gain.
    fn best(&self, node: usize, labels: &[usize], totals: &[u64]) -> Option<(usize, f64)> {
        let (own, mass) = (labels[node], self.masses[node]);
        let mut weights = BTreeMap::<usize, u64>::new();
        self.arcs[node].iter().for_each(|&(to, weight)| *weights.entry(labels[to]).or_default() += weight);
        let value = |weight: u64, total: u64| weight as f64 - self.cost * (mass as f64 * total as f64);
        let hash = |label: usize| mix(self.seed ^ ((node as u64) << 32 | label as u64));
        let stays = value(weights.remove(&own).unwrap_or(0), totals[own] - mass);
        let mut best = (own, f64::NEG_INFINITY);
        for (label, weight) in weights {
            let value = value(weight, totals[label]);
            if value > best.1 || value == best.1 && hash(label) < hash(best.0) {
                best = (label, value);
            }
        }
        if best.1 < 0.0 && totals[node] == 0 {
            best = (node, 0.0);
        }
        (best.1 - stays > 1e-12 * stays.abs().max(best.1.abs())).then_some((best.0, best.1 - stays))
    }

    fn labels(&self) -> Vec<usize> {
        let n = self.masses.len();
        let (mut labels, mut totals): (Vec<_>, _) = ((0..n).collect(), self.masses.clone());
        let mut waiting = vec![true; n];
        for round in 0..100 {
            let mut order: Vec<usize> = (0..n).filter(|&node| waiting[node]).collect();
            let seed = mix(self.seed ^ round);
            let batches = (order.len() as u64 / 1024).clamp(16, 256);
            let batch = |node: usize| mix(seed ^ node as u64) % batches;
            order.sort_by_key(|&node| batch(node));
            let mut batches: Vec<_> = order.chunk_by(|&one, &next| batch(one) == batch(next)).collect();
            if order.len() <= 2048 {
                batches = order.chunks(1).collect();
            }
            let mut gains = 0;
            for batch in batches {
                batch.iter().for_each(|&node| waiting[node] = false);
                let moves = batch.iter().map(|&node| (node, self.best(node, &labels, &totals)));
                for (node, best) in moves.collect::<Vec<_>>() {
                    let Some((to, gain)) = best.filter(|best| best.0 != labels[node]) else { continue };
                    totals[labels[node]] -= self.masses[node];
                    totals[to] += self.masses[node];
                    labels[node] = to;
                    gains += gain as u128;
                    self.arcs[node].iter().for_each(|arc| waiting[arc.0] = true);
                }
            }
            if gains as f64 <= if n > 2048 { 1e-4 * self.total as f64 } else { 0.0 } {
                break;
            }
        }
        labels
    }

    /// The level whose nodes are the communities, and the new node of each node.
    fn contracted(&self, labels: &[usize]) -> (Self, Vec<usize>) {
        let used: Vec<usize> = labels.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let numbers: Vec<usize> = labels.iter().map(|label| used.binary_search(label).unwrap()).collect();
        let mut next = Self {
            arcs: vec![Vec::new(); used.len()],
            loops: vec![0; used.len()],
            masses: vec![0; used.len()],
            ..*self
        };
        for (node, &new) in numbers.iter().enumerate() {
            next.masses[new] += self.masses[node];
            next.loops[new] += self.loops[node];
            for &(to, weight) in &self.arcs[node] {
                match numbers[to] {
                    to if to != new => next.arcs[new].push((to, weight)),
                    _ if to > node => next.loops[new] += weight,
                    _ => {}
                }
            }
        }
        (next, numbers)
    }

    fn parts(mut self) -> Vec<usize> {
        let mut parts: Vec<usize> = (0..self.masses.len()).collect();
        for level in 0.. {
            let (next, numbers) = self.contracted(&self.labels());
            parts.iter_mut().for_each(|part| *part = numbers[*part]);
            if level > 0 && next.masses.len() == self.masses.len() {
                break;
            }
            self = next;
        }
        parts
    }
}

/// Numbers in the order in which parts appear.
fn numbered(parts: &[usize]) -> Vec<u32> {
    let mut numbers = BTreeMap::new();
    let mut number = |&part| {
        let next = numbers.len() as u32;
        *numbers.entry(part).or_insert(next)
    };
    parts.iter().map(&mut number).collect()
}

fn leiden_of(config: Louvain) -> Leiden {
    let Louvain { quality, resolution, seed } = config;
    Leiden { quality, resolution, seed, ..Leiden::default() }
}

/// Both, on two numbers of threads, which must agree.
fn both(execs: &[Exec], i: usize, graph: &Weighted, config: Louvain) -> [Partition; 2] {
    let [one, other] = [&execs[i % 5], &execs[(i + 1) % 5]]
        .map(|exec| [louvain(exec, graph, config).unwrap(), leiden(exec, graph, leiden_of(config)).unwrap()]);
    assert_eq!(one, other, "graph {i}");
    one
}

#[test]
fn louvains_communities_are_those_of_a_sequential_algorithm() {
    let execs = execs();
    for (i, list) in weighted().enumerate() {
        let graph = Weighted::from_edges(&execs[0], &list).unwrap();
        let expected = numbered(&Naive::new(&graph, configs(i)).parts());
        let found = louvain(&execs[i % 5], &graph, configs(i)).unwrap();
        assert_eq!(found.parts.labels(), expected, "graph {i}");
    }
}

/// The largest connected parts within communities, along edges of positive weight.
fn split(graph: &Weighted, labels: &[u32]) -> usize {
    let mut is_seen = vec![false; labels.len()];
    let mut count = 0;
    for start in graph.nodes() {
        let mut stack = if is_seen[start.index()] { vec![] } else { vec![start] };
        count += stack.len();
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut is_seen[node.index()], true) {
                let arcs = graph.arcs(node).into_iter().filter(|arc| arc.1 > 0).map(|arc| arc.0);
                stack.extend(arcs.filter(|other| labels[other.index()] == labels[node.index()]));
            }
        }
    }
    count
}

#[test]
fn leidens_communities_are_connected_and_qualities_are_right() {
    let execs = execs();
    for (i, list) in weighted().enumerate() {
        let graph = Weighted::from_edges(&execs[0], &list).unwrap();
        let config = configs(i);
        let alone: Vec<u32> = (0..graph.node_count() as u32).collect();
        let least = quality(&graph, &alone, config);
        let found = both(&execs, i, &graph, config);
        for found in &found {
            let (right, parts) = (quality(&graph, found.parts.labels(), config), found.parts.count());
            let error = 1e-9 * right.abs().max(list.edges().len() as f64 * 4.0);
            assert!((found.quality - right).abs() <= error, "{} {right}, graph {i}", found.quality);
            assert!(right >= least - error, "graph {i}: {parts} parts of {right}, alone {least}");
        }
        let parts = &found[1].parts;
        assert_eq!(split(&graph, parts.labels()), parts.count(), "graph {i}");
    }
}

/// In small graphs few nodes decide at the same time.
#[test]
fn leidens_communities_are_connected_in_large_graphs_too() {
    let exec = Exec::new(2).unwrap();
    for seed in 10..15 {
        let random = Random::new(seed, 0);
        let edges = (0..50_000).map(|i| {
            let mut draws = random.item(i);
            (draws.below(5_000) as u32, draws.below(5_000) as u32, 1 + draws.below(9) as u32)
        });
        let graph = Weighted::from_edges(&exec, &EdgeList::from_triples(5_000, edges).unwrap()).unwrap();
        let config = Leiden { iterations: 1, seed, ..Leiden::default() };
        let parts = leiden(&exec, &graph, config).unwrap().parts;
        assert_eq!(split(&graph, parts.labels()), parts.count(), "seed {seed}");
    }
}

/// The best quality of all partitions, by restricted growth strings.
fn best(graph: &Weighted, config: Louvain, labels: &mut Vec<u32>) -> f64 {
    if labels.len() == graph.node_count() {
        return quality(graph, labels, config);
    }
    let next = labels.iter().max().map_or(0, |most| most + 1);
    let with = |label| {
        labels.push(label);
        let quality = best(graph, config, labels);
        labels.pop();
        quality
    };
    (0..=next).map(with).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn in_small_graphs_most_partitions_are_the_best() {
    let execs = execs();
    let (mut most, mut all) = ([0; 2], 0);
    for i in 0..300_usize {
        let mut draws = Random::new(i as u64, 0).item(0);
        let (nodes, edges) = (2 + i % 5, 1 + i % 9);
        let mut below = |bound: usize| draws.below(bound as u64) as u32;
        let triples = (0..edges).map(|_| (below(nodes), below(nodes), 1 + below(3))).collect::<Vec<_>>();
        let list = EdgeList::from_triples(nodes, triples).unwrap();
        let graph = Weighted::from_edges(&execs[0], &list).unwrap();
        let config = configs(i % 2);
        let best = best(&graph, config, &mut Vec::new());
        all += 1;
        for (found, most) in both(&execs, i, &graph, config).iter().zip(&mut most) {
            assert!(found.quality <= best + 1e-9, "graph {i}");
            *most += usize::from(found.quality >= best - 1e-9);
        }
    }
    assert!(most.iter().all(|&most| most * 100 >= all * 85), "{most:?} of {all}");
}

/// Every node has sixteen neighbours in its part of a hundred nodes, and two elsewhere, on average.
#[test]
fn planted_parts_are_found_exactly() {
    let (parts, size) = (40_usize, 100);
    let nodes = parts * size;
    let mut draws = Random::new(3, 0).item(0);
    let mut below = |bound: usize| draws.below(bound as u64) as usize;
    let mut pairs = Vec::new();
    for i in 0..nodes * 8 {
        pairs.push((i % nodes, i % nodes / size * size + below(size)));
    }
    for node in 0..nodes {
        pairs.push((node, below(nodes)));
    }
    let triples = pairs.into_iter().map(|(u, v)| (u as u32, v as u32, 1_u32));
    let list = EdgeList::from_triples(nodes, triples).unwrap();
    let planted: Vec<u32> = (0..nodes).map(|node| (node / size) as u32).collect();
    let execs = execs();
    let graph = Weighted::from_edges(&execs[0], &list).unwrap();
    for i in 0..4 {
        let (quality, resolution) = [(Quality::Modularity, 1.0), (Quality::ConstantPotts, 0.02)][i % 2];
        let found = both(&execs, i, &graph, Louvain { quality, resolution, seed: i as u64 });
        for found in found {
            assert_eq!(found.parts.labels(), planted, "{i}");
        }
    }
}

/// No order of the sums shows, and a power of two makes no difference.
#[test]
fn floats_and_integers_agree() {
    let execs = execs();
    for (i, list) in weighted().enumerate().filter(|(i, _)| i % 7 == 0) {
        let config = Louvain { quality: Quality::Modularity, ..configs(i) };
        let graph = Weighted::from_edges(&execs[1], &list).unwrap();
        let expected = louvain(&execs[1], &graph, config).unwrap();
        for factor in [1.0, 2_f64.powi(-900), 2_f64.powi(700)] {
            let list = list.map(|_, edge| f64::from(edge.weight) * factor).unwrap();
            let graph = Graph::<Undirected, _>::from_edges(&execs[1], &list).unwrap();
            assert_eq!(louvain(&execs[2], &graph, config).unwrap(), expected, "graph {i}");
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let token = CancelToken::new();
    let exec = Exec::new(2).unwrap().with_token(token.clone());
    let with = |weight: f64, resolution: f64| {
        let list = EdgeList::from_triples(2, [(0, 1, weight), (1, 1, 1e307)]).unwrap();
        let graph = Graph::<Undirected, _>::from_edges(&exec, &list).unwrap();
        let config = Louvain { resolution, ..Louvain::default() };
        let one = louvain(&exec, &graph, config).map(|found| found.parts.count());
        let other = leiden(&exec, &graph, leiden_of(config)).map(|found| found.parts.count());
        assert_eq!(one.is_ok(), other.is_ok());
        one
    };
    for (weight, resolution) in
        [(1.0, -1.0), (1.0, f64::NAN), (-1.0, 1.0), (f64::INFINITY, 1.0), (1e308, 1.0)]
    {
        assert!(matches!(with(weight, resolution), Err(Error::Argument { .. })), "{weight} {resolution}");
    }
    assert_eq!(with(0.0, 1.0).unwrap(), 2);
    token.cancel();
    assert!(matches!(with(0.0, 1.0), Err(Error::Cancelled)));
}

#[test]
fn graphs_without_edges_have_communities_of_one_node() {
    let exec = Exec::new(2).unwrap();
    for nodes in [0, 1, 5, 5000] {
        let graph =
            Graph::<Undirected>::from_edges(&exec, &EdgeList::from_pairs(nodes, [(0_u32, 0); 0]).unwrap())
                .unwrap();
        let found = louvain(&exec, &graph, Louvain::default()).unwrap();
        assert_eq!((found.parts.count(), found.quality, found.levels), (nodes, 0.0, 1));
        assert_eq!(leiden(&exec, &graph, Leiden::default()).unwrap(), found);
    }
}
