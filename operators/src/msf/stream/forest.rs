//! The forest of a stream.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, Objective, TotalOf, Weight};
use boscage_core::parallel::{radix_sort, tabulate};

use super::record::Record;

/// An edge of a stream, with its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StreamEdge<W> {
    /// The position in the stream, counted from 0.
    pub position: u64,
    /// The edge.
    pub edge: Edge<W>,
}

impl<W: Weight> StreamEdge<W> {
    pub(in crate::msf) fn of(record: &Record<W::Key>, objective: Objective) -> Self {
        Self { position: record.position(), edge: record.edge(objective) }
    }
}

/// The spanning forest of a stream.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamedForest<W: Weight> {
    edges: Vec<StreamEdge<W>>,
    total: W::Total,
    trees: usize,
}

impl<W: Weight> StreamedForest<W> {
    /// The forest of edges in any order.
    pub(in crate::msf) fn new(
        exec: &Exec,
        nodes: usize,
        records: &[Record<W::Key>],
        objective: Objective,
    ) -> Result<Self> {
        let edge = |i: usize| StreamEdge::of(&records[i], objective);
        let mut edges = tabulate(exec, "the forest's edges", records.len(), edge)?;
        radix_sort(exec, &mut edges, |edge| edge.position)?;
        let mut total = W::Sum::default();
        edges.iter().for_each(|edge| total.add(edge.edge.weight));
        Ok(Self { trees: nodes - edges.len(), edges, total: total.finish() })
    }

    /// Returns the edges in the order of their positions.
    #[must_use]
    pub fn edges(&self) -> &[StreamEdge<W>] {
        &self.edges
    }

    /// Returns the same edges, without a copy.
    #[must_use]
    pub fn into_edges(self) -> Vec<StreamEdge<W>> {
        self.edges
    }

    /// Returns the exact total weight.
    #[must_use]
    pub fn total(&self) -> W::Total {
        self.total
    }

    /// Returns the number of trees; an isolated node is one.
    #[must_use]
    pub fn tree_count(&self) -> usize {
        self.trees
    }
}
