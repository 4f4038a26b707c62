//! petgraph's ids of what has been imported.

use std::sync::OnceLock;

use super::super::{EdgeId, Node};
use crate::{Error, Result, memory};

/// petgraph's ids of the nodes and edges of a graph, by ours and the other way round.
#[derive(Clone, Debug)]
pub struct PetgraphIds<N, E> {
    nodes: Vec<N>,
    edges: Vec<E>,
    /// The nodes in the order of petgraph's ids, once that was needed; none if it is the order of ours.
    by_id: OnceLock<Option<Vec<Node>>>,
}

impl<N: Copy, E: Copy> PetgraphIds<N, E> {
    pub(super) fn new(nodes: Vec<N>, edges: Vec<E>) -> Self {
        Self { nodes, edges, by_id: OnceLock::new() }
    }

    /// petgraph's id of each node.
    #[must_use]
    pub fn nodes(&self) -> &[N] {
        &self.nodes
    }

    /// petgraph's id of each edge, in the order of `edge_references()`.
    #[must_use]
    pub fn edges(&self) -> &[E] {
        &self.edges
    }

    /// petgraph's id of a node.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    pub fn node(&self, node: impl Into<Node>) -> N {
        let node = node.into();
        self.nodes[node.index()]
    }

    /// petgraph's id of an edge.
    ///
    /// # Panics
    /// If the graph has no such edge.
    #[must_use]
    pub fn edge(&self, edge: impl Into<EdgeId>) -> E {
        let edge = edge.into();
        self.edges[edge.index()]
    }

    /// Our id of a node, in time O(log n). The first call may take O(n log n), to sort them.
    ///
    /// # Errors
    /// [`Error::Argument`] if the graph has no such node; [`Error::OutOfMemory`] for the order.
    pub fn number(&self, id: N) -> Result<Node>
    where
        N: Ord,
    {
        let by_id = match self.by_id.get() {
            Some(by_id) => by_id,
            None => {
                let by_id = self.sorted()?;
                self.by_id.get_or_init(|| by_id)
            }
        };
        let found = match by_id {
            None => self.nodes.binary_search(&id).map(Node::new),
            Some(by_id) => {
                by_id.binary_search_by_key(&id, |node| self.nodes[node.index()]).map(|place| by_id[place])
            }
        };
        found.map_err(|_| Error::argument("the node", "one of petgraph's graph", "one that it does not have"))
    }

    fn sorted(&self) -> Result<Option<Vec<Node>>>
    where
        N: Ord,
    {
        if self.nodes.is_sorted() {
            return Ok(None);
        }
        let mut by_id = memory::from_fn("the order of petgraph's nodes", self.nodes.len(), Node::new)?;
        by_id.sort_unstable_by_key(|node| self.nodes[node.index()]);
        Ok(Some(by_id))
    }
}
