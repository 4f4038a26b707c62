//! Graphs on their way to an operator that wants adjacency.

use boscage_core::Result;
use boscage_core::graph::{Forest, Graph, GraphView, Undirected, Weight};

use crate::msf::input::Input;

/// An operator that wants adjacency.
type OnAdjacency<'f, W> = dyn Fn(&Graph<Undirected, W>) -> Result<Forest<W>> + 'f;

impl<W: Weight> Input<'_, W> {
    /// Calls an operator that wants adjacency.
    pub(in crate::msf) fn adjacency(&self, f: &OnAdjacency<'_, W>) -> Result<Forest<W>> {
        match self.graph {
            GraphView::Adjacency(graph) => f(graph),
            GraphView::Edges(list) => self.occupied(list, &|list| {
                let build = || Graph::builder().with_ids().build(self.exec, list);
                f(&self.convert("to adjacency", list.nodes() + list.len(), build)?)
            }),
        }
    }
}
