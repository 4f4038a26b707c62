//! The algorithm of Bellman and Ford with a queue of the nodes whose distance fell.

use std::collections::VecDeque;

use boscage::prelude::*;

use super::Bench;

/// Weights become lengths of both signs without negative cycles: along each arc, a potential falls.
pub(crate) fn bench(bench: &Bench, graph_name: &str, list: &EdgeList<u32>) -> Result<()> {
    let potential = |node: Node| (boscage::random::mix(u64::from(u32::from(node))) % 1000) as i64;
    let signed = list.map(|_, edge| i64::from(edge.weight % 1000) + potential(edge.v) - potential(edge.u))?;
    let graph = Graph::<Directed, i64>::from_edges(&bench.execs[1], &signed)?;
    let hub = graph.nodes().max_by_key(|&node| graph.degree(node)).unwrap_or_default();
    bench.run(
        &format!("bellman-ford/{graph_name}"),
        || textbook(&graph, hub),
        |exec| {
            let found = boscage::operators::bellman_ford(exec, &graph, hub)?;
            Ok(found.expect("no negative cycle").distances.values().collect())
        },
        Vec::eq,
    )
}

fn textbook(graph: &Graph<Directed, i64>, source: Node) -> Vec<Option<i64>> {
    let mut distances = vec![None; graph.node_count()];
    let mut is_waiting = vec![false; graph.node_count()];
    distances[source.index()] = Some(0);
    let mut queue = VecDeque::from([source]);
    while let Some(node) = queue.pop_front() {
        is_waiting[node.index()] = false;
        let Some(distance) = distances[node.index()] else { continue };
        for (to, length) in graph.arcs(node) {
            let longer = distance + length;
            if distances[to.index()].is_none_or(|old| longer < old) {
                distances[to.index()] = Some(longer);
                if !std::mem::replace(&mut is_waiting[to.index()], true) {
                    queue.push_back(to);
                }
            }
        }
    }
    distances
}
