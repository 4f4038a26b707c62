//! What is measured: operators with their configurations.

use std::fmt;
use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, Graph, Objective, Undirected};
use boscage_kernels::{self as kernels, Gpu};
use boscage_measuring::failure::Failure;
use boscage_operators::msf::papers::{Pma, Prim, PrimThreads};
use boscage_operators::msf::{self, Algorithm};

/// A forest operator, how it is configured, and what it runs on.
#[derive(Clone)]
pub(crate) enum Operator {
    /// On a list of edges.
    Edges(Arc<dyn msf::Operator>),
    /// On adjacency.
    Adjacency(Arc<dyn msf::Operator>),
    /// On a GPU, which gets a list of edges.
    Gpu(Arc<dyn kernels::Operator>),
}

/// What operators run on: a graph in both forms, and threads or a GPU.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) exec: &'a Exec,
    pub(crate) gpu: Option<&'a Gpu>,
    pub(crate) list: EdgeListView<'a, u32>,
    /// There if an operator [wants](Operator::wants_adjacency) it.
    pub(crate) adjacency: Option<&'a Graph<Undirected, u32>>,
}

impl Operator {
    pub(crate) fn on_edges(operator: impl msf::Operator + 'static) -> Self {
        Self::Edges(Arc::new(operator))
    }

    pub(crate) fn on_adjacency(operator: impl msf::Operator + 'static) -> Self {
        Self::Adjacency(Arc::new(operator))
    }

    pub(crate) fn on_gpu(operator: impl kernels::Operator + 'static) -> Self {
        Self::Gpu(Arc::new(operator))
    }

    /// Whether it runs on a GPU.
    pub(crate) fn is_on_gpu(&self) -> bool {
        matches!(self, Self::Gpu(_))
    }

    /// Whether it runs on adjacency, and not on a list of edges.
    pub(crate) fn wants_adjacency(&self) -> bool {
        matches!(self, Self::Adjacency(_))
    }

    /// The minimum spanning forest.
    pub(crate) fn forest(&self, ground: Ground<'_>) -> Result<Forest<u32>, Failure> {
        let Ground { exec, gpu, list, adjacency } = ground;
        let least = Objective::Minimum;
        Ok(match self {
            Self::Edges(operator) => operator.forest(exec, list.into(), least)?,
            Self::Adjacency(operator) => {
                let adjacency = adjacency.expect("the adjacency that this operator wants");
                operator.forest(exec, adjacency.into(), least)?
            }
            Self::Gpu(operator) => {
                operator.forest(gpu.ok_or(kernels::Error::NoDriver)?, exec, list.into(), least)?
            }
        })
    }

    /// About how many seconds a run takes: for the time that is left.
    pub(crate) fn estimate(&self, nodes: f64, edges: f64) -> f64 {
        let nanoseconds = match self {
            Self::Edges(operator) | Self::Adjacency(operator) if operator.is_quadratic() => nodes * nodes,
            Self::Edges(_) | Self::Adjacency(_) => 100.0 * edges,
            Self::Gpu(_) => 2.0 * edges,
        };
        (nanoseconds + 10.0 * nodes) * 1e-9
    }
}

impl fmt::Debug for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edges(operator) => write!(f, "{operator:?}"),
            Self::Adjacency(operator) => write!(f, "{operator:?} on adjacency"),
            Self::Gpu(operator) => write!(f, "Gpu({operator:?})"),
        }
    }
}

impl From<Algorithm> for Operator {
    fn from(algorithm: Algorithm) -> Self {
        Self::on_edges(algorithm)
    }
}

impl From<Pma> for Operator {
    fn from(config: Pma) -> Self {
        Self::on_edges(config)
    }
}

impl From<Prim> for Operator {
    fn from(config: Prim) -> Self {
        Self::on_adjacency(config)
    }
}

impl From<PrimThreads> for Operator {
    fn from(config: PrimThreads) -> Self {
        Self::on_adjacency(config)
    }
}
