//! Shortest and widest paths, Steiner trees and random walks.

use std::borrow::Cow;
use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::{
    AnyEdgeList, AtomicNodeMap, Directed, Direction, Edge, EdgeList, FileData, Forest as Edges,
    Graph as Adjacency, Node, Objective, Undirected, Weight,
};
use boscage::operators::{
    self, Length, NegativeCycle, PartialNodeMap, RandomWalks, ShortestPaths, Strength, Value,
};
use boscage::parallel::tabulate;
use boscage::{Error, Result, with_weighted_list};
use numpy::{Element, IntoPyArray, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::forest::Forest;
use crate::graph::{Graph, objective, weighted};
use crate::joins::ToNumber;
use crate::operators::{Integers, UNREACHED, integers, node, nodes};
use crate::work::{self, Threads};

/// Of paths from the nearest source: values of nodes, and the node before each.
type Paths = (Lengths, Vec<i64>);
type Arrays<'py> = (Bound<'py, PyAny>, Integers<'py>);

/// Values: integers, or floats if the weights are floats.
pub(crate) enum Lengths {
    Integers(Vec<i64>),
    Floats(Vec<f64>),
}

impl Lengths {
    pub(crate) fn into_array(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Self::Integers(lengths) => lengths.into_pyarray(py).into_any(),
            Self::Floats(lengths) => lengths.into_pyarray(py).into_any(),
        }
    }
}

/// Distances of 64 bits.
pub(crate) trait ToLengths: Sized {
    /// Converts distances; -1 among integers and NaN among floats stand for none.
    fn lengths(distances: impl Iterator<Item = Option<Self>>) -> Result<Lengths>;
}

impl ToLengths for u64 {
    fn lengths(distances: impl Iterator<Item = Option<Self>>) -> Result<Lengths> {
        let too_long = |_| Error::argument("weights", "distances below 2**63", "a longer way");
        let length =
            |length: Option<u64>| length.map_or(Ok(UNREACHED), |length| length.try_into().map_err(too_long));
        distances.map(length).collect::<Result<_>>().map(Lengths::Integers)
    }
}

impl ToLengths for f64 {
    fn lengths(distances: impl Iterator<Item = Option<Self>>) -> Result<Lengths> {
        Ok(Lengths::Floats(distances.map(|length| length.unwrap_or(Self::NAN)).collect()))
    }
}

/// The length of the shortest path to each node, and the node before it. If no path leads to a node, its
/// length is -1 among integers and NaN among floats.
#[pyfunction]
pub(crate) fn shortest_paths<'py>(
    py: Python<'py>,
    graph: &Graph,
    sources: Vec<i64>,
    is_directed: bool,
    bound: f64,
    target: Option<i64>,
    threads: Threads,
) -> PyResult<Arrays<'py>> {
    fn of<D: Direction, W: Length<Wide: ToLengths>>(
        exec: &Exec,
        list: &EdgeList<W>,
        sources: &[Node],
        config: ShortestPaths,
    ) -> Result<Paths> {
        let graph = Adjacency::<D, W>::from_edges(exec, list)?;
        let starts: Vec<_> = sources.iter().map(|&source| (source, W::Wide::from_word(0))).collect();
        let found = operators::shortest_path_forest(exec, &graph, &starts[..], config)?;
        Ok((W::Wide::lengths(found.distances.values())?, before(&found.parents)))
    }

    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let sources = nodes(&list, sources, "sources")?;
    let target = target.map(|target| node(&list, target, "target")).transpose()?;
    let config = ShortestPaths { bound, target, ..ShortestPaths::default() };
    let (lengths, parents) = work::run(py, &exec, usize::MAX, move |exec| {
        let list = weighted(exec, &list)?;
        match (numbers(exec, &list)?, is_directed) {
            (Numbers::Integers(list), true) => of::<Directed, _>(exec, &list, &sources, config),
            (Numbers::Integers(list), false) => of::<Undirected, _>(exec, &list, &sources, config),
            (Numbers::Large(list), true) => of::<Directed, _>(exec, &list, &sources, config),
            (Numbers::Large(list), false) => of::<Undirected, _>(exec, &list, &sources, config),
            (Numbers::Floats(list), true) => of::<Directed, _>(exec, &list, &sources, config),
            (Numbers::Floats(list), false) => of::<Undirected, _>(exec, &list, &sources, config),
        }
    })?;
    Ok((lengths.into_array(py), parents.into_pyarray(py)))
}

