//! The driver's own functions, as cudarc calls them.

use std::{env, panic, panic::AssertUnwindSafe, process::Command};

use cudarc::driver::{
    CudaContext, DriverError, LaunchConfig,
    sys::{CUdevice_attribute, CUevent_flags, CUresult, is_culib_present},
};
use emulated_cuda::Settings;
use emulated_cuda_support::{Device, checked_emulator as emulator, grid, launch};

#[test]
fn vector_add() {
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings::default());
    let device = Device::new();
    let stream = &device.stream;
    for n in [1u32, 31, 32, 1000] {
        let a = stream.clone_htod(&(0..n).collect::<Vec<_>>()).unwrap();
        let b = stream.clone_htod(&(0..n).map(|i| i * i).collect::<Vec<_>>()).unwrap();
        let mut c = stream.alloc_zeros::<u32>(n as usize).unwrap();
        launch!(device, "vector_add", LaunchConfig::for_num_elems(n), &a, &b, &mut c, &n).unwrap();
        assert_eq!(stream.clone_dtoh(&c).unwrap(), (0..n).map(|i| i + i * i).collect::<Vec<_>>());
    }
    assert_eq!(session.report(), None);
    assert_eq!(session.launches(), 4);
    assert_eq!(session.threads(), 4 * 1024);
    assert_eq!(session.bytes_to_device(), 2 * 4 * (1 + 31 + 32 + 1000));
    assert_eq!(session.bytes_to_host(), 4 * (1 + 31 + 32 + 1000));
}

#[cfg(target_os = "linux")]
#[test]
fn the_driver_is_found_under_both_names() {
    let Some(_emulator) = emulator() else { return };
    // SAFETY: the libraries are loaded already.
    assert!(unsafe { is_culib_present() });
    for name in ["libcuda.so", "libcuda.so.1"] {
        // SAFETY: as above.
        let library = unsafe { libloading::Library::new(name) }.unwrap();
        // SAFETY: the function is not called.
        assert!(unsafe { library.get::<unsafe extern "C" fn()>(b"emulated_cuda_begin") }.is_ok());
        // SAFETY: as above.
        assert!(unsafe { library.get::<unsafe extern "C" fn()>(b"cuInit") }.is_ok());
    }
}

#[test]
fn the_device_is_as_set() {
    let Some(emulator) = emulator() else { return };
    let settings = Settings {
        capability: (8, 6),
        multiprocessors: 7,
        memory_bytes: 1 << 20,
        devices: 2,
        ..Settings::default()
    };
    let session = emulator.session(settings);
    assert_eq!(CudaContext::device_count(), Ok(2));
    for ordinal in [0, 1] {
        let context = CudaContext::new(ordinal).unwrap();
        assert_eq!(context.name().unwrap(), "Boscage emulator");
        assert_eq!(context.compute_capability(), Ok((8, 6)));
        assert_eq!(context.total_mem(), Ok(1 << 20));
        assert_eq!(context.uuid().unwrap().bytes[15] as u8, b'0' + ordinal as u8);
        let attribute = |attribute| context.attribute(attribute);
        assert_eq!(attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), Ok(7));
        assert_eq!(attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE), Ok(32));
        assert_eq!(attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH), Ok(1));
    }
    assert_eq!(session.report(), None);
    let context = CudaContext::new(0).unwrap();
    let unknown = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH;
    assert_eq!(context.attribute(unknown), Err(DriverError(CUresult::CUDA_ERROR_INVALID_VALUE)));
    assert_eq!(session.report().unwrap(), "the emulator knows no device attribute 21");
    assert_eq!(CudaContext::new(2).unwrap_err(), DriverError(CUresult::CUDA_ERROR_INVALID_DEVICE));
}

#[test]
fn no_device() {
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings { devices: 0, ..Settings::default() });
    let error = CudaContext::new(0).unwrap_err();
    assert_eq!(error, DriverError(CUresult::CUDA_ERROR_NO_DEVICE));
    assert_eq!(error.error_name().unwrap().to_str(), Ok("CUDA_ERROR_NO_DEVICE"));
    assert_eq!(error.error_string().unwrap().to_str(), Ok("no CUDA-capable device is detected"));
    assert_eq!(session.report(), None);
}

