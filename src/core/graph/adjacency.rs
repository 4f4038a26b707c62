//! Graphs as adjacency: the arcs of each node are stored together.
//!
//! One struct with two marker types: `Graph<Undirected, E>` and `Graph<Directed, E>`.
//! In an undirected graph an edge {u, v} is two arcs, u→v and v→u, which share its id; a self-loop is one
//! arc. In a directed graph an edge is one arc.
//!
//! Only what is asked for is stored:
//!
//! | what | bytes | stored |
//! |---|---|---|
//! | where the arcs of each node begin | 8 per node | always |
//! | targets | 4 per arc | always |
//! | data of arcs | the size of `E` per arc, 0 for `()` | always |
//! | the edge of each arc | 4 per arc | [`Builder::with_ids`] |
//! | the arcs that lead to each node | as much again | [`Builder::with_in_arcs`], [`Graph::with_in_arcs`] |
//!
//! The arcs of a node are in the order of their edge ids, or of their targets ([`Builder::by_target`]). In
//! both cases the result is unique, however many threads build it.

use std::marker::PhantomData;

use super::group::{InRows, group};
use super::origin::Origin;
use super::rows::{Arcs, Rows};
use super::{Builder, Directed, Direction, EdgeData, EdgeListView, Node, NodeIds};
use crate::exec::Exec;
use crate::parallel::prefetch;
use crate::{Error, Result};

