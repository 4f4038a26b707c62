//! The search for races: ThreadSanitizer reports unordered accesses, and does not report ordered ones.
//!
//! This program restarts itself with ThreadSanitizer loaded; see `Build::Races`.

use cudarc::driver::{CudaSlice, DriverError, sys::CUresult};
use emulated_cuda::{Build, Settings};
use emulated_cuda_support::{Device, emulator_with, grid, launch, launch_cooperative};

type Buffer = CudaSlice<u32>;

/// Launches under several schedules, with 256 words of 0 in `a` and in `out`; returns the reports.
fn reports(launch: impl Fn(&Device, &mut Buffer, &mut Buffer) -> Result<(), DriverError>) -> Vec<String> {
    let Some(emulator) = emulator_with(Build::Races) else { return Vec::new() };
    let mut reports = Vec::new();
    for seed in 0..6 {
        let settings = Settings { seed, preempt_one_in: [0, 2][seed as usize % 2], ..Settings::default() };
        let session = emulator.session(settings);
        let device = Device::new();
        let mut a = device.stream.alloc_zeros::<u32>(256).unwrap();
        let mut out = device.stream.alloc_zeros::<u32>(256).unwrap();
        match launch(&device, &mut a, &mut out) {
            Ok(()) => assert_eq!(session.report(), None),
            Err(error) => {
                assert_eq!(error.0, CUresult::CUDA_ERROR_LAUNCH_FAILED);
                reports.push(session.report().unwrap());
            }
        }
    }
    reports
}

/// The position of the comment `line: name` in races.cu.
fn line(name: &str) -> String {
    emulated_cuda_support::line_of("races.cu", include_str!("cuda/races.cu"), name)
}

/// Asserts that every schedule found a race between these two places, which may be the same.
#[track_caller]
fn assert_race(reports: &[String], kernel: &str, places: [&str; 2]) {
    if emulator_with(Build::Races).is_none() {
        return;
    }
    assert_eq!(reports.len(), 6, "in every schedule: {reports:#?}");
    for report in reports {
        assert!(report.starts_with(&format!("kernel {kernel}: race: ")), "{report}");
        assert!(report.contains(" by block ") && report.contains("; previous "), "{report}");
        for place in places {
            assert!(report.contains(&line(place)), "no {place} at {} in: {report}", line(place));
        }
    }
}

#[test]
fn a_missing_barrier() {
    let wrong = reports(|device, a, out| launch!(device, "neighbour_without_barrier", grid(4, 64), &*a, out));
    assert_race(&wrong, "neighbour_without_barrier", ["writes", "reads"]);
    let right = reports(|device, a, out| launch!(device, "neighbour", grid(4, 64), &*a, out));
    assert_eq!(right, [""; 0]);
}

#[test]
fn a_plain_sum() {
    let wrong = reports(|device, _, out| launch!(device, "count_plainly", grid(2, 64), out));
    assert_race(&wrong, "count_plainly", ["counts", "counts"]);
    let right = reports(|device, _, out| launch!(device, "count_atomically", grid(2, 64), out));
    assert_eq!(right, [""; 0]);
}

#[test]
fn an_atomic_and_a_plain_access() {
    let wrong = reports(|device, a, out| launch!(device, "half_atomic", grid(2, 64), a, out));
    assert_race(&wrong, "half_atomic", ["adds", "looks"]);
}

#[test]
fn warps_that_meet_in_part() {
    let wrong = reports(|device, a, out| launch!(device, "through_half_warps", grid(2, 64), &*a, out));
    assert_eq!(wrong.len(), if emulator_with(Build::Races).is_some() { 6 } else { 0 });
    let right = reports(|device, a, out| launch!(device, "through_warp", grid(2, 64), &*a, out));
    assert_eq!(right, [""; 0]);
}

#[test]
fn a_message_without_a_release() {
    let launch = |kernel| {
        reports(move |device, a, out| {
            let mut told = device.stream.alloc_zeros::<u32>(1).unwrap();
            launch_cooperative!(device, kernel, grid(4, 32), a, &mut told, out)
        })
    };
    assert_race(&launch("relaxed_message"), "relaxed_message", ["tells", "hears"]);
    assert_eq!(launch("message"), [""; 0]);
}

/// The scenario of the late leaver.
#[test]
fn between_two_meetings() {
    let wrong = reports(|device, a, out| launch!(device, "between_meetings_of_warp", grid(1, 32), a, out));
    assert_race(&wrong, "between_meetings_of_warp", ["after warp", "before warp"]);
    let wrong = reports(|device, a, out| launch!(device, "between_meetings_of_block", grid(1, 32), a, out));
    assert_race(&wrong, "between_meetings_of_block", ["after block", "before block"]);
}

#[test]
fn blocks_are_not_ordered() {
    // As many blocks as run one after the other in the place of earlier ones.
    let wrong = reports(|device, _, out| launch!(device, "one_word_for_blocks", grid(60, 32), out));
    assert_race(&wrong, "one_word_for_blocks", ["overwrites", "overwrites"]);
}

#[test]
fn right_kernels_are_quiet() {
    let right = reports(|device, a, out| {
        let rounds = 5u32;
        let mut arrived = device.stream.alloc_zeros::<u32>(1)?;
        let mut generation = device.stream.alloc_zeros::<u32>(1)?;
        launch_cooperative!(
            device,
            "grid_rounds",
            grid(4, 64),
            &mut *a,
            &mut *out,
            &rounds,
            &mut arrived,
            &mut generation
        )?;
        let n = 250u32;
        launch!(device, "block_scan", grid(2, 128), &*a, &mut *out, &n)?;
        let mut tickets = device.stream.alloc_zeros::<u32>(1)?;
        let mut states = device.stream.alloc_zeros::<u64>(2)?;
        launch!(device, "look_back_scan", grid(2, 128), &*a, out, &n, &mut tickets, &mut states)?;
        // Many more threads than ThreadSanitizer can follow at a time, on reused stacks and shared memory.
        let mut many = device.stream.alloc_zeros::<u32>(20_000)?;
        launch!(device, "touch", grid(200, 100), &mut many)?;
        let input = device.stream.alloc_zeros::<u32>(20_000)?;
        launch!(device, "neighbour", grid(312, 64), &input, &mut many)
    });
    assert_eq!(right, [""; 0]);
}

#[test]
fn fresh_memory_holds_a_pattern_of_the_seed() {
    let Some(emulator) = emulator_with(Build::Races) else { return };
    for (seed, byte) in [(0, 0x00), (1, 0xa5), (2, 0x5a), (3, 0xff), (4, 0x00)] {
        let session = emulator.session(Settings { seed, ..Settings::default() });
        let device = Device::new();
        // SAFETY: reading memory that was not written is what this tests.
        let a = unsafe { device.stream.alloc::<u32>(32) }.unwrap();
        assert_eq!(device.stream.clone_dtoh(&a).unwrap(), [u32::from_ne_bytes([byte; 4]); 32]);
        let mut out = device.stream.clone_htod(&[1u32; 32]).unwrap();
        for _ in 0..2 {
            launch!(device, "uninitialised", grid(1, 32), &a, &mut out).unwrap();
            assert_eq!(device.stream.clone_dtoh(&out).unwrap(), [0; 32], "shared memory holds the same");
        }
        assert_eq!(session.report(), None);
    }
}
