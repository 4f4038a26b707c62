//! Partitions of the nodes of a graph.

use std::ops::Index;

use super::map::not_in_map;
use super::{Count, Node};
use crate::bits::{RankedBits, WORD};
use crate::exec::Exec;
use crate::parallel::{for_each_piece, tabulate};
use crate::sync::DisjointSets;
use crate::{Result, memory};

/// Nodes per block.
const BLOCK: usize = 1 << 12;

/// A partition of the nodes: a label for each node, the same for all nodes of a part.
///
/// Parts are numbered by their lowest nodes: the part of node 0 is 0, the next one that appears is 1, and so
/// on. So the labels are deterministic. They take 4 bytes of memory per node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    labels: Vec<u32>,
    count: usize,
}

impl Components {
    /// Creates the partition of the nodes of a graph, or of a number of nodes, from `root`, which returns a
    /// node of the same part, the same one for all nodes of the part. Labels that are not such nodes give
    /// another partition.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If `root` returns a node that is out of range. In debug builds also if it returns a node that is not
    /// its own root.
    #[track_caller]
    pub fn from_roots(of: impl Count<Node>, mut root: impl FnMut(Node) -> Node) -> Result<Self> {
        const NONE: u32 = u32::MAX;
        let len = of.count();
        let mut labels = memory::filled("component labels", len, NONE)?;
        let mut count = 0;
        for node in 0..len {
            let of_node = root(Node::new(node));
            assert!(
                of_node.index() < len,
                "node {node} has the root {of_node}, but there are only {len} nodes"
            );
            debug_assert_eq!(root(of_node), of_node, "node {of_node} is a root, but has another root");
            let root = of_node.index(); // it is labelled before its turn
            if labels[root] == NONE {
                (labels[root], count) = (count, count + 1);
            }
            labels[node] = labels[root];
        }
        Ok(Self { labels, count: count as usize })
    }

    /// Creates the partition into disjoint sets, on all threads. The root of each set must be its lowest
    /// node, as [`DisjointSets::unite`] and [`DisjointSets::hook`] guarantee. The labels reuse the memory of
    /// the sets; 16 bytes per 64 nodes are allocated besides.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn from_sets(exec: &Exec, sets: DisjointSets) -> Result<Self> {
        exec.install(|| {
            // A bit for each root. Roots are the lowest nodes of their sets, so they appear in the order of
            // the numbers.
            let roots = tabulate(exec, "roots", sets.len().div_ceil(WORD), |word| {
                let nodes = word * WORD..sets.len().min((word + 1) * WORD);
                let is_root = |node| {
                    let (node, root) = (Node::new(node), sets.compress(Node::new(node)));
                    debug_assert!(root <= node, "the root of a set is its lowest node");
                    u64::from(root == node)
                };
                (nodes.rev().fold(0, |bits, node| bits << 1 | is_root(node)), 0)
            })?;
            let roots = RankedBits::from_words(roots);
            let mut labels = sets.into_parents();
            for_each_piece(exec, labels.chunks_mut(BLOCK), |nodes| {
                let mut last = (0, 0); // node 0 is a root, and its label is 0
                for node in nodes {
                    // Most nodes have the same root as the node before.
                    if *node != last.0 {
                        last = (*node, roots.rank(*node as usize));
                    }
                    *node = last.1;
                }
            });
            Ok(Self { labels, count: roots.count() })
        })
    }

    /// Returns the label of each node, a number below [`count`](Self::count).
    #[must_use]
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// Returns the number of parts.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of nodes of each part, by label.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`]: 4 bytes per part.
    ///
    /// # Examples
    /// ```
    /// use boscage::graph::Components;
    ///
    /// let parts = Components::from_roots(4, |node| if node.index() == 2 { node } else { 0.into() })?;
    /// assert_eq!((parts.sizes()?, parts.largest()?), (vec![3, 1], Some((0, 3))));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn sizes(&self) -> Result<Vec<u32>> {
        let mut sizes = memory::filled("sizes of components", self.count, 0)?;
        self.labels.iter().for_each(|&label| sizes[label as usize] += 1);
        Ok(sizes)
    }

    /// Returns the label of the largest part and its number of nodes; of several, those of the part with the
    /// lowest node. `None` if there are no nodes.
    ///
    /// # Errors
    /// Those of [`sizes`](Self::sizes).
    pub fn largest(&self) -> Result<Option<(u32, u32)>> {
        let sizes = self.sizes()?;
        Ok((0..sizes.len() as u32).zip(sizes).rev().max_by_key(|&(_, nodes)| nodes))
    }
}

/// Returns the label of a node.
///
/// # Panics
/// If there is no such node.
impl<N: Into<Node>> Index<N> for Components {
    type Output = u32;

    #[track_caller]
    fn index(&self, node: N) -> &u32 {
        let node = node.into();
        match self.labels.get(node.index()) {
            Some(label) => label,
            None => not_in_map(node, self.labels.len()),
        }
    }
}
