//! The edges of a graph that changes.
//!
//! An edge has two *ends*, one at each node. Each end has the other node, the data, and the place of its
//! *mirror*, the other end. (An undirected self-loop has one end, which is its own mirror.) The ends at a
//! node form a circular doubly linked list, or two if edges are directed: of those that leave and of those
//! that enter the node. So adding and removing an edge takes constant time, whatever the degrees, and
//! removing a node does not search the lists of its neighbours.
//!
//! Why the accesses are sound: the ends in the list of a node belong to the worker that has locked the node.
//! Free ends belong to the worker in whose list of free places they are. To add an edge, a worker links two
//! of its free ends into the lists of two nodes that it has locked; to remove one, it does the reverse. Ends
//! are copied in and out, so no reference points into them.
#![allow(unsafe_code)]

use super::handle::Handle;
use super::pool::{Free, NONE, Pool};
use crate::Result;
use crate::graph::{Direction, EdgeData};
use crate::primitives::GuardedCell;

/// One end of an edge.
#[derive(Clone, Copy)]
pub(super) struct End<E> {
    /// The node at the other end.
    pub(super) target: Handle,
    /// The place of the other end.
    pub(super) mirror: u32,
    pub(super) data: E,
}

/// An end in a list.
#[derive(Clone, Copy)]
struct Linked<E> {
    end: End<E>,
    next: u32,
    previous: u32,
}

/// A list of a node's ends: the place of the first, or [`NONE`].
pub(super) struct List(u32);

impl Default for List {
    fn default() -> Self {
        Self(NONE)
    }
}

/// The end of an edge at which it leaves a node, or enters it. Where edges are undirected, both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Out,
    In,
}

impl Side {
    /// Returns the sides that have a list of their own.
    pub(super) fn all<D: Direction>() -> &'static [Self] {
        if D::IS_DIRECTED { &[Self::Out, Self::In] } else { &[Self::Out] }
    }

    /// Returns the position of the side's list.
    #[inline(always)]
    pub(super) fn list<D: Direction>(self) -> usize {
        usize::from(D::IS_DIRECTED && self == Self::In)
    }

    /// Returns the side of an edge's other end.
    pub(super) fn mirror(self) -> Self {
        match self {
            Self::Out => Self::In,
            Self::In => Self::Out,
        }
    }
}

/// The ends of all edges.
pub(super) struct Links<E> {
    ends: Pool<EndCell<E>>,
}

/// `None` if it is free.
struct EndCell<E>(GuardedCell<Option<Linked<E>>>);

// SAFETY: an end is accessed by one thread at a time, or read by the thread that has locked its node (see
// above). Its data can be sent and shared.
unsafe impl<E: EdgeData> Sync for EndCell<E> {}

impl<E: EdgeData> Links<E> {
    pub(super) fn new() -> Self {
        Self { ends: Pool::new("ends of edges") }
    }

    /// Reserves room for edges.
    pub(super) fn reserve(&self, free: &mut Free, edges: usize) -> Result<()> {
        let ends = edges.saturating_mul(2);
        self.ends.reserve(free, ends, || EndCell(GuardedCell::new(None)))
    }

    /// Ends the reservation of an item.
    pub(super) fn settle(&self, free: &mut Free) {
        self.ends.settle(free);
    }

    /// Returns the end at a place in some list.
    ///
    /// # Safety
    /// The calling thread has locked the node in whose list the end is.
    #[inline]
    unsafe fn get(&self, place: u32) -> Linked<E> {
        let cell = self.ends.places.get(place).expect("the places in lists exist");
        // SAFETY: no other thread accesses it, as the caller promises, and this one has no reference to it.
        let end = unsafe { *cell.0.read() };
        end.expect("the ends in lists are not free")
    }

    /// Replaces the content of a place.
    ///
    /// # Safety
    /// The calling thread has locked the node in whose list the end is; or the place is in no list, and is
    /// one of its worker's free places.
    #[inline]
    unsafe fn set(&self, place: u32, end: Option<Linked<E>>) {
        let cell = self.ends.places.get(place).expect("the places in lists exist");
        // SAFETY: no other thread accesses it, as the caller promises, and this one has no reference to it.
        unsafe { *cell.0.write() = end };
    }

    /// Returns the ends in the list of a node, and their places.
    ///
    /// # Safety
    /// The calling thread has locked the node, and no list changes as long as the iterator is used.
    #[inline]
    pub(super) unsafe fn ends<'s>(&'s self, list: &List) -> impl Iterator<Item = (u32, End<E>)> + use<'s, E> {
        let first = list.0;
        let mut next = first;
        std::iter::from_fn(move || {
            if next == NONE {
                return None;
            }
            // SAFETY: it is in a list that the thread has locked, as the caller promises.
            let linked = unsafe { self.get(next) };
            let place = std::mem::replace(&mut next, linked.next);
            if next == first {
                next = NONE;
            }
            Some((place, linked.end))
        })
    }

    /// Appends an end to the list of a node.
    ///
    /// # Safety
    /// The calling thread has locked the node; the place was one of its worker's free places, and is in no
    /// list.
    pub(super) unsafe fn append(&self, list: &mut List, place: u32, end: End<E>) {
        if list.0 == NONE {
            list.0 = place;
            // SAFETY: the place is the caller's.
            unsafe { self.set(place, Some(Linked { end, next: place, previous: place })) };
            return;
        }
        let next = list.0;
        // SAFETY: it is in the list, which is the caller's.
        let previous = unsafe { self.get(next) }.previous;
        // SAFETY: the place is the caller's.
        unsafe { self.set(place, Some(Linked { end, next, previous })) };
        // SAFETY: it is in the list, which is the caller's.
        unsafe { self.change(previous, |linked| linked.next = place) };
        // SAFETY: the same.
        unsafe { self.change(next, |linked| linked.previous = place) };
    }

    /// Removes an end from the list of a node.
    ///
    /// # Safety
    /// The calling thread has locked the node, and the end is in its list.
    pub(super) unsafe fn unlink(&self, list: &mut List, place: u32) {
        // SAFETY: as the caller promises.
        let Linked { next, previous, .. } = unsafe { self.get(place) };
        if next == place {
            list.0 = NONE;
        } else {
            // SAFETY: neighbours in the list are in the list.
            unsafe { self.change(previous, |linked| linked.next = next) };
            // SAFETY: the same.
            unsafe { self.change(next, |linked| linked.previous = previous) };
            if list.0 == place {
                list.0 = next;
            }
        }
        // SAFETY: it is in no list now.
        unsafe { self.set(place, None) };
    }

    /// Changes the links of an end.
    ///
    /// # Safety
    /// As [`Links::get`].
    unsafe fn change(&self, place: u32, change: impl FnOnce(&mut Linked<E>)) {
        // SAFETY: as the caller promises.
        let mut linked = unsafe { self.get(place) };
        change(&mut linked);
        // SAFETY: as the caller promises.
        unsafe { self.set(place, Some(linked)) };
    }

    /// Returns the ends in the list of a node, given exclusive access to the whole graph.
    pub(super) fn ends_mut(&mut self, list: &List) -> impl Iterator<Item = (u32, End<E>)> {
        // SAFETY: the exclusive borrow keeps all other threads away.
        unsafe { self.ends(list) }
    }
}
