//! The forest of a petgraph graph, in one call.
//!
//! The graph is imported ([`from_petgraph`]), [`auto`](fn@super::auto) finds the forest, and the edges are
//! returned with petgraph's own ids. Ties are decided by position in `edge_references()`, so the result is
//! the same on any number of threads. Unlike the trees of petgraph's own functions, it says *which* edges of
//! the graph are in the forest.
// Each public item repeats the feature of this module: if rustdoc shows an item in another crate, it forgets
// that of a private module, or of a `use`.

use boscage_core::exec::Exec;
use boscage_core::graph::{Forest, Objective, ToWeight, Weight, from_petgraph};
use boscage_core::{Result, memory};
use petgraph::data::Element;
use petgraph::visit::{
    EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, IntoNodeReferences, NodeIndexable, NodeRef,
};

/// A spanning forest of a petgraph graph whose edge ids are of type `E`.
#[cfg(feature = "petgraph")]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ForestOf<E, W: Weight> {
    /// The edges, in the order of `edge_references()`.
    pub edges: Vec<E>,
    /// Their exact total weight.
    pub total: W::Total,
    /// Number of trees; an isolated node is one, the hole of a removed node is none.
    pub trees: usize,
}

impl<E: Copy + PartialEq, W: Weight> ForestOf<E, W> {
    /// The forest as a separate graph, as elements for petgraph's `from_elements`: all nodes of `graph`,
    /// which must be the one the forest spans, then the edges of the forest.
    ///
    /// ```
    /// use boscage::operators::msf::msf_of;
    /// use petgraph::data::FromElements;
    /// use petgraph::graph::UnGraph;
    ///
    /// let mut roads = UnGraph::<&str, f64>::default();
    /// let [linz, graz, wien] = ["Linz", "Graz", "Wien"].map(|city| roads.add_node(city));
    /// roads.extend_with_edges([(linz, graz, 160.0), (graz, wien, 145.0), (wien, linz, 155.0)]);
    ///
    /// let forest = msf_of(&roads, |road| *road.weight())?;
    /// let forest = UnGraph::<_, _>::from_elements(forest.elements(&roads)?);
    /// assert_eq!(forest.node_weights().collect::<Vec<_>>(), [&"Linz", &"Graz", &"Wien"]);
    /// assert_eq!(forest.edge_weights().collect::<Vec<_>>(), [&145.0, &155.0]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`].
    pub fn elements<G>(&self, graph: G) -> Result<impl Iterator<Item = Element<G::NodeWeight, G::EdgeWeight>>>
    where
        G: IntoEdgeReferences<EdgeId = E> + IntoNodeReferences + NodeIndexable,
        G::NodeWeight: Clone,
        G::EdgeWeight: Clone,
    {
        let numbers = numbers(graph)?;
        let nodes = graph.node_references().map(|node| Element::Node { weight: node.weight().clone() });
        let edges = chosen(self.edges.iter().copied(), graph);
        Ok(nodes.chain(edges.map(move |edge| element(graph, &numbers, edge))))
    }
}

/// Returns the edges with these ids, which are in the order of `edge_references()`.
pub(crate) fn chosen<G, I>(ids: I, graph: G) -> impl Iterator<Item = G::EdgeRef> + use<G, I>
where
    G: IntoEdgeReferences,
    I: Iterator<Item = G::EdgeId>,
{
    let mut ids = ids.peekable();
    graph.edge_references().filter(move |edge| ids.next_if_eq(&edge.id()).is_some())
}

/// Returns the position of each node among the elements, by petgraph's index.
pub(crate) fn numbers<G: IntoNodeReferences + NodeIndexable>(graph: G) -> Result<Vec<usize>> {
    let mut numbers = memory::filled("node numbers", graph.node_bound(), 0)?;
    for (number, node) in graph.node_references().enumerate() {
        numbers[graph.to_index(node.id())] = number;
    }
    Ok(numbers)
}

