//! Dendrograms: the order in which the edges of a forest join the nodes.
//!
//! A dendrogram is stored as links between nodes. Each cluster has a representative. When two clusters are
//! joined, the representative of the smaller one is linked to that of the larger one, and never relinked. So
//! a node has at most log2 n ancestors, and the times of the links grow along the way up. Two questions are
//! answered by climbing: which node represents a node's cluster after some joins, and which join first
//! connects two nodes. The edge of that join is the heaviest one on the path between the two nodes.

use super::{Components, EdgeId, EdgeListView, Forest, Key, Node, Objective, Weight};
use crate::exec::Exec;
use crate::parallel::tabulate;
use crate::{Error, Result, memory};

/// The time of a link that does not exist.
const NEVER: u32 = u32::MAX;

/// The order in which the edges of a forest join the nodes: for clusters and bottlenecks.
///
/// At first each node is a cluster. Then each edge of the minimum spanning forest, the lightest first (by
/// weight, then id), joins the clusters at its ends. For a maximum spanning forest, the heaviest edge comes
/// first. This is single linkage: at every moment, the clusters are the connected components of the whole
/// graph without its heavier edges.
///
/// Creation takes time O(n + m log m) for m edges of the forest, a query of two nodes O(log n). J. Gower, G.
/// Ross, "Minimum spanning trees and single linkage cluster analysis", Journal of the Royal Statistical
/// Society C 18, 1969.
///
/// # Determinism
/// The result depends on the graph only, not on the number of threads.
///
/// # Memory
/// 8 bytes per node, and 4 bytes and a weight per edge of the forest.
///
/// # Examples
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{Dendrogram, EdgeId, EdgeList, Forest, Node, Objective};
///
/// // Two pairs of neighbours, far from each other.
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_triples(4, [(0, 1, 2_u32), (2, 3, 3), (1, 2, 90), (0, 3, 95)])?;
/// let forest = Forest::from_edges(&exec, &list, [0, 1, 2].map(EdgeId::new).to_vec());
/// let dendrogram = Dendrogram::new(&exec, &list, &forest, Objective::Minimum)?;
/// assert_eq!(dendrogram.clusters(&exec, 2)?.labels(), [0, 0, 1, 1]);
/// assert_eq!(dendrogram.clusters_while(&exec, |join| join.weight <= 2)?.labels(), [0, 0, 1, 2]);
/// let join = dendrogram.bottleneck(0, 3).expect("a path");
/// assert_eq!((join.edge, join.weight), (EdgeId::new(2), 90));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dendrogram<W: Weight> {
    /// The forest's edges in the order of the joins.
    edges: Vec<EdgeId>,
    weights: Vec<W>,
    /// The node to which each node is linked; itself if to none.
    parents: Vec<u32>,
    /// The number of the join that linked each node.
    times: Vec<u32>,
}

/// A join: an edge of a forest that joins two clusters.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Join<W> {
    /// The edge.
    pub edge: EdgeId,
    /// Its weight.
    pub weight: W,
}

/// A merge: two clusters that become one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Merge<W> {
    /// The two clusters, the lower number first. The first n clusters are the nodes of the graph; merge `i`
    /// creates cluster `n + i`.
    pub clusters: [u64; 2],
    /// The edge that joins them.
    pub join: Join<W>,
    /// Number of nodes in the new cluster.
    pub size: usize,
}

