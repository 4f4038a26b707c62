//! The class `Graph`: an edge list, and computations on it.

use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Edge, EdgeId, EdgeList, FileData, Node, Objective, Weight};
use boscage::io::Names;
use boscage::operators::connected_components_of_edges;
use boscage::operators::msf::{Flaw, Verdict, by_name, check, operators};
use boscage::parallel::{pack_map, radix_sort, tabulate};
use boscage::{Result, memory, with_edge_list, with_weighted_list};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use pyo3::types::PyString;

use crate::columns::Column;
use crate::errors::exception;
use crate::forest::Forest;
use crate::names::{self, Named};
use crate::operators::Integers;
use crate::source::{self, Ends};
use crate::work::{self, Threads};

/// A graph in memory: its edges, with weights or without, and the names of its nodes in a file.
#[pyclass(module = "boscage._boscage", frozen)]
pub(crate) struct Graph {
    pub(crate) list: Arc<AnyEdgeList>,
    pub(crate) is_directed: bool,
    pub(crate) names: Names,
}

/// The ends of edges, and their weights.
pub(crate) type Columns<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Option<Bound<'py, PyAny>>);

/// A finding about a forest: its kind, and the edges, inside and outside of the forest, that show it.
pub(crate) type Finding = (&'static str, Option<i64>, Option<i64>);

pub(crate) fn objective(maximum: bool) -> Objective {
    if maximum { Objective::Maximum } else { Objective::Minimum }
}

/// The names of the algorithms that run on the processor.
#[pyfunction]
pub(crate) fn algorithms() -> Vec<&'static str> {
    operators().map(|one| one.name()).collect()
}

/// Default number of threads.
#[pyfunction]
pub(crate) fn processors() -> usize {
    Exec::processors()
}

impl Graph {
    pub(crate) fn of(list: AnyEdgeList) -> Self {
        Self { list: Arc::new(list), is_directed: false, names: Names::Offset(0) }
    }

    /// Returns the ids of edges, or the finding that one is unknown.
    pub(crate) fn ids(
        &self,
        ids: &Bound<'_, PyArray1<i64>>,
    ) -> PyResult<std::result::Result<Vec<EdgeId>, Finding>> {
        let ids = ids.to_vec()?;
        if let Some(&unknown) = ids.iter().find(|&&id| id < 0 || id >= self.list.edge_count() as i64) {
            return Ok(Err(("unknown", Some(unknown), None)));
        }
        Ok(Ok(ids.iter().map(|&id| EdgeId::new(id as usize)).collect()))
    }

    /// Number of nodes and edges.
    pub(crate) fn size(&self) -> usize {
        self.list.node_count() + self.list.edge_count()
    }
}

#[pymethods]
impl Graph {
    /// Creates a graph from the columns of its edges.
    #[staticmethod]
    #[pyo3(signature = (n, u, v, w, threads))]
    fn of_columns(
        py: Python<'_>,
        n: u64,
        u: &Bound<'_, PyAny>,
        v: &Bound<'_, PyAny>,
        w: Option<&Bound<'_, PyAny>>,
        threads: Threads,
    ) -> PyResult<Self> {
        let exec = work::threads(threads)?;
        let (u, v) = (Column::of(u, "u")?, Column::of(v, "v")?);
        let w = w.map(|w| Column::of(w, "w")).transpose()?;
        let (nodes, edges) = (source::count_nodes(n)?, u.len());
        source::list(py, &exec, nodes, edges, [u, v].map(Ends::Column), w).map(Self::of)
    }

    /// Creates a graph from columns of names: `what` is what messages call them.
    #[staticmethod]
    fn of_names(
        py: Python<'_>,
        u: &Bound<'_, PyAny>,
        v: &Bound<'_, PyAny>,
        w: Option<&Bound<'_, PyAny>>,
        what: [String; 2],
        threads: Threads,
    ) -> PyResult<Self> {
        let exec = work::threads(threads)?;
        let w = w.map(|w| Column::of(w, "w")).transpose()?;
        let Named { nodes, ends, names } = names::number(py, &exec, [u, v], &what)?;
        let edges = ends[0].len();
        let list = source::list(py, &exec, nodes, edges, ends.map(Ends::Nodes), w)?;
        Ok(Self { names, ..Self::of(list) })
    }

