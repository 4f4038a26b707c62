//! Borůvka's algorithm from data-parallel primitives: scan, segmented scan, sort.
//!
//! **Steps** of a round, in the words and the numbers of the paper, over arcs sorted by their start:
//!
//! | step | here |
//! |---|---|
//! | 1. append weight and arc into a list; 2. flags where nodes begin | `append`, [`Arcs::heads`] |
//! | 3. segmented minimum scan; 4. successors | [`scan`], `choose` |
//! | 5. remove cycles, find representatives; 6., 7. mark edges | `break_cycles` |
//! | 8. pointer doubling | [`jump`] |
//! | 9. sort nodes by root; 10. flags and their prefix sum; 11. new names | [`sort`], `flag`, [`scan`], `name` |
//! | 12., 13. rename arcs, those inside one tree to the end; 14. sort; 15. to 19. count, compact, reorder | [`Arcs::renamed`] |
//! | 20. again, until no arc is left | the loop |
//!
//! **Why it is correct.** As in every Borůvka algorithm: a node's lowest arc by (key, id) is in the forest,
//! and a cycle of successors can only be two nodes that choose the same edge.
//!
//! **What differs from the paper.** There (weight, node) share one word of 32 bits, so there are at most 2^10
//! weights and 2^22 nodes, and ties are decided by the node. Here (key, id) share 64 bits. Graphs need not be
//! connected. Edge ids are moved with the arcs, instead of a map beside them.
//!
//! **Cost.** A round reads and writes all live arcs about 25 times, for the radix sort; two words to the
//! host.
//!
//! Every array is deterministic.
//!
//! **Papers.** Vineet, Harish, Patidar, Narayanan, "Fast Minimum Spanning Tree for Large Graphs on the GPU",
//! HPG 2009; Gupta, "Parallel Implementation of Boruvka on CUDA", 2012, whose list of steps this is.

use boscage_core::exec::{Exec, Round};
use boscage_core::graph::{AnyForest, AnyGraphView, EdgeId, EdgeListView, Forest, Objective, Weight};
use boscage_operators::msf::{Facts, Kind, Operator};

use crate::arcs::{Arcs, check_arcs};
use crate::collect::words_of_bits;
use crate::error::Result;
use crate::gpu::Gpu;
use crate::input::Input;
use crate::launch::kernels;
use crate::memory::{Array, WORDS, bytes_of};
use crate::operator::{Device, Size, on_edges};
use crate::primitives::scan::{Form, scan};
use crate::primitives::{Pairs, bits_of, sort, sort_bytes};
use crate::roots::jump;
use crate::session::{Session, forest};

kernels! {
    /// Of `cuda/vineet.cu`.
    Kernels = crate::ptx::VINEET, with crate::arcs::Kernels, with crate::roots::Kernels;
    fn append(keys: &Array<u32>, ids: &Array<u32>, count: u32, list: &Array<u64>);
    fn lowest_of(starts: &Array<u32>, count: u32, minima: &Array<u64>, lowest: &Array<u64>);
    fn stand_alone(nodes: u32, successors: &Array<u32>);
    fn choose(
        starts: &Array<u32>,
        ends: &Array<u32>,
        keys: &Array<u32>,
        ids: &Array<u32>,
        count: u32,
        lowest: &Array<u64>,
        successors: &Array<u32>,
    );
    fn break_cycles(nodes: u32, successors: &Array<u32>, lowest: &Array<u64>, roots: &Array<u32>,
        taken: &Array<u32>);
    fn flag(sorted_roots: &Array<u32>, nodes: u32, flags: &Array<u32>);
    fn name(sorted_nodes: &Array<u32>, sums: &Array<u32>, nodes: u32, names: &Array<u32>, last: &Array<u32>);
}

/// [`vineet`](fn@vineet) as a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vineet;

impl Operator<Device> for Vineet {
    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "vineet",
            kind: Kind::Threads,
            paper: "Vineet, Harish, Patidar, Narayanan 2009",
            choose_for: "for comparison, on a GPU",
            summary: "Boruvka's rounds from scan, segmented scan and sort",
        }
    }

    fn run(
        &self,
        (gpu, exec): (&Gpu, &Exec),
        graph: AnyGraphView<'_>,
        objective: Objective,
    ) -> Result<AnyForest> {
        on_edges!(exec, graph, |list| vineet(gpu, exec, list, objective))
    }

    fn memory(&self, of: &Size<'_>) -> u64 {
        let of_input = Input::bytes_with(of, Arcs::bytes_of_input(of.gpu, of.edges));
        // Lowest arcs, successors, and the sort of the roots.
        let of_nodes = bytes_of::<u64>(of.nodes) + bytes_of::<u32>(of.nodes) + sort_bytes(of.gpu, of.nodes);
        let phases = of_input.max(Arcs::bytes(of.gpu, of.edges) + of_nodes);
        (phases + bytes_of::<u32>(words_of_bits(of.edges)) + WORDS) as u64
    }
}

