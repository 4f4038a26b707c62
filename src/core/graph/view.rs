//! Borrowed graphs in either form.

use super::{EdgeList, EdgeListView, Graph, Undirected, Weight};

/// A borrowed graph in either form: an edge list or adjacency.
///
/// Functions that accept both take `impl Into<GraphView>`. A view copies nothing: it allocates no memory.
/// Determinism is that of the function that takes it.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{EdgeList, Graph, GraphView, Undirected};
///
/// fn edges(graph: GraphView<'_, u32>) -> usize { graph.edge_count() }
///
/// let list = EdgeList::from_triples(3, [(0, 1, 7_u32), (1, 2, 9)])?;
/// let graph = Graph::<Undirected, u32>::builder().with_ids().build(&Exec::new(1)?, &list)?;
/// assert_eq!(edges((&list).into()), edges((&graph).into()));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum GraphView<'a, W: Weight> {
    /// Each undirected edge once.
    Edges(EdgeListView<'a, W>),
    /// Adjacency with ids.
    Adjacency(&'a Graph<Undirected, W>),
}

impl<W: Weight> GraphView<'_, W> {
    /// Number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        match self {
            Self::Edges(list) => list.node_count(),
            Self::Adjacency(graph) => graph.node_count(),
        }
    }

    /// Number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        match self {
            Self::Edges(list) => list.edge_count(),
            Self::Adjacency(graph) => graph.edge_count(),
        }
    }
}

impl<'a, W: Weight> From<&'a EdgeList<W>> for GraphView<'a, W> {
    fn from(list: &'a EdgeList<W>) -> Self {
        Self::Edges(list.as_view())
    }
}

impl<'a, W: Weight> From<&'a Graph<Undirected, W>> for GraphView<'a, W> {
    fn from(graph: &'a Graph<Undirected, W>) -> Self {
        Self::Adjacency(graph)
    }
}

impl<'a, W: Weight> From<EdgeListView<'a, W>> for GraphView<'a, W> {
    fn from(list: EdgeListView<'a, W>) -> Self {
        Self::Edges(list)
    }
}
