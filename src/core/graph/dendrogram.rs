//! Dendrograms: in which order the edges of a forest join the nodes, for clusters and bottlenecks.
//!
//! Begin with each node as a cluster, and let each edge of a minimum spanning forest, the lightest first,
//! join the two clusters at its ends. This is single linkage: at every moment, the clusters are the connected
//! components of the whole graph without its heavier edges. (Gower, Ross, "Minimum spanning trees and single
//! linkage cluster analysis", Journal of the Royal Statistical Society C 18, 1969.)
//!
//! It is kept as links between nodes. When two clusters are joined, the node that stands for the smaller one
//! is linked to the node that stands for the larger one, for good. So at most log2 n links lead up from a
//! node, and each was made later than the one before. This answers all questions by climbing: what stood for
//! the cluster of a node after some joins, and which join was the first to bring two nodes together. The edge
//! of that join is the heaviest on the path between them.

use super::{Components, EdgeId, EdgeListView, Forest, Key, Node, Objective, Weight};
use crate::exec::Exec;
use crate::parallel::tabulate;
use crate::{Error, Result, memory};

/// The time of a link that is never made.
const NEVER: u32 = u32::MAX;

/// In which order the edges of a forest join the nodes of a graph: the lightest first, of equally light ones
/// that of the lowest id; for maximum spanning forests the heaviest first.
///
/// It takes 8 bytes for each node, and 4 and a weight for each edge.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{Dendrogram, EdgeId, EdgeList, Forest, Node, Objective};
///
/// // Two pairs of neighbours, far from each other.
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_triples(4, [(0, 1, 2_u32), (2, 3, 3), (1, 2, 90), (0, 3, 95)])?;
/// let forest = Forest::from_edges(&exec, list.as_view(), [0, 1, 2].map(EdgeId::new).to_vec());
/// let dendrogram = Dendrogram::new(&exec, list.as_view(), &forest, Objective::Minimum)?;
/// assert_eq!(dendrogram.clusters(&exec, 2)?.labels(), [0, 0, 1, 1]);
/// assert_eq!(dendrogram.clusters_while(&exec, |join| join.weight <= 2)?.labels(), [0, 0, 1, 2]);
/// let join = dendrogram.bottleneck(Node::new(0), Node::new(3)).expect("a path");
/// assert_eq!((join.edge, join.weight), (EdgeId::new(2), 90));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dendrogram<W: Weight> {
    /// The forest's edges, in the order in which they join.
    edges: Vec<EdgeId>,
    weights: Vec<W>,
    /// The node that each is linked to; itself if to none.
    parents: Vec<u32>,
    /// The number of the join by which it was linked.
    times: Vec<u32>,
}

/// An edge of a forest that has joined two clusters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Join<W> {
    /// The edge.
    pub edge: EdgeId,
    /// What it weighs.
    pub weight: W,
}

/// Two clusters that become one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Merge<W> {
    /// The two clusters, the lower number first. A node is a cluster with its own number; of a graph of `n`
    /// nodes, merge `i` makes cluster `n + i`.
    pub clusters: [u64; 2],
    /// The edge that joins them.
    pub join: Join<W>,
    /// How many nodes are in the new cluster.
    pub size: usize,
}

impl<W: Weight> Dendrogram<W> {
    /// The order in which the edges of `forest`, the minimum (maximum) spanning forest of `graph`, join its
    /// nodes.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the forest has edges that the graph has not, or a cycle.
    pub fn new(
        exec: &Exec,
        graph: EdgeListView<'_, W>,
        forest: &Forest<W>,
        objective: Objective,
    ) -> Result<Self> {
        let packed = |&id: &EdgeId| objective.pack(graph.edge(id).weight, id);
        let mut joins = memory::reserve("the joins", forest.edges().len())?;
        joins.extend(forest.edges().iter().map(packed));
        W::Key::sort_packed(exec, &mut joins)?;
        let edges = memory::from_fn("the joins", joins.len(), |i| W::Key::unpack_id(joins[i]))?;
        drop(joins);
        let weights = tabulate(exec, "the weights of joins", edges.len(), |i| graph.edge(edges[i]).weight)?;
        let ends = edges.iter().map(|&id| graph.edge(id)).map(|edge| [edge.u, edge.v]);
        let (parents, times) = links(graph.nodes(), ends)?;
        Ok(Self { edges, weights, parents, times })
    }

    /// Number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// Number of trees, the clusters that are left after all joins.
    #[must_use]
    pub fn trees(&self) -> usize {
        self.nodes() - self.edges.len()
    }

    /// The edges, in the order in which they join.
    pub fn joins(&self) -> impl ExactSizeIterator<Item = Join<W>> {
        self.edges.iter().zip(&self.weights).map(|(&edge, &weight)| Join { edge, weight })
    }

