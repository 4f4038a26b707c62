//! Collects edges while the type of their weights is not yet known.
//!
//! A text file does not declare the type of its weights. Its edges are collected with `u32` weights, which is
//! right for most files. If a weight does not fit, all edges so far are converted to the narrowest of `u32`,
//! `i32`, `u64`, `i64`, `f64` that holds all weights ([`Span`]). Each conversion widens the type, so an edge
//! is converted at most three times. Integers that the final type does not hold exactly are refused at the
//! end. If a file has no weights, and the caller wants none, edges are collected without weights
//! ([`Kind::None`]).

#[cfg(test)]
mod tests;

use rayon::prelude::*;

use crate::budget::{Budget, Size};
use crate::bytes::Pool;
use crate::text::{Begin, Kind, Line, Number, Span, Unfit};
use boscage_core::graph::{Edge, FileData, Node};
use boscage_core::{Result, memory};

/// The name of the array in errors.
const WHAT: &str = "the edge list";

/// Largest number of edges for which memory is kept: those of a block of lines of four bytes.
const POOLED: usize = 1 << 16;

/// Memory of appended parts, for reuse, and the kind of weights with which parts begin.
#[derive(Debug, Default)]
pub(crate) struct PartPool {
    kind: Kind,
    unweighted: Pool<Vec<Edge<()>>>,
    weighted: Pool<Vec<Edge<u32>>>,
}

impl PartPool {
    /// An empty pool for parts of this kind.
    pub(crate) fn of(kind: Kind) -> Self {
        Self { kind, ..Self::default() }
    }
}

/// Edges in the order of the input.
#[derive(Debug)]
pub(crate) struct Edges {
    list: Weighted,
    span: Span,
    /// Admits the edges.
    budget: Budget,
}

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
trait FromNumber: FileData {
    /// Converts a number, exactly if it is in the type's range.
    fn from_number(number: Number) -> Self;
    fn number(self) -> Number;
}

impl FromNumber for () {
    #[inline]
    fn from_number(_: Number) -> Self {}

    fn number(self) -> Number {
        Number::Natural(1)
    }
}

macro_rules! from_number {
    ($($weight:ty: |$value:ident| $number:expr;)*) => {$(
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
        }
    )*};
}

