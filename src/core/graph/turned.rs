//! Changing the direction of edges: reversed, symmetrised, directed.

use std::marker::PhantomData;
use std::sync::Arc;

use super::adjacency::NO_IN_ARCS;
use super::group::{InRows, group};
use super::origin::Origin;
use super::rows::Rows;
use super::{Directed, EdgeData, EdgeId, Graph, Undirected};
use crate::exec::Exec;
use crate::parallel::tabulate;
use crate::{Result, memory};

impl<E: EdgeData> Graph<Directed, E> {
    /// Returns the graph with every edge reversed, at no cost: it has the same arrays, with the arcs that
    /// leave and those that lead to each node exchanged. So loops over in-arcs go over out-arcs with it.
    ///
    /// Edges keep their data and ids, but the order of the arcs of a node is that of
    /// [in-arcs](Self::in_arcs). [`Graph::reversed`] needs no in-arcs.
    ///
    /// # Panics
    /// If the graph has no in-arcs.
    ///
    /// # Examples
    /// Sums over the arcs that leave each node, by a phase that goes over the arcs that lead to it:
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_triples(3, [(0, 1, 5_u64), (0, 2, 3), (1, 2, 9)])?;
    /// let graph = Graph::<Directed, _>::from_edges(&exec, &list)?.with_in_arcs(&exec)?;
    /// let mut sums = NodeMap::filled(&graph, 0)?;
    /// let rounds = exec.rounds("sums", 3);
    /// let turned = graph.transposed();
    /// rounds.gather("lengths", &turned, &mut sums, |_, _, length| length, |_, all, sum| *sum = all)?;
    /// assert_eq!(sums.as_slice(), [8, 9, 0]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn transposed(&self) -> Self {
        let Self { edges, is_by_target, direction, .. } = *self;
        let Some(out) = self.incoming.clone() else { panic!("{NO_IN_ARCS}") };
        // Without ids, in-arcs are ordered by their sources, whatever the order of out-arcs.
        Self { edges, out, incoming: Some(self.out.clone()), is_by_target, direction }
    }

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
            let out = self.turned(exec)?.into();
            let mut reversed = Self { edges, out, incoming: None, is_by_target, direction };
            if self.incoming.is_some() {
                reversed.incoming = Some(reversed.turned(exec)?.into());
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
        Ok(Graph { edges, out: out.into(), incoming: None, is_by_target, direction: PhantomData })
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
        let out = if self.has_ids() {
            let ids = exec.install(|| tabulate(exec, "arc ids", arcs, EdgeId::new))?;
            Arc::new(Rows {
                offsets: copy("offsets", &self.out.offsets)?,
                max_degree: self.out.max_degree,
                targets: copy("targets", &self.out.targets)?,
                data: copy("arc data", &self.out.data)?,
                ids: Some(ids),
            })
        } else {
            self.out.clone()
        };
        Ok(Graph { edges, out, incoming: None, is_by_target: self.is_by_target, direction: PhantomData })
    }
}

fn copy<T: Copy>(what: &'static str, items: &[T]) -> Result<Vec<T>> {
    let mut copy = memory::reserve(what, items.len())?;
    copy.extend_from_slice(items);
    Ok(copy)
}