/// Finds the minimum (maximum) spanning forest by Borůvka's algorithm from data-parallel primitives (scan,
/// segmented scan and sort), on a GPU. It is meant for comparison with the paper (Vineet, Harish, Patidar,
/// Narayanan, HPG 2009), to which PMA was compared; [`filter_boruvka`](fn@crate::filter_boruvka) is faster.
///
/// # Determinism
/// The forest is deterministic.
///
/// # Memory
/// On the device, beside the graph: about 64 bytes per edge and 32 bytes per node.
///
/// # Errors
/// [`Error::TooMany`](crate::Error::TooMany), [`Error::OutOfMemory`](crate::Error::OutOfMemory) before
/// anything is allocated, [`Error::Driver`](crate::Error::Driver), and those of the framework:
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`] on the host.
pub fn vineet<'a, W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
) -> Result<Forest<W>> {
    let graph = graph.into();
    forest(exec, graph, || on_device(gpu, exec, graph, objective))
}

fn on_device<W: Weight>(
    gpu: &Gpu,
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
) -> Result<Vec<EdgeId>> {
    let (n, m) = (graph.node_count(), graph.edge_count());
    check_arcs(gpu, m)?;
    let (mut session, kernels, input) = Session::begin(gpu, exec, &Vineet, graph, objective)?;
    let taken = gpu.zeroed(words_of_bits(m))?;
    let mut arcs = Arcs::new(gpu, &input, n)?;
    drop(input);
    while arcs.count > 0 {
        exec.check_cancelled()?;
        let (tried, trees) = (arcs.count as u64 / 2, arcs.nodes);
        arcs = round(gpu, &kernels, arcs, &taken)?;
        let (committed, left) = ((trees - arcs.nodes) as u64, arcs.count as u64 / 2);
        session.rounds.record(Round::from_counts(committed, left, tried - left - committed));
    }
    session.end(&taken, |_, _| Ok(()))
}

/// Contracts every node with its successor.
fn round(gpu: &Gpu, kernels: &Kernels, arcs: Arcs, taken: &Array<u32>) -> Result<Arcs> {
    let (nodes, count) = (arcs.nodes, arcs.count);
    let (n, all) = (nodes as u32, count as u32);
    let (over_arcs, over_nodes) = (gpu.over(count, 1), gpu.over(nodes, 1));
    let (lowest, successors, roots) = (gpu.array(nodes)?, gpu.array(nodes)?, gpu.array(nodes)?);
    {
        let list = gpu.array(count)?;
        kernels.append(over_arcs, &arcs.keys, &arcs.ids, all, &list)?;
        scan(gpu, &list, Some(&arcs.heads(gpu)?), count, Form::Inclusive, &list)?;
        kernels.lowest_of(over_arcs, &arcs.starts, all, &list, &lowest)?;
    }
    kernels.stand_alone(over_nodes, n, &successors)?;
    kernels.choose(over_arcs, &arcs.starts, &arcs.ends, &arcs.keys, &arcs.ids, all, &lowest, &successors)?;
    kernels.break_cycles(over_nodes, n, &successors, &lowest, &roots, taken)?;
    jump(gpu, &roots, nodes)?;

    let by_root = sort(gpu, Pairs { keys: roots, values: None }, nodes, 0..bits_of(nodes - 1))?;
    let (flags, names, last) = (gpu.array(nodes)?, successors, gpu.array(1)?);
    kernels.flag(over_nodes, &by_root.keys, n, &flags)?;
    scan(gpu, &flags, None, nodes, Form::Inclusive, &flags)?;
    let sorted = by_root.values.as_ref().expect("a sort leaves values");
    kernels.name(over_nodes, sorted, &flags, n, &names, &last)?;
    let trees = gpu.one(&last)? as usize + 1;
    arcs.renamed(gpu, &names, trees)
}
