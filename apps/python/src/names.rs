//! Ends of edges that are given by names: integers or strings.
//!
//! A column of names is an array of integers, a list of strings, or a column of Arrow. Both columns have
//! integers, or both have strings. Nodes are numbered as by the readers of tables, so that a table in memory
//! has the same forest as its file.
//!
//! Strings get codes block by block, on all threads, while the calling thread keeps the GIL, as in
//! [`crate::source`]. They are sorted when all of them are known.

use std::sync::{Mutex, PoisonError};

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::Edge;
use boscage::io::{Names, TextNames, number_nodes};
use boscage::memory;
use boscage::parallel::{for_each_piece, tabulate};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::arrow;
use crate::columns::{Column, in_chunks};
use crate::errors::exception;
use crate::work::{self, Team};

/// Number of strings that get their codes together.
const BLOCK: usize = 1 << 14;

/// Nodes that were numbered by their names.
pub(crate) struct Named {
    pub(crate) nodes: usize,
    /// The ends of the edges.
    pub(crate) ends: [Vec<u32>; 2],
    pub(crate) names: Names,
}

/// A column of names.
pub(crate) enum Ids {
    Numbers(Vec<u64>),
    /// The codes of strings.
    Codes(Vec<u32>),
}

impl Ids {
    fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Codes(codes) => codes.len(),
        }
    }

    /// Returns the names in a column, which messages call `what`.
    fn of(
        py: Python<'_>,
        exec: &Exec,
        texts: &TextNames,
        what: &str,
        column: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        if let Ok(list) = column.cast::<PyList>() {
            return of_list(py, exec, texts, what, list);
        }
        if let Some(arrays) = arrow::arrays(column)? {
            return arrow::ids(py, exec, texts, what, &arrays);
        }
        let column = Column::of(column, "a column of names")?;
        if !column.kind().is_integer() {
            let found = column.kind().name();
            let message = format!("{what}: expected integers or strings, found {found}");
            return Err(PyTypeError::new_err(message));
        }
        not_negative(what, column.kind().is_signed(), column.numbers(py, exec)?).map(Self::Numbers)
    }
}

/// Returns the columns of the ends of edges and of their weights, by the names of all columns.
#[pyfunction]
pub(crate) fn edge_columns(names: Vec<String>) -> (Option<[usize; 2]>, Option<usize>) {
    boscage::io::edge_columns(&names)
}

/// Numbers the nodes with these names.
pub(crate) fn number(
    py: Python<'_>,
    team: &Team,
    columns: [&Bound<'_, PyAny>; 2],
    what: &[String; 2],
) -> PyResult<Named> {
    let texts = TextNames::new();
    let u = Ids::of(py, team, &texts, &what[0], columns[0])?;
    let v = Ids::of(py, team, &texts, &what[1], columns[1])?;
    if u.len() != v.len() {
        let (expected, found) = (u.len(), v.len());
        let message = format!("{}: expected {expected} ids, as in {}, found {found}", what[1], what[0]);
        return Err(PyValueError::new_err(message));
    }
    let size = 2 * u.len();
    match (u, v) {
        (Ids::Numbers(u), Ids::Numbers(v)) => work::run(py, team, size, |exec| of_numbers(exec, u, v)),
        (Ids::Codes(u), Ids::Codes(v)) => work::run(py, team, size, |exec| of_codes(exec, texts, u, v)),
        (Ids::Numbers(_), Ids::Codes(_)) => Err(mixed(what, "integers", "strings")),
        (Ids::Codes(_), Ids::Numbers(_)) => Err(mixed(what, "strings", "integers")),
    }
}

fn of_numbers(exec: &Exec, u: Vec<u64>, v: Vec<u64>) -> Result<Named> {
    let (list, names) = number_nodes(exec, (0..u.len()).map(|i| [u[i], v[i]]))?;
    let ends = |end: fn(&Edge<()>) -> usize| {
        tabulate(exec, "ends of edges", list.edge_count(), |i| end(&list.edges()[i]) as u32)
    };
    let ends = [ends(|edge| edge.u.index())?, ends(|edge| edge.v.index())?];
    Ok(Named { nodes: list.node_count(), ends, names })
}

fn of_codes(exec: &Exec, texts: TextNames, mut u: Vec<u32>, mut v: Vec<u32>) -> Result<Named> {
    let names = texts.into_nodes(exec, [&mut u[..], &mut v[..]])?;
    let nodes = if let Names::Text(names) = &names { names.len() } else { 0 };
    Ok(Named { nodes, ends: [u, v], names })
}

fn mixed(what: &[String; 2], first: &str, second: &str) -> PyErr {
    let message = format!("{}: expected {first}, as in {}, found {second}", what[1], what[0]);
    PyTypeError::new_err(message)
}

/// Stores the codes of texts, on all threads.
pub(crate) fn encode<'t>(
    exec: &Exec,
    texts: &TextNames,
    codes: &mut [u32],
    text: impl Fn(usize) -> &'t str + Sync,
) -> Result<()> {
    let failed = Mutex::new(Ok(()));
    for_each_piece(exec, codes.chunks_mut(BLOCK).zip((0..).step_by(BLOCK)), |(codes, start)| {
        if let Err(error) = texts.codes((start..start + codes.len()).map(&text), codes) {
            *failed.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the names in a list of strings.
fn of_list(
    py: Python<'_>,
    exec: &Exec,
    texts: &TextNames,
    what: &str,
    list: &Bound<'_, PyList>,
) -> PyResult<Ids> {
    let mut codes = memory::zeroed("a column", list.len()).map_err(exception)?;
    in_chunks(py, codes.len(), |chunk| {
        let held = chunk.clone().map(|row| string(what, list, row)).collect::<PyResult<Vec<_>>>()?;
        let strings = held
            .iter()
            .zip(chunk.clone())
            .map(|(string, row)| string.to_str().map_err(|_| missing(what, row, &words(string))));
        let strings = strings.collect::<PyResult<Vec<&str>>>()?;
        encode(exec, texts, &mut codes[chunk], |at| strings[at]).map_err(exception)
    })?;
    Ok(Ids::Codes(codes))
}

fn string<'py>(what: &str, list: &Bound<'py, PyList>, row: usize) -> PyResult<Bound<'py, PyString>> {
    let item = list.get_item(row)?;
    item.cast_into().map_err(|error| missing(what, row, &words(&error.into_inner())))
}

/// Returns a value for messages.
fn words(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| value.get_type().to_string(), |words| words.to_string())
}

/// Returns the error that a row of a column has no name of a node.
pub(crate) fn missing(what: &str, row: usize, found: &str) -> PyErr {
    PyValueError::new_err(format!("{what}: expected the id of a node in row {row}, found {found}"))
}

/// Returns numbers, none of which is negative: those of a signed type must be below 2^63.
pub(crate) fn not_negative(what: &str, is_signed: bool, numbers: Vec<u64>) -> PyResult<Vec<u64>> {
    match numbers.iter().position(|&number| is_signed && number >> 63 == 1) {
        Some(row) => Err(missing(what, row, &format!("{}, a negative number", numbers[row] as i64))),
        None => Ok(numbers),
    }
}
