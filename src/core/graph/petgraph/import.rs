//! petgraph's graphs as edge lists.
//!
//! Any graph that lists its nodes and edges can be imported: `Graph`, `StableGraph` with holes, `GraphMap`,
//! `MatrixGraph`, `Csr`, `adj::List`, and petgraph's adaptors of them. The graph is taken as it is:
//!
//! - Edge ids are in the order of [`edge_references()`](IntoEdgeReferences), so this order decides ties.
//! - Direction is kept ([`Imported::is_directed`]) and nothing is folded: u→v and v→u are two edges, also for
//!   a forest, and so are parallel edges of an undirected graph.
//! - Each edge is imported once. petgraph's *undirected* `Csr`, which has no parallel edges, lists each edge
//!   from both its ends, also within adaptors. The first of the two is the edge; the other has an id in
//!   petgraph, but none here. An undirected graph of a type that is not petgraph's must list each edge once.
//! - Nodes are numbered in the order of [`node_identifiers()`](IntoNodeIdentifiers), without gaps: a hole
//!   left by a removed node in a `StableGraph` is not a node, so it is not a tree of a forest.
//!
//! The caller's ids are kept beside the list, so results about nodes and edges can be translated back to the
//! original graph. Time O(n + m), memory for the list and the ids, and for a set of edges if they are listed
//! twice.
// Each public item repeats the feature of this module: if rustdoc shows an item in another crate, it forgets
// that of a private module, or of a `use`.

use std::any::type_name;
use std::collections::HashSet;

use ::petgraph::csr;
use ::petgraph::visit::{
    EdgeRef, GraphBase, GraphProp, IntoEdgeReferences, IntoNodeIdentifiers, NodeIndexable,
};

use super::super::{Direction, EdgeData, EdgeList, Graph, Node, NodeMap};
use super::ids::PetgraphIds;
use crate::exec::Exec;
use crate::{Error, Result, memory};

/// A graph made from one of petgraph's, with the ids that petgraph uses for its nodes and edges. `W` is what
/// edges carry.
#[derive(Clone, Debug)]
pub struct Imported<N, E, W: EdgeData> {
    list: EdgeList<W>,
    is_directed: bool,
    ids: PetgraphIds<N, E>,
}

/// The result of [`from_petgraph`] for a graph of type `G`.
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
    /// assert_eq!(graph.neighbours(2), [Node::new(1)]);
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

    /// Returns `true` if petgraph's graph is directed: its edges lead from `u` to `v`.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// Returns the values of `f` for petgraph's id of each node: its data, or anything else.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn map_nodes<T>(&self, mut f: impl FnMut(N) -> T) -> Result<NodeMap<T>> {
        let nodes = self.ids.nodes();
        Ok(memory::from_fn("the data of nodes", nodes.len(), |i| f(nodes[i]))?.into())
    }

    /// petgraph's ids of the nodes and edges.
    #[must_use]
    pub fn ids(&self) -> &PetgraphIds<N, E> {
        &self.ids
    }

    /// The graph, and petgraph's ids.
    #[must_use]
    pub fn into_parts(self) -> (EdgeList<W>, PetgraphIds<N, E>) {
        (self.list, self.ids)
    }
}

