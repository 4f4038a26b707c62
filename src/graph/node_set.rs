//! Sets of nodes: the frontier of a traversal, the nodes that are still at work.
//!
//! A set of few nodes is a list, 4 bytes for each node in it. A set of many is a bitmap, a bit for each node
//! of the graph. The set of all nodes takes no memory. [`NodeSet::compacted`] chooses the smaller of list and
//! bitmap, which is also the one that is faster to go through.

use super::{Count, Direction, EdgeData, Graph, Node};
use crate::exec::Exec;
use crate::parallel::{for_each_block, for_each_piece, map_blocks, map_pieces, pack_map, radix_sort};
use crate::primitives::{AtomicU64, Ordering::Relaxed};
use crate::{Error, Result, memory};

/// Nodes that one thread takes at a time.
const BLOCK: usize = 1 << 12;
/// Nodes of a word of the bitmap.
pub(super) const WORD: usize = u64::BITS as usize;

/// A set of nodes of a graph.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{EdgeList, Graph, Node, NodeSet, Undirected};
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_pairs(5, [(0, 1), (0, 2), (2, 3)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let frontier = NodeSet::from_nodes(&exec, &graph, vec![Node::new(0)])?;
/// let next = NodeSet::bitmap(&graph)?;
/// frontier.for_each(&exec, |node| {
///     graph.neighbours(node).iter().for_each(|&neighbour| { next.insert(neighbour); });
/// });
/// assert!(next.iter().eq([1, 2].map(Node::new)));
/// assert_eq!((next.len(), next.arcs(&exec, &graph)), (2, 3));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct NodeSet {
    /// Number of nodes of the graph.
    nodes: usize,
    form: Form,
}

#[derive(Debug)]
pub(super) enum Form {
    /// All nodes.
    All,
    /// These, in any order, none twice.
    List(Vec<Node>),
    /// Those whose bits are set. There are no bits beyond the last node.
    Bitmap(Vec<AtomicU64>),
}

impl NodeSet {
    /// All nodes of a graph.
    #[must_use]
    pub fn all(of: impl Count<Node>) -> Self {
        Self { nodes: of.count(), form: Form::All }
    }

    /// No nodes, as a bitmap, for threads to [insert](NodeSet::insert) into.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn bitmap(of: impl Count<Node>) -> Result<Self> {
        let nodes = of.count();
        let words =
            memory::from_fn("the bitmap of a set of nodes", nodes.div_ceil(WORD), |_| AtomicU64::new(0))?;
        Ok(Self { nodes, form: Form::Bitmap(words) })
    }

    /// These nodes, as a list, ascending. They may be given in any order, and more than once.
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
            _ => Ok(Self { nodes: count, form: Form::List(nodes) }),
        }
    }

    /// These nodes, as a list in the order given, of which none comes twice. (If one does, it is in the set
    /// twice: debug builds panic, others count it and go through it twice.)
    ///
    /// # Errors
    /// [`Error::Argument`] if the graph does not have one of them.
    pub fn from_distinct(of: impl Count<Node>, nodes: Vec<Node>) -> Result<Self> {
        let count = of.count();
        if let Some(wrong) = nodes.iter().find(|node| node.index() >= count) {
            return Err(Error::argument("nodes of the set", format!("nodes below {count}"), wrong));
        }
        #[cfg(debug_assertions)]
        {
            let mut sorted = nodes.clone();
            sorted.sort_unstable();
            assert!(sorted.is_sorted_by(|one, next| one < next), "a node comes twice in a set");
        }
        Ok(Self { nodes: count, form: Form::List(nodes) })
    }

    /// Adds a node to a bitmap, from any thread; `false` if the set had it already, as the set of all nodes
    /// always has.
    ///
    /// # Panics
    /// If the graph has no such node, or the set is a list; [`NodeSet::into_bitmap`] makes it a bitmap.
    #[inline]
    #[track_caller]
    pub fn insert(&self, node: Node) -> bool {
        self.check(node);
        match &self.form {
            Form::All => false,
            Form::Bitmap(words) => {
                let (word, bit) = (&words[node.index() / WORD], 1 << (node.index() % WORD));
                // Looking first is cheaper than writing, and most nodes of a frontier are offered often.
                word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
            }
            Form::List(_) => panic!("nodes are inserted into bitmaps: this set is a list"),
        }
    }

    /// Whether a node is in the set: at once in a bitmap, by looking through a list.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn contains(&self, node: Node) -> bool {
        self.check(node);
        match &self.form {
            Form::All => true,
            Form::List(nodes) => nodes.contains(&node),
            Form::Bitmap(words) => words[node.index() / WORD].load(Relaxed) >> (node.index() % WORD) & 1 == 1,
        }
    }

    #[inline]
    #[track_caller]
    fn check(&self, node: Node) {
        if node.index() >= self.nodes {
            super::rows::no_such_node(node, self.nodes);
        }
    }

    /// Number of nodes in the set. A bitmap is counted each time, 64 nodes of the graph at once.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.form {
            Form::All => self.nodes,
            Form::List(nodes) => nodes.len(),
            Form::Bitmap(words) => words.iter().map(|word| word.load(Relaxed).count_ones() as usize).sum(),
        }
    }

    /// Whether there are no nodes in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.form {
            Form::All => self.nodes == 0,
            Form::List(nodes) => nodes.is_empty(),
            Form::Bitmap(words) => words.iter().all(|word| word.load(Relaxed) == 0),
        }
    }

    /// Number of arcs that leave the nodes of the set.
    ///
    /// # Panics
    /// If the set is not one of nodes of this graph.
    #[must_use]
    pub fn arcs<D: Direction, E: EdgeData>(&self, exec: &Exec, graph: &Graph<D, E>) -> u64 {
        let degree = |node: Node| graph.degree(node) as u64;
        let sums = match &self.form {
            Form::All => return graph.targets().len() as u64,
            Form::List(nodes) => exec.install(|| {
                map_pieces(exec, nodes.chunks(BLOCK), |nodes| nodes.iter().copied().map(degree).sum::<u64>())
            }),
            Form::Bitmap(words) => exec.install(|| {
                map_blocks(exec, words.len(), BLOCK / WORD, |block| {
                    block.flat_map(|word| nodes_of_word(words, word)).map(degree).sum::<u64>()
                })
            }),
        };
        sums.into_iter().sum()
    }

    /// The nodes: of a list in its order, otherwise ascending.
    pub fn iter(&self) -> impl Iterator<Item = Node> {
        let (all, list, words) = match &self.form {
            Form::All => (self.nodes, &[][..], &[][..]),
            Form::List(nodes) => (0, &nodes[..], &[][..]),
            Form::Bitmap(words) => (0, &[][..], &words[..]),
        };
        let of_words = (0..words.len()).flat_map(|word| nodes_of_word(words, word));
        (0..all).map(Node::new).chain(list.iter().copied()).chain(of_words)
    }

    /// Calls `f` with every node, on the threads of `exec`. Where the work is in the arcs, use
    /// [`Graph::pieces`].
    ///
    /// # Panics
    /// If `f` does.
    pub fn for_each(&self, exec: &Exec, f: impl Fn(Node) + Sync) {
        exec.install(|| match &self.form {
            Form::All => for_each_block(exec, self.nodes, BLOCK, |block| block.map(Node::new).for_each(&f)),
            Form::List(nodes) => {
                for_each_piece(exec, nodes.chunks(BLOCK), |nodes| nodes.iter().copied().for_each(&f));
            }
            Form::Bitmap(words) => for_each_block(exec, words.len(), BLOCK / WORD, |block| {
                block.flat_map(|word| nodes_of_word(words, word)).for_each(&f);
            }),
        });
    }

    /// The same set in the form that takes less memory: a list where fewer than one in 32 nodes is in it.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn compacted(self, exec: &Exec) -> Result<Self> {
        let is_small = self.len() < self.nodes / (8 * size_of::<Node>());
        match &self.form {
            Form::List(_) if !is_small => self.into_bitmap(exec),
            Form::Bitmap(_) if is_small => self.into_list(exec),
            _ => Ok(self),
        }
    }

    /// The same set as a list; ascending if it was none.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn into_list(self, exec: &Exec) -> Result<Self> {
        let nodes = self.nodes;
        Ok(Self { nodes, form: Form::List(self.into_nodes(exec)?) })
    }

    /// The same set as a bitmap.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn into_bitmap(self, exec: &Exec) -> Result<Self> {
        if let Form::Bitmap(_) = self.form {
            return Ok(self);
        }
        let bitmap = Self::bitmap(self.nodes)?;
        self.for_each(exec, |node| {
            bitmap.insert(node);
        });
        Ok(bitmap)
    }

    /// The nodes; ascending if the set was no list.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn into_nodes(self, exec: &Exec) -> Result<Vec<Node>> {
        if let Form::List(nodes) = self.form {
            return Ok(nodes);
        }
        exec.install(|| pack_map(exec, self.nodes, |i| self.contains(Node::new(i)), Node::new))
    }

    /// Number of nodes of the graph.
    pub(super) fn nodes_of_graph(&self) -> usize {
        self.nodes
    }

    pub(super) fn form(&self) -> &Form {
        &self.form
    }
}

/// The nodes of one word of a bitmap, ascending.
#[inline]
pub(super) fn nodes_of_word(words: &[AtomicU64], word: usize) -> impl Iterator<Item = Node> + use<> {
    let mut bits = words[word].load(Relaxed);
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(Node::new(word * WORD + bit))
    })
}
