//! Connected components: which nodes reach each other.
//!
//! **Idea.** Every edge unites the sets of its ends, in one unordered loop: concurrent calls of
//! [`DisjointSets::unite`] are correct, and unions commute.
//!
//! **Cost.** O(m) finds over shallow trees; one pass over the edges; 4 bytes per node.
//!
//! **Deterministic**: yes. The partition does not depend on the order of unions, and parts are numbered by
//! their lowest node.
//!
//! **When to choose it**: always. Label propagation visits every edge many times if the diameter is large.
//!
//! **Paper.** Dhulipala, Hong, Shun, "ConnectIt: A framework for static and incremental parallel graph
//! connectivity algorithms", VLDB 2021, finds concurrent union-find the fastest of many.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Components, EdgeData, EdgeListView};
use boscage::sync::DisjointSets;

/// The connected components of a graph.
///
/// # Errors
/// [`boscage::Error::Cancelled`] and [`boscage::Error::OutOfMemory`].
///
/// ```
/// use boscage::{exec::Exec, graph::EdgeList};
/// use boscage_operators::connected_components;
///
/// let graph = EdgeList::from_pairs(5, [(3, 1), (4, 3)])?;
/// let components = connected_components(&Exec::available()?, graph.as_view())?;
/// assert_eq!(components.labels(), [0, 1, 2, 1, 1]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn connected_components<E: EdgeData>(exec: &Exec, graph: EdgeListView<'_, E>) -> Result<Components> {
    let sets = DisjointSets::new(graph.nodes())?;
    exec.do_all("connected-components", graph.edges(), |edge| {
        sets.unite(edge.u, edge.v);
    })?;
    Components::from_roots(graph.nodes(), |node| sets.find(node))
}
