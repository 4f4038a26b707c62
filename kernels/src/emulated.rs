//! Emulated GPUs for unit tests, with launches of many shapes, under many schedules.

use emulated_cuda::{Session, Settings};

use crate::{Gpu, Shape};

/// Launches of small and large blocks: with so few that each has several tiles, and with one per tile; the
/// seed of a schedule; and the rate of preemption (once in this number of accesses, 0 for never).
const RUNS: [(Shape, u64, u32); 6] = [
    (Shape { threads: 32, blocks: Some(3) }, 1, 3),
    (Shape { threads: 32, blocks: None }, 0, 0),
    (Shape { threads: 64, blocks: Some(2) }, 2, 10),
    (Shape { threads: 96, blocks: Some(1) }, 3, 2),
    (Shape { threads: 96, blocks: None }, 4, 5),
    (Shape { threads: 256, blocks: Some(5) }, 5, 20),
];

/// Blocks that run at a time: more than the tiles that one looks at when it looks back (`cuda/prefix.cuh`).
const RESIDENT: u32 = 64;

/// Runs the test on every GPU, and asserts that it leaves no allocation.
pub(crate) fn on_every_gpu(test: impl Fn(&Gpu, &mut Numbers)) {
    let Some(emulator) = boscage_emulated::with_kernels() else { return };
    for (shape, seed, preempt_one_in) in RUNS {
        let settings = Settings { seed, preempt_one_in, resident_blocks: RESIDENT, ..Settings::default() };
        let run = Run(emulator.session(settings), shape);
        let gpu = Gpu::open().and_then(|gpu| gpu.with_shape(shape)).expect("an emulated GPU");
        let before = run.0.live_bytes();
        test(&gpu, &mut Numbers(seed));
        assert_eq!(run.0.live_bytes(), before, "what is left on the GPU");
    }
}

/// Prints the GPU's shape and the emulator's report if the test fails.
struct Run(Session, Shape);

impl Drop for Run {
    fn drop(&mut self) {
        let report = self.0.report();
        if std::thread::panicking() {
            eprintln!("on a GPU with launches of {:?}: {report:?}", self.1);
        } else {
            assert_eq!(report, None);
        }
    }
}

/// Returns the message of a panic of `f`, if it panics.
pub(crate) fn refusal(f: impl FnOnce()) -> Option<String> {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)).err()?;
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()))
}

impl Gpu {
    /// Returns sizes around those of a warp, of a tile with `each` items per thread, and of several tiles;
    /// for small blocks, more tiles than a block has threads.
    pub(crate) fn sizes(&self, each: usize) -> Vec<usize> {
        let threads = self.one_block().threads as usize;
        let tile = threads * each;
        let several = if threads == 32 { 33 * tile + 1 } else { 2 * tile + 5 };
        let mut sizes = vec![0, 1, 31, 32, 33, 127, 128, 129, tile - 1, tile, tile + 1, several];
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}

/// A fixed sequence of pseudorandom numbers.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// Returns `len` values.
    pub(crate) fn vec<T>(&mut self, len: usize, mut value: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..len).map(|_| value(self)).collect()
    }
}
