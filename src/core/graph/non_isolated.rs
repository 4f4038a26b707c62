//! A graph without its isolated nodes.
//!
//! Isolated nodes change neither the edges of a spanning forest nor its weight, but they may be many: a file
//! of 20 bytes can declare four billion. So operators with arrays of all nodes run on the other nodes only,
//! and count the isolated ones afterwards.
//!
//! At most two nodes per edge have edges. They are found by sorting the ends of all edges, and are numbered
//! in order, without gaps. Edges keep their ids and data.
#![allow(unsafe_code)]

use super::words::{self, Word, with_word};
use super::{Edge, EdgeData, EdgeList, EdgeListView, Node};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::{pack_map, radix_sort, tabulate};

/// A graph without isolated nodes, made from a graph in which few nodes have edges.
///
/// The result is deterministic. Its memory: one edge list, and 4 bytes per node with edges.
#[derive(Clone, Debug)]
pub struct NonIsolated<E: EdgeData> {
    list: EdgeList<E>,
    /// The old number of each node; ascending.
    nodes: Vec<Node>,
    isolated: usize,
}

/// Nodes per edge above which the copy is worthwhile. While it is made, it takes at most 24 bytes per edge
/// with 32-bit weights, less than the arrays of any operator.
const NODES_AN_EDGE: usize = 8;

impl<E: EdgeData> NonIsolated<E> {
    /// Returns `true` if a graph of this size has enough isolated nodes that a copy without them saves
    /// memory.
    #[must_use]
    pub fn is_worthwhile(nodes: usize, edges: usize) -> bool {
        nodes > edges.saturating_mul(NODES_AN_EDGE)
    }

    /// Copies a graph without its isolated nodes. Returns `None` if there are at most eight nodes per edge:
    /// the copy would not save memory.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::graph::{EdgeList, Node, NonIsolated};
    ///
    /// let exec = boscage::exec::Exec::new(1)?;
    /// let list = EdgeList::from_triples(4_000_000_000, [(7, 3_000_000_000, 5_u32), (7, 7, 1)])?;
    /// let non_isolated = NonIsolated::from_edges(&exec, &list)?.expect("few nodes have edges");
    /// assert_eq!((non_isolated.list().node_count(), non_isolated.isolated_count()), (2, 3_999_999_998));
    /// assert_eq!(non_isolated.nodes(), [7, 3_000_000_000].map(Node::new));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn from_edges<'a>(exec: &Exec, graph: impl Into<EdgeListView<'a, E>>) -> Result<Option<Self>> {
        let graph = graph.into();
        let edges = graph.edges();
        if !Self::is_worthwhile(graph.node_count(), edges.len()) {
            return Ok(None);
        }
        let (renumbered, nodes) = with_word!(E, T => {
            let (edges, nodes) = T::renumber(exec, words::edges(edges))?;
            // SAFETY: the data are copies of those of the edges given, which are of type `E`.
            (unsafe { words::edges_back(edges) }, nodes)
        }, else renumber(exec, edges)?);
        let isolated = graph.node_count() - nodes.len();
        Ok(Some(Self { list: EdgeList::from_checked(nodes.len(), renumbered), nodes, isolated }))
    }

    /// Returns the graph of the nodes with edges.
    #[must_use]
    pub fn list(&self) -> EdgeListView<'_, E> {
        self.list.as_view()
    }

    /// Returns the old number of each node, ascending.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the number of nodes without edges.
    #[must_use]
    pub fn isolated_count(&self) -> usize {
        self.isolated
    }

    /// Expands components of this graph to components of the whole graph, in the order of its nodes. Both are
    /// numbered by their lowest nodes, as in [`Components`](super::Components); isolated nodes are components
    /// of their own.
    ///
    /// # Panics
    /// If there are fewer labels than nodes with edges, or they are not numbered in this way.
    pub fn spread<'a>(&'a self, labels: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        let all = self.nodes.len() + self.isolated;
        // The number in the whole graph of each component met so far.
        let (mut numbers, mut next, mut count) = (Vec::new(), 0, 0);
        (0..all).map(move |node| {
            let has_edges = self.nodes.get(next).is_some_and(|non_isolated| non_isolated.index() == node);
            let known = has_edges.then(|| labels[next] as usize);
            next += usize::from(has_edges);
            match known.and_then(|label| numbers.get(label)) {
                Some(&number) => number,
                None => {
                    let number = count;
                    count += 1;
                    numbers.extend(known.map(|_| number));
                    number
                }
            }
        })
    }
}

