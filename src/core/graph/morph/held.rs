//! The nodes of a graph that changes, and those that an item has locked.
//!
//! Why the accesses are sound: the content of a slot is accessed only by the worker that has locked it, or
//! through `&mut` of the whole graph. Each worker has one [`Held`], which is borrowed exclusively. It is part
//! of a [`MorphLocking`](super::MorphLocking), which only reads, and then of a
//! [`MorphOwned`](super::MorphOwned), which writes by exclusive borrows. A node that is being added is in a
//! slot whose generation no handle has yet; this slot is locked like others.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::sync::Arc;

use crossbeam_utils::CachePadded;

use super::handle::{Generation, Handle, Lock, Tried};
use super::links::{End, List};
use super::pool::Free;
use super::{EdgeData, MorphGraph};
use crate::Result;
use crate::primitives::unmodelled::{AtomicI64, Ordering::Relaxed};
use crate::primitives::{AtomicU32, GuardedCell, Ordering};
use crate::sync::Conflict;
use crate::sync::holders::Holder;

/// Where a node is.
pub(super) struct Slot<N> {
    pub(super) lock: Lock,
    /// The last sweep of its holder's item that has come by. Only the holder uses it.
    sweep: AtomicU32,
    pub(super) content: GuardedCell<Content<N>>,
}

/// What a slot has: a node, or nothing.
pub(super) struct Content<N> {
    pub(super) data: Option<N>,
    pub(super) list: List,
}

// SAFETY: the content is touched under the lock, by one thread at a time; `N: Send` suffices, as it does for
// a `Mutex`.
unsafe impl<N: Send> Sync for Slot<N> {}

impl<N> Slot<N> {
    pub(super) fn new(first: Generation) -> Self {
        let content = Content { data: None, list: List::new() };
        Self { lock: Lock::new(first), sweep: AtomicU32::new(0), content: GuardedCell::new(content) }
    }

    /// Whether the sweep has come by before; from now on it has.
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
    /// Adds to the count; only the thread whose count it is may.
    #[inline]
    pub(super) fn add(&self, number: i64) {
        self.0.store(self.0.load(Relaxed) + number, Relaxed);
    }

    /// The count, where nobody changes it.
    pub(super) fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }
}

/// Number of nodes and edges that a worker has added, less those that it has removed. The graph keeps it,
/// too, so it counts also if the worker, or an item of it, is forgotten.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) nodes: Count,
    pub(super) edges: Count,
}

/// What a worker keeps from item to item.
pub(super) struct Hand {
    /// No other worker of the graph has this name.
    pub(super) name: u32,
    /// The slots that its item has locked; empty between items.
    pub(super) locked: Vec<u32>,
    pub(super) free_slots: Free,
    pub(super) free_ends: Free,
    pub(super) tally: Arc<CachePadded<Tally>>,
}

impl Hand {
    pub(super) fn new(name: u32) -> Self {
        let (free_slots, free_ends) = (Free::default(), Free::default());
        Self { name, locked: Vec::new(), free_slots, free_ends, tally: Arc::default() }
    }
}

impl Holder for Hand {
    fn is_free(&self) -> bool {
        self.locked.is_empty()
    }
}

/// What an item has locked; unlocked when this is dropped. Shared borrows of it lock and read, exclusive ones
/// write. It cannot be shared between threads, so it takes no `N: Sync`.
pub(super) struct Held<'a, N, E: EdgeData> {
    pub(super) graph: &'a MorphGraph<N, E>,
    hand: RefCell<&'a mut Hand>,
    /// Of the holder of the locks.
    pub(super) name: u32,
}

impl<'a, N, E: EdgeData> Held<'a, N, E> {
    pub(super) fn new(graph: &'a MorphGraph<N, E>, hand: &'a mut Hand, name: u32) -> Self {
        Self { graph, hand: RefCell::new(hand), name }
    }

    /// What the worker keeps.
    pub(super) fn hand(&mut self) -> &mut Hand {
        self.hand.get_mut()
    }

    /// Locks a node; false if it has been removed.
    #[inline]
    pub(super) fn lock(&self, node: Handle) -> Result<bool, Conflict> {
        let Some(slot) = self.graph.slots.places.get(node.slot()) else { is_foreign(node) };
        match slot.lock.try_lock(node.generation(), self.name) {
            Tried::Locked => {
                self.hand.borrow_mut().locked.push(node.slot());
                slot.sweep.store(0, Ordering::Relaxed);
                Ok(true)
            }
            Tried::Had => Ok(true),
            Tried::Taken => Err(Conflict),
            Tried::Dead if slot.lock.generation().is_of_graph_of(node.generation()) => Ok(false),
            Tried::Dead => is_foreign(node),
        }
    }

