//! Operators beside forests: a number per node, or per edge.

use std::borrow::Cow;
use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::{
    AnyEdgeList, Builder, Directed, Direction, EdgeList, FileData, Graph as Adjacency, Node, NodeMap,
    Undirected,
};
use boscage::operators;
use boscage::operators::{Betweenness, BreadthFirstSearch, Dangling, PageRank, PageRankMethod, Strength};
use boscage::parallel::tabulate;
use boscage::{Error, Result};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::errors::exception;
use crate::graph::{Graph, weighted};
use crate::work::{self, Threads};

/// Number of an unreached node.
pub(crate) const UNREACHED: i64 = -1;

pub(crate) type Integers<'py> = Bound<'py, PyArray1<i64>>;

/// The core number of each node, of the graph or of the simple graph within it.
#[pyfunction]
pub(crate) fn core_numbers<'py>(
    py: Python<'py>,
    graph: &Graph,
    simple: bool,
    threads: Threads,
) -> PyResult<Integers<'py>> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let cores = work::run(py, &exec, usize::MAX, move |exec| {
        let mut graph = undirected(exec, &list, |builder| builder)?;
        if simple {
            graph = graph.simplified(exec)?;
        }
        let cores = operators::k_core(exec, &graph)?;
        integers(exec, cores.as_slice(), i64::from)
    })?;
    Ok(cores.into_pyarray(py))
}

/// The truss number of each edge.
#[pyfunction]
pub(crate) fn truss_numbers<'py>(
    py: Python<'py>,
    graph: &Graph,
    threads: Threads,
) -> PyResult<Integers<'py>> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let trusses = work::run(py, &exec, usize::MAX, move |exec| {
        let graph = undirected(exec, &list, Builder::with_ids)?;
        let trusses = operators::k_truss(exec, &graph)?;
        integers(exec, trusses.as_slice(), i64::from)
    })?;
    Ok(trusses.into_pyarray(py))
}

/// The number of triangles of each node.
#[pyfunction]
pub(crate) fn triangles<'py>(py: Python<'py>, graph: &Graph, threads: Threads) -> PyResult<Integers<'py>> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let triangles = work::run(py, &exec, usize::MAX, move |exec| {
        let graph = undirected(exec, &list, Builder::by_target)?;
        let triangles = operators::triangles_of_nodes(exec, &graph)?;
        integers(exec, triangles.as_slice(), |count: u64| count as i64)
    })?;
    Ok(triangles.into_pyarray(py))
}

/// The clustering coefficient of each node.
#[pyfunction]
pub(crate) fn clustering_coefficients<'py>(
    py: Python<'py>,
    graph: &Graph,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let coefficients = work::run(py, &exec, usize::MAX, move |exec| {
        let graph = undirected(exec, &list, Builder::by_target)?;
        operators::clustering_coefficients(exec, &graph)
    })?;
    Ok(coefficients.into_vec().into_pyarray(py))
}

/// The strongly connected component of each node, and the number of components.
#[pyfunction]
pub(crate) fn strong_components<'py>(
    py: Python<'py>,
    graph: &Graph,
    threads: Threads,
) -> PyResult<(Integers<'py>, usize)> {
    /// With fewer threads, in-arcs make the operator faster only if arcs lead far, and they take time to
    /// make.
    const IN_ARCS_FROM: usize = 4;

    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let (labels, count) = work::run(py, &exec, usize::MAX, move |exec| {
        let mut graph = directed(exec, &list)?;
        if exec.threads() >= IN_ARCS_FROM {
            graph = graph.with_in_arcs(exec)?;
        }
        let parts = operators::strongly_connected_components(exec, &graph)?;
        Ok((integers(exec, parts.labels(), i64::from)?, parts.count()))
    })?;
    Ok((labels.into_pyarray(py), count))
}

/// The number of steps from a node to each; -1 if no path leads there.
#[pyfunction]
pub(crate) fn distances<'py>(
    py: Python<'py>,
    graph: &Graph,
    source: i64,
    is_directed: bool,
    threads: Threads,
) -> PyResult<Integers<'py>> {
    fn of<D: Direction>(exec: &Exec, graph: &Adjacency<D>, source: Node) -> Result<Vec<i64>> {
        let reached = operators::distances(exec, graph, source, BreadthFirstSearch::default())?;
        integers(exec, reached.into_words()?.as_slice(), |steps| match steps {
            u32::MAX => UNREACHED,
            steps => steps.into(),
        })
    }

    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let source = node(&list, source, "source")?;
    let steps = work::run(py, &exec, usize::MAX, move |exec| match is_directed {
        true => of(exec, &directed(exec, &list)?.with_in_arcs(exec)?, source),
        false => of(exec, &undirected(exec, &list, |builder| builder)?, source),
    })?;
    Ok(steps.into_pyarray(py))
}

