//! Partitions of the nodes of a graph.

use std::ops::Index;

use super::Node;
use crate::bits::{RankedBits, WORD};
use crate::exec::Exec;
use crate::parallel::{for_each_piece, tabulate};
use crate::sync::DisjointSets;
use crate::{Result, memory};

/// Nodes that one thread looks at, at a time.
const BLOCK: usize = 1 << 12;

/// A partition of the nodes, each part named by a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    labels: Vec<u32>,
    count: usize,
}

impl Components {
    /// The parts of `len` nodes, where `root` names a node of each node's part, the same one for all its
    /// nodes. Parts are numbered by their lowest node: the part of node 0 is 0, the next to appear is 1, and
    /// so on.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn from_roots(len: usize, mut root: impl FnMut(Node) -> Node) -> Result<Self> {
        const NONE: u32 = u32::MAX;
        let mut labels = memory::filled("component labels", len, NONE)?;
        let mut count = 0;
        for node in 0..len {
            let root = root(Node::new(node)).index(); // it is labelled before its turn
            if labels[root] == NONE {
                (labels[root], count) = (count, count + 1);
            }
            labels[node] = labels[root];
        }
        Ok(Self { labels, count: count as usize })
    }

    /// The parts of disjoint sets, numbered in the same way, by all threads, if the root of each set is its
    /// lowest node ([`DisjointSets::unite`] and [`DisjointSets::hook`] keep it so). The labels take the place
    /// of the sets. Beside them it needs 16 bytes per 64 nodes.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn from_sets(exec: &Exec, sets: DisjointSets) -> Result<Self> {
        exec.install(|| {
            // A bit for each root. The root of a set is its lowest node, so this is the order in which the
            // sets appear.
            let roots = tabulate(exec, "roots", sets.len().div_ceil(WORD), |word| {
                let nodes = word * WORD..sets.len().min((word + 1) * WORD);
                let is_root = |node| {
                    let (node, root) = (Node::new(node), sets.compress(Node::new(node)));
                    debug_assert!(root <= node, "the root of a set is its lowest node");
                    u64::from(root == node)
                };
                (nodes.rev().fold(0, |bits, node| bits << 1 | is_root(node)), 0)
            })?;
            let roots = RankedBits::of_words(roots);
            let mut labels = sets.into_parents();
            for_each_piece(exec, labels.chunks_mut(BLOCK), |nodes| {
                let mut last = (0, 0); // node 0 is a root, and its label is 0
                for node in nodes {
                    // Most nodes have the same root as the one before.
                    if *node != last.0 {
                        last = (*node, roots.rank(*node as usize));
                    }
                    *node = last.1;
                }
            });
            Ok(Self { labels, count: roots.count() })
        })
    }

    /// The label of each node, in `0..self.count()`.
    #[must_use]
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// Number of components.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }
}

/// The label of a node.
///
/// # Panics
/// If the graph has no such node.
impl Index<Node> for Components {
    type Output = u32;

    #[track_caller]
    fn index(&self, node: Node) -> &u32 {
        &self.labels[node.index()]
    }
}
