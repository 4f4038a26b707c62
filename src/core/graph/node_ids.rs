//! The nodes of a graph, one after the other or on all threads.

use std::iter::FusedIterator;
use std::ops::Range;

use rayon::iter::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::Node;

/// The nodes of a graph in ascending order: the result of [`Graph::nodes`](super::Graph::nodes).
///
/// This is an iterator, the items of a loop, and a parallel iterator of rayon.
#[derive(Clone, Debug)]
pub struct NodeIds(Range<u32>);

impl NodeIds {
    /// Creates the iterator for a graph of `nodes` nodes, at most [`LIMIT`](super::LIMIT).
    pub(super) fn of(nodes: usize) -> Self {
        Self(0..nodes as u32)
    }

    /// Returns the node at a position among these.
    pub(crate) fn at(&self, position: usize) -> Node {
        Node::at(self.0.start as usize + position)
    }
}

impl Iterator for NodeIds {
    type Item = Node;

    #[inline]
    fn next(&mut self) -> Option<Node> {
        self.0.next().map(Node::from)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Node> {
        self.0.nth(n).map(Node::from)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for NodeIds {
    #[inline]
    fn next_back(&mut self) -> Option<Node> {
        self.0.next_back().map(Node::from)
    }
}

impl ExactSizeIterator for NodeIds {}
impl FusedIterator for NodeIds {}

impl IntoParallelIterator for NodeIds {
    type Iter = Shared;
    type Item = Node;

    fn into_par_iter(self) -> Shared {
        Shared(self)
    }
}

/// The nodes as a parallel iterator.
#[derive(Clone, Debug)]
pub struct Shared(NodeIds);

impl ParallelIterator for Shared {
    type Item = Node;

    fn drive_unindexed<C: UnindexedConsumer<Node>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl IndexedParallelIterator for Shared {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn drive<C: Consumer<Node>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<CB: ProducerCallback<Node>>(self, callback: CB) -> CB::Output {
        callback.callback(self.0)
    }
}

impl Producer for NodeIds {
    type Item = Node;
    type IntoIter = Self;

    fn into_iter(self) -> Self {
        self
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let middle = self.0.start + index as u32;
        (Self(self.0.start..middle), Self(middle..self.0.end))
    }
}
