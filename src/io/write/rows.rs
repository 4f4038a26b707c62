//! Edges as sorted rows of arcs, which adjacency formats write.

use std::io;

use super::Job;
use super::decimal::Decimal;
use crate::Result;
use crate::graph::{EdgeId, EdgeListView, Graph, Node, Undirected, Weight};

/// The arcs that leave each node, by their targets; parallel ones by their ids. Mirrors in such rows are
/// found without a sort when the file is read.
pub(super) struct Rows<W: Weight>(Graph<Undirected, W>);

impl<W: Decimal> Rows<W> {
    pub(super) fn of(job: &Job<'_, EdgeListView<'_, W>>) -> Result<Self> {
        Graph::builder().with_ids().by_target().build(job.exec, job.graph).map(Self)
    }

    /// Where each row ends.
    pub(super) fn ends(&self) -> &[u64] {
        &self.0.offsets()[1..]
    }

    /// Shows each row: targets, ids and weights.
    pub(super) fn for_each(
        &self,
        mut show: impl FnMut(&[(Node, EdgeId, W)]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut row = Vec::new();
        for node in (0..self.0.nodes()).map(Node::new) {
            row.clear();
            row.extend(self.0.arcs(node).iter_with_ids());
            show(&row)?;
        }
        Ok(())
    }

    /// An edge between two nodes that another joins already.
    pub(super) fn parallel_edge(&self) -> Option<EdgeId> {
        let mut parallel = None;
        // Showing cannot fail here; the error is the way to stop.
        let _ = self.for_each(|row| {
            let beside = row.windows(2).find(|pair| pair[0].0 == pair[1].0);
            parallel = beside.map(|pair| pair[1].1);
            parallel.map_or(Ok(()), |_| Err(io::ErrorKind::AlreadyExists.into()))
        });
        parallel
    }
}
