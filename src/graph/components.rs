//! Partitions of the nodes of a graph.

use std::ops::Index;

use super::{AtomicNodeMap, Node};
use crate::exec::Exec;
use crate::parallel::{exclusive_scan, for_each_block, map_blocks};
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

    /// The parts of disjoint sets, numbered in the same way, by all threads.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn from_sets(exec: &Exec, sets: &DisjointSets) -> Result<Self> {
        let (len, is_root) = (sets.len(), |&node: &usize| sets.is_root(Node::new(node)));
        exec.install(|| {
            let labels = AtomicNodeMap::filled(len, 0)?;
            // The root of a set is its lowest node, so this is the order in which the sets appear.
            let mut first = map_blocks(exec, len, BLOCK, |block| block.filter(is_root).count() as u32);
            let count = exclusive_scan(exec, &mut first);
            for_each_block(exec, len, BLOCK, |block| {
                let first = first[block.start / BLOCK];
                (first..).zip(block.filter(is_root)).for_each(|(i, root)| labels.store(Node::new(root), i));
            });
            for_each_block(exec, len, BLOCK, |block| {
                for node in block.map(Node::new) {
                    let root = sets.find(node);
                    if root != node {
                        labels.store(node, labels.load(root));
                    }
                }
            });
            Ok(Self { labels: labels.into_map().into_vec(), count: count as usize })
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
