/// The planted faults of kernels: in a build with `--cfg faults` the variable `BOSCAGE_FAULT` names one,
/// `gpu-name`, which becomes a macro of the `.cu` files, `FAULT_GPU_NAME`. `.ci/run` says which tests must
/// notice it.
const PLANTED: &[&str] = &[
    "gpu-forgets-lonely-trees",  // kernels/cuda/contract.cuh
    "gpu-missing-barrier",       // kernels/cuda/block.cuh
    "gpu-pass-over-other-trees", // kernels/cuda/pma.cu
    "gpu-plain-add",             // kernels/cuda/contract.cuh
    "gpu-scan-forgets-barrier",  // tests/cuda/scan.cu
    "gpu-write-past-end",        // kernels/cuda/arcs.cu
    "gpu-wrong-mask",            // kernels/cuda/edge_boruvka.cu
];

/// The compiler's argument that plants the fault in force.
pub(super) fn argument() -> Option<String> {
    let fault = std::env::var("BOSCAGE_FAULT").ok()?;
    (cfg!(faults) && PLANTED.contains(&&*fault))
        .then(|| format!("-DFAULT_{}", fault.to_uppercase().replace('-', "_")))
}
