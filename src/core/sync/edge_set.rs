//! A set of edges, one bit each, that many threads insert into.

use crate::bits::SharedBits;
use crate::ids::EdgeId;
use crate::{Result, memory};

/// A set of edge ids below a fixed bound.
#[derive(Debug)]
pub struct EdgeSet(SharedBits);

impl EdgeSet {
    /// The empty set, for ids below `len`.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(len: usize) -> Result<Self> {
        SharedBits::new("edge set", len).map(Self)
    }

    /// Inserts an edge; `false` if it was there.
    ///
    /// # Panics
    /// If the id lies beyond the words of the set.
    #[inline]
    pub fn insert(&self, edge: EdgeId) -> bool {
        self.0.insert(edge.index())
    }

    /// Inserts edges while no other thread has the set, which is several times faster than one by one.
    ///
    /// # Panics
    /// As [`EdgeSet::insert`].
    pub fn extend(&mut self, edges: impl IntoIterator<Item = EdgeId>) {
        edges.into_iter().for_each(|edge| self.0.insert_alone(edge.index()));
    }

    /// Whether the edge is in the set.
    ///
    /// # Panics
    /// As [`EdgeSet::insert`].
    #[must_use]
    #[inline]
    pub fn contains(&self, edge: EdgeId) -> bool {
        self.0.contains(edge.index())
    }

    /// Number of edges in the set.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.count()
    }

    /// The edges of the set, ids ascending.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn into_ids(self) -> Result<Vec<EdgeId>> {
        let mut ids = memory::reserve("edge ids", self.0.count())?;
        self.0.iter().for_each(|id| ids.push(EdgeId::new(id)));
        Ok(ids)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn ids_come_out_ascending_and_once() {
        let set = EdgeSet::new(200).unwrap();
        let inserted = [199, 0, 64, 63, 0].map(|i| set.insert(EdgeId::new(i)));
        assert_eq!(inserted, [true, true, true, true, false]);
        assert!(set.contains(EdgeId::new(64)) && !set.contains(EdgeId::new(65)));
        assert_eq!(set.into_ids().unwrap(), [0, 63, 64, 199].map(EdgeId::new));
        assert!(EdgeSet::new(0).unwrap().into_ids().unwrap().is_empty());
    }
}
