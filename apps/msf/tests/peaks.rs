//! What is admitted stays within what is allowed, and what is refused has not taken it before: for inputs
//! whose size shows only as they are read.
//!
//! The system counts what a process held before it became another program, so this test, which starts the
//! runs, must hold little.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use wait4::Wait4;

/// Writes a file of lines, one after the other.
fn write(path: &Path, first: &str, lines: impl Iterator<Item = [u64; 3]>, mark: &str, last: &str) {
    let mut file = BufWriter::new(File::create(path).unwrap());
    file.write_all(first.as_bytes()).unwrap();
    for [u, v, weight] in lines {
        writeln!(file, "{mark}{u} {v} {weight}").unwrap();
    }
    file.write_all(last.as_bytes()).unwrap();
    file.into_inner().unwrap();
}

/// Whether a run ends well that may use this much memory, and the bytes that it holds at its peak.
fn run(folder: &Path, arguments: &str, mebibytes: u64) -> (bool, u64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_msf"));
    command.current_dir(folder).args(arguments.split(' ')).arg(format!("--memory={mebibytes}M"));
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let ended = child.wait4().unwrap();
    (ended.status.success(), ended.rusage.maxrss)
}

#[test]
fn no_run_takes_more_memory_than_it_may() {
    const NODES: u64 = 300_000;
    const EDGES: u64 = 1_000_000;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let edges = || (0..EDGES).map(|i| [i % NODES, (7 * i + i / NODES) % NODES, i]);
    write(&folder.join("edges.txt"), "", edges(), "", "");
    // A line that is held until it ends, beside the edges.
    let long = "long ".repeat(200_000);
    write(&folder.join("long.txt"), "", edges(), "", "# ");
    let mut file = File::options().append(true).open(folder.join("long.txt")).unwrap();
    (0..30).for_each(|_| file.write_all(long.as_bytes()).unwrap());
    // The last weight demands a wider type for all.
    write(&folder.join("real.txt"), "", edges(), "", "1 2 0.5\n");
    let arcs = edges().map(|[u, v, weight]| [u + 1, v + 1, weight + (1 << 31)]);
    write(&folder.join("signed.gr"), &format!("p sp {NODES} {}\n", EDGES + 1), arcs, "a ", "a 1 2 -1\n");
    // Two lines, each of one number an arc.
    let hub = |other: &str| other.repeat(EDGES as usize) + "\n";
    std::fs::write(folder.join("hub.graph"), format!("2 {EDGES}\n{}{}", hub("2 "), hub("1 "))).unwrap();
    for input in [
        "hub.graph",
        "edges.txt --out f.xz --components c.zst",
        "edges.txt --out f.bz2",
        "long.txt",
        "real.txt",
        "signed.gr",
    ] {
        let arguments = format!("{input} --threads 2 --algorithm radix-kruskal --quiet");
        let mut outcomes = Vec::new();
        for mebibytes in (20..=140).step_by(20) {
            let (is_admitted, peak) = run(folder, &arguments, mebibytes);
            println!("{input}: {mebibytes} {is_admitted} {peak}");
            assert!(peak <= mebibytes << 20, "{input}: took {peak} bytes of {mebibytes} MiB");
            outcomes.push(is_admitted);
        }
        assert!(
            outcomes.is_sorted() && !outcomes[0] && outcomes[outcomes.len() - 1],
            "{input}: {outcomes:?}"
        );
    }
}
