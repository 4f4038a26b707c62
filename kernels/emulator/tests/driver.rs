//! The driver's own functions, as cudarc calls them.

use boscage_emulator::{Settings, install};
use cudarc::{
    driver::{CudaContext, LaunchConfig, PushKernelArg},
    nvrtc::Ptx,
};

#[test]
fn vector_add() {
    let emulator = install(&[concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cuda/vector_add.cu")]).unwrap();
    let session = emulator.session(Settings::default());
    let context = CudaContext::new(0).unwrap();
    let stream = context.default_stream();
    let ptx = ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry vector_add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n) { ret; }";
    let module = context.load_module(Ptx::from_src(ptx)).unwrap();
    let f = module.load_function("vector_add").unwrap();
    let n = 1000u32;
    let a = stream.clone_htod(&(0..n).collect::<Vec<_>>()).unwrap();
    let b = stream.clone_htod(&(0..n).map(|i| i * i).collect::<Vec<_>>()).unwrap();
    let mut c = stream.alloc_zeros::<u32>(n as usize).unwrap();
    // SAFETY: the parameters are those of the kernel.
    unsafe {
        stream.launch_builder(&f).arg(&a).arg(&b).arg(&mut c).arg(&n).launch(LaunchConfig::for_num_elems(n))
    }
    .unwrap();
    let c = stream.clone_dtoh(&c).unwrap();
    assert_eq!(c, (0..n).map(|i| i + i * i).collect::<Vec<_>>());
    assert_eq!(session.report(), None);
}
