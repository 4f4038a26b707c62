//! Edge lists made of the cells of a matrix.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Edge, EdgeList, FileData, Node, Objective, Weight};
use boscage::parallel::{for_each_piece, pack_map};
use boscage::{Error, memory};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::columns::{Column, Kind, Value, View, in_chunks};
use crate::errors::exception;

/// Returns the graph of a matrix of `nodes` rows of weights, row after row. Zeros, and floats that are not
/// finite, are no edges. Of two edges that join the same nodes only the one that can be in a forest is kept.
/// Also returns `true` if there are nodes that no edge joins because of a zero.
pub(crate) fn dense<'py>(
    py: Python<'py>,
    exec: &Exec,
    nodes: usize,
    weights: &Column<'py>,
    objective: Objective,
) -> PyResult<(AnyEdgeList, bool)> {
    check_cells(nodes, weights.len())?;
    let zeros = AtomicBool::new(false);
    macro_rules! of_type {
        ($variant:ident, $weight:ty) => {{
            let mut parts = Vec::new();
            in_chunks(py, weights.len(), |chunk| {
                let held = weights.hold()?;
                let View::$variant(array) = held.view() else { return Ok(()) };
                let cells = array.as_slice().ok_or_else(|| PyValueError::new_err(SCATTERED))?;
                let weight = |x| <$weight>::from(x);
                let part = of_cells(exec, nodes, chunk, cells, weight, objective, &zeros);
                parts.push(part.map_err(exception)?);
                Ok(())
            })?;
            let edges = concatenated(exec, parts).map_err(exception)?;
            EdgeList::new(nodes, edges).map(Into::into).map_err(exception)
        }};
    }
    let list: PyResult<AnyEdgeList> = by_type!(weights.kind(), of_type);
    Ok((list?, zeros.into_inner()))
}

/// Message for a matrix whose cells cannot be read as one row.
pub(crate) const SCATTERED: &str = "expected a matrix with contiguous rows";

pub(crate) fn check_cells(nodes: usize, cells: usize) -> PyResult<()> {
    if cells == nodes.saturating_mul(nodes) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("expected {nodes} times {nodes} weights, found {cells}")))
}

/// The edges of some cells of a matrix. Notes in `zeros` if there is none because of a zero.
fn of_cells<T: Value, W: Weight>(
    exec: &Exec,
    nodes: usize,
    chunk: Range<usize>,
    cells: &[T],
    weight: impl Fn(T) -> W + Sync,
    objective: Objective,
    zeros: &AtomicBool,
) -> Result<Vec<Edge<W>>, Error> {
    let is_zero = |cell: usize| cells[cell] == T::default();
    let is_edge = |cell: usize| cells[cell].is_finite() && !is_zero(cell);
    let keep = |cell: usize| {
        let (row, column) = (cell / nodes, cell % nodes);
        let mirror = column * nodes + row;
        if row == column {
            return false;
        }
        if !is_edge(cell) {
            let is_left_out = || row < column && !is_edge(mirror) && (is_zero(cell) || is_zero(mirror));
            if !zeros.load(Ordering::Relaxed) && is_left_out() {
                zeros.store(true, Ordering::Relaxed);
            }
            return false;
        }
        let keys = || (objective.key(weight(cells[cell])), objective.key(weight(cells[mirror])));
        !is_edge(mirror) || { keys().0 < keys().1 || keys().0 == keys().1 && row < column }
    };
    let edge = |cell: usize| Edge::new(Node::new(cell / nodes), Node::new(cell % nodes), weight(cells[cell]));
    let start = chunk.start;
    pack_map(exec, chunk.len(), |i| keep(start + i), |i| edge(start + i))
}

/// The items of all parts, one part after the other.
fn concatenated<W: FileData>(exec: &Exec, mut parts: Vec<Vec<Edge<W>>>) -> Result<Vec<Edge<W>>, Error> {
    if parts.len() == 1 {
        return Ok(parts.remove(0));
    }
    let mut edges = memory::zeroed("the edge list", parts.iter().map(Vec::len).sum())?;
    let mut rest = &mut edges[..];
    let mut pieces = Vec::with_capacity(parts.len());
    for part in parts {
        let (place, others) = rest.split_at_mut(part.len());
        pieces.push((place, part));
        rest = others;
    }
    for_each_piece(exec, pieces, |(place, part)| place.copy_from_slice(&part));
    Ok(edges)
}
