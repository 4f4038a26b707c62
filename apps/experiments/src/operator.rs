//! Who is measured: operators with their configurations.

use boscage::exec::Exec;
use boscage::graph::{CsrView, EdgeListView, Forest, Objective};
use boscage_kernels::{self as kernels, Gpu};
use boscage_measuring::failure::Failure;
use boscage_operators::msf::Algorithm;
use boscage_operators::msf::papers::{Pma, pma};

/// A forest operator and how it runs.
#[derive(Clone, Debug)]
pub(crate) enum Operator {
    Named(Algorithm),
    Pma(Pma),
    Gpu(kernels::Algorithm),
    GpuPma(kernels::Pma),
    GpuEdgeBoruvka(kernels::EdgeBoruvka),
}

/// What operators run on: a graph in both forms, and threads or a GPU.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) exec: &'a Exec,
    pub(crate) gpu: Option<&'a Gpu>,
    pub(crate) list: EdgeListView<'a, u32>,
    /// There if an operator [wants](Operator::wants_adjacency) it.
    pub(crate) adjacency: Option<CsrView<'a, u32>>,
}

impl Operator {
    /// Whether it runs on a GPU.
    pub(crate) fn is_on_gpu(&self) -> bool {
        matches!(self, Self::Gpu(_) | Self::GpuPma(_) | Self::GpuEdgeBoruvka(_))
    }

    /// Whether it runs on adjacency, and not on a list of edges.
    pub(crate) fn wants_adjacency(&self) -> bool {
        false
    }

    /// The minimum spanning forest.
    pub(crate) fn forest(&self, ground: Ground<'_>) -> Result<Forest<u32>, Failure> {
        let Ground { exec, list, .. } = ground;
        let gpu = || ground.gpu.ok_or(kernels::Error::NoDriver);
        let least = Objective::Minimum;
        match *self {
            Self::Named(algorithm) => Ok(algorithm.run(exec, list.into(), least)?),
            Self::Pma(config) => Ok(pma(exec, list, least, config)?),
            Self::Gpu(algorithm) => Ok(algorithm.run(gpu()?, exec, list.into(), least)?),
            Self::GpuPma(config) => Ok(kernels::pma(gpu()?, exec, list, least, config)?),
            Self::GpuEdgeBoruvka(config) => Ok(kernels::edge_boruvka(gpu()?, exec, list, least, config)?),
        }
    }

    /// Seconds that a run takes, by and large: for the time that is left.
    pub(crate) fn estimate(&self, nodes: f64, edges: f64) -> f64 {
        let nanoseconds = match self {
            Self::Named(_) => 60.0 * edges,
            Self::Pma(_) => 120.0 * edges,
            Self::Gpu(_) | Self::GpuPma(_) | Self::GpuEdgeBoruvka(_) => 2.0 * edges,
        };
        (nanoseconds + 10.0 * nodes) * 1e-9
    }
}

impl From<Algorithm> for Operator {
    fn from(algorithm: Algorithm) -> Self {
        Self::Named(algorithm)
    }
}

impl From<Pma> for Operator {
    fn from(config: Pma) -> Self {
        Self::Pma(config)
    }
}
