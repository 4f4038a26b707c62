//! Borůvka's algorithm from the edges' point of view: worklists and wait-free disjoint sets.
//!
//! **Idea.** Three launches a round. *Bid*: every edge of the worklist finds the roots of its ends; if these differ it
//! is appended to the next worklist and lowers the bid at both by an atomic minimum. *Join*: an edge that is the
//! choice of either end joins their sets and enters the forest. *Reset*: the bids are emptied. Statistics have the
//! time of each, and of what it takes until the host knows how many edges are left, of all rounds together.
//!
//! **Why it is right.** The lowest edge that leaves a set, by (key, id), belongs to the forest. Bids are all different,
//! so no set of choices makes a cycle and every join finds two sets. Joins run concurrently on sets that hold rank and
//! parent in one word: a root is linked below one of higher (rank, node) by a compare-and-swap of the whole record, so
//! records ascend along every path.
//!
//! **What differs from the paper.** Its `join` swaps the ranks of two sets but not the sets (it never ends on three
//! elements) and leaves sets of equal rank unordered; its worklist keeps edges inside one set. Choices are compared by
//! edge id, so equal weights are no problem. Filtering is woven into the bids and paths are not compressed, as there;
//! [`EdgeBoruvka`] has the block size and the compression that it measures.
//!
//! **Cost.** A word to the host each round; 32 bytes an edge and 16 a node beside the input, and a bit an edge. Paths
//! have at most log2 n hops, as sets are joined by rank.
//!
//! **Deterministic**: the forest is; which node is the root of a set depends on timing.
//!
//! **When to choose it.** To compare with; `filter-boruvka` relabels and reads each node's tree in one access.
//!
//! **Paper.** "A Comparison of CUDA, OpenMP, and MPI for Minimum Spanning Trees", its section 3.2; Anderson, Woll 1991.

use boscage::exec::{Exec, Progress, Round};
use boscage::graph::{EdgeId, EdgeListView, Forest, Objective, Weight};
use boscage::sync::PathCompression;

use crate::collect::{self, collect, words_of_bits};
use crate::error::{Error, Result};
use crate::gpu::Gpu;
use crate::input::Input;
use crate::launch::kernels;
use crate::memory::{Array, WORDS, bytes_of};
use crate::timer::{Phases, Timer};

kernels! {
    /// Of `cuda/edge_boruvka.cu`.
    Kernels = crate::ptx::EDGE_BORUVKA;
    fn make_sets(records: &Array<u64>, nodes: u32);
    fn bid_unseen(edges: &Input, records: &Array<u64>, compress: u32, lowest: &Array<u64>, next: &Array<[u32; 4]>, counts: &Array<u32>);
    fn bid_again(
        worklist: &Array<[u32; 4]>,
        count: u32,
        records: &Array<u64>,
        compress: u32,
        lowest: &Array<u64>,
        next: &Array<[u32; 4]>,
        counts: &Array<u32>,
    );
    fn join(
        worklist: &Array<[u32; 4]>,
        counts: &Array<u32>,
        records: &Array<u64>,
        compress: u32,
        lowest: &Array<u64>,
        taken: &Array<u32>,
    );
    fn reset(worklist: &Array<[u32; 4]>, counts: &Array<u32>, lowest: &Array<u64>);
}

/// Largest block. As in `cuda/edge_boruvka.cu`.
const LARGEST_BLOCK: u32 = 1024;
/// What statistics call the rounds.
const NAME: &str = "edge-boruvka";

/// How [`edge_boruvka`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeBoruvka {
    /// Threads of a block: a multiple of 32, at most 1024.
    pub block: u32,
    /// Whether finds shorten the paths that they walk.
    pub compression: PathCompression,
}

impl EdgeBoruvka {
    /// Threads of a block, as in the paper.
    pub const DEFAULT_BLOCK: u32 = 512;
}

impl Default for EdgeBoruvka {
    fn default() -> Self {
        Self { block: Self::DEFAULT_BLOCK, compression: PathCompression::Off }
    }
}

/// The minimum (maximum) spanning forest by edge-centric rounds, on a GPU.
///
/// # Errors
/// [`Error::Argument`], [`Error::TooMany`], [`Error::OutOfMemory`] before anything is allocated, [`Error::Driver`],
/// and those of the framework: [`boscage::Error::Cancelled`] and [`boscage::Error::OutOfMemory`] on the host.
pub fn edge_boruvka<W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: EdgeBoruvka,
) -> Result<Forest<W>> {
    exec.check_cancelled()?;
    let EdgeBoruvka { block, .. } = config;
    if block == 0 || !block.is_multiple_of(32) || block > LARGEST_BLOCK {
        return Err(Error::Argument {
            what: "block",
            expected: format!("a multiple of 32 up to {LARGEST_BLOCK}"),
            found: block.to_string(),
        });
    }
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
    config: EdgeBoruvka,
) -> Result<Vec<EdgeId>> {
    let (n, m) = (graph.nodes(), graph.len());
    let compress = u32::from(config.compression == PathCompression::On);
    let rest = 2 * bytes_of::<[u32; 4]>(m) + 2 * bytes_of::<u64>(n) + WORDS;
    let rest = rest + collect::bytes(n, m);
    gpu.check_room(NAME, Input::bytes_with::<W>(gpu, m, rest) as u64)?;
    let mut timer = Timer::start(gpu, exec)?;
    let kernels = gpu.edge_boruvka()?;
    let input = Input::upload(gpu, &mut timer, graph, objective)?;
    let (records, lowest) = (gpu.array(n)?, gpu.all_ones(n)?);
    let taken = gpu.zeroed(words_of_bits(m))?;
    let (mut worklist, mut next) = (gpu.array(m)?, gpu.array(m)?);
    let launch = |items: usize| gpu.over_in_blocks(items, config.block);
    kernels.make_sets(launch(n), &records, n as u32)?;

    let mut phases = Phases::start(gpu)?;
    let (mut rounds, mut live) = (Vec::new(), m);
    while live > 0 {
        exec.check_cancelled()?;
        let counts = gpu.zeroed(2)?;
        if rounds.is_empty() {
            kernels.bid_unseen(launch(live), &input, &records, compress, &lowest, &next, &counts)?;
        } else {
            kernels.bid_again(
                launch(live),
                &worklist,
                live as u32,
                &records,
                compress,
                &lowest,
                &next,
                &counts,
            )?;
        }
        phases.end("bid")?;
        kernels.join(launch(live), &next, &counts, &records, compress, &lowest, &taken)?;
        phases.end("join")?;
        kernels.reset(launch(live), &next, &counts, &lowest)?;
        phases.end("reset")?;
        let mut found = [0_u32; 2];
        gpu.part(&counts, 0, &mut found)?;
        phases.end("counts")?;
        let [left, joined] = found.map(u64::from);
        let tried = live as u64;
        rounds.push(Round { tried, committed: joined, retried: left - joined, dropped: tried - left });
        let done = m as u64 - left;
        exec.report(&Progress { name: NAME, round: rounds.len() as u64, done, total: m as u64 });
        live = left as usize;
        std::mem::swap(&mut worklist, &mut next);
    }
    let ids = collect(gpu, &mut timer, &taken, n, m)?;
    timer.record(exec, NAME, rounds)?;
    phases.record(exec, NAME)?;
    Ok(ids)
}
