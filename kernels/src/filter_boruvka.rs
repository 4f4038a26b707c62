//! Borůvka's algorithm on ever smaller graphs, from which heavy edges are filtered before they cost anything.
//!
//! **Idea.** A round of Borůvka's leaves a contracted graph behind: every tree *bids* for its lowest edge, *hooks*
//! itself on the tree at the other end, *jumps* to its root, and edges are *contracted* (`cuda/contract.cuh` has the
//! argument). The first round reads the input as it came, an edge once; each phase is a kernel. The others run in one
//! cooperative kernel, whose blocks wait for each other on the device, and the last few in one block. So sizes never
//! leave the device, and the host waits once.
//!
//! Where there are many edges a node, the *light* ones are contracted first: those below a pivot, taken from a sample.
//! Then of the *heavy* ones only those are looked at again that lead from tree to tree.
//!
//! **Why it is right.** As on the CPU (`boscage_operators::msf::filter_boruvka`): a heavy edge whose ends are joined by
//! lighter ones is the heaviest of a cycle. A bad pivot costs time, never an edge. Bids are (key, position), positions
//! are in the order of ids, so ties are broken as everywhere.
//!
//! **Memory.** On the device, beside the input: 16 bytes an edge, 12 a node (4 more where edges are filtered), a bit an
//! edge, and the forest.
//!
//! **Deterministic**: the forest is; names of trees depend on which block was first.
//!
//! **When to choose it.** Always: it is what `auto` takes.

use std::mem::offset_of;

use boscage::exec::{self, Exec};
use boscage::graph::{EdgeId, EdgeListView, Forest, Objective, Weight};
use bytemuck::{Pod, Zeroable};

use crate::collect::{collect, words_of_bits};
use crate::error::Result;
use crate::gpu::Gpu;
use crate::input::Input;
use crate::launch::{Argument, kernels};
use crate::memory::{Array, bytes_of};
use crate::timer::{TO_DEVICE, Timer};

kernels! {
    /// Of `cuda/filter_boruvka.cu`.
    Kernels = crate::ptx::FILTER_BORUVKA;
    fn first_bid(edges: &Input, work: &Work);
    fn first_hook(edges: &Input, work: &Work);
    fn first_jump(work: &Work);
    fn first_contract(edges: &Input, work: &Work, pass: u32);
    fn rounds(work: &Work, parity: u32, few: u32, pass: u32);
    fn last_rounds(work: &Work, pass: u32);
    fn sample(edges: &Input, work: &Work, rank: u32);
    fn light(edges: &Input, work: &Work, ticket: &Array<u32>, pass: u32);
    fn heavy(edges: &Input, work: &Work, ticket: &Array<u32>, pass: u32);
}

/// Items that a thread takes at a time. As `BIDS`, `HOOKS` and `EDGES` in `cuda/contract.cuh`.
const ITEMS: usize = 4;
/// Edges from which the pivot is taken. As in `cuda/filter_boruvka.cu`.
const SAMPLE: usize = 1024;
/// Most rounds of a run. As in `cuda/contract.cuh`.
const MAX_ROUNDS: usize = 64;
/// Passes that one stage of rounds may take: each at least halves the trees that have edges.
const STAGE: u32 = 32;

/// What statistics call the rounds.
const NAME: &str = "filter-boruvka";

/// How [`filter_boruvka`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterBoruvka {
    /// Edges a node from which heavy edges are filtered.
    pub dense: usize,
    /// Edges a node that are light then.
    pub light: usize,
    /// Edges that are left to one block.
    pub few: u32,
}

impl FilterBoruvka {
    /// Edges a node from which the two passes of the filter cost less than the edges they spare.
    pub const DEFAULT_DENSE: usize = 4;
    /// Edges a node that join most nodes of a graph.
    pub const DEFAULT_LIGHT: usize = 2;
    /// Edges that one block is done with before all blocks have waited for each other.
    pub const DEFAULT_FEW: u32 = 4096;
}

impl Default for FilterBoruvka {
    fn default() -> Self {
        Self { dense: Self::DEFAULT_DENSE, light: Self::DEFAULT_LIGHT, few: Self::DEFAULT_FEW }
    }
}

/// What kernels work on. As in `cuda/contract.cuh`, as are the records below.
pub(crate) struct Work {
    ends: Array<[u32; 2]>,
    keys: Array<u32>,
    ids: Array<u32>,
    lowest: Array<u64>,
    links: Array<u32>,
    taken: Array<u32>,
    labels: Option<Array<u32>>,
    states: Array<u64>,
    run: Array<Run>,
    nodes: u32,
}

#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct RawWork {
    ends: u64,
    keys: u64,
    ids: u64,
    lowest: u64,
    links: u64,
    taken: u64,
    labels: u64,
    states: u64,
    run: u64,
    nodes: u32,
    unused: u32,
}

#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
struct Round {
    trees: u32,
    edges: u32,
    forest: u32,
    started: u32,
}

/// What the host reads of a run.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Totals {
    rounds: u32,
    forest: u32,
    light_rounds: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Run {
    trees: [u32; 2],
    edges: [u32; 2],
    totals: Totals,
    ticket: u32,
    unfinished: [u32; 4],
    barrier: [u32; 2],
    pivot: u64,
    history: [Round; MAX_ROUNDS],
}

