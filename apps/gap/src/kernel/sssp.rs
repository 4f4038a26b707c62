//! `sssp`: lengths of shortest paths from one node. The textbook is Dijkstra's algorithm with a binary heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Direction, Graph, Node};

use super::{Kernel, Verdict, nodes};
use boscage::operators::{PartialNodeMap, ShortestPaths, shortest_paths};

/// The kernel `sssp`.
pub(crate) struct Sssp {
    /// Width of a bucket; chosen by the operator if there is none.
    pub(crate) delta: Option<f64>,
}

impl<D: Direction> Kernel<D, u32> for Sssp {
    type Answer = PartialNodeMap<u32>;

    fn sources(&self) -> usize {
        1
    }

    fn solve(&self, exec: &Exec, graph: &Graph<D, u32>, sources: &[Node]) -> Result<PartialNodeMap<u32>> {
        let config = ShortestPaths { delta: self.delta, ..ShortestPaths::default() };
        shortest_paths(exec, graph, sources[0], config)
    }

    fn textbook(&self, graph: &Graph<D, u32>, sources: &[Node]) {
        std::hint::black_box(dijkstra(graph, sources[0]));
    }

    fn analysis(&self, _: &Graph<D, u32>, distances: &PartialNodeMap<u32>) -> String {
        format!("SSSP Tree reaches {} nodes\n", distances.iter().count())
    }

    fn verdict(&self, graph: &Graph<D, u32>, sources: &[Node], distances: &PartialNodeMap<u32>) -> Verdict {
        let truth = dijkstra(graph, sources[0]);
        let fault = nodes(graph).find_map(|node| {
            let (found, want) = (distances.get(node), truth[node.index()]);
            let said = |distance: Option<u64>| {
                distance.map_or("not reached".to_owned(), |distance| distance.to_string())
            };
            let want = (want < FAR).then_some(want);
            let found = found.map(u64::from);
            (found != want)
                .then(|| format!("node {}: expected {}, found {}", node.index(), said(want), said(found)))
        });
        fault.into()
    }
}

/// Distance of an unreached node.
const FAR: u64 = u64::MAX;

/// Returns the distances of all nodes.
fn dijkstra<D: Direction>(graph: &Graph<D, u32>, source: Node) -> Vec<u64> {
    let mut distances = vec![FAR; graph.node_count()];
    distances[source.index()] = 0;
    let mut heap = BinaryHeap::from([Reverse((0_u64, source))]);
    while let Some(Reverse((distance, u))) = heap.pop() {
        if distance > distances[u.index()] {
            continue; // its distance has decreased since
        }
        for (v, weight) in graph.arcs(u) {
            let through = distance + u64::from(weight);
            if through < distances[v.index()] {
                distances[v.index()] = through;
                heap.push(Reverse((through, v)));
            }
        }
    }
    distances
}
