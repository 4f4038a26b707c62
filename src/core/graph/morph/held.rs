//! The nodes of a graph that changes, and those that an item has locked.
//!
//! Why the accesses are sound: the content of a slot is accessed only by the worker that has locked the slot,
//! or through `&mut` of the whole graph. Each worker has one [`Held`], which is borrowed exclusively. It is
//! part of a [`MorphLocking`](super::MorphLocking), which only reads, and then of a
//! [`MorphOwned`](super::MorphOwned), which writes through exclusive borrows. A new node is in a slot whose
//! generation no handle has yet; this slot is locked like others.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::sync::Arc;

use crossbeam_utils::CachePadded;

use super::handle::{Generation, Handle, Lock, LockOutcome};
use super::links::{End, List, Side};
use super::pool::Free;
use super::{Direction, EdgeData, MorphGraph};
use crate::Result;
use crate::primitives::unmodelled::{AtomicI64, Ordering::Relaxed};
use crate::primitives::{AtomicU32, GuardedCell, Ordering};
use crate::sync::Conflict;
use crate::sync::holders::Holder;

/// The place of a node.
pub(super) struct Slot<N, D: Direction> {
    pub(super) lock: Lock,
    /// The last sweep of its holder's item that has visited the slot. Only the holder uses it.
    sweep: AtomicU32,
    pub(super) content: GuardedCell<Content<N, D>>,
}

/// The content of a slot: a node or nothing.
pub(super) struct Content<N, D: Direction> {
    pub(super) data: Option<N>,
    lists: D::PerList<List>,
}

impl<N, D: Direction> Content<N, D> {
    /// Returns the list of the ends on a side.
    #[inline(always)]
    pub(super) fn list(&self, side: Side) -> &List {
        &self.lists.as_ref()[side.list::<D>()]
    }

    #[inline(always)]
    fn list_mut(&mut self, side: Side) -> &mut List {
        &mut self.lists.as_mut()[side.list::<D>()]
    }
}

// SAFETY: the content is accessed under the lock, by one thread at a time; `N: Send` suffices, as it does for
// a `Mutex`.
unsafe impl<N: Send, D: Direction> Sync for Slot<N, D> {}

impl<N, D: Direction> Slot<N, D> {
    pub(super) fn new(first: Generation) -> Self {
        let content = Content { data: None, lists: Default::default() };
        Self { lock: Lock::new(first), sweep: AtomicU32::new(0), content: GuardedCell::new(content) }
    }

    /// Returns `true` if the sweep has visited the slot before, and marks it as visited.
    pub(super) fn was_swept(&self, sweep: u32) -> bool {
        let last = self.sweep.load(Ordering::Relaxed);
        self.sweep.store(sweep, Ordering::Relaxed);
        last == sweep
    }
}

/// A count that one thread changes.
#[derive(Default)]
pub(super) struct Count(AtomicI64);

impl Count {
    /// Adds to the count. Only the thread that owns the count may call this.
    #[inline]
    pub(super) fn add(&self, number: i64) {
        self.0.store(self.0.load(Relaxed) + number, Relaxed);
    }

    /// Returns the count, once no thread changes it.
    pub(super) fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }
}

/// Number of nodes and edges that a worker has added, less those that it has removed. The graph keeps it,
/// too, so it counts even if the worker or one of its items is leaked (`mem::forget`).
#[derive(Default)]
pub(super) struct Tally {
    pub(super) nodes: Count,
    pub(super) edges: Count,
}

/// State that a worker keeps from item to item.
pub(super) struct WorkerState {
    /// Unique among the workers of the graph.
    pub(super) name: u32,
    /// The slots that the current item has locked; empty between items.
    pub(super) locked: Vec<u32>,
    pub(super) free_slots: Free,
    pub(super) free_ends: Free,
    pub(super) tally: Arc<CachePadded<Tally>>,
}