/// Imports a graph; `weight` says what an edge weighs, or carries, and is called once for each edge.
///
/// Edges are numbered in the order of `edge_references()`. An undirected [`Csr`](csr::Csr) lists each edge
/// twice there, from both ends, and so do petgraph's adaptors of one: the first of the two is the edge.
///
/// # Errors
/// [`Error::NanWeight`], naming the edge by its number; [`Error::TooMany`], [`Error::OutOfMemory`];
/// [`Error::Inconsistent`] if an edge ends at a node that `node_identifiers()` does not list.
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
/// assert_eq!(graph.list().node_count(), 2);
/// assert_eq!((graph.ids().nodes(), graph.ids().edges()), (&[ulm, graz][..], &[road][..]));
/// assert_eq!(graph.map_nodes(|city| roads[city])?.as_slice(), ["Ulm", "Graz"]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[cfg(feature = "petgraph")]
pub fn from_petgraph<G, W>(graph: G, mut weight: impl FnMut(G::EdgeRef) -> W) -> Result<ImportedFrom<G, W>>
where
    G: IntoEdgeReferences + NodeIndexable + IntoNodeIdentifiers + GraphProp,
    W: EdgeData,
{
    let (nodes, numbers) = numbered(graph)?;
    let count = nodes.len();
    let number = |id| {
        let index = graph.to_index(id);
        let number = match &numbers {
            None => index,
            Some(numbers) => numbers.get(index).map_or(count, |&number| number as usize),
        };
        if number < count {
            Ok(number)
        } else {
            Err(unlisted("the end of an edge", index, graph.node_bound()))
        }
    };

    let mut list = EdgeList::with_nodes(nodes.len())?;
    let mut edges = Vec::new();
    let mut pairs = (!graph.is_directed() && are_listed_twice::<G::EdgeRef>()).then(Pairs::default);
    for edge in graph.edge_references() {
        let (u, v) = (number(edge.source())?, number(edge.target())?);
        if let Some(pairs) = &mut pairs
            && !pairs.insert(u, v)?
        {
            continue; // from its other end
        }
        list.push(Node::at(u), Node::at(v), weight(edge))?;
        memory::grow("the edges of the imported graph", &mut edges, 1)?;
        edges.push(edge.id());
    }
    Ok(Imported { list, is_directed: graph.is_directed(), ids: PetgraphIds::new(nodes, edges) })
}

/// The place of a hole in the table of numbers.
const HOLE: u32 = u32::MAX;

/// The nodes of a graph, and their numbers in this order, by petgraph's indices; none if these are the same.
#[expect(clippy::type_complexity, reason = "one caller takes it apart")]
fn numbered<G: NodeIndexable + IntoNodeIdentifiers>(graph: G) -> Result<(Vec<G::NodeId>, Option<Vec<u32>>)> {
    let bound = graph.node_bound();
    let mut nodes = Vec::new();
    let mut is_same = true;
    for id in graph.node_identifiers() {
        let index = graph.to_index(id);
        if index >= bound {
            return Err(unlisted("a node", index, bound));
        }
        Node::check_count(nodes.len() as u64 + 1)?;
        is_same &= index == nodes.len();
        memory::grow("the nodes of the imported graph", &mut nodes, 1)?;
        nodes.push(id);
    }
    if is_same {
        return Ok((nodes, None));
    }
    let mut numbers = memory::filled("node numbers", bound, HOLE)?;
    for (number, &id) in nodes.iter().enumerate() {
        numbers[graph.to_index(id)] = number as u32;
    }
    Ok((nodes, Some(numbers)))
}

/// Returns `true` if these are the edges of an undirected `Csr`, or of an adaptor of one.
///
/// petgraph has no trait that says how often edges are listed. So this goes by the type: the name of one that
/// an adaptor makes of the edges of a `Csr` contains the name of theirs.
fn are_listed_twice<R: EdgeRef>() -> bool {
    fn name<'a, W: 'a, N: 'a>() -> &'static str {
        type_name::<csr::EdgeReference<'a, W, ::petgraph::Undirected, N>>()
    }
    type_name::<R>().contains(name::<R::Weight, R::NodeId>())
}

/// Pairs of nodes, in either order.
#[derive(Default)]
struct Pairs(HashSet<[u32; 2]>);

impl Pairs {
    /// Adds a pair. Returns whether the pair was not there before.
    fn insert(&mut self, u: usize, v: usize) -> Result<bool> {
        if self.0.len() == self.0.capacity() {
            let (what, more) = ("the edges that have been listed", self.0.len().max(1 << 6));
            let bytes = size_of::<[u64; 2]>() * (self.0.len() + more); // about
            memory::check::<u8>(what, bytes)?;
            self.0.try_reserve(more).map_err(|_| Error::out_of_memory(what, bytes as u64))?;
        }
        Ok(self.0.insert([u.min(v), u.max(v)].map(|node| node as u32)))
    }
}

/// Only a graph type whose implementation contradicts itself gets here.
fn unlisted(what: &'static str, index: usize, bound: usize) -> Error {
    let expected = format!("{what} among the listed nodes, of index below {bound}");
    Error::Inconsistent { expected, found: format!("one of index {index}") }
}
