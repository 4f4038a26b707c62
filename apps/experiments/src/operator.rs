//! What is measured: operators with their configurations.

use boscage::exec::Exec;
use boscage::graph::{CsrView, EdgeListView, Forest, Objective};
use boscage_kernels::{self as kernels, Gpu};
use boscage_measuring::failure::Failure;
use boscage_operators::msf::papers::{
    self, BoruvkaPrim, EdgeBoruvka, MstBc, Nearest, Pma, Prim, PrimThreads,
};
use boscage_operators::msf::{Algorithm, WindowedKruskal, windowed_kruskal};

/// A forest operator and how it runs.
#[derive(Clone, Debug)]
pub(crate) enum Operator {
    /// As it is configured by default, on a list of edges.
    Named(Algorithm),
    /// As it is configured by default, on adjacency.
    Adjacent(Algorithm),
    WindowedKruskal(WindowedKruskal),
    Pma(Pma),
    MstBc(MstBc),
    BoruvkaPrim(BoruvkaPrim),
    EdgeBoruvka(EdgeBoruvka),
    Prim(Prim),
    PrimThreads(PrimThreads),
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
        matches!(self, Self::Adjacent(_) | Self::Prim(_) | Self::PrimThreads(_))
    }

    /// The minimum spanning forest.
    pub(crate) fn forest(&self, ground: Ground<'_>) -> Result<Forest<u32>, Failure> {
        let Ground { exec, list, .. } = ground;
        let gpu = || ground.gpu.ok_or(kernels::Error::NoDriver);
        let adjacency = || ground.adjacency.expect("the adjacency that this operator wants");
        let least = Objective::Minimum;
        Ok(match *self {
            Self::Named(algorithm) => algorithm.run(exec, list.into(), least)?,
            Self::Adjacent(algorithm) => algorithm.run(exec, adjacency().into(), least)?,
            Self::WindowedKruskal(config) => windowed_kruskal(exec, list, least, config)?,
            Self::Pma(config) => papers::pma(exec, list, least, config)?,
            Self::MstBc(config) => papers::mst_bc(exec, list, least, config)?,
            Self::BoruvkaPrim(config) => papers::boruvka_prim(exec, list, least, config)?,
            Self::EdgeBoruvka(config) => papers::edge_boruvka(exec, list, least, config)?,
            Self::Prim(config) => papers::prim(exec, adjacency(), least, config)?,
            Self::PrimThreads(config) => papers::prim_threads(exec, adjacency(), least, config)?,
            Self::Gpu(algorithm) => algorithm.run(gpu()?, exec, list.into(), least)?,
            Self::GpuPma(config) => kernels::pma(gpu()?, exec, list, least, config)?,
            Self::GpuEdgeBoruvka(config) => kernels::edge_boruvka(gpu()?, exec, list, least, config)?,
        })
    }

    /// About how many seconds a run takes: for the time that is left.
    pub(crate) fn estimate(&self, nodes: f64, edges: f64) -> f64 {
        let nanoseconds = match self {
            Self::Named(algorithm) | Self::Adjacent(algorithm) if algorithm.is_quadratic() => nodes * nodes,
            Self::Prim(Prim { nearest: Nearest::Scan }) => nodes * nodes,
            Self::Gpu(_) | Self::GpuPma(_) | Self::GpuEdgeBoruvka(_) => 2.0 * edges,
            Self::Named(_) | Self::Adjacent(_) | Self::WindowedKruskal(_) | Self::EdgeBoruvka(_) => {
                60.0 * edges
            }
            Self::Pma(_) | Self::MstBc(_) | Self::BoruvkaPrim(_) | Self::Prim(_) | Self::PrimThreads(_) => {
                120.0 * edges
            }
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

impl From<Prim> for Operator {
    fn from(config: Prim) -> Self {
        Self::Prim(config)
    }
}

impl From<PrimThreads> for Operator {
    fn from(config: PrimThreads) -> Self {
        Self::PrimThreads(config)
    }
}
