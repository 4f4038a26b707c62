//! Graphs whose edge data has a type that is known only at run time.

use std::any::Any;

use super::{EdgeId, EdgeList, FileData, Forest, GraphView, Weight};
use crate::Result;
use crate::exec::Exec;

/// An edge list with weights of one of the six types, or without weights: what a file holds.
///
/// [`with_edge_list!`](crate::with_edge_list) evaluates a generic expression with the list,
/// [`with_weighted_list!`](crate::with_weighted_list) with a list that has weights. [`FileData::edges_of`]
/// returns a list of a type that the caller knows.
///
/// Determinism and memory are those of [`EdgeList`].
///
/// ```
/// use boscage::graph::{AnyEdgeList, EdgeList};
///
/// let any = AnyEdgeList::from(EdgeList::from_triples(2, [(0, 1, 2.5_f64)])?);
/// assert_eq!((any.weight_type(), any.weight_bytes()), ("f64", 8));
/// assert!(matches!(any, AnyEdgeList::F64(list) if list.edge_count() == 1));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum AnyEdgeList {
    /// No weights: 8 bytes per edge.
    Unweighted(EdgeList<()>),
    /// Weights of type `i32`.
    I32(EdgeList<i32>),
    /// Weights of type `u32`.
    U32(EdgeList<u32>),
    /// Weights of type `i64`.
    I64(EdgeList<i64>),
    /// Weights of type `u64`.
    U64(EdgeList<u64>),
    /// Weights of type `f32`.
    F32(EdgeList<f32>),
    /// Weights of type `f64`.
    F64(EdgeList<f64>),
}

/// Evaluates an expression with a name bound to the [`EdgeList`] in an [`AnyEdgeList`] or in a reference to
/// one. The expression is compiled for each type of edge data.
///
/// ```
/// use boscage::graph::{AnyEdgeList, EdgeList};
///
/// let any = AnyEdgeList::from(EdgeList::from_triples(2, [(0, 1, 2.5_f64)])?);
/// assert_eq!(boscage::with_edge_list!(&any, list => list.edge_count()), 1);
/// # Ok::<(), boscage::Error>(())
/// ```
#[macro_export]
macro_rules! with_edge_list {
    ($any:expr, $list:ident => $body:expr) => {
        match $any {
            $crate::graph::AnyEdgeList::Unweighted($list) => $body,
            $crate::graph::AnyEdgeList::I32($list) => $body,
            $crate::graph::AnyEdgeList::U32($list) => $body,
            $crate::graph::AnyEdgeList::I64($list) => $body,
            $crate::graph::AnyEdgeList::U64($list) => $body,
            $crate::graph::AnyEdgeList::F32($list) => $body,
            $crate::graph::AnyEdgeList::F64($list) => $body,
        }
    };
}

/// Evaluates an expression with a name bound to the weighted [`EdgeList`] in an [`AnyEdgeList`] or in a
/// reference to one. Returns the value in `Ok`, or [`Error::Argument`](crate::Error::Argument) if the edges
/// have no weights.
///
/// ```
/// use boscage::graph::{AnyEdgeList, EdgeList, Weight};
///
/// let any = AnyEdgeList::from(EdgeList::from_triples(2, [(0, 1, 2.5_f64)])?);
/// let view = boscage::with_weighted_list!(&any, list => Weight::any(list.into()))?;
/// assert_eq!(boscage::with_graph_view!(view, graph => graph.edge_count()), 1);
///
/// let any = AnyEdgeList::from(EdgeList::from_pairs(2, [(0, 1)])?);
/// assert!(boscage::with_weighted_list!(&any, list => list.edge_count()).is_err());
/// # Ok::<(), boscage::Error>(())
/// ```
#[macro_export]
macro_rules! with_weighted_list {
    ($any:expr, $list:ident => $body:expr) => {
        match $any {
            $crate::graph::AnyEdgeList::Unweighted(_) => Err($crate::Error::argument(
                "the graph",
                "edges with weights (`ReadOptions::unweighted` gives weights to those of a file)",
                "edges without",
            )),
            $crate::graph::AnyEdgeList::I32($list) => Ok($body),
            $crate::graph::AnyEdgeList::U32($list) => Ok($body),
            $crate::graph::AnyEdgeList::I64($list) => Ok($body),
            $crate::graph::AnyEdgeList::U64($list) => Ok($body),
            $crate::graph::AnyEdgeList::F32($list) => Ok($body),
            $crate::graph::AnyEdgeList::F64($list) => Ok($body),
        }
    };
}

