//! Kernels with invalid memory accesses or undefined operations: each is found, with its source line.

use cudarc::driver::{CudaSlice, LaunchConfig, sys::CUresult};
use emulated_cuda::Settings;
use emulated_cuda_support::{Device, assert_words, checked_emulator as emulator, grid, launch, report_of};

const ILLEGAL_ADDRESS: CUresult = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
const MISALIGNED: CUresult = CUresult::CUDA_ERROR_MISALIGNED_ADDRESS;
const FAILED: CUresult = CUresult::CUDA_ERROR_LAUNCH_FAILED;

/// The position of the comment `line: name` in faults.cu.
fn line(name: &str) -> String {
    emulated_cuda_support::line_of("faults.cu", include_str!("cuda/faults.cu"), name)
}

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
fn copies_are_checked_whole() {
    let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, a, out| {
        launch!(device, "copy_past_end", grid(1, 32), &mut *a, &mut *out, &256u32)?;
        launch!(device, "copy_past_end", grid(1, 32), a, out, &260u32)
    });
    assert_words(report, &["thread 1 (warp 0, lane 1): reads 260 bytes", &line("copy_past_end")]);
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
    assert_words(report, &["reads 4 bytes", "not on the device: it may be a pointer of the host"]);
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
    assert_words(with("divide", FAILED, 0), &["a division by 0, whose result is undefined", &line("divide")]);
}

#[test]
fn signals_become_faults() {
    for _ in 0..3 {
        let report = report_of(Settings::default(), ILLEGAL_ADDRESS, |device, _, out| {
            let (some, much) = (10u32, 100_000u32);
            launch!(device, "much_stack", grid(2, 32), &mut *out, &some)?;
            launch!(device, "much_stack", grid(2, 32), out, &much)
        });
        assert_words(
            report,
            &["kernel much_stack, block ", "the thread needs more than 65536 bytes of stack"],
        );
        let report = report_of(Settings::default(), FAILED, |device, _, out| {
            launch!(device, "divide_least", grid(1, 1), out, &u32::MAX)
        });
        assert_words(
            report,
            &["kernel divide_least, block 0, thread 0", "a division whose result is undefined"],
        );
    }
}

#[test]
fn unaligned_accesses() {
    let report = report_of(Settings::default(), MISALIGNED, |device, a, _| {
        launch!(device, "unaligned", grid(1, 32), &mut *a, &8u32)?;
        launch!(device, "unaligned", grid(1, 32), a, &4u32)
    });
    assert_words(
        report,
        &["thread 2", "which is not a multiple of 8, as its type 'u64'", &line("unaligned")],
    );
    let report = report_of(Settings::default(), MISALIGNED, |device, a, _| {
        launch!(device, "unaligned_atomic", grid(1, 1), a, &2u32)
    });
    assert_words(report, &["kernel unaligned_atomic", "an atomic access of 4 bytes", "which is not aligned"]);
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
