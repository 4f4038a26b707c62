//! The first half of an item on a graph that changes: it locks nodes, and reads them and their edges.

use std::cell::Cell;
use std::fmt;
use std::ops::Index;

use super::held::Held;
use super::{EdgeData, Handle};
use crate::Result;
use crate::sync::Conflict;

/// The first half of an item on a [`MorphGraph`](super::MorphGraph): nodes are locked; they and their edges
/// can be read.
///
/// Indexing with the handle of a locked node also gives its data; it panics if the node is not locked.
pub struct MorphLocking<'a, N, E: EdgeData> {
    pub(super) held: Held<'a, N, E>,
    /// Number of calls of [`MorphLocking::lock_while`] so far.
    sweeps: Cell<u32>,
    is_sweeping: Cell<bool>,
}

impl<'a, N, E: EdgeData> MorphLocking<'a, N, E> {
    pub(super) fn new(held: Held<'a, N, E>) -> Self {
        Self { held, sweeps: Cell::new(0), is_sweeping: Cell::new(false) }
    }

    /// Locks a node and returns its data; `None` if it has been removed. Locking it again is no conflict.
    ///
    /// # Errors
    /// [`Conflict`] if another item has locked it.
    ///
    /// # Panics
    /// If the handle is of another graph (see [`Handle`]).
    #[inline]
    pub fn lock(&self, node: Handle) -> Result<Option<&N>, Conflict> {
        Ok(if self.held.lock(node)? { Some(self.held.data(node)) } else { None })
    }

    /// Locks a connected region and everything around it, breadth first: beginning with `from`, all nodes for
    /// which `grows` is true, and their neighbours. Returns the nodes for which it is true; the others that
    /// are locked form the ring around them. Each is asked for once. The region is empty if `from` has been
    /// removed.
    ///
    /// # Errors
    /// [`Conflict`] if another item has locked one of them.
    ///
    /// # Panics
    /// As [`MorphLocking::lock`], and if `grows` calls this function.
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
            for (neighbour, _) in self.arcs(node) {
                visit(neighbour, &mut region)?;
            }
            next += 1;
        }
        Ok(region)
    }

    /// The edges of a node that is locked, in the order in which they were added: the other end, and the
    /// edge's data. Parallel edges are all there, and a self-loop once.
    ///
    /// # Panics
    /// If the node is not locked, or has been removed.
    #[inline]
    #[track_caller]
    pub fn arcs(&self, node: Handle) -> impl Iterator<Item = (Handle, E)> + use<'_, 'a, N, E> {
        self.held.arcs(node)
    }

    /// Reserves room for nodes and edges that are to be added after the commit; several calls add up. The
    /// places of those that are removed by the item itself do not count.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], and [`crate::Error::TooMany`] for more than 2^32 - 2 nodes or 2^31 - 1
    /// edges.
    #[inline]
    pub fn reserve(&self, nodes: usize, edges: usize) -> Result<()> {
        self.held.reserve(nodes, edges)
    }
}

impl<N, E: EdgeData> Index<Handle> for MorphLocking<'_, N, E> {
    type Output = N;

    #[inline]
    #[track_caller]
    fn index(&self, node: Handle) -> &N {
        self.held.data(node)
    }
}

impl<N, E: EdgeData> fmt::Debug for MorphLocking<'_, N, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MorphLocking").finish_non_exhaustive()
    }
}