impl WorkerState {
    pub(super) fn new(name: u32) -> Self {
        let (free_slots, free_ends) = (Free::default(), Free::default());
        Self { name, locked: Vec::new(), free_slots, free_ends, tally: Arc::default() }
    }
}

impl Holder for WorkerState {
    fn is_free(&self) -> bool {
        self.locked.is_empty()
    }
}

/// The locks of an item; dropping it unlocks. Shared borrows lock and read, exclusive borrows write. It is
/// not `Sync`, so `N: Sync` is not needed.
pub(super) struct Held<'a, N, E: EdgeData, D: Direction> {
    pub(super) graph: &'a MorphGraph<N, E, D>,
    state: RefCell<&'a mut WorkerState>,
    /// Name of the holder of the locks.
    pub(super) name: u32,
}

impl<'a, N, E: EdgeData, D: Direction> Held<'a, N, E, D> {
    pub(super) fn new(graph: &'a MorphGraph<N, E, D>, state: &'a mut WorkerState, name: u32) -> Self {
        Self { graph, state: RefCell::new(state), name }
    }

    /// Returns the state of the worker.
    pub(super) fn state(&mut self) -> &mut WorkerState {
        self.state.get_mut()
    }

    /// Locks a node; returns `false` if it has been removed.
    #[inline]
    #[track_caller]
    pub(super) fn lock(&self, node: Handle) -> Result<bool, Conflict> {
        let Some(slot) = self.graph.slots.places.get(node.slot()) else { is_foreign(node) };
        match slot.lock.try_lock(node.generation(), self.name) {
            LockOutcome::Locked => {
                self.state.borrow_mut().locked.push(node.slot());
                slot.sweep.store(0, Ordering::Relaxed);
                Ok(true)
            }
            LockOutcome::AlreadyHeld => Ok(true),
            LockOutcome::HeldByOther => Err(Conflict),
            LockOutcome::Removed if slot.lock.generation().is_of_graph_of(node.generation()) => Ok(false),
            LockOutcome::Removed => is_foreign(node),
        }
    }