/// The number of shortest paths through each node, from the given sources or all nodes.
#[pyfunction]
pub(crate) fn betweenness<'py>(
    py: Python<'py>,
    graph: &Graph,
    sources: Option<Vec<i64>>,
    is_directed: bool,
    threads: Threads,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let sources = sources.map(|sources| nodes(&list, sources, "sources")).transpose()?;
    let sources = sources.unwrap_or_else(|| (0..list.node_count()).map(Node::new).collect());
    let scores = work::run(py, &exec, usize::MAX, move |exec| {
        let config = Betweenness::default();
        match is_directed {
            true => {
                let graph = directed(exec, &list)?.simplified(exec)?.with_in_arcs(exec)?;
                operators::betweenness(exec, &graph, sources, config)
            }
            false => {
                let graph = undirected(exec, &list, |builder| builder)?.simplified(exec)?;
                operators::betweenness(exec, &graph, sources, config)
            }
        }
    })?;
    Ok(scores.into_vec().into_pyarray(py))
}

/// The rank of each node, and the total change of the last round.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // all but the first have names in Python
pub(crate) fn page_rank<'py>(
    py: Python<'py>,
    graph: &Graph,
    is_directed: bool,
    is_weighted: bool,
    damping: f64,
    tolerance: f64,
    rounds: usize,
    jumps: Option<PyReadonlyArray1<'_, f64>>,
    dangling: Option<PyReadonlyArray1<'_, f64>>,
    start: Option<PyReadonlyArray1<'_, f64>>,
    threads: Threads,
) -> PyResult<(Bound<'py, PyArray1<f64>>, f64)> {
    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let map = |values: Option<PyReadonlyArray1<'_, f64>>| {
        values.map(|values| NodeMap::from(values.as_array().to_vec()))
    };
    let (jumps, dangling, start) = (map(jumps), map(dangling), map(start));
    let found = work::run(py, &exec, usize::MAX, move |exec| {
        let config = PageRank {
            damping,
            tolerance,
            rounds,
            // The result does not depend on the number of threads.
            method: PageRankMethod::Jacobi,
            dangling: dangling.as_ref().map_or(Dangling::Jumps, Dangling::To),
            jumps: jumps.as_ref(),
            start: start.as_ref(),
            ..PageRank::default()
        };
        match (is_weighted, is_directed) {
            (false, true) => operators::page_rank(exec, &directed(exec, &list)?.with_in_arcs(exec)?, config),
            (false, false) => {
                operators::page_rank(exec, &undirected(exec, &list, |builder| builder)?, config)
            }
            (true, true) => {
                let graph = Adjacency::<Directed, f64>::from_edges(exec, &floats(exec, &list)?)?;
                operators::page_rank_by(exec, &graph.with_in_arcs(exec)?, |weight| weight, config)
            }
            (true, false) => {
                let graph = Adjacency::<Undirected, f64>::from_edges(exec, &floats(exec, &list)?)?;
                operators::page_rank_by(exec, &graph, |weight| weight, config)
            }
        }
    })?;
    Ok((found.ranks.into_vec().into_pyarray(py), found.change))
}

/// Returns the edges with their weights as floats; 1 if there are none.
pub(crate) fn floats(exec: &Exec, list: &Arc<AnyEdgeList>) -> Result<EdgeList<f64>> {
    let list = weighted(exec, list)?;
    boscage::with_weighted_list!(&*list, list => list.map(|_, edge| edge.weight.strength()))?
}

/// Returns the node of a number, which may be out of range.
pub(crate) fn node(list: &AnyEdgeList, number: i64, what: &'static str) -> PyResult<Node> {
    node_below(list.node_count(), number, what)
}

/// Returns the node of a number in a graph of some number of nodes.
pub(crate) fn node_below(nodes: usize, number: i64, what: &'static str) -> PyResult<Node> {
    let index = usize::try_from(number).ok().filter(|&index| index < nodes);
    let expected = || Error::argument(what, format!("a node below {nodes}"), number);
    index.map(Node::new).ok_or_else(|| exception(expected()))
}

/// Returns the nodes of numbers.
pub(crate) fn nodes(list: &AnyEdgeList, numbers: Vec<i64>, what: &'static str) -> PyResult<Vec<Node>> {
    numbers.into_iter().map(|number| node(list, number, what)).collect()
}

/// The adjacency of both ends of each edge, without weights.
pub(crate) fn undirected(
    exec: &Exec,
    list: &AnyEdgeList,
    options: impl FnOnce(Builder<Undirected, ()>) -> Builder<Undirected, ()>,
) -> Result<Adjacency<Undirected>> {
    options(Adjacency::builder()).build(exec, &*without_weights(exec, list)?)
}

/// The adjacency of the arcs that leave each node, without weights.
fn directed(exec: &Exec, list: &AnyEdgeList) -> Result<Adjacency<Directed>> {
    Adjacency::from_edges(exec, &*without_weights(exec, list)?)
}

pub(crate) fn without_weights<'a>(exec: &Exec, list: &'a AnyEdgeList) -> Result<Cow<'a, EdgeList>> {
    Ok(<()>::edges_of(exec, list)?.expect("every list can do without weights"))
}

/// Returns numbers for NumPy.
pub(crate) fn integers<T: Copy + Sync>(
    exec: &Exec,
    values: &[T],
    of: impl Fn(T) -> i64 + Sync,
) -> Result<Vec<i64>> {
    tabulate(exec, "numbers", values.len(), |i| of(values[i]))
}
