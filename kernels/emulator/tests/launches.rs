//! Modules, functions, and the launches that a device refuses.

use cudarc::{
    driver::{
        CudaContext, DriverError, LaunchConfig,
        sys::{CUfunction_attribute_enum as Attribute, CUresult},
    },
    nvrtc::Ptx,
};
use emulated_cuda::Settings;
use emulated_cuda_support::{Device, checked_emulator as emulator, grid, launch, launch_cooperative, ptx_of};

#[test]
fn a_cooperative_launch_is_as_large_as_the_occupancy_says() {
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings { multiprocessors: 2, ..Settings::default() });
    let device = Device::new();
    let rounds = 1u32;
    for (threads, dynamic, expected) in
        [(32, 0, 32), (256, 0, 8), (1024, 0, 2), (96, 0, 21), (256, 40 * 1024, 2)]
    {
        let function = device.function("grid_rounds");
        let each = function.occupancy_max_active_blocks_per_multiprocessor(threads, dynamic, None).unwrap();
        assert_eq!(each, expected);
        for (blocks, result) in [
            (2 * each, Ok(())),
            (2 * each + 1, Err(DriverError(CUresult::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE))),
        ] {
            let n = (blocks * threads) as usize;
            let mut even = device.stream.alloc_zeros::<u32>(n).unwrap();
            let mut odd = device.stream.alloc_zeros::<u32>(n).unwrap();
            let mut arrived = device.stream.alloc_zeros::<u32>(1).unwrap();
            let mut generation = device.stream.alloc_zeros::<u32>(1).unwrap();
            let grid = LaunchConfig { shared_mem_bytes: dynamic as u32, ..grid(blocks, threads) };
            let launched = launch_cooperative!(
                device,
                "grid_rounds",
                grid,
                &mut even,
                &mut odd,
                &rounds,
                &mut arrived,
                &mut generation
            );
            assert_eq!(launched, result, "{blocks} blocks of {threads} threads");
        }
    }
    assert!(
        session
            .report()
            .unwrap()
            .contains("65 blocks of 32 threads cannot all be resident, 2 multiprocessors hold 32 each")
    );
}

#[test]
fn launches_that_a_device_refuses() {
    let Some(emulator) = emulator() else { return };
    let refused = |kernel: &str, grid: LaunchConfig| {
        let session = emulator.session(Settings::default());
        let device = Device::new();
        let mut a = device.stream.alloc_zeros::<u32>(2048).unwrap();
        let error = launch!(device, kernel, grid, &mut a).unwrap_err();
        // The context still works.
        launch!(device, "touch", emulated_cuda_support::grid(1, 32), &mut a).unwrap();
        (error.0, session.report().unwrap())
    };
    let (error, report) = refused("touch", grid(1, 1025));
    assert_eq!(error, CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(report, "kernel touch: found blocks of 1025 threads, expected at most 1024");
    let (error, report) = refused("bounded", grid(1, 96));
    assert_eq!(error, CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    assert_eq!(report, "kernel bounded: found blocks of 96 threads, expected at most 64");
    for empty in [grid(0, 32), grid(1, 0)] {
        let (error, report) = refused("touch", empty);
        assert_eq!(error, CUresult::CUDA_ERROR_INVALID_VALUE);
        assert_eq!(report, "kernel touch: expected a grid and blocks of at least 1, found 0");
    }
    let (error, report) = refused("touch", LaunchConfig { shared_mem_bytes: 48 * 1024 + 1, ..grid(1, 32) });
    assert_eq!(error, CUresult::CUDA_ERROR_INVALID_VALUE);
    assert!(
        report.contains("49153 bytes of dynamic shared memory besides 0 of static, it may have 49152"),
        "{report}"
    );
    let (error, _) = refused("touch", LaunchConfig { grid_dim: (1, 2, 1), ..grid(1, 32) });
    assert_eq!(error, CUresult::CUDA_ERROR_NOT_SUPPORTED);
}

#[test]
fn functions_know_what_they_need() {
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings::default());
    let device = Device::new();
    let scan = device.function("block_scan");
    assert_eq!(scan.shared_size_bytes(), Ok(512), "as the PTX says");
    assert_eq!(scan.max_threads_per_block(), Ok(128), "as its launch bounds say");
    // More dynamic shared memory than usual, after it was requested.
    let dynamic = device.function("block_scan_dynamic");
    let n = 64u32;
    let a = device.stream.alloc_zeros::<u32>(64).unwrap();
    let mut out = device.stream.alloc_zeros::<u32>(64).unwrap();
    let limit = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    dynamic.set_attribute(limit, 96 * 1024).unwrap();
    let large = LaunchConfig { shared_mem_bytes: 96 * 1024, ..grid(1, 64) };
    launch!(device, "block_scan_dynamic", large, &a, &mut out, &n).unwrap();
    assert_eq!(session.report(), None);
    let too_large = dynamic.set_attribute(limit, 96 * 1024 + 1);
    assert_eq!(too_large, Err(DriverError(CUresult::CUDA_ERROR_INVALID_VALUE)));
}

/// PTX of NVRTC, with everything that a parser may stumble over.
const TOUCH: &str = "
//
// Generated by NVIDIA NVVM Compiler
//
.version 8.0
.target sm_75
.address_size 64
.shared .align 4 .b8 named_below[64];
.shared .align 8 .b8 of_another_kernel[1024];
.extern .shared .align 16 .b8 dynamic_shared_memory[];

.visible .entry touch(
	.param .u64 .ptr .global .align 4 touch_param_0
)
.maxntid 128, 1, 1
{
	.reg .pred 	%p<3>;
	// demoted variable
	.shared .align 4 .b8 _ZZ5touchE4sums[512];
	ld.param.u64 	%rd1, [touch_param_0];
	cvta.shared.u64 	%rd2, %rd1;
	mov.u32 	%r5, named_below;
	st.shared.u32 	[%r5+4], %r2;
	{ // callseq 0
	.reg .b32 temp_param_reg;
	.param .b64 param0;
	}
	/* ret; } */
	ret;
}
";

#[test]
fn ptx_tells_the_shared_memory_of_kernels() {
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings::default());
    let context = CudaContext::new(0).unwrap();
    let touch = context.load_module(Ptx::from_src(TOUCH)).unwrap().load_function("touch").unwrap();
    assert_eq!(session.report(), None);
    assert_eq!(touch.shared_size_bytes(), Ok(512 + 64));
}

