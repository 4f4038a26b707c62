//! The edges that are put into graphs, with naive answers about them.

use std::collections::BTreeSet;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Graph};
use boscage::operators::Kind;
use boscage::random::Random;
use petgraph::EdgeType;

/// The edges that were put into a graph; nodes are named by labels `0..nodes`.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) nodes: u32,
    pub(super) edges: Vec<(u32, u32, u32)>,
}

impl Model {
    /// With loops and parallel edges.
    pub(super) fn random(seed: u64) -> Self {
        let mut draws = Random::new(seed, 0).item(0);
        let nodes = draws.below(12) as u32;
        let count = if nodes == 0 { 0 } else { draws.below(40) };
        let mut below = |n: u32| draws.below(u64::from(n)) as u32;
        Self { nodes, edges: (0..count).map(|_| (below(nodes), below(nodes), 1 + below(9))).collect() }
    }

    /// One edge of each pair of nodes; each direction has one in a directed graph.
    pub(super) fn simple<T: EdgeType>(&self) -> Self {
        let mut pairs = BTreeSet::new();
        let mut edges = self.edges.clone();
        edges.retain(|&(u, v, _)| pairs.insert(pair::<T>(u, v)));
        Self { edges, ..*self }
    }

    pub(super) fn reversed(&self) -> Self {
        Self { edges: self.edges.iter().map(|&(u, v, weight)| (v, u, weight)).collect(), ..*self }
    }

    /// The edges, in an order that does not depend on how they are listed.
    pub(super) fn sorted<T: EdgeType>(mut edges: Vec<(u32, u32, u32)>) -> Vec<(u32, u32, u32)> {
        edges.iter_mut().for_each(|edge| (edge.0, edge.1) = pair::<T>(edge.0, edge.1));
        edges.sort_unstable();
        edges
    }

    pub(super) fn graph<T: Kind>(&self) -> Graph<T::Direction, u32> {
        let list = EdgeList::from_triples(self.nodes as usize, self.edges.iter().copied()).unwrap();
        T::build(&Exec::current(), list.as_view()).unwrap()
    }

    /// The total of the minimum spanning forest, and its number of trees.
    pub(super) fn forest(&self) -> (i128, usize) {
        let mut edges = self.edges.clone();
        edges.sort_by_key(|edge| edge.2);
        let mut tree: Vec<u32> = (0..self.nodes).collect();
        let mut total = 0;
        for (u, v, weight) in edges {
            let [from, to] = [u, v].map(|node| tree[node as usize]);
            if from != to {
                total += i128::from(weight);
                tree.iter_mut().filter(|tree| **tree == from).for_each(|tree| *tree = to);
            }
        }
        (total, tree.into_iter().collect::<BTreeSet<_>>().len())
    }

    /// Core numbers: parallel edges count each, and a loop once.
    pub(super) fn cores(&self) -> Vec<u32> {
        let mut cores = vec![0; self.nodes as usize];
        let mut left: BTreeSet<u32> = (0..self.nodes).collect();
        let mut k = 0;
        while !left.is_empty() {
            let degree = |node: u32| {
                let is_there = |&&(u, v, _): &&(u32, u32, u32)| {
                    (u == node || v == node) && left.contains(&u) && left.contains(&v)
                };
                self.edges.iter().filter(is_there).count() as u32
            };
            match left.iter().copied().find(|&node| degree(node) <= k) {
                Some(node) => {
                    cores[node as usize] = k;
                    left.remove(&node);
                }
                None => k += 1,
            }
        }
        cores
    }

    pub(super) fn distances<T: EdgeType>(&self) -> Vec<Option<u32>> {
        let mut found = vec![None; self.nodes as usize];
        found[0] = Some(0);
        for _ in 0..self.nodes {
            for &(u, v, weight) in &self.edges {
                let mut relax = |from: u32, to: u32| {
                    let way = found[from as usize].map(|way: u32| way + weight);
                    found[to as usize] = found[to as usize].into_iter().chain(way).min();
                };
                relax(u, v);
                if !T::is_directed() {
                    relax(v, u);
                }
            }
        }
        found
    }
}

pub(super) fn pair<T: EdgeType>(u: u32, v: u32) -> (u32, u32) {
    if T::is_directed() { (u, v) } else { (u.min(v), u.max(v)) }
}

pub(super) fn models() -> impl Iterator<Item = Model> {
    let written = [
        Model { nodes: 0, edges: vec![] },
        Model { nodes: 3, edges: vec![] },
        Model { nodes: 1, edges: vec![(0, 0, 4), (0, 0, 4)] },
        Model { nodes: 2, edges: vec![(0, 1, 3), (1, 0, 3), (1, 1, 1)] },
        Model { nodes: 3, edges: vec![(0, 1, 1), (1, 2, 1), (2, 0, 1)] },
    ];
    written.into_iter().chain((0..60).map(Model::random))
}