impl<W: Weight> Dendrogram<W> {
    /// Creates the dendrogram of `forest`, which must be the minimum (maximum) spanning forest of `graph`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the forest has a cycle, or edges that are not in the graph.
    #[track_caller]
    pub fn new<'a>(
        exec: &Exec,
        graph: impl Into<EdgeListView<'a, W>>,
        forest: &Forest<W>,
        objective: Objective,
    ) -> Result<Self> {
        let graph = graph.into();
        let packed = |&id: &EdgeId| objective.pack(graph.edge(id).weight, id);
        let mut joins = memory::reserve("the joins", forest.edges().len())?;
        joins.extend(forest.edges().iter().map(packed));
        W::Key::sort_packed(exec, &mut joins)?;
        let edges = memory::from_fn("the joins", joins.len(), |i| W::Key::unpack_id(joins[i]))?;
        drop(joins);
        let weights = tabulate(exec, "the weights of joins", edges.len(), |i| graph.edge(edges[i]).weight)?;
        let ends = edges.iter().map(|&id| graph.edge(id)).map(|edge| [edge.u, edge.v]);
        let (parents, times) = links(graph.node_count(), ends)?;
        Ok(Self { edges, weights, parents, times })
    }

    /// Number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.parents.len()
    }

    /// Number of trees: the clusters that remain after all joins.
    #[must_use]
    pub fn tree_count(&self) -> usize {
        self.node_count() - self.edges.len()
    }

    /// Returns the joins in their order.
    #[must_use]
    pub fn joins(&self) -> impl ExactSizeIterator<Item = Join<W>> {
        self.edges.iter().zip(&self.weights).map(|(&edge, &weight)| Join { edge, weight })
    }

    /// Returns the merges in their order. SciPy's linkage matrix has the same order and numbers; only merges
    /// of equal weight may be in another order there.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn merges<'a>(&self, graph: impl Into<EdgeListView<'a, W>>) -> Result<Vec<Merge<W>>> {
        let graph = graph.into();
        // For each representative of a cluster, the merge that created the cluster, from 1; and the cluster's
        // size.
        let mut made_by = memory::filled("clusters", self.node_count(), 0_u32)?;
        let mut sizes = memory::filled("sizes of clusters", self.node_count(), 1_u32)?;
        let mut merges = memory::reserve("merges", self.edges.len())?;
        for (time, join) in (0..).zip(self.joins()) {
            let edge = graph.edge(join.edge);
            let ends = [edge.u, edge.v].map(|end| self.root(end, time).index());
            let mut clusters = ends.map(|end| match made_by[end] {
                0 => end as u64,
                merge => self.node_count() as u64 + u64::from(merge) - 1,
            });
            clusters.sort_unstable();
            let size = sizes[ends[0]] + sizes[ends[1]];
            let root = self.root(Node::new(ends[0]), time + 1).index();
            (made_by[root], sizes[root]) = (time + 1, size);
            merges.push(Merge { clusters, join, size: size as usize });
        }
        Ok(merges)
    }

    /// Returns the clusters at the moment when `count` of them remain.
    ///
    /// # Errors
    /// [`Error::Argument`] if `count` is less than the number of trees or more than that of nodes;
    /// [`Error::OutOfMemory`].
    pub fn clusters(&self, exec: &Exec, count: usize) -> Result<Components> {
        let (trees, nodes) = (self.tree_count(), self.node_count());
        if !(trees..=nodes).contains(&count) {
            let expected = format!("from {trees} (number of trees) to {nodes} (number of nodes)");
            return Err(Error::argument("clusters", expected, count));
        }
        self.after(exec, nodes - count)
    }

    /// Returns the clusters after the first joins, until `is_made` returns `false` for a join. With `|join|
    /// join.weight <= cut`, these are the components of the graph without edges heavier than `cut`.
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

    /// Returns the clusters after some joins.
    fn after(&self, exec: &Exec, joins: usize) -> Result<Components> {
        let roots =
            tabulate(exec, "clusters", self.node_count(), |node| self.root(Node::new(node), joins as u32))?;
        Components::from_roots(self.node_count(), |node| roots[node.index()])
    }

    /// Returns the heaviest edge on the forest's path between two nodes; for maximum spanning forests, the
    /// lightest edge. Every other path of the graph has an edge that is at least as heavy (light). Returns
    /// `None` if there is no path, or if both are the same node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn bottleneck(&self, a: impl Into<Node>, b: impl Into<Node>) -> Option<Join<W>> {
        let (a, b) = (a.into(), b.into());
        let (mut a, mut b) = (a.index(), b.index());
        let mut last = None;
        while a != b {
            // The node that is linked first: the other one represents its cluster until later.
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

    /// Returns the [`bottleneck`](Self::bottleneck) of each pair of nodes, computed on all threads.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]; [`Error::Argument`] if there is no such node.
    pub fn bottlenecks(&self, exec: &Exec, pairs: &[[Node; 2]]) -> Result<Vec<Option<Join<W>>>> {
        if let Some(unknown) = pairs.iter().flatten().find(|node| node.index() >= self.node_count()) {
            return Err(Error::argument("node", format!("below {}", self.node_count()), unknown));
        }
        tabulate(exec, "bottlenecks", pairs.len(), |i| self.bottleneck(pairs[i][0], pairs[i][1]))
    }

    /// Returns the representative of a node's cluster after some joins.
    fn root(&self, mut node: Node, joins: u32) -> Node {
        while self.times[node.index()] < joins {
            node = Node::from(self.parents[node.index()]);
        }
        node
    }
}

/// Computes the links that the joins of clusters create: the parent of each node, and the number of the join.
#[track_caller]
fn links(nodes: usize, joins: impl Iterator<Item = [Node; 2]>) -> Result<(Vec<u32>, Vec<u32>)> {
    let mut parents = memory::from_fn("links of nodes", nodes, |node| Node::new(node).into())?;
    // The cluster's size, as long as a node represents a cluster.
    let mut times = memory::filled("times of links", nodes, 1_u32)?;
    for (time, ends) in (0..).zip(joins) {
        let [a, b] = ends.map(|end| {
            let mut root = end.index();
            while parents[root] as usize != root {
                root = parents[root] as usize;
            }
            root
        });
        assert!(a != b, "the edges of a forest form no cycle");
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
