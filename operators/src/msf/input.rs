//! Graphs on their way to an operator: converted to the form that it wants, without isolated nodes.

use boscage_core::Result;
use boscage_core::exec::{Exec, Stage};
use boscage_core::graph::{EdgeListView, Forest, GraphView, Occupied, Weight};

/// Calls a function that wants `edges`, or `adjacency`, with a graph in either form.
macro_rules! on {
    ($form:ident, $exec:expr, $graph:expr, |$view:ident| $call:expr) => {
        boscage_core::with_graph_view!($graph, graph => {
            $crate::msf::input::Input { exec: $exec, graph }.$form(&|$view| $call).map(Into::into)
        })
    };
}

pub(super) use on;

/// A graph, on its way to an operator.
pub(super) struct Input<'a, W: Weight> {
    pub(super) exec: &'a Exec,
    pub(super) graph: GraphView<'a, W>,
}

impl<W: Weight> Input<'_, W> {
    /// Calls an operator that wants edges.
    pub(super) fn edges(&self, f: &dyn Fn(EdgeListView<'_, W>) -> Result<Forest<W>>) -> Result<Forest<W>> {
        match self.graph {
            GraphView::Edges(list) => self.occupied(list, f),
            GraphView::Adjacency(graph) => {
                graph.check_ids()?;
                let list = self
                    .convert("to edge list", graph.nodes() + graph.len(), || graph.to_edge_list(self.exec))?;
                f(list.as_view())
            }
        }
    }

    /// Calls an operator with edges; where few nodes have any, between these nodes alone.
    pub(super) fn occupied(
        &self,
        list: EdgeListView<'_, W>,
        f: &dyn Fn(EdgeListView<'_, W>) -> Result<Forest<W>>,
    ) -> Result<Forest<W>> {
        if !Occupied::<W>::is_worthwhile(list.nodes(), list.len()) {
            return f(list);
        }
        match self.convert("without isolated nodes", list.len(), || Occupied::of(self.exec, list))? {
            Some(occupied) => Ok(f(occupied.list())?.with_isolated(occupied.isolated())),
            None => f(list),
        }
    }

    /// Calls a function that makes a graph of as many `items` as there are nodes and edges to look at.
    pub(super) fn convert<G: Send>(
        &self,
        name: &str,
        items: usize,
        f: impl FnOnce() -> Result<G> + Send,
    ) -> Result<G> {
        self.exec.stage_for(items, Stage::convert(name), f)
    }
}
