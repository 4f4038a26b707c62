//! The class `DynamicForest`: a forest that is kept while edges are inserted.

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Edge, EdgeList, FileData, Node, Objective};
use boscage::operators::msf::{DynamicForest as DynamicOf, StreamEdge};
use boscage::{Error, Result, memory, with_weighted_list};
use bytemuck::Zeroable;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::blocks::{Block, Shared, Size};
use crate::columns::Kind;
use crate::errors::exception;
use crate::forest::{Forest, pairs};
use crate::graph::{Columns, ends, objective, weights};
use crate::source::by_type;
use crate::streams::Kept;
use crate::work::{self, Threads};

/// A forest that is kept while edges are inserted.
#[pyclass(module = "boscage._boscage", frozen)]
pub(crate) struct DynamicForest(Shared<Growing>);

struct Growing {
    size: Size,
    objective: Objective,
    /// `None` before the first edge.
    inner: Option<Box<dyn Dynamic>>,
    /// `true` if edges are inserted one by one, and nodes are looked up, without a pass over all nodes.
    is_linked: bool,
}

/// Some edges: their positions, and the edges.
type Part = (Vec<i64>, AnyEdgeList);

/// The same for Python.
type Arrays<'py> = (Bound<'py, PyArray1<i64>>, Columns<'py>);

/// Edges of a batch that may be inserted otherwise than one by one.
const MANY: usize = 1 << 10;

#[pymethods]
impl DynamicForest {
    #[new]
    fn new(n: Option<u64>, maximum: bool) -> PyResult<Self> {
        let (size, objective) = (Size::new(n)?, objective(maximum));
        Ok(Self(Shared::new(Growing { size, objective, inner: None, is_linked: false })))
    }

    /// Number of nodes.
    #[getter]
    fn nodes(&self) -> PyResult<usize> {
        Ok(self.0.hold()?.size.nodes)
    }

    /// Number of edges.
    #[getter]
    fn edges(&self) -> PyResult<u64> {
        Ok(self.0.hold()?.size.edges)
    }

    /// Number of trees.
    #[getter]
    fn trees(&self) -> PyResult<usize> {
        let forest = self.0.hold()?;
        Ok(forest.inner.as_ref().map_or(forest.size.nodes, |inner| inner.tree_count()))
    }

    /// Inserts edges. Returns those that have entered the forest, and those that have left; `None` if there
    /// are no edges.
    fn insert<'py>(
        &self,
        py: Python<'py>,
        u: &Bound<'py, PyAny>,
        v: &Bound<'py, PyAny>,
        w: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Option<[Arrays<'py>; 2]>> {
        let exec = work::threads(threads)?;
        let mut forest = self.0.hold()?;
        let block = forest.size.read(py, &exec, [u, v], w)?;
        if block.len() == 0 {
            return Ok(None);
        }
        let size = forest.work(block.len());
        let [entered, left] = forest.run(py, &exec, size, move |exec, forest| forest.insert(exec, block))?;
        Ok(Some([arrays(py, &exec, entered)?, arrays(py, &exec, left)?]))
    }

    /// The forest.
    fn forest(&self, py: Python<'_>, threads: Threads) -> PyResult<Forest> {
        let exec = work::threads(threads)?;
        let mut forest = self.0.hold()?;
        let size = forest.size.nodes;
        forest.run(py, &exec, size, |exec, forest| match &forest.inner {
            Some(inner) => inner.forest(exec, forest.objective),
            None => {
                Forest::of_edges::<u32>(exec, forest.size.nodes, Vec::new(), Vec::new(), forest.objective)
            }
        })
    }

    /// The heaviest edges between some pairs of nodes: the position is -1, and the rest means nothing, if
    /// there is none. `None` if there are no edges.
    fn bottlenecks<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        threads: Threads,
    ) -> PyResult<Option<Arrays<'py>>> {
        let exec = work::threads(threads)?;
        let mut forest = self.0.hold()?;
        let pairs = pairs(py, &exec, [a, b], forest.size.nodes)?;
        if forest.inner.is_none() {
            return Ok(None);
        }
        let size = forest.work(pairs.len());
        let found = forest.run(py, &exec, size, move |exec, forest| {
            forest.is_linked = true;
            forest.inner.as_mut().map(|inner| inner.heaviest(exec, &pairs)).transpose()
        })?;
        found.map(|found| arrays(py, &exec, found)).transpose()
    }
}

