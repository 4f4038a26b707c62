//! Shortest paths with negative weights on petgraph's graphs: [`bellman_ford`](crate::bellman_ford()) with
//! distances of petgraph's own type.

use boscage_core::exec::Exec;
use boscage_core::graph::{Directed, from_petgraph};
use boscage_core::{Result, memory};
use petgraph::algo::bellman_ford::Paths;
use petgraph::algo::{FloatMeasure, NegativeCycle};
use petgraph::visit::{EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};

use crate::bellman_ford::{ZERO, from_starts};
use crate::lengths::{Length, SignedDistanceOf};

/// Returns the distance of every node from `source`, and a predecessor on a shortest path, as
/// [`petgraph::algo::bellman_ford()`] does: negative weights are legal, and a negative cycle that the source
/// reaches is found. In an undirected graph every negative edge is such a cycle.
///
/// Both vectors are indexed by `to_index`. A node that is not reached, like a hole of a `StableGraph`, has an
/// infinite distance and no predecessor; the source has none either.
///
/// The result is deterministic, and the distances are petgraph's. Of several possible predecessors, a node
/// has the first on a path with the fewest edges. Predecessors never form a cycle: if the sums are rounded so
/// that they would, this counts as a negative cycle.
///
/// One thread imports the graph; then all threads work. Time O(nm) at most; usually some passes over the arcs
/// are enough. A negative cycle is usually found after a few rounds, where petgraph needs n.
/// [`bellman_ford`](crate::bellman_ford()) says which one, and takes integers, too. Memory: an edge list or
/// an adjacency, whichever is larger; 30 bytes per node, and the result.
///
/// petgraph's own is the better choice for graphs of few edges, where the import takes most of the time.
///
/// # Errors
/// [`boscage_core::Error::NanWeight`] and others of [`from_petgraph`]; [`boscage_core::Error::Argument`] if
/// the graph has no such source, or infinite weights of both signs meet;
/// [`boscage_core::Error::OutOfMemory`]. A negative cycle is petgraph's own error, inside `Ok`.
///
/// ```
/// use boscage::operators::of_petgraph::bellman_ford;
/// use petgraph::graph::DiGraph;
///
/// let mut trades = DiGraph::<(), f64>::from_edges([(0, 1, 2.0), (0, 2, 1.0), (1, 2, -1.5)]);
/// let paths = bellman_ford(&trades, 0.into())?.expect("no negative cycle");
/// assert_eq!(paths.distances, [0.0, 2.0, 0.5]);
/// assert_eq!(paths.predecessors, [None, Some(0.into()), Some(1.into())]);
///
/// trades.add_edge(2.into(), 1.into(), 1.0);
/// assert!(bellman_ford(&trades, 0.into())?.is_err());
/// # Ok::<(), boscage::Error>(())
/// ```
#[expect(clippy::type_complexity, reason = "petgraph's own result, or an error of ours")]
pub fn bellman_ford<G>(
    graph: G,
    source: G::NodeId,
) -> Result<std::result::Result<Paths<G::NodeId, G::EdgeWeight>, NegativeCycle>>
where
    G: IntoEdgeReferences<EdgeWeight: FloatMeasure + Length + SignedDistanceOf<G::EdgeWeight>>
        + IntoNodeIdentifiers
        + NodeIndexable
        + GraphProp,
{
    let exec = &Exec::current();
    let imported = from_petgraph(graph, |edge| *edge.weight())?;
    let source = super::number(imported.ids(), source)?;
    let arcs = imported.graph::<Directed>(exec)?;
    let (list, ids) = imported.into_parts();
    drop(list);
    let Ok(found) = from_starts::<_, _, G::EdgeWeight>(exec, &arcs, &[(source, ZERO)])? else {
        return Ok(Err(NegativeCycle(())));
    };
    drop(arcs);
    let bound = graph.node_bound();
    let mut paths = Paths {
        distances: memory::filled("distances", bound, G::EdgeWeight::infinite())?,
        predecessors: memory::filled("predecessors", bound, None)?,
    };
    for ((node, distance), (_, parent)) in found.distances.iter().zip(found.parents.iter()) {
        let index = graph.to_index(ids.node(node));
        paths.distances[index] = distance;
        paths.predecessors[index] = (parent != node).then(|| ids.node(parent));
    }
    Ok(Ok(paths))
}
