//! Copying the forest to the host.

use boscage_core::graph::EdgeId;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::kernels;
use crate::memory::{Array, bytes_of};
use crate::timer::{ON_DEVICE, TO_HOST, Timer};

kernels! {
    /// Of `cuda/collect.cu`.
    Kernels = crate::ptx::COLLECT;
    fn collect(
        bits: &Array<u32>,
        words: u32,
        positions: &Array<u32>,
        found: &Array<u32>,
        states: &Array<u64>,
        pass: u32,
        ticket: &Array<u32>,
    );
}

/// Returns the number of words with one bit per edge.
pub(crate) fn words_of_bits(edges: usize) -> usize {
    edges.div_ceil(32)
}

/// Returns an upper bound of the number of edges in a forest.
fn most(nodes: usize, edges: usize) -> usize {
    edges.min(nodes.saturating_sub(1))
}

/// Returns the largest number of tiles, which is that of the smallest blocks.
fn tiles(words: usize) -> usize {
    words.div_ceil(32)
}

/// Returns the bytes of device memory for collecting the forest of a graph, the bits included.
pub(crate) fn bytes(nodes: usize, edges: usize) -> usize {
    let words = words_of_bits(edges);
    bytes_of::<u32>(words) + bytes_of::<u64>(tiles(words)) + bytes_of::<u32>(most(nodes, edges))
}

/// Returns the ids of the edges whose bits are set in `taken`, ascending.
pub(crate) fn collect(
    gpu: &Gpu,
    timer: &mut Timer<'_>,
    taken: &Array<u32>,
    nodes: usize,
    edges: usize,
) -> Result<Vec<EdgeId>> {
    let (words, most) = (words_of_bits(edges), most(nodes, edges));
    let (found, ticket) = (gpu.zeroed::<u32>(1)?, gpu.zeroed::<u32>(1)?);
    let (states, positions) = (gpu.zeroed::<u64>(tiles(words))?, gpu.array::<u32>(most)?);
    gpu.kernels::<Kernels>()?.collect(
        gpu.over(words, 1),
        taken,
        words as u32,
        &positions,
        &found,
        &states,
        1,
        &ticket,
    )?;
    timer.end(ON_DEVICE)?;
    // Allocated while the device still works.
    let mut ids = boscage_core::memory::filled("the forest", most, EdgeId::from(0))?;
    let found = gpu.one(&found)? as usize;
    assert!(found <= most, "expected at most {most} edges in a forest of {nodes} nodes, found {found}");
    ids.truncate(found);
    gpu.part(&positions, 0, &mut ids)?;
    timer.end(TO_HOST)?;
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulated::on_every_gpu;

    #[test]
    fn bits_become_positions() {
        on_every_gpu(|gpu, numbers| {
            for words in gpu.sizes(1).into_iter().filter(|&words| words > 0) {
                let edges = 32 * words - numbers.below(32);
                for set_of_100 in [0, 100, 2, 50] {
                    let positions: Vec<usize> =
                        (0..edges).filter(|_| numbers.below(100) < set_of_100).collect();
                    let mut bits = vec![0_u32; words];
                    positions.iter().for_each(|&i| bits[i / 32] |= 1 << (i % 32));
                    let mut timer = Timer::start(gpu).unwrap();
                    let on_gpu = gpu.upload(&bits).unwrap();
                    let ids = collect(gpu, &mut timer, &on_gpu, edges + 1, edges).unwrap();
                    let found: Vec<usize> = ids.into_iter().map(EdgeId::index).collect();
                    assert!(found == positions, "{set_of_100} % of {edges}");
                }
            }
        });
    }
}
