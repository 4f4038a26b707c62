//! The greedy algorithm, one node after another.

use std::cmp::Reverse;

use boscage::operators::Colouring;
use boscage::prelude::*;
use boscage::random::{Random, streams};

use super::Bench;

pub(crate) fn bench(bench: &Bench, graph_name: &str, graph: &Graph<Undirected>) -> Result<()> {
    bench.run(
        &format!("colouring/{graph_name}"),
        || textbook(graph),
        |exec| Ok(boscage::operators::colouring(exec, graph, Colouring::default())?.into_vec()),
        Vec::eq,
    )
}

/// In the order of the operator.
fn textbook(graph: &Graph<Undirected>) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut nodes: Vec<Node> = graph.nodes().collect();
    let random = Random::new(Colouring::DEFAULT_SEED, streams::ORDER);
    let hash = |node: Node| random.node(node).next_u64() >> 38;
    nodes.sort_by_cached_key(|&node| (Reverse(graph.degree(node).checked_ilog2()), hash(node)));
    let mut colours = vec![NONE; graph.node_count()];
    let mut taken_by: Vec<Node> = Vec::new();
    for node in nodes {
        for other in graph.neighbours(node) {
            let colour = colours[other.index()];
            if colour != NONE {
                taken_by[colour as usize] = node;
            }
        }
        let free = taken_by.iter().position(|&taken_by| taken_by != node).unwrap_or(taken_by.len());
        if free == taken_by.len() {
            taken_by.push(Node::from(NONE - 2));
        }
        colours[node.index()] = free as u32;
    }
    colours
}