/// A negative cycle, or the distance of each node, and the node before it. If no path leads to a node, its
/// distance is the largest integer, or infinity.
#[pyfunction]
pub(crate) fn bellman_ford<'py>(
    py: Python<'py>,
    graph: &Graph,
    sources: Vec<i64>,
    is_directed: bool,
    threads: Threads,
) -> PyResult<(Bound<'py, PyAny>, Integers<'py>, Option<Vec<usize>>)> {
    fn of<D: Direction, W: Length>(
        exec: &Exec,
        list: &EdgeList<W>,
        sources: &[Node],
        distances: impl FnOnce(&PartialNodeMap<W::Signed>) -> Lengths,
    ) -> Result<std::result::Result<Paths, NegativeCycle>> {
        let graph = Adjacency::<D, W>::from_edges(exec, list)?;
        let found = operators::bellman_ford(exec, &graph, sources)?;
        Ok(found.map(|found| (distances(&found.distances), before(&found.parents))))
    }

    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let sources = nodes(&list, sources, "sources")?;
    let found = work::run(py, &exec, usize::MAX, move |exec| {
        let list = weighted(exec, &list)?;
        let integers = |found: &PartialNodeMap<i64>| {
            Lengths::Integers(found.values().map(|distance| distance.unwrap_or(i64::MAX)).collect())
        };
        let floats = |found: &PartialNodeMap<f64>| {
            Lengths::Floats(found.values().map(|distance| distance.unwrap_or(f64::INFINITY)).collect())
        };
        match (numbers(exec, &list)?, is_directed) {
            (Numbers::Integers(list), true) => of::<Directed, _>(exec, &list, &sources, integers),
            (Numbers::Integers(list), false) => of::<Undirected, _>(exec, &list, &sources, integers),
            (Numbers::Floats(list), true) => of::<Directed, _>(exec, &list, &sources, floats),
            (Numbers::Floats(list), false) => of::<Undirected, _>(exec, &list, &sources, floats),
            (Numbers::Large(_), _) => Err(too_large()),
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
/// which no path leads, and the largest for the sources.
#[pyfunction]
pub(crate) fn widest_paths<'py>(
    py: Python<'py>,
    graph: &Graph,
    sources: Vec<i64>,
    is_directed: bool,
    threads: Threads,
) -> PyResult<Arrays<'py>> {
    fn of<D: Direction, W: Weight>(
        exec: &Exec,
        list: &EdgeList<W>,
        sources: &[Node],
        widths: impl FnOnce(Vec<W>) -> Lengths,
        absent: W,
    ) -> Result<Paths> {
        let graph = Adjacency::<D, W>::from_edges(exec, list)?;
        let found = operators::widest_paths(exec, &graph, sources.iter().copied())?;
        let all = found.widths().map(|width| width.unwrap_or(absent)).collect();
        Ok((widths(all), before(&found.parents)))
    }

    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let sources = nodes(&list, sources, "sources")?;
    let (widths, parents) = work::run(py, &exec, usize::MAX, move |exec| {
        let list = weighted(exec, &list)?;
        let (integers, floats) = (Lengths::Integers, Lengths::Floats);
        let (least, lowest) = (i64::MIN, f64::NEG_INFINITY);
        match (numbers(exec, &list)?, is_directed) {
            (Numbers::Integers(list), true) => of::<Directed, _>(exec, &list, &sources, integers, least),
            (Numbers::Integers(list), false) => of::<Undirected, _>(exec, &list, &sources, integers, least),
            (Numbers::Floats(list), true) => of::<Directed, _>(exec, &list, &sources, floats, lowest),
            (Numbers::Floats(list), false) => of::<Undirected, _>(exec, &list, &sources, floats, lowest),
            (Numbers::Large(_), _) => Err(too_large()),
        }
    })?;
    Ok((widths.into_array(py), parents.into_pyarray(py)))
}

/// The edge from the node before each node to it; -1 if there is none. Of several it is the lightest, or the
/// heaviest if `maximum`, and of those the first.
#[pyfunction]
pub(crate) fn edges_before<'py>(
    py: Python<'py>,
    graph: &Graph,
    before: PyReadonlyArray1<'_, i64>,
    is_directed: bool,
    maximum: bool,
    threads: Threads,
) -> PyResult<Integers<'py>> {
    fn of<W: Weight>(
        exec: &Exec,
        list: &EdgeList<W>,
        before: &[i64],
        is_directed: bool,
        objective: Objective,
    ) -> Result<Vec<i64>> {
        const NONE: u32 = u32::MAX;
        let (edges, found) = (list.edges(), AtomicNodeMap::filled(list, NONE)?);
        let key = |id: u32| (objective.key(edges[id as usize].weight), id);
        exec.do_all("edges of paths", 0..edges.len(), |id| {
            let Edge { u, v, .. } = edges[id];
            let ends = [(u, v), (v, u)];
            for &(from, to) in &ends[..if is_directed { 1 } else { 2 }] {
                if from != to && before[to.index()] == from.index() as i64 {
                    let id = id as u32;
                    let better = |now| (now == NONE || key(id) < key(now)).then_some(id);
                    _ = found.fetch_update(to, better);
                }
            }
        })?;
        integers(exec, found.into_map().as_slice(), |id| if id == NONE { -1 } else { i64::from(id) })
    }

    let (exec, list, before) = (work::threads(threads)?, Arc::clone(&graph.list), before.as_array().to_vec());
    assert_eq!(before.len(), list.node_count(), "an element per node");
    let edges = work::run(py, &exec, graph.size(), move |exec| {
        let list = weighted(exec, &list)?;
        let objective = objective(maximum);
        with_weighted_list!(&*list, list => of(exec, list, &before, is_directed, objective))?
    })?;
    Ok(edges.into_pyarray(py))
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
        let tree: Edges<W> = operators::steiner_tree(exec, &graph, terminals.iter().copied())?;
        let edges = tree.edges().iter().map(|id| list.edges()[id.index()]).collect();
        let ids = tree.edges().iter().map(|id| id.index() as i64).collect();
        Forest::of_edges(exec, list.node_count(), edges, ids, Objective::Minimum)
    }

    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let terminals = nodes(&list, terminals, "terminals")?;
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
    fn of<D: Direction, E: Strength>(
        exec: &Exec,
        list: &EdgeList<E>,
        starts: Option<&[Node]>,
        config: RandomWalks,
    ) -> Result<[Vec<i64>; 2]> {
        let graph = Adjacency::<D, E>::builder().by_target().build(exec, list)?;
        let (offsets, nodes) = match starts {
            Some(starts) => operators::random_walks_from(exec, &graph, starts.iter().copied(), config)?,
            None => operators::random_walks(exec, &graph, config)?,
        }
        .into_parts();
        Ok([
            tabulate(exec, "numbers", offsets.len(), |i| offsets[i] as i64)?,
            tabulate(exec, "numbers", nodes.len(), |i| nodes[i].index() as i64)?,
        ])
    }

    let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
    let starts = starts.map(|starts| nodes(&list, starts, "starts")).transpose()?;
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
pub(crate) enum Numbers<'a> {
    Integers(Cow<'a, EdgeList<i64>>),
    /// Some are 2^63 or more.
    Large(Cow<'a, EdgeList<u64>>),
    Floats(Cow<'a, EdgeList<f64>>),
}

pub(crate) fn numbers<'a>(exec: &Exec, list: &'a AnyEdgeList) -> Result<Numbers<'a>> {
    if let Some(list) = i64::edges_of(exec, list)? {
        return Ok(Numbers::Integers(list));
    }
    if let Some(list) = u64::edges_of(exec, list)? {
        if list.edges().iter().any(|edge| edge.weight > i64::MAX as u64) {
            return Ok(Numbers::Large(list));
        }
        return Ok(Numbers::Integers(Cow::Owned(list.map(|_, edge| edge.weight as i64)?)));
    }
    Ok(Numbers::Floats(f64::edges_of(exec, list)?.expect("weights are integers or floats")))
}

fn too_large() -> Error {
    Error::argument("weights", "integers below 2**63", "a larger one")
}

/// The node before each node: of a source its own, -1 if the node is not reached.
fn before(parents: &PartialNodeMap<Node>) -> Vec<i64> {
    parents.values().map(|parent| parent.map_or(-1, |parent| parent.index() as i64)).collect()
}
