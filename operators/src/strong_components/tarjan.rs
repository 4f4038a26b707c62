//! Tarjan's algorithm in Pearce's form, without recursion.

use boscage_core::exec::Exec;
use boscage_core::graph::{AtomicNodeMap, Directed, EdgeData, Graph, Node, RelaxedOrder};
use boscage_core::{Result, memory};

/// Nodes that Tarjan's algorithm visits between two checks for cancellation.
const LOOK_EVERY: u32 = 1 << 12;

/// The number of a node that Tarjan's algorithm has not visited.
const UNSEEN: u32 = u32::MAX;
/// The number of a node whose component is complete.
const DONE: u32 = u32::MAX - 1;

/// Tarjan's algorithm. Threads share the maps, but each changes only the nodes of its own part.
pub(super) struct Tarjan<'a, E: EdgeData, S> {
    graph: &'a Graph<Directed, E>,
    set: S,
    /// A node of the component, the same for all its nodes; [`NONE`](super::NONE) while it is not known.
    roots: &'a AtomicNodeMap<u32, RelaxedOrder>,
    /// The time of the first visit at first; then the least number that the node is known to reach.
    numbers: AtomicNodeMap<u32, RelaxedOrder>,
}

impl<'a, E: EdgeData, S: Fn(Node) -> u32> Tarjan<'a, E, S> {
    /// Prepares the algorithm. Arcs between nodes of different sets are ignored.
    pub(super) fn new(
        graph: &'a Graph<Directed, E>,
        set: S,
        roots: &'a AtomicNodeMap<u32, RelaxedOrder>,
    ) -> Result<Self> {
        Ok(Self { graph, set, roots, numbers: AtomicNodeMap::filled(graph, UNSEEN)?.relaxed() })
    }

    /// Finds the components of the nodes that `starts` reach.
    pub(super) fn part(&self, exec: &Exec, starts: impl Iterator<Item = Node>) -> Result<()> {
        let (graph, numbers) = (self.graph, &self.numbers);
        let targets = graph.targets();
        let offsets = graph.offsets();
        // A path: each node with its number and the range of its arcs that are still to be followed.
        let mut path: Vec<(Node, u32, u64)> = Vec::new();
        // Visited nodes that are off the path and in no complete component.
        let mut open: Vec<Node> = Vec::new();
        let mut count = 0;
        for start in starts {
            if numbers.load(start) != UNSEEN {
                continue;
            }
            let set = (self.set)(start);
            let mut enter = Some(start);
            loop {
                if let Some(node) = enter.take() {
                    numbers.store(node, count);
                    memory::grow("the path of a search", &mut path, 1)?;
                    path.push((node, count, offsets[node.index()]));
                    count += 1;
                    if count % LOOK_EVERY == 0 {
                        exec.check_cancelled()?;
                    }
                }
                let Some(top) = path.last_mut() else { break };
                let node = top.0;
                let end = offsets[node.index() + 1];
                let mut least = numbers.load(node);
                while top.2 < end {
                    let other = targets[top.2 as usize];
                    let number = numbers.load(other);
                    let is_unseen = number == UNSEEN;
                    // Other threads may be changing the numbers of nodes of other sets.
                    if (is_unseen || number < least) && (self.set)(other) == set {
                        if is_unseen {
                            enter = Some(other);
                            break;
                        }
                        least = number;
                    }
                    top.2 += 1;
                }
                numbers.store(node, least);
                if enter.is_some() {
                    continue;
                }
                let first = top.1;
                path.pop();
                if least < first {
                    memory::grow("the open nodes of a search", &mut open, 1)?;
                    open.push(node);
                    continue;
                }
                // It reaches nothing that was visited before it: a component is complete.
                while let Some(&member) = open.last() {
                    if numbers.load(member) < first {
                        break;
                    }
                    open.pop();
                    numbers.store(member, DONE);
                    self.roots.store(member, node.into());
                }
                numbers.store(node, DONE);
                self.roots.store(node, node.into());
            }
        }
        Ok(())
    }
}
