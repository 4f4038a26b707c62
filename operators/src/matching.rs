//! A maximal matching: no two of its edges share a node, no edge left that could be added.
//!
//! **Idea.** The greedy matching takes edges one by one, and takes an edge unless one of its ends is taken.
//! Two edges conflict only if they share an end. So threads take edges in any order, and each edge locks its
//! ends before it reads them.
//!
//! **Why it is correct.** An edge reads and takes its ends while it holds both locks. So the result is as if
//! the edges had been taken one after another, in some order. In any order, an edge is left out only if an
//! end was taken.
//!
//! **Cost.** O(m) work, and few conflicts unless most edges meet at few nodes. In an edge list that is sorted
//! by node, neighbours in the list conflict, so threads take chunks of it.
//!
//! **Memory.** 16 bytes per node, 5 per edge: per node the mark, and the word that is its lock; per edge its
//! id in the worklist, and a bit.
//!
//! **Not deterministic**, except with one thread: then it is the greedy matching in the order of edge ids.
//! Any maximal matching has at least half as many edges as the largest.
//!
//! **When to choose it**: as a model of an operator for the speculative loop, which changes what it reads. A
//! deterministic matching is a `phased` loop like the one of [`independent_set`](super::independent_set()).
//!
//! **Paper.** Pingali and others, "The tao of parallelism in algorithms", PLDI 2011, on speculation and
//! cautious operators.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeData, EdgeId, EdgeListView};
use boscage_core::sync::{EdgeSet, GuardedNodes};
use boscage_core::worklist::Fifo;

/// The edges of a maximal matching, ids ascending. Self-loops are never in it.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
///
/// ```
/// use boscage::{exec::Exec, graph::{EdgeId, EdgeList}};
/// use boscage::operators::matching;
///
/// let path = EdgeList::from_pairs(4, [(1, 2), (0, 1), (2, 3)])?;
/// assert_eq!(matching(&Exec::new(1)?, path.as_view())?, [0].map(EdgeId::new));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn matching<E: EdgeData>(exec: &Exec, graph: EdgeListView<'_, E>) -> Result<Vec<EdgeId>> {
    let mut is_taken = GuardedNodes::from_fn(graph.nodes(), |_| false)?;
    let matching = EdgeSet::new(graph.len())?;
    let edges = (0..graph.len()).map(EdgeId::new);
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
