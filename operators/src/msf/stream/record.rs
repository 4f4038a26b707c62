//! An edge of a stream, as it is kept.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, Key, Objective, Weight};
use boscage_core::parallel::radix_sort;
use bytemuck::Zeroable;

/// An edge with its position in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Zeroable)]
pub(crate) struct Record<K> {
    pub(crate) u: u32,
    pub(crate) v: u32,
    /// Key of the weight.
    pub(crate) key: K,
    /// The lower and the upper half of the position: a word of 64 bits would need padding.
    at: [u32; 2],
}

impl<K: Key> Record<K> {
    pub(crate) fn new<B>(edge: &Edge<B>, key: K, position: u64) -> Self {
        let at = [position as u32, (position >> 32) as u32];
        Self { u: edge.u.into(), v: edge.v.into(), key, at }
    }

    pub(crate) fn position(&self) -> u64 {
        u64::from(self.at[1]) << 32 | u64::from(self.at[0])
    }

    /// Returns the edge with this much added to its position.
    pub(crate) fn moved(self, by: u64) -> Self {
        let position = self.position() + by;
        Self { at: [position as u32, (position >> 32) as u32], ..self }
    }

    pub(crate) fn edge<W: Weight<Key = K>>(&self, objective: Objective) -> Edge<W> {
        Edge::new(self.u, self.v, objective.weight(self.key))
    }

    /// Returns `true` if this edge precedes another one in the order of (key, position).
    pub(crate) fn precedes(&self, other: &Self) -> bool {
        self.key < other.key || self.key == other.key && self.position() < other.position()
    }
}

/// Returns edges in the order of (key, position).
pub(crate) fn in_order<K: Key>(exec: &Exec, mut edges: Vec<Record<K>>) -> Result<Vec<Record<K>>> {
    radix_sort(exec, &mut edges, Record::position)?;
    radix_sort::<_, u64>(exec, &mut edges, |edge| edge.key.into())?; // it is stable
    Ok(edges)
}
