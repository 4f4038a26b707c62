//! Options for what a graph stores, chosen before it is built.

use std::marker::PhantomData;

use super::group::{InRows, group};
use super::origin::Origin;
use super::sorted::{is_sorted_by, rows_of_sorted};
use super::{Directed, Direction, EdgeData, EdgeListView, Graph};
use crate::Result;
use crate::exec::Exec;

/// Chooses what a [`Graph`] stores besides targets and data, and the order of each node's arcs.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{Directed, EdgeId, EdgeList, Graph, Node};
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_triples(3, [(0, 2, 5_u32), (0, 1, 7), (1, 2, 1)])?;
/// let graph = Graph::<Directed, u32>::builder().with_ids().by_target().with_in_arcs().build(&exec, &list)?;
/// let arcs = graph.arcs(0);
/// assert_eq!(arcs.targets, [1, 2].map(Node::new));
/// assert_eq!(arcs.data, [7, 5]);
/// assert_eq!(arcs.ids, Some(&[1, 0].map(EdgeId::new)[..]));
/// assert_eq!(graph.in_neighbours(2), [0, 1].map(Node::new));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Builder<D, E> {
    with_ids: bool,
    is_by_target: bool,
    with_in_arcs: bool,
    graph: PhantomData<fn() -> (D, E)>,
}

impl<D: Direction, E: EdgeData> Builder<D, E> {
    pub(super) fn new() -> Self {
        Self { with_ids: false, is_by_target: false, with_in_arcs: false, graph: PhantomData }
    }

    /// Stores the edge id of each arc: 4 bytes per arc.
    pub fn with_ids(self) -> Self {
        Self { with_ids: true, ..self }
    }

    /// Orders the arcs of a node by their targets, and parallel arcs by their ids. Without this, arcs are in
    /// the order of their ids.
    pub fn by_target(self) -> Self {
        Self { is_by_target: true, ..self }
    }

    /// Builds the adjacency of an edge list on the threads of `exec`, in time O(n + m).
    ///
    /// During the work it needs additional memory per arc: 8 bytes, the size of `E`, and 4 bytes with ids. It
    /// needs none if the edges of a directed graph are already in the order of their sources.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn build<'a>(self, exec: &Exec, list: impl Into<EdgeListView<'a, E>>) -> Result<Graph<D, E>> {
        let list = list.into();
        exec.install_for(list.node_count() + list.edge_count(), || self.build_here(exec, list))
    }

    fn build_here(self, exec: &Exec, list: EdgeListView<'_, E>) -> Result<Graph<D, E>> {
        let (nodes, edges) = (list.node_count(), list.edges());
        let order = if self.is_by_target { InRows::ByTarget } else { InRows::AsTheyCome };
        let is_sorted = || match order {
            InRows::ByTarget => is_sorted_by(exec, edges, |edge| (edge.u, edge.v)),
            _ => is_sorted_by(exec, edges, |edge| edge.u),
        };
        let out = if !D::IS_DIRECTED {
            group(exec, nodes, Origin::EdgesBothWays(edges), order, self.with_ids)?
        } else if is_sorted() {
            rows_of_sorted(exec, nodes, edges, self.with_ids)?
        } else {
            group(exec, nodes, Origin::Edges(edges), order, self.with_ids)?
        };
        let is_by_target = self.is_by_target;
        let mut graph = Graph {
            edges: edges.len(),
            out: out.into(),
            incoming: None,
            is_by_target,
            direction: PhantomData,
        };
        if self.with_in_arcs {
            graph.incoming = Some(graph.turned(exec)?.into());
        }
        Ok(graph)
    }
}

impl<E: EdgeData> Builder<Directed, E> {
    /// Stores the arcs that lead to each node, too; see [`Graph::with_in_arcs`].
    pub fn with_in_arcs(self) -> Self {
        Self { with_in_arcs: true, ..self }
    }
}
