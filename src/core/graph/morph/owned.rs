//! The second half of an item on a graph that changes: it writes.
#![allow(unsafe_code)]

use std::fmt;
use std::ops::{Index, IndexMut};

use super::handle::LockOutcome;
use super::held::{Held, is_foreign};
use super::links::{End, Side};
use super::{Direction, EdgeData, Handle};
use crate::graph::Undirected;

/// The second half of an item on a [`MorphGraph`](super::MorphGraph): it changes locked nodes, and adds nodes
/// and edges for which room was reserved.
///
/// Indexing with the handle of a node returns its data. Every function that takes a handle panics if the node
/// is not locked; the message says so, or that the node has been removed or belongs to another graph. New
/// nodes are locked.
pub struct MorphOwned<'a, N, E: EdgeData, D: Direction = Undirected> {
    held: Held<'a, N, E, D>,
}

impl<'a, N, E: EdgeData, D: Direction> MorphOwned<'a, N, E, D> {
    pub(super) fn new(held: Held<'a, N, E, D>) -> Self {
        Self { held }
    }

    /// Adds a node without edges.
    ///
    /// # Panics
    /// If no room was reserved for the node.
    pub fn add(&mut self, data: N) -> Handle {
        let (graph, name) = (self.held.graph, self.held.name);
        let slot = self.held.state().free_slots.take().expect("room for the node was reserved");
        let lock = &graph.slots.places.get(slot).expect("free slots exist").lock;
        let node = Handle::new(slot, lock.generation());
        match lock.try_lock(node.generation(), name) {
            LockOutcome::Locked => self.held.state().locked.push(slot),
            LockOutcome::AlreadyHeld => {} // removed by this item
            LockOutcome::Removed | LockOutcome::HeldByOther => is_foreign(node), // a free slot
        }
        self.held.free_content(node).data = Some(data);
        self.held.state().tally.nodes.add(1);
        node
    }

    /// Removes a node with its edges, and returns its data. Its neighbours must be locked, too. Takes time
    /// proportional to the number of its edges.
    ///
    /// # Panics
    /// If the node or one of its neighbours is not locked; then nothing has changed.
    #[track_caller]
    pub fn remove(&mut self, node: Handle) -> N {
        for neighbour in self.held.neighbours(node) {
            self.held.slot(neighbour);
        }
        for &side in Side::all::<D>() {
            loop {
                let Some(first) = self.held.ends(node, side).next() else { break };
                self.remove_edge(node, side, first);
            }
        }
        let data = self.held.content_mut(node).data.take().expect("nodes have data");
        if self.held.slot(node).lock.end_generation(node.generation(), self.held.name) {
            self.held.state().free_slots.give(node.slot());
        }
        self.held.state().tally.nodes.add(-1);
        data
    }

    /// Adds an edge between two nodes, or from `u` to `v` if edges are directed, or a self-loop. There may be
    /// other edges between them.
    ///
    /// # Panics
    /// If one of the nodes is not locked, or no room was reserved for the edge.
    #[track_caller]
    pub fn connect(&mut self, u: Handle, v: Handle, data: E) {
        for node in [u, v] {
            self.held.data(node);
        }
        let free = &mut self.held.state().free_ends;
        let [at_u, at_v] = [(); 2].map(|()| free.take().expect("room for the edge was reserved"));
        if u == v && !D::IS_DIRECTED {
            free.give(at_v);
            // SAFETY: it has just been taken.
            unsafe { self.held.append(u, Side::Out, at_u, End { target: u, mirror: at_u, data }) };
        } else {
            // SAFETY: the same.
            unsafe { self.held.append(u, Side::Out, at_u, End { target: v, mirror: at_v, data }) };
            // SAFETY: the same.
            unsafe { self.held.append(v, Side::In, at_v, End { target: u, mirror: at_u, data }) };
        }
        self.held.state().tally.edges.add(1);
    }

    /// Removes an edge between two nodes, or from `u` to `v` if edges are directed. Returns its data, or
    /// `None` if there is no edge. Of parallel edges, it removes the one that was added first. Takes time
    /// proportional to the number of edges of `u`.
    ///
    /// # Panics
    /// If one of the nodes is not locked.
    #[track_caller]
    pub fn disconnect(&mut self, u: Handle, v: Handle) -> Option<E> {
        self.held.data(v);
        let end = self.held.ends(u, Side::Out).find(|(_, end)| end.target == v)?;
        self.remove_edge(u, Side::Out, end);
        Some(end.1.data)
    }

    /// Removes an edge of a node; the node at the other end is locked.
    fn remove_edge(&mut self, node: Handle, side: Side, (place, end): (u32, End<E>)) {
        // SAFETY: the end is in the list of `node`.
        unsafe { self.held.unlink(node, side, place) };
        if end.mirror != place {
            // SAFETY: the mirror of an end is in the other list of its target, if that has two.
            unsafe { self.held.unlink(end.target, side.mirror(), end.mirror) };
        }
        self.held.state().tally.edges.add(-1);
    }

    /// Returns the edges of a node, as [`MorphLocking::arcs`](super::MorphLocking::arcs) does.
    ///
    /// # Panics
    /// If the node is not locked.
    #[track_caller]
    pub fn arcs(&self, node: Handle) -> impl Iterator<Item = (Handle, E)> + use<'_, 'a, N, E, D> {
        self.held.arcs(node, Side::Out)
    }

    /// Returns the edges that enter a node, as [`MorphLocking::in_arcs`](super::MorphLocking::in_arcs) does.
    ///
    /// # Panics
    /// If the node is not locked.
    #[track_caller]
    pub fn in_arcs(&self, node: Handle) -> impl Iterator<Item = (Handle, E)> + use<'_, 'a, N, E, D> {
        self.held.arcs(node, Side::In)
    }
}

impl<N, E: EdgeData, D: Direction> Index<Handle> for MorphOwned<'_, N, E, D> {
    type Output = N;

    #[inline]
    #[track_caller]
    fn index(&self, node: Handle) -> &N {
        self.held.data(node)
    }
}

impl<N, E: EdgeData, D: Direction> IndexMut<Handle> for MorphOwned<'_, N, E, D> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, node: Handle) -> &mut N {
        self.held.content_mut(node).data.as_mut().expect("nodes have data")
    }
}

impl<N, E: EdgeData, D: Direction> fmt::Debug for MorphOwned<'_, N, E, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MorphOwned").finish_non_exhaustive()
    }
}
