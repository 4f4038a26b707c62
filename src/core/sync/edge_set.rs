//! A set of edges that many threads insert into.

use crate::bits::SharedBits;
use crate::ids::{Count, EdgeId};
use crate::{Result, memory};

/// A set of edge ids that many threads insert into.
///
/// # Determinism
/// The set does not depend on the order of insertions; [`EdgeSet::into_ids`] returns the ids in ascending
/// order.
///
/// # Memory
/// 1 bit per edge of the graph.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{EdgeId, EdgeList};
/// use boscage::sync::EdgeSet;
///
/// let list = EdgeList::from_triples(3, [(0, 1, 7_u32), (1, 2, 9), (2, 0, 8)])?;
/// let heavy = EdgeSet::new(list.edge_count())?;
/// Exec::new(2)?.do_all("heavy", 0..list.edge_count(), |i| {
///     let id = EdgeId::new(i);
///     if list.as_view().edge(id).weight > 7 {
///         heavy.insert(id);
///     }
/// })?;
/// assert_eq!(heavy.into_ids()?, [1, 2].map(EdgeId::new));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct EdgeSet(SharedBits);

impl EdgeSet {
    /// Creates the empty set of a graph's edges, or of ids below a number.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn new(of: impl Count<EdgeId>) -> Result<Self> {
        SharedBits::new("edge set", of.count()).map(Self)
    }

    /// Inserts an edge; returns `false` if it was already in the set.
    ///
    /// # Panics
    /// If the id is out of range. Up to 63 ids beyond the last edge may be accepted.
    #[inline]
    #[track_caller]
    pub fn insert(&self, edge: impl Into<EdgeId>) -> bool {
        let edge = edge.into();
        self.0.insert(edge.index())
    }

    /// Returns `true` if the edge is in the set.
    ///
    /// # Panics
    /// As [`EdgeSet::insert`].
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn contains(&self, edge: impl Into<EdgeId>) -> bool {
        let edge = edge.into();
        self.0.contains(edge.index())
    }

    /// Returns the number of edges in the set. They are counted each time, 64 ids per step.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.count()
    }

    /// Returns `true` if there are no edges in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Returns an iterator over the edges of the set, in ascending order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = EdgeId> {
        self.0.iter().map(EdgeId::new)
    }

    /// Returns the edges of the set in ascending order of their ids.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn into_ids(self) -> Result<Vec<EdgeId>> {
        let mut ids = memory::reserve("edge ids", self.0.count())?;
        self.iter().for_each(|id| ids.push(id));
        Ok(ids)
    }
}

/// Inserts edges while no other thread uses the set, several times faster than one by one. Panics as
/// [`EdgeSet::insert`] does.
impl Extend<EdgeId> for EdgeSet {
    fn extend<I: IntoIterator<Item = EdgeId>>(&mut self, edges: I) {
        edges.into_iter().for_each(|edge| self.0.insert_alone(edge.index()));
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
        assert_eq!((set.len(), set.is_empty(), EdgeSet::new(9).unwrap().is_empty()), (4, false, true));
        assert_eq!(set.into_ids().unwrap(), [0, 63, 64, 199].map(EdgeId::new));
        assert!(EdgeSet::new(0).unwrap().into_ids().unwrap().is_empty());
    }
}
