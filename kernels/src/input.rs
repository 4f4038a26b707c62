//! Copying the graph to the device.

use boscage_core::graph::{Edge, EdgeListView, Key, Objective, Weight};

use crate::error::{Result, check_counts};
use crate::gpu::Gpu;
use crate::launch::Argument;
use crate::memory::{Array, bytes_of};
use crate::operator::Size;
use crate::rank;
use crate::timer::{TO_DEVICE, Timer};

/// Conversion of weights to keys. As in `cuda/edges.cuh`.
#[repr(u32)]
enum WeightKind {
    Unsigned = 0,
    Signed = 1,
    Float = 2,
}

/// Added for maximum forests.
const MAXIMUM: u32 = 4;

/// An edge list on the device, with the host's layout.
pub(crate) struct Input {
    words: Array<u32>,
    ranks: Option<Array<u32>>,
    count: u32,
    stride: u32,
    kind: u32,
}

/// Record that kernels get. As `Input` in `cuda/edges.cuh`.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct RawInput {
    words: u64,
    ranks: u64,
    count: u32,
    stride: u32,
    kind: u32,
    unused: u32,
}

impl Input {
    /// Returns the bytes of device memory for the edges, and for `rest` bytes that are allocated after them.
    /// If edges are ranked, that may take more than the rest.
    pub(crate) fn bytes_with(of: &Size<'_>, rest: usize) -> usize {
        let Size { gpu, edges, weight_bytes, .. } = *of;
        let beside =
            if weight_bytes == 8 { rank::bytes(gpu, edges).max(bytes_of::<u32>(edges) + rest) } else { rest };
        (8 + weight_bytes) * edges + beside
    }

    /// Returns the number of edges.
    pub(crate) fn len(&self) -> usize {
        self.count as usize
    }

    /// Copies a graph to the device, which ends a stage of the timer; weights of 64 bits are then ranked.
    pub(crate) fn upload<W: Weight>(
        gpu: &Gpu,
        timer: &mut Timer<'_>,
        list: EdgeListView<'_, W>,
        objective: Objective,
    ) -> Result<Self> {
        check_counts(list.node_count(), list.edge_count())?;
        let kind = match W::NAME {
            "i32" | "i64" => WeightKind::Signed,
            "f32" | "f64" => WeightKind::Float,
            _ => WeightKind::Unsigned,
        };
        let maximum = if objective == Objective::Maximum { MAXIMUM } else { 0 };
        let (kind, count) = (kind as u32 | maximum, list.edge_count() as u32);
        let words = gpu.upload::<u32>(bytemuck::cast_slice(list.edges()))?;
        timer.end(TO_DEVICE)?;
        let ranks = if W::Key::BITS == 64 { Some(rank::ranks(gpu, &words, count, kind)?) } else { None };
        let stride = (size_of::<Edge<W>>() / size_of::<u32>()) as u32;
        Ok(Self { words, ranks, count, stride, kind })
    }
}

impl Argument for &Input {
    type Raw = RawInput;

    fn raw(&self) -> RawInput {
        let Input { ref words, ref ranks, count, stride, kind } = **self;
        RawInput { words: words.pointer(), ranks: ranks.as_ref().raw(), count, stride, kind, unused: 0 }
    }
}
