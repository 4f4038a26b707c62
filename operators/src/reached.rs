//! A value for each node that a search has reached.

use std::fmt;

use boscage_core::graph::{Node, NodeMap};
use boscage_core::{Error, Result};

/// What a search knows of a node, as a word that has room for "not reached": all ones.
pub trait Word: Copy + Eq + Send + Sync {
    /// The word of a node that is not reached.
    const UNREACHED: Self;

    /// Whether it is that word.
    #[inline]
    fn is_unreached(self) -> bool {
        self == Self::UNREACHED
    }
}

impl Word for u32 {
    const UNREACHED: Self = Self::MAX;
}

impl Word for u64 {
    const UNREACHED: Self = Self::MAX;
}

/// A value that is stored as a word.
pub trait Value: Copy {
    /// The word.
    type Word: Word;

    /// The value of a word.
    fn of_word(word: Self::Word) -> Self;
}

impl Value for Node {
    type Word = u32;

    #[inline]
    fn of_word(word: u32) -> Self {
        word.into()
    }
}

impl Value for u32 {
    type Word = Self;

    #[inline]
    fn of_word(word: Self) -> Self {
        word
    }
}

impl Value for u64 {
    type Word = Self;

    #[inline]
    fn of_word(word: Self) -> Self {
        word
    }
}

impl Value for f64 {
    type Word = u64;

    #[inline]
    fn of_word(word: u64) -> Self {
        Self::from_bits(word)
    }
}

/// A value for each node that a search has reached: its parent, its distance. As large as the values alone.
///
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{BreadthFirstSearch, distances};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let steps = distances(&exec, &graph, Node::new(0), BreadthFirstSearch::default())?;
/// assert_eq!(steps.get(Node::new(2)), Some(2));
/// assert!(steps.iter().eq([Some(0), Some(1), Some(2), None]));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Reached<T: Value> {
    words: NodeMap<T::Word>,
    /// The nodes whose value is the one of [`Word::UNREACHED`], ascending.
    largest: Vec<Node>,
}

impl<T: Value> Reached<T> {
    pub(crate) fn new(words: NodeMap<T::Word>) -> Self {
        Self::with_largest(words, Vec::new())
    }

    /// The same where some nodes are reached although their word is [`Word::UNREACHED`].
    pub(crate) fn with_largest(words: NodeMap<T::Word>, mut largest: Vec<Node>) -> Self {
        largest.sort_unstable();
        Self { words, largest }
    }

    /// The value of a node, if it is reached.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn get(&self, node: Node) -> Option<T> {
        self.value(node, self.words[node])
    }

    #[inline]
    fn value(&self, node: Node, word: T::Word) -> Option<T> {
        let is_reached = !word.is_unreached() || self.largest.binary_search(&node).is_ok();
        is_reached.then(|| T::of_word(word))
    }

    /// Number of nodes of the graph, reached or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether the graph has no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The values of all nodes, in the order of the nodes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<T>> {
        self.words.as_slice().iter().enumerate().map(|(node, &word)| self.value(Node::new(node), word))
    }

    /// The words of all nodes: of a node that is not reached all ones; otherwise the value, and of a float
    /// its bits.
    ///
    /// # Errors
    /// [`Error::Argument`] if the value of a node is the largest integer, whose bits are all ones, too.
    pub fn into_words(self) -> Result<NodeMap<T::Word>> {
        match self.largest.first() {
            None => Ok(self.words),
            Some(node) => {
                let found = format!("the largest one, of node {node}");
                Err(Error::argument("values", "integers below the largest of their width", found))
            }
        }
    }
}

impl<T: Value + fmt::Debug> fmt::Debug for Reached<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reached = self.iter().enumerate().filter_map(|(node, value)| Some((node, value?)));
        f.debug_map().entries(reached).finish()
    }
}
