/// The planted faults of kernels: each is a `cfg(fault = "...")` of the Rust build that becomes a macro of the `.cu`
/// files, `gpu-name` as `FAULT_GPU_NAME`. One line a fault; `.ci/run` says which tests must notice it.
const PLANTED: &[(&str, bool)] = &[
    ("gpu-forgets-lonely-trees", cfg!(fault = "gpu-forgets-lonely-trees")), // kernels/cuda/contract.cuh
    ("gpu-missing-barrier", cfg!(fault = "gpu-missing-barrier")),           // kernels/cuda/block.cuh
    ("gpu-pass-over-other-trees", cfg!(fault = "gpu-pass-over-other-trees")), // kernels/cuda/pma.cu
    ("gpu-plain-add", cfg!(fault = "gpu-plain-add")),                       // kernels/cuda/contract.cuh
    ("gpu-scan-forgets-barrier", cfg!(fault = "gpu-scan-forgets-barrier")), // tests/cuda/scan.cu
    ("gpu-write-past-end", cfg!(fault = "gpu-write-past-end")),             // kernels/cuda/arcs.cu
    ("gpu-wrong-mask", cfg!(fault = "gpu-wrong-mask")),                     // kernels/cuda/edge_boruvka.cu
];

/// The compiler's arguments that plant the faults in force.
pub(super) fn arguments() -> Vec<String> {
    let in_force = PLANTED.iter().filter(|(_, planted)| *planted);
    in_force.map(|(name, _)| format!("-DFAULT_{}", name.to_uppercase().replace('-', "_"))).collect()
}
