//! Changing the direction of edges: reversed, symmetrised, directed.

use std::marker::PhantomData;

use super::group::{InRows, group};
use super::origin::Origin;
use super::rows::Rows;
use super::{Directed, EdgeData, EdgeId, Graph, Undirected};
use crate::exec::Exec;
use crate::parallel::tabulate;
use crate::{Result, memory};

impl<E: EdgeData> Graph<Directed, E> {
    /// Returns the graph with every edge reversed. Edges keep their data and ids. In-arcs are stored if this
    /// graph has them.
    ///
    /// Without ids, edges are numbered in the order of their arcs, node by node.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn reversed(&self, exec: &Exec) -> Result<Self> {
        let Self { edges, is_by_target, direction, .. } = *self;
        exec.install(|| {
            let mut reversed =
                Self { edges, out: self.turned(exec)?, incoming: None, is_by_target, direction };
            if self.incoming.is_some() {
                reversed.incoming = Some(reversed.turned(exec)?);
            }
            Ok(reversed)
        })
    }

    /// Returns the undirected graph with the same edges. Edges keep their data and ids; u→v and v→u become
    /// two parallel edges, which [`Graph::simplified`] merges.
    ///
    /// Without ids, edges are numbered in the order of their arcs, node by node.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Directed, EdgeList, Graph, Node};
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(3, [(0, 1), (2, 1), (1, 1)])?;
    /// let graph = Graph::<Directed>::from_edges(&exec, &list)?;
    /// let graph = graph.symmetrised(&exec)?;
    /// assert_eq!(graph.edge_count(), 3);
    /// assert_eq!(graph.neighbours(1), [0, 1, 2].map(Node::new));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn symmetrised(&self, exec: &Exec) -> Result<Graph<Undirected, E>> {
        let order = match (self.is_by_target, self.has_ids()) {
            (true, true) => InRows::ByTargetAndId,
            (true, false) => InRows::ByTarget,
            (false, true) => InRows::ById,
            (false, false) => InRows::AsTheyCome,
        };
        let out = exec.install(|| {
            group(exec, self.node_count(), Origin::BothWays(self.out.all()), order, self.has_ids())
        })?;
        let Self { edges, is_by_target, .. } = *self;
        Ok(Graph { edges, out, incoming: None, is_by_target, direction: PhantomData })
    }
}

impl<E: EdgeData> Graph<Undirected, E> {
    /// Returns the directed graph with both arcs of each edge, and one arc per self-loop. Each arc is an edge
    /// of its own. If the graph has ids, the new ids number the arcs, node by node.
    ///
    /// # Errors
    /// [`crate::Error::TooMany`] if the graph has ids and too many arcs, and [`crate::Error::OutOfMemory`].
    pub fn directed(&self, exec: &Exec) -> Result<Graph<Directed, E>> {
        let arcs = self.out.targets.len();
        let edges = EdgeId::check_count(arcs as u64)?;
        let ids = || tabulate(exec, "arc ids", arcs, EdgeId::new);
        let out = Rows {
            offsets: copy("offsets", &self.out.offsets)?,
            max_degree: self.out.max_degree,
            targets: copy("targets", &self.out.targets)?,
            data: copy("arc data", &self.out.data)?,
            ids: self.has_ids().then(|| exec.install(ids)).transpose()?,
        };
        Ok(Graph { edges, out, incoming: None, is_by_target: self.is_by_target, direction: PhantomData })
    }
}

fn copy<T: Copy>(what: &'static str, items: &[T]) -> Result<Vec<T>> {
    let mut copy = memory::reserve(what, items.len())?;
    copy.extend_from_slice(items);
    Ok(copy)
}
