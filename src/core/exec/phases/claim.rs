//! Claim: gives a value to the nodes behind a set that have none yet.

use super::{First, Rounds};
use crate::Result;
use crate::graph::{AtomicNodeMap, AtomicValue, Direction, EdgeData, Graph, Node, NodeSet};

/// Arcs of a set, about, from which claims are stored without an atomic step: the phase finds out anyway
/// which nodes several threads have claimed at once, and stores overlap with other memory accesses.
const MANY: u64 = 1 << 13;

impl Rounds<'_> {
    /// A phase that visits the arcs that leave the nodes of `set`, and gives each node at their ends whose
    /// value in `values` is `free` the value that `of(from)` is for a node `from` that reaches it. The nodes
    /// that get one are the next set. No node may get the value `free`.
    ///
    /// This is a step of a search. Of several nodes `from`, which one is chosen depends on the threads.
    /// Memory as in [`Rounds::push`].
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If `of` does, or if the set is of a graph with another number of nodes.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(5, [(0, 1), (1, 2), (0, 3), (3, 2)])?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
    /// let steps = AtomicNodeMap::filled(&graph, u32::MAX)?;
    /// steps.store(Node::new(0), 0);
    /// let rounds = exec.rounds("search", 5);
    /// let mut level = NodeSet::from_nodes(&exec, &graph, vec![Node::new(0)])?;
    /// while !level.is_empty() {
    ///     level = rounds.claim("step", &graph, &level, &steps, u32::MAX, |from| steps.load(from) + 1)?;
    /// }
    /// assert_eq!(steps.into_map().as_slice(), [0, 1, 2, 1, u32::MAX]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn claim<D: Direction, E: EdgeData, T: AtomicValue + PartialEq + Sync>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        set: &NodeSet,
        values: &AtomicNodeMap<T>,
        free: T,
        of: impl Fn(Node) -> T + Sync,
    ) -> Result<NodeSet> {
        let arcs_per_node = graph.targets().len() / graph.nodes().max(1) + 1;
        let is_many = set.len_at_least(MANY.div_ceil(arcs_per_node as u64) as usize);
        if is_many && self.exec().threads() > 1 {
            return self.push(name, graph, set, of, |value, to, _| {
                let is_free = values.load(to) == free;
                if is_free {
                    values.store(to, value); // of several threads, the last to do so
                }
                is_free
            });
        }
        self.push(name, graph, set, of, |value, to, _| {
            First(values.compare_exchange(to, free, value).is_ok())
        })
    }
}
