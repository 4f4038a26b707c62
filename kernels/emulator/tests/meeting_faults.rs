//! Threads that do not meet correctly, or never end; and the effect of a fault on the session.

use std::panic::{self, AssertUnwindSafe};

use cudarc::driver::sys::CUresult;
use emulated_cuda::{Session, Settings};
use emulated_cuda_support::{Device, assert_words, checked_emulator as emulator, grid, launch, report_of};

const FAILED: CUresult = CUresult::CUDA_ERROR_LAUNCH_FAILED;
const TIMEOUT: CUresult = CUresult::CUDA_ERROR_LAUNCH_TIMEOUT;

#[test]
fn misuse_of_masks() {
    let with = |kernel: &str| {
        report_of(Settings::default(), FAILED, |device, _, out| launch!(device, kernel, grid(1, 32), out))
    };
    assert_words(
        with("not_in_own_mask"),
        &[
            "thread 9 (warp 0, lane 9): __ballot_sync is called by lane 9, which is not in its mask 0x000000ff",
        ],
    );
    assert_words(with("names_ended_lane"), &["0xffffffff", "faults.cu"]);
    assert_words(
        with("different_operations"),
        &["lanes of one warp meet at different operations: __", "_sync with mask 0xffffffff, lane "],
    );
    assert_words(
        with("different_masks"),
        &["lanes of one warp meet at different operations: __ballot_sync with mask 0x"],
    );
}

#[test]
fn an_ended_lane_is_found_in_any_order_of_arrival() {
    let mut reports = Vec::new();
    for seed in 0..20 {
        let settings = Settings { seed, ..Settings::default() };
        let report = report_of(settings, FAILED, |device, _, out| {
            launch!(device, "names_ended_lane", grid(1, 32), out)
        });
        let Some(report) = report else { return };
        reports.push(report);
    }
    let named = "__ballot_sync names lane ";
    let waited = ": the thread ended, but lane ";
    assert!(reports.iter().any(|report| report.contains(named)));
    assert!(reports.iter().any(|report| report.contains(waited)));
    assert!(reports.iter().all(|report| report.contains(named) || report.contains(waited)), "{reports:#?}");
}

#[test]
fn divergent_barriers() {
    let mut reports = Vec::new();
    for seed in 0..10 {
        let settings = Settings { seed, ..Settings::default() };
        let report = report_of(settings.clone(), FAILED, |device, _, out| {
            launch!(device, "divergent_barrier", grid(1, 64), out)
        });
        let Some(report) = report else { return };
        reports.push(report);
        let report = report_of(settings, FAILED, |device, _, out| {
            launch!(device, "different_barriers", grid(1, 64), out)
        });
        assert_words(
            report,
            &["divergent barrier: the thread is at __syncthreads", ", others of its block at __syncthreads"],
        );
    }
    // Whichever comes first.
    let waited = "divergent barrier: the thread ended, thread ";
    let ended = " of its block ended without reaching it at ";
    assert!(reports.iter().any(|report| report.contains(waited)), "{reports:#?}");
    assert!(reports.iter().any(|report| report.contains(ended)), "{reports:#?}");
    assert!(reports.iter().all(|report| report.contains(waited) || report.contains(ended)), "{reports:#?}");
}

#[test]
fn deadlock() {
    let report = report_of(Settings::default(), TIMEOUT, |device, _, out| {
        launch!(device, "deadlock", grid(1, 32), out)
    });
    assert_words(
        report,
        &["kernel deadlock, block 0, thread ", "deadlock: no thread can run, this one waits", "faults.cu"],
    );
}

#[test]
fn livelock() {
    for preempt_one_in in [0, 2] {
        let settings = Settings { preempt_one_in, ..Settings::default() };
        for kernel in ["livelock", "livelock_at_barriers", "endless_loop"] {
            let report = report_of(settings.clone(), TIMEOUT, |device, a, out| {
                launch!(device, kernel, grid(2, 64), a, out)
            });
            assert_words(
                report,
                &[
                    kernel,
                    "livelock: all threads wait, or only look at words that did not change",
                    "faults.cu",
                ],
            );
        }
    }
}

#[test]
fn look_back_without_tickets() {
    let settings = Settings { seed: 3, resident_blocks: 4, ..Settings::default() };
    let report = report_of(settings, TIMEOUT, |device, a, _| {
        launch!(device, "look_back_without_tickets", grid(40, 32), a)
    });
    assert_words(report, &["kernel look_back_without_tickets, block ", "livelock: ", "faults.cu"]);
    // In order no block has to wait: so such a kernel may seem correct for a long time.
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings { seed: 0, resident_blocks: 4, ..Settings::default() });
    let device = Device::new();
    let mut a = device.stream.alloc_zeros::<u32>(64).unwrap();
    launch!(device, "look_back_without_tickets", grid(40, 32), &mut a).unwrap();
    assert_eq!(session.report(), None);
}

#[test]
fn what_the_device_lacks() {
    let report =
        report_of(Settings::default(), FAILED, |device, _, out| launch!(device, "reduces", grid(1, 32), out));
    assert_words(report, &["__reduce_add_sync needs compute capability 8.0, the device has 7.5"]);
    let report = report_of(Settings::default(), FAILED, |device, _, out| {
        launch!(device, "asks_who_is_active", grid(1, 32), out)
    });
    assert_words(report, &["__activemask: its result is undefined"]);
}

#[test]
fn the_next_session_works() {
    let Some(emulator) = emulator() else { return };
    let use_device = |_: &Session| {
        let device = Device::new();
        let mut a = device.stream.alloc_zeros::<u32>(64).unwrap();
        launch!(device, "touch", grid(2, 32), &mut a).unwrap();
        launch!(device, "write_past_end", grid(3, 32), &mut a, &64u32)
    };
    for _ in 0..3 {
        let session = emulator.session(Settings::default());
        assert_eq!(session.report(), None);
        assert!(use_device(&session).is_err());
        assert!(session.report().is_some());
    }
}

#[test]
fn a_fault_that_nobody_asks_about_fails_the_test() {
    let Some(emulator) = emulator() else { return };
    let careless = AssertUnwindSafe(|| {
        let _session = emulator.session(Settings::default());
        let device = Device::new();
        let mut a = device.stream.alloc_zeros::<u32>(64).unwrap();
        let _ = launch!(device, "write_past_end", grid(3, 32), &mut a, &64u32);
    });
    let panic = panic::catch_unwind(careless).unwrap_err();
    assert!(panic.downcast_ref::<String>().unwrap().contains("kernel write_past_end, block 2, thread 0"));
}
