//! The heap of the arcs that may leave a growing tree.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem::take;

use boscage_core::{Result, memory};

/// The arcs of a tree's vertices, by (weight key, id). Some may lead to vertices that the tree has since
/// reached.
pub(super) struct Frontier<P>(BinaryHeap<Reverse<(P, u32)>>);

impl<P: Ord> Default for Frontier<P> {
    fn default() -> Self {
        Self(BinaryHeap::new())
    }
}

impl<P: Copy + Ord> Frontier<P> {
    /// Adds an arc: its (weight key, id), and its other end.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`].
    #[inline]
    pub(super) fn push(&mut self, packed: P, end: u32) -> Result<()> {
        if self.0.len() == self.0.capacity() {
            self.make_room(1)?;
        }
        self.0.push(Reverse((packed, end)));
        Ok(())
    }

    /// Creates a heap of at most `most` arcs at once.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`].
    pub(super) fn of(most: usize, arcs: impl Iterator<Item = (P, u32)>) -> Result<Self> {
        let mut all = memory::reserve("the arcs of a vertex", most)?;
        all.extend(arcs.map(Reverse));
        Ok(Self(BinaryHeap::from(all)))
    }

    /// Returns the lightest arc.
    #[inline]
    pub(super) fn peek(&self) -> Option<(P, u32)> {
        self.0.peek().map(|&Reverse(arc)| arc)
    }

    /// Removes and returns the lightest arc.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(P, u32)> {
        self.0.pop().map(|Reverse(arc)| arc)
    }

    /// Adds the arcs of another heap. The smaller heap is moved into the larger.
    pub(super) fn absorb(&mut self, mut other: Self) -> Result<()> {
        if other.0.len() > self.0.len() {
            std::mem::swap(self, &mut other);
        }
        if self.0.capacity() - self.0.len() < other.0.len() {
            self.make_room(other.0.len())?;
        }
        self.0.append(&mut other.0);
        Ok(())
    }

    /// Removes all arcs, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Moves the arcs to a larger array, which builds the heap again.
    fn make_room(&mut self, more: usize) -> Result<()> {
        let mut arcs = take(&mut self.0).into_vec();
        let outcome = memory::grow("the arcs that leave a tree", &mut arcs, more);
        self.0 = BinaryHeap::from(arcs);
        outcome
    }
}
