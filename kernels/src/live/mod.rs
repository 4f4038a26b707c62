//! The live edges of a round, each once. All rounds keep their order: by id, or by (key, id).

#[cfg(test)]
mod tests;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::input::Input;
use crate::launch::{Argument, Launch, kernels};
use crate::memory::{Array, bytes_of};
use crate::primitives::scan::{Form, scan};
use crate::primitives::{Pairs, bits_of, compact, sort, sort_bytes};
use crate::timer::Phases;

kernels! {
    /// Of `cuda/live.cu`.
    Kernels = crate::ptx::LIVE, with crate::primitives::SortKernels, with crate::primitives::CompactKernels;
    fn mark_input(edges: &Input, marks: &Array<u32>, keep: &Array<u8>);
    fn mark_live(edges: &Live, count: u32, roots: &Array<u32>, marks: &Array<u32>, keep: &Array<u8>);
    fn names_of(sums: &Array<u32>, roots: Option<&Array<u32>>, nodes: u32, edges: &Array<u32>,
        names: &Array<u32>, totals: &Array<[u32; 2]>);
    fn gather_input(edges: &Input, positions: &Array<u32>, count: u32, names: &Array<u32>, out: &Live);
    fn gather_live(edges: &Live, positions: &Array<u32>, count: u32, names: Option<&Array<u32>>, out: &Live);
    fn follow(
        order: &Array<u32>,
        count: u32,
        ends: &Array<[u32; 2]>,
        ids: &Array<u32>,
        new_ends: &Array<[u32; 2]>,
        new_ids: &Array<u32>,
    );
    fn higher_ends(ends: &Array<[u32; 2]>, count: u32, out: &Array<u32>);
    fn lower_ends(ends: &Array<[u32; 2]>, order: &Array<u32>, count: u32, out: &Array<u32>);
    fn kinds_of(
        ends: &Array<[u32; 2]>,
        keys: &Array<u32>,
        order: &Array<u32>,
        count: u32,
        heads: &Array<u8>,
        bids: &Array<u64>,
    );
    fn keep_lightest(heads: &Array<u8>, minima: &Array<u64>, count: u32, keep: &Array<u8>);
}

/// Items of the smallest tile of a scan or a compaction.
const TILE: usize = 4 * 32;

/// Edges between vertices that each have at least one.
pub(crate) struct Live {
    pub(crate) count: usize,
    pub(crate) vertices: usize,
    ends: Array<[u32; 2]>,
    keys: Array<u32>,
    /// Ids in the input.
    ids: Array<u32>,
}

/// Record that kernels get. As `Live` in `cuda/edges.cuh`.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct RawLive {
    ends: u64,
    keys: u64,
    ids: u64,
}

impl Argument for &Live {
    type Raw = RawLive;

    fn raw(&self) -> RawLive {
        RawLive { ends: self.ends.pointer(), keys: self.keys.pointer(), ids: self.ids.pointer() }
    }
}

/// Edges that stay, and the new names of their ends.
struct Choice {
    positions: Array<u32>,
    count: usize,
    names: Array<u32>,
    vertices: usize,
}

impl Live {
    /// Returns the bytes of device memory of `edges` edges.
    pub(crate) fn bytes(edges: usize) -> usize {
        bytes_of::<[u32; 2]>(edges) + 2 * bytes_of::<u32>(edges)
    }

    /// Returns the bytes for choosing some of `edges` edges and naming their ends, the chosen edges included.
    pub(crate) fn bytes_of_choice(nodes: usize, edges: usize) -> usize {
        let of_nodes = bytes_of::<u32>(nodes + 1) + bytes_of::<u32>(nodes);
        let scratch = bytes_of::<u64>((nodes + 1).div_ceil(TILE)) + bytes_of::<u64>(edges.div_ceil(TILE));
        of_nodes + bytes_of::<u8>(edges) + bytes_of::<u32>(edges) + scratch + Self::bytes(edges)
    }

    /// Returns the bytes, beside the edges, for finding the lightest of parallel edges or for sorting edges
    /// by key.
    pub(crate) fn bytes_of_order(gpu: &Gpu, edges: usize) -> usize {
        sort_bytes(gpu, edges) + bytes_of::<u8>(edges) + bytes_of::<u64>(edges.div_ceil(TILE))
    }

    /// Returns the edges of the input that are no self-loops, in the order of their ids, and the nodes that
    /// have such edges. Copies two words to the host.
    pub(crate) fn of_input(gpu: &Gpu, input: &Input, nodes: usize) -> Result<Self> {
        let kernels = gpu.kernels::<Kernels>()?;
        let mark = |launch: Launch<'_>, marks: &_, keep: &_| kernels.mark_input(launch, input, marks, keep);
        let Choice { positions, count, names, vertices } = choose(gpu, input.len(), nodes, None, mark)?;
        let out = Self::empty(gpu, count, vertices)?;
        kernels.gather_input(gpu.over(count, 1), input, &positions, count as u32, &names, &out)?;
        Ok(out)
    }

