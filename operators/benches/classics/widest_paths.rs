//! Dijkstra's algorithm for widths, with a binary heap.

use std::collections::BinaryHeap;

use boscage::graph::Direction;
use boscage::prelude::*;

use super::Bench;

pub(crate) fn bench<D: Direction>(bench: &Bench, name: &str, graph: &Graph<D, u32>) -> Result<()> {
    let hub = graph.nodes().max_by_key(|&node| graph.degree(node)).unwrap_or_default();
    bench.run(
        &format!("widest-paths/{name}"),
        || textbook(graph, hub),
        |exec| Ok(boscage::operators::widest_paths(exec, graph, [hub])?.widths().collect()),
        Vec::eq,
    )
}

fn textbook<D: Direction>(graph: &Graph<D, u32>, source: Node) -> Vec<Option<u32>> {
    let mut widths = vec![None; graph.node_count()];
    let mut is_done = vec![false; graph.node_count()];
    widths[source.index()] = Some(u32::MAX);
    let mut heap = BinaryHeap::from([(u32::MAX, source)]);
    while let Some((width, node)) = heap.pop() {
        if std::mem::replace(&mut is_done[node.index()], true) {
            continue;
        }
        for (to, weight) in graph.arcs(node) {
            let width = width.min(weight);
            if widths[to.index()].is_none_or(|old| old < width) {
                widths[to.index()] = Some(width);
                heap.push((width, to));
            }
        }
    }
    widths
}
