//! The class `Distances`: those between all nodes, and their spanning trees.
//!
//! Distances are copied once, those above the diagonal only, and checked while they are copied.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::{Edge, Objective, Weight};
use boscage::operators::points::{Distances as Condensed, spanning_tree_of_distances};
use boscage::parallel::{map_pieces, tabulate};
use boscage::{Error, memory};
use numpy::Element;
use numpy::ndarray::ArrayView1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::columns::{BLOCK, CHUNK, Column, Kind, Value, View, copy, in_chunks, in_chunks_of};
use crate::errors::exception;
use crate::forest::Forest;
use crate::graph::objective;
use crate::joins::ToNumber;
use crate::source::{SCATTERED, by_type, check_cells, count_nodes};
use crate::work::{self, Threads};

/// The distances above the diagonal of a matrix, row after row.
enum Cells {
    U32(Vec<u32>),
    U64(Vec<u64>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    F32(Vec<f32>),
    F64(Vec<f64>),
}

macro_rules! cells {
    ($($variant:ident $weight:ty;)*) => {
        $(impl From<Vec<$weight>> for Cells {
            fn from(cells: Vec<$weight>) -> Self {
                Self::$variant(cells)
            }
        })*

        impl Cells {
            fn len(&self) -> usize {
                match self {
                    $(Self::$variant(cells) => cells.len(),)*
                }
            }

            fn forest(&self, exec: &Exec, of: Wanted) -> boscage::Result<Forest> {
                match self {
                    $(Self::$variant(cells) => forest(exec, cells, of),)*
                }
            }
        }
    };
}

cells! {
    U32 u32; U64 u64; I32 i32; I64 i64; F32 f32; F64 f64;
}

/// The distances between all nodes.
#[pyclass(module = "boscage._boscage", frozen)]
pub(crate) struct Distances {
    cells: Arc<Cells>,
    nodes: usize,
    /// `true` if the ids of edges are places in a matrix, `false` if they are those above its diagonal.
    is_square: bool,
}

/// The forest that is wanted.
#[derive(Clone, Copy)]
struct Wanted {
    nodes: usize,
    is_square: bool,
    objective: Objective,
}

#[pymethods]
impl Distances {
    /// Takes the distances above the diagonal of a matrix, row after row.
    #[staticmethod]
    fn of_condensed(
        py: Python<'_>,
        n: u64,
        distances: &Bound<'_, PyAny>,
        threads: Threads,
    ) -> PyResult<Self> {
        let exec = work::threads(threads)?;
        let distances = Column::of(distances, "distances")?;
        let nodes = count_nodes(n)?;
        if pairs(nodes) != Some(distances.len()) {
            let message = format!("expected the distances of {nodes} nodes, found {}", distances.len());
            return Err(PyValueError::new_err(message));
        }
        macro_rules! of_type {
            ($variant:ident, $weight:ty) => {
                positions(py, &exec, &distances, |view, positions, to: &mut [$weight]| match view {
                    View::$variant(array) => finite(array, positions, to, <$weight>::from),
                    _ => Ok(()),
                })
                .map(Cells::from)
            };
        }
        let cells: PyResult<Cells> = by_type!(distances.kind(), of_type);
        Ok(Self { cells: Arc::new(cells?), nodes, is_square: false })
    }

    /// Takes a matrix of distances, as one row of numbers.
    #[staticmethod]
    fn of_square(py: Python<'_>, n: u64, cells: &Bound<'_, PyAny>, threads: Threads) -> PyResult<Self> {
        let exec = work::threads(threads)?;
        let (nodes, cells) = (count_nodes(n)?, Column::of(cells, "the matrix")?);
        let is_zero = |view: &View<'_>, at: usize| view.is_zero(at);
        macro_rules! of_type {
            ($variant:ident, $weight:ty) => {
                rows(py, &exec, nodes, &cells, is_zero, |view, rows, to: &mut [$weight]| match view {
                    View::$variant(array) => {
                        let is_same = |x, mirror| x == mirror;
                        symmetric(array, nodes, rows, to, is_same, <$weight>::from)
                    }
                    _ => Ok(()),
                })
                .map(Cells::from)
            };
        }
        let copied: PyResult<Cells> = by_type!(cells.kind(), of_type);
        Ok(Self { cells: Arc::new(copied?), nodes, is_square: true })
    }