/// Renumbers edges to the nodes that occur, and returns the old numbers of these.
pub(super) fn renumber<E: EdgeData>(exec: &Exec, edges: &[Edge<E>]) -> Result<(Vec<Edge<E>>, Vec<Node>)> {
    let ends = tabulate(exec, "the ends of the edges", 2 * edges.len(), |i| {
        let Edge { u, v, .. } = edges[i / 2];
        if i % 2 == 0 { u } else { v }
    })?;
    let nodes = distinct(exec, ends)?;
    let number = |node| Node::new(nodes.partition_point(|&other| other < node));
    let renumbered = tabulate(exec, "the edge list", edges.len(), |i| {
        let Edge { u, v, weight } = edges[i];
        Edge::new(number(u), number(v), weight)
    })?;
    Ok((renumbered, nodes))
}

/// Returns the distinct nodes in ascending order. Not generic: compiled once.
fn distinct(exec: &Exec, mut nodes: Vec<Node>) -> Result<Vec<Node>> {
    radix_sort(exec, &mut nodes, |&node| u32::from(node))?;
    pack_map(exec, nodes.len(), |i| i == 0 || nodes[i - 1] != nodes[i], |i| nodes[i])
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::graph::Components;
    use crate::random::Random;
    use crate::sync::SequentialSets;

    /// Returns some edges between nodes of a range, including self-loops and parallel edges.
    fn sparse(nodes: usize, edges: usize, seed: u64) -> EdgeList<u32> {
        let mut draws = Random::new(seed, 0).item(0);
        let mut below = |limit: usize| draws.below(limit as u64) as u32;
        let mut few = Vec::new();
        (0..edges).for_each(|_| few.push(below(nodes)));
        let edges =
            (0..edges as u32).map(|weight| (few[below(edges) as usize], few[below(edges) as usize], weight));
        EdgeList::from_triples(nodes, edges.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn edges_keep_their_places_and_their_ends_their_order() {
        for (nodes, edges) in
            [(1, 0), (8, 0), (9, 1), (15, 1), (1000, 60), (LARGE, 5000), (4_000_000_000, 77)]
        {
            let list = sparse(nodes, edges, edges as u64);
            let non_isolated =
                NonIsolated::from_edges(&Exec::current(), &list).unwrap().expect("few nodes have edges");
            assert!(non_isolated.nodes().is_sorted_by(|a, b| a < b));
            assert_eq!(non_isolated.nodes().len() + non_isolated.isolated_count(), nodes);
            let back = |node: Node| non_isolated.nodes()[node.index()];
            let edges = non_isolated.list().edges().iter();
            let edges: Vec<_> =
                edges.map(|edge| Edge::new(back(edge.u), back(edge.v), edge.weight)).collect();
            assert_eq!(edges, list.edges());
            let mut degrees = vec![0; non_isolated.nodes().len()];
            non_isolated.list().edges().iter().for_each(|edge| degrees[edge.u.index()] += 1);
            non_isolated.list().edges().iter().for_each(|edge| degrees[edge.v.index()] += 1);
            assert!(!degrees.contains(&0));
        }
    }

    const LARGE: usize = 1 << 17;

    #[test]
    fn graphs_with_edges_enough_are_left_as_they_are() {
        for (nodes, edges) in [(0, 0), (8, 1), (1000, 125)] {
            assert!(
                NonIsolated::from_edges(&Exec::current(), sparse(nodes, edges, 3).as_view())
                    .unwrap()
                    .is_none(),
                "{nodes} {edges}"
            );
        }
    }

    #[test]
    fn components_are_spread_as_all_nodes_have_them() {
        for (nodes, edges) in [(16, 1), (800, 90), (5000, 20), (LARGE, 9000)] {
            let list = sparse(nodes, edges, 1);
            let non_isolated =
                NonIsolated::from_edges(&Exec::current(), &list).unwrap().expect("few nodes have edges");
            let components = |graph: EdgeListView<'_, u32>| {
                let mut sets = SequentialSets::new(graph.node_count()).unwrap();
                for edge in graph.edges() {
                    sets.unite(edge.u, edge.v);
                }
                Components::from_roots(graph.node_count(), |node| sets.find(node)).unwrap()
            };
            let (all, few) = (components(list.as_view()), components(non_isolated.list()));
            assert!(non_isolated.spread(few.labels()).eq(all.labels().iter().copied()));
        }
    }
}
