//! Paths with negative lengths, widest paths, Steiner trees and random walks.

use std::borrow::Cow;
use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::{
    AnyEdgeList, Directed, Direction, EdgeList, FileData, Forest as Edges, Graph as Adjacency, Node,
    Objective, Undirected, Weight,
};
use boscage::operators::{self, Length, NegativeCycle, PartialNodeMap, RandomWalks, WalkWeight};
use boscage::parallel::tabulate;
use boscage::{Error, Result, with_weighted_list};
use numpy::{Element, IntoPyArray};
use pyo3::prelude::*;

use crate::forest::Forest;
use crate::graph::{Graph, weighted};
use crate::joins::ToNumber;
use crate::operators::{Integers, Lengths, node};
use crate::work::{self, Threads};

/// Of paths from a node: values of nodes, and the node before each; -1 if there is none.
type Paths = (Lengths, Vec<i64>);

/// A negative cycle, or the distance of each node, and the node before it. If no path leads to a node, its
/// distance is the largest integer, or infinity.
#[pyfunction]
pub(crate) fn bellman_ford<'py>(
    py: Python<'py>,
    graph: &Graph,
    source: i64,
    is_directed: bool,
    threads: Threads,
) -> PyResult<(Bound<'py, PyAny>, Integers<'py>, Option<Vec<usize>>)> {
    fn of<D: Direction, W: Length>(
        exec: &Exec,
        list: &EdgeList<W>,
        source: Node,
        distances: impl FnOnce(&PartialNodeMap<W::Signed>) -> Lengths,
    ) -> Result<std::result::Result<Paths, NegativeCycle>>
    where
        W::Distance: Into<W::Wide>,
    {
        let graph = Adjacency::<D, W>::from_edges(exec, list)?;
        let found = operators::bellman_ford(exec, &graph, source)?;
        Ok(found.map(|found| (distances(&found.distances), before(&found.parents))))
    }

    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let source = node(&list, source, "source")?;
    let found = work::run(py, &exec, usize::MAX, move |exec| {
        let list = weighted(exec, &list)?;
        let integers = |found: &PartialNodeMap<i64>| {
            Lengths::Integers(found.values().map(|distance| distance.unwrap_or(i64::MAX)).collect())
        };
        let floats = |found: &PartialNodeMap<f64>| {
            Lengths::Floats(found.values().map(|distance| distance.unwrap_or(f64::INFINITY)).collect())
        };
        match (numbers(exec, &list)?, is_directed) {
            (Numbers::Integers(list), true) => of::<Directed, _>(exec, &list, source, integers),
            (Numbers::Integers(list), false) => of::<Undirected, _>(exec, &list, source, integers),
            (Numbers::Floats(list), true) => of::<Directed, _>(exec, &list, source, floats),
            (Numbers::Floats(list), false) => of::<Undirected, _>(exec, &list, source, floats),
        }
    })?;
    let ((distances, parents), cycle) = match found {
        Ok(found) => (found, None),
        Err(cycle) => {
            let nodes = cycle.nodes.iter().map(|node| node.index()).collect();
            ((Lengths::Integers(Vec::new()), Vec::new()), Some(nodes))
        }
    };
    Ok((distances.into_array(py), parents.into_pyarray(py), cycle))
}

/// The width of the widest path to each node, and the node before it. The least number stands for nodes to
/// which no path leads, and the largest for the source.
#[pyfunction]
pub(crate) fn widest_paths<'py>(
    py: Python<'py>,
    graph: &Graph,
    source: i64,
    is_directed: bool,
    threads: Threads,
) -> PyResult<(Bound<'py, PyAny>, Integers<'py>)> {
    fn of<D: Direction, W: Weight>(
        exec: &Exec,
        list: &EdgeList<W>,
        source: Node,
        widths: impl FnOnce(Vec<W>) -> Lengths,
        absent: W,
    ) -> Result<Paths> {
        let graph = Adjacency::<D, W>::from_edges(exec, list)?;
        let found = operators::widest_paths(exec, &graph, &[source])?;
        let all = found.widths().map(|width| width.unwrap_or(absent)).collect();
        Ok((widths(all), before(&found.parents)))
    }

    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let source = node(&list, source, "source")?;
    let (widths, parents) = work::run(py, &exec, usize::MAX, move |exec| {
        let list = weighted(exec, &list)?;
        let (integers, floats) = (Lengths::Integers, Lengths::Floats);
        match (numbers(exec, &list)?, is_directed) {
            (Numbers::Integers(list), true) => of::<Directed, _>(exec, &list, source, integers, i64::MIN),
            (Numbers::Integers(list), false) => of::<Undirected, _>(exec, &list, source, integers, i64::MIN),
            (Numbers::Floats(list), true) => {
                of::<Directed, _>(exec, &list, source, floats, f64::NEG_INFINITY)
            }
            (Numbers::Floats(list), false) => {
                of::<Undirected, _>(exec, &list, source, floats, f64::NEG_INFINITY)
            }
        }
    })?;
    Ok((widths.into_array(py), parents.into_pyarray(py)))
}

