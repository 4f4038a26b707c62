//! Borůvka's algorithm with loops over edges: worklists and wait-free disjoint sets.
//!
//! **Idea.** There are three launches per round. *Bid*: every edge of the worklist finds the roots of its
//! ends; if these differ, it is appended to the next worklist and lowers the bid at both by an atomic
//! minimum. *Join*: an edge that is the minimum at one of its ends joins their sets and enters the forest.
//! *Reset*: the bids are cleared. Or there are four, [`Loops::Separate`], as in the earlier program of the
//! paper: *min*, which only bids; *join*; *map*, which finds the roots of ends and clears the bids there;
//! *filter*, which appends the edges whose ends differ to the next worklist. Statistics have the time of each
//! phase, and the time until the host knows how many edges are left (*counts*), summed over all rounds.
//!
//! **Why it is correct.** The lowest edge that leaves a set, by (key, id), belongs to the forest. Bids are
//! all different, so choices make no cycle and every join finds two sets. Joins run concurrently on sets with
//! rank and parent in one word: a root is linked below a root of higher (rank, node) by a compare-and-swap of
//! the whole record, so records increase along every path.
//!
//! **What differs from the paper.** Finds with path compression move to the parent after each step (path
//! splitting), where Listing 4 moves on to the grandparent (path halving): a find here makes up to twice as
//! many compare-and-swaps, so leaving compression out may gain more than in the paper. Corrected errors: its
//! `join` swaps the ranks of two sets but not the sets (it never ends on three elements) and leaves sets of
//! equal rank unordered; the worklist of its Listing 6 keeps edges inside one set. Choices are compared by
//! edge id, so equal weights are no problem, and self-loops of the input bid for nothing.
//!
//! There is less contention by default. The paper says that its bottleneck is `atomicMin` at nodes of high
//! degree and the `atomicAdd` of the worklist's length, one per edge. Here a warp adds once for all of its
//! edges ([`Append::ByWarp`]), and a bid that is not lower than the current one needs no atomic
//! ([`Minimum::IfLower`]). Both reduce this bottleneck. [`Append::ByThread`] and [`Minimum::Always`] work as
//! in the paper; compilers may still combine the additions of a warp. To repeat the paper's measurements, use
//! [`EdgeBoruvka::LISTING_5`], [`LISTING_6`](EdgeBoruvka::LISTING_6) or
//! [`AS_PUBLISHED`](EdgeBoruvka::AS_PUBLISHED).
//!
//! Some differences have no option. Edges of the forest are bits set by an atomic; in the paper they are
//! flags set by a plain store. The first round reads the edges directly from the input. The paper does not
//! say how Listing 5 filters its edges; here it is one launch that appends as in Listing 6.
//!
//! **Cost.** Two words to the host per round. Paths have at most log2 n hops, because sets are joined by
//! rank.
//!
//! **Deterministic**: the forest is; which node is the root of a set depends on timing.
//!
//! **Comparison.** `filter-boruvka` relabels and reads each node's tree in one access.
//!
//! **Paper.** Shou, He, "15-418: Final Project Report - Parallel Minimum Spanning Tree", its section 3.2;
//! Anderson, Woll, "Wait-free parallel algorithms for the union-find problem", 1991.

mod config;

use boscage_core::exec::{Exec, Round};
use boscage_core::graph::{AnyForest, AnyGraphView, EdgeId, EdgeListView, Forest, Objective, Weight};

use crate::collect::{self, words_of_bits};
use crate::error::Result;
use crate::gpu::Gpu;
use crate::input::Input;
use crate::launch::kernels;
use crate::memory::{Array, WORDS, bytes_of};
use crate::operator::{Device, Size, on_edges};
use crate::session::{Session, forest};
use crate::timer::Phases;
use boscage_operators::msf::papers::Loops;
use boscage_operators::msf::{Facts, Kind, Operator};
pub use config::{Append, EdgeBoruvka, Minimum};

kernels! {
    /// Of `cuda/edge_boruvka.cu`.
    Kernels = crate::ptx::EDGE_BORUVKA;
    fn make_sets(records: &Array<u64>, nodes: u32);
    fn bid(
        input: &Input,
        worklist: Option<&Array<[u32; 4]>>,
        count: u32,
        records: &Array<u64>,
        form: u32,
        lowest: &Array<u64>,
        next: &Array<[u32; 4]>,
        counts: &Array<u32>,
    );
    fn lightest(input: &Input, worklist: Option<&Array<[u32; 4]>>, count: u32, form: u32,
        lowest: &Array<u64>);
    fn join(
        input: &Input,
        worklist: Option<&Array<[u32; 4]>>,
        count: u32,
        length: Option<&Array<u32>>,
        records: &Array<u64>,
        form: u32,
        lowest: &Array<u64>,
        taken: &Array<u32>,
        counts: &Array<u32>,
    );
    fn map(
        input: &Input,
        worklist: Option<&Array<[u32; 4]>>,
        count: u32,
        records: &Array<u64>,
        form: u32,
        lowest: &Array<u64>,
        mapped: &Array<[u32; 4]>,
    );
    fn filter(mapped: &Array<[u32; 4]>, count: u32, form: u32, next: &Array<[u32; 4]>, counts: &Array<u32>);
    fn reset(worklist: &Array<[u32; 4]>, counts: &Array<u32>, lowest: &Array<u64>);
}

