//! Edge lists: each edge once, in input order.

use super::edge::is_nan;
use super::{Edge, EdgeData, EdgeId, Node};
use crate::exec::Exec;
use crate::parallel::tabulate;
use crate::{Error, Result, memory};

/// A graph as a list of edges, each edge once, in input order.
///
/// Operators that look at each edge a few times, such as those for spanning forests, take an edge list.
/// Operators that follow a node's arcs take a [`Graph`](super::Graph). Parallel edges, self-loops, isolated
/// nodes and graphs without nodes are allowed. The list does not tell whether edges have a direction;
/// [`Graph`](super::Graph) has this in its type.
///
/// With the feature `serde` it is serialised as `{ nodes, edges }`. When it is deserialised, ends that are
/// out of range and weights that are NaN are errors.
///
/// # Determinism
/// Edges keep their order, so their ids are deterministic; functions that use several threads return the same
/// list with any number of them.
///
/// # Memory
/// 8 bytes per edge and the size of its data: 12 bytes with a 32-bit weight.
///
/// # Examples
/// ```
/// use boscage::graph::{EdgeId, EdgeList};
///
/// let mut list = EdgeList::from_triples(3, [(0, 1, 7_u32), (1, 2, 9)])?;
/// assert_eq!(list.push(2, 0, 4)?, EdgeId::new(2));
/// assert_eq!((list.node_count(), list.edge_count()), (3, 3));
/// assert!(list.push(2, 3, 1).is_err()); // there is no node 3
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::serialised::UncheckedList<E>"))]
pub struct EdgeList<E: EdgeData = ()> {
    nodes: usize,
    edges: Vec<Edge<E>>,
}

impl<E: EdgeData> EdgeList<E> {
    /// Creates a graph with `nodes` nodes and these edges; edge `i` of the vector gets id `i`.
    ///
    /// # Errors
    /// [`Error::TooMany`], [`Error::NodeOutOfRange`] and [`Error::NanWeight`].
    pub fn new(nodes: usize, edges: Vec<Edge<E>>) -> Result<Self> {
        EdgeListView::new(nodes, &edges)?;
        Ok(Self::from_checked(nodes, edges))
    }

    /// Creates a graph from edges that have been checked: their ends are below `nodes`, no weight is NaN, and
    /// they are not too many.
    #[doc(hidden)]
    #[must_use]
    pub fn from_checked(nodes: usize, edges: Vec<Edge<E>>) -> Self {
        debug_assert!(EdgeListView::new(nodes, &edges).is_ok());
        Self { nodes, edges }
    }

    /// Creates a graph from `(u, v, weight)` triples: for small graphs in source code.
    ///
    /// # Errors
    /// As [`EdgeList::new`], and [`Error::OutOfMemory`].
    pub fn from_triples(
        nodes: usize,
        triples: impl IntoIterator<Item = (impl Into<Node>, impl Into<Node>, E)>,
    ) -> Result<Self> {
        let mut list = Self::with_nodes(nodes)?;
        for (u, v, weight) in triples {
            list.push(u, v, weight)?;
        }
        Ok(list)
    }

    /// Creates a graph with `nodes` nodes and no edges, for [`EdgeList::push`].
    ///
    /// # Errors
    /// [`Error::TooMany`].
    pub fn with_nodes(nodes: usize) -> Result<Self> {
        Ok(Self { nodes: Node::check_count(nodes as u64)?, edges: Vec::new() })
    }

    /// Appends an edge and returns its id.
    ///
    /// # Errors
    /// [`Error::TooMany`], [`Error::NodeOutOfRange`], [`Error::NanWeight`] and [`Error::OutOfMemory`].
    pub fn push(&mut self, u: impl Into<Node>, v: impl Into<Node>, weight: E) -> Result<EdgeId> {
        let edge = self.edges.len();
        EdgeId::check_count(edge as u64 + 1)?;
        let new = Edge::new(u, v, weight);
        if let Some(node) = [new.u, new.v].into_iter().find(|node| node.index() >= self.nodes) {
            return Err(Error::NodeOutOfRange { edge, node: node.index() as u64, nodes: self.nodes });
        }
        if is_nan(&weight) {
            return Err(Error::NanWeight { edge });
        }
        memory::grow("the edge list", &mut self.edges, 1)?;
        self.edges.push(new);
        Ok(EdgeId::new(edge))
    }