    /// The slot of a node that is locked.
    ///
    /// # Panics
    /// If it is not.
    #[inline]
    #[track_caller]
    pub(super) fn slot(&self, node: Handle) -> &'a Slot<N> {
        match self.graph.slots.places.get(node.slot()) {
            Some(slot) if slot.lock.is_held(node.generation(), self.name) => slot,
            slot => is_not_held(node, slot),
        }
    }

    /// What is in the slot of a node that is locked.
    ///
    /// # Panics
    /// If it is not, or if the handle is of another graph and means a slot that is free here.
    #[inline]
    #[track_caller]
    fn content(&self, node: Handle) -> &Content<N> {
        // SAFETY: the worker has locked it, and as long as `self` is borrowed there is no exclusive
        // reference.
        let content = unsafe { &*self.slot(node).content.read() };
        match content.data {
            Some(_) => content,
            None => is_foreign(node),
        }
    }

    /// The same, to be changed.
    ///
    /// # Panics
    /// As [`Held::content`].
    #[inline]
    #[track_caller]
    pub(super) fn content_mut(&mut self, node: Handle) -> &mut Content<N> {
        let content = self.free_content(node);
        match content.data {
            Some(_) => content,
            None => is_foreign(node),
        }
    }

    /// What is in a slot that is locked, whether there is a node or not.
    ///
    /// # Panics
    /// If it is not locked.
    #[inline]
    #[track_caller]
    pub(super) fn free_content(&mut self, node: Handle) -> &mut Content<N> {
        // SAFETY: the worker has locked it, and as long as `self` is borrowed there is no other reference.
        unsafe { &mut *self.slot(node).content.write() }
    }

    /// Reserves room for more nodes and edges.
    pub(super) fn reserve(&self, nodes: usize, edges: usize) -> Result<()> {
        let (graph, hand) = (self.graph, &mut *self.hand.borrow_mut());
        graph.slots.reserve(&mut hand.free_slots, nodes, || Slot::new(graph.first))?;
        graph.links.reserve(&mut hand.free_ends, edges)
    }

    /// The data of a node that is locked.
    ///
    /// # Panics
    /// As [`Held::content`].
    #[inline]
    #[track_caller]
    pub(super) fn data(&self, node: Handle) -> &N {
        self.content(node).data.as_ref().expect("nodes have data")
    }

    /// The ends of edges at a node that is locked, and their places.
    ///
    /// # Panics
    /// As [`Held::content`].
    #[inline]
    #[track_caller]
    pub(super) fn ends(&self, node: Handle) -> impl Iterator<Item = (u32, End<E>)> + use<'_, 'a, N, E> {
        // SAFETY: the worker has locked the node, and as long as `self` is borrowed no list changes.
        unsafe { self.graph.links.ends(&self.content(node).list) }
    }

    /// The edges of a node that is locked: other end, data.
    ///
    /// # Panics
    /// As [`Held::content`].
    #[inline]
    #[track_caller]
    pub(super) fn arcs(&self, node: Handle) -> impl Iterator<Item = (Handle, E)> + use<'_, 'a, N, E> {
        self.ends(node).map(|(_, end)| (end.target, end.data))
    }

    /// Puts an end that is the worker's own into the list of a node that is locked.
    ///
    /// # Safety
    /// The place was taken from the worker's free ones, and is in no list.
    #[track_caller]
    pub(super) unsafe fn append(&mut self, node: Handle, place: u32, end: End<E>) {
        let graph = self.graph;
        let list = &mut self.content_mut(node).list;
        // SAFETY: the worker has locked the node, and the end is its own, as the caller promises.
        unsafe { graph.links.append(list, place, end) };
    }

    /// Takes an end out of the list of a node that is locked; from then on it is the worker's own.
    ///
    /// # Safety
    /// The end is in this list.
    #[track_caller]
    pub(super) unsafe fn unlink(&mut self, node: Handle, place: u32) {
        let graph = self.graph;
        let list = &mut self.content_mut(node).list;
        // SAFETY: the worker has locked the node, and the end is in the list, as the caller promises.
        unsafe { graph.links.unlink(list, place) };
        self.hand().free_ends.give(place);
    }
}

impl<N, E: EdgeData> Drop for Held<'_, N, E> {
    #[inline]
    fn drop(&mut self) {
        let (graph, hand) = (self.graph, self.hand.get_mut());
        for slot in hand.locked.drain(..) {
            graph.slots.places.get(slot).expect("it has been locked").lock.unlock(self.name);
        }
        graph.slots.settle(&mut hand.free_slots);
        graph.links.settle(&mut hand.free_ends);
    }
}

#[cold]
#[track_caller]
pub(super) fn is_foreign(node: Handle) -> ! {
    panic!("the node {node} is of another graph")
}

#[cold]
#[inline(never)]
#[track_caller]
fn is_not_held<N>(node: Handle, slot: Option<&Slot<N>>) -> ! {
    match slot.map(|slot| slot.lock.generation()) {
        Some(generation) if generation == node.generation() => panic!("the node {node} has not been locked"),
        Some(generation) if generation.is_of_graph_of(node.generation()) => {
            panic!("the node {node} has been removed")
        }
        _ => is_foreign(node),
    }
}
