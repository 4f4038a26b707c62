//! Any algorithm on a petgraph graph, in one call.
//!
//! The graph is imported ([`from_petgraph`]), built with ids of edges and in-arcs, and given to the
//! algorithm. What this returns is looked up by petgraph's own ids, also where a `StableGraph` has holes, and
//! in a `GraphMap`, whose ids are values of the caller's. It borrows nothing of petgraph's graph, so it can
//! be written into the data of nodes.
//!
//! petgraph's type says whether the graph is directed, so an algorithm for undirected graphs does not compile
//! with a directed one. `graph.symmetrised(exec)?` and `graph.directed(exec)?` make the other kind.
//!
//! The import is by one thread: for algorithms that take little time, it takes most of it. To run several
//! algorithms on one graph, let the closure run them all and return what each has found, or call
//! [`from_petgraph`].
// Each public item repeats the feature of this module: if rustdoc shows an item in another crate, it forgets
// that of a private module, or of a `use`.

use std::ops::{Deref, Index};

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::petgraph::PetgraphIds;
use boscage_core::graph::{
    Directed, Direction, EdgeData, EdgeId, EdgeListView, Graph, Node, Undirected, Weight, from_petgraph,
};
use petgraph::EdgeType;
use petgraph::visit::{GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};

use crate::sealed::Sealed;
use crate::{Arborescence, BipartiteMatching, Flow, PartialNodeMap, Value};

/// Our name for one of petgraph's two kinds of graphs.
#[cfg(feature = "petgraph")]
pub trait Kind: Sealed + EdgeType {
    /// The kind.
    type Direction: Direction;

    /// The graph with ids of edges and in-arcs.
    ///
    /// # Errors
    /// Those of [`boscage_core::graph::Builder::build`].
    fn build<E: EdgeData>(exec: &Exec, list: EdgeListView<'_, E>) -> Result<Graph<Self::Direction, E>>;
}

impl Kind for petgraph::Directed {
    type Direction = Directed;

    fn build<E: EdgeData>(exec: &Exec, list: EdgeListView<'_, E>) -> Result<Graph<Directed, E>> {
        Graph::builder().with_ids().with_in_arcs().build(exec, list)
    }
}

impl Kind for petgraph::Undirected {
    type Direction = Undirected;

    fn build<E: EdgeData>(exec: &Exec, list: EdgeListView<'_, E>) -> Result<Graph<Undirected, E>> {
        Graph::builder().with_ids().build(exec, list)
    }
}

/// Our id of a node.
#[track_caller]
fn expect<N: Copy + Ord, E: Copy>(ids: &PetgraphIds<N, E>, id: N) -> Node {
    ids.number(id).unwrap_or_else(|error| panic!("{error}"))
}

/// The result of an algorithm on a petgraph graph, with petgraph's ids. It dereferences to the result. Maps
/// of nodes can also be indexed by petgraph's nodes.
#[cfg(feature = "petgraph")]
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found<N, E, R> {
    /// The result of the algorithm.
    pub result: R,
    /// petgraph's ids of its nodes and edges.
    pub ids: PetgraphIds<N, E>,
}

impl<N, E, R> Deref for Found<N, E, R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.result
    }
}

/// # Panics
/// If the graph has no such node.
impl<N: Copy + Ord, E: Copy, R: Index<Node>> Index<N> for Found<N, E, R> {
    type Output = R::Output;

    #[track_caller]
    fn index(&self, id: N) -> &R::Output {
        &self.result[expect(&self.ids, id)]
    }
}

impl<N: Copy + Ord, E: Copy, T: Value> Found<N, E, PartialNodeMap<T>> {
    /// The value of a node, if it is reached.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[track_caller]
    pub fn get(&self, id: N) -> Option<T> {
        self.result.get(expect(&self.ids, id))
    }
}

impl<N: Copy + Ord, E: Copy> Found<N, E, PartialNodeMap<Node>> {
    /// The parent of a node, if it is reached.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[track_caller]
    pub fn parent(&self, id: N) -> Option<N> {
        self.get(id).map(|parent| self.ids.node(parent))
    }
}

impl<N: Copy + Ord, E: Copy> Found<N, E, Vec<Node>> {
    /// petgraph's ids of the nodes.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = N> {
        self.result.iter().map(|&node| self.ids.node(node))
    }
}

impl<N: Copy + Ord, E: Copy> Found<N, E, Vec<EdgeId>> {
    /// petgraph's ids of the edges.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = E> {
        self.result.iter().map(|&edge| self.ids.edge(edge))
    }
}

impl<N: Copy + Ord, E: Copy> Found<N, E, Flow> {
    /// Returns the flow along each edge, with petgraph's ids, in the order of `edge_references()`.
    pub fn flows(&self) -> impl Iterator<Item = (E, u64)> {
        self.ids.edges().iter().copied().zip(self.result.edges.as_slice().iter().copied())
    }

    /// Returns `true` if a node is on the sink's side of the cut.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[track_caller]
    pub fn is_on_sink_side(&self, id: N) -> bool {
        self.result.is_on_sink_side[expect(&self.ids, id)]
    }
}

impl<N: Copy + Ord, E: Copy> Found<N, E, BipartiteMatching> {
    /// Returns the other node of the pair of a node, or `None` if the node is not matched.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[track_caller]
    pub fn mate(&self, id: N) -> Option<N> {
        self.result.mates.get(expect(&self.ids, id)).map(|mate| self.ids.node(mate))
    }

    /// Returns `true` if a node is in the cover.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[track_caller]
    pub fn is_in_cover(&self, id: N) -> bool {
        self.result.is_in_cover[expect(&self.ids, id)]
    }
}