    /// All merges, in their order. (SciPy's linkage matrix has the same order and the same numbers, but for
    /// merges of equal weight, whose order it leaves open.)
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn merges(&self, graph: EdgeListView<'_, W>) -> Result<Vec<Merge<W>>> {
        // For each node that stands for a cluster, the merge that made it, from 1; and the cluster's size.
        let mut made_by = memory::filled("clusters", self.nodes(), 0_u32)?;
        let mut sizes = memory::filled("sizes of clusters", self.nodes(), 1_u32)?;
        let mut merges = memory::reserve("merges", self.edges.len())?;
        for (time, join) in (0..).zip(self.joins()) {
            let edge = graph.edge(join.edge);
            let ends = [edge.u, edge.v].map(|end| self.root(end, time).index());
            let mut clusters = ends.map(|end| match made_by[end] {
                0 => end as u64,
                merge => self.nodes() as u64 + u64::from(merge) - 1,
            });
            clusters.sort_unstable();
            let size = sizes[ends[0]] + sizes[ends[1]];
            let root = self.root(Node::new(ends[0]), time + 1).index();
            (made_by[root], sizes[root]) = (time + 1, size);
            merges.push(Merge { clusters, join, size: size as usize });
        }
        Ok(merges)
    }

    /// The clusters at the moment when `count` of them are left.
    ///
    /// # Errors
    /// [`Error::Argument`] if there are more trees than that, or fewer nodes; [`Error::OutOfMemory`].
    pub fn clusters(&self, exec: &Exec, count: usize) -> Result<Components> {
        let (trees, nodes) = (self.trees(), self.nodes());
        if !(trees..=nodes).contains(&count) {
            let expected = format!("from {trees}, the number of trees, to {nodes}, that of nodes");
            return Err(Error::argument("clusters", expected, count));
        }
        self.after(exec, nodes - count)
    }

    /// The clusters that the first joins make, up to the one of which `is_made` is false: with
    /// `|join| join.weight <= cut`, the components of the graph without its edges beyond the cut.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn clusters_while(
        &self,
        exec: &Exec,
        mut is_made: impl FnMut(Join<W>) -> bool,
    ) -> Result<Components> {
        self.after(exec, self.joins().take_while(|&join| is_made(join)).count())
    }

    /// The clusters after some joins.
    fn after(&self, exec: &Exec, joins: usize) -> Result<Components> {
        let roots =
            tabulate(exec, "clusters", self.nodes(), |node| self.root(Node::new(node), joins as u32))?;
        Components::from_roots(self.nodes(), |node| roots[node.index()])
    }

    /// The heaviest (for maximum spanning forests, the lightest) edge on the forest's path between two nodes:
    /// every other path of the graph has an edge that is at least as heavy (light). `None` if there is no
    /// path, or if both are one node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn bottleneck(&self, a: Node, b: Node) -> Option<Join<W>> {
        let (mut a, mut b) = (a.index(), b.index());
        let mut last = None;
        while a != b {
            // The one that is linked first: the other stands for its cluster until later.
            if self.times[a] > self.times[b] {
                (a, b) = (b, a);
            }
            if self.times[a] == NEVER {
                return None;
            }
            last = Some(self.times[a] as usize);
            a = self.parents[a] as usize;
        }
        last.map(|time| Join { edge: self.edges[time], weight: self.weights[time] })
    }

    /// The same for many pairs of nodes, on all threads.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]; [`Error::Argument`] if there is no such node.
    pub fn bottlenecks(&self, exec: &Exec, pairs: &[[Node; 2]]) -> Result<Vec<Option<Join<W>>>> {
        if let Some(unknown) = pairs.iter().flatten().find(|node| node.index() >= self.nodes()) {
            return Err(Error::argument("node", format!("below {}", self.nodes()), unknown));
        }
        tabulate(exec, "bottlenecks", pairs.len(), |i| self.bottleneck(pairs[i][0], pairs[i][1]))
    }

    /// The node that stands for the cluster of a node after some joins.
    fn root(&self, mut node: Node, joins: u32) -> Node {
        while self.times[node.index()] < joins {
            node = Node::from(self.parents[node.index()]);
        }
        node
    }
}

/// The links that joins of the clusters at some ends make: what each node is linked to, and by which join.
fn links(nodes: usize, joins: impl Iterator<Item = [Node; 2]>) -> Result<(Vec<u32>, Vec<u32>)> {
    let mut parents = memory::from_fn("links of nodes", nodes, |node| Node::new(node).into())?;
    // As long as a node stands for a cluster, the cluster's size.
    let mut times = memory::filled("times of links", nodes, 1_u32)?;
    for (time, ends) in (0..).zip(joins) {
        let [a, b] = ends.map(|end| {
            let mut root = end.index();
            while parents[root] as usize != root {
                root = parents[root] as usize;
            }
            root
        });
        assert!(a != b, "a forest has no cycles");
        let (low, high) = if times[a] <= times[b] { (a, b) } else { (b, a) };
        times[high] += times[low];
        (parents[low], times[low]) = (high as u32, time);
    }
    for (node, parent) in parents.iter().enumerate() {
        if *parent as usize == node {
            times[node] = NEVER;
        }
    }
    Ok((parents, times))
}

#[cfg(test)]
mod tests;
