//! Streams that go on from a forest, and with other weights.

use boscage_core::exec::Exec;
use boscage_core::graph::{Objective, Weight};
use boscage_core::parallel::tabulate;
use boscage_core::{Result, memory};

use super::merge::Growing;
use super::{Buffer, ForestStream, Record, StreamEdge, in_order};

impl<W: Weight> ForestStream<W> {
    /// Returns the edges of the forest so far, in the order of (weight, position) and without a copy, so that
    /// a program can save them: [`from_forest`](Self::from_forest) goes on from there.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    pub fn edges(&mut self, exec: &Exec) -> Result<impl ExactSizeIterator<Item = StreamEdge<W>>> {
        self.merge(exec)?;
        Ok(self.forest.edges().iter().map(|record| StreamEdge::of(record, self.objective)))
    }

    /// Creates a stream whose edges so far have this forest, so that a program can go on from a forest that
    /// it has saved. The next edge has the position `end`.
    ///
    /// # Errors
    /// [`Error::TooMany`](boscage_core::Error::TooMany) nodes, and
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    ///
    /// # Panics
    /// If an end of an edge is not a node, or a position is not below `end`.
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Edge, Objective};
    /// use boscage::operators::msf::ForestStream;
    ///
    /// let exec = Exec::new(1)?;
    /// let mut stream = ForestStream::new(3, Objective::Minimum)?;
    /// stream.push(&exec, &[Edge::new(0, 1, 4_u32), Edge::new(1, 0, 5)])?;
    /// let (end, saved) = (stream.end(), stream.finish(&exec)?);
    ///
    /// let mut stream = ForestStream::from_forest(&exec, 3, saved.edges(), end, Objective::Minimum)?;
    /// stream.push(&exec, &[Edge::new(1, 2, 5)])?;
    /// let positions: Vec<u64> = stream.finish(&exec)?.edges().iter().map(|edge| edge.position).collect();
    /// assert_eq!(positions, [0, 2]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn from_forest(
        exec: &Exec,
        nodes: usize,
        forest: &[StreamEdge<W>],
        end: u64,
        objective: Objective,
    ) -> Result<Self> {
        let record = |i: usize| {
            let StreamEdge { position, edge } = &forest[i];
            assert!(edge.u.index().max(edge.v.index()) < nodes, "the ends of edge {position} are nodes");
            assert!(*position < end, "edge {position} precedes the next one");
            Record::new(edge, objective.key(edge.weight), *position)
        };
        let records = tabulate(exec, "the forest", forest.len(), record)?;
        Self::resume(nodes, objective, in_order(exec, records)?, end)
    }

    /// Creates a stream whose edges before position `end` have this forest, in the order of (key, position).
    pub(in crate::msf) fn resume(
        nodes: usize,
        objective: Objective,
        forest: Vec<Record<W::Key>>,
        end: u64,
    ) -> Result<Self> {
        let mut stream = Self::new(nodes, objective)?;
        stream.forest = Growing::with_edges(nodes, forest);
        stream.buffer.end = end;
        Ok(stream)
    }

    /// Converts the weights by a function that preserves their order: `f(a) < f(b)` exactly if `a < b`. The
    /// forest is that of the converted edges.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Edge, Objective};
    /// use boscage::operators::msf::ForestStream;
    ///
    /// let exec = Exec::new(1)?;
    /// let mut stream = ForestStream::new(3, Objective::Minimum)?;
    /// stream.push(&exec, &[Edge::new(0, 1, 4_u32)])?;
    /// let mut stream = stream.map_weights(f64::from)?;
    /// stream.push(&exec, &[Edge::new(1, 2, 0.5)])?;
    /// assert_eq!(stream.forest(&exec)?.total(), 4.5);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn map_weights<V: Weight>(self, f: impl Fn(W) -> V) -> Result<ForestStream<V>> {
        let Self { objective, forest, buffer, has_own_buffer, .. } = self;
        let convert = |record: &Record<W::Key>| {
            let edge = record.edge::<W>(objective);
            Record::new(&edge, objective.key(f(edge.weight)), record.position())
        };
        let mut stream = ForestStream::new(forest.node_count(), objective)?;
        let edges = memory::from_fn("the forest", forest.edges().len(), |i| convert(&forest.edges()[i]))?;
        stream.forest = Growing::with_edges(forest.node_count(), edges);
        let Buffer { records, blocks, capacity, end } = buffer;
        let records = memory::from_fn("the buffer of a stream", records.len(), |i| convert(&records[i]))?;
        stream.buffer = Buffer { records, blocks, capacity, end };
        stream.has_own_buffer = has_own_buffer;
        Ok(stream)
    }
}
