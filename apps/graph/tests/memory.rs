//! Estimates of `graph info` and `graph convert` are close to what is then used.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use boscage::generate::Gnm;
use boscage::io::{Names, Weights, WriteOptions};
use boscage::memory::Bytes;

fn graph(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_graph"));
    command.args(arguments.split(' ')).current_dir(folder);
    command
}

/// The estimate, as a refusal tells it: to three digits.
fn estimate(folder: &Path, arguments: &str) -> f64 {
    let refused = graph(folder, &format!("{arguments} --memory 1")).output().unwrap();
    let error = String::from_utf8(refused.stderr).unwrap();
    let (_, told) = error.split_once(" needs about ").unwrap_or_else(|| panic!("{error}"));
    let mut words = told.split(' ');
    let (number, unit) = (words.next().unwrap(), words.next().unwrap());
    let unit: Bytes = format!("1{unit}").parse().unwrap();
    number.parse::<f64>().unwrap() * unit.0 as f64
}

/// The most memory that a program has held by the time at which it has printed something. It has more to do
/// then, and waits: for its standard input, or for its output to be read.
fn peak(folder: &Path, arguments: &str) -> f64 {
    let mut child = graph(folder, arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::with_capacity(1, child.stdout.take().unwrap());
    assert!(!out.fill_buf().unwrap().is_empty(), "{arguments}");
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    1024.0 * line.split_whitespace().next().unwrap().parse::<f64>().unwrap()
}

/// Every peak is at most the estimate, and the estimate at most 1.3 times the largest of up to five.
#[test]
fn estimates_are_the_peaks_or_a_little_more() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, nodes, edges) in [("sparse", 700_000, 1_400_000), ("occupied", 12_000_000, 800_000)] {
        let list = Gnm { nodes, edges, ..Gnm::default() }.recipe().unwrap().make().unwrap().into();
        for (suffix, weights) in [("bsg", Weights::Write), ("bare.bsg", Weights::Omit)] {
            let options = WriteOptions { weights, ..WriteOptions::default() };
            boscage::io::write(&folder.join(format!("{name}.{suffix}")), &list, &Names::Offset(0), &options)
                .unwrap();
        }
    }
    for (arguments, waits_for) in [
        ("info sparse.bsg", " -"),
        ("info occupied.bsg", " -"),
        ("convert sparse.bsg - --to galois", ""),
        ("convert sparse.bsg - --to metis", ""),
        ("convert sparse.bare.bsg - --to edge-array --weights hash", ""),
        ("convert occupied.bare.bsg - --to dimacs --weights uniform:1:9", ""),
    ] {
        let estimate = estimate(folder, arguments);
        let mut largest = 0.0_f64;
        for _ in 0..5 {
            let peak = peak(folder, &format!("{arguments}{waits_for}"));
            assert!(peak <= 1.005 * estimate, "{arguments}: took {peak}, estimated {estimate}");
            largest = largest.max(peak);
            if estimate <= 1.3 * largest {
                break;
            }
        }
        assert!(estimate <= 1.3 * largest, "{arguments}: took {largest} at most, estimated {estimate}");
    }
}