    /// Returns the edges between vertices of different roots, and the roots that have such edges. Copies two
    /// words to the host.
    pub(crate) fn unified(self, gpu: &Gpu, roots: &Array<u32>) -> Result<Self> {
        let kernels = gpu.kernels::<Kernels>()?;
        let all = self.count as u32;
        let mark = |launch: Launch<'_>, marks: &_, keep: &_| {
            kernels.mark_live(launch, &self, all, roots, marks, keep)
        };
        let Choice { positions, count, names, vertices } =
            choose(gpu, self.count, self.vertices, Some(roots), mark)?;
        let out = Self::empty(gpu, count, vertices)?;
        kernels.gather_live(gpu.over(count, 1), &self, &positions, count as u32, Some(&names), &out)?;
        Ok(out)
    }

    /// Returns the edges in the order of (key, id). They must be in the order of ids.
    pub(crate) fn by_key(self, gpu: &Gpu) -> Result<Self> {
        let Self { count, vertices, ends: old_ends, keys, ids: old_ids } = self;
        let sorted = sort(gpu, Pairs { keys, values: None }, count, 0..u32::BITS)?;
        let order = sorted.values.expect("a sort leaves values");
        let (ends, ids) = (gpu.array(count)?, gpu.array(count)?);
        gpu.kernels::<Kernels>()?.follow(
            gpu.over(count, 1),
            &order,
            count as u32,
            &old_ends,
            &old_ids,
            &ends,
            &ids,
        )?;
        Ok(Self { count, vertices, ends, keys: sorted.keys, ids })
    }

    /// Keeps the lightest of parallel edges, by (key, id). Copies one word to the host.
    ///
    /// Each edge is compared once, not from each of its ends, so both ends agree.
    pub(crate) fn without_heavier(self, gpu: &Gpu, phases: &mut Phases<'_>) -> Result<Self> {
        if self.count == 0 {
            return Ok(self);
        }
        let kernels = gpu.kernels::<Kernels>()?;
        let (all, launch) = (self.count as u32, gpu.over(self.count, 1));
        let keep = gpu.zeroed::<u8>(self.count)?;
        {
            let order = self.by_ends(gpu)?;
            phases.end("sort")?;
            let (heads, bids) = (gpu.array(self.count)?, gpu.array(self.count)?);
            kernels.kinds_of(launch, &self.ends, &self.keys, &order, all, &heads, &bids)?;
            scan(gpu, &bids, Some(&heads), self.count, Form::Inclusive, &bids)?;
            kernels.keep_lightest(launch, &heads, &bids, all, &keep)?;
        }
        let positions = gpu.array(self.count)?;
        let count = gpu.one(&compact(gpu, None, &keep, self.count, &positions)?)? as usize;
        let out = Self::empty(gpu, count, self.vertices)?;
        kernels.gather_live(gpu.over(count, 1), &self, &positions, count as u32, None, &out)?;
        phases.end("compact")?;
        Ok(out)
    }

    /// Returns the positions of edges in an order in which parallel edges are adjacent.
    fn by_ends(&self, gpu: &Gpu) -> Result<Array<u32>> {
        let kernels = gpu.kernels::<Kernels>()?;
        let (all, launch) = (self.count as u32, gpu.over(self.count, 1));
        let bits = 0..bits_of(self.vertices - 1);
        let ends = gpu.array(self.count)?;
        kernels.higher_ends(launch, &self.ends, all, &ends)?;
        let Pairs { keys: ends, values } =
            sort(gpu, Pairs { keys: ends, values: None }, self.count, bits.clone())?;
        let order = values.expect("a sort leaves values");
        kernels.lower_ends(launch, &self.ends, &order, all, &ends)?;
        let sorted = sort(gpu, Pairs { keys: ends, values: Some(order) }, self.count, bits)?;
        Ok(sorted.values.expect("a sort leaves values"))
    }

    fn empty(gpu: &Gpu, count: usize, vertices: usize) -> Result<Self> {
        Ok(Self { count, vertices, ends: gpu.array(count)?, keys: gpu.array(count)?, ids: gpu.array(count)? })
    }
}

/// Keeps the marked edges, and numbers the roots that they mark.
fn choose(
    gpu: &Gpu,
    edges: usize,
    nodes: usize,
    roots: Option<&Array<u32>>,
    mark: impl FnOnce(Launch<'_>, &Array<u32>, &Array<u8>) -> Result<()>,
) -> Result<Choice> {
    let (marks, keep) = (gpu.zeroed(nodes + 1)?, gpu.array(edges)?);
    mark(gpu.over(edges, 1), &marks, &keep)?;
    scan(gpu, &marks, None, nodes + 1, Form::Exclusive, &marks)?;
    let positions = gpu.array(edges)?;
    let kept = compact(gpu, None, &keep, edges, &positions)?;
    let (names, totals) = (gpu.array(nodes)?, gpu.array(1)?);
    gpu.kernels::<Kernels>()?.names_of(
        gpu.over(nodes, 1),
        &marks,
        roots,
        nodes as u32,
        &kept,
        &names,
        &totals,
    )?;
    let [count, vertices] = gpu.one(&totals)?.map(|total| total as usize);
    Ok(Choice { positions, count, names, vertices })
}