impl<N: Copy + Ord, E: Copy, W: Weight> Found<N, E, Arborescence<W>> {
    /// Returns petgraph's id of the root.
    #[must_use]
    pub fn root(&self) -> N {
        self.ids.node(self.result.root)
    }

    /// Returns petgraph's ids of the edges.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = E> {
        self.result.edges.iter().map(|&edge| self.ids.edge(edge))
    }
}

/// Runs an algorithm on a petgraph graph whose edges carry what `weight` says, on the caller's threads.
///
/// The algorithm gets the threads, our graph with ids and in-arcs, and the ids of nodes: `ids.number` gives
/// ours, for example of the source of a search. Edges are in the order of `edge_references()`, each once,
/// also those of an undirected `Csr` ([`from_petgraph`]). Time and memory beside those of the algorithm: one
/// pass over the graph, and an adjacency of it.
///
/// # Errors
/// Those of [`from_petgraph`], of building a graph, and of the algorithm.
///
/// ```
/// use boscage::operators::*;
/// use petgraph::graph::{DiGraph, UnGraph};
///
/// let web = DiGraph::<&str, ()>::from_edges([(0, 1), (1, 2), (2, 0), (3, 0)]);
/// let [a, b, c, d] = [0, 1, 2, 3].map(petgraph::graph::NodeIndex::new);
///
/// let ranks = of_petgraph(&web, |_| (), |exec, web, _| page_rank(exec, web, PageRank::default()))?;
/// assert!(ranks[a] > ranks[d]);
///
/// let search = BreadthFirstSearch::default();
/// let steps = of_petgraph(&web, |_| (), |exec, web, ids| distances(exec, web, ids.number(d)?, search))?;
/// assert_eq!((steps.get(c), steps.get(d)), (Some(3), Some(0)));
///
/// let cycles = of_petgraph(&web, |_| (), |exec, web, _| strongly_connected_components(exec, web))?;
/// assert!(cycles[a] == cycles[b] && cycles[b] == cycles[c] && cycles[c] != cycles[d]);
///
/// let pipes = DiGraph::<(), u32>::from_edges([(0, 1, 3), (0, 2, 5), (1, 2, 4)]);
/// let flow = of_petgraph(&pipes, |pipe| *pipe.weight(), |exec, pipes, ids| {
///     max_flow(exec, pipes, ids.number(a)?, ids.number(c)?, MaxFlow::default())
/// })?;
/// assert_eq!(flow.value, 8);
///
/// let friends = UnGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 3)]);
/// let pairs = of_petgraph(&friends, |_| (), |exec, friends, _| {
///     matching(exec, &friends.to_edge_list(exec)?)
/// })?;
/// assert!(pairs.edges().all(|edge| friends.edge_endpoints(edge).is_some()));
/// # Ok::<(), boscage::Error>(())
/// ```
#[cfg(feature = "petgraph")]
pub fn of_petgraph<G, W, R>(
    graph: G,
    weight: impl FnMut(G::EdgeRef) -> W,
    algorithm: impl FnOnce(
        &Exec,
        &Graph<<G::EdgeType as Kind>::Direction, W>,
        &PetgraphIds<G::NodeId, G::EdgeId>,
    ) -> Result<R>,
) -> Result<Found<G::NodeId, G::EdgeId, R>>
where
    G: IntoEdgeReferences<NodeId: Ord> + NodeIndexable + IntoNodeIdentifiers + GraphProp<EdgeType: Kind>,
    W: EdgeData,
{
    of_petgraph_with(&Exec::current(), graph, weight, algorithm)
}

/// Runs an algorithm on a petgraph graph, on the threads of `exec`.
///
/// Otherwise it does the same as [`of_petgraph`]. It is deterministic if the algorithm is. In addition to the
/// memory of the algorithm, it takes an adjacency of the graph with edge ids, and petgraph's ids.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::operators::{of_petgraph_with, strongly_connected_components};
/// use petgraph::graph::{DiGraph, NodeIndex};
///
/// let web = DiGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 0), (3, 0)]);
/// let [a, c, d] = [0, 2, 3].map(NodeIndex::new);
/// let exec = Exec::available()?;
/// let cycles = of_petgraph_with(&exec, &web, |_| (), |exec, web, _| {
///     strongly_connected_components(exec, web)
/// })?;
/// assert!(cycles[a] == cycles[c] && cycles[c] != cycles[d]);
/// # Ok::<(), boscage::Error>(())
/// ```
///
/// # Errors
/// As [`of_petgraph`], and [`boscage_core::Error::Cancelled`].
#[cfg(feature = "petgraph")]
pub fn of_petgraph_with<G, W, R>(
    exec: &Exec,
    graph: G,
    weight: impl FnMut(G::EdgeRef) -> W,
    algorithm: impl FnOnce(
        &Exec,
        &Graph<<G::EdgeType as Kind>::Direction, W>,
        &PetgraphIds<G::NodeId, G::EdgeId>,
    ) -> Result<R>,
) -> Result<Found<G::NodeId, G::EdgeId, R>>
where
    G: IntoEdgeReferences<NodeId: Ord> + NodeIndexable + IntoNodeIdentifiers + GraphProp<EdgeType: Kind>,
    W: EdgeData,
{
    let (list, ids) = from_petgraph(graph, weight)?.into_parts();
    let graph = G::EdgeType::build(exec, list.as_view())?;
    drop(list);
    Ok(Found { result: algorithm(exec, &graph, &ids)?, ids })
}
