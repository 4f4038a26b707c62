//! What most programs on the framework use: `use boscage::prelude::*;`.

pub use crate::Result;
pub use crate::exec::{Exec, Round};
pub use crate::graph::{
    AtomicNodeMap, Directed, EdgeList, Graph, Node, NodeMap, NodeSet, Undirected,
};
