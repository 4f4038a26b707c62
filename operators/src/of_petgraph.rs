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

use std::ops::{Deref, Index};

use boscage::exec::Exec;
use boscage::graph::{
    Directed, Direction, EdgeData, EdgeId, EdgeListView, Graph, Node, Undirected, from_petgraph,
};
use boscage::{Error, Result, memory};
use petgraph::EdgeType;
use petgraph::visit::{GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable};

use crate::{Flow, Reached, Value};

/// Our name for one of petgraph's two kinds of graphs.
pub trait Kind: EdgeType {
    /// The kind.
    type Direction: Direction;

    /// The graph with ids of edges and in-arcs.
    ///
    /// # Errors
    /// Those of [`boscage::graph::Builder::build`].
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

/// petgraph's ids of the nodes and edges of a graph, by ours and the other way round.
#[derive(Clone, Debug)]
pub struct PetgraphIds<N, E> {
    nodes: Vec<N>,
    edges: Vec<E>,
    /// The nodes in the order of petgraph's ids; none if that is the order of ours.
    by_id: Option<Vec<Node>>,
}

impl<N: Copy + Ord, E: Copy> PetgraphIds<N, E> {
    fn new(nodes: Vec<N>, edges: Vec<E>) -> Result<Self> {
        let by_id = match nodes.is_sorted() {
            true => None,
            false => {
                let mut by_id = memory::from_fn("the order of petgraph's nodes", nodes.len(), Node::new)?;
                by_id.sort_unstable_by_key(|node| nodes[node.index()]);
                Some(by_id)
            }
        };
        Ok(Self { nodes, edges, by_id })
    }

    /// Our id of a node, in time O(log n).
    ///
    /// # Errors
    /// [`Error::Argument`] if the graph has no such node.
    pub fn number(&self, id: N) -> Result<Node> {
        let found = match &self.by_id {
            None => self.nodes.binary_search(&id).map(Node::new),
            Some(by_id) => {
                by_id.binary_search_by_key(&id, |node| self.nodes[node.index()]).map(|place| by_id[place])
            }
        };
        found.map_err(|_| Error::argument("the node", "one of petgraph's graph", "one that it does not have"))
    }

    /// petgraph's id of each node.
    #[must_use]
    pub fn nodes(&self) -> &[N] {
        &self.nodes
    }

    /// petgraph's id of each edge, in the order of `edge_references()`.
    #[must_use]
    pub fn edges(&self) -> &[E] {
        &self.edges
    }

    /// petgraph's id of a node.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    pub fn node(&self, node: Node) -> N {
        self.nodes[node.index()]
    }

    /// petgraph's id of an edge.
    ///
    /// # Panics
    /// If the graph has no such edge.
    #[must_use]
    pub fn edge(&self, edge: EdgeId) -> E {
        self.edges[edge.index()]
    }

    #[track_caller]
    fn expect(&self, id: N) -> Node {
        self.number(id).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// What an algorithm found on a petgraph graph, with petgraph's ids. It can be used as the result itself;
/// maps of nodes are also indexed by petgraph's nodes.
#[derive(Clone, Debug)]
pub struct Found<N, E, R> {
    /// What the algorithm returned.
    pub result: R,
    /// What its nodes and edges are in petgraph.
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
        &self.result[self.ids.expect(id)]
    }
}

impl<N: Copy + Ord, E: Copy, T: Value> Found<N, E, Reached<T>> {
    /// The value of a node, if it is reached.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[track_caller]
    pub fn get(&self, id: N) -> Option<T> {
        self.result.get(self.ids.expect(id))
    }
}

impl<N: Copy + Ord, E: Copy> Found<N, E, Reached<Node>> {
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
    /// How much flows along each edge, by petgraph's ids, in the order of `edge_references()`.
    pub fn flows(&self) -> impl Iterator<Item = (E, u64)> {
        self.ids.edges.iter().copied().zip(self.result.edges.as_slice().iter().copied())
    }

    /// Whether a node is on the sink's side of the cut.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[track_caller]
    pub fn is_on_sink_side(&self, id: N) -> bool {
        self.result.is_on_sink_side[self.ids.expect(id)]
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
/// use boscage_operators::*;
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
///     matching(exec, friends.to_edge_list(exec)?.as_view())
/// })?;
/// assert!(pairs.edges().all(|edge| friends.edge_endpoints(edge).is_some()));
/// # Ok::<(), boscage::Error>(())
/// ```
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

/// [`of_petgraph`] on the threads of `exec`.
///
/// # Errors
/// As [`of_petgraph`], and [`Error::Cancelled`].
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
    let (list, nodes, edges) = from_petgraph(graph, weight)?.into_parts();
    let graph = G::EdgeType::build(exec, list.as_view())?;
    drop(list);
    let ids = PetgraphIds::new(nodes, edges)?;
    Ok(Found { result: algorithm(exec, &graph, &ids)?, ids })
}
