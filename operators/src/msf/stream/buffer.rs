//! The edges that have passed the filter.

use boscage_core::exec::Exec;
use boscage_core::graph::Key;
use boscage_core::parallel::map_pieces;
use boscage_core::{Result, memory};

use super::filter::Filter;
use super::record::Record;

/// Number of edges that a buffer may have beyond its capacity without being moved.
pub(super) const SLACK: usize = 1 << 17;

/// The edges of a block that have passed the filter.
pub(super) struct Passed<K> {
    pub(super) first: Option<u64>,
    /// Number of edges of the block.
    pub(super) count: u64,
    /// At positions in the block if `first` is unknown.
    pub(super) records: Vec<Record<K>>,
}

/// Edges that have passed the filter and are not in the forest.
#[derive(Debug)]
pub(super) struct Buffer<K> {
    pub(super) records: Vec<Record<K>>,
    /// The positions and the places in the buffer at which blocks begin.
    pub(super) blocks: Vec<(u64, usize)>,
    /// Number of edges from which on they are merged into the forest.
    pub(super) capacity: usize,
    /// One more than the greatest position.
    pub(super) end: u64,
}

impl<K: Key> Buffer<K> {
    pub(super) fn new(capacity: usize) -> Self {
        Self { records: Vec::new(), blocks: Vec::new(), capacity, end: 0 }
    }

    /// Appends edges; returns `true` if the buffer is full.
    pub(super) fn append(&mut self, passed: Passed<K>) -> Result<bool> {
        let (by, first) = if let Some(first) = passed.first { (0, first) } else { (self.end, self.end) };
        self.end = self.end.max(first + passed.count);
        self.blocks.push((first, self.records.len()));
        if self.records.capacity() < self.capacity && self.records.is_empty() {
            self.records = Vec::new();
            self.records = memory::reserve("the buffer of a stream", self.capacity + SLACK)?;
        }
        memory::grow("the buffer of a stream", &mut self.records, passed.records.len())?;
        self.records.extend(passed.records.iter().map(|record| record.moved(by)));
        Ok(self.records.len() >= self.capacity)
    }

    /// Removes the edges.
    pub(super) fn clear(&mut self) {
        self.records.clear();
        self.blocks.clear();
    }

    /// Returns the places of the edges that still pass the filter, in the order of their positions.
    pub(super) fn order(&self, exec: &Exec, filter: &Filter<K>) -> Result<Vec<u32>> {
        let ends = self.blocks.iter().skip(1).map(|block| block.1).chain([self.records.len()]);
        let mut blocks: Vec<_> = self.blocks.iter().zip(ends).collect();
        blocks.sort_unstable_by_key(|(block, _)| block.0);
        let passing = |(&(_, begin), end)| filter.pass_again(&self.records[begin..end], begin);
        let parts = map_pieces(exec, blocks, passing);
        let mut order = memory::reserve("the order of a buffer", parts.iter().map(Vec::len).sum())?;
        parts.iter().for_each(|part| order.extend_from_slice(part));
        Ok(order)
    }
}
