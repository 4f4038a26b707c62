//! The algorithm of Hopcroft and Tarjan, without recursion.

use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeData, Graph, Node, NodeMap, Undirected};
use boscage_core::{Result, memory};

use super::NONE;
use super::spanning::{hub, roots};

/// Nodes that are visited between two checks for cancellation.
const LOOK_EVERY: u32 = 1 << 12;

/// The result of depth-first searches.
pub(super) struct Tarjan {
    /// The time of the first visit of each node.
    times: NodeMap<u32>,
    /// For each node the node of its component that is next to the head; `NONE` for roots.
    pub(super) sets: NodeMap<u32>,
    /// The heads of components, at the nodes next to them.
    pub(super) parents: NodeMap<u32>,
    count: u32,
}

/// A node on the path of a search.
struct Step {
    node: Node,
    /// The next arc to follow.
    next: u64,
    /// The earliest time among the nodes that are known to be next to the subtree.
    low: u32,
}

impl Tarjan {
    pub(super) fn of<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<Self> {
        let [times, sets, parents] = [NONE; 3].map(|value| NodeMap::filled(graph, value));
        let mut tarjan = Self { times: times?, sets: sets?, parents: parents?, count: 0 };
        exec.stage("tarjan", || {
            if let Some(hub) = hub(exec, graph)? {
                tarjan.search(exec, graph, hub)?;
            }
            let left = graph.nodes().filter(|&node| tarjan.times[node] == NONE);
            let mut others = memory::reserve("other nodes", graph.node_count() - tarjan.count as usize)?;
            others.extend(left);
            roots(exec, graph, &others)?.into_iter().try_for_each(|root| tarjan.search(exec, graph, root))
        })?;
        Ok(tarjan)
    }

    fn step<E: EdgeData>(&mut self, graph: &Graph<Undirected, E>, node: Node) -> Step {
        let low = self.count;
        self.times[node] = low;
        self.count += 1;
        Step { node, next: graph.offsets()[node.index()], low }
    }

    /// Finds the components of the nodes that a root reaches.
    fn search<E: EdgeData>(&mut self, exec: &Exec, graph: &Graph<Undirected, E>, root: Node) -> Result<()> {
        let (offsets, targets) = (graph.offsets(), graph.targets());
        let mut path = vec![self.step(graph, root)];
        // Visited nodes whose components are not complete.
        let mut open = Vec::new();
        while let Some(top) = path.last_mut() {
            let (node, end) = (top.node, offsets[top.node.index() + 1]);
            let mut enter = None;
            while top.next < end && enter.is_none() {
                let other = targets[top.next as usize];
                top.next += 1;
                match self.times[other] {
                    NONE => enter = Some(other),
                    // Of the arc to the parent this is the parent's own time, which makes no difference.
                    time => top.low = top.low.min(time),
                }
            }
            if let Some(other) = enter {
                memory::grow("the path of a search", &mut path, 1)?;
                memory::grow("the open nodes of a search", &mut open, 1)?;
                path.push(self.step(graph, other));
                open.push(other);
                if self.count.is_multiple_of(LOOK_EVERY) {
                    exec.check_cancelled()?;
                }
                continue;
            }
            let low = top.low;
            path.pop();
            let Some(above) = path.last_mut() else { break };
            above.low = above.low.min(low);
            if low >= self.times[above.node] {
                self.parents[node] = above.node.into();
                while let Some(member) = open.pop() {
                    self.sets[member] = node.into();
                    if member == node {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}
