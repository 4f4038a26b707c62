//! The class `ForestStream`: the forest of edges that are not kept.

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, FileData, Objective, Weight};
use boscage::operators::msf::ForestStream as StreamOf;
use boscage::{Error, Result, with_weighted_list};
use numpy::Element;
use pyo3::prelude::*;

use crate::blocks::{Block, Shared, Size};
use crate::columns::Kind;
use crate::forest::Forest;
use crate::graph::objective;
use crate::joins::{Number, ToNumber};
use crate::work::{self, Threads};

/// The forest of edges that come block by block.
#[pyclass(module = "boscage._boscage", frozen)]
pub(crate) struct ForestStream(Shared<Stream>);

/// A stream, and its type, which is as narrow as the weights so far.
struct Stream {
    size: Size,
    objective: Objective,
    /// `None` before the first edge.
    inner: Option<Box<dyn Streamed>>,
}

#[pymethods]
impl ForestStream {
    #[new]
    fn new(n: Option<u64>, maximum: bool) -> PyResult<Self> {
        let stream = Stream { size: Size::new(n)?, objective: objective(maximum), inner: None };
        Ok(Self(Shared::new(stream)))
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

    /// Appends a block of edges.
    fn push<'py>(
        &self,
        py: Python<'py>,
        u: &Bound<'py, PyAny>,
        v: &Bound<'py, PyAny>,
        w: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<()> {
        let exec = work::threads(threads)?;
        let mut stream = self.0.hold()?;
        let block = stream.size.read(py, &exec, [u, v], w)?;
        if block.len() == 0 {
            return Ok(());
        }
        let size = stream.size.nodes + block.len();
        stream.run(py, &exec, size, move |exec, stream| stream.push(exec, block))
    }

    /// The forest so far.
    fn forest(&self, py: Python<'_>, threads: Threads) -> PyResult<Forest> {
        let exec = work::threads(threads)?;
        let mut stream = self.0.hold()?;
        let size = stream.size.nodes;
        stream.run(py, &exec, size, |exec, stream| match &mut stream.inner {
            Some(inner) => inner.forest(exec, stream.objective),
            None => {
                Forest::of_edges::<u32>(exec, stream.size.nodes, Vec::new(), Vec::new(), stream.objective)
            }
        })
    }
}

impl Stream {
    fn push(&mut self, exec: &Exec, block: Block) -> Result<()> {
        let kind = block.kind;
        let (list, new) = self.size.count(exec, block)?;
        let (nodes, objective) = (self.size.nodes, self.objective);
        let mut inner = match self.inner.take() {
            Some(mut inner) => {
                inner.add_nodes(new)?;
                inner
            }
            None => with_weighted_list!(&*list, list => begun(list, nodes, objective))??,
        };
        if !inner.push(exec, &list)? {
            inner = inner.widened(kind)?;
            if !inner.push(exec, &list)? {
                return Err(Error::argument("w", "weights of the same type as before", list.weight_type()));
            }
        }
        self.inner = Some(inner);
        Ok(())
    }
}

/// Returns a stream without edges, of the type of a list.
fn begun<W: Kept>(
    _: &boscage::graph::EdgeList<W>,
    nodes: usize,
    objective: Objective,
) -> Result<Box<dyn Streamed>> {
    Ok(Box::new(StreamOf::<W>::new(nodes, objective)?))
}

/// A type of weights.
pub(crate) trait Kept: FileData + Weight<Total: ToNumber> + ToNumber + Element {}

impl<W: FileData + Weight<Total: ToNumber> + ToNumber + Element> Kept for W {}

/// A stream with weights of any type.
trait Streamed: Send {
    fn add_nodes(&mut self, count: usize) -> Result<()>;
    /// Returns `false`, and appends nothing, if the type does not hold the weights.
    fn push(&mut self, exec: &Exec, list: &AnyEdgeList) -> Result<bool>;
    /// Converts the weights to those of columns of a type, whose weights may have been narrowed.
    fn widened(self: Box<Self>, kind: Option<Kind>) -> Result<Box<dyn Streamed>>;
    fn forest(&mut self, exec: &Exec, objective: Objective) -> Result<Forest>;
}

impl<W: Kept> Streamed for StreamOf<W> {
    fn add_nodes(&mut self, count: usize) -> Result<()> {
        self.add_nodes(count) // the inherent method, as below
    }

    fn push(&mut self, exec: &Exec, list: &AnyEdgeList) -> Result<bool> {
        let Some(list) = W::edges_of(exec, list)? else { return Ok(false) };
        self.push(exec, list.edges())?;
        Ok(true)
    }

    fn widened(self: Box<Self>, kind: Option<Kind>) -> Result<Box<dyn Streamed>> {
        let integer = |weight: W| match weight.number() {
            Number::Integer(weight) => weight,
            Number::Float(_) => unreachable!("floats are no narrowed integers"),
        };
        Ok(match kind {
            Some(Kind::I64) => Box::new(self.map_weights(|weight| integer(weight) as i64)?),
            Some(Kind::U64) => Box::new(self.map_weights(|weight| integer(weight) as u64)?),
            _ => Box::new(self.map_weights(W::to_f64)?),
        })
    }

    fn forest(&mut self, exec: &Exec, objective: Objective) -> Result<Forest> {
        let forest = self.forest(exec)?;
        Forest::of_stream(exec, self.node_count(), &forest, objective)
    }
}
