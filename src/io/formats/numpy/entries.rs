//! Edges from columns of ends and weights, and from matrices.
//!
//! Threads make the edges of blocks, which are appended in order, as those of texts; so weights get the
//! narrowest type that holds them.

use std::ops::Range;

use super::array::{Array, Block, Column};
use super::scalar::Kind;
use crate::assemble::{Edges, NamedEdges, Outline, PartPool, Weighted, assemble, with_weighted};
use crate::budget::{Budget, Lists};
use crate::formats::Binary;
use crate::text::{self, Begin, Line, Number};
use crate::{Input, ReadOptions};
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, EdgeId, Node};
use boscage_core::parallel::pipeline;
use boscage_core::{At, Result, memory};

/// Edges per block.
const BLOCK: usize = 1 << 14;

/// The column of weights, if there is one.
#[derive(Clone, Copy)]
pub(super) struct Weights<'a>(Option<Column<'a>>);

impl<'a> Weights<'a> {
    /// No weights.
    pub(super) const NONE: Self = Self(None);

    /// Weights, unless they are booleans.
    pub(super) fn of(column: Column<'a>) -> Self {
        Self(Some(column).filter(|column| column.kind() != Kind::Bool))
    }

    fn kind(self, options: &ReadOptions) -> text::Kind {
        match self.0 {
            Some(column) if column.kind() == Kind::Float => text::Kind::F64,
            weights => text::Kind::of_text(weights.is_some(), options),
        }
    }
}

/// The weight of edges without weights.
const ONE: Number = Number::Natural(1);

/// Calls `work` with blocks of a range of indices, and `finish` with the results, in order.
fn blocks<R: Send>(
    exec: &Exec,
    (len, block): (usize, usize),
    work: impl Fn(Range<usize>) -> Result<R> + Sync,
    mut finish: impl FnMut(R) -> Result<()> + Send,
) -> Result<()> {
    let first = (0..len).step_by(block.max(1));
    pipeline(exec, first, |first| work(first..len.min(first + block)), |part| finish(part?))
}

/// No error needs the line of a weight: all weights are integers that fit, or all are reals.
fn no_line() -> Line {
    Line { begin: Begin::Lines(0), before: 0 }
}

