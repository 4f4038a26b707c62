//! Sets of nodes in three forms: all nodes, a list, a bitmap.
//!
//! A list may be in an order that depends on the threads. Where the order matters, a sorted copy is made
//! once.

use std::iter::Enumerate;
use std::ops::Range;
use std::slice;
use std::sync::OnceLock;

use rayon::iter::plumbing::UnindexedConsumer;
use rayon::prelude::*;

use super::{Count, Direction, EdgeData, Graph, Node};
use crate::bits::{SharedBits, WORD};
use crate::exec::Exec;
use crate::parallel::{for_each_piece, map_blocks, map_pieces, radix_sort};
use crate::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};
use crate::{Error, Result, memory};

/// Nodes per block.
const BLOCK: usize = 1 << 12;

/// A set of nodes of a graph, such as the frontier of a traversal or the nodes that are still active.
///
/// The phases of [`Rounds`](crate::exec::Rounds) read and create sets, and choose their form. A set can also
/// be passed to [`Exec::do_all`], as in `exec.do_all("visit", &set, |node| ...)`.
///
/// # Determinism
/// The members of a set that a phase creates are as deterministic as the phase. The order of iteration is
/// not: it may depend on the threads.
///
/// # Memory
/// A set of few nodes is a list: 4 bytes per member. A set of many nodes is a bitmap: 1 bit per node of the
/// graph. The set of all nodes takes no memory.
///
/// # Examples
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{EdgeList, Graph, Node, NodeSet, Undirected};
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_pairs(5, [(0, 1), (0, 2), (2, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let ends = NodeSet::from_nodes(&exec, &graph, [3, 0])?;
/// assert!(ends.iter().eq([0, 3].map(Node::new)));
/// assert_eq!((ends.len(), ends.arc_count(&exec, &graph), NodeSet::all(&graph).len()), (2, 3, 5));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct NodeSet {
    /// Number of nodes of the graph.
    nodes: usize,
    form: Form,
    /// `true` if the order of a list may depend on the threads, their number or timing.
    is_shuffled: bool,
    /// If so, the same set in ascending order, once it was needed.
    ascending: OnceLock<Box<Self>>,
}

#[derive(Debug)]
pub(crate) enum Form {
    /// All nodes.
    All,
    /// These, distinct, in any order.
    List(Vec<Node>),
    /// Nodes whose bits are set. Bits beyond the last node are 0.
    Bitmap(SharedBits),
}

/// Returns `true` if a set of `len` nodes should be a list. A list of fewer than one node in 32 takes less
/// memory than a bitmap, and less time to iterate over.
#[inline]
pub(crate) fn is_few(len: usize, nodes: usize) -> bool {
    len <= few(nodes)
}

/// Returns the most nodes of such a set.
#[inline]
pub(crate) fn few(nodes: usize) -> usize {
    nodes / (8 * size_of::<Node>())
}

impl NodeSet {
    /// Creates the set of all nodes of a graph.
    #[must_use]
    #[track_caller]
    pub fn all(of: impl Count<Node>) -> Self {
        Self::of_form(of.count(), Form::All)
    }

    /// Creates the set of these nodes, given in any order, possibly with duplicates.
    ///
    /// # Errors
    /// [`Error::Argument`] if the graph does not have one of them, and [`Error::OutOfMemory`].
    #[track_caller]
    pub fn from_nodes(
        exec: &Exec,
        of: impl Count<Node>,
        nodes: impl IntoIterator<Item = impl Into<Node>>,
    ) -> Result<Self> {
        let count = of.count();
        let mut list = Vec::new();
        for node in nodes {
            memory::grow("the nodes of a set", &mut list, 1)?;
            list.push(node.into());
        }
        if !list.is_sorted_by(|one, next| one < next) {
            exec.install_for(list.len(), || radix_sort(exec, &mut list, |&node| u32::from(node)))?;
            list.dedup();
        }
        if let Some(last) = list.last().filter(|last| last.index() >= count) {
            return Err(Error::argument("nodes of the set", format!("nodes below {count}"), last));
        }
        let is_few = is_few(list.len(), count);
        let set = Self::of_form(count, Form::List(list));
        if is_few { Ok(set) } else { set.into_bitmap(exec) }
    }

    /// Creates a set in a form whose invariants hold.
    pub(crate) fn of_form(nodes: usize, form: Form) -> Self {
        Self { nodes, form, is_shuffled: false, ascending: OnceLock::new() }
    }

    /// Creates the set of distinct nodes, whose order may depend on the threads.
    pub(crate) fn shuffled(nodes: usize, list: Vec<Node>) -> Self {
        Self { is_shuffled: true, ..Self::of_form(nodes, Form::List(list)) }
    }

    /// Returns the set in an order that does not depend on the threads.
    pub(crate) fn in_order(&self) -> &Self {
        match &self.form {
            Form::List(nodes) if self.is_shuffled => self.ascending.get_or_init(|| {
                let mut nodes = nodes.clone();
                nodes.sort_unstable();
                Box::new(Self::of_form(self.nodes, Form::List(nodes)))
            }),
            _ => self,
        }
    }

    pub(crate) fn is_shuffled(&self) -> bool {
        self.is_shuffled
    }

    /// Returns `true` if a node is in the set. Takes constant time in the form that [`NodeSet::into_bitmap`]
    /// creates; a list is searched, and one that a phase has found from end to end.
    ///
    /// # Panics
    /// If the graph has no such node; a bitmap may return `false` instead.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn contains(&self, node: impl Into<Node>) -> bool {
        let node = node.into();
        // The fast form comes first, with a single check.
        if let Form::Bitmap(bits) = &self.form
            && let Some(word) = bits.words().get(node.index() / WORD)
        {
            return word.load(Relaxed) >> (node.index() % WORD) & 1 == 1;
        }
        self.searched(node)
    }

    #[cold]
    #[track_caller]
    fn searched(&self, node: Node) -> bool {
        if node.index() >= self.nodes {
            super::rows::no_such_node(node, self.nodes);
        }
        match &self.form {
            Form::List(nodes) if self.is_shuffled => nodes.contains(&node),
            Form::List(nodes) => nodes.binary_search(&node).is_ok(),
            Form::All | Form::Bitmap(_) => true,
        }
    }

    /// Returns the number of nodes in the set. Bitmaps are counted each time, 64 nodes per step.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.form {
            Form::All => self.nodes,
            Form::List(nodes) => nodes.len(),
            Form::Bitmap(bits) => bits.count(),
        }
    }

    /// Returns `true` if there are no nodes in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.form {
            Form::All => self.nodes == 0,
            Form::List(nodes) => nodes.is_empty(),
            Form::Bitmap(bits) => bits.words().iter().all(|word| word.load(Relaxed) == 0),
        }
    }

    /// Returns the number of arcs that leave the nodes of the set.
    ///
    /// # Panics
    /// If the graph has another number of nodes than that of the set.
    #[must_use]
    #[track_caller]
    pub fn arc_count<D: Direction, E: EdgeData>(&self, exec: &Exec, graph: &Graph<D, E>) -> u64 {
        assert!(
            self.nodes == graph.node_count(),
            "{}",
            super::wrong_nodes("set", self.nodes, graph.node_count())
        );
        let degree = |node: Node| graph.degree(node) as u64;
        let sums = match &self.form {
            Form::All => return graph.targets().len() as u64,
            Form::List(nodes) if nodes.len() <= BLOCK => return nodes.iter().copied().map(degree).sum(),
            Form::List(nodes) => {
                map_pieces(exec, nodes.chunks(BLOCK), |nodes| nodes.iter().copied().map(degree).sum::<u64>())
            }
            Form::Bitmap(bits) => map_blocks(exec, bits.words().len(), BLOCK / WORD, |block| {
                block.flat_map(|word| bits.of_word(word)).map(|node| degree(Node::at(node))).sum::<u64>()
            }),
        };
        sums.into_iter().sum()
    }

    /// Returns the nodes in no particular order.
    #[must_use]
    pub fn iter(&self) -> NodeSetIter<'_> {
        let (all, list, words): (_, &[Node], &[AtomicU64]) = match &self.form {
            Form::All => (0..self.nodes, &[], &[]),
            Form::List(nodes) => (0..0, nodes, &[]),
            Form::Bitmap(bits) => (0..0, &[], bits.words()),
        };
        NodeSetIter { all, list: list.iter(), words: words.iter().enumerate(), word: 0, bits: 0 }
    }

    /// Converts the set into a bitmap, in which [`NodeSet::contains`] takes constant time.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn into_bitmap(self, exec: &Exec) -> Result<Self> {
        let Form::List(nodes) = &self.form else { return Ok(self) };
        let bits = SharedBits::new("the bitmap of a set of nodes", self.nodes)?;
        for_each_piece(exec, nodes.chunks(BLOCK), |nodes| {
            nodes.iter().for_each(|node| {
                bits.insert(node.index());
            });
        });
        Ok(Self::of_form(self.nodes, Form::Bitmap(bits)))
    }

    /// Returns `true` if there are at least `len` nodes in the set. Bitmaps are not counted, but assumed to
    /// have many.
    pub(crate) fn len_at_least(&self, len: usize) -> bool {
        match &self.form {
            Form::All => self.nodes >= len,
            Form::List(nodes) => nodes.len() >= len,
            Form::Bitmap(_) => true,
        }
    }

    /// Number of nodes of the graph.
    pub(crate) fn node_count(&self) -> usize {
        self.nodes
    }

    pub(crate) fn form(&self) -> &Form {
        &self.form
    }
}

