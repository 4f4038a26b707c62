//! Edge lists: each edge once, in input order.

use super::edge::is_nan;
use super::{Edge, EdgeData, EdgeId, Node};
use crate::exec::Exec;
use crate::parallel::tabulate;
use crate::{Error, Result, memory};

/// A graph as a list of its edges: 8 bytes per edge and the size of its data, so 12 with a 32-bit weight.
///
/// Parallel edges, self-loops, isolated nodes and no nodes at all are allowed. The list does not say whether
/// the edges have a direction; [`Graph`](super::Graph) has this in its type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EdgeList<E: EdgeData = ()> {
    nodes: usize,
    edges: Vec<Edge<E>>,
}

impl<E: EdgeData> EdgeList<E> {
    /// A graph with `nodes` nodes and the given edges; edge `i` of the vector gets id `i`.
    ///
    /// # Errors
    /// [`Error::TooMany`], [`Error::NodeOutOfRange`] and [`Error::NanWeight`].
    pub fn new(nodes: usize, edges: Vec<Edge<E>>) -> Result<Self> {
        EdgeListView::new(nodes, &edges)?;
        Ok(Self::of_checked(nodes, edges))
    }

    /// The same from edges whose ends are known to be below `nodes`, whose weights are known not to be NaN,
    /// and which are not too many.
    #[doc(hidden)]
    pub fn of_checked(nodes: usize, edges: Vec<Edge<E>>) -> Self {
        debug_assert!(EdgeListView::new(nodes, &edges).is_ok());
        Self { nodes, edges }
    }

    /// The same from `(u, v, weight)` triples, for small graphs written by hand.
    ///
    /// # Errors
    /// As [`EdgeList::new`], and [`Error::OutOfMemory`].
    pub fn from_triples(nodes: usize, triples: impl IntoIterator<Item = (u32, u32, E)>) -> Result<Self> {
        let mut list = Self::with_nodes(nodes)?;
        for (u, v, weight) in triples {
            list.push(u as usize, v as usize, weight)?;
        }
        Ok(list)
    }

    /// A graph with `nodes` nodes and no edges yet, to be filled by [`EdgeList::push`].
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
    pub fn push(&mut self, u: usize, v: usize, weight: E) -> Result<EdgeId> {
        let edge = self.edges.len();
        EdgeId::check_count(edge as u64 + 1)?;
        for node in [u, v] {
            if node >= self.nodes {
                return Err(Error::NodeOutOfRange { edge, node: node as u64, nodes: self.nodes });
            }
        }
        if is_nan(&weight) {
            return Err(Error::NanWeight { edge });
        }
        memory::grow("the edge list", &mut self.edges, 1)?;
        self.edges.push(Edge::new(Node::new(u), Node::new(v), weight));
        Ok(EdgeId::new(edge))
    }

    /// Number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Number of edges.
    #[must_use]
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether there are no edges.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// The graph, borrowed, as operators take it.
    #[must_use]
    pub fn as_view(&self) -> EdgeListView<'_, E> {
        EdgeListView { nodes: self.nodes, edges: &self.edges }
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> &[Edge<E>] {
        &self.edges
    }

    /// The edges, to be changed elsewhere; [`EdgeList::new`] takes them back.
    #[must_use]
    pub fn into_edges(self) -> Vec<Edge<E>> {
        self.edges
    }

    /// The same graph with other data on its edges: `f(id, edge)` is the new data of an edge.
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
        let mut edges = memory::reserve("the edge list", self.len())?;
        for (i, &edge) in self.edges.iter().enumerate() {
            let weight = f(EdgeId::new(i), edge);
            if is_nan(&weight) {
                return Err(Error::NanWeight { edge: i });
            }
            edges.push(Edge::new(edge.u, edge.v, weight));
        }
        Ok(EdgeList { nodes: self.nodes, edges })
    }

    /// The same on all threads, for data that are never NaN.
    pub(crate) fn convert<X: EdgeData>(&self, exec: &Exec, f: impl Fn(E) -> X + Sync) -> Result<EdgeList<X>> {
        let edge = |i: usize| Edge::new(self.edges[i].u, self.edges[i].v, f(self.edges[i].weight));
        Ok(EdgeList { nodes: self.nodes, edges: tabulate(exec, "the edge list", self.len(), edge)? })
    }
}

impl EdgeList<()> {
    /// A graph without edge data, from `(u, v)` pairs, for small graphs written by hand.
    ///
    /// # Errors
    /// [`Error::TooMany`], [`Error::NodeOutOfRange`] and [`Error::OutOfMemory`].
    pub fn from_pairs(nodes: usize, pairs: impl IntoIterator<Item = (u32, u32)>) -> Result<Self> {
        Self::from_triples(nodes, pairs.into_iter().map(|(u, v)| (u, v, ())))
    }
}

impl<'a, E: EdgeData> From<&'a EdgeList<E>> for EdgeListView<'a, E> {
    fn from(list: &'a EdgeList<E>) -> Self {
        list.as_view()
    }
}

/// A graph as its edges, borrowed from a [`Vec`] or anything else that holds a slice of them.
#[derive(Clone, Copy, Debug)]
pub struct EdgeListView<'a, E> {
    nodes: usize,
    edges: &'a [Edge<E>],
}

impl<'a, E: EdgeData> EdgeListView<'a, E> {
    /// Borrows a slice of edges as a graph, after one pass that checks it.
    ///
    /// # Errors
    /// [`Error::TooMany`], [`Error::NodeOutOfRange`] and [`Error::NanWeight`], naming the first offending
    /// edge.
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

    /// The same of edges that have been checked before.
    #[doc(hidden)]
    pub fn of_checked(nodes: usize, edges: &'a [Edge<E>]) -> Self {
        Self { nodes, edges }
    }

    /// Number of nodes.
    #[must_use]
    #[inline]
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Number of edges.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether there are no edges.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// The edges; edge `i` has id `i`.
    #[must_use]
    #[inline]
    pub fn edges(&self) -> &'a [Edge<E>] {
        self.edges
    }

    /// One edge.
    ///
    /// # Panics
    /// If the graph has no such edge.
    #[must_use]
    #[inline]
    pub fn edge(&self, id: EdgeId) -> Edge<E> {
        self.edges[id.index()]
    }
}

/// The first edge of which something is true that is hardly ever true.
fn first<E: EdgeData>(edges: &[Edge<E>], rare: impl Fn(&Edge<E>) -> bool) -> Option<usize> {
    /// Edges looked at together.
    const RUN: usize = 1 << 12;
    // All edges of a run are asked before any answer is: that is faster than to stop where one is found.
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
        assert_eq!(EdgeList::from_triples(2, [(0, 0, 1_i32), (0, 1, 1), (1, 0, 1)]).unwrap().len(), 3);
        assert!(EdgeList::<u32>::from_triples(0, []).unwrap().is_empty());
    }
}