    /// Number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes
    }

    /// Number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Borrows the graph in the form that operators take.
    #[must_use]
    pub fn as_view(&self) -> EdgeListView<'_, E> {
        EdgeListView { nodes: self.nodes, edges: &self.edges }
    }

    /// Returns the edges; edge `i` has id `i`.
    #[must_use]
    pub fn edges(&self) -> &[Edge<E>] {
        &self.edges
    }

    /// Returns the edges as a vector. [`EdgeList::new`] makes a graph of them again.
    #[must_use]
    pub fn into_edges(self) -> Vec<Edge<E>> {
        self.edges
    }

    /// Returns the same graph with other edge data: `f(id, edge)` is the new data of an edge.
    ///
    /// # Errors
    /// [`Error::NanWeight`] and [`Error::OutOfMemory`].
    ///
    /// ```
    /// use boscage::graph::EdgeList;
    ///
    /// let miles = EdgeList::from_triples(3, [(0, 1, 10.0_f64), (1, 2, 5.0)])?;
    /// let kilometres = miles.map(|_, edge| edge.weight * 1.609)?;
    /// let unweighted = miles.map(|_, _| ())?;
    /// assert_eq!(kilometres.edges()[0].weight, 16.09);
    /// assert_eq!(unweighted, EdgeList::from_pairs(3, [(0, 1), (1, 2)])?);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn map<X: EdgeData>(&self, mut f: impl FnMut(EdgeId, Edge<E>) -> X) -> Result<EdgeList<X>> {
        let mut edges = memory::reserve("the edge list", self.edge_count())?;
        for (i, &edge) in self.edges.iter().enumerate() {
            let weight = f(EdgeId::new(i), edge);
            if is_nan(&weight) {
                return Err(Error::NanWeight { edge: i });
            }
            edges.push(Edge::new(edge.u, edge.v, weight));
        }
        Ok(EdgeList { nodes: self.nodes, edges })
    }

    /// As [`EdgeList::map`], on all threads, for data that are never NaN.
    pub(crate) fn convert<X: EdgeData>(&self, exec: &Exec, f: impl Fn(E) -> X + Sync) -> Result<EdgeList<X>> {
        let edge = |i: usize| Edge::new(self.edges[i].u, self.edges[i].v, f(self.edges[i].weight));
        Ok(EdgeList { nodes: self.nodes, edges: tabulate(exec, "the edge list", self.edge_count(), edge)? })
    }
}

impl EdgeList<()> {
    /// Creates a graph without edge data from `(u, v)` pairs: for small graphs in source code.
    ///
    /// # Errors
    /// [`Error::TooMany`], [`Error::NodeOutOfRange`] and [`Error::OutOfMemory`].
    pub fn from_pairs(
        nodes: usize,
        pairs: impl IntoIterator<Item = (impl Into<Node>, impl Into<Node>)>,
    ) -> Result<Self> {
        Self::from_triples(nodes, pairs.into_iter().map(|(u, v)| (u, v, ())))
    }
}

impl<'a, E: EdgeData> From<&'a EdgeList<E>> for EdgeListView<'a, E> {
    fn from(list: &'a EdgeList<E>) -> Self {
        list.as_view()
    }
}

/// A borrowed edge list: the edges of an [`EdgeList`], or any slice of edges, also one in a mapped file.
///
/// A view copies nothing: it allocates no memory. Determinism is that of the function that takes it.
///
/// ```
/// use boscage::graph::{Edge, EdgeId, EdgeListView};
///
/// let edges = [Edge::new(0, 1, 7_u32), Edge::new(1, 2, 9)];
/// let view = EdgeListView::new(3, &edges)?;
/// assert_eq!((view.node_count(), view.edge(1).weight), (3, 9));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EdgeListView<'a, E> {
    nodes: usize,
    edges: &'a [Edge<E>],
}

