//! The first half of an item on a graph that changes: it locks nodes, and reads nodes and edges.

use std::cell::Cell;
use std::fmt;
use std::ops::Index;

use super::held::Held;
use super::links::Side;
use super::{Direction, EdgeData, Handle};
use crate::Result;
use crate::graph::Undirected;
use crate::sync::Conflict;

/// The first half of an item on a [`MorphGraph`](super::MorphGraph): it locks nodes, and reads them and their
/// edges.
///
/// Indexing with the handle of a locked node returns its data, and panics if the node is not locked.
pub struct MorphLocking<'a, N, E: EdgeData, D: Direction = Undirected> {
    pub(super) held: Held<'a, N, E, D>,
    /// Number of calls of [`MorphLocking::lock_while`] so far.
    sweeps: Cell<u32>,
    is_sweeping: Cell<bool>,
}

impl<'a, N, E: EdgeData, D: Direction> MorphLocking<'a, N, E, D> {
    pub(super) fn new(held: Held<'a, N, E, D>) -> Self {
        Self { held, sweeps: Cell::new(0), is_sweeping: Cell::new(false) }
    }

    /// Locks a node and returns its data, or `None` if the node has been removed. Locking it again is no
    /// conflict.
    ///
    /// # Errors
    /// [`Conflict`] if another item has locked it.
    ///
    /// # Panics
    /// If the handle is of another graph (see [`Handle`]).
    #[inline]
    #[track_caller]
    pub fn lock(&self, node: Handle) -> Result<Option<&N>, Conflict> {
        Ok(if self.held.lock(node)? { Some(self.held.data(node)) } else { None })
    }

    /// Locks a connected region and its neighbours, breadth first: all nodes that are reachable from `from`
    /// through nodes for which `grows` is true, and the neighbours of these nodes. Returns the nodes for
    /// which `grows` is true; it is called once per node. The result is empty if `from` has been removed.
    /// Directed edges are followed in both directions.
    ///
    /// # Errors
    /// [`Conflict`] if another item has locked one of them.
    ///
    /// # Panics
    /// As [`MorphLocking::lock`], and if `grows` calls this function.
    #[track_caller]
    pub fn lock_while(
        &self,
        from: Handle,
        grows: impl FnMut(Handle, &N) -> bool,
    ) -> Result<Vec<Handle>, Conflict> {
        assert!(!self.is_sweeping.replace(true), "lock_while within lock_while");
        self.sweeps.set(self.sweeps.get() + 1);
        let region = self.sweep(from, self.sweeps.get(), grows);
        self.is_sweeping.set(false);
        region
    }

    fn sweep(
        &self,
        from: Handle,
        sweep: u32,
        mut grows: impl FnMut(Handle, &N) -> bool,
    ) -> Result<Vec<Handle>, Conflict> {
        let mut region = Vec::new();
        let mut visit = |node, region: &mut Vec<_>| -> Result<(), Conflict> {
            if let Some(data) = self.lock(node)?
                && !self.held.slot(node).was_swept(sweep)
                && grows(node, data)
            {
                region.push(node);
            }
            Ok(())
        };
        visit(from, &mut region)?;
        let mut next = 0;
        while let Some(&node) = region.get(next) {
            for neighbour in self.held.neighbours(node) {
                visit(neighbour, &mut region)?;
            }
            next += 1;
        }
        Ok(region)
    }

    /// Returns the edges of a locked node, or those that leave it, in the order in which they were added: the
    /// other end, and the edge's data. Parallel edges appear separately, a self-loop once.
    ///
    /// # Panics
    /// If the node is not locked, or has been removed.
    #[inline]
    #[track_caller]
    pub fn arcs(&self, node: Handle) -> impl Iterator<Item = (Handle, E)> + use<'_, 'a, N, E, D> {
        self.held.arcs(node, Side::Out)
    }

    /// Returns the edges that enter a locked node, as [`MorphLocking::arcs`] returns those that leave it. If
    /// edges are undirected, both are the same.
    ///
    /// # Panics
    /// If the node is not locked, or has been removed.
    #[inline]
    #[track_caller]
    pub fn in_arcs(&self, node: Handle) -> impl Iterator<Item = (Handle, E)> + use<'_, 'a, N, E, D> {
        self.held.arcs(node, Side::In)
    }

    /// Reserves room for the nodes and edges that the item adds after the commit; several calls add up.
    /// Places of nodes and edges that the item itself removes do not count.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], and [`crate::Error::TooMany`] if there are more than 2^32 - 2 nodes or
    /// 2^31 - 1 edges.
    #[inline]
    pub fn reserve(&self, nodes: usize, edges: usize) -> Result<()> {
        self.held.reserve(nodes, edges)
    }
}

impl<N, E: EdgeData, D: Direction> Index<Handle> for MorphLocking<'_, N, E, D> {
    type Output = N;

    #[inline]
    #[track_caller]
    fn index(&self, node: Handle) -> &N {
        self.held.data(node)
    }
}

impl<N, E: EdgeData, D: Direction> fmt::Debug for MorphLocking<'_, N, E, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MorphLocking").finish_non_exhaustive()
    }
}
