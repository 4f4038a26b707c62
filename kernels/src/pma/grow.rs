//! Partial Prim: workers grow trees at the same time; each worker grows its trees one after the other.

use super::Lanes;
use boscage_operators::msf::papers::PmaVariant;

use crate::arcs::Arcs;
use crate::error::{Error, Result};
use crate::gpu::Gpu;
use crate::launch::{Argument, kernels};
use crate::memory::{Array, bytes_of};
use crate::roots::jump;
use crate::timer::Phases;

kernels! {
    /// Of `cuda/pma.cu`.
    Kernels = crate::ptx::PMA,
        with crate::arcs::Kernels, with crate::live::Kernels, with crate::roots::Kernels;
    fn grow_min(graph: &Adjacency<'_>, growth: &Growth<'_>);
    fn grow_sort(graph: &Adjacency<'_>, growth: &Growth<'_>);
    fn grow_min_by_warps(graph: &Adjacency<'_>, growth: &Growth<'_>);
    fn grow_sort_by_warps(graph: &Adjacency<'_>, growth: &Growth<'_>);
    fn break_hooks(owners: &Array<u32>, hooks: &Array<u32>, vertices: u32, links: &Array<u32>);
    fn count_components(roots: &Array<u32>, vertices: u32, totals: &Array<[u32; 2]>);
}

/// Largest number of threads per block: few, because workers end at very different times and a block frees
/// its place when all of its workers have ended. As in `cuda/pma.cu`.
const BLOCK: u32 = 64;

/// Order of the arcs of a vertex, which decides how the lightest outgoing one is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ArcOrder {
    /// By id.
    Id,
    /// By (key, id).
    Key,
}

/// Orders of arcs in the first round, and in all others.
#[derive(Clone, Copy)]
pub(super) struct Orders(ArcOrder, ArcOrder);

impl Orders {
    pub(super) fn of(variant: PmaVariant) -> Result<Self> {
        match variant {
            PmaVariant::Min => Ok(Self(ArcOrder::Id, ArcOrder::Id)),
            PmaVariant::Sort => Ok(Self(ArcOrder::Key, ArcOrder::Key)),
            PmaVariant::Hybrid => Ok(Self(ArcOrder::Id, ArcOrder::Key)),
            PmaVariant::Heap => Err(Error::Argument {
                what: "the variant",
                expected: "one that runs on GPUs: pma-min, pma-sort or pma-hybrid".to_owned(),
                found: variant.name().to_owned(),
            }),
        }
    }

    /// The first round is 0.
    pub(super) fn of_round(self, round: u64) -> ArcOrder {
        if round == 0 { self.0 } else { self.1 }
    }
}

/// Arcs by vertex. As in `cuda/pma.cu`, as are the records below.
pub(crate) struct Adjacency<'a> {
    firsts: Array<u32>,
    arcs: &'a Arcs,
}

#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct RawAdjacency {
    firsts: u64,
    starts: u64,
    ends: u64,
    keys: u64,
    ids: u64,
}

impl Argument for &Adjacency<'_> {
    type Raw = RawAdjacency;

    fn raw(&self) -> RawAdjacency {
        let Adjacency { firsts, arcs: Arcs { starts, ends, keys, ids, .. } } = self;
        RawAdjacency {
            firsts: firsts.pointer(),
            starts: starts.pointer(),
            ends: ends.pointer(),
            keys: keys.pointer(),
            ids: ids.pointer(),
        }
    }
}

/// State of the growing trees.
pub(crate) struct Growth<'a> {
    owners: Array<u32>,
    hooks: Array<u32>,
    members: Array<Member>,
    taken: &'a Array<u32>,
    totals: Array<[u32; 2]>,
    vertices: u32,
    width: u32,
}

/// A vertex of a tree.
type Member = [u32; 4];

#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct RawGrowth {
    owners: u64,
    hooks: u64,
    members: u64,
    taken: u64,
    totals: u64,
    vertices: u32,
    width: u32,
}

impl Argument for &Growth<'_> {
    type Raw = RawGrowth;

    fn raw(&self) -> RawGrowth {
        let Growth { owners, hooks, members, taken, totals, vertices, width } = self;
        RawGrowth {
            owners: owners.pointer(),
            hooks: hooks.pointer(),
            members: members.pointer(),
            taken: taken.pointer(),
            totals: totals.pointer(),
            vertices: *vertices,
            width: *width,
        }
    }
}

/// Returns the bytes of device memory of growing trees.
pub(super) fn bytes(nodes: usize, gamma: usize) -> usize {
    let width = gamma.min(nodes).max(1);
    3 * bytes_of::<u32>(nodes + 1) + bytes_of::<Member>(nodes.div_ceil(width) * width)
}

/// Grows trees of up to `gamma` vertices until every vertex is in one; their edges enter the forest. Returns
/// the root of each vertex's component, and the number of edges that entered. Copies three words to the host.
///
/// # Panics
/// If no edge entered, hooks make a ring, or there are more or fewer components than the edges make.
pub(super) fn grow(
    gpu: &Gpu,
    phases: &mut Phases<'_>,
    arcs: &Arcs,
    order: ArcOrder,
    lanes: Lanes,
    gamma: usize,
    taken: &Array<u32>,
) -> Result<(Array<u32>, usize)> {
    let kernels = gpu.kernels::<Kernels>()?;
    let vertices = arcs.nodes;
    // As many workers as trees of that size.
    let width = gamma.min(vertices);
    let workers = vertices.div_ceil(width);
    let graph = Adjacency { firsts: arcs.firsts(gpu)?, arcs };
    let growth = Growth {
        owners: gpu.all_ones(vertices)?,
        hooks: gpu.array(vertices)?,
        members: gpu.array(workers * width)?,
        taken,
        totals: gpu.zeroed(1)?,
        vertices: vertices as u32,
        width: width as u32,
    };
    let start = match (order, lanes) {
        (ArcOrder::Id, Lanes::One) => Kernels::grow_min,
        (ArcOrder::Key, Lanes::One) => Kernels::grow_sort,
        (ArcOrder::Id, Lanes::Warp) => Kernels::grow_min_by_warps,
        (ArcOrder::Key, Lanes::Warp) => Kernels::grow_sort_by_warps,
    };
    let launch = gpu.over_in_blocks(workers * lanes.count(), BLOCK.min(gpu.threads()));
    start(&kernels, launch, &graph, &growth)?;
    phases.end("grow")?;

    let Growth { owners, hooks, totals, .. } = growth;
    let (links, n, over_vertices) = (gpu.array(vertices)?, vertices as u32, gpu.over(vertices, 1));
    kernels.break_hooks(over_vertices, &owners, &hooks, n, &links)?;
    phases.end("break")?;
    jump(gpu, &links, vertices)?;
    phases.end("jump")?;
    // Counted before the jumps: doubling may make a root of one of the links of a ring.
    kernels.count_components(over_vertices, &links, n, &totals)?;
    let [taken, components] = gpu.one(&totals)?.map(|total| total as usize);
    assert!(taken > 0, "every round must take an edge");
    assert_eq!(components + taken, vertices, "components must agree with the edges taken");
    Ok((links, taken))
}