from_number! {
    u32: |value| Number::Natural(u64::from(value));
    u64: |value| Number::Natural(value);
    i32: |value| i64::from(value).number();
    i64: |value| if value < 0 { Number::Negative(value) } else { Number::Natural(value as u64) };
    f64: |value| Number::Real(value);
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

impl Edges {
    /// An empty list. With kind `F64` all weights will be reals; with kind `None` edges will have no weights;
    /// with other kinds weights will have the narrowest type.
    pub(crate) fn of(kind: Kind) -> Self {
        Self::from_pool(&PartPool::of(kind))
    }

    /// An empty list with memory from the pool, if it has some.
    pub(crate) fn from_pool(pool: &PartPool) -> Self {
        let list = match pool.kind {
            Kind::None => Weighted::None(pool.unweighted.take().unwrap_or_default()),
            Kind::F64 => Weighted::F64(Vec::new()),
            _ => Weighted::U32(pool.weighted.take().unwrap_or_default()),
        };
        Self { list, span: Span::of(pool.kind), budget: Budget::default() }
    }

    /// The same list, whose size `budget` admits after each append.
    pub(crate) fn within(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Number of edges.
    pub(crate) fn len(&self) -> usize {
        with_weighted!(&self.list, list => list.len())
    }

    /// Reserves memory for `more` edges. The size of the input must justify them.
    pub(crate) fn reserve(&mut self, more: usize) -> Result<()> {
        with_weighted!(&mut self.list, list => memory::grow(WHAT, list, more))
    }

    /// Appends an edge; `line` returns the line of its weight.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`].
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        u: Node,
        v: Node,
        weight: Number,
        line: impl FnOnce() -> Line,
    ) -> Result<()> {
        if let (Weighted::U32(list), Number::Natural(weight)) = (&mut self.list, weight)
            && weight <= u64::from(u32::MAX)
        {
            self.span.include_natural(weight);
            return push(list, Edge::new(u, v, weight as u32));
        }
        if let Weighted::None(list) = &mut self.list {
            return push(list, Edge::new(u, v, ()));
        }
        self.push_other(u, v, weight, line)
    }

    #[inline(never)]
    fn push_other(&mut self, u: Node, v: Node, weight: Number, line: impl FnOnce() -> Line) -> Result<()> {
        self.span.include(weight, line);
        self.widen()?;
        with_weighted!(&mut self.list, list => push(list, edge(u, v, weight)))
    }

    /// Appends the edges of the block of the input that begins at `begin`, and keeps their memory for reuse.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`], and that of [`Admit`](crate::Admit).
    pub(crate) fn append(&mut self, mut part: Self, begin: Begin, pool: &PartPool) -> Result<()> {
        self.span.append(part.span, begin);
        part.span = self.span;
        self.widen()?;
        part.widen()?;
        match (&mut self.list, part.list) {
            (Weighted::None(list), Weighted::None(part)) => keep(&pool.unweighted, extend(list, part)?),
            (Weighted::U32(list), Weighted::U32(part)) => keep(&pool.weighted, extend(list, part)?),
            (Weighted::I32(list), Weighted::I32(part)) => drop(extend(list, part)?),
            (Weighted::U64(list), Weighted::U64(part)) => drop(extend(list, part)?),
            (Weighted::I64(list), Weighted::I64(part)) => drop(extend(list, part)?),
            (Weighted::F64(list), Weighted::F64(part)) => drop(extend(list, part)?),
            _ => unreachable!("one span has one type"),
        }
        self.report()
    }

    /// Asks the caller to admit the edges so far.
    pub(crate) fn report(&mut self) -> Result<()> {
        self.budget.grown(self.size())
    }

    /// Asks the caller to admit this many bytes beside the edges.
    pub(crate) fn takes(&mut self, bytes: usize) -> Result<()> {
        self.budget.admit(Size { scratch_bytes: bytes, ..self.size() })
    }

    fn size(&self) -> Size {
        let (listed, weight_bytes) = with_weighted!(&self.list, list => (list.len(), weight_bytes(list)));
        Size { listed, weight_bytes, ..Size::default() }
    }

    /// Calls a function with the ends of every edge.
    pub(crate) fn for_each_ends(&self, mut f: impl FnMut(Node, Node)) {
        with_weighted!(&self.list, list => list.iter().for_each(|edge| f(edge.u, edge.v)));
    }

    /// Changes the ends of every edge; `f` gets the edge's position and its ends.
    pub(crate) fn map_ends(&mut self, mut f: impl FnMut(usize, Node, Node) -> (Node, Node)) {
        with_weighted!(&mut self.list, list => {
            for (i, edge) in list.iter_mut().enumerate() {
                (edge.u, edge.v) = f(i, edge.u, edge.v);
            }
        });
    }

    /// Changes the ends of every edge, on the threads of the current pool.
    pub(crate) fn map_ends_in_parallel(&mut self, f: impl Fn(Node) -> Node + Sync) {
        with_weighted!(&mut self.list, list => {
            list.par_iter_mut().for_each(|edge| (edge.u, edge.v) = (f(edge.u), f(edge.v)));
        });
    }

    /// The range of the weights, as words for other ranks.
    pub(crate) fn span_words(&self) -> [u64; 3] {
        self.span.words()
    }

    /// Converts the weights to the type that holds the weights of all ranks, whose words are `parts`.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`], and that of [`Admit`](crate::Admit).
    pub(crate) fn join<'w>(&mut self, parts: impl Iterator<Item = &'w [u64]>) -> Result<()> {
        parts.for_each(|words| self.span.join(words));
        self.widen()
    }

    /// The edges.
    ///
    /// # Errors
    /// Integers that their type does not hold exactly.
    pub(crate) fn finish(self) -> Result<Weighted, Unfit> {
        self.span.check()?;
        Ok(self.list)
    }

    /// Converts the edges to the type that the weights so far demand.
    fn widen(&mut self) -> Result<()> {
        let kind = self.span.kind();
        if kind != self.list.kind() {
            let scratch_bytes = with_weighted!(&self.list, list => size_of_val(&**list));
            self.budget.admit(Size { weight_bytes: kind.bytes(), scratch_bytes, ..self.size() })?;
            let old = std::mem::replace(&mut self.list, Weighted::None(Vec::new()));
            self.list = with_weighted!(&old, list => {
                Weighted::of(kind, list.len(), list.capacity(), &|i| number(&list[i]))
            })?;
        }
        Ok(())
    }
}

impl Weighted {
    /// The first `len` edges of a list as edges of this kind, in a vector of capacity `room`; `old` returns
    /// the ends and the number of each. Direct conversion between all types would be compiled 36 times.
    fn of(kind: Kind, len: usize, room: usize, old: &dyn Fn(usize) -> (Node, Node, Number)) -> Result<Self> {
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

    fn kind(&self) -> Kind {
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

fn edge<E: FromNumber>(u: Node, v: Node, weight: Number) -> Edge<E> {
    Edge::new(u, v, E::from_number(weight))
}

fn number<E: FromNumber>(edge: &Edge<E>) -> (Node, Node, Number) {
    (edge.u, edge.v, edge.weight.number())
}

/// Bytes of a weight.
fn weight_bytes<E>(_: &[Edge<E>]) -> usize {
    size_of::<E>()
}

/// Returns the memory of a part to the pool, unless it is unusually large.
fn keep<E>(pool: &Pool<Vec<Edge<E>>>, mut part: Vec<Edge<E>>) {
    part.clear();
    if part.capacity() <= POOLED {
        pool.keep(part);
    }
}

#[inline(always)]
fn push<E>(list: &mut Vec<Edge<E>>, edge: Edge<E>) -> Result<()> {
    memory::grow(WHAT, list, 1)?;
    list.push(edge);
    Ok(())
}

/// Appends a part. Returns memory that is no longer needed.
fn extend<E: Copy>(list: &mut Vec<Edge<E>>, part: Vec<Edge<E>>) -> Result<Vec<Edge<E>>> {
    if list.is_empty() && list.capacity() < part.len() {
        return Ok(std::mem::replace(list, part));
    }
    memory::grow(WHAT, list, part.len())?;
    list.extend_from_slice(&part);
    Ok(part)
}