    /// The minimum (maximum) spanning forest.
    fn forest(&self, py: Python<'_>, maximum: bool, threads: Threads) -> PyResult<Forest> {
        let (exec, cells) = (work::threads(threads)?, Arc::clone(&self.cells));
        let wanted = Wanted { nodes: self.nodes, is_square: self.is_square, objective: objective(maximum) };
        work::run(py, &exec, cells.len().max(self.nodes), move |exec| cells.forest(exec, wanted))
    }
}

/// Largest difference of rounded distances, and largest share of them: enough for single precision.
const ROUNDING: (f64, f64) = (1e-5, 1e-5);

/// Copies the distances above the diagonal of a matrix, which has all its cells in one row, as floats. Those
/// that are a bit less than 0 become 0.
///
/// # Errors
/// `ValueError` if the matrix is not, up to rounding, symmetric, zero on the diagonal and positive elsewhere,
/// or not finite.
pub(crate) fn floats_of_square<'py>(
    py: Python<'py>,
    exec: &Exec,
    nodes: usize,
    cells: &Column<'py>,
) -> PyResult<Vec<f64>> {
    let is_zero = |view: &View<'_>, at: usize| view.float(at).abs() <= ROUNDING.0;
    macro_rules! of_type {
        ($variant:ident, $weight:ty) => {
            rows(py, exec, nodes, cells, is_zero, |view, rows, to: &mut [f64]| match view {
                View::$variant(array) => symmetric(array, nodes, rows, to, is_same, |x| x.float().max(0.0)),
                _ => Ok(()),
            })
        };
    }
    by_type!(cells.kind(), of_type)
}

/// Returns `true` if two numbers are the same distance, up to rounding.
fn is_same<T: Value>(x: T, mirror: T) -> bool {
    let (x, mirror) = (x.float(), mirror.float());
    (x >= -ROUNDING.0) & ((x - mirror).abs() <= ROUNDING.0 + ROUNDING.1 * mirror.abs())
}

/// Returns the forest of distances.
fn forest<W>(exec: &Exec, cells: &[W], wanted: Wanted) -> boscage::Result<Forest>
where
    W: Weight<Total: ToNumber> + ToNumber + Element,
{
    let Wanted { nodes, is_square, objective } = wanted;
    let tree = |cells: &[W]| spanning_tree_of_distances(exec, Condensed::from_checked(nodes, cells));
    let mut edges = match objective {
        Objective::Minimum => tree(cells)?.into_edges().into_edges(),
        Objective::Maximum => {
            let turned = tabulate(exec, "distances", cells.len(), |i| W::from_key(!cells[i].key()))?;
            tree(&turned)?.into_edges().into_edges()
        }
    };
    edges.sort_unstable_by_key(|edge| (edge.u, edge.v));
    let place = |edge: &Edge<W>| place(nodes, edge.u.index(), edge.v.index());
    if objective == Objective::Maximum {
        edges.iter_mut().for_each(|edge| edge.weight = cells[place(edge)]);
    }
    let id = |edge: &Edge<W>| match is_square {
        true => edge.u.index() * nodes + edge.v.index(),
        false => place(edge),
    };
    let ids = tabulate(exec, "ids", edges.len(), |i| id(&edges[i]) as i64)?;
    Forest::of_edges(exec, nodes, edges, ids, objective)
}

/// Number of pairs of nodes.
fn pairs(nodes: usize) -> Option<usize> {
    nodes.checked_mul(nodes.saturating_sub(1)).map(|twice| twice / 2)
}

/// Returns the place of the first distance of a row above the diagonal.
fn start(nodes: usize, row: usize) -> usize {
    row * nodes - row * (row + 1) / 2
}

/// Returns the place of a distance above the diagonal.
fn place(nodes: usize, row: usize, column: usize) -> usize {
    start(nodes, row) + column - row - 1
}

/// Copies all numbers of a column, block by block.
fn positions<'py, W: Weight>(
    py: Python<'py>,
    exec: &Exec,
    column: &Column<'py>,
    copy: impl Fn(&View<'_>, Range<usize>, &mut [W]) -> Result<(), String> + Sync,
) -> PyResult<Vec<W>> {
    let steps = Steps { all: column.len(), per_chunk: CHUNK, per_piece: BLOCK };
    copied(py, exec, column, steps, |position| position, copy)
}