/// Returns an edge as an element.
pub(crate) fn element<G>(
    graph: G,
    numbers: &[usize],
    edge: G::EdgeRef,
) -> Element<G::NodeWeight, G::EdgeWeight>
where
    G: IntoEdgeReferences<EdgeWeight: Clone> + NodeIndexable,
{
    let number = |node| numbers[graph.to_index(node)];
    let weight = edge.weight().clone();
    Element::Edge { source: number(edge.source()), target: number(edge.target()), weight }
}

/// The minimum spanning forest of `graph`, in which an edge weighs what `weight` says, on the caller's
/// threads. Weights of other types than those of [`Weight`] are widened ([`ToWeight`]).
///
/// Direction is ignored; parallel edges and self-loops are legal. Time and memory beside those of the forest
/// itself: one pass over the graph, and an edge list of it.
///
/// # Errors
/// Those of [`from_petgraph`], a weight that is NaN above all, and [`boscage_core::Error::OutOfMemory`].
///
/// ```
/// use boscage::operators::msf::msf_of;
/// use petgraph::graph::UnGraph;
///
/// let graph = UnGraph::<(), f64>::from_edges([(0, 1, 2.5), (1, 2, 1.0), (2, 0, 1.5), (3, 4, 0.5)]);
/// let forest = msf_of(&graph, |edge| *edge.weight())?;
/// let ends: Vec<_> = forest.edges.iter().map(|&id| graph.edge_endpoints(id).unwrap()).collect();
/// assert_eq!(ends, [(1.into(), 2.into()), (2.into(), 0.into()), (3.into(), 4.into())]);
/// assert_eq!((forest.total, forest.trees), (3.0, 2));
///
/// let sizes = UnGraph::<(), usize>::from_edges([(0, 1, 7), (1, 2, 5), (2, 0, usize::MAX)]);
/// assert_eq!(msf_of(&sizes, |edge| *edge.weight())?.total, 12);
/// # Ok::<(), boscage::Error>(())
/// ```
#[cfg(feature = "petgraph")]
pub fn msf_of<G, W>(graph: G, weight: impl FnMut(G::EdgeRef) -> W) -> Result<ForestOf<G::EdgeId, W::Weight>>
where
    G: IntoEdgeReferences + NodeIndexable + IntoNodeIdentifiers + GraphProp,
    W: ToWeight,
{
    msf_of_with(&Exec::current(), graph, Objective::Minimum, weight)
}

/// Returns the minimum or maximum spanning forest of a petgraph graph, on the threads of `exec`.
///
/// Otherwise it does the same as [`msf_of`]. The forest is deterministic: among equal weights, the edge that
/// comes first in `edge_references()` wins. In addition to the memory of [`auto`](fn@super::auto), it takes
/// an edge list of the graph and petgraph's ids.
///
/// ```
/// use boscage::{exec::Exec, graph::Objective};
/// use boscage::operators::msf::msf_of_with;
/// use petgraph::graph::UnGraph;
///
/// let graph = UnGraph::<(), u32>::from_edges([(0, 1, 4), (1, 2, 1), (2, 0, 3), (2, 3, 7)]);
/// let exec = Exec::available()?;
/// let forest = msf_of_with(&exec, &graph, Objective::Maximum, |edge| *edge.weight())?;
/// assert_eq!((forest.total, forest.trees), (14, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
///
/// # Errors
/// As [`msf_of`], and [`boscage_core::Error::Cancelled`].
#[cfg(feature = "petgraph")]
pub fn msf_of_with<G, W>(
    exec: &Exec,
    graph: G,
    objective: Objective,
    mut weight: impl FnMut(G::EdgeRef) -> W,
) -> Result<ForestOf<G::EdgeId, W::Weight>>
where
    G: IntoEdgeReferences + NodeIndexable + IntoNodeIdentifiers + GraphProp,
    W: ToWeight,
{
    let graph = from_petgraph(graph, |edge| weight(edge).to_weight())?;
    let forest: Forest<W::Weight> = super::auto(exec, graph.list(), objective)?;
    let ids = forest.edges();
    let edges = memory::from_fn("the forest's edges", ids.len(), |i| graph.ids().edge(ids[i]))?;
    Ok(ForestOf { edges, total: forest.total(), trees: forest.tree_count() })
}