    /// Creates a graph from a compressed sparse matrix.
    #[staticmethod]
    fn of_rows(
        py: Python<'_>,
        n: u64,
        indptr: &Bound<'_, PyAny>,
        indices: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
        threads: Threads,
    ) -> PyResult<Self> {
        let exec = work::threads(threads)?;
        let nodes = source::count_nodes(n)?;
        let indptr = Column::of(indptr, "indptr")?;
        let rows = source::rows(py, &exec, nodes, &indptr)?;
        let (indices, data) = (Column::of(indices, "indices")?, Column::of(data, "data")?);
        let edges = indices.len();
        if rows[nodes] as usize != edges {
            let message = format!("indptr ends with {}, but there are {edges} indices", rows[nodes]);
            return Err(PyValueError::new_err(message));
        }
        let ends = [Ends::Rows(rows), Ends::Column(indices)];
        source::list(py, &exec, nodes, edges, ends, Some(data)).map(Self::of)
    }

    /// Creates a graph from a dense matrix, as one row of numbers; also returns `true` if zeros off the
    /// diagonal were left out.
    #[staticmethod]
    fn of_dense(
        py: Python<'_>,
        n: u64,
        cells: &Bound<'_, PyAny>,
        maximum: bool,
        threads: Threads,
    ) -> PyResult<(Self, bool)> {
        let exec = work::threads(threads)?;
        let cells = Column::of(cells, "the matrix")?;
        let (list, left_zeros_out) =
            source::dense(py, &exec, source::count_nodes(n)?, &cells, objective(maximum))?;
        Ok((Self::of(list), left_zeros_out))
    }

    /// Number of nodes.
    #[getter]
    fn nodes(&self) -> usize {
        self.list.node_count()
    }

    /// Number of edges.
    #[getter]
    fn edges(&self) -> usize {
        self.list.edge_count()
    }

    #[getter]
    fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// The same edges without weights.
    fn without_weights(&self, threads: Threads) -> PyResult<Self> {
        let exec = work::threads(threads)?;
        let list = match &*self.list {
            AnyEdgeList::Unweighted(_) => Arc::clone(&self.list),
            list => {
                let list = <()>::edges_of(&exec, list).map_err(exception)?;
                Arc::new(list.expect("every list can do without weights").into_owned().into())
            }
        };
        Ok(Self { list, is_directed: self.is_directed, names: self.names.clone() })
    }

