//! Borůvka's algorithm on ever smaller graphs, from which heavy edges are filtered early.
//!
//! **Idea.** A Borůvka round leaves a contracted graph: edges *bid* for the trees at their ends, every tree
//! *hooks* on the tree at the other end of its lowest edge and *jumps* to its root, and edges are
//! *contracted* (`cuda/contract.cuh` has the argument). The first round reads the input directly, each edge
//! once; each of its phases is a kernel. The other rounds run in one cooperative kernel, whose blocks wait
//! for each other on the device. The last few rounds run in one block, and the very last in its shared
//! memory. So sizes never leave the device, and once the graph is there, the host waits only for the forest.
//!
//! If there are many edges per node, the *light* ones, below a pivot from a sample, are contracted first.
//! Then only those *heavy* edges are kept that lead between different trees.
//!
//! **Why it is correct.** As on the CPU (`boscage_operators::msf::filter_boruvka`): a heavy edge whose ends
//! are joined by lighter edges is the heaviest of a cycle. A bad pivot costs time, but the result is the
//! same. Bids are (key, position), positions are in the order of ids, so ties are broken as everywhere.
//!
//! **Determinism.** Names of trees depend on which block comes first; the forest does not.

use boscage_core::exec::Exec;
use boscage_core::graph::{AnyForest, AnyGraphView, EdgeId, EdgeListView, Forest, Objective, Weight};
use boscage_operators::msf::{Facts, Kind, Operator};

use crate::collect;
use crate::error::Result;
use crate::gpu::Gpu;
use crate::input::Input;
use crate::launch::kernels;
use crate::memory::Array;
use crate::operator::{Device, Size, on_edges};
use crate::session::{Session, forest};

mod history;
mod work;

use history::History;
use work::{Labels, Work};

kernels! {
    /// Of `cuda/filter_boruvka.cu`.
    Kernels = crate::ptx::FILTER_BORUVKA;
    fn first_bid(edges: &Input, work: &Work);
    fn first_hook(edges: &Input, work: &Work);
    fn first_jump(work: &Work);
    fn first_contract(edges: &Input, work: &Work, pass: u32);
    fn rounds(work: &Work, parity: u32, few: u32, pass: u32);
    fn last_rounds(work: &Work, most: u32, pass: u32);
    fn sample(edges: &Input, work: &Work, rank: u32);
    fn light(edges: &Input, work: &Work, ticket: &Array<u32>, pass: u32);
    fn heavy(edges: &Input, work: &Work, ticket: &Array<u32>, pass: u32);
}

/// Items per thread and tile. As `BIDS`, `HOOKS` and `EDGES` in `cuda/contract.cuh`.
const ITEMS: usize = 4;
/// Edges in the sample for the pivot. As in `cuda/filter_boruvka.cu`.
const SAMPLE: usize = 1024;
/// Largest number of passes per stage of rounds: each at least halves the trees that have edges.
const STAGE: u32 = 32;

/// Configuration of [`filter_boruvka`](fn@filter_boruvka).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterBoruvka {
    /// Number of edges per node from which heavy edges are filtered.
    pub dense: usize,
    /// Number of light edges per node if heavy edges are filtered.
    pub light: usize,
    /// Number of edges at which one block takes over, if there are at most twice as many trees.
    pub few: u32,
    /// Number of edges, and of trees, at which this block moves to its shared memory; at most
    /// [`FilterBoruvka::MOST_NEAR`] count.
    pub near: u32,
}

impl FilterBoruvka {
    /// The fastest configuration.
    pub const DEFAULT: Self = Self {
        dense: Self::DEFAULT_DENSE,
        light: Self::DEFAULT_LIGHT,
        few: Self::DEFAULT_FEW,
        near: Self::DEFAULT_NEAR,
    };
    /// Edges per node from which the filter's two passes cost less than the edges that it spares.
    pub const DEFAULT_DENSE: usize = 4;
    /// Edges per node that join most nodes of a graph.
    pub const DEFAULT_LIGHT: usize = 2;
    /// Edges that one block finishes before all blocks have waited for each other.
    pub const DEFAULT_FEW: u32 = 4096;
    /// As many as the shared memory holds.
    pub const DEFAULT_NEAR: u32 = Self::MOST_NEAR;
    /// Largest number of edges in the shared memory of a block. As `NEAR` in `cuda/filter_boruvka.cu`.
    pub const MOST_NEAR: u32 = 1024;

    fn is_dense(self, nodes: usize, edges: usize) -> bool {
        edges / self.dense.max(1) >= nodes
    }

