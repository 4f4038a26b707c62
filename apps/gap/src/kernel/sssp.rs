//! `sssp`: lengths of shortest paths from one node. The textbook is Dijkstra's algorithm with a binary heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Direction, Graph, Node};

use super::{Kernel, Verdict, nodes};
use boscage::operators::{Reached, ShortestPaths, shortest_paths};

/// The kernel `sssp`.
pub(crate) struct Sssp {
    /// Width of a bucket; the operator chooses if none is given.
    pub(crate) delta: Option<f64>,
}

impl<D: Direction> Kernel<D, u32> for Sssp {
    type Answer = Reached<u32>;

    fn sources(&self) -> usize {
        1
    }

    fn solve(&self, exec: &Exec, graph: &Graph<D, u32>, sources: &[Node]) -> Result<Reached<u32>> {
        let config = ShortestPaths { delta: self.delta };
        shortest_paths(exec, graph, sources[0], config)
    }

    fn textbook(&self, graph: &Graph<D, u32>, sources: &[Node]) {
        std::hint::black_box(dijkstra(graph, sources[0]));
    }

    fn analysis(&self, _: &Graph<D, u32>, distances: &Reached<u32>) -> String {
        format!("SSSP Tree reaches {} nodes\n", distances.iter().flatten().count())
    }

    fn verdict(&self, graph: &Graph<D, u32>, sources: &[Node], distances: &Reached<u32>) -> Verdict {
        let truth = dijkstra(graph, sources[0]);
        let fault = nodes(graph).find_map(|node| {
            let (found, want) = (distances.get(node), truth[node.index()]);
            let said = |distance: Option<u64>| {
                distance.map_or("not reached".to_owned(), |distance| distance.to_string())
            };
            let want = (want < FAR).then_some(want);
            let found = found.map(u64::from);
            (found != want)
                .then(|| format!("node {}: {}, should be {}", node.index(), said(found), said(want)))
        });
        fault.into()
    }
}

/// The distance of a node that is not reached.
const FAR: u64 = u64::MAX;

/// The distances of all nodes.
fn dijkstra<D: Direction>(graph: &Graph<D, u32>, source: Node) -> Vec<u64> {
    let mut distances = vec![FAR; graph.nodes()];
    distances[source.index()] = 0;
    let mut heap = BinaryHeap::from([Reverse((0_u64, source))]);
    while let Some(Reverse((distance, u))) = heap.pop() {
        if distance > distances[u.index()] {
            continue; // it has come nearer since
        }
        for (v, weight) in graph.arcs(u).iter() {
            let through = distance + u64::from(weight);
            if through < distances[v.index()] {
                distances[v.index()] = through;
                heap.push(Reverse((through, v)));
            }
        }
    }
    distances
}
