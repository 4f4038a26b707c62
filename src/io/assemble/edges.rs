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

use crate::assemble::handle::Handle;
use crate::assemble::weighted::{Weighted, edge, number, weight_bytes, with_weighted};
use crate::budget::{Budget, Size};
use crate::bytes::Pool;
use crate::text::{Begin, Kind, Line, Number, Span, Unfit};
use boscage_core::graph::{Edge, Node};
use boscage_core::{Error, Result, memory};

/// The name of the array in errors.
pub(crate) const WHAT: &str = "the edge list";

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
    /// Receives the edges that are appended, which are not kept then.
    stream: Option<Handle>,
    /// Receives all edges as soon as they are too many to be kept.
    waiting: Option<Handle>,
}

/// Bytes for a receiver of edges, and half of the edges' own bytes besides.
const RESERVE: usize = 32 << 20;

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
        Self { list, span: Span::of(pool.kind), budget: Budget::default(), stream: None, waiting: None }
    }

    /// A list of these edges.
    pub(crate) fn of_list(list: Weighted) -> Self {
        Self { list, ..Self::of(Kind::None) }
    }

    /// The edges, whatever their weights.
    pub(crate) fn into_list(self) -> Weighted {
        self.list
    }

    /// The same list, whose size `budget` admits after each append.
    pub(crate) fn within(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The same list; but if the caller wants a stream, edges that are appended are handed over to it, at
    /// once or as soon as they are too many to be kept. Without weights, all edges have weight 1.
    pub(crate) fn streamed(self, weighted: bool) -> Self {
        match Handle::of(&self.budget, weighted) {
            Some(stream) if stream.waits() => Self { waiting: Some(stream), ..self },
            stream => Self { stream, ..self },
        }
    }

    /// An empty list with memory for `listed` edges between this many nodes, which are called 1 and so on;
    /// but if the caller wants a stream, edges that are appended are handed over to it. Without weights, all
    /// edges have weight 1.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`], and those of [`Admit`](crate::Admit) and of the receiver.
    pub(crate) fn between(
        nodes: usize,
        listed: usize,
        kind: Kind,
        weighted: bool,
        budget: Budget,
    ) -> Result<Self> {
        let mut edges = Self::of(kind).within(budget).streamed(weighted);
        if let Some(stream) = edges.stream.as_ref().or(edges.waiting.as_ref()) {
            stream.declare(nodes, 1)?;
        }
        if edges.stream.is_some() {
            return Ok(edges);
        }
        let size = Size { nodes, listed, weight_bytes: kind.bytes(), ..Size::default() };
        match edges.budget.admit(size) {
            Err(Error::TooLarge { .. }) if edges.waiting.is_some() => edges.stream = edges.waiting.take(),
            admitted => {
                admitted?;
                with_weighted!(&mut edges.list, list => memory::grow(WHAT, list, listed))?;
            }
        }
        Ok(edges)
    }

    /// Asks the caller to admit the edges of a part before they are appended, with some bytes beside all
    /// edges. If they are refused, and a stream waits for that, returns all edges so far: they must be handed
    /// over, and so must the part.
    ///
    /// # Errors
    /// The refusal, if no stream waits for it.
    pub(crate) fn overflow(&mut self, part: &Self, begin: Begin, beside: usize) -> Result<Option<Weighted>> {
        let Some(waiting) = self.waiting.take() else { return Ok(None) };
        let mut span = self.span;
        span.append(part.span, begin);
        let converted = if span.kind() == self.list.kind() { 0 } else { self.list.bytes() };
        // The receiver needs memory, too, before the edges are dropped.
        let reserve = self.list.bytes() / 2 + RESERVE.min(2 * self.list.bytes());
        let size = Size {
            listed: self.len() + part.len(),
            weight_bytes: span.kind().bytes(),
            scratch_bytes: reserve + beside + converted,
            ..Size::default()
        };
        match self.budget.admit(size) {
            Ok(()) => {
                self.waiting = Some(waiting);
                Ok(None)
            }
            Err(Error::TooLarge { .. }) => {
                self.stream = Some(waiting);
                let empty = Weighted::of(self.list.kind(), 0, 0, &|_| unreachable!("there are none"))?;
                Ok(Some(std::mem::replace(&mut self.list, empty)))
            }
            Err(error) => Err(error),
        }
    }

    /// The receiver of the edges.
    pub(crate) fn stream(&self) -> Option<&Handle> {
        self.stream.as_ref()
    }

    /// Number of edges that have not been handed over.
    pub(crate) fn held(&self) -> usize {
        self.list.len()
    }

    /// Returns the ends and the weight of an edge that has not been handed over.
    pub(crate) fn get(&self, i: usize) -> (Node, Node, Number) {
        with_weighted!(&self.list, list => number(&list[i]))
    }

    /// Number of edges.
    pub(crate) fn len(&self) -> usize {
        let streamed = self.stream.as_ref().map_or(0, Handle::len) as usize;
        streamed + self.held()
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
    pub(crate) fn append(&mut self, part: Self, begin: Begin, pool: &PartPool) -> Result<()> {
        if let (Some(list), Some(stream)) = (self.overflow(&part, begin, 0)?, &self.stream) {
            stream.take(list)?;
        }
        self.append_admitted(part, begin, pool)
    }

    /// The same, after [`Edges::overflow`].
    pub(crate) fn append_admitted(&mut self, mut part: Self, begin: Begin, pool: &PartPool) -> Result<()> {
        self.span.append(part.span, begin);
        part.span = self.span;
        part.widen()?;
        if let Some(stream) = &self.stream {
            return stream.take(part.list);
        }
        self.widen()?;
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
            let scratch_bytes = self.list.bytes();
            self.budget.admit(Size { weight_bytes: kind.bytes(), scratch_bytes, ..self.size() })?;
            let old = std::mem::replace(&mut self.list, Weighted::None(Vec::new()));
            self.list = with_weighted!(&old, list => {
                Weighted::of(kind, list.len(), list.capacity(), &|i| number(&list[i]))
            })?;
        }
        Ok(())
    }
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
