//! Graphs whose weight type is known at run time only.

use std::any::Any;

use super::{EdgeId, EdgeList, Forest, GraphView, Weight};

/// An edge list of one of the six weight types, as a file turns out to hold.
///
/// [`with_edge_list!`](crate::with_edge_list) runs one generic expression on whichever it is.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyEdgeList {
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
/// one).
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
            $crate::graph::AnyEdgeList::I32($list) => $body,
            $crate::graph::AnyEdgeList::U32($list) => $body,
            $crate::graph::AnyEdgeList::I64($list) => $body,
            $crate::graph::AnyEdgeList::U64($list) => $body,
            $crate::graph::AnyEdgeList::F32($list) => $body,
            $crate::graph::AnyEdgeList::F64($list) => $body,
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

    /// The name of the weight type.
    #[must_use]
    pub fn weight_type(&self) -> &'static str {
        fn name<W: Weight>(_: &EdgeList<W>) -> &'static str {
            W::NAME
        }
        with_edge_list!(self, list => name(list))
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

macro_rules! from_list {
    ($($weight:ty => $variant:ident)*) => {$(
        impl From<EdgeList<$weight>> for AnyEdgeList {
            fn from(list: EdgeList<$weight>) -> Self {
                Self::$variant(list)
            }
        }

        impl From<Forest<$weight>> for AnyForest {
            fn from(forest: Forest<$weight>) -> Self {
                Self::$variant(forest)
            }
        }
    )*};
}

from_list! { i32 => I32  u32 => U32  i64 => I64  u64 => U64  f32 => F32  f64 => F64 }