#[test]
fn stale_ptx_is_refused() {
    let Some(emulator) = emulator() else { return };
    let load = |ptx: String, kernel: &str| {
        let session = emulator.session(Settings::default());
        let context = CudaContext::new(0).unwrap();
        let loaded = context.load_module(Ptx::from_src(ptx)).and_then(|module| module.load_function(kernel));
        (loaded.map(|_| ()).map_err(|error| error.0), session.report())
    };
    let vector_add = |parameters| ptx_of(&[("vector_add", parameters, 0)]);
    assert_eq!(load(vector_add("pppu"), "vector_add"), (Ok(()), None));
    for parameters in ["ppp", "ppuu", "pppuu", ""] {
        let (result, report) = load(vector_add(parameters), "vector_add");
        assert_eq!(result, Err(CUresult::CUDA_ERROR_INVALID_IMAGE));
        let report = report.unwrap();
        assert!(report.starts_with("stale PTX: kernel vector_add takes parameters of ("), "{report}");
        assert!(report.ends_with("bytes there, of (8, 8, 8, 4) in vector_add.cu"), "{report}");
    }
    let (result, report) = load(vector_add("pppu"), "touch");
    assert_eq!(result, Err(CUresult::CUDA_ERROR_NOT_FOUND));
    assert_eq!(report.unwrap(), "the PTX has no kernel touch");
    let (result, report) = load(ptx_of(&[("vector_sub", "pppu", 0)]), "vector_sub");
    assert_eq!(result, Err(CUresult::CUDA_ERROR_NOT_FOUND));
    assert_eq!(report.unwrap(), "the emulator was installed without a kernel vector_sub");
    let (result, report) = load("not PTX at all".into(), "vector_add");
    assert_eq!(result, Err(CUresult::CUDA_ERROR_INVALID_IMAGE));
    assert!(report.unwrap().starts_with("the image is no PTX"));
    let newer = vector_add("pppu").replace("sm_75", "sm_80");
    let (result, report) = load(newer, "vector_add");
    assert_eq!(result, Err(CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU));
    assert_eq!(report.unwrap(), "the PTX is for sm_80, the device has compute capability 7.5");

    let (result, report) = load(ptx_of(&[("vector_add", "pppu", 49153)]), "vector_add");
    assert_eq!(result, Err(CUresult::CUDA_ERROR_INVALID_PTX));
    assert_eq!(
        report.unwrap(),
        "kernel vector_add has 49153 bytes of static shared memory, it may have 49152"
    );

    let session = emulator.session(Settings { accept_any_image: true, ..Settings::default() });
    let context = CudaContext::new(0).unwrap();
    context.load_module(Ptx::from_src("anything")).unwrap().load_function("vector_add").unwrap();
    assert_eq!(session.report(), None);
}