#[test]
fn events_and_streams() {
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings::default());
    let device = Device::new();
    let stream = device.context.new_stream().unwrap();
    let other = stream.fork().unwrap();
    let timed = Some(CUevent_flags::CU_EVENT_DEFAULT);
    let start = stream.record_event(timed).unwrap();
    let mut a = other.alloc_zeros::<u32>(64).unwrap();
    launch!(device, "touch", grid(2, 32), &mut a).unwrap();
    let end = stream.record_event(timed).unwrap();
    stream.join(&other).unwrap();
    stream.wait(&end).unwrap();
    assert!(start.is_complete() && end.is_complete());
    assert!(start.elapsed_ms(&end).unwrap() >= 0.0);
    stream.synchronize().unwrap();
    device.context.synchronize().unwrap();
    assert_eq!(session.report(), None);
    let untimed = stream.record_event(None).unwrap();
    assert_eq!(start.elapsed_ms(&untimed), Err(DriverError(CUresult::CUDA_ERROR_INVALID_HANDLE)));
}

#[test]
fn copies_count_whatever_way_they_take() {
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings::default());
    let device = Device::new();
    let stream = device.context.new_stream().unwrap();
    // SAFETY: written before it is read.
    let mut pinned = unsafe { device.context.alloc_pinned::<u32>(100) }.unwrap();
    for (i, x) in pinned.as_mut_slice().unwrap().iter_mut().enumerate() {
        *x = i as u32;
    }
    let mut a = stream.alloc_zeros::<u32>(100).unwrap();
    stream.memcpy_htod(&pinned, &mut a).unwrap();
    let b = a.try_clone().unwrap();
    stream.memset_zeros(&mut a).unwrap();
    assert_eq!(
        (session.bytes_to_device(), session.bytes_to_host()),
        (400, 0),
        "copies on the device are free"
    );
    stream.memcpy_dtoh(&b, &mut pinned).unwrap();
    assert_eq!(pinned.as_slice().unwrap()[99], 99);
    assert_eq!(stream.clone_dtoh(&a.slice(10..20)).unwrap(), [0; 10]);
    assert_eq!((session.bytes_to_device(), session.bytes_to_host()), (400, 440));
    assert_eq!(session.report(), None);
}

#[test]
fn memory_is_limited() {
    let Some(emulator) = emulator() else { return };
    let session = emulator.session(Settings { memory_bytes: 10_000, ..Settings::default() });
    let device = Device::new();
    let a = device.stream.alloc_zeros::<u8>(6000).unwrap();
    assert_eq!(device.context.mem_get_info(), Ok((4000, 10_000)));
    let refused = device.stream.alloc_zeros::<u8>(4001);
    assert_eq!(refused.unwrap_err(), DriverError(CUresult::CUDA_ERROR_OUT_OF_MEMORY));
    let b = device.stream.alloc_zeros::<u8>(4000).unwrap();
    drop(a);
    let c = device.stream.alloc_zeros::<u8>(6000).unwrap();
    assert_eq!((session.live_bytes(), session.most_bytes()), (10_000, 10_000));
    drop((b, c));
    assert_eq!(session.live_bytes(), 0);
    assert_eq!(session.report(), None, "a full device is no fault");
}

#[test]
fn leaks_are_told() {
    let Some(emulator) = emulator() else { return };
    let leaking = AssertUnwindSafe(|| {
        let _session = emulator.session(Settings::default());
        let device = Device::new();
        device.stream.alloc_zeros::<u32>(25).unwrap().leak();
    });
    let panic = panic::catch_unwind(leaking).unwrap_err();
    let message = panic.downcast_ref::<String>().unwrap();
    assert!(message.starts_with("1 allocations of 100 bytes on the device outlive the session"), "{message}");
    let session = emulator.session(Settings::default());
    assert_eq!(session.live_bytes(), 0, "expected no bytes in the next session");
}

/// Child process of `child_processes_find_the_emulator`; does nothing by itself.
#[test]
fn child() {
    if env::var_os("EMULATED_CUDA_CHILD").is_none() {
        return;
    }
    let context = CudaContext::new(0).unwrap();
    assert_eq!(context.total_mem(), Ok(12345));
    let stream = context.default_stream();
    let a = stream.clone_htod(&[1u8; 100]).unwrap();
    let past = a.slice(0..99);
    assert_eq!(stream.clone_dtoh(&past).unwrap(), [1; 99]);
}

#[test]
fn child_processes_find_the_emulator() {
    let Some(emulator) = emulator() else { return };
    let summary = env::temp_dir().join(format!("emulated-cuda-summary-{}", std::process::id()));
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "child"])
        .env("EMULATED_CUDA_CHILD", "1")
        .env("EMULATED_CUDA_SUMMARY", &summary)
        .env("LD_LIBRARY_PATH", emulator.library_folder())
        .envs(Settings { memory_bytes: 12345, ..Settings::default() }.variables())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let written = std::fs::read_to_string(&summary).unwrap();
    std::fs::remove_file(&summary).unwrap();
    assert_eq!(
        written.lines().take(3).collect::<Vec<_>>(),
        ["bytes_to_device 100", "bytes_to_host 99", "launches 0"]
    );
}
