//! The edges that replace those of a forest.

use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::{EdgeId, EdgeList, Forest, Objective, Weight};
use boscage::operators::msf::{Verdict, check, replacements as replacements_of};
use boscage::parallel::tabulate;
use boscage::{Result, with_weighted_list};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::graph::{Finding, Graph, finding, objective, weighted};
use crate::joins::{Number, ToNumber};
use crate::work::{self, Threads};

/// The finding about a forest and, unless it is a flaw, per edge the one that replaces it, and the difference
/// of their weights; -1 and infinity for a bridge. The order is that of the ids, ascending.
#[pyfunction]
#[allow(clippy::type_complexity)] // for Python, a pair
pub(crate) fn replacements<'py>(
    py: Python<'py>,
    graph: &Graph,
    forest: &Bound<'py, PyArray1<i64>>,
    maximum: bool,
    threads: Threads,
) -> PyResult<(Finding, Option<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>)>)> {
    let exec = work::threads(threads)?;
    let (list, objective) = (Arc::clone(&graph.list), objective(maximum));
    let ids = match graph.ids(forest)? {
        Ok(ids) => ids,
        Err(unknown) => return Ok((unknown, None)),
    };
    let (verdict, found) = work::run(py, &exec, graph.size(), move |exec| {
        let list = weighted(exec, &list)?;
        with_weighted_list!(&*list, list => of(exec, list, ids, objective))?
    })?;
    let found = found.map(|(ids, prices)| (ids.into_pyarray(py), prices.into_pyarray(py)));
    Ok((finding(verdict), found))
}

/// The verdict on a forest and, unless it has a flaw, its replacements and their prices.
type Found = (Verdict, Option<(Vec<i64>, Vec<f64>)>);

fn of<W: Weight + ToNumber>(
    exec: &Exec,
    list: &EdgeList<W>,
    ids: Vec<EdgeId>,
    objective: Objective,
) -> Result<Found> {
    let verdict = check(exec, list, &ids, objective)?;
    if let Verdict::Flawed(_) = verdict {
        return Ok((verdict, None));
    }
    let forest = Forest::from_edges(exec, list, ids);
    let all = replacements_of(exec, list, &forest, objective)?;
    let id = |i: usize| all[i].map_or(-1, |edge| edge.index() as i64);
    let weight = |edge: EdgeId| list.edges()[edge.index()].weight.number();
    let price = |i: usize| match all[i] {
        Some(edge) => distance(weight(edge), weight(forest.edges()[i])),
        None => f64::INFINITY,
    };
    let ids = tabulate(exec, "replacements", all.len(), id)?;
    Ok((verdict, Some((ids, tabulate(exec, "prices", all.len(), price)?))))
}

/// The difference of two weights of one type, rounded once.
fn distance(a: Number, b: Number) -> f64 {
    match (a, b) {
        (Number::Integer(a), Number::Integer(b)) => a.abs_diff(b) as f64,
        (Number::Float(a), Number::Float(b)) if a != b => (a - b).abs(),
        _ => 0.0, // of equal infinities, too
    }
}
