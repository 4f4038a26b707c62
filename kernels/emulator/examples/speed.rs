//! The cost of emulated threads: `cargo run -p emulated-cuda --example speed`.

use std::time::Instant;

use cudarc::driver::DriverError;
use emulated_cuda::Settings;
use emulated_cuda_support::{Device, checked_emulator as emulator, grid, launch};

const BLOCKS: u32 = 2000;
const THREADS: u32 = 256;

fn main() {
    let Some(emulator) = emulator() else { return };
    for (schedule, seed, preempt_one_in) in [("in order", 0, 0), ("seeded", 1, 0), ("preempting", 1, 10)] {
        let measure =
            |what: &str, per_thread: u32, launch: &dyn Fn(&Device, &mut _) -> Result<(), DriverError>| {
                let session = emulator.session(Settings { seed, preempt_one_in, ..Settings::default() });
                let device = Device::new();
                let mut a = device.stream.alloc_zeros::<u32>((BLOCKS * THREADS) as usize).unwrap();
                let start = Instant::now();
                launch(&device, &mut a).unwrap();
                let each = start.elapsed().as_nanos() / u128::from(BLOCKS * THREADS * per_thread);
                println!("{schedule}: {each} ns {what}, {} switches", session.switches());
            };
        let grid = grid(BLOCKS, THREADS);
        measure("a plain thread", 1, &|device, a| launch!(device, "touch", grid, a));
        let times = 50;
        measure("an operation of a warp, each lane", times, &|device, a| {
            launch!(device, "touch_in_warps", grid, a, &times)
        });
        measure("a plain load and store", times, &|device, a| {
            launch!(device, "touch_often", grid, a, &times)
        });
        measure("a launch of a warp, each thread of it", 1, &|device, a| {
            (0..BLOCKS * THREADS / 32)
                .try_for_each(|_| launch!(device, "touch", emulated_cuda_support::grid(1, 32), &mut *a))
        });
        measure("a thread with 2 atomics", 1, &|device, a| {
            let mut next = device.stream.alloc_zeros::<u32>(1).unwrap();
            let mut order = device.stream.alloc_zeros::<u32>((2 * BLOCKS * THREADS) as usize).unwrap();
            let _ = a;
            launch!(device, "trace", grid, &mut order, &mut next)
        });
        measure("a thread of block_scan, 15 barriers", 1, &|device, a| {
            let input = device.stream.alloc_zeros::<u32>((BLOCKS * THREADS) as usize).unwrap();
            launch!(
                device,
                "block_scan",
                emulated_cuda_support::grid(2 * BLOCKS, 128),
                &input,
                a,
                &(BLOCKS * THREADS)
            )
        });
    }
}