    /// Returns the slot of a locked node.
    ///
    /// # Panics
    /// If the node is not locked.
    #[inline]
    #[track_caller]
    pub(super) fn slot(&self, node: Handle) -> &'a Slot<N, D> {
        match self.graph.slots.places.get(node.slot()) {
            Some(slot) if slot.lock.is_held(node.generation(), self.name) => slot,
            slot => is_not_held(node, slot),
        }
    }

    /// Returns the content of a locked node's slot.
    ///
    /// # Panics
    /// If the node is not locked, or if the handle is of another graph and refers to a free slot here.
    #[inline]
    #[track_caller]
    fn content(&self, node: Handle) -> &Content<N, D> {
        // SAFETY: the worker has locked it, and as long as `self` is borrowed there is no exclusive
        // reference.
        let content = unsafe { &*self.slot(node).content.read() };
        match content.data {
            Some(_) => content,
            None => is_foreign(node),
        }
    }

    /// Returns the content of a locked node's slot, to change it.
    ///
    /// # Panics
    /// As [`Held::content`].
    #[inline]
    #[track_caller]
    pub(super) fn content_mut(&mut self, node: Handle) -> &mut Content<N, D> {
        let content = self.free_content(node);
        match content.data {
            Some(_) => content,
            None => is_foreign(node),
        }
    }

    /// Returns the content of a locked slot, with or without a node.
    ///
    /// # Panics
    /// If the slot is not locked.
    #[inline]
    #[track_caller]
    pub(super) fn free_content(&mut self, node: Handle) -> &mut Content<N, D> {
        // SAFETY: the worker has locked it, and as long as `self` is borrowed there is no other reference.
        unsafe { &mut *self.slot(node).content.write() }
    }

    /// Reserves room for more nodes and edges.
    pub(super) fn reserve(&self, nodes: usize, edges: usize) -> Result<()> {
        let (graph, state) = (self.graph, &mut *self.state.borrow_mut());
        graph.slots.reserve(&mut state.free_slots, nodes, || Slot::new(graph.first))?;
        graph.links.reserve(&mut state.free_ends, edges)
    }

    /// Returns the data of a locked node.
    ///
    /// # Panics
    /// As [`Held::content`].
    #[inline]
    #[track_caller]
    pub(super) fn data(&self, node: Handle) -> &N {
        self.content(node).data.as_ref().expect("nodes have data")
    }

    /// Returns the ends of edges on a side of a locked node, and their places.
    ///
    /// # Panics
    /// As [`Held::content`].
    #[inline]
    #[track_caller]
    pub(super) fn ends(
        &self,
        node: Handle,
        side: Side,
    ) -> impl Iterator<Item = (u32, End<E>)> + use<'_, 'a, N, E, D> {
        // SAFETY: the worker has locked the node, and as long as `self` is borrowed no list changes.
        unsafe { self.graph.links.ends(self.content(node).list(side)) }
    }

    /// Returns the edges on a side of a locked node: other end, data.
    ///
    /// # Panics
    /// As [`Held::content`].
    #[inline]
    #[track_caller]
    pub(super) fn arcs(
        &self,
        node: Handle,
        side: Side,
    ) -> impl Iterator<Item = (Handle, E)> + use<'_, 'a, N, E, D> {
        self.ends(node, side).map(|(_, end)| (end.target, end.data))
    }

    /// Returns the other ends of all edges of a locked node.
    ///
    /// # Panics
    /// As [`Held::content`].
    #[track_caller]
    pub(super) fn neighbours(&self, node: Handle) -> impl Iterator<Item = Handle> + use<'_, 'a, N, E, D> {
        Side::all::<D>().iter().flat_map(move |&side| self.arcs(node, side)).map(|(neighbour, _)| neighbour)
    }

    /// Inserts an end, which the worker owns, into a list of a locked node.
    ///
    /// # Safety
    /// The place was taken from the worker's free places and is in no list.
    #[track_caller]
    pub(super) unsafe fn append(&mut self, node: Handle, side: Side, place: u32, end: End<E>) {
        let graph = self.graph;
        let list = self.content_mut(node).list_mut(side);
        // SAFETY: the worker has locked the node, and the end is its own, as the caller promises.
        unsafe { graph.links.append(list, place, end) };
    }

    /// Removes an end from a list of a locked node. The worker then owns it.
    ///
    /// # Safety
    /// The end is in this list.
    #[track_caller]
    pub(super) unsafe fn unlink(&mut self, node: Handle, side: Side, place: u32) {
        let graph = self.graph;
        let list = self.content_mut(node).list_mut(side);
        // SAFETY: the worker has locked the node, and the end is in the list, as the caller promises.
        unsafe { graph.links.unlink(list, place) };
        self.state().free_ends.give(place);
    }
}

impl<N, E: EdgeData, D: Direction> Drop for Held<'_, N, E, D> {
    #[inline]
    fn drop(&mut self) {
        let (graph, state) = (self.graph, self.state.get_mut());
        for slot in state.locked.drain(..) {
            graph.slots.places.get(slot).expect("it has been locked").lock.unlock(self.name);
        }
        graph.slots.settle(&mut state.free_slots);
        graph.links.settle(&mut state.free_ends);
    }
}

#[cold]
#[track_caller]
pub(super) fn is_foreign(node: Handle) -> ! {
    panic!("the node {node} belongs to another graph")
}

#[cold]
#[inline(never)]
#[track_caller]
fn is_not_held<N, D: Direction>(node: Handle, slot: Option<&Slot<N, D>>) -> ! {
    match slot.map(|slot| slot.lock.generation()) {
        Some(generation) if generation == node.generation() => panic!("the node {node} has not been locked"),
        Some(generation) if generation.is_of_graph_of(node.generation()) => {
            panic!("the node {node} has been removed")
        }
        _ => is_foreign(node),
    }
}
