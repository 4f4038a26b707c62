//! The source of the arcs from which rows are built, and the data that move with them.

use std::ops::Range;

use super::rows::AllRows;
use super::words::{self, Word};
use super::{Edge, EdgeData, EdgeId, Node};

/// The source of arcs, and their order.
#[derive(Clone, Copy)]
pub(super) enum Origin<'a, E> {
    /// Edges; each is one arc.
    Edges(&'a [Edge<E>]),
    /// Edges; each is two arcs, or one if it is a self-loop.
    EdgesBothWays(&'a [Edge<E>]),
    /// Rows; each arc is reversed.
    Turned(AllRows<'a, E>),
    /// Rows; each arc and its reverse, a self-loop only once.
    BothWays(AllRows<'a, E>),
}

impl<'a, E: EdgeData> Origin<'a, E> {
    /// Number of items: edges, or arcs of rows.
    pub(super) fn items(&self) -> usize {
        match self {
            Self::Edges(edges) | Self::EdgesBothWays(edges) => edges.len(),
            Self::Turned(rows) | Self::BothWays(rows) => rows.arcs.len(),
        }
    }

    /// Upper bound on the number of arcs.
    pub(super) fn most_arcs(&self) -> usize {
        match self {
            Self::Edges(_) | Self::Turned(_) => self.items(),
            Self::EdgesBothWays(_) | Self::BothWays(_) => 2 * self.items(),
        }
    }

    /// Returns the same source with words instead of the data.
    pub(super) fn words<T: Word>(self) -> Origin<'a, T> {
        match self {
            Self::Edges(edges) => Origin::Edges(words::edges(edges)),
            Self::EdgesBothWays(edges) => Origin::EdgesBothWays(words::edges(edges)),
            Self::Turned(rows) => Origin::Turned(words::rows(rows)),
            Self::BothWays(rows) => Origin::BothWays(words::rows(rows)),
        }
    }

    /// Calls `arc` with the arcs of some items: source, target, edge id, data. Without stored ids, the id of
    /// an arc in rows is its position.
    #[inline(always)]
    pub(super) fn for_each_arc(&self, items: Range<usize>, mut arc: impl FnMut(Node, Node, EdgeId, E)) {
        match self {
            Self::Edges(edges) => {
                for (id, edge) in items.clone().zip(&edges[items]) {
                    arc(edge.u, edge.v, EdgeId::at(id), edge.weight);
                }
            }
            Self::EdgesBothWays(edges) => {
                for (id, edge) in items.clone().zip(&edges[items]) {
                    arc(edge.u, edge.v, EdgeId::at(id), edge.weight);
                    if !edge.is_loop() {
                        arc(edge.v, edge.u, EdgeId::at(id), edge.weight);
                    }
                }
            }
            Self::Turned(rows) => rows.for_each_arc(items, |from, to, id, data| arc(to, from, id, data)),
            Self::BothWays(rows) => rows.for_each_arc(items, |from, to, id, data| {
                arc(from, to, id, data);
                if from != to {
                    arc(to, from, id, data);
                }
            }),
        }
    }
}

/// Data that move with an arc besides its ends.
pub(super) trait Payload<E>: Copy + Send + Sync {
    const WITH_ID: bool;
    fn of(id: EdgeId, data: E) -> Self;
    fn data(self) -> E;
    fn id(self) -> Option<EdgeId>;
}

/// Data only.
#[derive(Clone, Copy)]
pub(super) struct Plain<E>(E);

impl<E: EdgeData> Payload<E> for Plain<E> {
    const WITH_ID: bool = false;

    #[inline(always)]
    fn of(_: EdgeId, data: E) -> Self {
        Self(data)
    }

    #[inline(always)]
    fn data(self) -> E {
        self.0
    }

    #[inline(always)]
    fn id(self) -> Option<EdgeId> {
        None
    }
}

/// Data and edge id.
#[derive(Clone, Copy)]
pub(super) struct Numbered<E>(EdgeId, E);

impl<E: EdgeData> Payload<E> for Numbered<E> {
    const WITH_ID: bool = true;

    #[inline(always)]
    fn of(id: EdgeId, data: E) -> Self {
        Self(id, data)
    }

    #[inline(always)]
    fn data(self) -> E {
        self.1
    }

    #[inline(always)]
    fn id(self) -> Option<EdgeId> {
        Some(self.0)
    }
}

/// An arc on its way to its row.
#[derive(Clone, Copy)]
pub(super) struct Arc<P> {
    pub(super) source: Node,
    pub(super) target: Node,
    pub(super) payload: P,
}
