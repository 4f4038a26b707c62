//! The names that files have for their nodes.

use boscage_core::graph::Node;

/// The names of the nodes in a file. Nodes are numbered in the ascending order of their names.
///
/// Listed names take 8 bytes per node; an offset takes no memory.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::Node;
/// use boscage::io::{self, ReadOptions};
///
/// let text = b"100 200\n200 4000\n";
/// let input = io::read_bytes(&Exec::new(1)?, "graph.txt", text, &ReadOptions::default())?;
/// assert_eq!(input.names.name(2), 4000);
/// assert_eq!(input.names.find(200, input.list.node_count()), Some(Node::new(1)));
/// assert_eq!(input.names.find(300, input.list.node_count()), None);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Names {
    /// The name of node `i` is `i` plus this number.
    Offset(u64),
    /// The name of node `i` is element `i`. The names ascend.
    Listed(Vec<u64>),
}

impl Names {
    /// Returns the name of a node.
    ///
    /// # Panics
    /// If names are listed and there is none for the node.
    #[must_use]
    pub fn name(&self, node: impl Into<Node>) -> u64 {
        let node = node.into();
        match self {
            Self::Offset(base) => node.index() as u64 + base,
            Self::Listed(names) => names[node.index()],
        }
    }

    /// Returns the node with a name, in a graph of `nodes` nodes, if there is one. Takes constant time, or
    /// logarithmic time if names are listed.
    #[must_use]
    pub fn find(&self, name: u64, nodes: usize) -> Option<Node> {
        let index = match self {
            Self::Offset(base) => usize::try_from(name.checked_sub(*base)?).ok()?,
            Self::Listed(names) => names.binary_search(&name).ok()?,
        };
        (index < nodes).then(|| Node::new(index))
    }
}
