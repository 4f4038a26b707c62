//! Cutting nodes and their arcs into pieces of equal work.
//!
//! In most graphs that people have, a few nodes have most of the arcs. Pieces of equal numbers of nodes are
//! then of very different size, and all threads wait for the one that has the hub. So pieces are cut by work,
//! which is 1 for a node and 1 for each of its arcs, and where a piece ends among the arcs of a node the next
//! one goes on with the rest.

use std::ops::Range;

use super::node_set::{Form, nodes_of_word};
use super::{Arcs, Direction, EdgeData, Graph, Node, NodeSet};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::{exclusive_scan, for_each_block, tabulate};
use crate::primitives::AtomicU64;

/// What is said of a set that has fewer nodes now.
const CHANGED: &str = "a set does not change while pieces of it are worked on";

/// Nodes of a set with their arcs, in pieces of about equal work. Made by [`Graph::pieces`] and
/// [`Graph::in_pieces`].
#[derive(Debug)]
pub struct Pieces<'a> {
    offsets: &'a [u64],
    units: Units<'a>,
    /// Work in all, and of a piece.
    total: u64,
    work: u64,
    are_nodes_whole: bool,
}

/// What the work is counted by, with the work before each of them and, last, in all.
#[derive(Debug)]
enum Units<'a> {
    /// All nodes: the offsets say how much work comes before each.
    All,
    List(&'a [Node], Vec<u64>),
    /// Words of a bitmap.
    Words(&'a [AtomicU64], Vec<u64>),
}

/// A node, or a part of its arcs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The node.
    pub node: Node,
    /// Where the arcs of this share stand among the arcs of the graph; [`Graph::arcs_at`] has them.
    pub arcs: Range<usize>,
    /// Whether this is the first share of the node, or the only one: true once a node.
    pub is_first: bool,
}

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// Cuts the nodes of a set, with the arcs that leave them, into pieces of about `work` nodes and arcs
    /// each: some thousand are enough for a thread to be busy for a while. The arcs of a node with many are
    /// cut too; [`Pieces::of_whole_nodes`] leaves them together.
    ///
    /// Cutting all nodes takes no time. A list takes 8 bytes a node in it, a bitmap 8 for 64 nodes.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If `work` is 0 or the set is one of another number of nodes.
    ///
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{AtomicNodeMap, Directed, EdgeList, Graph, NodeSet};
    ///
    /// let exec = Exec::new(2)?;
    /// let star = EdgeList::from_pairs(10_000, (1..10_000).map(|leaf| (0, leaf)))?;
    /// let star = Graph::<Directed>::from_edges(&exec, &star)?;
    /// let reached = AtomicNodeMap::filled(&star, false)?;
    /// star.pieces(&exec, &NodeSet::all(&star), 1000)?.for_each(&exec, |share| {
    ///     assert!(share.arcs.len() <= 1000);
    ///     for &leaf in star.arcs_at(share.arcs).targets {
    ///         reached.store(leaf, true);
    ///     }
    /// });
    /// assert_eq!(reached.into_map().iter().filter(|leaf| *leaf.1).count(), 9_999);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn pieces<'a>(&'a self, exec: &Exec, set: &'a NodeSet, work: usize) -> Result<Pieces<'a>> {
        exec.install(|| Pieces::of(exec, self.offsets(), set, work))
    }

    /// The same with the arcs that lead to the nodes; [`Graph::in_arcs_at`] has them.
    ///
    /// # Errors
    /// As [`Graph::pieces`].
    ///
    /// # Panics
    /// As [`Graph::pieces`], and if the graph is directed and has no in-arcs.
    pub fn in_pieces<'a>(&'a self, exec: &Exec, set: &'a NodeSet, work: usize) -> Result<Pieces<'a>> {
        exec.install(|| Pieces::of(exec, self.in_offsets(), set, work))
    }

    /// The arcs at some places, counted over all nodes.
    ///
    /// # Panics
    /// If there are no such places.
    #[must_use]
    #[inline]
    pub fn arcs_at(&self, places: Range<usize>) -> Arcs<'_, E> {
        self.out.at(places)
    }

    /// The in-arcs at some places, counted over all nodes.
    ///
    /// # Panics
    /// If there are no such places, or the graph is directed and has no in-arcs.
    #[must_use]
    #[inline]
    pub fn in_arcs_at(&self, places: Range<usize>) -> Arcs<'_, E> {
        self.in_rows().at(places)
    }
}

