//! Dinic's algorithm: searches by levels, and blocking flows by depth-first searches without recursion.

use boscage::operators::{MaxFlow, max_flow};
use boscage::prelude::*;

use super::Bench;

/// Measures the flow from the node of most arcs to the node to which most arcs lead.
pub(crate) fn bench(bench: &Bench, graph_name: &str, graph: &Graph<Directed, u32>) -> Result<()> {
    let source = graph.nodes().max_by_key(|&node| (graph.degree(node), node)).expect("there is a node");
    let others = graph.nodes().filter(|&node| node != source);
    let sink = others.max_by_key(|&node| (graph.in_degree(node), node)).expect("there is another");
    let network = Network::new(graph);
    bench.run(
        &format!("maximum flow/{graph_name}"),
        || network.clone().dinic(source, sink),
        |exec| Ok(max_flow(exec, graph, source, sink, MaxFlow::default())?.value),
        |one, other| one == other,
    )
}

/// The arcs by node, each with its residual capacity and the position of the opposite arc.
#[derive(Clone)]
struct Network {
    offsets: Vec<usize>,
    targets: Vec<u32>,
    opposite: Vec<u32>,
    room: Vec<u64>,
}

impl Network {
    fn new(graph: &Graph<Directed, u32>) -> Self {
        let n = graph.node_count();
        let mut offsets = vec![0; n + 1];
        for node in graph.nodes() {
            offsets[node.index() + 1] = offsets[node.index()] + graph.degree(node) + graph.in_degree(node);
        }
        let arcs = offsets[n];
        let (mut next, mut targets) = (offsets.clone(), vec![0; arcs]);
        let (mut opposite, mut room) = (vec![0; arcs], vec![0; arcs]);
        for from in graph.nodes() {
            for (to, capacity) in graph.arcs(from) {
                let place = next[from.index()];
                next[from.index()] += 1;
                let back = next[to.index()];
                next[to.index()] += 1;
                (targets[place], opposite[place], room[place]) =
                    (u32::from(to), back as u32, capacity.into());
                (targets[back], opposite[back]) = (from.into(), place as u32);
            }
        }
        Self { offsets, targets, opposite, room }
    }

    fn dinic(mut self, source: Node, sink: Node) -> u64 {
        let (source, sink) = (source.index(), sink.index());
        let n = self.offsets.len() - 1;
        let (mut levels, mut next, mut queue) = (vec![u32::MAX; n], vec![0; n], Vec::with_capacity(n));
        let mut value = 0;
        loop {
            levels.fill(u32::MAX);
            levels[source] = 0;
            queue.clear();
            queue.push(source);
            let mut first = 0;
            while first < queue.len() && levels[sink] == u32::MAX {
                let node = queue[first];
                first += 1;
                for arc in self.offsets[node]..self.offsets[node + 1] {
                    let to = self.targets[arc] as usize;
                    if self.room[arc] > 0 && levels[to] == u32::MAX {
                        levels[to] = levels[node] + 1;
                        queue.push(to);
                    }
                }
            }
            if levels[sink] == u32::MAX {
                return value;
            }
            next.copy_from_slice(&self.offsets[..n]);
            let mut path: Vec<usize> = Vec::new();
            let mut node = source;
            loop {
                if node == sink {
                    let units = path.iter().map(|&arc| self.room[arc]).min().expect("it has arcs");
                    value += units;
                    let mut full = path.len();
                    for (i, &arc) in path.iter().enumerate().rev() {
                        self.room[arc] -= units;
                        self.room[self.opposite[arc] as usize] += units;
                        if self.room[arc] == 0 {
                            full = i;
                        }
                    }
                    node = self.targets[self.opposite[path[full]] as usize] as usize;
                    path.truncate(full);
                    continue;
                }
                let arcs = next[node]..self.offsets[node + 1];
                let good = |&arc: &usize| {
                    self.room[arc] > 0 && levels[self.targets[arc] as usize] == levels[node] + 1
                };
                match arcs.clone().find(good) {
                    Some(arc) => {
                        next[node] = arc;
                        path.push(arc);
                        node = self.targets[arc] as usize;
                    }
                    None => {
                        next[node] = arcs.end;
                        let Some(arc) = path.pop() else { break };
                        node = self.targets[self.opposite[arc] as usize] as usize;
                        next[node] = arc + 1;
                    }
                }
            }
        }
    }
}