impl Growing {
    /// Nodes and edges that an operation on some edges, or pairs of nodes, passes.
    fn work(&self, edges: usize) -> usize {
        if self.is_linked && edges < MANY { edges } else { self.size.nodes.saturating_add(edges) }
    }

    fn insert(&mut self, exec: &Exec, block: Block) -> Result<[Part; 2]> {
        let kind = block.kind;
        let (list, new) = self.size.count(exec, block)?;
        self.is_linked = list.edge_count() < MANY;
        match &mut self.inner {
            Some(inner) => inner.add_nodes(new)?,
            None => self.inner = Some(begun(kind, self.size.nodes, self.objective)?),
        }
        let inner = self.inner.as_mut().expect("a forest");
        inner.insert(exec, &list)
    }
}

/// Returns a forest without edges, for weights of a type.
fn begun(kind: Option<Kind>, nodes: usize, objective: Objective) -> Result<Box<dyn Dynamic>> {
    macro_rules! of_type {
        ($variant:ident, $weight:ty) => {
            Box::new(DynamicOf::<$weight>::new(nodes, objective)?)
        };
    }
    Ok(by_type!(kind.unwrap_or(Kind::U32), of_type))
}

/// A forest with weights of any type.
trait Dynamic: Send {
    fn add_nodes(&mut self, count: usize) -> Result<()>;
    fn tree_count(&self) -> usize;
    fn insert(&mut self, exec: &Exec, list: &AnyEdgeList) -> Result<[Part; 2]>;
    fn forest(&self, exec: &Exec, objective: Objective) -> Result<Forest>;
    fn heaviest(&mut self, exec: &Exec, pairs: &[[Node; 2]]) -> Result<Part>;
}

impl<W: Kept> Dynamic for DynamicOf<W> {
    fn add_nodes(&mut self, count: usize) -> Result<()> {
        self.add_nodes(count) // the inherent method, as below
    }

    fn tree_count(&self) -> usize {
        self.tree_count()
    }

    fn insert(&mut self, exec: &Exec, list: &AnyEdgeList) -> Result<[Part; 2]> {
        let Some(list) = W::edges_of(exec, list)? else {
            return Err(Error::argument("w", format!("weights of type {}", W::NAME), list.weight_type()));
        };
        let changes = self.insert(exec, list.edges())?;
        let part = |edges: &[_]| part(self.node_count(), edges.len(), |i| Some(edges[i]));
        Ok([part(&changes.entered)?, part(&changes.left)?])
    }

    fn forest(&self, exec: &Exec, objective: Objective) -> Result<Forest> {
        Forest::of_stream(exec, self.node_count(), &self.forest(exec)?, objective)
    }

    fn heaviest(&mut self, exec: &Exec, pairs: &[[Node; 2]]) -> Result<Part> {
        /// Number of pairs between two checks for an interrupt.
        const BLOCK: usize = 1 << 16;

        let mut found = memory::reserve("heaviest edges", pairs.len())?;
        for block in pairs.chunks(BLOCK) {
            exec.check_cancelled()?;
            for &[a, b] in block {
                found.push(self.heaviest(a, b)?);
            }
        }
        part(self.node_count(), found.len(), |i| found[i])
    }
}

/// Returns some edges with their positions; -1 and a loop for none.
fn part<W: FileData>(
    nodes: usize,
    len: usize,
    edge: impl Fn(usize) -> Option<StreamEdge<W>>,
) -> Result<Part> {
    let position = |i| edge(i).map_or(-1, |edge| edge.position as i64);
    let positions = memory::from_fn("positions of edges", len, position)?;
    let none = Edge::zeroed();
    let edges = memory::from_fn("edges", len, |i| edge(i).map_or(none, |edge| edge.edge))?;
    Ok((positions, W::into_any(EdgeList::new(nodes, edges)?)))
}

fn arrays<'py>(py: Python<'py>, exec: &Exec, (positions, list): Part) -> PyResult<Arrays<'py>> {
    let columns = with_weighted_list!(&list, list => {
        let [u, v] = ends(py, exec, list)?;
        (u, v, Some(weights(py, exec, list)?))
    });
    Ok((positions.into_pyarray(py), columns.map_err(exception)?))
}