/// The tree over some nodes.
#[pyfunction]
pub(crate) fn steiner_tree(
    py: Python<'_>,
    graph: &Graph,
    terminals: Vec<i64>,
    threads: Threads,
) -> PyResult<Forest> {
    fn of<W>(exec: &Exec, list: &EdgeList<W>, terminals: &[Node]) -> Result<Forest>
    where
        W: Weight<Total: ToNumber> + ToNumber + Element + Length,
    {
        let graph = Adjacency::<Undirected, W>::builder().with_ids().build(exec, list)?;
        let tree: Edges<W> = operators::steiner_tree(exec, &graph, terminals)?;
        let edges = tree.edges().iter().map(|id| list.edges()[id.index()]).collect();
        let ids = tree.edges().iter().map(|id| id.index() as i64).collect();
        Forest::of_edges(exec, list.node_count(), edges, ids, Objective::Minimum)
    }

    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let terminals = terminals.into_iter().map(|terminal| node(&list, terminal, "terminals"));
    let terminals = terminals.collect::<PyResult<Vec<_>>>()?;
    work::run(py, &exec, usize::MAX, move |exec| {
        let list = weighted(exec, &list)?;
        with_weighted_list!(&*list, list => of(exec, list, &terminals))?
    })
}

/// The positions of walks among their nodes, and the nodes.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // all but the first have names in Python
pub(crate) fn random_walks<'py>(
    py: Python<'py>,
    graph: &Graph,
    starts: Option<Vec<i64>>,
    is_directed: bool,
    walks: u32,
    length: u32,
    p: f64,
    q: f64,
    seed: u64,
    threads: Threads,
) -> PyResult<(Integers<'py>, Integers<'py>)> {
    fn of<D: Direction, E: WalkWeight>(
        exec: &Exec,
        list: &EdgeList<E>,
        starts: Option<&[Node]>,
        config: RandomWalks,
    ) -> Result<[Vec<i64>; 2]> {
        let graph = Adjacency::<D, E>::builder().by_target().build(exec, list)?;
        let (offsets, nodes) = match starts {
            Some(starts) => operators::random_walks_from(exec, &graph, starts, config)?,
            None => operators::random_walks(exec, &graph, config)?,
        }
        .into_parts();
        Ok([
            tabulate(exec, "numbers", offsets.len(), |i| offsets[i] as i64)?,
            tabulate(exec, "numbers", nodes.len(), |i| nodes[i].index() as i64)?,
        ])
    }

    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let starts = starts.map(|starts| starts.into_iter().map(|start| node(&list, start, "starts")).collect());
    let starts: Option<Vec<_>> = starts.transpose()?;
    let config = RandomWalks { walks, length, p, q, seed };
    let [offsets, nodes] = work::run(py, &exec, usize::MAX, move |exec| {
        let starts = starts.as_deref();
        if let AnyEdgeList::Unweighted(list) = &*list {
            return match is_directed {
                true => of::<Directed, _>(exec, list, starts, config),
                false => of::<Undirected, _>(exec, list, starts, config),
            };
        }
        with_weighted_list!(&*list, list => match is_directed {
            true => of::<Directed, _>(exec, list, starts, config),
            false => of::<Undirected, _>(exec, list, starts, config),
        })?
    })?;
    Ok((offsets.into_pyarray(py), nodes.into_pyarray(py)))
}

/// Edges with weights of 64 bits.
enum Numbers<'a> {
    Integers(Cow<'a, EdgeList<i64>>),
    Floats(Cow<'a, EdgeList<f64>>),
}

fn numbers<'a>(exec: &Exec, list: &'a AnyEdgeList) -> Result<Numbers<'a>> {
    if let Some(list) = i64::edges_of(exec, list)? {
        return Ok(Numbers::Integers(list));
    }
    if u64::edges_of(exec, list)?.is_some() {
        return Err(Error::argument("weights", "integers below 2**63", "a larger one"));
    }
    Ok(Numbers::Floats(f64::edges_of(exec, list)?.expect("weights are integers or floats")))
}

/// The node before each node, -1 if there is none.
fn before(parents: &PartialNodeMap<Node>) -> Vec<i64> {
    let number = |(node, parent): (usize, Option<Node>)| match parent {
        Some(parent) if parent.index() != node => parent.index() as i64,
        _ => -1,
    };
    parents.values().enumerate().map(number).collect()
}
