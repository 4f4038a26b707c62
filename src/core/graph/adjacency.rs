//! Adjacency of graphs.

use std::marker::PhantomData;
use std::sync::Arc;

use super::group::{InRows, group};
use super::origin::Origin;
use super::rows::{Arcs, Rows, no_such_node};
use super::{Builder, Directed, Direction, EdgeData, EdgeListView, Node, NodeIds};
use crate::exec::Exec;
use crate::parallel::prefetch;
use crate::{Error, Result};

/// The panic message of what needs the in-arcs of a graph that has none.
pub(crate) const NO_IN_ARCS: &str = "the graph has no in-arcs: make them with `with_in_arcs`";

/// A graph as adjacency: the arcs of each node are stored together.
///
/// `D` is [`Undirected`](super::Undirected) or [`Directed`], `E` is the data of edges. In an undirected
/// graph, an edge {u, v} is two arcs, u→v and v→u; a self-loop is one arc. In a directed graph, an edge is
/// one arc. The arcs of a node are in the order of their edge ids, or of their targets
/// ([`Builder::by_target`]).
///
/// [`Graph::from_edges`] builds the usual form, [`Graph::builder`] any other. To compute a spanning forest
/// once, an [`EdgeList`](super::EdgeList) suffices.
///
/// # Determinism
/// Graphs do not depend on the number of threads that build them.
///
/// # Memory
/// Clones share these arrays, and so does the [transposed](Self::transposed) graph.
///
/// | array | bytes | stored |
/// |---|---|---|
/// | offsets of the nodes' arcs | 8 per node | always |
/// | targets | 4 per arc | always |
/// | data | size of `E` per arc, 0 for `()` | always |
/// | edge ids of arcs | 4 per arc | with [`Builder::with_ids`] |
/// | arcs that lead to each node | as many bytes as the rows above | with [`Builder::with_in_arcs`] or [`Graph::with_in_arcs`] |
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{Directed, EdgeList, Graph, Node};
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (0, 2), (2, 0), (2, 3)])?;
/// let graph = Graph::<Directed>::from_edges(&exec, &list)?;
/// assert_eq!((graph.node_count(), graph.edge_count()), (4, 4));
/// assert_eq!(graph.neighbours(2), [0, 3].map(Node::new));
///
/// let graph = graph.with_in_arcs(&exec)?;
/// assert_eq!(graph.in_neighbours(0), [Node::new(2)]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Graph<D: Direction, E: EdgeData = ()> {
    pub(super) edges: usize,
    /// Shared with the clones of the graph and with its transposed graph.
    pub(super) out: Arc<Rows<E>>,
    /// The arcs that lead to each node; only in directed graphs.
    pub(super) incoming: Option<Arc<Rows<E>>>,
    pub(super) is_by_target: bool,
    pub(super) direction: PhantomData<D>,
}

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// Builds the adjacency of an edge list without edge ids. The arcs of a node are in the order of their
    /// edges. [`Graph::builder`] builds other forms.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn from_edges<'a>(exec: &Exec, list: impl Into<EdgeListView<'a, E>>) -> Result<Self> {
        Self::builder().build(exec, list)
    }

    /// Builds the adjacency of an undirected edge list: even a directed graph gets both arcs of each edge,
    /// and one arc per self-loop.
    ///
    /// # Errors
    /// [`crate::Error::TooMany`] if there are too many arcs, and [`crate::Error::OutOfMemory`].
    #[doc(hidden)]
    pub fn from_undirected<'a>(exec: &Exec, list: impl Into<EdgeListView<'a, E>>) -> Result<Self> {
        let list = list.into();
        let origin = Origin::EdgesBothWays(list.edges());
        let out = exec.install(|| group(exec, list.node_count(), origin, InRows::AsTheyCome, false))?;
        let arcs = super::EdgeId::check_count(out.targets.len() as u64)?;
        let edges = if D::IS_DIRECTED { arcs } else { list.edge_count() };
        Ok(Self { edges, out: out.into(), incoming: None, is_by_target: false, direction: PhantomData })
    }

    /// Returns a builder, which chooses what is stored and in which order.
    pub fn builder() -> Builder<D, E> {
        Builder::new()
    }

    /// Number of nodes.
    #[must_use]
    #[inline]
    pub fn node_count(&self) -> usize {
        self.out.node_count()
    }

    /// Returns the nodes in ascending order: an iterator, which loops take as their items.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &EdgeList::from_pairs(4, [(0, 1), (0, 2)])?)?;
    /// assert!(graph.nodes().map(|node| graph.degree(node)).eq([2, 1, 1, 0]));
    ///
    /// let isolated = exec.bag();
    /// exec.do_all("isolated", graph.nodes(), |node| {
    ///     if graph.degree(node) == 0 {
    ///         isolated.insert(node);
    ///     }
    /// })?;
    /// assert_eq!(isolated.into_vec()?, [Node::new(3)]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    pub fn nodes(&self) -> NodeIds {
        NodeIds::of(self.node_count())
    }

    /// Number of edges.
    #[must_use]
    #[inline]
    pub fn edge_count(&self) -> usize {
        self.edges
    }

    /// Returns `true` if edge ids are stored with the arcs.
    #[must_use]
    pub fn has_ids(&self) -> bool {
        self.out.ids.is_some()
    }

    /// Checks that the graph has edge ids, for operators that need them.
    ///
    /// # Errors
    /// [`Error::Argument`] if it has none.
    pub fn check_ids(&self) -> Result<()> {
        self.check(self.has_ids(), "ids of edges", "with_ids")
    }

    /// Checks that [`Graph::in_arcs`] may be called, for operators that follow arcs backwards.
    ///
    /// # Errors
    /// [`Error::Argument`] if the graph is directed and has no in-arcs.
    pub fn check_in_arcs(&self) -> Result<()> {
        self.check(self.has_in_arcs(), "in-arcs", "with_in_arcs")
    }

    pub(super) fn check(&self, is_stored: bool, what: &str, with: &str) -> Result<()> {
        match is_stored {
            true => Ok(()),
            false => {
                let expected = format!("one built with {what} (`{with}`)");
                Err(Error::argument("the graph", expected, "one without"))
            }
        }
    }

    /// Returns `true` if the arcs of each node are in the order of their targets.
    #[must_use]
    pub fn is_by_target(&self) -> bool {
        self.is_by_target
    }

    /// Returns `true` if [`Graph::in_arcs`] may be called: always in an undirected graph.
    #[must_use]
    pub fn has_in_arcs(&self) -> bool {
        !D::IS_DIRECTED || self.incoming.is_some()
    }

    /// Returns the position of each node's first arc in [`Graph::targets`], and the number of arcs as the
    /// last element.
    #[must_use]
    #[inline]
    pub fn offsets(&self) -> &[u64] {
        &self.out.offsets
    }

    /// Returns the targets of all arcs, node by node.
    #[must_use]
    #[inline]
    pub fn targets(&self) -> &[Node] {
        &self.out.targets
    }

    /// Returns the arcs that leave a node.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn arcs(&self, node: impl Into<Node>) -> Arcs<'_, E> {
        let node = node.into();
        self.out.at(self.out.places(node))
    }

    /// Prefetches the position of a node's arcs ([`prefetch`](crate::parallel::prefetch)). Does nothing if
    /// the graph has no such node.
    #[inline]
    pub fn prefetch_offset(&self, node: Node) {
        prefetch(&self.out.offsets, node.index());
    }

    /// Prefetches the arcs that leave a node. Reads their position, so call [`Graph::prefetch_offset`]
    /// earlier.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[inline]
    #[track_caller]
    pub fn prefetch_arcs(&self, node: Node) {
        self.out.prefetch(&self.out.places(node));
    }

    /// Returns the targets of the arcs that leave a node.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn neighbours(&self, node: impl Into<Node>) -> &[Node] {
        let node = node.into();
        &self.out.targets[self.out.places(node)]
    }

    /// Returns the number of arcs that leave a node. A self-loop counts once, also in an undirected graph.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn degree(&self, node: impl Into<Node>) -> usize {
        let node = node.into();
        self.out.places(node).len()
    }

    /// Returns `true` if an arc leads from one node to another. It takes O(log degree) if the arcs are
    /// ordered by target ([`Builder::by_target`]), and otherwise O(degree).
    ///
    /// # Panics
    /// If the graph has no such nodes.
    ///
    /// # Examples
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(1)?;
    /// let list = EdgeList::from_pairs(3, [(0, 2), (0, 1)])?;
    /// let graph = Graph::<Directed>::builder().by_target().build(&exec, &list)?;
    /// assert!(graph.has_edge(0, 1) && !graph.has_edge(1, 0));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn has_edge(&self, from: impl Into<Node>, to: impl Into<Node>) -> bool {
        let (targets, to) = (self.neighbours(from), to.into());
        if to.index() >= self.node_count() {
            no_such_node(to, self.node_count());
        }
        if self.is_by_target { targets.binary_search(&to).is_ok() } else { targets.contains(&to) }
    }

    /// Returns the largest [`degree`](Self::degree) of all nodes, which is stored; 0 if there are no nodes.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(1)?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &EdgeList::from_pairs(4, [(0, 1), (0, 2)])?)?;
    /// assert_eq!(graph.max_degree(), 2);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn max_degree(&self) -> usize {
        self.out.max_degree as usize
    }

    /// Returns the arcs that lead to a node; `targets` are then their sources. In an undirected graph, these
    /// are the arcs that leave the node.
    ///
    /// # Panics
    /// If the graph has no such node, or is directed and has no in-arcs.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn in_arcs(&self, node: impl Into<Node>) -> Arcs<'_, E> {
        let node = node.into();
        let rows = self.in_rows();
        rows.at(rows.places(node))
    }

    /// Returns the sources of the arcs that lead to a node.
    ///
    /// # Panics
    /// As [`Graph::in_arcs`].
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn in_neighbours(&self, node: impl Into<Node>) -> &[Node] {
        let node = node.into();
        let rows = self.in_rows();
        &rows.targets[rows.places(node)]
    }

    /// Returns the number of arcs that lead to a node.
    ///
    /// # Panics
    /// As [`Graph::in_arcs`].
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn in_degree(&self, node: impl Into<Node>) -> usize {
        let node = node.into();
        self.in_rows().places(node).len()
    }

    /// Returns the position of the first arc that leads to each node, and the number of arcs as the last
    /// element.
    ///
    /// # Panics
    /// If the graph is directed and has no in-arcs.
    #[must_use]
    #[track_caller]
    pub fn in_offsets(&self) -> &[u64] {
        &self.in_rows().offsets
    }

    /// Returns the sources of all arcs, ordered by the nodes to which they lead.
    ///
    /// # Panics
    /// As [`Graph::in_arcs`].
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn in_targets(&self) -> &[Node] {
        &self.in_rows().targets
    }

    /// Returns the arcs that leave each node.
    pub(crate) fn rows(&self) -> &Rows<E> {
        &self.out
    }

    /// Returns the arcs that lead to each node.
    ///
    /// # Panics
    /// If the graph is directed and has no in-arcs.
    #[inline]
    #[track_caller]
    pub(crate) fn in_rows(&self) -> &Rows<E> {
        match self.known_in_rows() {
            Some(rows) => rows,
            None => panic!("{NO_IN_ARCS}"),
        }
    }

    /// The same; `None` if the graph is directed and has no in-arcs.
    #[inline]
    pub(crate) fn known_in_rows(&self) -> Option<&Rows<E>> {
        match &self.incoming {
            None if !D::IS_DIRECTED => Some(&self.out),
            incoming => incoming.as_deref(),
        }
    }

    /// Builds the rows of the reversed arcs.
    pub(super) fn turned(&self, exec: &Exec) -> Result<Rows<E>> {
        // Reversed arcs are visited in the order of their targets, so rows come out sorted by target.
        let order = if self.has_ids() && !self.is_by_target { InRows::ById } else { InRows::AsTheyCome };
        group(exec, self.node_count(), Origin::Turned(self.out.all()), order, self.has_ids())
    }
}

impl<E: EdgeData> Graph<Directed, E> {
    /// Adds the arcs that lead to each node. Each has a copy of the data, and its edge id if the graph has
    /// ids. They are ordered by source if the graph is ordered by target or has no ids, otherwise by id.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`]. During the work it needs additional memory: as much as the in-arcs, and
    /// 4 bytes per arc.
    pub fn with_in_arcs(mut self, exec: &Exec) -> Result<Self> {
        if self.incoming.is_none() {
            self.incoming = Some(exec.install(|| self.turned(exec))?.into());
        }
        Ok(self)
    }
}