impl<'a> IntoIterator for &'a NodeSet {
    type Item = Node;
    type IntoIter = NodeSetIter<'a>;

    fn into_iter(self) -> NodeSetIter<'a> {
        self.iter()
    }
}

impl<'a> IntoParallelIterator for &'a NodeSet {
    type Item = Node;
    type Iter = NodeSetParIter<'a>;

    fn into_par_iter(self) -> NodeSetParIter<'a> {
        NodeSetParIter(self)
    }
}

/// A parallel iterator over the nodes of a [`NodeSet`], in no particular order.
#[derive(Clone, Copy, Debug)]
pub struct NodeSetParIter<'a>(&'a NodeSet);

impl ParallelIterator for NodeSetParIter<'_> {
    type Item = Node;

    fn drive_unindexed<C: UnindexedConsumer<Node>>(self, consumer: C) -> C::Result {
        match &self.0.form {
            Form::All => (0..self.0.nodes).into_par_iter().map(Node::at).drive_unindexed(consumer),
            Form::List(nodes) => nodes.par_iter().copied().drive_unindexed(consumer),
            Form::Bitmap(bits) => {
                let words = (0..bits.words().len()).into_par_iter();
                words.flat_map_iter(|word| bits.of_word(word).map(Node::at)).drive_unindexed(consumer)
            }
        }
    }
}

/// An iterator over the nodes of a [`NodeSet`], in no particular order.
#[derive(Clone, Debug)]
pub struct NodeSetIter<'a> {
    all: Range<usize>,
    list: slice::Iter<'a, Node>,
    words: Enumerate<slice::Iter<'a, AtomicU64>>,
    /// The word that was read last, and its bits that have not been returned.
    word: usize,
    bits: u64,
}

impl Iterator for NodeSetIter<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        if let Some(&node) = self.list.next() {
            return Some(node);
        }
        if let Some(node) = self.all.next() {
            return Some(Node::at(node));
        }
        while self.bits == 0 {
            let (word, bits) = self.words.next()?;
            (self.word, self.bits) = (word, bits.load(Relaxed));
        }
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Node::at(self.word * WORD + bit))
    }
}
