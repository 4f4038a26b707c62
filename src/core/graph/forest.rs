//! Spanning forests: their edges, their total weight, their number of trees.

use std::ops::Range;

use super::{Components, EdgeId, EdgeList, EdgeListView, Graph, Node, TotalOf, Undirected, Weight};
use crate::exec::Exec;
use crate::mutex::Mutex;
use crate::parallel::{for_each_block, for_each_piece, prefetch};
use crate::sync::{EdgeSet, SequentialSets};
use crate::{Result, memory};

/// Number of edges between the prefetch of a weight and its use.
const AHEAD: usize = 16;

/// Edges per block.
const BLOCK: usize = 1 << 14;

/// Nodes per block.
const NODES: usize = 1 << 10;

/// A spanning forest of a graph: its edges, exact total weight and number of trees.
///
/// Edges are compared by (weight, id), so a graph has exactly one minimum spanning forest, and all forest
/// operators return the same value.
///
/// With the feature `serde` it is serialised as `{ edges, total, trees }`. When it is deserialised, ids that
/// do not ascend, and numbers of edges and trees that no forest has, are errors. The check does not know the
/// graph and its weights.
///
/// # Determinism
/// A forest does not depend on the order of the given edges or on threads. The total is exact: `i128` for
/// integers, and for floats the exact sum rounded once.
///
/// # Memory
/// 4 bytes per edge.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{EdgeId, EdgeList, Forest};
///
/// let list = EdgeList::from_triples(4, [(0, 1, 7_u32), (1, 2, 9), (2, 0, 4)])?;
/// let forest = Forest::from_edges(&Exec::new(2)?, &list, [2, 0].map(EdgeId::new).to_vec());
/// assert_eq!((forest.total(), forest.tree_count()), (11, 2));
/// assert_eq!(forest.edges(), [0, 2].map(EdgeId::new));
/// assert_eq!(forest.components(&list)?.labels(), [0, 0, 0, 1]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "super::serialised::UncheckedForest<W::Total>",
        bound(serialize = "W::Total: serde::Serialize", deserialize = "W::Total: serde::Deserialize<'de>")
    )
)]
pub struct Forest<W: Weight> {
    pub(super) edges: Vec<EdgeId>,
    pub(super) total: W::Total,
    pub(super) trees: usize,
}

impl<W: Weight> Forest<W> {
    /// Creates the forest of some edges of `graph`, in any order. They must be acyclic and distinct, which is
    /// not checked. The threads of `exec` add up the weights; with `None`, the calling thread does.
    ///
    /// # Panics
    /// If an id is out of range, or there are more ids than a forest can have edges.
    #[must_use]
    #[track_caller]
    pub fn from_edges<'a, 'e>(
        exec: impl Into<Option<&'e Exec>>,
        graph: impl Into<EdgeListView<'a, W>>,
        mut edges: Vec<EdgeId>,
    ) -> Self {
        let graph = graph.into();
        if !edges.is_sorted() {
            edges.sort_unstable();
        }
        let total = total(exec.into(), graph, &edges);
        Self::of_parts(graph.node_count(), edges, total)
    }