/// Copies what is above the diagonal of a matrix, some rows at a time.
fn rows<'py, W: Weight>(
    py: Python<'py>,
    exec: &Exec,
    nodes: usize,
    cells: &Column<'py>,
    is_zero: impl Fn(&View<'_>, usize) -> bool,
    copy: impl Fn(&View<'_>, Range<usize>, &mut [W]) -> Result<(), String> + Sync,
) -> PyResult<Vec<W>> {
    check_cells(nodes, cells.len())?;
    in_chunks(py, nodes, |mut rows| {
        let held = cells.hold()?;
        let view = held.view();
        let Some(row) = rows.find(|row| !is_zero(&view, row * (nodes + 1))) else { return Ok(()) };
        let found = view.words(row * (nodes + 1));
        let message = format!("a matrix of distances: expected 0 in row {row}, column {row}, found {found}");
        Err(PyValueError::new_err(message))
    })?;
    let per_chunk = (CHUNK / nodes.max(1)).next_multiple_of(SIDE).max(SIDE);
    let steps = Steps { all: nodes, per_chunk, per_piece: SIDE };
    copied(py, exec, cells, steps, |row| start(nodes, row), copy)
}

/// The steps in which something is read: numbers or rows.
#[derive(Clone, Copy)]
struct Steps {
    all: usize,
    /// Between two checks for signals.
    per_chunk: usize,
    /// By one thread.
    per_piece: usize,
}

/// Copies a column, whose parts have the places between `place` of their begins and ends.
///
/// # Errors
/// `ValueError` of the first part that `copy` finds wrong; as [`Column::hold`]; the exception of a signal.
fn copied<'py, W: Weight>(
    py: Python<'py>,
    exec: &Exec,
    column: &Column<'py>,
    steps: Steps,
    place: impl Fn(usize) -> usize,
    copy: impl Fn(&View<'_>, Range<usize>, &mut [W]) -> Result<(), String> + Sync,
) -> PyResult<Vec<W>> {
    let mut distances = memory::zeroed::<W>("distances", place(steps.all)).map_err(exception)?;
    in_chunks_of(py, steps.all, steps.per_chunk, |chunk| {
        let held = column.hold()?;
        let view = held.view();
        let mut rest = &mut distances[place(chunk.start)..place(chunk.end)];
        let pieces = chunk.clone().step_by(steps.per_piece).map(|start| {
            let part = start..chunk.end.min(start + steps.per_piece);
            let (own, others) = std::mem::take(&mut rest).split_at_mut(place(part.end) - place(part.start));
            rest = others;
            (part, own)
        });
        let found = map_pieces(exec, pieces, |(part, to)| copy(&view, part, to));
        match found.into_iter().find_map(Result::err) {
            Some(message) => Err(PyValueError::new_err(message)),
            None => Ok(()),
        }
    })?;
    Ok(distances)
}

/// Copies some distances, which must be finite.
fn finite<T: Value, W>(
    from: &ArrayView1<'_, T>,
    positions: Range<usize>,
    to: &mut [W],
    of: impl Fn(T) -> W,
) -> Result<(), String> {
    let is_finite = Cell::new(true);
    copy(from, positions.clone(), to, |to, x| {
        is_finite.set(is_finite.get() & x.is_finite());
        *to = of(x);
    });
    if is_finite.get() {
        return Ok(());
    }
    // Code that works without the GIL may have changed it.
    let at = positions.clone().find(|&at| !from[at].is_finite()).unwrap_or(positions.start);
    let found = from[at].words();
    Err(match found.as_str() {
        "NaN" => Error::NanWeight { edge: at }.to_string(),
        _ => format!("distances: expected finite numbers, found {found} at position {at}"),
    })
}

/// Rows and columns of a block, whose cells on both sides of the diagonal fit in the cache.
const SIDE: usize = 32;

/// Copies some rows of what is above the diagonal of a matrix, which must be finite. `is_same` compares the
/// numbers on both sides of the diagonal.
fn symmetric<T: Value, W>(
    cells: &ArrayView1<'_, T>,
    nodes: usize,
    rows: Range<usize>,
    to: &mut [W],
    is_same: impl Fn(T, T) -> bool,
    of: impl Fn(T) -> W,
) -> Result<(), String> {
    let Some(cells) = cells.as_slice() else { return Err(SCATTERED.to_owned()) };
    let mut wrong: Option<[usize; 2]> = None;
    for first in (rows.start..nodes).step_by(SIDE) {
        for row in rows.clone() {
            let columns = first.max(row + 1)..nodes.min(first + SIDE);
            if columns.is_empty() {
                continue;
            }
            let begin = place(nodes, row, columns.start) - start(nodes, rows.start);
            let own = &cells[row * nodes..][columns.clone()];
            let mirrored = cells[columns.start * nodes + row..].iter().step_by(nodes);
            let mut is_right = true;
            for ((to, &x), &mirror) in to[begin..].iter_mut().zip(own).zip(mirrored.clone()) {
                is_right &= x.is_finite() & is_same(x, mirror);
                *to = of(x);
            }
            if !is_right {
                let is_wrong = |(&x, &mirror): (&T, &T)| !x.is_finite() || !is_same(x, mirror);
                let at = own.iter().zip(mirrored).position(is_wrong).unwrap_or(0);
                let place = [row, columns.start + at];
                wrong = Some(wrong.map_or(place, |other| other.min(place)));
            }
        }
    }
    let Some([row, column]) = wrong else { return Ok(()) };
    let pair = [cells[row * nodes + column], cells[column * nodes + row]];
    let ([one, other], place) = (pair.map(Value::words), format!("in row {row}, column {column}"));
    Err(match pair {
        [x, _] if !x.is_finite() => {
            format!("a matrix of distances: expected finite numbers, found {one} {place}")
        }
        [x, mirror] if x == mirror => {
            format!("a matrix of distances: expected numbers from 0 on, found {one} {place}")
        }
        _ => format!(
            "a matrix of distances: expected a symmetric one, found {one} {place}, and {other} in row \
             {column}, column {row}"
        ),
    })
}