impl Operator<Device> for EdgeBoruvka {
    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "edge-boruvka",
            kind: Kind::Threads,
            paper: "Shou, He (CUDA, OpenMP, MPI); Anderson, Woll 1991",
            choose_for: "for comparison: links of a round compete, by rank",
            summary: "edge-centric rounds with worklists and wait-free disjoint sets",
        }
    }

    fn run(
        &self,
        (gpu, exec): (&Gpu, &Exec),
        graph: AnyGraphView<'_>,
        objective: Objective,
    ) -> Result<AnyForest> {
        on_edges!(exec, graph, |list| edge_boruvka(gpu, exec, list, objective, *self))
    }

    fn memory(&self, of: &Size<'_>) -> u64 {
        let rest = 2 * bytes_of::<[u32; 4]>(of.edges) + 2 * bytes_of::<u64>(of.nodes) + WORDS;
        Input::bytes_with(of, rest + collect::bytes(of.nodes, of.edges)) as u64
    }
}

/// Finds the minimum (maximum) spanning forest by edge-centric rounds with worklists and wait-free disjoint
/// sets, on a GPU. It is meant for comparison with the paper (Shou and He);
/// [`filter_boruvka`](fn@crate::filter_boruvka) is faster.
///
/// # Determinism
/// The forest is deterministic. The root of each set during the run depends on timing.
///
/// # Memory
/// On the device, beside the graph: 32 bytes per edge, 16 bytes per node, and one bit per edge.
///
/// # Errors
/// [`Error::Argument`](crate::Error::Argument), [`Error::TooMany`](crate::Error::TooMany),
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory) before anything is allocated,
/// [`Error::Driver`](crate::Error::Driver), and those of the framework: [`boscage_core::Error::Cancelled`]
/// and [`boscage_core::Error::OutOfMemory`] on the host.
pub fn edge_boruvka<'a, W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
    config: EdgeBoruvka,
) -> Result<Forest<W>> {
    let graph = graph.into();
    config.check()?;
    forest(exec, graph, || on_device(gpu, exec, graph, objective, config))
}

fn on_device<W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: EdgeBoruvka,
) -> Result<Vec<EdgeId>> {
    let (n, m) = (graph.node_count(), graph.edge_count());
    let (mut session, kernels, input) = Session::begin::<Kernels, W>(gpu, exec, &config, graph, objective)?;
    let (records, lowest) = (gpu.array(n)?, gpu.all_ones(n)?);
    let taken = gpu.zeroed(words_of_bits(m))?;
    let (mut worklist, mut next) = (gpu.array(m)?, gpu.array(m)?);
    let launch = |items: usize| gpu.over_in_blocks(items, config.block);
    kernels.make_sets(launch(n), &records, n as u32)?;

    let form = config.form();
    let mut phases = Phases::start(gpu)?;
    let mut live = m;
    while live > 0 {
        exec.check_cancelled()?;
        let counts = gpu.zeroed(2)?;
        let (all, count) = (launch(live), live as u32);
        let from = (session.rounds.round_count() > 0).then_some(&worklist);
        let (offered, length) = match config.loops {
            Loops::Combined => {
                kernels.bid(all, &input, from, count, &records, form, &lowest, &next, &counts)?;
                phases.end("bid")?;
                (Some(&next), Some(&counts))
            }
            Loops::Separate => {
                kernels.lightest(all, &input, from, count, form, &lowest)?;
                phases.end("min")?;
                (from, None)
            }
        };
        kernels.join(all, &input, offered, count, length, &records, form, &lowest, &taken, &counts)?;
        phases.end("join")?;
        match config.loops {
            Loops::Combined => {
                kernels.reset(all, &next, &counts, &lowest)?;
                phases.end("reset")?;
            }
            Loops::Separate => {
                kernels.map(all, &input, from, count, &records, form, &lowest, &worklist)?;
                phases.end("map")?;
                kernels.filter(all, &worklist, count, form, &next, &counts)?;
                phases.end("filter")?;
            }
        }
        let mut found = [0_u32; 2];
        gpu.part(&counts, 0, &mut found)?;
        phases.end("counts")?;
        let [left, joined] = found.map(u64::from);
        let retried = match config.loops {
            Loops::Combined => left - joined, // the next round drops those that joined
            Loops::Separate => left,
        };
        let tried = live as u64;
        session.rounds.record(Round::from_counts(joined, retried, tried - joined - retried));
        live = left as usize;
        std::mem::swap(&mut worklist, &mut next);
    }
    session.end(&taken, |exec, _| phases.record(exec))
}
