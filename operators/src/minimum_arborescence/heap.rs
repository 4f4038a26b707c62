//! Heaps of arcs.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use boscage_core::{Result, memory};

/// The cheapest arc into a node of a set, in the heap of the set.
#[derive(Clone, Copy)]
pub(super) struct Entry<R> {
    /// The weight of the arc, less that of the arcs that it replaces, plus [`Set::paid`](super::Set).
    pub(super) cost: R,
    pub(super) edge: u32,
    pub(super) node: u32,
}

impl<R: PartialOrd> Ord for Entry<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_cost = self.cost.partial_cmp(&other.cost).unwrap_or(Ordering::Equal);
        by_cost.then(self.edge.cmp(&other.edge))
    }
}

impl<R: PartialOrd> PartialOrd for Entry<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: PartialOrd> PartialEq for Entry<R> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<R: PartialOrd> Eq for Entry<R> {}

/// The least entry is on top.
pub(super) type Heap<R> = BinaryHeap<Reverse<Entry<R>>>;

/// Reserves room for this number of entries.
pub(super) fn reserve<R: PartialOrd>(heap: Heap<R>, entries: usize) -> Result<Heap<R>> {
    if heap.capacity() >= entries {
        return Ok(heap);
    }
    let mut entries_before = heap.into_vec();
    let more = entries - entries_before.len();
    memory::grow("a heap of arcs", &mut entries_before, more)?;
    Ok(entries_before.into())
}
