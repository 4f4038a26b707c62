//! Claim: gives a value to the targets of a set that have none yet.

use super::{First, Rounds};
use crate::Result;
use crate::graph::{AtomicNodeMap, AtomicValue, Direction, EdgeData, Graph, MemoryOrder, Node, NodeSet};

/// Approximate number of arcs from which claims are stored without an atomic step. The phase removes
/// duplicates anyway, and plain stores overlap with other memory accesses.
const MANY: u64 = 1 << 13;

impl Rounds<'_> {
    /// Runs a step of a search: follows the arcs that leave the nodes of `set`, gives a value to each target
    /// without a value, and returns these targets.
    ///
    /// For every arc that leaves a node `from` of `set`, the target gets the value `of(from)` in `values`, if
    /// its value there is `free`. `of` must not return `free`. Faster than the same with [`Rounds::push`].
    ///
    /// # Determinism
    /// The returned set is deterministic. If several nodes `from` reach a target, it depends on timing which
    /// one gives the value; so the values are deterministic only if `of` returns the same for all of them, as
    /// in the example.
    ///
    /// # Memory
    /// As [`Rounds::push`].
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If `of` panics, or if the set belongs to a graph with another number of nodes.
    ///
    /// # Examples
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
    /// let mut level = NodeSet::from_nodes(&exec, &graph, [0])?;
    /// while !level.is_empty() {
    ///     level = rounds.claim("step", &graph, &level, &steps, u32::MAX, |from| steps.load(from) + 1)?;
    /// }
    /// assert_eq!(steps.into_map().as_slice(), [0, 1, 2, 1, u32::MAX]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn claim<D: Direction, E: EdgeData, T: AtomicValue + PartialEq + Sync>(
        &self,
        name: &str,
        graph: &Graph<D, E>,
        set: &NodeSet,
        values: &AtomicNodeMap<T, impl MemoryOrder>,
        free: T,
        of: impl Fn(Node) -> T + Sync,
    ) -> Result<NodeSet> {
        if values.len() != graph.node_count() {
            self.begin(name)?.check_nodes("map", values.len(), graph.node_count());
        }
        let arcs_per_node = graph.targets().len() / graph.node_count().max(1) + 1;
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