    /// The graph with one edge for each pair of nodes: the lightest, and of several the first. Also returns
    /// the ids of these edges, and for each edge of this graph the position of its pair among them.
    fn each_pair_once<'py>(
        &self,
        py: Python<'py>,
        threads: Threads,
    ) -> PyResult<(Self, Integers<'py>, Integers<'py>)> {
        let (exec, list) = (work::threads(threads)?, Arc::clone(&self.list));
        let (list, ids, places) = work::run(py, &exec, self.size(), move |exec| match &*list {
            AnyEdgeList::Unweighted(list) => each_pair_once(exec, list, |_| ()),
            list => with_weighted_list!(list, list => {
                each_pair_once(exec, list, |id| Objective::Minimum.key(list.edges()[id].weight))
            })?,
        })?;
        let graph = Self { list: Arc::new(list), is_directed: self.is_directed, names: self.names.clone() };
        Ok((graph, ids.into_pyarray(py), places.into_pyarray(py)))
    }

    /// The same graph with weights of the type of the column, which may have been wider.
    fn widened(&self, column: &str, threads: Threads) -> PyResult<Self> {
        fn of<W: FileData>(exec: &Exec, list: &AnyEdgeList) -> Result<Option<AnyEdgeList>> {
            Ok(W::edges_of(exec, list)?.map(|list| W::into_any(list.into_owned())))
        }
        let exec = work::threads(threads)?;
        let list = match column {
            "int64" => of::<i64>(&exec, &self.list),
            "uint64" => of::<u64>(&exec, &self.list),
            "float64" => of::<f64>(&exec, &self.list),
            _ => Ok(None),
        };
        let list = list.map_err(exception)?.map_or_else(|| Arc::clone(&self.list), Arc::new);
        Ok(Self { list, is_directed: self.is_directed, names: self.names.clone() })
    }

    /// The same graph as a directed or an undirected one.
    fn with_directions(&self, is_directed: bool) -> Self {
        Self { list: Arc::clone(&self.list), is_directed, names: self.names.clone() }
    }

    /// The same graph with names of its nodes: the name of node 0 if they are consecutive, or of each node.
    fn with_names(&self, names: &Bound<'_, PyAny>) -> PyResult<Self> {
        let names = match names.cast::<PyArray1<u64>>() {
            Ok(names) => Names::Listed(names.to_vec()?),
            Err(_) => match names.extract::<Vec<String>>() {
                Ok(names) => Names::Text(names.into_iter().collect()),
                Err(_) => Names::Offset(names.extract()?),
            },
        };
        let nodes = self.list.node_count();
        let are_wrong = match &names {
            Names::Listed(names) => names.len() != nodes || !names.is_sorted(),
            Names::Text(names) => names.len() != nodes || !names.iter().is_sorted(),
            _ => false,
        };
        if are_wrong {
            return Err(PyValueError::new_err("expected a name for each node, in ascending order"));
        }
        Ok(Self { list: Arc::clone(&self.list), is_directed: self.is_directed, names })
    }

    /// The name of node 0 in the file if names are consecutive, or the name of each node: an array of
    /// numbers, or a list of texts.
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.names {
            Names::Offset(base) => Ok(base.into_pyobject(py)?.into_any()),
            Names::Listed(names) => Ok(PyArray1::from_slice(py, names).into_any()),
            Names::Text(names) => Ok(PyList::new(py, names.iter())?.into_any()),
            _ => Err(PyValueError::new_err("names of another kind")),
        }
    }

    /// The ends of all edges as `int64`, and their weights; `None` if they have none.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Columns<'py>> {
        let exec = work::threads(Threads::default())?;
        let [u, v] = with_edge_list!(&*self.list, list => ends(py, &exec, list))?;
        Ok((u, v, with_weighted_list!(&*self.list, list => weights(py, &exec, list)).ok().transpose()?))
    }

    /// The minimum (maximum) spanning forest.
    fn forest(
        &self,
        py: Python<'_>,
        maximum: bool,
        algorithm: &Bound<'_, PyAny>,
        threads: Threads,
    ) -> PyResult<Forest> {
        let operator = match algorithm.cast::<PyString>() {
            Ok(name) => by_name(operators(), &name.to_cow()?).map_err(exception)?,
            Err(_) => return Err(PyTypeError::new_err("algorithm: expected its name")),
        };
        let exec = work::threads(threads)?;
        let (list, objective) = (Arc::clone(&self.list), objective(maximum));
        let size = if operator.is_quadratic() { usize::MAX } else { self.size() };
        work::run(py, &exec, size, move |exec| {
            let list = weighted(exec, &list)?;
            with_weighted_list!(&*list, list => Forest::find(exec, list, objective, operator))?
        })
    }

    /// The part of each node, and the number of parts.
    fn components<'py>(
        &self,
        py: Python<'py>,
        threads: Threads,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, usize)> {
        let exec = work::threads(threads)?;
        let list = Arc::clone(&self.list);
        let (labels, count) = work::run(py, &exec, self.size(), move |exec| {
            let parts = with_edge_list!(&*list, list => connected_components_of_edges(exec, list))?;
            let label = |i: usize| i64::from(parts.labels()[i]);
            Ok((tabulate(exec, "labels", parts.labels().len(), label)?, parts.count()))
        })?;
        Ok((labels.into_pyarray(py), count))
    }

    /// The verdict on edges as a forest of the graph.
    fn verify(
        &self,
        py: Python<'_>,
        forest: &Bound<'_, PyArray1<i64>>,
        maximum: bool,
        threads: Threads,
    ) -> PyResult<Finding> {
        let exec = work::threads(threads)?;
        let (list, objective) = (Arc::clone(&self.list), objective(maximum));
        let ids = match self.ids(forest)? {
            Ok(ids) => ids,
            Err(unknown) => return Ok(unknown),
        };
        let verdict = work::run(py, &exec, self.size(), move |exec| {
            let list = weighted(exec, &list)?;
            with_weighted_list!(&*list, list => check(exec, list, &ids, objective))?
        })?;
        Ok(finding(verdict))
    }
}

