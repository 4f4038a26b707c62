//! The arrays that the kernels work on.

use super::ITEMS;
use super::history::Run;
use crate::collect::words_of_bits;
use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::Argument;
use crate::memory::{Array, WORDS, bytes_of};

/// Arrays that kernels work on. As in `cuda/contract.cuh`.
pub(crate) struct Work {
    ends: Array<[u32; 2]>,
    keys: Array<u32>,
    ids: Array<u32>,
    lowest: Array<u64>,
    links: Array<u32>,
    pub(super) taken: Array<u32>,
    pub(super) labels: Option<Array<u32>>,
    pub(super) states: Array<u64>,
    pub(super) run: Array<Run>,
    nodes: u32,
}

/// Record that kernels get. As `Work` in `cuda/contract.cuh`.
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

/// Knowledge of each node's tree, which the filter needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Labels {
    Kept,
    Unknown,
}

/// Returns the largest number of tiles per pass over edges, which is that of the smallest blocks.
fn tiles(edges: usize) -> usize {
    edges.div_ceil(ITEMS * 32)
}

impl Work {
    /// Returns the bytes of device memory, without the bits of the forest.
    pub(super) fn bytes(nodes: usize, edges: usize, labels: Labels) -> usize {
        let of_edges = bytes_of::<[u32; 2]>(edges) + 2 * bytes_of::<u32>(edges);
        let of_nodes =
            bytes_of::<u64>(nodes) + bytes_of::<u32>(nodes) * (1 + usize::from(labels == Labels::Kept));
        of_edges + of_nodes + bytes_of::<u64>(tiles(edges)) + bytes_of::<Run>(1) + WORDS
    }

    pub(super) fn new(gpu: &Gpu, nodes: usize, edges: usize, labels: Labels) -> Result<Self> {
        Ok(Self {
            ends: gpu.array(edges)?,
            keys: gpu.array(edges)?,
            ids: gpu.array(edges)?,
            lowest: gpu.all_ones(nodes)?,
            links: gpu.array(nodes)?,
            taken: gpu.zeroed(words_of_bits(edges))?,
            labels: if labels == Labels::Kept { Some(gpu.array(nodes)?) } else { None },
            states: gpu.zeroed(tiles(edges))?,
            run: gpu.zeroed(1)?,
            nodes: nodes as u32,
        })
    }
}
