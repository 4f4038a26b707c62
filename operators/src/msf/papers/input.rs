//! Conversion of a graph for an operator that takes adjacency.

use boscage_core::Result;
use boscage_core::graph::{Forest, Graph, GraphView, Undirected, Weight};

use crate::msf::input::Input;

/// An operator that takes adjacency.
type OnAdjacency<'f, W> = dyn Fn(&Graph<Undirected, W>) -> Result<Forest<W>> + 'f;

impl<W: Weight> Input<'_, W> {
    /// Calls an operator that takes adjacency.
    pub(in crate::msf) fn adjacency(&self, f: &OnAdjacency<'_, W>) -> Result<Forest<W>> {
        match self.graph {
            GraphView::Adjacency(graph) => f(graph),
            GraphView::Edges(list) => self.non_isolated(list, &|list| {
                let build = || Graph::builder().with_ids().build(self.exec, list);
                f(&self.convert("to adjacency", list.node_count() + list.edge_count(), build)?)
            }),
        }
    }
}