impl<'a, E: EdgeData> EdgeListView<'a, E> {
    /// Borrows a slice of edges as a graph. Checks all edges in one pass.
    ///
    /// # Errors
    /// [`Error::TooMany`], [`Error::NodeOutOfRange`] and [`Error::NanWeight`], naming the first invalid edge.
    pub fn new(nodes: usize, edges: &'a [Edge<E>]) -> Result<Self> {
        let nodes = Node::check_count(nodes as u64)?;
        EdgeId::check_count(edges.len() as u64)?;
        let bad = |e: &Edge<E>| e.u.index().max(e.v.index()) >= nodes || is_nan(&e.weight);
        if let Some(edge) = first(edges, bad) {
            let Edge { u, v, .. } = edges[edge];
            return Err(match [u, v].into_iter().find(|node| node.index() >= nodes) {
                Some(node) => Error::NodeOutOfRange { edge, node: node.index() as u64, nodes },
                None => Error::NanWeight { edge },
            });
        }
        Ok(Self { nodes, edges })
    }

    /// Borrows edges that have been checked before.
    #[doc(hidden)]
    pub fn from_checked(nodes: usize, edges: &'a [Edge<E>]) -> Self {
        Self { nodes, edges }
    }

    /// Number of nodes.
    #[must_use]
    #[inline]
    pub fn node_count(&self) -> usize {
        self.nodes
    }

    /// Number of edges.
    #[must_use]
    #[inline]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Returns the edges; edge `i` has id `i`.
    #[must_use]
    #[inline]
    pub fn edges(&self) -> &'a [Edge<E>] {
        self.edges
    }

    /// Returns an edge.
    ///
    /// # Panics
    /// If the graph has no such edge.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn edge(&self, id: impl Into<EdgeId>) -> Edge<E> {
        let id = id.into();
        self.edges[id.index()]
    }
}

/// Returns the position of the first edge with a rare property.
fn first<E: EdgeData>(edges: &[Edge<E>], rare: impl Fn(&Edge<E>) -> bool) -> Option<usize> {
    /// Edges that are checked together.
    const RUN: usize = 1 << 12;
    // Checking all edges of a run without a branch is faster than stopping at the first one.
    let run = edges.chunks(RUN).position(|run| run.iter().fold(false, |any, edge| any | rare(edge)))?;
    edges[run * RUN..].iter().position(rare).map(|at| run * RUN + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |triples: &[(u32, u32, f64)]| {
            let edges = triples.iter().map(|&(u, v, w)| Edge::new(Node::from(u), Node::from(v), w)).collect();
            let at_once = EdgeList::new(3, edges).unwrap_err().to_string();
            let one_by_one = EdgeList::from_triples(3, triples.iter().copied()).unwrap_err().to_string();
            assert_eq!(at_once, one_by_one);
            at_once
        };
        assert_eq!(
            wrong(&[(0, 1, 1.0), (0, 3, 1.0)]),
            "edge 1: node 3 is out of range, the graph has 3 nodes"
        );
        assert_eq!(
            wrong(&[(0, 1, f64::NAN)]),
            "edge 0: the weight is NaN, which has no place in the order of weights"
        );
    }

    #[test]
    fn of_many_edges_the_first_that_is_wrong_is_named() {
        let mut edges = vec![Edge::new(Node::new(0), Node::new(1), 1.5); 300_000];
        EdgeListView::new(2, &edges).unwrap();
        for wrong in [299_999, 131_072, 131_071, 4097, 4095, 0] {
            edges[wrong].v = Node::new(2);
            let error = EdgeListView::new(2, &edges).unwrap_err().to_string();
            assert_eq!(error, format!("edge {wrong}: node 2 is out of range, the graph has 2 nodes"));
        }
    }

    #[test]
    fn loops_parallel_edges_and_empty_graphs_are_legal() {
        assert_eq!(EdgeList::from_triples(2, [(0, 0, 1_i32), (0, 1, 1), (1, 0, 1)]).unwrap().edge_count(), 3);
        assert_eq!(EdgeList::<u32>::with_nodes(0).unwrap().edge_count(), 0);
    }
}