impl<'a> Pieces<'a> {
    fn of(exec: &Exec, offsets: &'a [u64], set: &'a NodeSet, work: usize) -> Result<Self> {
        let nodes = offsets.len() - 1;
        assert!(work > 0, "a piece has some work");
        assert_eq!(set.nodes_of_graph(), nodes, "the set is not one of nodes of this graph");
        let of_node = |node: Node| 1 + offsets[node.index() + 1] - offsets[node.index()];
        let sums =
            |units: usize, of_unit: &(dyn Fn(usize) -> u64 + Sync)| {
                let mut before = tabulate(exec, "work before each node", units + 1, |i| {
                    if i < units { of_unit(i) } else { 0 }
                })?;
                exclusive_scan(exec, &mut before);
                Ok::<_, crate::Error>(before)
            };
        let units = match set.form() {
            Form::All => Units::All,
            Form::List(nodes) => Units::List(nodes, sums(nodes.len(), &|i| of_node(nodes[i]))?),
            Form::Bitmap(words) => {
                let of_word = |word| nodes_of_word(words, word).map(of_node).sum();
                Units::Words(words, sums(words.len(), &of_word)?)
            }
        };
        let total = match &units {
            Units::All => offsets[nodes] + nodes as u64,
            Units::List(_, before) | Units::Words(_, before) => before[before.len() - 1],
        };
        Ok(Self { offsets, units, total, work: work as u64, are_nodes_whole: false })
    }

    /// The same pieces, but each node with all its arcs in the piece in which it begins: for operators that
    /// must see a node at once.
    #[must_use]
    pub fn of_whole_nodes(self) -> Self {
        Self { are_nodes_whole: true, ..self }
    }

    /// Number of pieces.
    #[must_use]
    pub fn len(&self) -> usize {
        self.total.div_ceil(self.work) as usize
    }

    /// Whether the set has no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Calls `f` with every share of every piece, on the threads of `exec`.
    ///
    /// # Panics
    /// If `f` does.
    pub fn for_each(&self, exec: &Exec, f: impl Fn(Share) + Sync) {
        exec.install(|| {
            for_each_block(exec, self.len(), 1, |pieces| {
                pieces.for_each(|piece| self.piece(piece).for_each(&f));
            });
        });
    }

    /// The shares of one piece, nodes in the order of the set. Empty if there is no such piece, or if it lies
    /// within a node that is wanted whole.
    pub fn piece(&self, piece: usize) -> impl Iterator<Item = Share> {
        let begin = (piece as u64).saturating_mul(self.work).min(self.total);
        let end = begin.saturating_add(self.work).min(self.total);
        let first = match &self.units {
            Units::All => self.first_node(begin),
            Units::List(_, before) | Units::Words(_, before) => {
                before.partition_point(|&before| before <= begin).max(1) - 1
            }
        };
        let mut next = self.work_before(first);
        let mut nodes = self.nodes_from(first);
        std::iter::from_fn(move || {
            while next < end {
                let node = nodes.next().expect(CHANGED);
                let arcs = self.offsets[node.index()]..self.offsets[node.index() + 1];
                // The work of a node is that at `own`, and that of its arcs follows.
                let own = next;
                next += 1 + arcs.end - arcs.start;
                let is_first = own >= begin;
                let place = |work: u64| (arcs.start + work.max(own + 1) - own - 1).min(arcs.end) as usize;
                let part = if self.are_nodes_whole {
                    arcs.start as usize..arcs.end as usize
                } else {
                    place(begin)..place(end)
                };
                if is_first || !self.are_nodes_whole && !part.is_empty() {
                    return Some(Share { node, arcs: part, is_first });
                }
            }
            None
        })
    }

    /// The last of all nodes before which there is no more than so much work.
    fn first_node(&self, work: u64) -> usize {
        let (mut low, mut high) = (0, self.offsets.len() - 1);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if self.offsets[middle] + middle as u64 <= work { low = middle } else { high = middle - 1 }
        }
        low
    }

    fn work_before(&self, unit: usize) -> u64 {
        match &self.units {
            Units::All => self.offsets[unit] + unit as u64,
            Units::List(_, before) | Units::Words(_, before) => before[unit],
        }
    }

    /// The nodes of the units from one on.
    fn nodes_from(&self, unit: usize) -> impl Iterator<Item = Node> {
        let (all, list, words): (_, &[Node], &[AtomicU64]) = match &self.units {
            Units::All => (unit..self.offsets.len() - 1, &[], &[]),
            Units::List(nodes, _) => (0..0, &nodes[unit.min(nodes.len())..], &[]),
            Units::Words(words, _) => (0..0, &[], &words[unit.min(words.len())..]),
        };
        let of_words = (0..words.len()).flat_map(move |word| nodes_of_word(words, word));
        let of_words = of_words.map(move |node| Node::new(node.index() + unit * super::node_set::WORD));
        all.map(Node::new).chain(list.iter().copied()).chain(of_words)
    }
}
