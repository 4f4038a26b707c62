//! Graphs: ids, weights, the two forms a graph has in memory, and forests.
//!
//! | type | what it is |
//! |---|---|
//! | [`Node`], [`EdgeId`] | positions, 32 bits each |
//! | [`Weight`] | `i32 u32 i64 u64 f32 f64`, through an order-preserving map to unsigned keys |
//! | [`EdgeList`], [`EdgeListView`] | each undirected edge once, in input order; 12 bytes an edge with a 32-bit weight |
//! | [`CsrGraph`], [`CsrView`] | adjacency; each arc knows its edge id |
//! | [`GraphView`] | either of the two views, for functions that take a graph in either form |
//! | [`AnyEdgeList`], [`AnyGraphView`] | an edge list, a view, whose weight type is known at run time only (files) |
//! | [`Forest`] | edge ids ascending, exact total weight, number of trees |
//!
//! With the feature `petgraph` (on by default), `from_petgraph` imports that crate's graphs, and `visit`
//! lets its algorithms run on ours.
//!
//! Operators take views. A view borrows plain slices, which may also lie in a mapped file (`io::map`).
//!
//! **One order.** Edges are compared by (weight, edge id). The order is strict, so every graph has exactly
//! one minimum spanning forest, and every way to compute it must find the same set of edge ids.

mod any;
mod csr;
mod csr_view;
mod edge;
mod edge_list;
mod float_total;
mod forest;
mod occupied;
#[cfg(feature = "petgraph")]
mod petgraph;
mod total;
#[cfg(feature = "petgraph")]
pub mod visit;
mod weight;

#[cfg(feature = "petgraph")]
pub use self::petgraph::{Imported, ImportedFrom, from_petgraph};
pub use any::{AnyEdgeList, AnyGraphView};
pub use csr::CsrGraph;
pub use csr_view::{Arcs, CsrView};
pub use edge::Edge;
pub use edge_list::{EdgeList, EdgeListView};
pub use float_total::FloatTotal;
pub use forest::{Components, Forest};
pub use occupied::Occupied;
pub use total::TotalOf;
pub use weight::{Key, Objective, Weight};

pub use crate::ids::{EdgeId, LIMIT, Node};

/// A graph in whichever form it happens to be.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{CsrGraph, EdgeList, GraphView};
///
/// fn edges(graph: GraphView<'_, u32>) -> usize { graph.len() }
///
/// let list = EdgeList::from_triples(3, [(0, 1, 7_u32), (1, 2, 9)])?;
/// let csr = CsrGraph::from_edges(&Exec::new(1)?, list.as_view())?;
/// assert_eq!(edges((&list).into()), edges((&csr).into()));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum GraphView<'a, W> {
    /// Each undirected edge once.
    Edges(EdgeListView<'a, W>),
    /// Adjacency.
    Csr(CsrView<'a, W>),
}

impl<W: Weight> GraphView<'_, W> {
    /// Number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        match self {
            Self::Edges(list) => list.nodes(),
            Self::Csr(csr) => csr.nodes(),
        }
    }

    /// Number of edges.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Edges(list) => list.len(),
            Self::Csr(csr) => csr.len(),
        }
    }

    /// Whether there are no edges.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, W: Weight> From<&'a EdgeList<W>> for GraphView<'a, W> {
    fn from(list: &'a EdgeList<W>) -> Self {
        Self::Edges(list.as_view())
    }
}

impl<'a, W: Weight> From<&'a CsrGraph<W>> for GraphView<'a, W> {
    fn from(csr: &'a CsrGraph<W>) -> Self {
        Self::Csr(csr.as_view())
    }
}

impl<'a, W: Weight> From<&'a CsrGraph<W>> for CsrView<'a, W> {
    fn from(csr: &'a CsrGraph<W>) -> Self {
        csr.as_view()
    }
}

impl<'a, W> From<EdgeListView<'a, W>> for GraphView<'a, W> {
    fn from(list: EdgeListView<'a, W>) -> Self {
        Self::Edges(list)
    }
}

impl<'a, W> From<CsrView<'a, W>> for GraphView<'a, W> {
    fn from(csr: CsrView<'a, W>) -> Self {
        Self::Csr(csr)
    }
}
