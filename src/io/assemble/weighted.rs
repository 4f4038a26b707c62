//! Edges of one of the types that text can hold, and their conversion.

use crate::assemble::edges::WHAT;
use crate::text::{Kind, Number};
use boscage_core::graph::{Edge, FileData, Node};
use boscage_core::{Result, memory};

/// Edges of one of the types that text can hold.
#[derive(Debug)]
pub(crate) enum Weighted {
    /// No weights.
    None(Vec<Edge<()>>),
    /// No negative weights, none above `u32::MAX`.
    U32(Vec<Edge<u32>>),
    /// Some negative weights.
    I32(Vec<Edge<i32>>),
    /// No negative weights, some above `u32::MAX`.
    U64(Vec<Edge<u64>>),
    /// Some negative weights, some beyond `i32`.
    I64(Vec<Edge<i64>>),
    /// Some reals.
    F64(Vec<Edge<f64>>),
}

/// Edge data that is made from numbers of a text.
pub(crate) trait FromNumber: FileData {
    /// Converts a number, exactly if it is in the type's range.
    fn from_number(number: Number) -> Self;
    fn number(self) -> Number;
    fn weighted(edges: Vec<Edge<Self>>) -> Weighted;
}

impl FromNumber for () {
    #[inline]
    fn from_number(_: Number) -> Self {}

    fn number(self) -> Number {
        Number::Natural(1)
    }

    fn weighted(edges: Vec<Edge<Self>>) -> Weighted {
        Weighted::None(edges)
    }
}

macro_rules! from_number {
    ($($weight:ty, $variant:ident: |$value:ident| $number:expr;)*) => {$(
        impl FromNumber for $weight {
            #[inline]
            fn from_number(number: Number) -> Self {
                match number {
                    Number::Natural(value) => value as Self,
                    Number::Negative(value) => value as Self,
                    Number::Real(value) => value as Self,
                }
            }

            #[inline]
            fn number(self) -> Number {
                let $value = self;
                $number
            }

            fn weighted(edges: Vec<Edge<Self>>) -> Weighted {
                Weighted::$variant(edges)
            }
        }
    )*};
}

from_number! {
    u32, U32: |value| Number::Natural(u64::from(value));
    u64, U64: |value| Number::Natural(value);
    i32, I32: |value| i64::from(value).number();
    i64, I64: |value| if value < 0 { Number::Negative(value) } else { Number::Natural(value as u64) };
    f64, F64: |value| Number::Real(value);
}

/// Evaluates an expression with a name bound to the vector inside a [`Weighted`].
macro_rules! with_weighted {
    ($weighted:expr, $list:ident => $body:expr) => {
        match $weighted {
            $crate::assemble::Weighted::None($list) => $body,
            $crate::assemble::Weighted::U32($list) => $body,
            $crate::assemble::Weighted::I32($list) => $body,
            $crate::assemble::Weighted::U64($list) => $body,
            $crate::assemble::Weighted::I64($list) => $body,
            $crate::assemble::Weighted::F64($list) => $body,
        }
    };
}
pub(crate) use with_weighted;

impl Weighted {
    /// The first `len` edges of a list as edges of this kind, in a vector of capacity `room`; `old` returns
    /// the ends and the number of each. Direct conversion between all types would be compiled 36 times.
    pub(crate) fn of(
        kind: Kind,
        len: usize,
        room: usize,
        old: &dyn Fn(usize) -> (Node, Node, Number),
    ) -> Result<Self> {
        fn converted<E: FromNumber>(
            len: usize,
            room: usize,
            old: &dyn Fn(usize) -> (Node, Node, Number),
        ) -> Result<Vec<Edge<E>>> {
            let mut converted = memory::reserve(WHAT, room)?;
            converted.extend((0..len).map(old).map(|(u, v, weight)| edge(u, v, weight)));
            Ok(converted)
        }
        Ok(match kind {
            Kind::None => Self::None(converted(len, room, old)?),
            Kind::U32 => Self::U32(converted(len, room, old)?),
            Kind::I32 => Self::I32(converted(len, room, old)?),
            Kind::U64 => Self::U64(converted(len, room, old)?),
            Kind::I64 => Self::I64(converted(len, room, old)?),
            Kind::F64 => Self::F64(converted(len, room, old)?),
        })
    }

    /// Number of edges.
    pub(crate) fn len(&self) -> usize {
        with_weighted!(self, list => list.len())
    }

    /// Bytes of the edges.
    pub(crate) fn bytes(&self) -> usize {
        with_weighted!(self, list => size_of_val(&**list))
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::None(_) => Kind::None,
            Self::U32(_) => Kind::U32,
            Self::I32(_) => Kind::I32,
            Self::U64(_) => Kind::U64,
            Self::I64(_) => Kind::I64,
            Self::F64(_) => Kind::F64,
        }
    }
}

pub(crate) fn edge<E: FromNumber>(u: Node, v: Node, weight: Number) -> Edge<E> {
    Edge::new(u, v, E::from_number(weight))
}

pub(crate) fn number<E: FromNumber>(edge: &Edge<E>) -> (Node, Node, Number) {
    (edge.u, edge.v, edge.weight.number())
}

/// Bytes of a weight.
pub(crate) fn weight_bytes<E>(_: &[Edge<E>]) -> usize {
    size_of::<E>()
}
