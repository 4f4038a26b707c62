//! Operators with their configurations.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use boscage::comm::{Comm, Part, Traffic};
use boscage::exec::{Exec, StageKind, Statistics};
use boscage::graph::{EdgeId, EdgeListView, Graph, Objective, Undirected};
use boscage::operators::msf::papers::{BoruvkaPrim, Pma, Prim, PrimThreads};
use boscage::operators::msf::{self, Auto, Boruvka, Kruskal, WindowedKruskal};
use boscage::ranks::Ranks;
use boscage_kernels::{self as kernels, Device, Gpu};
use boscage_measuring::failure::Failure;

use crate::ranks::{Machine, part_of, simulate};

/// A forest operator, with its configuration and its input.
#[derive(Clone)]
pub(crate) enum Operator {
    /// On a list of edges.
    Edges(Arc<dyn msf::Operator>),
    /// On adjacency.
    Adjacency(Arc<dyn msf::Operator>),
    /// On a GPU, which gets a list of edges.
    Gpu(Arc<dyn msf::Operator<Device>>),
    /// Over simulated ranks, which get their parts of a list of edges.
    Ranks(Arc<dyn msf::Operator<Ranks>>, Arc<Machine>),
}

/// The result of one run of an operator.
pub(crate) struct OperatorRun {
    pub(crate) edges: Vec<EdgeId>,
    /// Milliseconds of the call; on a GPU those of the device, over ranks those of the simulated machine.
    pub(crate) ms: f64,
    /// Statistics of loops and stages.
    pub(crate) statistics: Statistics,
    /// Present for a run over ranks.
    pub(crate) over_ranks: Option<OverRanks>,
}

/// Further results of a run over ranks.
#[derive(Clone, Copy)]
pub(crate) struct OverRanks {
    /// Milliseconds that the busiest rank computes.
    pub(crate) computing_ms: f64,
    /// Megabytes of the rank that sends most.
    pub(crate) sent_mb: f64,
}

/// Input of operators: a graph in both forms, and threads or a GPU.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) exec: &'a Exec,
    pub(crate) gpu: Option<&'a Gpu>,
    pub(crate) list: EdgeListView<'a, u32>,
    /// Present if an operator [needs](Operator::wants_adjacency) it.
    pub(crate) adjacency: Option<&'a Graph<Undirected, u32>>,
}

impl Operator {
    pub(crate) fn on_edges(operator: impl msf::Operator + 'static) -> Self {
        Self::Edges(Arc::new(operator))
    }

    pub(crate) fn on_adjacency(operator: impl msf::Operator + 'static) -> Self {
        Self::Adjacency(Arc::new(operator))
    }

    pub(crate) fn on_gpu(operator: impl msf::Operator<Device> + 'static) -> Self {
        Self::Gpu(Arc::new(operator))
    }

    pub(crate) fn over_ranks(operator: impl msf::Operator<Ranks> + 'static, machine: Machine) -> Self {
        Self::Ranks(Arc::new(operator), Arc::new(machine))
    }

    /// Returns `true` if it runs on adjacency, not on a list of edges.
    pub(crate) fn wants_adjacency(&self) -> bool {
        matches!(self, Self::Adjacency(_))
    }

    /// Finds the minimum spanning forest.
    pub(crate) fn run(&self, ground: Ground<'_>) -> Result<OperatorRun, Failure> {
        let Ground { exec, gpu, list, adjacency } = ground;
        let least = Objective::Minimum;
        let start = Instant::now();
        let forest = match self {
            Self::Edges(operator) => operator.forest(exec, list, least)?,
            Self::Adjacency(operator) => {
                let adjacency = adjacency.expect("the adjacency that this operator wants");
                operator.forest(exec, adjacency, least)?
            }
            Self::Gpu(operator) => {
                operator.forest((gpu.ok_or(kernels::Error::NoDriver)?, exec), list, least)?
            }
            Self::Ranks(operator, machine) => return over_ranks(exec, list, operator.as_ref(), machine),
        };
        let call = start.elapsed().as_secs_f64();
        let statistics = exec.take_statistics();
        let is_on_gpu = matches!(self, Self::Gpu(_));
        let seconds = if is_on_gpu { statistics.seconds_of(StageKind::Device) } else { call };
        Ok(OperatorRun { edges: forest.edges().to_vec(), ms: seconds * 1e3, statistics, over_ranks: None })
    }

    /// Returns the approximate seconds of a run, for the progress bar.
    pub(crate) fn estimate(&self, nodes: f64, edges: f64) -> f64 {
        let nanoseconds = match self {
            Self::Edges(operator) | Self::Adjacency(operator) if operator.is_quadratic() => nodes * nodes,
            Self::Edges(_) | Self::Adjacency(_) => 100.0 * edges,
            Self::Gpu(_) => 2.0 * edges,
            Self::Ranks(..) => 2000.0 * edges,
        };
        (nanoseconds + 10.0 * nodes) * 1e-9
    }
}

/// Runs over ranks.
fn over_ranks(
    exec: &Exec,
    list: EdgeListView<'_, u32>,
    operator: &dyn msf::Operator<Ranks>,
    machine: &Machine,
) -> Result<OperatorRun, Failure> {
    exec.check_cancelled()?;
    let part = |exec: &Exec, rank, ranks| part_of(exec, list, rank, ranks);
    let run = |exec: &Exec, comm: &Comm<'_>, part: &Part<u32>| {
        operator.forest((exec, comm), part, Objective::Minimum)
    };
    let simulated = simulate(exec, machine, part, run)?;
    let most = simulated.traffic.iter().map(Traffic::words).max().unwrap_or(0);
    let over_ranks = OverRanks { computing_ms: simulated.computing_ms, sent_mb: most as f64 * 8e-6 };
    Ok(OperatorRun {
        edges: simulated.forest.iter().map(|&id| EdgeId::new(id as usize)).collect(),
        ms: simulated.ms,
        statistics: exec.take_statistics(),
        over_ranks: Some(over_ranks),
    })
}

impl fmt::Debug for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edges(operator) => write!(f, "{operator:?}"),
            Self::Adjacency(operator) => write!(f, "{operator:?} on adjacency"),
            Self::Gpu(operator) => write!(f, "Gpu({operator:?})"),
            Self::Ranks(operator, machine) => write!(f, "{operator:?} on {machine:?}"),
        }
    }
}

macro_rules! from {
    ($($form:ident: $($operator:ident)*;)*) => {$($(
        impl From<$operator> for Operator {
            fn from(operator: $operator) -> Self {
                Self::$form(operator)
            }
        }
    )*)*};
}

from! {
    on_edges: Auto Boruvka BoruvkaPrim Kruskal Pma WindowedKruskal;
    on_adjacency: Prim PrimThreads;
}
