//! The greedy matching as a speculative loop.
//!
//! **Correctness.** Two edges conflict only if they share an end. An edge reads and takes its ends while it
//! holds both locks. So the result is the same as if the edges were taken one after another, in some order.
//! In any order, an edge is left out only if an end was taken before.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeData, EdgeId, EdgeListView};
use boscage_core::sync::{EdgeSet, GuardedNodes};
use boscage_core::worklist::Fifo;

/// Returns the edges of a maximal matching, ids ascending.
///
/// No two edges of the matching share a node, and no other edge could be added. It has at least half as many
/// edges as the largest matching. Self-loops are never in it.
///
/// **Algorithm.** The greedy algorithm takes an edge unless one of its ends is taken. In the loop
/// [`Exec::speculate`], threads take edges in any order, and each edge locks its ends before it reads them:
/// Pingali and others, "The tao of parallelism in algorithms", PLDI 2011. O(m) work. Few edges conflict,
/// unless most edges meet at few nodes.
///
/// **When to choose it.** For a maximal matching, if its edges may differ from run to run.
/// [`independent_set`](crate::independent_set()) shows the loop for a deterministic one.
///
/// # Determinism
/// Not deterministic, except on one thread: there it is the greedy matching in the order of edge ids.
///
/// # Memory
/// 16 bytes per node, 5 per edge: a mark and a lock per node; an id in the worklist and a bit per edge.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeId, EdgeList}};
/// use boscage::operators::matching;
///
/// let path = EdgeList::from_pairs(4, [(1, 2), (0, 1), (2, 3)])?;
/// assert_eq!(matching(&Exec::new(1)?, &path)?, [0].map(EdgeId::new));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn matching<'a, E: EdgeData>(exec: &Exec, graph: impl Into<EdgeListView<'a, E>>) -> Result<Vec<EdgeId>> {
    let graph = graph.into();
    let mut is_taken = GuardedNodes::from_fn(graph.node_count(), |_| false)?;
    let matching = EdgeSet::new(graph.edge_count())?;
    let edges = (0..graph.edge_count()).map(EdgeId::new);
    exec.speculate("matching", edges, Fifo::default(), &mut is_taken, |&id, locking| {
        let edge = graph.edge(id);
        if edge.is_loop() || *locking.lock(edge.u)? || *locking.lock(edge.v)? {
            return Ok(());
        }
        let mut owned = locking.commit();
        owned[edge.u] = true;
        owned[edge.v] = true;
        matching.insert(id);
        Ok(())
    })?;
    matching.into_ids()
}
