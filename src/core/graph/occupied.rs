//! A graph without its isolated nodes.
//!
//! Isolated nodes are allowed and may be many: a file of 20 bytes can declare four billion of them. They
//! change neither the forest's edges nor its weight. So work that would allocate arrays of all nodes runs
//! only on the other nodes, and counts the isolated ones afterwards.
//!
//! The number of nodes with edges is at most twice the number of edges. They are found by sorting the ends of
//! all edges, and are numbered in order, without gaps. Edges keep their ids and data.
#![allow(unsafe_code)]

use super::words::{self, Word, with_word};
use super::{Edge, EdgeData, EdgeList, EdgeListView, Node};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::{pack_map, radix_sort, tabulate};

/// A graph whose nodes all have edges, made of one in which few have.
#[derive(Clone, Debug)]
pub struct Occupied<E: EdgeData> {
    list: EdgeList<E>,
    /// What each node was before; ascending.
    nodes: Vec<Node>,
    isolated: usize,
}

/// Nodes an edge above which a graph is worth copying without its isolated nodes: the copy, which takes at
/// most 24 bytes an edge with 32-bit weights while it is made, is then smaller than the arrays of any
/// operator.
const NODES_AN_EDGE: usize = 8;

impl<E: EdgeData> Occupied<E> {
    /// Whether a graph of this size has enough isolated nodes for a copy without them to save memory.
    #[must_use]
    pub fn is_worthwhile(nodes: usize, edges: usize) -> bool {
        nodes > edges.saturating_mul(NODES_AN_EDGE)
    }

    /// The graph without its isolated nodes, `None` where there are
    /// no more than eight nodes an edge, and the copy would not save memory.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// ```
    /// use boscage::graph::{EdgeList, Node, Occupied};
    ///
    /// let exec = boscage::exec::Exec::new(1)?;
    /// let list = EdgeList::from_triples(4_000_000_000, [(7, 3_000_000_000, 5_u32), (7, 7, 1)])?;
    /// let occupied = Occupied::of(&exec, list.as_view())?.expect("few nodes have edges");
    /// assert_eq!((occupied.list().nodes(), occupied.isolated()), (2, 3_999_999_998));
    /// assert_eq!(occupied.nodes(), [7, 3_000_000_000].map(Node::new));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn of(exec: &Exec, graph: EdgeListView<'_, E>) -> Result<Option<Self>> {
        let edges = graph.edges();
        if !Self::is_worthwhile(graph.nodes(), edges.len()) {
            return Ok(None);
        }
        let (renumbered, nodes) = with_word!(E, T => {
            let (edges, nodes) = T::renumber(exec, words::edges(edges))?;
            // SAFETY: the data are copies of those of the edges given, which are of type `E`.
            (unsafe { words::edges_back(edges) }, nodes)
        }, else renumber(exec, edges)?);
        let isolated = graph.nodes() - nodes.len();
        Ok(Some(Self { list: EdgeList::of_checked(nodes.len(), renumbered), nodes, isolated }))
    }

    /// The graph between the nodes that have edges.
    #[must_use]
    pub fn list(&self) -> EdgeListView<'_, E> {
        self.list.as_view()
    }

    /// What each of its nodes is in the whole graph; ascending.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Number of nodes that have no edges.
    #[must_use]
    pub fn isolated(&self) -> usize {
        self.isolated
    }

    /// The component of every node of the whole graph, in their order, from those of the nodes that have
    /// edges. Both are numbered by their lowest nodes, as [`Components`](super::Components) are; isolated
    /// nodes are components of their own.
    ///
    /// # Panics
    /// If there are fewer labels than nodes with edges, or they are not numbered so.
    pub fn spread<'a>(&'a self, labels: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        let all = self.nodes.len() + self.isolated;
        // Of each component met so far, its number in the whole graph.
        let (mut numbers, mut next, mut count) = (Vec::new(), 0, 0);
        (0..all).map(move |node| {
            let is_occupied = self.nodes.get(next).is_some_and(|occupied| occupied.index() == node);
            let known = is_occupied.then(|| labels[next] as usize);
            next += usize::from(is_occupied);
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

/// The edges between the nodes that occur, and what these were.
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

/// The nodes that occur, ascending. Not generic: compiled once.
fn distinct(exec: &Exec, mut nodes: Vec<Node>) -> Result<Vec<Node>> {
    radix_sort(exec, &mut nodes, |&node| u32::from(node))?;
    pack_map(exec, nodes.len(), |i| i == 0 || nodes[i - 1] != nodes[i], |i| nodes[i])
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::graph::Components;
    use crate::random::{Purpose, Random};
    use crate::sync::SequentialSets;

    /// Some edges between nodes drawn from a range, loops and parallel ones among them.
    fn sparse(nodes: usize, edges: usize, seed: u64) -> EdgeList<u32> {
        let mut draws = Random::new(seed, Purpose::Order).item(0);
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
            let occupied =
                Occupied::of(&Exec::current(), list.as_view()).unwrap().expect("few nodes have edges");
            assert!(occupied.nodes().is_sorted_by(|a, b| a < b));
            assert_eq!(occupied.nodes().len() + occupied.isolated(), nodes);
            let back = |node: Node| occupied.nodes()[node.index()];
            let edges = occupied.list().edges().iter();
            let edges: Vec<_> =
                edges.map(|edge| Edge::new(back(edge.u), back(edge.v), edge.weight)).collect();
            assert_eq!(edges, list.as_view().edges());
            let mut degrees = vec![0; occupied.nodes().len()];
            occupied.list().edges().iter().for_each(|edge| degrees[edge.u.index()] += 1);
            occupied.list().edges().iter().for_each(|edge| degrees[edge.v.index()] += 1);
            assert!(!degrees.contains(&0));
        }
    }

    const LARGE: usize = 1 << 17;

    #[test]
    fn graphs_with_edges_enough_are_left_as_they_are() {
        for (nodes, edges) in [(0, 0), (8, 1), (1000, 125)] {
            assert!(
                Occupied::of(&Exec::current(), sparse(nodes, edges, 3).as_view()).unwrap().is_none(),
                "{nodes} {edges}"
            );
        }
    }

    #[test]
    fn components_are_spread_as_all_nodes_have_them() {
        for (nodes, edges) in [(16, 1), (800, 90), (5000, 20), (LARGE, 9000)] {
            let list = sparse(nodes, edges, 1);
            let occupied =
                Occupied::of(&Exec::current(), list.as_view()).unwrap().expect("few nodes have edges");
            let components = |graph: EdgeListView<'_, u32>| {
                let mut sets = SequentialSets::new(graph.nodes()).unwrap();
                for edge in graph.edges() {
                    sets.unite(edge.u, edge.v);
                }
                Components::from_roots(graph.nodes(), |node| sets.find(node)).unwrap()
            };
            let (all, few) = (components(list.as_view()), components(occupied.list()));
            assert!(occupied.spread(few.labels()).eq(all.labels().iter().copied()));
        }
    }
}
