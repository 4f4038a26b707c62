//! Wrong kernels: each is found, with its place, and breaks the context as on a device.

mod support;

use std::panic::{self, AssertUnwindSafe};

use boscage_emulator::{Session, Settings};
use cudarc::driver::{CudaSlice, DriverError, LaunchConfig, sys::CUresult};
use support::{Device, checked_emulator as emulator, grid};

type Buffer = CudaSlice<u32>;

/// Launches a kernel that goes wrong, with 64 words of 0 as `a` and 64 as `out`; returns what is reported.
///
/// The launch must return `result`, and so must all that follows in the session.
fn report_of(
    settings: Settings,
    result: CUresult,
    launch: impl FnOnce(&Device, &mut Buffer, &mut Buffer) -> Result<(), DriverError>,
) -> Option<String> {
    let session = emulator()?.session(settings);
    let device = Device::new();
    let mut a = device.stream.alloc_zeros::<u32>(64).unwrap();
    let mut out = device.stream.alloc_zeros::<u32>(64).unwrap();
    assert_eq!(launch(&device, &mut a, &mut out), Err(DriverError(result)));
    assert_eq!(device.stream.synchronize(), Err(DriverError(result)), "the context stays broken");
    assert_eq!(device.stream.clone_dtoh(&out), Err(DriverError(result)), "the context stays broken");
    Some(session.report().expect("a fault is reported"))
}

/// Demands that the report has all these words.
#[track_caller]
fn assert_words(report: Option<String>, words: &[&str]) {
    let Some(report) = report else { return }; // no emulator here
    for word in words {
        assert!(report.contains(word), "no `{word}` in: {report}");
    }
}

/// Where the comment `line: name` stands in faults.cu.
fn line(name: &str) -> String {
    let text = include_str!("cuda/faults.cu");
    let at = text.lines().position(|line| line.contains(&format!("line: {name}"))).unwrap();
    format!("faults.cu:{}", at + 1)
}

const ILLEGAL_ADDRESS: CUresult = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
const MISALIGNED: CUresult = CUresult::CUDA_ERROR_MISALIGNED_ADDRESS;
const FAILED: CUresult = CUresult::CUDA_ERROR_LAUNCH_FAILED;
const TIMEOUT: CUresult = CUresult::CUDA_ERROR_LAUNCH_TIMEOUT;

#[test]
fn reads_past_the_end() {
    let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, a, out| {
        launch!(device, "read_past_end", grid(3, 32), &*a, out, &64u32)
    });
    assert_words(
        report,
        &[
            "kernel read_past_end, block 2, thread 0 (warp 0, lane 0): reads 4 bytes at 0x",
            "0 bytes after the end of an allocation of 256 bytes at ",
            &line("read_past_end"),
        ],
    );
}

#[test]
fn writes_past_the_end() {
    let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, a, _| {
        launch!(device, "write_past_end", grid(3, 32), a, &64u32)
    });
    assert_words(report, &["block 2, thread 0 (warp 0, lane 0): writes 4 bytes", &line("write_past_end")]);
}

#[test]
fn bounds_are_exact_to_the_byte() {
    let Some(emulator) = emulator() else { return };
    for bytes in 1..=17usize {
        let session = emulator.session(Settings::default());
        let device = Device::new();
        let mut a = device.stream.alloc_zeros::<u8>(bytes).unwrap();
        let (last, past) = (bytes as u32 - 1, bytes as u32);
        launch!(device, "write_one_byte", grid(1, 32), &mut a, &last).unwrap();
        assert_eq!(session.report(), None);
        assert!(launch!(device, "write_one_byte", grid(1, 32), &mut a, &past).is_err());
        let expected = format!("writes 1 bytes at 0x{:x}", address(&a) + bytes as u64);
        assert_words(
            session.report(),
            &["block 0, thread 7", &expected, &format!("an allocation of {bytes} bytes")],
        );
    }
}

fn address<T>(slice: &CudaSlice<T>) -> u64 {
    use cudarc::driver::DevicePtr;
    slice.device_ptr(slice.stream()).0
}

#[test]
fn wide_accesses_are_checked_whole() {
    let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, a, out| {
        launch!(device, "read_wide", grid(1, 1), &*a, &mut *out, &15u32)?;
        launch!(device, "read_wide", grid(1, 1), &*a, out, &16u32)
    });
    assert_words(report, &["kernel read_wide, block 0, thread 0 (warp 0, lane 0): reads 16 bytes at 0x"]);
}

#[test]
fn atomics_are_checked() {
    let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, a, _| {
        launch!(device, "atomic_past_end", grid(1, 32), a, &64u32)
    });
    assert_words(report, &["thread 3 (warp 0, lane 3): writes 4 bytes", &line("atomic_past_end")]);
}

#[test]
fn use_after_free() {
    let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, _, out| {
        let freed = device.stream.alloc_zeros::<u32>(10).unwrap();
        let pointer = address(&freed);
        drop(freed);
        launch!(device, "read_past_end", grid(1, 1), &pointer, out, &10u32)
    });
    assert_words(report, &["reads 4 bytes", "0 bytes into a freed allocation of 40 bytes"]);
}