    /// As [`Forest::from_edges`], for a graph as adjacency, by one pass over its arcs.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the graph has no ids, `edges` was made for fewer edges than the graph has, or it has more edges
    /// than a forest can have.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{EdgeId, EdgeList, Forest, Graph, Undirected};
    /// use boscage::sync::EdgeSet;
    ///
    /// let exec = Exec::new(1)?;
    /// let list = EdgeList::from_triples(3, [(0, 1, 7_u32), (1, 2, 9), (2, 2, 1)])?;
    /// let graph = Graph::<Undirected, u32>::builder().with_ids().build(&exec, &list)?;
    /// let edges = EdgeSet::new(graph.edge_count())?;
    /// edges.insert(EdgeId::new(1));
    /// let forest = Forest::from_adjacency(&exec, &graph, edges)?;
    /// assert_eq!((forest.total(), forest.tree_count()), (9, 2));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn from_adjacency<'e>(
        exec: impl Into<Option<&'e Exec>>,
        graph: &Graph<Undirected, W>,
        edges: EdgeSet,
    ) -> Result<Self> {
        let total = total_of_arcs(exec.into(), graph, &edges);
        Ok(Self::of_parts(graph.node_count(), edges.into_ids()?, total))
    }

    /// Returns the forest of the same graph with this many additional isolated nodes.
    ///
    /// # Panics
    /// If the number of trees overflows.
    #[must_use]
    #[track_caller]
    pub fn with_isolated(self, nodes: usize) -> Self {
        let trees = self.trees.checked_add(nodes);
        Self { trees: trees.expect("the number of trees fits usize"), ..self }
    }

    #[track_caller]
    fn of_parts(nodes: usize, edges: Vec<EdgeId>, total: W::Sum) -> Self {
        let trees = nodes.checked_sub(edges.len());
        let trees = trees.expect("a forest has at most as many edges as nodes");
        Self { edges, total: total.finish(), trees }
    }

    /// Returns the edges in ascending order of their ids.
    #[must_use]
    pub fn edges(&self) -> &[EdgeId] {
        &self.edges
    }

    /// Returns the edges as a vector, in ascending order of their ids.
    #[must_use]
    pub fn into_edges(self) -> Vec<EdgeId> {
        self.edges
    }

    /// Returns the exact total weight.
    #[must_use]
    pub fn total(&self) -> W::Total {
        self.total
    }

    /// Returns the number of trees; an isolated node is one.
    #[must_use]
    pub fn tree_count(&self) -> usize {
        self.trees
    }

    /// Returns the partition of the nodes into trees. `graph` must be the graph of the forest.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the graph has fewer edges than an id of the forest needs.
    #[track_caller]
    pub fn components<'a>(&self, graph: impl Into<EdgeListView<'a, W>>) -> Result<Components> {
        let graph = graph.into();
        let mut sets = SequentialSets::new(graph.node_count())?;
        for &id in &self.edges {
            let edge = graph.edge(id);
            sets.unite(edge.u, edge.v);
        }
        Components::from_roots(graph.node_count(), |node| sets.find(node))
    }

    /// Returns the edges as `(parent, child, edge)`, in breadth-first order: parents before children, the
    /// children of a node one after the other, tree after tree. The first tree is the one with `root`, which
    /// is its root; otherwise the root of a tree is its lowest node. `graph` must be the graph of the forest.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the graph has fewer edges than an id of the forest needs, or if `root` is no node of it.
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{EdgeList, Node, Objective};
    /// use boscage::operators::msf;
    ///
    /// let exec = Exec::new(1)?;
    /// let graph = EdgeList::from_triples(3, [(0, 1, 5_u32), (1, 2, 7), (2, 0, 9)])?;
    /// let forest = msf::auto(&exec, &graph, Objective::Minimum)?;
    /// let rooted = forest.rooted(&exec, &graph, Some(Node::new(2)))?;
    /// let steps = rooted.iter().map(|(parent, child, _)| [parent.index(), child.index()]);
    /// assert!(steps.eq([[2, 1], [1, 0]]));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn rooted<'a>(
        &self,
        exec: &Exec,
        graph: impl Into<EdgeListView<'a, W>>,
        root: Option<Node>,
    ) -> Result<Vec<(Node, Node, EdgeId)>> {
        let graph = graph.into();
        let tree_edges =
            memory::from_fn("the forest's edges", self.edges.len(), |i| graph.edge(self.edges[i]))?;
        let list = EdgeList::new(graph.node_count(), tree_edges)?;
        let tree = Graph::<Undirected, W>::builder().with_ids().build(exec, &list)?;
        let mut seen = memory::filled("marks of visited nodes", graph.node_count(), false)?;
        let mut order = memory::reserve("the rooted order", self.edges.len())?;
        for root in root.map(Node::index).into_iter().chain(0..graph.node_count()) {
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

/// Sums the weights of edges, on the calling thread if `exec` is `None`.
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

/// Sums the weights of a set of edges, each at its lower end, on the same threads as [`total`].
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
    let Some(exec) = exec else { return sum(0..graph.node_count()) };
    let total = Mutex::new(W::Sum::default());
    for_each_block(exec, graph.node_count(), NODES, |nodes| {
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
        let forest = Forest::from_edges(None, &list, [2, 0, 1].map(EdgeId::new).to_vec());
        assert_eq!(forest.edges(), [0, 1, 2].map(EdgeId::new));
        assert_eq!((forest.total(), forest.tree_count()), (6, 3));
        assert_eq!(forest.components(&list).unwrap().labels(), [0, 0, 1, 2, 2, 2]);
        let rooted = |root: Option<usize>| {
            let rooted = forest.rooted(&Exec::current(), &list, root.map(Node::new)).unwrap();
            rooted.iter().map(|(p, c, e)| (p.index(), c.index(), e.index())).collect::<Vec<_>>()
        };
        assert_eq!(rooted(None), [(0, 1, 1), (3, 5, 2), (5, 4, 0)]);
        assert_eq!(rooted(Some(5)), [(5, 4, 0), (5, 3, 2), (0, 1, 1)]);
        assert_eq!(rooted(Some(2)), [(0, 1, 1), (3, 5, 2), (5, 4, 0)]);
    }

    #[test]
    fn the_empty_graph_has_a_forest_without_trees() {
        let list = EdgeList::<f32>::with_nodes(0).unwrap();
        let forest = Forest::from_edges(None, &list, Vec::new());
        assert_eq!((forest.tree_count(), forest.total()), (0, 0.0));
        assert_eq!(forest.components(&list).unwrap().count(), 0);
        assert!(forest.rooted(&Exec::current(), &list, None).unwrap().is_empty());
    }
}
