//! Communities by Louvain and Leiden.

use std::sync::Arc;

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Graph as Adjacency, Undirected};
use boscage::operators::{self, Leiden, Louvain, Partition, Quality};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::graph::Graph;
use crate::operators::{floats, integers, undirected};
use crate::work::{self, Threads};

/// The community of each node, the quality, and the number of levels.
type Found<'py> = (Bound<'py, PyArray1<i64>>, f64, usize);

#[pyfunction]
pub(crate) fn louvain<'py>(
    py: Python<'py>,
    graph: &Graph,
    is_modularity: bool,
    resolution: f64,
    seed: u64,
    threads: Threads,
) -> PyResult<Found<'py>> {
    let config = Louvain { quality: quality(is_modularity), resolution, seed };
    partition(py, graph, threads, move |exec, graph| match graph {
        Either::Weighted(graph) => operators::louvain(exec, graph, config),
        Either::Plain(graph) => operators::louvain(exec, graph, config),
    })
}

#[pyfunction]
pub(crate) fn leiden<'py>(
    py: Python<'py>,
    graph: &Graph,
    is_modularity: bool,
    resolution: f64,
    iterations: usize,
    seed: u64,
    threads: Threads,
) -> PyResult<Found<'py>> {
    let config = Leiden { quality: quality(is_modularity), resolution, iterations, seed };
    partition(py, graph, threads, move |exec, graph| match graph {
        Either::Weighted(graph) => operators::leiden(exec, graph, config),
        Either::Plain(graph) => operators::leiden(exec, graph, config),
    })
}

fn quality(is_modularity: bool) -> Quality {
    if is_modularity { Quality::Modularity } else { Quality::ConstantPotts }
}

/// A graph with or without weights.
enum Either {
    Weighted(Adjacency<Undirected, f64>),
    Plain(Adjacency<Undirected>),
}

fn partition<'py>(
    py: Python<'py>,
    graph: &Graph,
    threads: Threads,
    find: impl FnOnce(&Exec, &Either) -> Result<Partition> + Send + 'static,
) -> PyResult<Found<'py>> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let (labels, quality, levels) = work::run(py, &exec, usize::MAX, move |exec| {
        let graph = match &*list {
            AnyEdgeList::Unweighted(_) => Either::Plain(undirected(exec, &list, |builder| builder)?),
            _ => Either::Weighted(Adjacency::from_edges(exec, &floats(exec, &list)?)?),
        };
        let found = find(exec, &graph)?;
        Ok((integers(exec, found.parts.labels(), i64::from)?, found.quality, found.levels))
    })?;
    Ok((labels.into_pyarray(py), quality, levels))
}
