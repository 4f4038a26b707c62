//! The forest of a petgraph graph, in one call.
//!
//! The graph is imported ([`from_petgraph`]), [`auto`](fn@super::auto) finds the forest, and the edges are
//! named by petgraph's own ids. Ties are decided by position in `edge_references()`, so the answer is one and
//! the same however many threads run, and unlike the trees petgraph's own functions return, it says *which*
//! edges they are.

use boscage::exec::Exec;
use boscage::graph::{Forest, Objective, Weight, from_petgraph};
use boscage::{Result, memory};
use petgraph::visit::{IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};

/// A spanning forest of a petgraph graph whose edge ids are of type `E`.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestOf<E, W: Weight> {
    /// The edges, in the order of `edge_references()`.
    pub edges: Vec<E>,
    /// Their exact total weight.
    pub total: W::Total,
    /// Number of trees; an isolated node is one, the hole of a removed node is none.
    pub trees: usize,
}

/// The minimum spanning forest of `graph`, in which an edge weighs what `weight` says, on the caller's
/// threads.
///
/// Direction is ignored; parallel edges and self-loops are legal. Time and memory beside those of the forest
/// itself: one pass over the graph, and an edge list of it.
///
/// # Errors
/// Those of [`from_petgraph`], a weight that is NaN above all, and [`boscage::Error::OutOfMemory`].
///
/// ```
/// use boscage_operators::msf::msf_of;
/// use petgraph::graph::UnGraph;
///
/// let graph = UnGraph::<(), f64>::from_edges([(0, 1, 2.5), (1, 2, 1.0), (2, 0, 1.5), (3, 4, 0.5)]);
/// let forest = msf_of(&graph, |edge| *edge.weight())?;
/// let ends: Vec<_> = forest.edges.iter().map(|&id| graph.edge_endpoints(id).unwrap()).collect();
/// assert_eq!(ends, [(1.into(), 2.into()), (2.into(), 0.into()), (3.into(), 4.into())]);
/// assert_eq!((forest.total, forest.trees), (3.0, 2));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn msf_of<G, W>(graph: G, weight: impl FnMut(G::EdgeRef) -> W) -> Result<ForestOf<G::EdgeId, W>>
where
    G: IntoEdgeReferences + NodeIndexable + IntoNodeIdentifiers,
    W: Weight,
{
    msf_of_with(&Exec::current(), graph, Objective::Minimum, weight)
}

/// [`msf_of`] on the threads of `exec`, minimum or maximum.
///
/// # Errors
/// As [`msf_of`], and [`boscage::Error::Cancelled`].
pub fn msf_of_with<G, W>(
    exec: &Exec,
    graph: G,
    objective: Objective,
    weight: impl FnMut(G::EdgeRef) -> W,
) -> Result<ForestOf<G::EdgeId, W>>
where
    G: IntoEdgeReferences + NodeIndexable + IntoNodeIdentifiers,
    W: Weight,
{
    let graph = from_petgraph(graph, weight)?;
    let forest: Forest<W> = super::auto(exec, graph.list().into(), objective)?;
    let ids = forest.edges();
    let edges = memory::from_fn("the forest's edges", ids.len(), |i| graph.edge(ids[i]))?;
    Ok(ForestOf { edges, total: forest.total(), trees: forest.trees() })
}
