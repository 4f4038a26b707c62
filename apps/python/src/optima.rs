//! Matchings and arborescences: the best choice of edges.

use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::{Directed, EdgeList, Graph as Adjacency, Node};
use boscage::operators::{self, Cost, MaximumBipartiteMatching};
use boscage::{Result, with_weighted_list};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::graph::{Graph, weighted};
use crate::joins::{Number, ToNumber};
use crate::operators::{UNREACHED, integers, node, undirected};
use crate::work::{self, Threads};

type Integers<'py> = Bound<'py, PyArray1<i64>>;
type Booleans<'py> = Bound<'py, PyArray1<bool>>;

/// The mate of each node, `True` for the nodes on the left, and for those in the cover.
#[pyfunction]
pub(crate) fn maximum_bipartite_matching<'py>(
    py: Python<'py>,
    graph: &Graph,
    left: Option<usize>,
    threads: Threads,
) -> PyResult<(Integers<'py>, Booleans<'py>, Booleans<'py>)> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let (mates, is_left, is_in_cover) = work::run(py, &exec, usize::MAX, move |exec| {
        let graph = undirected(exec, &list, |builder| builder)?;
        let found = operators::maximum_bipartite_matching(exec, &graph, MaximumBipartiteMatching { left })?;
        let mates = integers(exec, found.mates.into_words()?.as_slice(), to_number)?;
        Ok((mates, found.is_left.into_vec(), found.is_in_cover.into_vec()))
    })?;
    Ok((mates.into_pyarray(py), is_left.into_pyarray(py), is_in_cover.into_pyarray(py)))
}

/// Root, ids, parents and total weight of a minimum arborescence.
type Found = (i64, Vec<i64>, Vec<i64>, Number);

/// The root, the ids of the edges, the parent of each node, and the total weight.
#[pyfunction]
pub(crate) fn minimum_arborescence<'py>(
    py: Python<'py>,
    graph: &Graph,
    root: Option<i64>,
    threads: Threads,
) -> PyResult<(i64, Integers<'py>, Integers<'py>, Number)> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let root = root.map(|root| node(&list, root, "root")).transpose()?;
    let (root, ids, parents, total) = work::run(py, &exec, usize::MAX, move |exec| {
        let list = weighted(exec, &list)?;
        with_weighted_list!(&*list, list => find(exec, list, root))?
    })?;
    Ok((root, ids.into_pyarray(py), parents.into_pyarray(py), total))
}

fn find<W: Cost<Total: ToNumber>>(exec: &Exec, list: &EdgeList<W>, root: Option<Node>) -> Result<Found> {
    let graph = Adjacency::<Directed, W>::builder().with_ids().with_in_arcs().build(exec, list)?;
    let found = operators::minimum_arborescence(exec, &graph, root)?;
    let ids = integers(exec, &found.edges, |id| id.index() as i64)?;
    let parents = integers(exec, found.parents.into_words()?.as_slice(), to_number)?;
    Ok((found.root.index() as i64, ids, parents, found.total.number()))
}

fn to_number(word: u32) -> i64 {
    if word == u32::MAX { UNREACHED } else { word.into() }
}
