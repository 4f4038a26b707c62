//! The forest on its way to the host.

use boscage::graph::EdgeId;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::kernels;
use crate::memory::Array;
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

/// Words of a tile, for each thread. As in `cuda/collect.cu`.
const WORDS: usize = 4;

/// The words that hold a bit for each of `edges` edges.
pub(crate) fn words_of_bits(edges: usize) -> usize {
    edges.div_ceil(32)
}

/// The ids of the edges whose bits are set, ascending; `most` is more than there can be. `states` is zero or of earlier passes than
/// `pass`.
pub(crate) fn collect(
    gpu: &Gpu,
    timer: &mut Timer<'_>,
    taken: &Array<u32>,
    edges: usize,
    most: usize,
    states: &Array<u64>,
    pass: u32,
) -> Result<Vec<EdgeId>> {
    let words = words_of_bits(edges);
    let (found, ticket) = (gpu.zeroed::<u32>(1)?, gpu.zeroed::<u32>(1)?);
    let positions = gpu.array::<u32>(most)?;
    gpu.collect()?.collect(
        gpu.over(words, WORDS),
        taken,
        words as u32,
        &positions,
        &found,
        states,
        pass,
        &ticket,
    )?;
    timer.end(ON_DEVICE)?;
    let mut ids = boscage::memory::filled("the forest", gpu.one(&found)? as usize, EdgeId::from(0))?;
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
            for words in gpu.sizes(WORDS).into_iter().filter(|&words| words > 0) {
                let edges = 32 * words - numbers.below(32);
                let states = gpu.zeroed(words).unwrap();
                // One after the other with the same states; none is set, all are, few, many.
                for (set_of_100, pass) in [0, 100, 2, 50].into_iter().zip(1..) {
                    let positions: Vec<usize> =
                        (0..edges).filter(|_| numbers.below(100) < set_of_100).collect();
                    let mut bits = vec![0_u32; words];
                    positions.iter().for_each(|&i| bits[i / 32] |= 1 << (i % 32));
                    let mut timer = Timer::start(gpu).unwrap();
                    let on_gpu = gpu.upload(&bits).unwrap();
                    let ids =
                        collect(gpu, &mut timer, &on_gpu, edges, positions.len(), &states, pass).unwrap();
                    let found: Vec<usize> = ids.into_iter().map(EdgeId::index).collect();
                    assert!(found == positions, "{set_of_100} % of {edges}, pass {pass}");
                }
            }
        });
    }
}