#[test]
fn pointers_of_the_host_and_null() {
    let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, _, out| {
        let host = [1u32; 4];
        let pointer = host.as_ptr() as u64;
        launch!(device, "read_past_end", grid(1, 1), &pointer, out, &4u32)
    });
    assert_words(report, &["reads 4 bytes", "not on the device: perhaps a pointer of the host"]);
    let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, _, out| {
        launch!(device, "read_past_end", grid(1, 1), &0u64, out, &4u32)
    });
    assert_words(report, &["reads 4 bytes at 0x0, at a null pointer"]);
}

#[test]
fn shared_memory_has_bounds() {
    let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, _, out| {
        launch!(device, "shared_past_end", grid(1, 32), out, &16u32)
    });
    assert_words(report, &["block 0, thread 5 (warp 0, lane 5): index 16 in an array of type "]);
    for (at, past) in [(16u32, 0), (17, 4)] {
        let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, _, out| {
            launch!(device, "shared_through_pointer", grid(1, 32), out, &at)
        });
        let expected = format!("{past} bytes after the end of a variable of 64 bytes in shared memory");
        assert_words(report, &["block 0, thread 5 (warp 0, lane 5): reads 4 bytes", &expected]);
    }
    let dynamic = LaunchConfig { shared_mem_bytes: 64, ..grid(1, 32) };
    let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, _, out| {
        launch!(device, "dynamic_past_end", dynamic, &mut *out, &15u32)?;
        launch!(device, "dynamic_past_end", dynamic, out, &16u32)
    });
    assert_words(
        report,
        &["thread 0", "writes 4 bytes", "0 bytes after the end of a variable of 64 bytes in shared"],
    );
}

#[test]
fn a_stack_is_its_own_threads() {
    let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, a, out| {
        launch!(device, "other_threads_stack", grid(1, 32), a, out)
    });
    assert_words(
        report,
        &["kernel other_threads_stack, block 0", "reads 4 bytes", "local to another thread or block"],
    );
}

#[test]
fn what_has_no_meaning() {
    let with = |kernel: &str, result, argument: u32| {
        report_of(Settings::default(), result, |device, _, out| {
            launch!(device, kernel, grid(1, 32), out, &argument)
        })
    };
    let report = with("local_past_end", ILLEGAL_ADDRESS, 4);
    assert_words(report, &["index 4 in an array of type ", "[4]'", &line("local_past_end")]);
    assert_words(with("shift", FAILED, 32), &["a shift of type 'unsigned int' by 32 bits", &line("shift")]);
    assert_words(with("divide", FAILED, 0), &["a division by 0, which has no meaning", &line("divide")]);
}

#[test]
fn unaligned_accesses() {
    let report = report_of(Settings::default(), MISALIGNED, |device, a, _| {
        launch!(device, "unaligned", grid(1, 32), &mut *a, &8u32)?;
        launch!(device, "unaligned", grid(1, 32), a, &4u32)
    });
    assert_words(
        report,
        &["thread 2", "which is not a multiple of 8, as its type 'u64' demands", &line("unaligned")],
    );
    let report = report_of(Settings::default(), MISALIGNED, |device, a, _| {
        launch!(device, "unaligned_atomic", grid(1, 1), a, &2u32)
    });
    assert_words(report, &["kernel unaligned_atomic", "an atomic access of 4 bytes", "which is not aligned"]);
}

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
fn an_ended_lane_is_found_whoever_comes_first() {
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
    // Whoever comes first.
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
    // In order there is nothing to wait for: that is why such a kernel may seem right for long.
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings { seed: 0, resident_blocks: 4, ..Settings::default() });
    let device = Device::new();
    let mut a = device.stream.alloc_zeros::<u32>(64).unwrap();
    launch!(device, "look_back_without_tickets", grid(40, 32), &mut a).unwrap();
    assert_eq!(session.report(), None);
}

#[test]
fn too_much_static_shared_memory() {
    let report = report_of(Settings::default(), FAILED, |device, _, out| {
        launch!(device, "much_shared", grid(1, 32), out)
    });
    assert_words(
        report,
        &["the block needs 57344 bytes of static and 0 of dynamic shared memory, it may have 49152"],
    );
}

#[test]
fn what_the_device_lacks() {
    let report =
        report_of(Settings::default(), FAILED, |device, _, out| launch!(device, "reduces", grid(1, 32), out));
    assert_words(report, &["__reduce_add_sync needs compute capability 8.0, the device has 7.5"]);
    let report = report_of(Settings::default(), FAILED, |device, _, out| {
        launch!(device, "asks_who_is_active", grid(1, 32), out)
    });
    assert_words(report, &["__activemask: which lanes run together is undefined"]);
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

#[test]
fn fresh_memory_holds_a_pattern() {
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings::default());
    let device = Device::new();
    // SAFETY: reading memory that nobody wrote to is what this is about.
    let a = unsafe { device.stream.alloc::<u32>(32) }.unwrap();
    assert_eq!(device.stream.clone_dtoh(&a).unwrap(), [0xa5a5_a5a5; 32]);
    let mut out = device.stream.clone_htod(&[1u32; 32]).unwrap();
    for _ in 0..2 {
        launch!(device, "uninitialised", grid(1, 32), &a, &mut out).unwrap();
        assert_eq!(device.stream.clone_dtoh(&out).unwrap(), [0; 32]);
    }
    assert_eq!(session.report(), None);
}
