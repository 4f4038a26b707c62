//! A histogram of bytes on an emulated GPU: correct under twenty schedules, then with a fault that the
//! emulator finds.
//!
//! `cargo run --example histogram`. On a machine with a device, the same code runs there without the first
//! line of `main`. `nvcc -ptx -arch compute_75 -I include histogram.cu` makes the PTX.

use cudarc::driver::{CudaContext, DriverError, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::Ptx;
use emulated_cuda::{Settings, Skip, install};

const BYTES: &[u8] = include_bytes!("histogram.cu");

fn main() -> Result<(), DriverError> {
    let kernels = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/histogram/histogram.cu");
    let Ok(emulator) = install(&[kernels]).inspect_err(Skip::say) else { return Ok(()) };

    let mut expected = vec![0_u32; 256];
    BYTES.iter().for_each(|&byte| expected[usize::from(byte)] += 1);
    for seed in 0..20 {
        let session = emulator.session(Settings { seed, preempt_one_in: 10, ..Settings::default() });
        assert_eq!(histogram(BYTES, 256)?, expected);
        assert_eq!((session.report(), session.launches()), (None, 1));
    }
    println!("20 schedules, one result");

    // One bin too few: the thread of the last bin adds to a word that does not exist.
    let session = emulator.session(Settings::default());
    let error = histogram(BYTES, 255).unwrap_err();
    println!("{error:?}\n{}", session.report().expect("the emulator has seen it"));
    Ok(())
}

/// Returns the number of occurrences of each byte, in an array of `bins` bins.
fn histogram(bytes: &[u8], bins: usize) -> Result<Vec<u32>, DriverError> {
    let stream = CudaContext::new(0)?.default_stream();
    let module = stream.context().load_module(Ptx::from_src(include_str!("histogram.ptx")))?;
    let kernel = module.load_function("histogram")?;
    let input = stream.clone_htod(bytes)?;
    let mut output = stream.alloc_zeros::<u32>(bins)?;
    let count = bytes.len() as u32;
    let mut launch = stream.launch_builder(&kernel);
    launch.arg(&input).arg(&count).arg(&mut output);
    let grid = LaunchConfig { grid_dim: (4, 1, 1), block_dim: (64, 1, 1), shared_mem_bytes: 0 };
    // SAFETY: the arguments are those of the kernel.
    unsafe { launch.launch(grid) }?;
    stream.clone_dtoh(&output)
}