/// A graph as adjacency: `D` is [`Undirected`](super::Undirected) or [`Directed`], `E` is the data of edges.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{Directed, EdgeList, Graph, Node};
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (0, 2), (2, 0), (2, 3)])?;
/// let graph = Graph::<Directed>::from_edges(&exec, &list)?;
/// assert_eq!((graph.nodes(), graph.len()), (4, 4));
/// assert_eq!(graph.neighbours(Node::new(2)), [0, 3].map(Node::new));
///
/// let graph = graph.with_in_arcs(&exec)?;
/// assert_eq!(graph.in_neighbours(Node::new(0)), [Node::new(2)]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Graph<D: Direction, E: EdgeData = ()> {
    pub(super) edges: usize,
    pub(super) out: Rows<E>,
    /// The arcs that lead to each node; of directed graphs only.
    pub(super) incoming: Option<Rows<E>>,
    pub(super) is_by_target: bool,
    pub(super) direction: PhantomData<D>,
}

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// The adjacency of an edge list, without ids; the arcs of a node in the order of their edges.
    /// [`Graph::builder`] makes other forms.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn from_edges<'a>(exec: &Exec, list: impl Into<EdgeListView<'a, E>>) -> Result<Self> {
        Self::builder().build(exec, list)
    }

    /// The adjacency of an undirected edge list: even a directed graph gets both arcs of every edge, and one
    /// arc of a self-loop.
    ///
    /// # Errors
    /// [`crate::Error::TooMany`] arcs, and [`crate::Error::OutOfMemory`].
    #[doc(hidden)]
    pub fn from_undirected<'a>(exec: &Exec, list: impl Into<EdgeListView<'a, E>>) -> Result<Self> {
        let list = list.into();
        let origin = Origin::EdgesBothWays(list.edges());
        let out = exec.install(|| group(exec, list.nodes(), origin, InRows::AsTheyCome, false))?;
        let arcs = super::EdgeId::check_count(out.targets.len() as u64)?;
        let edges = if D::IS_DIRECTED { arcs } else { list.len() };
        Ok(Self { edges, out, incoming: None, is_by_target: false, direction: PhantomData })
    }

    /// Chooses what is stored, and in which order.
    pub fn builder() -> Builder<D, E> {
        Builder::new()
    }

    /// Number of nodes.
    #[must_use]
    #[inline]
    pub fn nodes(&self) -> usize {
        self.out.nodes()
    }

    /// The nodes, for loops over them.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &EdgeList::from_pairs(4, [(0, 1), (0, 2)])?)?;
    /// assert!(graph.node_ids().map(|node| graph.degree(node)).eq([2, 1, 1, 0]));
    ///
    /// let isolated = exec.bag();
    /// exec.do_all("isolated", graph.node_ids(), |node| {
    ///     if graph.degree(node) == 0 {
    ///         isolated.insert(node);
    ///     }
    /// })?;
    /// assert_eq!(isolated.into_vec()?, [Node::new(3)]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    pub fn node_ids(&self) -> NodeIds {
        NodeIds::of(self.nodes())
    }

    /// Number of edges.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.edges
    }

    /// Whether there are no edges.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.edges == 0
    }

    /// Whether arcs know their edge ids.
    #[must_use]
    pub fn has_ids(&self) -> bool {
        self.out.ids.is_some()
    }

    /// For what names edges by their ids.
    ///
    /// # Errors
    /// [`Error::Argument`] if arcs do not know their edge ids.
    pub fn check_ids(&self) -> Result<()> {
        self.check(self.has_ids(), "ids of edges", "with_ids")
    }

    /// For what goes against the arcs of a directed graph.
    ///
    /// # Errors
    /// [`Error::Argument`] if [`Graph::in_arcs`] cannot be called.
    pub fn check_in_arcs(&self) -> Result<()> {
        self.check(self.has_in_arcs(), "in-arcs", "with_in_arcs")
    }

    pub(super) fn check(&self, is_there: bool, what: &str, with: &str) -> Result<()> {
        match is_there {
            true => Ok(()),
            false => {
                let expected = format!("one built with {what} (`{with}`)");
                Err(Error::argument("the graph", expected, "one without"))
            }
        }
    }

    /// Whether the arcs of a node stand in the order of their targets.
    #[must_use]
    pub fn is_by_target(&self) -> bool {
        self.is_by_target
    }

    /// Whether [`Graph::in_arcs`] and its relatives can be called: always in an undirected graph.
    #[must_use]
    pub fn has_in_arcs(&self) -> bool {
        !D::IS_DIRECTED || self.incoming.is_some()
    }

    /// Where each node's arcs begin in [`Graph::targets`]; one element more than there are nodes.
    #[must_use]
    #[inline]
    pub fn offsets(&self) -> &[u64] {
        &self.out.offsets
    }

    /// The targets of all arcs, node by node.
    #[must_use]
    #[inline]
    pub fn targets(&self) -> &[Node] {
        &self.out.targets
    }

    /// The arcs that leave a node.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn arcs(&self, node: Node) -> Arcs<'_, E> {
        self.out.at(self.out.places(node))
    }

    /// Asks for the place where the arcs of a node stand ([`prefetch`](crate::parallel::prefetch)), which is
    /// needed first. Does nothing if the graph has no such node.
    #[inline]
    pub fn prefetch_offset(&self, node: Node) {
        prefetch(&self.out.offsets, node.index());
    }

    /// Asks for the arcs that leave a node. Waits for the place where they stand.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[inline]
    #[track_caller]
    pub fn prefetch_arcs(&self, node: Node) {
        self.out.prefetch(&self.out.places(node));
    }

    /// The targets of the arcs that leave a node.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn neighbours(&self, node: Node) -> &[Node] {
        &self.out.targets[self.out.places(node)]
    }

    /// Number of arcs that leave a node. A self-loop counts once, also in an undirected graph.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn degree(&self, node: Node) -> usize {
        self.out.places(node).len()
    }

    /// The largest [`degree`](Self::degree) of a node; 0 if there are no nodes. It takes no search.
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

    /// The arcs that lead to a node: here `targets` are their sources. In an undirected graph, the arcs that
    /// leave it.
    ///
    /// # Panics
    /// If the graph has no such node, or is directed and has no in-arcs.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn in_arcs(&self, node: Node) -> Arcs<'_, E> {
        let rows = self.in_rows();
        rows.at(rows.places(node))
    }

    /// The sources of the arcs that lead to a node.
    ///
    /// # Panics
    /// As [`Graph::in_arcs`].
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn in_neighbours(&self, node: Node) -> &[Node] {
        let rows = self.in_rows();
        &rows.targets[rows.places(node)]
    }

    /// Number of arcs that lead to a node.
    ///
    /// # Panics
    /// As [`Graph::in_arcs`].
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn in_degree(&self, node: Node) -> usize {
        self.in_rows().places(node).len()
    }

    /// Where the arcs that lead to each node begin; one element more than there are nodes.
    ///
    /// # Panics
    /// If the graph is directed and has no in-arcs.
    #[must_use]
    #[track_caller]
    pub fn in_offsets(&self) -> &[u64] {
        &self.in_rows().offsets
    }

    /// The nodes that all arcs come from, in the order of the nodes that they lead to.
    ///
    /// # Panics
    /// As [`Graph::in_arcs`].
    #[inline]
    #[track_caller]
    pub fn in_targets(&self) -> &[Node] {
        &self.in_rows().targets
    }

    /// The arcs that leave each node.
    pub(crate) fn rows(&self) -> &Rows<E> {
        &self.out
    }

    /// The arcs that lead to each node.
    ///
    /// # Panics
    /// If the graph is directed and has no in-arcs.
    #[inline]
    #[track_caller]
    pub(crate) fn in_rows(&self) -> &Rows<E> {
        match &self.incoming {
            Some(rows) => rows,
            None if D::IS_DIRECTED => panic!("the graph has no in-arcs: make them with `with_in_arcs`"),
            None => &self.out,
        }
    }

    /// The rows of the arcs turned round.
    pub(super) fn turned(&self, exec: &Exec) -> Result<Rows<E>> {
        // They come by their sources, and so they are sorted by them.
        let order = if self.has_ids() && !self.is_by_target { InRows::ById } else { InRows::AsTheyCome };
        group(exec, self.nodes(), Origin::Turned(self.out.all()), order, self.has_ids())
    }
}

impl<E: EdgeData> Graph<Directed, E> {
    /// The same graph with the arcs that lead to each node. Each has a copy of the data, and its id if the
    /// graph has ids. Their order follows that of the graph: by source if the graph is ordered by target;
    /// otherwise by id, or by source if there are no ids.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`]. During the work it takes additional memory: as much as the in-arcs, and
    /// 4 bytes per arc.
    pub fn with_in_arcs(mut self, exec: &Exec) -> Result<Self> {
        if self.incoming.is_none() {
            self.incoming = Some(exec.install(|| self.turned(exec))?);
        }
        Ok(self)
    }
}
