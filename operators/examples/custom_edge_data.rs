//! Edges with your own struct as data: roads with a length and a speed limit.
//!
//! A graph can hold any `Copy` data. Your own operator reads it directly: here it finds the fastest routes
//! from a node, with a worklist that takes the nearest nodes first. Operators that need a weight, such as
//! forest operators, get one made from your data: `ranked` turns keys that can be ordered into weights. Here
//! the forest is the network of roads to be cleared of snow first: fast roads before slow ones, and shorter
//! ones first among equally fast roads.
//!
//! The program compares the travel times with those of Dijkstra's algorithm, and proves the forest minimal.
//!
//! ```sh
//! cargo run --release -p boscage-operators --example custom_edge_data
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use boscage::generate::{Road as Network, road};
use boscage::graph::Objective;
use boscage::operators::msf::{Verdict, auto, check};
use boscage::prelude::*;

/// A road.
#[derive(Clone, Copy)]
struct Road {
    metres: u32,
    /// The speed limit, in km/h.
    limit: u8,
}

impl Road {
    /// Returns the time that it takes, in milliseconds.
    fn time(self) -> u64 {
        3600 * u64::from(self.metres) / u64::from(self.limit)
    }
}

/// The time of nodes that are not reached.
const UNREACHED: u64 = u64::MAX;

/// Width of a bucket, in milliseconds: paths of similar time are processed in any order.
const WIDTH: u64 = 10_000;

/// Returns the time from the source to each node, in milliseconds.
fn fastest(exec: &Exec, graph: &Graph<Undirected, Road>, source: Node) -> Result<NodeMap<u64>> {
    let times = AtomicNodeMap::filled(graph, UNREACHED)?;
    times.store(source, 0);
    let nearest_first = Buckets::new(|&(_, time): &(Node, u64)| time / WIDTH);
    exec.for_each("fastest", [(source, 0)], nearest_first, |(node, time), work| {
        if times.load(node) < time {
            return; // a faster way has been found since
        }
        for (next, road) in graph.arcs(node) {
            let later = time + road.time();
            if times.fetch_min(next, later) > later {
                work.push((next, later));
            }
        }
    })?;
    Ok(times.into_map())
}

/// The same without the framework.
fn dijkstra(graph: &Graph<Undirected, Road>, source: Node) -> Vec<u64> {
    let mut times = vec![UNREACHED; graph.node_count()];
    times[source.index()] = 0;
    let mut heap = BinaryHeap::from([Reverse((0, source))]);
    while let Some(Reverse((time, node))) = heap.pop() {
        if times[node.index()] < time {
            continue;
        }
        for (next, road) in graph.arcs(node) {
            let later = time + road.time();
            if times[next.index()] > later {
                times[next.index()] = later;
                heap.push(Reverse((later, next)));
            }
        }
    }
    times
}

pub(crate) fn main() -> Result<()> {
    let exec = Exec::new(2)?;
    let (list, _) = road(&exec, &Network { nodes: 20_000, ..Network::default() })?;
    // One road in ten is fast.
    let limit = |id: usize| if id.is_multiple_of(10) { 120 } else { [30, 50, 70][id % 3] };
    let roads = list.map(|id, edge| Road { metres: edge.weight, limit: limit(id.index()) })?;
    let graph = Graph::<Undirected, Road>::from_edges(&exec, &roads)?;

    let source = Node::new(0);
    let times = fastest(&exec, &graph, source)?;
    assert_eq!(times.as_slice(), dijkstra(&graph, source));
    let near = exec.bag();
    let last = exec.reducer(0, u64::max);
    exec.do_all("times", graph.nodes(), |node| {
        let time = times[node];
        last.add(if time == UNREACHED { 0 } else { time });
        if time < 60_000 {
            near.insert(node);
        }
    })?;
    println!("{} nodes, {} roads", graph.node_count(), graph.edge_count());
    println!(
        "{} nodes are less than a minute away, the last {} s",
        near.into_vec()?.len(),
        last.finish() / 1000
    );

    let ranked = roads.ranked(&exec, |road| (Reverse(road.weight.limit), road.weight.metres))?;
    let forest = auto(&exec, &ranked, Objective::Minimum)?;
    let verdict = check(&exec, &ranked, forest.edges(), Objective::Minimum)?;
    assert_eq!(verdict, Verdict::Exact);
    let cleared: u64 =
        forest.edges().iter().map(|&id| u64::from(roads.edges()[id.index()].weight.metres)).sum();
    println!("{} roads are cleared first, {} km", forest.edges().len(), cleared / 1000);
    Ok(())
}
