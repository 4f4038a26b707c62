//! The names that most programs on the framework use.
//!
//! ```
//! use boscage::prelude::*;
//!
//! let exec = Exec::new(2)?;
//! let list = EdgeList::from_pairs(4, [(0, 1), (1, 2), (2, 3)])?;
//! let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
//! let degrees = NodeMap::from_fn(&exec, &graph, |node| graph.degree(node))?;
//! assert_eq!(degrees.as_slice(), [1, 2, 2, 1]);
//! # Ok::<(), boscage::Error>(())
//! ```

pub use crate::Result;
pub use crate::exec::{Exec, Round};
pub use crate::graph::{
    AtomicNodeMap, Directed, Edge, EdgeList, Graph, MorphGraph, Node, NodeMap, NodeSet, Undirected,
};
pub use crate::sync::GuardedNodes;
pub use crate::worklist::{Buckets, BulkSynchronous, Fifo, Lifo};
