//! The class `Forest`: its edges, its clusters, its bottlenecks.

use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::{Edge, EdgeId, EdgeList, Forest as Edges, Node, Objective, Weight};
use boscage::operators::msf::{Operator, StreamedForest};
use boscage::parallel::tabulate;
use boscage::{Result, memory};
use numpy::{Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::columns::Column;
use crate::graph::Columns;
use crate::joins::{Joined, Joins, Number, ToNumber, Wanted};
use crate::work::{self, Threads};

/// A spanning forest, which no longer needs its graph.
#[pyclass(module = "boscage._boscage", frozen)]
pub(crate) struct Forest {
    nodes: usize,
    ids: Vec<i64>,
    total: Number,
    objective: Objective,
    /// The edges, in the order of their ids.
    joins: Arc<dyn Joins>,
}

impl Forest {
    /// Finds the forest of a graph.
    pub(crate) fn find<W>(
        exec: &Exec,
        graph: &EdgeList<W>,
        objective: Objective,
        operator: &dyn Operator,
    ) -> Result<Self>
    where
        W: Weight<Total: ToNumber> + ToNumber + Element,
    {
        let forest = operator.forest(exec, graph, objective)?;
        let ids = forest.edges();
        let edges: Vec<Edge<W>> =
            tabulate(exec, "the forest's edges", ids.len(), |i| graph.edges()[ids[i].index()])?;
        let ids = tabulate(exec, "ids", ids.len(), |i| ids[i].index() as i64)?;
        let list = EdgeList::new(graph.node_count(), edges)?;
        Ok(Self::of_list(list, ids, forest.total(), objective))
    }

    /// Creates the forest of edges that close no cycle, in ascending order of their ids.
    pub(crate) fn of_edges<W>(
        exec: &Exec,
        nodes: usize,
        edges: Vec<Edge<W>>,
        ids: Vec<i64>,
        objective: Objective,
    ) -> Result<Self>
    where
        W: Weight<Total: ToNumber> + ToNumber + Element,
    {
        let list = EdgeList::new(nodes, edges)?;
        let all = memory::from_fn("ids of edges", list.edge_count(), EdgeId::new)?;
        let total = Edges::from_edges(exec, &list, all).total();
        Ok(Self::of_list(list, ids, total, objective))
    }

    /// Creates the forest of a stream. Ids are positions.
    pub(crate) fn of_stream<W>(
        exec: &Exec,
        nodes: usize,
        forest: &StreamedForest<W>,
        objective: Objective,
    ) -> Result<Self>
    where
        W: Weight<Total: ToNumber> + ToNumber + Element,
    {
        let all = forest.edges();
        let edges = tabulate(exec, "the forest's edges", all.len(), |i| all[i].edge)?;
        let ids = tabulate(exec, "ids", all.len(), |i| all[i].position as i64)?;
        Ok(Self::of_list(EdgeList::new(nodes, edges)?, ids, forest.total(), objective))
    }

    fn of_list<W>(list: EdgeList<W>, ids: Vec<i64>, total: W::Total, objective: Objective) -> Self
    where
        W: Weight<Total: ToNumber> + ToNumber + Element,
    {
        let (nodes, total) = (list.node_count(), total.number());
        Self { nodes, ids, total, objective, joins: Arc::new(Joined::new(list, objective)) }
    }
}

#[pymethods]
impl Forest {
    /// Number of nodes.
    #[getter]
    fn nodes(&self) -> usize {
        self.nodes
    }

    /// Number of trees.
    #[getter]
    fn trees(&self) -> usize {
        self.nodes - self.ids.len()
    }

    /// The exact total weight.
    #[getter]
    fn total(&self) -> Number {
        self.total
    }

    #[getter]
    fn maximum(&self) -> bool {
        self.objective == Objective::Maximum
    }

    /// The ids of the edges, ascending.
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_slice(py, &self.ids)
    }

    /// The ends of the edges, and their weights.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Columns<'py>> {
        let exec = work::threads(Threads::one())?;
        self.joins.columns(py, &exec)
    }

    /// The tree of each node.
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (joins, exec) = (Arc::clone(&self.joins), work::threads(Threads::one())?);
        let labels = work::run(py, &exec, self.nodes, move |_| Ok(widened(joins.components()?.labels())))?;
        Ok(labels.into_pyarray(py))
    }

    /// The clusters of single linkage.
    fn clusters<'py>(
        &self,
        py: Python<'py>,
        k: Option<usize>,
        cut: Option<Number>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let wanted = match (k, cut) {
            (Some(k), None) => Wanted::Count(k),
            (None, Some(cut)) => Wanted::Within(cut),
            _ => return Err(PyValueError::new_err("expected either k or cut")),
        };
        let (joins, exec) = (Arc::clone(&self.joins), work::threads(threads)?);
        let labels = work::run(py, &exec, self.nodes, move |exec| {
            Ok(widened(joins.clusters(exec, wanted)?.labels()))
        })?;
        Ok(labels.into_pyarray(py))
    }

    /// SciPy's linkage matrix.
    fn linkage<'py>(&self, py: Python<'py>, threads: Threads) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (joins, exec) = (Arc::clone(&self.joins), work::threads(threads)?);
        let rows = work::run(py, &exec, self.nodes, move |exec| joins.linkage(exec))?;
        rows.into_pyarray(py).reshape([self.ids.len(), 4])
    }

    /// The positions, among the edges of the forest, of the bottlenecks of some pairs of nodes; -1 if there
    /// is none.
    fn bottlenecks<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let exec = work::threads(threads)?;
        let pairs = pairs(py, &exec, [a, b], self.nodes)?;
        let joins = Arc::clone(&self.joins);
        let found =
            work::run(py, &exec, self.nodes + pairs.len(), move |exec| joins.bottlenecks(exec, &pairs))?;
        let at = |edge: &Option<EdgeId>| edge.map_or(-1, |edge| edge.index() as i64);
        Ok(found.iter().map(at).collect::<Vec<i64>>().into_pyarray(py))
    }
}

/// Returns the pairs of two columns of nodes.
pub(crate) fn pairs<'py>(
    py: Python<'py>,
    exec: &Exec,
    [a, b]: [&Bound<'py, PyAny>; 2],
    nodes: usize,
) -> PyResult<Vec<[Node; 2]>> {
    let (a, b) = (Column::of(a, "a")?, Column::of(b, "b")?);
    if !a.kind().is_integer() || !b.kind().is_integer() || a.len() != b.len() {
        return Err(PyValueError::new_err("a, b: expected integers, as many in one as in the other"));
    }
    let (a, b) = (a.nodes(py, exec)?, b.nodes(py, exec)?);
    if a.iter().chain(&b).any(|&node| node as usize >= nodes) {
        return Err(PyValueError::new_err(format!("a, b: expected nodes below {nodes}")));
    }
    Ok(a.into_iter().zip(b).map(|(a, b)| [a, b].map(Node::from)).collect())
}

fn widened(labels: &[u32]) -> Vec<i64> {
    labels.iter().map(|&label| i64::from(label)).collect()
}
