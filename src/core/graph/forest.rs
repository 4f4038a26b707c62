//! Spanning forests: their edges, their total weight, their number of trees.

use std::ops::Range;

use super::{Components, EdgeId, EdgeList, EdgeListView, Graph, Node, TotalOf, Undirected, Weight};
use crate::exec::Exec;
use crate::mutex::Mutex;
use crate::parallel::{for_each_block, for_each_piece, prefetch};
use crate::sync::{EdgeSet, SequentialSets};
use crate::{Result, memory};

/// How many edges ahead their weights are prefetched.
const AHEAD: usize = 16;

/// Edges whose weights one thread sums up at a time.
const BLOCK: usize = 1 << 14;

/// Nodes whose arcs one thread looks through at a time.
const NODES: usize = 1 << 10;

/// A spanning forest of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest<W: Weight> {
    edges: Vec<EdgeId>,
    total: W::Total,
    trees: usize,
}

impl<W: Weight> Forest<W> {
    /// The forest made of the given edges of `graph`, which must be acyclic, in any order but without
    /// repeats. The weights are added up on the threads of `exec`, or, given `None`, on the calling thread.
    ///
    /// # Panics
    /// If an id is not one of the graph's, or there are more ids than a forest can have edges.
    #[must_use]
    pub fn from_edges<'e>(
        exec: impl Into<Option<&'e Exec>>,
        graph: EdgeListView<'_, W>,
        mut edges: Vec<EdgeId>,
    ) -> Self {
        if !edges.is_sorted() {
            edges.sort_unstable();
        }
        let total = total(exec.into(), graph, &edges);
        Self::of_parts(graph.nodes(), edges, total)
    }

    /// The same for a graph as adjacency, by one pass over its arcs.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If there are more edges than a forest can have, or the set is of fewer ids than the graph has edges,
    /// or the graph has no ids.
    ///
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{EdgeId, EdgeList, Forest, Graph, Undirected};
    /// use boscage::sync::EdgeSet;
    ///
    /// let exec = Exec::new(1)?;
    /// let list = EdgeList::from_triples(3, [(0, 1, 7_u32), (1, 2, 9), (2, 2, 1)])?;
    /// let graph = Graph::<Undirected, u32>::builder().with_ids().build(&exec, &list)?;
    /// let edges = EdgeSet::new(graph.len())?;
    /// edges.insert(EdgeId::new(1));
    /// let forest = Forest::from_adjacency(&exec, &graph, edges)?;
    /// assert_eq!((forest.total(), forest.trees()), (9, 2));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn from_adjacency<'e>(
        exec: impl Into<Option<&'e Exec>>,
        graph: &Graph<Undirected, W>,
        edges: EdgeSet,
    ) -> Result<Self> {
        let total = total_of_arcs(exec.into(), graph, &edges);
        Ok(Self::of_parts(graph.nodes(), edges.into_ids()?, total))
    }

    /// The same forest in a graph with this many more isolated nodes.
    #[must_use]
    pub fn with_isolated(self, nodes: usize) -> Self {
        Self { trees: self.trees + nodes, ..self }
    }

    fn of_parts(nodes: usize, edges: Vec<EdgeId>, total: W::Sum) -> Self {
        let trees = nodes.checked_sub(edges.len()).expect("a forest has fewer edges than nodes");
        Self { edges, total: total.finish(), trees }
    }

    /// The edges, their ids ascending.
    #[must_use]
    pub fn edges(&self) -> &[EdgeId] {
        &self.edges
    }

    /// The edges, their ids ascending, without the rest.
    #[must_use]
    pub fn into_edges(self) -> Vec<EdgeId> {
        self.edges
    }

    /// The exact total weight.
    #[must_use]
    pub fn total(&self) -> W::Total {
        self.total
    }

    /// Number of trees; an isolated node is one.
    #[must_use]
    pub fn trees(&self) -> usize {
        self.trees
    }

    /// The tree to which each node belongs. `graph` must be the graph of the forest.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn components(&self, graph: EdgeListView<'_, W>) -> Result<Components> {
        let mut sets = SequentialSets::new(graph.nodes())?;
        for &id in &self.edges {
            let edge = graph.edge(id);
            sets.unite(edge.u, edge.v);
        }
        Components::from_roots(graph.nodes(), |node| sets.find(node))
    }

    /// The forest's edges in an order in which each tree grows from its lowest node: `(parent, child, edge)`,
    /// parents before children. `graph` must be the graph of the forest.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn rooted(&self, exec: &Exec, graph: EdgeListView<'_, W>) -> Result<Vec<(Node, Node, EdgeId)>> {
        let tree_edges =
            memory::from_fn("the forest's edges", self.edges.len(), |i| graph.edge(self.edges[i]))?;
        let list = EdgeList::new(graph.nodes(), tree_edges)?;
        let tree = Graph::<Undirected, W>::builder().with_ids().build(exec, &list)?;
        let mut seen = memory::filled("marks of visited nodes", graph.nodes(), false)?;
        let mut order = memory::reserve("the rooted order", self.edges.len())?;
        for root in 0..graph.nodes() {
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            let mut next = order.len(); // breadth first: the order is its own queue
            let mut parent = Node::new(root);
            loop {
                for (child, position, _) in tree.arcs(parent).iter_with_ids() {
                    if !std::mem::replace(&mut seen[child.index()], true) {
                        order.push((parent, child, self.edges[position.index()]));
                    }
                }
                let Some(&(_, child, _)) = order.get(next) else { break };
                (parent, next) = (child, next + 1);
            }
        }
        Ok(order)
    }
}

