//! Values of nodes, for those nodes that a search has reached.

use std::fmt;

use boscage_core::graph::{Node, NodeMap};
use boscage_core::{Error, Result, memory};

use crate::sealed::Sealed;

/// A word that stores the value of a node, or "not reached" as all ones.
pub trait Word: Sealed + Copy + Default + Eq + Send + Sync + 'static {
    /// The word of a node that is not reached.
    const UNREACHED: Self;

    /// Returns `true` if this is the word of a node that is not reached.
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

/// A value that a [`PartialNodeMap`] stores, as a word.
pub trait Value: Sealed + Copy {
    /// The type of the word.
    type Word: Word;

    /// Returns the value of a word.
    fn from_word(word: Self::Word) -> Self;
}

impl Value for Node {
    type Word = u32;

    #[inline]
    fn from_word(word: u32) -> Self {
        word.into()
    }
}

impl Value for u32 {
    type Word = Self;

    #[inline]
    fn from_word(word: Self) -> Self {
        word
    }
}

impl Value for u64 {
    type Word = Self;

    #[inline]
    fn from_word(word: Self) -> Self {
        word
    }
}

impl Value for i64 {
    type Word = u64;

    /// The word is the value plus 2^63, so it is ordered like the values.
    #[inline]
    fn from_word(word: u64) -> Self {
        (word ^ 1 << 63) as Self
    }
}

impl Value for f32 {
    type Word = u64;

    /// The word has the bits of the `f64` of the same value.
    #[inline]
    fn from_word(word: u64) -> Self {
        f64::from_bits(word) as Self
    }
}

impl Value for f64 {
    type Word = u64;

    #[inline]
    fn from_word(word: u64) -> Self {
        Self::from_bits(word)
    }
}

/// Values of the nodes that a search has reached, such as parents or distances. The others have none.
///
/// # Memory
/// As much as a [`NodeMap`] of the values: "not reached" takes no memory of its own.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{BreadthFirstSearch, distances};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let steps = distances(&exec, &graph, 0, BreadthFirstSearch::default())?;
/// assert_eq!(steps.get(2), Some(2));
/// assert!(steps.iter().eq([(0, 0), (1, 1), (2, 2)].map(|(node, value)| (Node::new(node), value))));
/// assert!(steps.values().eq([Some(0), Some(1), Some(2), None]));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct PartialNodeMap<T: Value> {
    words: NodeMap<T::Word>,
    /// The reached nodes whose word is [`Word::UNREACHED`], ascending.
    largest: Vec<Node>,
}

impl<T: Value> PartialNodeMap<T> {
    pub(crate) fn new(words: NodeMap<T::Word>) -> Self {
        Self::with_largest(words, Vec::new())
    }

    /// Creates values of which some are [`Word::UNREACHED`] although their nodes, `largest`, are reached.
    pub(crate) fn with_largest(words: NodeMap<T::Word>, mut largest: Vec<Node>) -> Self {
        largest.sort_unstable();
        Self { words, largest }
    }

    /// Returns the value of a node, or `None` if the node is not reached.
    ///
    /// # Panics
    /// If the node is not in the graph.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn get(&self, node: impl Into<Node>) -> Option<T> {
        let node = node.into();
        self.value(node, self.words[node])
    }

    /// Returns the word of a node, if the node is reached.
    #[inline]
    pub(crate) fn word(&self, node: Node) -> Option<T::Word> {
        let word = self.words[node];
        (!word.is_unreached() || self.largest.binary_search(&node).is_ok()).then_some(word)
    }

    #[inline]
    fn value(&self, node: Node, word: T::Word) -> Option<T> {
        let is_reached = !word.is_unreached() || self.largest.binary_search(&node).is_ok();
        is_reached.then(|| T::from_word(word))
    }

    /// Returns the number of nodes of the graph, reached or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns `true` if the graph has no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns an iterator over the nodes that are reached and their values, in the order of the nodes.
    pub fn iter(&self) -> impl Iterator<Item = (Node, T)> {
        self.values().enumerate().filter_map(|(node, value)| Some((Node::new(node), value?)))
    }

    /// Returns an iterator over the values of all nodes, `None` for those that are not reached.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Option<T>> {
        self.words.as_slice().iter().enumerate().map(|(node, &word)| self.value(Node::new(node), word))
    }

    /// Returns the words of all nodes: all ones for a node that is not reached, otherwise the value. The word
    /// of a float has its bits, that of an `i64` is the value plus 2^63.
    ///
    /// # Errors
    /// [`Error::Argument`] if a value is the largest integer of its type: its word is all ones, too.
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

impl PartialNodeMap<Node> {
    /// Follows parents: returns the nodes of the path to a node, from one that is its own parent or has none;
    /// `None` if the node has no parent.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the node is not in the graph.
    ///
    /// # Examples
    /// ```
    /// use boscage::prelude::*;
    /// use boscage::operators::{BreadthFirstSearch, breadth_first_search};
    ///
    /// let exec = Exec::available()?;
    /// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2)])?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
    /// let parents = breadth_first_search(&exec, &graph, 0, BreadthFirstSearch::default())?;
    /// assert_eq!(parents.path_to(2)?, Some([0, 1, 2].map(Node::new).into()));
    /// assert_eq!(parents.path_to(3)?, None);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn path_to(&self, node: impl Into<Node>) -> Result<Option<Vec<Node>>> {
        let mut node = node.into();
        let Some(mut before) = self.get(node) else { return Ok(None) };
        let mut path = Vec::new();
        loop {
            memory::grow("the path", &mut path, 1)?;
            path.push(node);
            if before == node {
                path.reverse();
                return Ok(Some(path));
            }
            node = before;
            before = self.get(node).unwrap_or(node);
        }
    }
}

impl<T: Value + fmt::Debug> fmt::Debug for PartialNodeMap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(node, value)| (node.index(), value))).finish()
    }
}