/// Reads edges between named nodes, as lines of an edge list.
pub(super) fn named(
    file: &Binary<'_>,
    [u, v]: [Column<'_>; 2],
    weights: Weights<'_>,
    mut outline: Outline,
    options: &ReadOptions,
) -> Result<Input> {
    let kind = weights.kind(options);
    let pool = PartPool::of(kind);
    let mut edges = NamedEdges::within(kind, Budget::of(options, &file.path, outline.lists));
    let work = |rows: Range<usize>| {
        let mut part = NamedEdges::from_pool(&pool);
        match weights.0 {
            Some(weights) => {
                let block = Block::read([u, v, weights], rows)?;
                for i in 0..block.len {
                    part.push(block.natural(0, i)?, block.natural(1, i)?, block.weight(2, i)?, no_line)?;
                }
            }
            None => {
                let block = Block::read([u, v], rows)?;
                for i in 0..block.len {
                    part.push(block.natural(0, i)?, block.natural(1, i)?, ONE, no_line)?;
                }
            }
        }
        Ok(part)
    };
    let append = |part| edges.append(part, Begin::Lines(0), &pool);
    blocks(file.exec(), (u.len, BLOCK), work, append)?;
    let (edges, nodes, names) = edges.into_nodes()?;
    (outline.nodes, outline.names) = (nodes, names);
    finish(file, edges, weights, outline, options)
}

/// Reads edges between as many nodes as `outline` has.
pub(super) fn numbered(
    file: &Binary<'_>,
    [u, v]: [Column<'_>; 2],
    weights: Weights<'_>,
    outline: Outline,
    options: &ReadOptions,
) -> Result<Input> {
    let nodes = outline.nodes;
    let node = |block: &Block<'_, 2>, column, i| block.below(column, i, nodes).map(Node::new);
    let work = |rows: Range<usize>, part: &mut Edges| {
        let ends = Block::read([u, v], rows.clone())?;
        let numbers = weights.0.map(|column| Block::read([column], rows)).transpose()?;
        for i in 0..ends.len {
            let weight = numbers.as_ref().map_or(Ok(ONE), |block| block.weight(0, i))?;
            part.push(node(&ends, 0, i)?, node(&ends, 1, i)?, weight, no_line)?;
        }
        Ok(())
    };
    gathered(file, (u.len, BLOCK), work, weights, outline, options)
}

/// Reads the compressed rows of a square matrix, or its compressed columns.
pub(super) fn compressed(
    file: &Binary<'_>,
    (ends, indices): (&Column<'_>, Column<'_>),
    are_columns: bool,
    weights: Weights<'_>,
    outline: Outline,
    options: &ReadOptions,
) -> Result<Input> {
    let nodes = outline.nodes;
    let begins = ends.naturals("the offsets of rows")?;
    let wrong = |expected: String, found: String| Err(file.wrong(At::Whole, expected, found, ""));
    if begins.len() != nodes + 1 {
        return wrong(format!("{} offsets in indptr", nodes + 1), begins.len().to_string());
    }
    if let Some(i) = begins.windows(2).position(|pair| pair[0] > pair[1]) {
        return wrong(format!("an offset of at least {} in indptr", begins[i]), begins[i + 1].to_string());
    }
    let (first, last) = (begins[0], begins[nodes]);
    if first != 0 || last > indices.len as u64 {
        let expected = format!("offsets from 0 to at most {} in indptr", indices.len);
        return wrong(expected, format!("{first} to {last}"));
    }
    let work = |entries: Range<usize>, part: &mut Edges| {
        let block = Block::read([indices], entries.clone())?;
        let numbers = weights.0.map(|column| Block::read([column], entries.clone())).transpose()?;
        let mut row = begins.partition_point(|&begin| begin <= entries.start as u64) - 1;
        for i in 0..block.len {
            while begins[row + 1] <= (entries.start + i) as u64 {
                row += 1;
            }
            let (line, index) = (Node::new(row), Node::new(block.below(0, i, nodes)?));
            let (u, v) = if are_columns { (index, line) } else { (line, index) };
            let weight = numbers.as_ref().map_or(Ok(ONE), |block| block.weight(0, i))?;
            part.push(u, v, weight, no_line)?;
        }
        Ok(())
    };
    gathered(file, (last as usize, BLOCK), work, weights, outline, options)
}

/// Reads a square matrix, in which zeros, infinities and NaN are no arcs.
pub(super) fn dense(array: &Array<'_>, outline: Outline, options: &ReadOptions) -> Result<Input> {
    let nodes = outline.nodes;
    let file = array.file;
    let weights = Weights::of(array.row(0)?);
    let is_arc = |number: Number| match number {
        Number::Natural(value) => value != 0,
        Number::Negative(_) => true,
        Number::Real(value) => value != 0.0 && value.is_finite(),
    };
    let work = |rows: Range<usize>, part: &mut Edges| {
        for row in rows {
            let line = array.row(row as u64)?;
            for first in (0..nodes).step_by(BLOCK) {
                let block = Block::read([line], first..nodes.min(first + BLOCK))?;
                for i in 0..block.len {
                    let number = block.number(0, i);
                    if is_arc(number) {
                        part.push(Node::new(row), Node::new(first + i), number, no_line)?;
                    }
                }
            }
        }
        Ok(())
    };
    gathered(file, (nodes, BLOCK / nodes + 1), work, weights, outline, options)
}

/// Makes an input of the edges that `work` appends for each block of indices.
fn gathered(
    file: &Binary<'_>,
    blocks_of: (usize, usize),
    work: impl Fn(Range<usize>, &mut Edges) -> Result<()> + Sync,
    weights: Weights<'_>,
    outline: Outline,
    options: &ReadOptions,
) -> Result<Input> {
    let kind = weights.kind(options);
    let pool = PartPool::of(kind);
    let mut edges = Edges::of(kind).within(Budget::of(options, &file.path, outline.lists));
    let part = |range| {
        let mut part = Edges::from_pool(&pool);
        work(range, &mut part).map(|()| part)
    };
    blocks(file.exec(), blocks_of, part, |part| edges.append(part, Begin::Lines(0), &pool))?;
    finish(file, edges, weights, outline, options)
}

fn finish(
    file: &Binary<'_>,
    mut edges: Edges,
    weights: Weights<'_>,
    mut outline: Outline,
    options: &ReadOptions,
) -> Result<Input> {
    outline.weighted = weights.0.is_some();
    if outline.lists == Lists::Edges {
        EdgeId::check_count(edges.len() as u64)?;
    }
    let is_single = weights.0.is_some_and(|column| column.is_single());
    if is_single {
        edges.takes(edges.len() * size_of::<Edge<f32>>())?;
    }
    let list = edges.finish().map_err(|_| {
        file.wrong(At::Whole, "weights that fit one 64-bit type", "others", "scale the weights")
    })?;
    match list {
        Weighted::F64(list) if is_single => {
            let mut singles = memory::reserve("the edge list", list.len())?;
            singles.extend(list.iter().map(|edge| Edge::new(edge.u, edge.v, edge.weight as f32)));
            drop(list);
            assemble(singles, outline, options)
        }
        list => with_weighted!(list, list => assemble(list, outline, options)),
    }
}