/// Returns the list, or one in which each edge weighs 1.
pub(crate) fn weighted(exec: &Exec, list: &Arc<AnyEdgeList>) -> Result<Arc<AnyEdgeList>> {
    let AnyEdgeList::Unweighted(plain) = &**list else { return Ok(Arc::clone(list)) };
    let edge = |i: usize| Edge::new(plain.edges()[i].u, plain.edges()[i].v, 1_u32);
    let edges = tabulate(exec, "the edge list", plain.edge_count(), edge)?;
    Ok(Arc::new(EdgeList::new(plain.node_count(), edges)?.into()))
}

/// The edges of a list that are the first of least key between two nodes, their ids, and for each edge of the
/// list the position of its pair's among them.
fn each_pair_once<E: FileData, K: Ord>(
    exec: &Exec,
    list: &EdgeList<E>,
    key: impl Fn(usize) -> K,
) -> Result<(AnyEdgeList, Vec<i64>, Vec<i64>)> {
    let edges = list.edges();
    let pair = |id: usize| {
        let (u, v) = (u32::from(edges[id].u), u32::from(edges[id].v));
        (u64::from(u.min(v)) << 32 | u64::from(u.max(v)), id as u32)
    };
    let mut pairs = tabulate(exec, "pairs of nodes", edges.len(), pair)?;
    radix_sort(exec, &mut pairs, |&(pair, _)| pair)?; // by id if the pair is the same
    let mut best = memory::filled("edges of pairs", edges.len(), 0_u32)?;
    for of_pair in pairs.chunk_by(|a, b| a.0 == b.0) {
        let least = of_pair.iter().min_by_key(|&&(_, id)| key(id as usize)).expect("an edge of the pair").1;
        of_pair.iter().for_each(|&(_, id)| best[id as usize] = least);
    }
    drop(pairs);
    let ids = pack_map(exec, edges.len(), |id| best[id] as usize == id, |id| id as i64)?;
    let kept = tabulate(exec, "the edge list", ids.len(), |i| edges[ids[i] as usize])?;
    let mut places = memory::filled("edges of pairs", edges.len(), 0)?;
    ids.iter().enumerate().for_each(|(place, &id)| places[id as usize] = place as i64);
    let places = tabulate(exec, "edges of pairs", edges.len(), |id| places[best[id] as usize])?;
    Ok((E::into_any(EdgeList::new(list.node_count(), kept)?), ids, places))
}

/// One end of each edge of a list, and the other.
pub(crate) fn ends<'py, E: FileData>(
    py: Python<'py>,
    exec: &Exec,
    list: &EdgeList<E>,
) -> PyResult<[Bound<'py, PyArray1<i64>>; 2]> {
    let end = |f: fn(&Edge<E>) -> Node| {
        let node = |i: usize| f(&list.edges()[i]).index() as i64;
        let ends = tabulate(exec, "ends of edges", list.edge_count(), node).map_err(exception)?;
        PyResult::Ok(ends.into_pyarray(py))
    };
    Ok([end(|edge| edge.u)?, end(|edge| edge.v)?])
}

/// The weights of a list, as an array.
pub(crate) fn weights<'py, W: Weight + numpy::Element>(
    py: Python<'py>,
    exec: &Exec,
    list: &EdgeList<W>,
) -> PyResult<Bound<'py, PyAny>> {
    let weights =
        tabulate(exec, "weights", list.edge_count(), |i| list.edges()[i].weight).map_err(exception)?;
    Ok(weights.into_pyarray(py).into_any())
}

pub(crate) fn finding(verdict: Verdict) -> Finding {
    let id = |edge: EdgeId| Some(edge.index() as i64);
    match verdict {
        Verdict::Exact => ("exact", None, None),
        Verdict::Minimal { inside, outside } => ("minimal", id(inside), id(outside)),
        Verdict::Flawed(Flaw::Unknown(edge)) => ("unknown", id(edge), None),
        Verdict::Flawed(Flaw::Repeated(edge)) => ("repeated", id(edge), None),
        Verdict::Flawed(Flaw::Cycle(edge)) => ("cycle", id(edge), None),
        Verdict::Flawed(Flaw::NotSpanning(edge)) => ("not spanning", None, id(edge)),
        Verdict::Flawed(Flaw::Heavier { inside, outside }) => ("not minimal", id(inside), id(outside)),
    }
}
