//! Edge lists made of the cells of a matrix.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Edge, EdgeList, FileData, Node, Objective, Weight};
use boscage::parallel::{for_each_piece, map_blocks, pack_map};
use boscage::{Error, memory, with_weighted_list};
use numpy::ndarray::ArrayView1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::{Ends, Flaw, Source, for_each_entry, list, rows_above};
use crate::columns::{BLOCK, Column, Kind, Value, View, in_chunks};
use crate::errors::exception;

/// The complete graph of `nodes` nodes with some distances: those above the diagonal, row after row.
pub(crate) fn condensed<'py>(
    py: Python<'py>,
    exec: &Exec,
    nodes: usize,
    distances: Column<'py>,
) -> PyResult<AnyEdgeList> {
    let (rows, kind) = (rows_above(nodes)?, distances.kind());
    let edges = rows[nodes] as usize;
    let ends = [Ends::Rows(rows.clone()), Ends::Above(rows)];
    let list = list(py, exec, nodes, edges, ends, Some(distances))?;
    if matches!(kind, Kind::F16 | Kind::F32 | Kind::F64) {
        with_weighted_list!(&list, list => check_finite(exec, list)).map_err(exception)??;
    }
    Ok(list)
}

fn check_finite<W: Weight>(exec: &Exec, list: &EdgeList<W>) -> PyResult<()> {
    let infinite = |edge: &Edge<W>| !edge.weight.to_f64().is_finite();
    let first = map_blocks(exec, list.edge_count(), BLOCK, |positions| {
        list.edges()[positions.clone()].iter().position(infinite).map(|place| positions.start + place)
    });
    let Some(at) = first.into_iter().flatten().next() else { return Ok(()) };
    let found = list.edges()[at].weight;
    Err(PyValueError::new_err(format!("distances: expected finite numbers, found {found} at position {at}")))
}

/// The complete graph of `nodes` nodes with the distances of a matrix, which has all its cells in one row.
///
/// # Errors
/// `ValueError` if the matrix is not symmetric, not zero on the diagonal or not finite.
pub(crate) fn distances<'py>(
    py: Python<'py>,
    exec: &Exec,
    nodes: usize,
    cells: Column<'py>,
) -> PyResult<AnyEdgeList> {
    check_cells(nodes, cells.len())?;
    in_chunks(py, nodes, |mut rows| {
        let held = cells.hold()?;
        let view = held.view();
        let Some(row) = rows.find(|row| !view.is_zero(row * (nodes + 1))) else { return Ok(()) };
        let found = view.words(row * (nodes + 1));
        let message = format!("a matrix of distances: expected 0 in row {row}, column {row}, found {found}");
        Err(PyValueError::new_err(message))
    })?;
    let (rows, kind) = (rows_above(nodes)?, cells.kind());
    let ends = [Ends::Rows(rows.clone()), Ends::Above(rows.clone())];
    let source = Source { exec, nodes, edges: rows[nodes] as usize, ends, weights: Some(cells) };
    macro_rules! of_type {
        ($variant:ident, $weight:ty) => {
            source.list(py, |view, positions, edges| {
                let Some(View::$variant(cells)) = view else { return Ok(()) };
                let set = |edge: &mut Edge<$weight>, distance| edge.weight = <$weight>::from(distance);
                above(cells, nodes, &rows, positions, edges, set)
            })
        };
    }
    by_type!(kind, of_type)
}

/// Copies some of the distances above the diagonal of a matrix.
fn above<T: Value, U>(
    cells: &ArrayView1<'_, T>,
    nodes: usize,
    rows: &[u32],
    positions: Range<usize>,
    to: &mut [U],
    set: impl Fn(&mut U, T),
) -> Result<(), Flaw> {
    let Some(cells) = cells.as_slice() else { return Err(Flaw::Wrong(SCATTERED.to_owned())) };
    let wrong = Cell::new(None);
    for_each_entry(rows, positions, to, |to, row, place| {
        let column = row + 1 + place;
        let pair = [cells[row * nodes + column], cells[column * nodes + row]];
        if !pair[0].is_finite() || pair[0] != pair[1] {
            wrong.set(wrong.get().or(Some((row, column, pair))));
        }
        set(to, pair[0]);
    });
    let Some((row, column, pair)) = wrong.get() else { return Ok(()) };
    let [one, other] = pair.map(Value::words);
    Err(Flaw::Wrong(match pair[0].is_finite() {
        false => format!(
            "a matrix of distances: expected finite numbers, found {one} in row {row}, column {column}"
        ),
        true => format!(
            "a matrix of distances: expected a symmetric one, found {one} in row {row}, column {column}, and \
             {other} in row {column}, column {row}"
        ),
    }))
}

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
const SCATTERED: &str = "expected a matrix with contiguous rows";

fn check_cells(nodes: usize, cells: usize) -> PyResult<()> {
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
