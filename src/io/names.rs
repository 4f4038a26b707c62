//! The names that files have for their nodes.

use std::fmt;

use crate::Strings;
use boscage_core::graph::Node;

/// The names of the nodes in a file: numbers or texts. Nodes are numbered in the ascending order of their
/// names; texts are in the order of their bytes.
///
/// Names take no memory if they are numbers without gaps, otherwise 8 bytes per node, and the bytes of texts.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::Node;
/// use boscage::io::{self, Names, ReadOptions};
///
/// let text = b"100 200\n200 4000\n";
/// let input = io::read_bytes(&Exec::new(1)?, "graph.txt", text, &ReadOptions::default())?;
/// assert_eq!(input.names.name(2), 4000);
/// assert_eq!(input.names.find(200, input.list.node_count()), Some(Node::new(1)));
/// assert_eq!(input.names.find(300, input.list.node_count()), None);
///
/// let towns = Names::Text(["Bonn", "Rome"].into_iter().collect());
/// assert_eq!(towns.name(1), "Rome");
/// assert_eq!(towns.find("Rome", 2), Some(Node::new(1)));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Names {
    /// The name of node `i` is `i` plus this number.
    Offset(u64),
    /// The name of node `i` is element `i`. The names ascend.
    Listed(Vec<u64>),
    /// The name of node `i` is string `i`. The names ascend.
    Text(Strings),
}

impl Names {
    /// Returns the name of a node.
    ///
    /// # Panics
    /// If names are listed and there is none for the node.
    #[must_use]
    #[inline]
    pub fn name(&self, node: impl Into<Node>) -> Name<'_> {
        let node = node.into();
        match self {
            Self::Offset(base) => Name::Number(node.index() as u64 + base),
            Self::Listed(names) => Name::Number(names[node.index()]),
            Self::Text(names) => Name::Text(names.get(node.index())),
        }
    }

    /// Returns the node with a name, in a graph of `nodes` nodes, if there is one. Takes constant time, or
    /// logarithmic time if names are listed.
    ///
    /// A number that is a text is only found as a text if names are texts, and only as a number otherwise.
    #[must_use]
    pub fn find<'n>(&self, name: impl Into<Name<'n>>, nodes: usize) -> Option<Node> {
        let index = match (self, name.into()) {
            (Self::Offset(base), Name::Number(name)) => usize::try_from(name.checked_sub(*base)?).ok()?,
            (Self::Listed(names), Name::Number(name)) => names.binary_search(&name).ok()?,
            (Self::Text(names), Name::Text(name)) => names.search(name)?,
            _ => return None,
        };
        (index < nodes).then(|| Node::new(index))
    }

    /// Returns the node whose name is written so in a file, if there is one: a number if names are numbers.
    #[must_use]
    pub fn parse(&self, name: &str, nodes: usize) -> Option<Node> {
        match self {
            Self::Text(_) => self.find(name, nodes),
            _ => self.find(name.parse::<u64>().ok()?, nodes),
        }
    }

    /// Returns the number that a node is called, or its position if names are texts.
    pub(crate) fn number(&self, node: Node) -> u64 {
        match self {
            Self::Offset(base) => node.index() as u64 + base,
            Self::Listed(names) => names[node.index()],
            Self::Text(_) => node.index() as u64, // also while they are not known
        }
    }

    /// Bytes of the names of two nodes, more or less, if names are texts.
    pub(crate) fn bytes_per_edge(&self) -> usize {
        if let Self::Text(names) = self { 2 * names.memory() / names.len().max(1) } else { 0 }
    }

    /// Returns the bytes that the names take.
    #[must_use]
    pub fn memory(&self) -> usize {
        match self {
            Self::Offset(_) => 0,
            Self::Listed(names) => size_of_val(&**names),
            Self::Text(names) => names.memory(),
        }
    }
}

/// The name of a node. Displayed as in a file; compared with numbers and strings.
///
/// # Examples
/// ```
/// use boscage::io::Name;
///
/// assert_eq!(Name::from(7), 7);
/// assert_eq!(Name::from("Rome").to_string(), "Rome");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name<'a> {
    /// A number.
    Number(u64),
    /// A text.
    Text(&'a str),
}

impl Name<'_> {
    /// Returns the name, if it is a number.
    #[must_use]
    pub fn number(self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number),
            Self::Text(_) => None,
        }
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl From<u64> for Name<'_> {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl<'a> From<&'a str> for Name<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl PartialEq<u64> for Name<'_> {
    fn eq(&self, number: &u64) -> bool {
        *self == Self::Number(*number)
    }
}

impl PartialEq<&str> for Name<'_> {
    fn eq(&self, text: &&str) -> bool {
        matches!(self, Self::Text(name) if name == text)
    }
}