impl Argument for &Work {
    type Raw = RawWork;

    fn raw(&self) -> RawWork {
        RawWork {
            ends: self.ends.pointer(),
            keys: self.keys.pointer(),
            ids: self.ids.pointer(),
            lowest: self.lowest.pointer(),
            links: self.links.pointer(),
            taken: self.taken.pointer(),
            labels: self.labels.as_ref().map_or(0, Array::pointer),
            states: self.states.pointer(),
            run: self.run.pointer(),
            nodes: self.nodes,
            unused: 0,
        }
    }
}

impl Work {
    /// Bytes of device memory, those of the forest included.
    fn bytes(nodes: usize, edges: usize, labels: bool, tiles: usize) -> usize {
        let of_edges = bytes_of::<[u32; 2]>(edges) + 2 * bytes_of::<u32>(edges);
        let of_nodes = bytes_of::<u64>(nodes) + bytes_of::<u32>(nodes) * (2 + usize::from(labels));
        let rest = bytes_of::<u32>(words_of_bits(edges)) + bytes_of::<u64>(tiles) + bytes_of::<Run>(1);
        of_edges + of_nodes + rest
    }

    fn new(gpu: &Gpu, nodes: usize, edges: usize, labels: bool, tiles: usize) -> Result<Self> {
        Ok(Self {
            ends: gpu.array(edges)?,
            keys: gpu.array(edges)?,
            ids: gpu.array(edges)?,
            lowest: gpu.all_ones(nodes)?,
            links: gpu.array(nodes)?,
            taken: gpu.zeroed(words_of_bits(edges))?,
            labels: if labels { Some(gpu.array(nodes)?) } else { None },
            states: gpu.zeroed(tiles)?,
            run: gpu.zeroed(1)?,
            nodes: nodes as u32,
        })
    }
}

/// The minimum (maximum) spanning forest by Borůvka's algorithm with a filter, on a GPU.
///
/// # Errors
/// [`Error::TooMany`](crate::Error::TooMany), [`Error::OutOfMemory`](crate::Error::OutOfMemory) before anything is
/// allocated, [`Error::Driver`](crate::Error::Driver), and those of the
/// framework: [`boscage::Error::Cancelled`] before it begins and [`boscage::Error::OutOfMemory`] on the host.
pub fn filter_boruvka<W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: FilterBoruvka,
) -> Result<Forest<W>> {
    exec.check_cancelled()?;
    if graph.is_empty() {
        return Ok(Forest::from_edges(graph, Vec::new()));
    }
    let ids = on_device(gpu, exec, graph, objective, config)?;
    Ok(Forest::from_edges(graph, ids))
}

fn on_device<W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: FilterBoruvka,
) -> Result<Vec<EdgeId>> {
    let (n, m) = (graph.nodes(), graph.len());
    let dense = m / config.dense.max(1) >= n;
    let tiles = m.div_ceil(ITEMS * 32);
    let most = m.min(n - 1);
    let bytes = Input::bytes::<W>(m) + Work::bytes(n, m, dense, tiles) + bytes_of::<u32>(most);
    gpu.check_room(NAME, bytes as u64)?;
    let mut timer = Timer::start(gpu)?;
    let input = Input::upload(gpu, graph, objective)?;
    timer.end(TO_DEVICE)?;
    let mut work = Work::new(gpu, n, m, dense, tiles)?;
    let kernels = gpu.filter_boruvka()?;
    let all_rounds = gpu.together(&kernels.rounds, m, ITEMS)?;
    let (over_edges, over_nodes) = (gpu.over(m, ITEMS), gpu.over(n, ITEMS));
    let mut pass = 1;
    let mut next_passes = |count: u32| {
        pass += count;
        pass - count
    };
    let parity = if dense {
        let rank = (SAMPLE * config.light).saturating_mul(n) / m;
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
    kernels.last_rounds(gpu.one_block(), &work, next_passes(STAGE))?;
    let ids = collect(gpu, &mut timer, &work.taken, m, most, &work.states, next_passes(1))?;
    timer.record(exec, NAME, rounds_of(gpu, &work.run)?)?;
    Ok(ids)
}

/// What the rounds of a run did.
fn rounds_of(gpu: &Gpu, run: &Array<Run>) -> Result<Vec<exec::Round>> {
    let mut totals = [Totals::zeroed()];
    gpu.part(run, offset_of!(Run, totals), &mut totals)?;
    let [Totals { rounds, forest, light_rounds }] = totals;
    let mut history = vec![Round::default(); rounds as usize];
    gpu.part(run, offset_of!(Run, history), &mut history)?;
    let of_round = |i: usize| {
        let Round { edges, forest: before, .. } = history[i];
        let next = history.get(i + 1);
        let committed = next.map_or(forest, |next| next.forest) - before;
        let retried = if i + 1 == light_rounds as usize { 0 } else { next.map_or(0, |next| next.edges) };
        let dropped = edges - committed - retried;
        let [tried, committed, retried, dropped] = [edges, committed, retried, dropped].map(u64::from);
        exec::Round { tried, committed, retried, dropped }
    };
    Ok((0..history.len()).map(of_round).collect())
}
