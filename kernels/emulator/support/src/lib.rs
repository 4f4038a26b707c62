//! Shared code of the emulator's tests: the emulator with their kernels, the matching PTX, launches.

use std::{path::Path, sync::Arc};

use cudarc::{
    driver::{
        CudaContext, CudaFunction, CudaModule, CudaSlice, CudaStream, DriverError, LaunchConfig,
        sys::CUresult,
    },
    nvrtc::Ptx,
};
use emulated_cuda::{Build, Emulator, Kernels, Settings, Skip};

/// The kernels of `cuda/`: name, parameters (`p` a pointer, `u` 32 bits), bytes of static shared memory.
const KERNELS: &[(&str, &str, u32)] = &[
    ("vector_add", "pppu", 0),
    ("block_scan", "ppu", 512),
    ("block_scan_dynamic", "ppu", 0),
    ("look_back_scan", "ppupp", 24),
    ("atomics", "pppp", 4),
    ("grid_rounds", "ppupp", 0),
    ("trace", "pp", 0),
    ("message", "ppp", 0),
    ("votes", "pp", 0),
    ("touch", "p", 0),
    ("touch_in_warps", "pu", 0),
    ("touch_often", "pu", 0),
    ("warp_step", "upppup", 0),
    ("bits", "pp", 0),
    ("read_past_end", "ppu", 0),
    ("write_past_end", "pu", 0),
    ("write_one_byte", "pu", 0),
    ("read_wide", "ppu", 0),
    ("copy_past_end", "ppu", 0),
    ("atomic_past_end", "pu", 0),
    ("shared_past_end", "pu", 128),
    ("dynamic_past_end", "pu", 0),
    ("other_threads_stack", "pp", 0),
    ("local_past_end", "pu", 0),
    ("shared_through_pointer", "pu", 128),
    ("much_stack", "pu", 0),
    ("divide_least", "pu", 0),
    ("shift", "pu", 0),
    ("divide", "pu", 0),
    ("unaligned", "pu", 0),
    ("unaligned_atomic", "pu", 0),
    ("not_in_own_mask", "p", 0),
    ("names_ended_lane", "p", 0),
    ("different_operations", "p", 0),
    ("different_masks", "p", 0),
    ("divergent_barrier", "p", 0),
    ("different_barriers", "p", 0),
    ("deadlock", "p", 0),
    ("livelock", "pp", 0),
    ("look_back_without_tickets", "p", 0),
    ("livelock_at_barriers", "pp", 0),
    ("endless_loop", "pp", 0),
    ("much_shared", "p", 0), // the PTX lies, so that a launch finds out
    ("reduces", "p", 0),
    ("asks_who_is_active", "p", 0),
    ("bounded", "p", 0),
    ("uninitialised", "pp", 128),
    ("read_words", "pp", 0),
    ("read_fours", "pp", 0),
    ("read_across", "pp", 0),
    ("add_to_words", "pp", 0),
    ("look_at_words", "pp", 0),
    ("read_shared", "up", 128),
    ("write_and_read", "pp", 256),
    ("neighbour", "pp", 256),
    ("neighbour_without_barrier", "pp", 256),
    ("count_atomically", "p", 0),
    ("count_plainly", "p", 0),
    ("half_atomic", "pp", 0),
    ("through_warp", "pp", 256),
    ("through_half_warps", "pp", 256),
    ("relaxed_message", "ppp", 0),
    ("one_word_for_blocks", "p", 0),
    ("between_meetings_of_warp", "pp", 0),
    ("between_meetings_of_block", "pp", 0),
];

/// Returns the emulator with all kernels of the tests, or prints why there is none and returns `None`.
pub fn emulator() -> Option<&'static Emulator> {
    emulator_with(Build::from_environment())
}

/// The same, built with checks even if the environment asks for the search for races.
pub fn checked_emulator() -> Option<&'static Emulator> {
    emulator_with(Build::Checked)
}

/// The same, built in this way.
pub fn emulator_with(build: Build) -> Option<&'static Emulator> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cuda");
    let files = ["vector_add", "scan", "meet", "warp", "faults", "unwritten", "races"]
        .map(|name| folder.join(name).with_extension("cu"));
    let kernels = Kernels::new(files).with_build(build);
    planted().into_iter().fold(kernels, Kernels::with_macro).install().inspect_err(Skip::say).ok()
}

/// Returns the macro that plants a fault in kernels: in a build with `--cfg faults`, the variable
/// `BOSCAGE_FAULT` names one, `gpu-name`, for `#ifdef FAULT_GPU_NAME`.
pub fn planted() -> Option<String> {
    let fault = std::env::var("BOSCAGE_FAULT").ok()?;
    (cfg!(faults) && fault.starts_with("gpu-"))
        .then(|| format!("FAULT_{}", fault.to_uppercase().replace('-', "_")))
}

