//! The names that files have for their nodes.

use boscage_core::graph::Node;

/// The input's own names for its nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// Node `i` is called `i + base`.
    Offset(u64),
    /// Node `i` is called `names[i]`; the names ascend.
    Listed(Vec<u64>),
}

impl Names {
    /// The name of a node.
    #[must_use]
    pub fn of(&self, node: Node) -> u64 {
        match self {
            Self::Offset(base) => node.index() as u64 + base,
            Self::Listed(names) => names[node.index()],
        }
    }

    /// The node the input calls so, in a graph of `nodes` nodes.
    #[must_use]
    pub fn find(&self, name: u64, nodes: usize) -> Option<Node> {
        let index = match self {
            Self::Offset(base) => usize::try_from(name.checked_sub(*base)?).ok()?,
            Self::Listed(names) => names.binary_search(&name).ok()?,
        };
        (index < nodes).then(|| Node::new(index))
    }
}
