//! Reads of memory that has not been written are found, to the byte, and no others.

use cudarc::driver::{CudaSlice, DriverError, LaunchConfig, sys::CUresult};
use emulated_cuda::Settings;
use emulated_cuda_support::{Device, assert_words, checked_emulator as emulator, grid, launch, numbers};

/// The position of the comment `line: name` in unwritten.cu.
fn line(name: &str) -> String {
    emulated_cuda_support::line_of("unwritten.cu", include_str!("cuda/unwritten.cu"), name)
}

/// Memory that has not been written.
fn fresh(device: &Device, bytes: usize) -> CudaSlice<u8> {
    // SAFETY: reads of unwritten memory are the subject of this test.
    unsafe { device.stream.alloc(bytes) }.unwrap()
}

/// Launches a faulty kernel on memory whose first bytes are written or not; returns the report.
fn report_after(
    bytes: usize,
    written: usize,
    launch: impl Fn(&Device, &mut CudaSlice<u8>, &mut CudaSlice<u8>) -> Result<(), DriverError>,
) -> Option<String> {
    let session = emulator()?.session(Settings::default());
    let device = Device::new();
    let (mut a, mut out) = (fresh(&device, bytes), fresh(&device, 1024));
    device.stream.memset_zeros(&mut a).unwrap();
    assert_eq!(launch(&device, &mut a, &mut out), Ok(()), "all of it is written");
    a = fresh(&device, bytes);
    if written > 0 {
        device.stream.memcpy_htod(&vec![1; written], &mut a).unwrap();
    }
    let error = launch(&device, &mut a, &mut out);
    assert_eq!(error, Err(DriverError(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS)));
    session.report()
}

#[test]
fn words() {
    let report =
        report_after(400, 12, |device, a, out| launch!(device, "read_words", grid(1, 100), &*a, out));
    assert_words(
        report,
        &[
            "kernel read_words, block 0, thread 3 (warp 0, lane 3): reads 4 bytes at 0x",
            " that nobody has written, 12 bytes into an allocation of 400 bytes at ",
            &line("read_words"),
        ],
    );
}

#[test]
fn words_written_in_part() {
    let report = report_after(8, 6, |device, a, out| launch!(device, "read_words", grid(1, 2), &*a, out));
    assert_words(
        report,
        &["thread 1", "reads 4 bytes", ", 2 of which nobody has written, the first 6 bytes into an alloc"],
    );
    let report = report_after(32, 28, |device, a, out| launch!(device, "read_fours", grid(1, 2), &*a, out));
    assert_words(
        report,
        &[
            "thread 1",
            "reads 16 bytes",
            ", 4 of which nobody",
            "the first 28 bytes into",
            &line("read_fours"),
        ],
    );
    let report = report_after(12, 11, |device, a, out| launch!(device, "read_across", grid(1, 1), &*a, out));
    assert_words(
        report,
        &["reads 8 bytes", ", 1 of which nobody", "the first 11 bytes into", &line("read_across")],
    );
}

#[test]
fn atomics_and_loads_that_may_race() {
    for kernel in ["add_to_words", "look_at_words"] {
        let report = report_after(16, 8, |device, a, out| launch!(device, kernel, grid(1, 4), a, out));
        let words = ["block 0, thread 2", "reads 4 bytes", " that nobody has written, ", &line(kernel)];
        assert_words(report, &words);
    }
}

#[test]
fn shared_memory() {
    let Some(emulator) = emulator() else { return };
    let shared = |blocks| LaunchConfig { shared_mem_bytes: 128, ..grid(blocks, 32) };
    let fault = |blocks: u32, count: u32, words: &[&str]| {
        // In order, one after the other, in the same memory.
        let session = emulator.session(Settings { seed: 0, resident_blocks: 1, ..Settings::default() });
        let device = Device::new();
        let mut out = device.stream.alloc_zeros::<u32>(32).unwrap();
        launch!(device, "read_shared", shared(1), &32u32, &mut out).unwrap();
        assert_eq!(device.stream.clone_dtoh(&out).unwrap(), (1..33).collect::<Vec<_>>());
        let error = launch!(device, "read_shared", shared(blocks), &count, &mut out);
        assert_eq!(error, Err(DriverError(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS)));
        assert_words(session.report(), words);
    };
    let place = "124 bytes into a variable of 128 bytes in shared memory";
    fault(1, 31, &["block 0, thread 0", "reads 4 bytes at 0x", " that nobody has written, ", place]);
    fault(2, 32, &["block 1, thread 0", " that nobody has written, ", place, &line("read_shared")]);
}

#[test]
fn what_is_written_in_any_way_can_be_read() {
    let Some(emulator) = emulator() else { return };
    for seed in 0..8 {
        let session = emulator.session(Settings { seed, preempt_one_in: 2, ..Settings::default() });
        let device = Device::new();
        let from = device.stream.clone_htod(&[7u8; 15]).unwrap();
        // SAFETY: the kernel writes it.
        let mut a = unsafe { device.stream.alloc::<u32>(64) }.unwrap();
        launch!(device, "write_and_read", grid(1, 1), &mut a, &from).unwrap();
        assert_eq!(device.stream.clone_dtoh(&a).unwrap(), [1; 64]);
        assert_eq!(session.report(), None);
    }
}

/// An array of the device with a simple model of its written bytes.
struct Known(CudaSlice<u8>, Vec<bool>);

impl Known {
    fn new(device: &Device, bytes: usize) -> Self {
        Self(fresh(device, bytes), vec![false; bytes])
    }

    /// Asserts that exactly the ranges whose bytes are all written can be copied to the host.
    fn check(&self, device: &Device) {
        for start in 0..self.1.len() {
            for end in start + 1..=self.1.len() {
                let copied = device.stream.clone_dtoh(&self.0.slice(start..end));
                let written = self.1[start..end].iter().all(|&written| written);
                assert_eq!(copied.is_ok(), written, "bytes {start} to {end} of {:?}", self.1);
            }
        }
    }
}

#[test]
fn the_driver_knows_each_byte() {
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings::default());
    let device = Device::new();
    let mut next = numbers(1);
    let mut below = |bound: usize| next() as usize % bound;
    for _ in 0..30 {
        let [mut a, mut b] = [19, 24].map(|bytes| Known::new(&device, bytes));
        for _ in 0..6 {
            let (length, from, to) = (1 + below(9), below(11), below(16));
            match below(4) {
                0 => device.stream.memset_zeros(&mut a.0.slice_mut(from..from + length)).unwrap(),
                1 => device
                    .stream
                    .memcpy_htod(&vec![1; length], &mut a.0.slice_mut(from..from + length))
                    .unwrap(),
                2 => {
                    let at = from as u32;
                    launch!(device, "write_one_byte", grid(1, 32), &mut a.0, &at).unwrap();
                    a.1[from] = true;
                    continue;
                }
                _ => {
                    let (source, mut target) =
                        (a.0.slice(from..from + length), b.0.slice_mut(to..to + length));
                    device.stream.memcpy_dtod(&source, &mut target).unwrap();
                    b.1[to..to + length].copy_from_slice(&a.1[from..from + length]);
                    continue;
                }
            }
            a.1[from..from + length].fill(true);
        }
        a.check(&device);
        b.check(&device);
    }
    let refusal = ["a copy to the host of ", " of which nobody has written, the first "];
    assert_words(session.report(), &refusal);
}
