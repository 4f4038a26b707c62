//! Heaps of arcs that can be melded.

use boscage_core::{Result, memory};

use super::arcs::NONE;
use super::message::Name;

/// A leftist heap of arcs per block (Crane 1972), in arrays by arc.
///
/// In every part of a heap, the right spine is at most as long as that of the left child. So it has at most
/// log2 of the heap's arcs, and melding follows only right spines.
pub(super) struct Heaps {
    /// The first arc of each block.
    roots: Vec<u32>,
    /// The children of each arc, left and right.
    below: Vec<[u32; 2]>,
    /// The length of the right spine from each arc.
    depths: Vec<u8>,
}

impl Heaps {
    /// Creates a heap per node, whose arcs begin at `begins[node]` and ascend.
    pub(super) fn new(begins: &[u32], arcs: usize) -> Result<Self> {
        let nodes = begins.len() - 1;
        let mut below = memory::filled("heaps of arcs", arcs, [NONE; 2])?;
        let mut roots = memory::reserve("heaps of nodes", nodes)?;
        for bounds in begins.windows(2) {
            roots.push(bounds[0]);
            // Ascending arcs are a heap: each is the left child of the arc before it.
            (bounds[0] + 1..bounds[1]).for_each(|arc| below[arc as usize - 1][0] = arc);
        }
        Ok(Self { roots, below, depths: memory::filled("depths of heaps", arcs, 1)? })
    }

    /// Returns the first arc of a block.
    pub(super) fn first(&self, block: u32) -> Option<u32> {
        Some(self.roots[block as usize]).filter(|&arc| arc != NONE)
    }

    /// Removes the first arc of a block, which has one.
    pub(super) fn pop(&mut self, block: u32, name: impl Fn(u32) -> Name) {
        let [left, right] = self.below[self.roots[block as usize] as usize];
        self.roots[block as usize] = self.melded(left, right, &name);
    }

    /// Moves the arcs of one block to another.
    pub(super) fn meld(&mut self, into: u32, from: u32, name: impl Fn(u32) -> Name) {
        let (a, b) = (self.roots[into as usize], self.roots[from as usize]);
        self.roots[from as usize] = NONE;
        self.roots[into as usize] = self.melded(a, b, &name);
    }

    fn depth(&self, arc: u32) -> u8 {
        if arc == NONE { 0 } else { self.depths[arc as usize] }
    }

    /// Returns the heap of two heaps. The recursion is at most twice log2 of the number of arcs deep.
    fn melded(&mut self, a: u32, b: u32, name: &impl Fn(u32) -> Name) -> u32 {
        if a == NONE || b == NONE {
            return a.min(b); // the one that exists, or `NONE`
        }
        let (first, second) = if name(a) < name(b) { (a, b) } else { (b, a) };
        let [left, right] = self.below[first as usize];
        let right = self.melded(right, second, name);
        let is_deeper = self.depth(right) > self.depth(left);
        self.below[first as usize] = if is_deeper { [right, left] } else { [left, right] };
        self.depths[first as usize] = 1 + self.depth(self.below[first as usize][1]);
        first
    }
}