/// The sum of the weights of the given edges; by the calling thread where no other is given.
fn total<W: Weight>(exec: Option<&Exec>, graph: EdgeListView<'_, W>, ids: &[EdgeId]) -> W::Sum {
    let sum = |ids: &[EdgeId]| {
        let mut sum = W::Sum::default();
        for (i, &id) in ids.iter().enumerate() {
            prefetch(graph.edges(), ids[(i + AHEAD).min(ids.len() - 1)].index());
            sum.add(graph.edge(id).weight);
        }
        sum
    };
    let Some(exec) = exec else { return sum(ids) };
    let total = Mutex::new(W::Sum::default());
    for_each_piece(exec, ids.chunks(BLOCK), |ids| {
        let sum = sum(ids);
        total.lock().merge(sum); // in any order: the sum is exact
    });
    total.into_inner()
}

/// The sum of the weights of a set of edges, each met at its lower end; on as many threads as [`total`].
fn total_of_arcs<W: Weight>(exec: Option<&Exec>, graph: &Graph<Undirected, W>, edges: &EdgeSet) -> W::Sum {
    let sum = |nodes: Range<usize>| {
        let mut sum = W::Sum::default();
        for from in nodes.map(Node::new) {
            let own =
                graph.arcs(from).iter_with_ids().filter(|&(to, id, _)| from <= to && edges.contains(id));
            own.for_each(|(_, _, weight)| sum.add(weight));
        }
        sum
    };
    let Some(exec) = exec else { return sum(0..graph.nodes()) };
    let total = Mutex::new(W::Sum::default());
    for_each_block(exec, graph.nodes(), NODES, |nodes| {
        let sum = sum(nodes);
        total.lock().merge(sum);
    });
    total.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forest_knows_its_total_its_trees_and_its_order() {
        let list = EdgeList::from_triples(6, [(4, 5, 2_u32), (0, 1, 3), (5, 3, 1), (1, 0, 9)]).unwrap();
        let forest = Forest::from_edges(None, list.as_view(), [2, 0, 1].map(EdgeId::new).to_vec());
        assert_eq!(forest.edges(), [0, 1, 2].map(EdgeId::new));
        assert_eq!((forest.total(), forest.trees()), (6, 3));
        assert_eq!(forest.components(list.as_view()).unwrap().labels(), [0, 0, 1, 2, 2, 2]);
        let rooted = forest.rooted(&Exec::current(), list.as_view()).unwrap();
        let rooted: Vec<_> = rooted.iter().map(|(p, c, e)| (p.index(), c.index(), e.index())).collect();
        assert_eq!(rooted, [(0, 1, 1), (3, 5, 2), (5, 4, 0)]);
    }

    #[test]
    fn the_empty_graph_has_a_forest_without_trees() {
        let list = EdgeList::<f32>::from_triples(0, []).unwrap();
        let forest = Forest::from_edges(None, list.as_view(), Vec::new());
        assert_eq!((forest.trees(), forest.total()), (0, 0.0));
        assert_eq!(forest.components(list.as_view()).unwrap().count(), 0);
        assert!(forest.rooted(&Exec::current(), list.as_view()).unwrap().is_empty());
    }
}
