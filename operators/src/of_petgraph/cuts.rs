//! Bridges and articulation points of petgraph's graphs.

use std::collections::HashSet;
use std::hash::Hash;

use boscage_core::exec::Exec;
use boscage_core::graph::petgraph::PetgraphIds;
use boscage_core::graph::{EdgeList, Graph, Undirected, from_petgraph};
use boscage_core::{Result, memory};
use petgraph::visit::{GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};

use crate::biconnected_components::{BiconnectedComponents, biconnected_components};

/// A graph's edges, petgraph's ids, and the components.
type Found<N, E> = (EdgeList, PetgraphIds<N, E>, BiconnectedComponents);

fn found<G>(exec: &Exec, graph: G) -> Result<Found<G::NodeId, G::EdgeId>>
where
    G: IntoEdgeReferences + IntoNodeIdentifiers + NodeIndexable + GraphProp,
{
    let (list, ids) = from_petgraph(graph, |_| ())?.into_parts();
    let graph = Graph::<Undirected>::from_edges(exec, &list)?;
    let components = biconnected_components(exec, &graph)?;
    Ok((list, ids, components))
}

/// Returns the ids of the bridges of a graph, whose edges [`petgraph::algo::bridges::bridges()`] returns: the
/// edges that are on no cycle. Directions are ignored.
///
/// Parallel edges are no bridges; petgraph's function wants a graph without them. Edges are in the order of
/// `edge_references()`.
///
/// Deterministic. One thread imports the graph and counts edges; all threads do the rest. Time O(n + m α(n)).
/// Memory: an edge list, petgraph's ids, 4 bytes per arc, and what
/// [`biconnected_components`](crate::biconnected_components()) needs.
///
/// # Errors
/// Those of [`from_petgraph`]; [`OutOfMemory`](boscage_core::Error::OutOfMemory).
///
/// ```
/// use boscage::operators::of_petgraph::bridges;
/// use petgraph::graph::{EdgeIndex, UnGraph};
///
/// let graph = UnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 0), (2, 3)]);
/// assert_eq!(bridges(&graph)?, [EdgeIndex::new(3)]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn bridges<G>(graph: G) -> Result<Vec<G::EdgeId>>
where
    G: IntoEdgeReferences + IntoNodeIdentifiers + NodeIndexable + GraphProp,
{
    let (list, ids, components) = found(&Exec::current(), graph)?;
    let component = |i: usize| {
        let edge = list.edges()[i];
        components.of_edge(edge.u, edge.v).map(|component| component as usize)
    };
    let mut sizes = memory::filled("edges of components", components.count(), 0_u32)?;
    (0..list.edge_count()).filter_map(component).for_each(|component| sizes[component] += 1);
    let mut bridges = Vec::new();
    for (i, &edge) in ids.edges().iter().enumerate() {
        if component(i).is_some_and(|component| sizes[component] == 1) {
            memory::grow("bridges", &mut bridges, 1)?;
            bridges.push(edge);
        }
    }
    Ok(bridges)
}

/// Returns the articulation points of a graph, as
/// [`petgraph::algo::articulation_points::articulation_points()`] does. Directions are ignored.
///
/// Deterministic. One thread imports the graph; all threads do the rest. Time O(n + m α(n)). Memory: as
/// [`bridges`], and the result.
///
/// # Errors
/// Those of [`from_petgraph`]; [`OutOfMemory`](boscage_core::Error::OutOfMemory).
///
/// ```
/// use boscage::operators::of_petgraph::articulation_points;
/// use petgraph::graph::{NodeIndex, UnGraph};
///
/// let graph = UnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 0), (2, 3)]);
/// assert_eq!(articulation_points(&graph)?, [NodeIndex::new(2)].into());
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn articulation_points<G>(graph: G) -> Result<HashSet<G::NodeId>>
where
    G: IntoEdgeReferences<NodeId: Eq + Hash> + IntoNodeIdentifiers + NodeIndexable + GraphProp,
{
    let (list, ids, components) = found(&Exec::current(), graph)?;
    drop(list);
    Ok(components.articulation_points()?.into_iter().map(|node| ids.nodes()[node.index()]).collect())
}
