//! Adjacency as arrays: a row per node with the arcs of the node.

use std::iter::{Copied, Zip};
use std::ops::Range;
use std::slice;

use super::{EdgeData, EdgeId, Node};
use crate::exec::Exec;
use crate::parallel::{map_blocks, prefetch};

/// Nodes per block.
const BLOCK: usize = 1 << 14;

/// The arcs of all nodes, ordered by node. Those of node `x` are at `offsets[x]..offsets[x + 1]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rows<E> {
    pub(crate) offsets: Vec<u64>,
    /// Number of arcs of the node with the most arcs.
    pub(crate) max_degree: u64,
    pub(super) targets: Vec<Node>,
    pub(super) data: Vec<E>,
    /// The edge id of each arc, if stored.
    pub(super) ids: Option<Vec<EdgeId>>,
}

/// All rows, borrowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct AllRows<'a, E> {
    pub(super) offsets: &'a [u64],
    pub(super) arcs: Arcs<'a, E>,
}

/// The arcs of one node: slices of equal length.
#[derive(Clone, Copy, Debug)]
pub struct Arcs<'a, E = ()> {
    /// The node at the other end of each arc.
    pub targets: &'a [Node],
    /// The data of each arc.
    pub data: &'a [E],
    /// The edge id of each arc, if the graph was built [with ids](super::Builder::with_ids).
    pub ids: Option<&'a [EdgeId]>,
}

impl<'a, E: EdgeData> Arcs<'a, E> {
    /// Returns an iterator over the arcs: other end, data.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Node, E)> + use<'a, E> {
        self.into_iter()
    }

    /// Returns an iterator over the arcs: other end, edge id, data.
    ///
    /// # Panics
    /// If the graph was built without ids.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn iter_with_ids(&self) -> impl ExactSizeIterator<Item = (Node, EdgeId, E)> + use<'a, E> {
        let ids = self.ids.expect("the graph has no ids of arcs: build it with `with_ids`");
        let ids = ids.iter().copied();
        self.iter().zip(ids).map(|((target, data), id)| (target, id, data))
    }

    /// Returns the arcs at some positions of these slices.
    ///
    /// # Panics
    /// If a position is out of range.
    #[must_use]
    #[inline]
    pub fn part(&self, positions: Range<usize>) -> Self {
        Self {
            targets: &self.targets[positions.clone()],
            data: &self.data[positions.clone()],
            ids: self.ids.map(|ids| &ids[positions]),
        }
    }

    /// Number of arcs.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Returns `true` if there are no arcs.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }
}

impl<'a, E: EdgeData> IntoIterator for Arcs<'a, E> {
    type Item = (Node, E);
    type IntoIter = Zip<Copied<slice::Iter<'a, Node>>, Copied<slice::Iter<'a, E>>>;

    /// Iterates over the arcs: other end, data.
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.targets.iter().copied().zip(self.data.iter().copied())
    }
}

/// Bytes of a cache line.
const LINE: usize = 64;

/// Number of elements that begin in a cache line, at least one.
const fn in_line<T>() -> usize {
    match size_of::<T>() {
        0 | LINE.. => 1,
        size => LINE / size,
    }
}

/// Number of cache lines of a node's targets, and of its arcs' data, that are prefetched.
const PREFETCHED: usize = 3;

impl<E: EdgeData> Rows<E> {
    /// Prefetches the arcs at these places: the first [`PREFETCHED`] cache lines of targets, and as many of
    /// data. The hardware prefetcher continues.
    #[inline]
    pub(crate) fn prefetch(&self, places: &Range<usize>) {
        let last = places.end.saturating_sub(1);
        for line in 0..PREFETCHED {
            // Without a branch: it would be hard to predict for rows of varying lengths.
            prefetch(&self.targets, (places.start + line * in_line::<Node>()).min(last));
            if size_of::<E>() > 0 {
                prefetch(&self.data, (places.start + line * in_line::<E>()).min(last));
            }
        }
    }

    /// Number of nodes.
    #[inline]
    pub(super) fn node_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns the places of a node's arcs.
    #[inline]
    #[track_caller]
    pub(super) fn places(&self, node: Node) -> Range<usize> {
        let nodes = self.offsets.len() - 1;
        if node.index() >= nodes {
            no_such_node(node, nodes);
        }
        self.offsets[node.index()] as usize..self.offsets[node.index() + 1] as usize
    }

    /// Returns the arcs at some places.
    #[inline]
    pub(super) fn at(&self, places: Range<usize>) -> Arcs<'_, E> {
        Arcs {
            targets: &self.targets[places.clone()],
            data: &self.data[places.clone()],
            ids: self.ids.as_ref().map(|ids| &ids[places]),
        }
    }

    /// Returns the targets and the data of the arcs at some places.
    #[inline]
    pub(crate) fn ends(&self, places: Range<usize>) -> (&[Node], &[E]) {
        (&self.targets[places.clone()], &self.data[places])
    }

    /// Borrows all rows.
    pub(super) fn all(&self) -> AllRows<'_, E> {
        AllRows { offsets: &self.offsets, arcs: self.at(0..self.targets.len()) }
    }
}

impl<'a, E: EdgeData> AllRows<'a, E> {
    /// Returns the places of a node's arcs.
    #[inline]
    pub(super) fn places(&self, node: Node) -> Range<usize> {
        self.offsets[node.index()] as usize..self.offsets[node.index() + 1] as usize
    }

    /// Returns the nodes whose arcs are at some places, each with its own places.
    pub(super) fn nodes_of(
        self,
        places: Range<usize>,
    ) -> impl Iterator<Item = (Node, Range<usize>)> + use<'a, E> {
        let offsets = self.offsets;
        // The last node whose arcs begin at or before the first place; nodes without arcs are skipped.
        let first = offsets.partition_point(|&offset| offset <= places.start as u64).max(1) - 1;
        let (mut node, mut next) = (first, places.start);
        std::iter::from_fn(move || {
            if next >= places.end {
                return None;
            }
            while offsets[node + 1] as usize <= next {
                node += 1;
            }
            let part = next..places.end.min(offsets[node + 1] as usize);
            next = part.end;
            Some((Node::at(node), part))
        })
    }

    /// Calls `arc` with the arcs at some places: source, target, edge id, data. Without stored ids, the id is
    /// the place.
    #[inline(always)]
    pub(super) fn for_each_arc(self, places: Range<usize>, mut arc: impl FnMut(Node, Node, EdgeId, E)) {
        let Arcs { targets, data, ids } = self.arcs;
        for (from, places) in self.nodes_of(places) {
            for place in places {
                let id = ids.map_or_else(|| EdgeId::at(place), |ids| ids[place]);
                arc(from, targets[place], id, data[place]);
            }
        }
    }
}

/// Returns the number of arcs of the node with the most arcs.
pub(super) fn max_degree(exec: &Exec, offsets: &[u64]) -> u64 {
    let of_block = |nodes: Range<usize>| nodes.map(|node| offsets[node + 1] - offsets[node]).max();
    map_blocks(exec, offsets.len() - 1, BLOCK, of_block).into_iter().flatten().max().unwrap_or(0)
}

/// The panic message where a set or map is for another graph.
pub(crate) fn wrong_nodes(what: &str, nodes: usize, of_graph: usize) -> String {
    format!("the {what} is for a graph with {nodes} nodes, but this graph has {of_graph} nodes")
}

/// Panics with the node that a graph does not have.
#[cold]
#[track_caller]
pub(super) fn no_such_node(node: Node, nodes: usize) -> ! {
    panic!("there is no node {node}: the graph has {nodes} nodes")
}