    /// Returns [`Labels::Kept`] if heavy edges are filtered.
    fn labels(self, nodes: usize, edges: usize) -> Labels {
        if self.is_dense(nodes, edges) { Labels::Kept } else { Labels::Unknown }
    }
}

impl Default for FilterBoruvka {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Operator<Device> for FilterBoruvka {
    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "filter-boruvka",
            kind: Kind::Threads,
            paper: "Karger, Klein, Tarjan 1995; Sanders, Schimek 2023",
            choose_for: "everything: the fastest",
            summary: "rounds on ever smaller graphs, heavy edges filtered: the fastest",
        }
    }

    fn run(
        &self,
        (gpu, exec): (&Gpu, &Exec),
        graph: AnyGraphView<'_>,
        objective: Objective,
    ) -> Result<AnyForest> {
        on_edges!(exec, graph, |list| filter_boruvka(gpu, exec, list, objective, *self))
    }

    fn memory(&self, of: &Size<'_>) -> u64 {
        let rest = Work::bytes(of.nodes, of.edges, self.labels(of.nodes, of.edges));
        Input::bytes_with(of, rest + collect::bytes(of.nodes, of.edges)) as u64
    }
}

/// Finds the minimum (maximum) spanning forest by Borůvka's algorithm with a filter for heavy edges, on a
/// GPU. It is the fastest operator on every graph; [`Auto`](crate::Auto) takes it.
///
/// A round lets edges bid for the trees at their ends, hooks every tree on the one at the other end of its
/// lowest edge, and contracts the graph. The first round reads the input directly; the other rounds run in
/// one kernel, so the host waits only for the forest. If there are at least [`FilterBoruvka::dense`] edges
/// per node, light edges are contracted first, and heavy edges inside one tree are dropped.
///
/// # Determinism
/// The forest is deterministic.
///
/// # Memory
/// On the device, beside the graph: 16 bytes per edge, 12 bytes per node (16 if edges are filtered), one bit
/// per edge, and the forest.
///
/// # Errors
/// [`Error::TooMany`](crate::Error::TooMany), [`Error::OutOfMemory`](crate::Error::OutOfMemory) before
/// anything is allocated, [`Error::Driver`](crate::Error::Driver), and those of the framework:
/// [`boscage_core::Error::Cancelled`] before it begins and [`boscage_core::Error::OutOfMemory`] on the host.
pub fn filter_boruvka<'a, W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
    config: FilterBoruvka,
) -> Result<Forest<W>> {
    let graph = graph.into();
    forest(exec, graph, || on_device(gpu, exec, graph, objective, config))
}

fn on_device<W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: FilterBoruvka,
) -> Result<Vec<EdgeId>> {
    let (n, m) = (graph.node_count(), graph.edge_count());
    let dense = config.is_dense(n, m);
    let (session, kernels, input) = Session::begin::<Kernels, W>(gpu, exec, &config, graph, objective)?;
    let mut work = Work::new(gpu, n, m, config.labels(n, m))?;
    let all_rounds = gpu.together(&kernels.rounds, m, ITEMS)?;
    let (over_edges, over_nodes) = (gpu.over(m, ITEMS), gpu.over(n, ITEMS));
    let mut pass = 1;
    let mut next_passes = |count: u32| {
        pass += count;
        pass - count
    };
    let parity = if dense {
        let rank = SAMPLE.saturating_mul(config.light).saturating_mul(n) / m;
        let tickets = [gpu.zeroed::<u32>(1)?, gpu.zeroed::<u32>(1)?];
        kernels.sample(gpu.one_block(), &input, &work, rank.clamp(1, SAMPLE) as u32 - 1)?;
        kernels.light(over_edges, &input, &work, &tickets[0], next_passes(1))?;
        kernels.rounds(all_rounds, &work, 0, 0, next_passes(STAGE))?;
        kernels.heavy(over_edges, &input, &work, &tickets[1], next_passes(1))?;
        work.labels = None;
        0
    } else {
        kernels.first_bid(over_edges, &input, &work)?;
        kernels.first_hook(over_nodes, &input, &work)?;
        kernels.first_jump(gpu.together(&kernels.first_jump, n, 1)?, &work)?;
        kernels.first_contract(over_edges, &input, &work, next_passes(1))?;
        1
    };
    kernels.rounds(all_rounds, &work, parity, config.few, next_passes(STAGE))?;
    let near = config.near.min(FilterBoruvka::MOST_NEAR);
    kernels.last_rounds(gpu.one_block(), &work, near, next_passes(STAGE))?;
    session.end(&work.taken, |exec, rounds| {
        let history = History::of(gpu, &work)?;
        history.record_phases(exec);
        history.rounds().into_iter().for_each(|round| rounds.record(round));
        Ok(())
    })
}
