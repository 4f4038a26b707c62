//! Sets of nodes: for example the frontier of a traversal, or the nodes that are still active.
//!
//! A set of few nodes is a list, with 4 bytes for each node in it. A set of many nodes is a bitmap, with a
//! bit for each node of the graph. The set of all nodes takes no memory. The phases of
//! [`Rounds`](crate::exec::Rounds) read and make sets, and choose their form.

use std::sync::OnceLock;

use super::{Count, Direction, EdgeData, Graph, Node};
use crate::bits::{SharedBits, WORD};
use crate::exec::Exec;
use crate::parallel::{for_each_piece, map_blocks, map_pieces, radix_sort};
use crate::primitives::Ordering::Relaxed;
use crate::{Error, Result};

/// Nodes that one thread takes at a time.
const BLOCK: usize = 1 << 12;

/// A set of nodes of a graph.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{EdgeList, Graph, Node, NodeSet, Undirected};
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_pairs(5, [(0, 1), (0, 2), (2, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let ends = NodeSet::from_nodes(&exec, &graph, vec![Node::new(3), Node::new(0)])?;
/// assert!(ends.iter().eq([0, 3].map(Node::new)));
/// assert_eq!((ends.len(), ends.arcs(&exec, &graph), NodeSet::all(&graph).len()), (2, 3, 5));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct NodeSet {
    /// Number of nodes of the graph.
    nodes: usize,
    form: Form,
    /// Whether the order of a list may depend on the threads, on their number or their timing.
    is_shuffled: bool,
    /// If it may: the same set in ascending order, once it was needed.
    ascending: OnceLock<Box<Self>>,
}

#[derive(Debug)]
pub(crate) enum Form {
    /// All nodes.
    All,
    /// These, in any order, none twice.
    List(Vec<Node>),
    /// Those whose bits are set. There are no bits beyond the last node.
    Bitmap(SharedBits),
}

/// Whether a set of this number of a graph's nodes is better a list: fewer than one node in 32 make a list
/// that takes less memory than a bitmap, and less time to go through.
#[inline]
pub(crate) fn is_few(len: usize, nodes: usize) -> bool {
    len <= few(nodes)
}

/// The most nodes of such a set.
#[inline]
pub(crate) fn few(nodes: usize) -> usize {
    nodes / (8 * size_of::<Node>())
}

impl NodeSet {
    /// All nodes of a graph.
    #[must_use]
    pub fn all(of: impl Count<Node>) -> Self {
        Self::of_form(of.count(), Form::All)
    }

    /// These nodes, ascending. They may be given in any order, and more than once.
    ///
    /// # Errors
    /// [`Error::Argument`] if the graph does not have one of them, [`Error::OutOfMemory`].
    pub fn from_nodes(exec: &Exec, of: impl Count<Node>, mut nodes: Vec<Node>) -> Result<Self> {
        if !nodes.is_sorted_by(|one, next| one < next) {
            exec.install(|| radix_sort(exec, &mut nodes, |&node| u32::from(node)))?;
            nodes.dedup();
        }
        let count = of.count();
        match nodes.last() {
            Some(last) if last.index() >= count => {
                Err(Error::argument("nodes of the set", format!("nodes below {count}"), last))
            }
            _ => Ok(Self::of_form(count, Form::List(nodes))),
        }
    }

    /// A set in this form, which must be as it says there.
    pub(crate) fn of_form(nodes: usize, form: Form) -> Self {
        Self { nodes, form, is_shuffled: false, ascending: OnceLock::new() }
    }

    /// The set of these nodes, none of them given twice, whose order may depend on the threads.
    pub(crate) fn shuffled(nodes: usize, list: Vec<Node>) -> Self {
        Self { is_shuffled: true, ..Self::of_form(nodes, Form::List(list)) }
    }

    /// The set in an order that does not depend on the threads.
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

    /// Whether a node is in the set. Fast in the form that [`NodeSet::into_bitmap`] makes; otherwise a set of
    /// few nodes may have to be searched.
    ///
    /// # Panics
    /// If the graph has no such node. A bitmap may say instead that the set does not have it.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn contains(&self, node: Node) -> bool {
        // The form in which it is fast comes first, with a single check.
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
            Form::List(nodes) => nodes.contains(&node),
            Form::All | Form::Bitmap(_) => true,
        }
    }

    /// Number of nodes in the set. A bitmap is counted each time, 64 nodes of the graph at once.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.form {
            Form::All => self.nodes,
            Form::List(nodes) => nodes.len(),
            Form::Bitmap(bits) => bits.count(),
        }
    }

    /// Whether there are no nodes in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.form {
            Form::All => self.nodes == 0,
            Form::List(nodes) => nodes.is_empty(),
            Form::Bitmap(bits) => bits.words().iter().all(|word| word.load(Relaxed) == 0),
        }
    }

    /// Number of arcs that leave the nodes of the set.
    ///
    /// # Panics
    /// If the set is not one of as many nodes.
    #[must_use]
    pub fn arcs<D: Direction, E: EdgeData>(&self, exec: &Exec, graph: &Graph<D, E>) -> u64 {
        let degree = |node: Node| graph.degree(node) as u64;
        let sums = match &self.form {
            Form::All => return graph.targets().len() as u64,
            Form::List(nodes) if nodes.len() <= BLOCK => return nodes.iter().copied().map(degree).sum(),
            Form::List(nodes) => {
                map_pieces(exec, nodes.chunks(BLOCK), |nodes| nodes.iter().copied().map(degree).sum::<u64>())
            }
            Form::Bitmap(bits) => map_blocks(exec, bits.words().len(), BLOCK / WORD, |block| {
                block.flat_map(|word| bits.of_word(word)).map(|node| degree(Node::new(node))).sum::<u64>()
            }),
        };
        sums.into_iter().sum()
    }

    /// The nodes, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = Node> {
        let (all, list, bits) = match &self.form {
            Form::All => (self.nodes, &[][..], None),
            Form::List(nodes) => (0, &nodes[..], None),
            Form::Bitmap(bits) => (0, &[][..], Some(bits)),
        };
        let of_bits = bits.into_iter().flat_map(SharedBits::iter);
        (0..all).chain(of_bits).map(Node::new).chain(list.iter().copied())
    }

    /// The same set in the form in which [`NodeSet::contains`] is fast.
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

    /// Returns whether there are this many nodes in the set, as far as its form tells: a bitmap has many.
    pub(crate) fn len_at_least(&self, len: usize) -> bool {
        match &self.form {
            Form::All => self.nodes >= len,
            Form::List(nodes) => nodes.len() >= len,
            Form::Bitmap(_) => true,
        }
    }

    /// Number of nodes of the graph.
    pub(crate) fn nodes(&self) -> usize {
        self.nodes
    }

    pub(crate) fn form(&self) -> &Form {
        &self.form
    }
}
