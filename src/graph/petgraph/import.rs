//! petgraph's graphs as edge lists.
//!
//! Any graph that lists its nodes and edges can be imported: `Graph`, `StableGraph` with holes, `GraphMap`,
//! `MatrixGraph`, `Csr`, and petgraph's filters over them. The graph is taken as it is:
//!
//! - Edge ids are positions in [`edge_references()`](IntoEdgeReferences), so this order decides ties.
//! - Direction is kept ([`Imported::is_directed`]) and nothing is folded: u→v and v→u are two edges, also for
//!   a forest. (petgraph's *undirected* `Csr` lists every edge from both its ends. Then these are two edges,
//!   and the later one is never in a forest.)
//! - Nodes are numbered in the order of [`node_identifiers()`](IntoNodeIdentifiers), without gaps: a hole
//!   left by a removed node in a `StableGraph` is not a node, so it is not a tree of a forest.
//!
//! The caller's ids are kept beside the list, so results about nodes and edges can be translated back to the
//! original graph. Time O(n + m), memory for the list and the ids.

use ::petgraph::visit::{
    EdgeRef, GraphBase, GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable,
};

use super::super::{Direction, EdgeData, EdgeId, EdgeList, Graph, Node, NodeMap};
use crate::exec::Exec;
use crate::{Error, Result, memory};

/// A graph made from one of petgraph's, with the ids that petgraph uses for its nodes and edges. `W` is what
/// edges carry.
#[derive(Clone, Debug)]
pub struct Imported<N, E, W: EdgeData> {
    list: EdgeList<W>,
    is_directed: bool,
    nodes: Vec<N>,
    edges: Vec<E>,
}

/// What [`from_petgraph`] makes of a graph of type `G`.
pub type ImportedFrom<G, W> = Imported<<G as GraphBase>::NodeId, <G as GraphBase>::EdgeId, W>;

impl<N: Copy, E: Copy, W: EdgeData> Imported<N, E, W> {
    /// The edges.
    #[must_use]
    pub fn list(&self) -> &EdgeList<W> {
        &self.list
    }

    /// The graph as adjacency. One that is not directed has both arcs of every edge in a directed graph, and
    /// one of a self-loop.
    ///
    /// # Errors
    /// [`Error::Argument`] if a directed graph is wanted as an undirected one; [`Error::TooMany`] arcs;
    /// [`Error::OutOfMemory`].
    ///
    /// ```
    /// use boscage::graph::from_petgraph;
    /// use boscage::prelude::*;
    /// use petgraph::graph::DiGraph;
    ///
    /// let exec = Exec::new(2)?;
    /// let web = from_petgraph(&DiGraph::<(), ()>::from_edges([(0, 1), (2, 1)]), |_| ())?;
    /// let graph: Graph<Directed> = web.graph(&exec)?;
    /// assert_eq!(graph.neighbours(Node::new(2)), [Node::new(1)]);
    /// assert!(web.graph::<Undirected>(&exec).is_err());
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn graph<D: Direction>(&self, exec: &Exec) -> Result<Graph<D, W>> {
        match (self.is_directed, D::IS_DIRECTED) {
            (false, true) => Graph::from_undirected(exec, &self.list),
            (true, false) => {
                let expected = "an undirected one, or `symmetrised` of a directed graph";
                Err(Error::argument("petgraph's graph", expected, "a directed one"))
            }
            _ => Graph::from_edges(exec, &self.list),
        }
    }

    /// Whether petgraph's graph is directed: an edge then leads from its end `u` to its end `v`.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// What nodes carry, or whatever else `f` says of petgraph's id of each.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn map_nodes<T>(&self, mut f: impl FnMut(N) -> T) -> Result<NodeMap<T>> {
        Ok(memory::from_fn("the data of nodes", self.nodes.len(), |i| f(self.nodes[i]))?.into())
    }

    /// petgraph's id of each node.
    #[must_use]
    pub fn nodes(&self) -> &[N] {
        &self.nodes
    }

    /// petgraph's id of each edge.
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

    /// The graph, the ids of its nodes, the ids of its edges.
    #[must_use]
    pub fn into_parts(self) -> (EdgeList<W>, Vec<N>, Vec<E>) {
        (self.list, self.nodes, self.edges)
    }
}

/// Imports a graph; `weight` says what an edge weighs, or carries.
///
/// # Errors
/// [`Error::NanWeight`], naming the edge by its position in `edge_references()`; [`Error::TooMany`],
/// [`Error::OutOfMemory`]; [`Error::Inconsistent`] if an edge ends at a node that `node_identifiers()` does
/// not list.
///
/// ```
/// use boscage::graph::from_petgraph;
/// use petgraph::stable_graph::StableUnGraph;
///
/// let mut roads = StableUnGraph::<&str, f64>::default();
/// let [ulm, gone, graz] = ["Ulm", "Atlantis", "Graz"].map(|city| roads.add_node(city));
/// let road = roads.add_edge(graz, ulm, 4.5);
/// roads.remove_node(gone);
///
/// let graph = from_petgraph(&roads, |edge| *edge.weight())?;
/// assert_eq!(graph.list().nodes(), 2);
/// assert_eq!((graph.nodes(), graph.edges()), (&[ulm, graz][..], &[road][..]));
/// assert_eq!(graph.map_nodes(|city| roads[city])?.as_slice(), ["Ulm", "Graz"]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn from_petgraph<G, W>(graph: G, mut weight: impl FnMut(G::EdgeRef) -> W) -> Result<ImportedFrom<G, W>>
where
    G: IntoEdgeReferences + NodeIndexable + IntoNodeIdentifiers + GraphProp,
    W: EdgeData,
{
    /// The place of a hole in the table of numbers.
    const HOLE: u32 = u32::MAX;

    let mut numbers = memory::filled("node numbers", graph.node_bound(), HOLE)?;
    let mut nodes = Vec::new();
    for id in graph.node_identifiers() {
        Node::check_count(nodes.len() as u64 + 1)?;
        match numbers.get_mut(graph.to_index(id)) {
            Some(number) => *number = nodes.len() as u32,
            None => return Err(unlisted("a node", graph.to_index(id), graph.node_bound())),
        }
        memory::grow("the nodes of the imported graph", &mut nodes, 1)?;
        nodes.push(id);
    }
    let number = |id| match numbers.get(graph.to_index(id)) {
        Some(&number) if number != HOLE => Ok(number as usize),
        _ => Err(unlisted("the end of an edge", graph.to_index(id), graph.node_bound())),
    };

    let mut list = EdgeList::with_nodes(nodes.len())?;
    let mut edges = Vec::new();
    for edge in graph.edge_references() {
        list.push(number(edge.source())?, number(edge.target())?, weight(edge))?;
        memory::grow("the edges of the imported graph", &mut edges, 1)?;
        edges.push(edge.id());
    }
    Ok(Imported { list, is_directed: graph.is_directed(), nodes, edges })
}

/// Only a graph type whose implementation contradicts itself gets here.
fn unlisted(what: &'static str, index: usize, bound: usize) -> Error {
    let expected = format!("{what} among the listed nodes, of index below {bound}");
    Error::Inconsistent { expected, found: format!("one of index {index}") }
}
