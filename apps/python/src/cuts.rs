//! Biconnected components, bridges and articulation points.

use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::EdgeList;
use boscage::operators;
use boscage::parallel::{pack_map, tabulate};
use boscage::{Result, memory};
use numpy::IntoPyArray;
use pyo3::prelude::*;

use crate::graph::Graph;
use crate::operators::{Integers, integers, undirected, without_weights};
use crate::work::{self, Threads};

/// The component of a self-loop.
const NONE: i64 = -1;

/// The biconnected component of each edge, and the number of components.
fn of_edges(exec: &Exec, list: &EdgeList) -> Result<(Vec<i64>, usize)> {
    let graph = boscage::graph::Graph::from_edges(exec, list)?;
    let found = operators::biconnected_components(exec, &graph)?;
    drop(graph);
    let label = |i: usize| {
        let edge = list.edges()[i];
        found.of_edge(edge.u, edge.v).map_or(NONE, i64::from)
    };
    Ok((tabulate(exec, "components of edges", list.edge_count(), label)?, found.count()))
}

/// The biconnected component of each edge, and the number of components.
#[pyfunction]
pub(crate) fn biconnected_components<'py>(
    py: Python<'py>,
    graph: &Graph,
    threads: Threads,
) -> PyResult<(Integers<'py>, usize)> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let (labels, count) =
        work::run(py, &exec, usize::MAX, move |exec| of_edges(exec, &*without_weights(exec, &list)?))?;
    Ok((labels.into_pyarray(py), count))
}

/// The edges that are alone in their biconnected components, ascending.
#[pyfunction]
pub(crate) fn bridges<'py>(py: Python<'py>, graph: &Graph, threads: Threads) -> PyResult<Integers<'py>> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let bridges = work::run(py, &exec, usize::MAX, move |exec| {
        let (labels, count) = of_edges(exec, &*without_weights(exec, &list)?)?;
        let mut sizes = memory::filled("edges of components", count, 0_u32)?;
        labels.iter().filter(|&&label| label != NONE).for_each(|&label| sizes[label as usize] += 1);
        let is_bridge = |i: usize| labels[i] != NONE && sizes[labels[i] as usize] == 1;
        pack_map(exec, labels.len(), is_bridge, |i| i as i64)
    })?;
    Ok(bridges.into_pyarray(py))
}

/// The nodes that are in several biconnected components, ascending.
#[pyfunction]
pub(crate) fn articulation_points<'py>(
    py: Python<'py>,
    graph: &Graph,
    threads: Threads,
) -> PyResult<Integers<'py>> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let points = work::run(py, &exec, usize::MAX, move |exec| {
        let graph = undirected(exec, &list, |builder| builder)?;
        let points = operators::articulation_points(exec, &graph)?;
        integers(exec, &points, |node| u32::from(node).into())
    })?;
    Ok(points.into_pyarray(py))
}