/// A borrowed graph in either form with weights of one of the six types; created by [`Weight::any`].
///
/// Functions that take it instead of a type parameter are compiled once, in their own crate, and not again in
/// every program that calls them. [`with_graph_view!`](crate::with_graph_view) recovers the type. A view
/// copies nothing: it allocates no memory, and determinism is that of the function that takes it.
///
/// ```
/// use boscage::graph::{AnyGraphView, EdgeList, Weight};
///
/// let list = EdgeList::from_triples(2, [(0, 1, 2.5_f64)])?;
/// let view = Weight::any((&list).into());
/// assert!(matches!(view, AnyGraphView::F64(_)));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum AnyGraphView<'a> {
    /// Weights of type `i32`.
    I32(GraphView<'a, i32>),
    /// Weights of type `u32`.
    U32(GraphView<'a, u32>),
    /// Weights of type `i64`.
    I64(GraphView<'a, i64>),
    /// Weights of type `u64`.
    U64(GraphView<'a, u64>),
    /// Weights of type `f32`.
    F32(GraphView<'a, f32>),
    /// Weights of type `f64`.
    F64(GraphView<'a, f64>),
}

/// Evaluates an expression with a name bound to the [`GraphView`] in an [`AnyGraphView`]. The expression is
/// compiled for each type of weights.
///
/// ```
/// use boscage::graph::{AnyGraphView, EdgeList, Weight};
///
/// fn edges(graph: AnyGraphView<'_>) -> usize {
///     boscage::with_graph_view!(graph, graph => graph.edge_count())
/// }
///
/// let list = EdgeList::from_triples(2, [(0, 1, 2.5_f64)])?;
/// assert_eq!(edges(Weight::any((&list).into())), 1);
/// # Ok::<(), boscage::Error>(())
/// ```
#[macro_export]
macro_rules! with_graph_view {
    ($any:expr, $graph:ident => $body:expr) => {
        match $any {
            $crate::graph::AnyGraphView::I32($graph) => $body,
            $crate::graph::AnyGraphView::U32($graph) => $body,
            $crate::graph::AnyGraphView::I64($graph) => $body,
            $crate::graph::AnyGraphView::U64($graph) => $body,
            $crate::graph::AnyGraphView::F32($graph) => $body,
            $crate::graph::AnyGraphView::F64($graph) => $body,
        }
    };
}

impl AnyEdgeList {
    /// Number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        with_edge_list!(self, list => list.node_count())
    }

    /// Number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        with_edge_list!(self, list => list.edge_count())
    }

    /// Returns the name of the weight type; `none` if there are no weights.
    #[must_use]
    pub fn weight_type(&self) -> &'static str {
        fn name<E: FileData>(_: &EdgeList<E>) -> &'static str {
            E::NAME
        }
        with_edge_list!(self, list => name(list))
    }

    /// Copies the edges without their weights.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn without_weights(&self, exec: &Exec) -> Result<EdgeList<()>> {
        with_edge_list!(self, list => list.convert(exec, |_| ()))
    }

    /// Returns the bytes per weight; 0 without weights.
    #[must_use]
    pub fn weight_bytes(&self) -> usize {
        fn bytes<E: FileData>(_: &EdgeList<E>) -> usize {
            size_of::<E>()
        }
        with_edge_list!(self, list => bytes(list))
    }
}

/// A forest with weights of one of the six types: the result of functions that take an [`AnyGraphView`].
///
/// Determinism and memory are those of [`Forest`].
///
/// ```
/// use boscage::graph::{AnyForest, EdgeId, EdgeList, Forest};
///
/// let list = EdgeList::from_triples(3, [(0, 1, 2.5_f64), (1, 2, 1.0)])?;
/// let any = AnyForest::from(Forest::from_edges(None, &list, vec![EdgeId::new(1)]));
/// assert_eq!((any.edges(), any.tree_count()), (&[EdgeId::new(1)][..], 2));
/// assert_eq!(any.downcast::<f64>().unwrap().total(), 1.0);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum AnyForest {
    /// Weights of type `i32`.
    I32(Forest<i32>),
    /// Weights of type `u32`.
    U32(Forest<u32>),
    /// Weights of type `i64`.
    I64(Forest<i64>),
    /// Weights of type `u64`.
    U64(Forest<u64>),
    /// Weights of type `f32`.
    F32(Forest<f32>),
    /// Weights of type `f64`.
    F64(Forest<f64>),
}

/// Evaluates an expression with a name bound to the [`Forest`] in an [`AnyForest`] or in a reference to one.
#[macro_export]
macro_rules! with_forest {
    ($any:expr, $forest:ident => $body:expr) => {
        match $any {
            $crate::graph::AnyForest::I32($forest) => $body,
            $crate::graph::AnyForest::U32($forest) => $body,
            $crate::graph::AnyForest::I64($forest) => $body,
            $crate::graph::AnyForest::U64($forest) => $body,
            $crate::graph::AnyForest::F32($forest) => $body,
            $crate::graph::AnyForest::F64($forest) => $body,
        }
    };
}

impl AnyForest {
    /// Returns the edges in ascending order of their ids.
    #[must_use]
    pub fn edges(&self) -> &[EdgeId] {
        with_forest!(self, forest => forest.edges())
    }

    /// Returns the number of trees; an isolated node is one.
    #[must_use]
    pub fn tree_count(&self) -> usize {
        with_forest!(self, forest => forest.tree_count())
    }

    /// Returns the forest if its weights are of type `W`.
    #[must_use]
    pub fn downcast<W: Weight>(self) -> Option<Forest<W>> {
        let forest: Box<dyn Any> = with_forest!(self, forest => Box::new(forest));
        forest.downcast().ok().map(|forest| *forest)
    }
}

impl<E: FileData> From<EdgeList<E>> for AnyEdgeList {
    fn from(list: EdgeList<E>) -> Self {
        E::into_any(list)
    }
}

macro_rules! from_forest {
    ($($weight:ty => $variant:ident)*) => {$(
        impl From<Forest<$weight>> for AnyForest {
            fn from(forest: Forest<$weight>) -> Self {
                Self::$variant(forest)
            }
        }
    )*};
}

from_forest! { i32 => I32  u32 => U32  i64 => I64  u64 => U64  f32 => F32  f64 => F64 }
