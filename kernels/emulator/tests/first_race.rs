//! The scenario of the creator's clock: a race of two threads that are the first of their process.
//!
//! It is a separate program, because the first launches create ThreadSanitizer's contexts, which are then
//! kept.

use emulated_cuda::{Build, Settings};
use emulated_cuda_support::{Device, emulator_with, grid, launch};

#[test]
fn the_first_two_threads_race() {
    let Some(emulator) = emulator_with(Build::Races) else { return };
    let session = emulator.session(Settings::default());
    let device = Device::new();
    let mut count = device.stream.alloc_zeros::<u32>(1).unwrap();
    assert!(launch!(device, "count_plainly", grid(1, 2), &mut count).is_err());
    assert!(session.report().unwrap().starts_with("kernel count_plainly: race: "));
}
