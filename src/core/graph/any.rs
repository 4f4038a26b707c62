//! Graphs whose edge data has a type that is known only at run time.

use std::any::Any;

use super::{EdgeId, EdgeList, FileData, Forest, GraphView, Weight};
use crate::Result;
use crate::exec::Exec;

/// An edge list with weights of one of six types, or without weights, as a file turns out to hold.
///
/// [`with_edge_list!`](crate::with_edge_list) runs one generic expression on whichever it is,
/// [`with_weighted_list!`](crate::with_weighted_list) on one that has weights. [`FileData::edges_of`] gets
/// the list of a type that the caller knows.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyEdgeList {
    /// No weights: 8 bytes an edge.
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

/// Evaluates an expression with a name bound to the [`EdgeList`] inside an [`AnyEdgeList`] (or a reference to
/// one), whatever its edges carry.
///
/// ```
/// use boscage::graph::{AnyEdgeList, EdgeList};
///
/// let any = AnyEdgeList::from(EdgeList::from_triples(2, [(0, 1, 2.5_f64)])?);
/// assert_eq!(boscage::with_edge_list!(&any, list => list.len()), 1);
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

/// Evaluates an expression with a name bound to the [`EdgeList`] inside an [`AnyEdgeList`] (or a reference to
/// one) whose edges have weights; `Err` of an [`Error::Argument`](crate::Error::Argument) if they have none.
///
/// ```
/// use boscage::graph::{AnyEdgeList, EdgeList, Weight};
///
/// let any = AnyEdgeList::from(EdgeList::from_triples(2, [(0, 1, 2.5_f64)])?);
/// let view = boscage::with_weighted_list!(&any, list => Weight::any(list.into()))?;
/// assert_eq!(boscage::with_graph_view!(view, graph => graph.len()), 1);
///
/// let any = AnyEdgeList::from(EdgeList::from_pairs(2, [(0, 1)])?);
/// assert!(boscage::with_weighted_list!(&any, list => list.len()).is_err());
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

/// A borrowed graph, in either form, of one of the six weight types. [`Weight::any`] makes one.
///
/// Code that takes this in place of a type parameter is compiled once, where it stands, and not again in
/// every program that calls it. [`with_graph_view!`](crate::with_graph_view) gets the type back.
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

/// Evaluates an expression with a name bound to the [`GraphView`] inside an [`AnyGraphView`].
///
/// ```
/// use boscage::graph::{AnyGraphView, EdgeList, Weight};
///
/// fn edges(graph: AnyGraphView<'_>) -> usize {
///     boscage::with_graph_view!(graph, graph => graph.len())
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
    pub fn nodes(&self) -> usize {
        with_edge_list!(self, list => list.nodes())
    }

    /// Number of edges.
    #[must_use]
    pub fn len(&self) -> usize {
        with_edge_list!(self, list => list.len())
    }

    /// Whether there are no edges.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of the weight type; `none` if there are no weights.
    #[must_use]
    pub fn weight_type(&self) -> &'static str {
        fn name<E: FileData>(_: &EdgeList<E>) -> &'static str {
            E::NAME
        }
        with_edge_list!(self, list => name(list))
    }

    /// A copy of the edges without weights.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn without_weights(&self, exec: &Exec) -> Result<EdgeList<()>> {
        with_edge_list!(self, list => list.convert(exec, |_| ()))
    }

    /// Bytes of what an edge carries: 0 without weights.
    #[must_use]
    pub fn weight_bytes(&self) -> usize {
        fn bytes<E: FileData>(_: &EdgeList<E>) -> usize {
            size_of::<E>()
        }
        with_edge_list!(self, list => bytes(list))
    }
}

/// A forest of a graph of one of the six weight types: what code returns that takes an [`AnyGraphView`].
#[derive(Clone, Debug, PartialEq)]
pub enum AnyForest {
    /// Of weights of type `i32`.
    I32(Forest<i32>),
    /// Of weights of type `u32`.
    U32(Forest<u32>),
    /// Of weights of type `i64`.
    I64(Forest<i64>),
    /// Of weights of type `u64`.
    U64(Forest<u64>),
    /// Of weights of type `f32`.
    F32(Forest<f32>),
    /// Of weights of type `f64`.
    F64(Forest<f64>),
}

/// Evaluates an expression with a name bound to the [`Forest`] inside an [`AnyForest`] (or a reference to
/// one).
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
    /// The edges, their ids ascending.
    #[must_use]
    pub fn edges(&self) -> &[EdgeId] {
        with_forest!(self, forest => forest.edges())
    }

    /// Number of trees; an isolated node is one.
    #[must_use]
    pub fn trees(&self) -> usize {
        with_forest!(self, forest => forest.trees())
    }

    /// The forest, if its weights are of type `W`.
    #[must_use]
    pub fn of_type<W: Weight>(self) -> Option<Forest<W>> {
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
