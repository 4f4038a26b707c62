//! Conversion of a graph to the form that an operator takes, without isolated nodes.

use boscage_core::Result;
use boscage_core::exec::{Exec, Stage};
use boscage_core::graph::{EdgeListView, Forest, GraphView, NonIsolated, Weight};

/// Calls a function that takes `edges`, or `adjacency`, with a graph in either form.
macro_rules! on {
    ($form:ident, $exec:expr, $graph:expr, |$view:ident| $call:expr) => {
        boscage_core::with_graph_view!($graph, graph => {
            $crate::msf::input::Input { exec: $exec, graph }.$form(&|$view| $call).map(Into::into)
        })
    };
}

pub(super) use on;

/// A graph to be converted for an operator.
pub(super) struct Input<'a, W: Weight> {
    pub(super) exec: &'a Exec,
    pub(super) graph: GraphView<'a, W>,
}

impl<W: Weight> Input<'_, W> {
    /// Calls an operator that takes edges.
    pub(super) fn edges(&self, f: &dyn Fn(EdgeListView<'_, W>) -> Result<Forest<W>>) -> Result<Forest<W>> {
        match self.graph {
            GraphView::Edges(list) => self.non_isolated(list, f),
            GraphView::Adjacency(graph) => {
                graph.check_ids()?;
                let list = self.convert("to edge list", graph.node_count() + graph.edge_count(), || {
                    graph.to_edge_list(self.exec)
                })?;
                f(list.as_view())
            }
        }
    }

    /// Calls an operator with edges; if few nodes have edges, on these nodes alone.
    pub(super) fn non_isolated(
        &self,
        list: EdgeListView<'_, W>,
        f: &dyn Fn(EdgeListView<'_, W>) -> Result<Forest<W>>,
    ) -> Result<Forest<W>> {
        if !NonIsolated::<W>::is_worthwhile(list.node_count(), list.edge_count()) {
            return f(list);
        }
        match self.convert("without isolated nodes", list.edge_count(), || {
            NonIsolated::from_edges(self.exec, list)
        })? {
            Some(non_isolated) => Ok(f(non_isolated.list())?.with_isolated(non_isolated.isolated_count())),
            None => f(list),
        }
    }

    /// Runs a conversion that visits `items` nodes and edges.
    pub(super) fn convert<G: Send>(
        &self,
        name: &str,
        items: usize,
        f: impl FnOnce() -> Result<G> + Send,
    ) -> Result<G> {
        self.exec.stage_for(items, Stage::convert(name), f)
    }
}