/// Returns PTX that declares kernels without code; the emulator reads only the declarations.
pub fn ptx_of(kernels: &[(&str, &str, u32)]) -> String {
    let mut text = String::from(".version 8.0\n.target sm_75\n.address_size 64\n");
    for (name, parameters, shared) in kernels {
        let parameter = |(i, kind)| match kind {
            'p' => format!("\t.param .u64 {name}_param_{i}"),
            _ => format!("\t.param .u32 {name}_param_{i}"),
        };
        let list: Vec<_> = parameters.chars().enumerate().map(parameter).collect();
        text += &format!("// {name}\n.visible .entry {name}(\n{}\n)\n{{\n", list.join(",\n"));
        if *shared > 0 {
            text += &format!("\t// demoted variable\n\t.shared .align 4 .b8 {name}_shared[{shared}];\n");
        }
        text += "\tret;\n}\n";
    }
    text
}

/// A context with the kernels loaded.
pub struct Device {
    /// The context of device 0.
    pub context: Arc<CudaContext>,
    /// Its default stream.
    pub stream: Arc<CudaStream>,
    module: Arc<CudaModule>,
}

impl Device {
    /// Device 0, with all kernels of the tests.
    #[expect(clippy::new_without_default)]
    pub fn new() -> Self {
        let context = CudaContext::new(0).unwrap();
        let stream = context.default_stream();
        let module = context.load_module(Ptx::from_src(ptx_of(KERNELS))).unwrap();
        Self { context, stream, module }
    }

    /// A kernel.
    pub fn function(&self, name: &str) -> CudaFunction {
        self.module.load_function(name).unwrap()
    }
}

/// A grid of `blocks` blocks of `threads` threads.
pub fn grid(blocks: u32, threads: u32) -> LaunchConfig {
    LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (threads, 1, 1), shared_mem_bytes: 0 }
}

/// `launch!(device, "kernel", grid(1, 32), &buffer, &number)`: the result of an ordinary launch.
#[macro_export]
macro_rules! launch {
    ($device:expr, $kernel:expr, $grid:expr $(, $parameter:expr)* $(,)?) => {{
        let (function, grid): (_, ::cudarc::driver::LaunchConfig) = ($device.function($kernel), $grid);
        let mut builder = $device.stream.launch_builder(&function);
        $(::cudarc::driver::PushKernelArg::arg(&mut builder, $parameter);)*
        // SAFETY: the emulator compares the parameters' sizes with those of the kernel, and checks its
        // accesses.
        unsafe { builder.launch(grid) }.map(|_| ())
    }};
}

/// The same for a cooperative launch.
#[macro_export]
macro_rules! launch_cooperative {
    ($device:expr, $kernel:expr, $grid:expr $(, $parameter:expr)* $(,)?) => {{
        let (function, grid): (_, ::cudarc::driver::LaunchConfig) = ($device.function($kernel), $grid);
        let mut builder = $device.stream.launch_builder(&function);
        $(::cudarc::driver::PushKernelArg::arg(&mut builder, $parameter);)*
        // SAFETY: as above.
        unsafe { builder.launch_cooperative(grid) }.map(|_| ())
    }};
}

/// Fixed pseudorandom numbers.
pub fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// Returns the position of the comment `line: name` in a file of kernels.
pub fn line_of(file: &str, text: &str, name: &str) -> String {
    let at = text.lines().position(|line| line.contains(&format!("line: {name}"))).unwrap();
    format!("{file}:{}", at + 1)
}

/// Words on the device.
pub type Words = CudaSlice<u32>;

/// Launches a faulty kernel, with 64 words of 0 as `a` and 64 as `out`; returns the report.
///
/// The launch must return `result`, and so must all that follows in the session.
pub fn report_of(
    settings: Settings,
    result: CUresult,
    launch: impl FnOnce(&Device, &mut Words, &mut Words) -> Result<(), DriverError>,
) -> Option<String> {
    let session = checked_emulator()?.session(settings);
    let device = Device::new();
    let mut a = device.stream.alloc_zeros::<u32>(64).unwrap();
    let mut out = device.stream.alloc_zeros::<u32>(64).unwrap();
    assert_eq!(launch(&device, &mut a, &mut out), Err(DriverError(result)));
    assert_eq!(device.stream.synchronize(), Err(DriverError(result)), "the context stays broken");
    assert_eq!(device.stream.clone_dtoh(&out), Err(DriverError(result)), "the context stays broken");
    Some(session.report().expect("a fault is reported"))
}

/// Asserts that the report contains all these words.
#[track_caller]
pub fn assert_words(report: Option<String>, words: &[&str]) {
    let Some(report) = report else { return }; // no emulator here
    for word in words {
        assert!(report.contains(word), "no `{word}` in: {report}");
    }
}
