//! Estimates of `graph info` and `graph convert` are close to the memory that is then used.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Stdio};

use boscage::memory::Bytes;
use wait4::Wait4;

fn graph(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_graph"));
    // Each thread adds to the estimate, and not always to the peak.
    command.args(arguments.split(' ')).env("RAYON_NUM_THREADS", "2").current_dir(folder);
    command
}

/// The estimate of a refusal, to three digits.
fn estimate(folder: &Path, arguments: &str) -> f64 {
    let refused = graph(folder, &format!("{arguments} --memory 1")).output().unwrap();
    let error = String::from_utf8(refused.stderr).unwrap();
    let (_, told) = error.split_once(" needs about ").unwrap_or_else(|| panic!("{error}"));
    let mut words = told.split(' ');
    let (number, unit) = (words.next().unwrap(), words.next().unwrap());
    let unit: Bytes = format!("1{unit}").parse().unwrap();
    number.parse::<f64>().unwrap() * unit.0 as f64
}

/// The peak memory of a program. The system includes the memory of the process before it became the program,
/// which is this test, so this test must hold little.
fn peak(folder: &Path, arguments: &str) -> f64 {
    let child = graph(folder, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let ended = child.wait4().unwrap();
    assert!(ended.status.success(), "{arguments}");
    ended.rusage.maxrss as f64
}

/// Bytes of the program's own file whose presence in memory varies per run.
const PROGRAM_VARIES: f64 = 5e6;

/// Every peak is at most the estimate, and the estimate at most 1.3 times the largest of up to five, plus the
/// part of the program that varies.
#[test]
fn estimates_are_the_peaks_or_a_little_more() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, nodes, edges) in [("sparse", 300_000, 900_000), ("occupied", 4_000_000, 400_000)] {
        for made in [
            format!("generate gnm {name}.bsg --nodes {nodes} --edges {edges}"),
            format!("convert {name}.bsg {name}.bare.bsg --omit-weights"),
        ] {
            assert!(graph(folder, &made).output().unwrap().status.success(), "{made}");
        }
    }
    let path = "generate path path.bsg --nodes 300000";
    assert!(graph(folder, path).output().unwrap().status.success());
    let bound = |peak: f64| 1.3 * peak + PROGRAM_VARIES;
    for arguments in [
        "info sparse.bsg",
        "info occupied.bsg",
        "info sparse.bsg --structure",
        "info sparse.bsg --structure --directed",
        "info sparse.bsg --triangles",
        "info path.bsg --structure",
        "info occupied.bsg --structure --triangles",
        "convert sparse.bsg - --to galois",
        "convert sparse.bsg - --to metis",
        "convert sparse.bsg - --to gap --directed",
        "info sparse.bare.bsg",
        "info sparse.bare.bsg --structure --triangles",
        "convert sparse.bsg - --to galois --omit-weights",
        "convert sparse.bsg - --to boscage --directed --omit-weights",
        "convert sparse.bare.bsg - --to metis",
        "convert sparse.bare.bsg - --to edge-array --weights hash",
        "convert occupied.bare.bsg - --to dimacs --weights uniform:1:9",
        "cut sparse.bsg - --to boscage --component largest",
        "cut occupied.bsg - --to boscage --component largest",
        "weights sparse.bsg - --to boscage --scale 0.3",
        "weights sparse.bsg - --to boscage --scale 1000",
    ] {
        let estimate = estimate(folder, arguments);
        let mut largest = 0.0_f64;
        for _ in 0..5 {
            let peak = peak(folder, arguments);
            assert!(peak <= estimate, "{arguments}: took {peak}, estimated {estimate}");
            largest = largest.max(peak);
            if estimate <= bound(largest) {
                break;
            }
        }
        assert!(estimate <= bound(largest), "{arguments}: took {largest} at most, estimated {estimate}");
    }
}
