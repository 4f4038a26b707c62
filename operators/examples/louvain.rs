//! Communities by the method of Louvain (Blondel and others, 2008), in few lines: nodes move to the community
//! of a neighbour, one colour after another, and then communities become nodes.
//!
//! Nodes of one colour are not adjacent, so they may decide at the same time; they move afterwards. The
//! result is the same on any number of threads. `operators::louvain` is faster, and has other options.
//!
//! ```sh
//! cargo run --release -p boscage-operators --example louvain
//! ```

use std::collections::{BTreeMap, HashMap};

use boscage::operators::{Colouring, colouring};
use boscage::prelude::*;

/// Returns the community of each node of a graph: a node.
fn communities(exec: &Exec, graph: &Graph<Undirected, u64>) -> Result<NodeMap<u32>> {
    let arcs = |node| graph.arcs(node).into_iter();
    let strength = |node| arcs(node).map(|(to, weight)| weight << u32::from(to == node)).sum::<u64>();
    let strengths = NodeMap::from_fn(exec, graph, strength)?;
    let total = strengths.as_slice().iter().sum::<u64>() as i128;
    let own = AtomicNodeMap::from(NodeMap::from_fn(exec, graph, u32::from)?);
    let (sums, next) = (AtomicNodeMap::from(strengths.clone()), AtomicNodeMap::filled(graph, 0)?);
    let mut classes = BTreeMap::<u32, Vec<Node>>::new();
    for (node, &colour) in colouring(exec, graph, Colouring::default())?.iter() {
        classes.entry(colour).or_default().push(node);
    }
    for class in (0..8).flat_map(|_| classes.values()) {
        exec.do_all("decide", class, |&node| {
            let mut weights = HashMap::from([(own.load(node), 0)]);
            for (to, weight) in arcs(node).filter(|arc| arc.0 != node) {
                *weights.entry(own.load(to)).or_insert(0) += weight;
            }
            let gain = |&(community, weight): &(u32, u64)| {
                let itself = if community == own.load(node) { strengths[node] } else { 0 };
                let others = (sums.load(Node::from(community)) - itself) as i128;
                (total * weight as i128 - strengths[node] as i128 * others, u32::MAX - community)
            };
            next.store(node, weights.into_iter().max_by_key(gain).expect("its own").0);
        })?;
        exec.do_all("move", class, |&node| {
            sums.fetch_sub(Node::from(own.swap(node, next.load(node))), strengths[node]);
            sums.fetch_add(Node::from(next.load(node)), strengths[node]);
        })?;
    }
    Ok(own.into_map())
}

/// Returns the community of each node, numbered from 0.
fn louvain(exec: &Exec, graph: &Graph<Undirected, u64>) -> Result<NodeMap<Node>> {
    let (mut level, mut parts) = (graph.clone(), NodeMap::from_fn(exec, graph, |node| node)?);
    loop {
        let labels = communities(exec, &level)?;
        let (next, numbers) = level.contracted(exec, labels.as_slice(), |one, other| one + other)?;
        parts = NodeMap::from_fn(exec, graph, |node| numbers[parts[node]])?;
        if next.node_count() == level.node_count() {
            return Ok(parts);
        }
        level = next;
    }
}

pub(crate) fn main() -> Result<()> {
    const CLIQUES: u32 = 1000;
    let exec = Exec::available()?;
    // A ring of cliques of six nodes, two of which have an edge to the next clique.
    let within =
        |clique: u32| (0..6).flat_map(move |u| (0..u).map(move |v| (6 * clique + u, 6 * clique + v)));
    let ring = (0..CLIQUES).map(|clique| (6 * clique, (6 * clique + 7) % (6 * CLIQUES)));
    let edges = (0..CLIQUES).flat_map(within).chain(ring).map(|(u, v)| (u, v, 1_u64));
    let list = EdgeList::from_triples(6 * CLIQUES as usize, edges)?;
    let graph = Graph::<Undirected, u64>::from_edges(&exec, &list)?;
    let parts = louvain(&exec, &graph)?;
    for clique in (0..CLIQUES).map(|clique| 6 * clique) {
        assert!((1..6).all(|i| parts[clique + i] == parts[clique]), "a clique is never divided");
    }
    let count = parts.as_slice().iter().max().map_or(0, |last| last.index() + 1);
    println!("{count} communities of {CLIQUES} cliques");
    Ok(())
}
