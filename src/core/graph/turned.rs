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
    /// The graph with every edge turned round. Edges keep their data and ids; in-arcs are stored if they are
    /// here.
    ///
    /// Without ids, edges are taken to be numbered as their arcs stand, node by node.
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

    /// The undirected graph in which every edge is one of this graph's, without its direction. Edges keep
    /// their data and ids; u→v and v→u are two edges, which [`Graph::simplified`] makes one.
    ///
    /// Without ids, edges are taken to be numbered as their arcs stand, node by node.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Directed, EdgeList, Graph, Node};
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(3, [(0, 1), (2, 1), (1, 1)])?;
    /// let graph = Graph::<Directed>::from_edges(&exec, &list)?;
    /// let graph = graph.symmetrised(&exec)?;
    /// assert_eq!(graph.len(), 3);
    /// assert_eq!(graph.neighbours(Node::new(1)), [0, 1, 2].map(Node::new));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn symmetrised(&self, exec: &Exec) -> Result<Graph<Undirected, E>> {
        let order = match (self.is_by_target, self.has_ids()) {
            (true, true) => InRows::ByTargetAndId,
            (true, false) => InRows::ByTarget,
            (false, true) => InRows::ById,
            (false, false) => InRows::AsTheyCome,
        };
        let out = exec
            .install(|| group(exec, self.nodes(), Origin::BothWays(self.out.all()), order, self.has_ids()))?;
        let Self { edges, is_by_target, .. } = *self;
        Ok(Graph { edges, out, incoming: None, is_by_target, direction: PhantomData })
    }
}

impl<E: EdgeData> Graph<Undirected, E> {
    /// The directed graph that has both arcs of every edge, and one of a self-loop, each an edge of its own.
    /// If arcs know their ids, the new ones number the arcs as they stand, node by node.
    ///
    /// # Errors
    /// [`crate::Error::TooMany`] if ids are wanted and there are too many arcs, and
    /// [`crate::Error::OutOfMemory`].
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
