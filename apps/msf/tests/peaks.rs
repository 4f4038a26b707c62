//! For inputs whose size shows only while they are read: an admitted run stays within the allowed memory, and
//! a refused run has not exceeded it before, but for some megabytes ([`VARIES`]).
//!
//! The system's peak of a process includes the memory before `exec`, which is that of this test: so it holds
//! little, and forgets its own peak before it starts a run.
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

/// Returns `true` if a run with this memory limit succeeds, and its peak in bytes. An input after `<` is a
/// stream.
fn run(folder: &Path, arguments: &str, mebibytes: u64) -> (bool, u64) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_msf"));
    command.current_dir(folder).arg(format!("--memory={mebibytes}M"));
    let mut arguments = arguments.split(' ');
    let input = arguments.next().unwrap();
    match input.strip_prefix('<') {
        Some(streamed) => command.arg("-").stdin(File::open(folder.join(streamed)).unwrap()),
        None => command.arg(input),
    };
    command.args(arguments);
    std::fs::write("/proc/self/clear_refs", "5").unwrap(); // the peak is what is held now
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let ended = child.wait4().unwrap();
    (ended.status.success(), ended.rusage.maxrss)
}

/// Bytes that are in memory in one run and not in another: of the program's own file, and what one thread
/// takes after another has asked whether there is enough.
const VARIES: u64 = 5 << 20;

const NODES: u64 = 300_000;
const EDGES: u64 = 1_000_000;

/// Runs with ever more memory stay within it, until two end well.
fn stays_within_what_it_may_take(folder: &Path, input: &str) {
    let arguments = format!("{input} --threads 2 --algorithm radix-kruskal --quiet");
    let own = || std::fs::read_to_string("/proc/self/status").unwrap();
    let mut outcomes = Vec::new();
    for mebibytes in (20..=140).step_by(20) {
        let (is_admitted, peak) = run(folder, &arguments, mebibytes);
        println!("{input}: {mebibytes} {is_admitted} {peak}");
        assert!(
            peak <= (mebibytes << 20) + VARIES,
            "{input}: took {peak} bytes of {mebibytes} MiB; the test: {}",
            own()
        );
        outcomes.push(is_admitted);
        if outcomes.ends_with(&[true; 2]) {
            break;
        }
    }
    assert!(outcomes.is_sorted() && !outcomes[0] && outcomes.ends_with(&[true; 2]), "{input}: {outcomes:?}");
}

#[test]
fn lists_of_edges_take_no_more_memory_than_they_may() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let edges = || (0..EDGES).map(|i| [i % NODES, (7 * i + i / NODES) % NODES, i]);
    write(&folder.join("edges.txt"), "", edges(), "", "");
    let copy = |name| {
        std::fs::copy(folder.join("edges.txt"), folder.join(name)).unwrap();
        File::options().append(true).open(folder.join(name)).unwrap()
    };
    // A line that is held until it ends, beside the edges.
    let mut file = copy("long.txt");
    file.write_all(b"# ").unwrap();
    let long = "long ".repeat(200_000);
    (0..30).for_each(|_| file.write_all(long.as_bytes()).unwrap());
    // The last weight demands a wider type for all.
    copy("real.txt").write_all(b"1 2 0.5\n").unwrap();
    let arcs = edges().map(|[u, v, weight]| [u + 1, v + 1, weight + (1 << 31)]);
    write(&folder.join("signed.gr"), &format!("p sp {NODES} {}\n", EDGES + 1), arcs, "a ", "a 1 2 -1\n");
    // The memory of a page beside the graph: with a map, and without.
    let arcs = edges().take(EDGES as usize / 2).map(|[u, v, weight]| [u + 1, v + 1, weight]);
    write(&folder.join("map.gr"), &format!("p sp {NODES} {}\n", EDGES / 2), arcs, "a ", "");
    let places = (0..NODES).map(|node| [node + 1, node % 500, node / 500]);
    write(&folder.join("map.co"), &format!("p aux sp co {NODES}\n"), places, "v ", "");
    let lone = (0..10).map(|i| [i + 1, i + 2, i]);
    write(&folder.join("lone.gr"), &format!("p sp {NODES} 10\n"), lone, "a ", "");
    std::fs::copy(folder.join("map.co"), folder.join("lone.co")).unwrap();
    for input in [
        "map.gr --arcs keep --report page.html",
        "lone.gr --arcs keep --report page.html",
        "edges.txt --report page.html",
        "edges.txt --out f.xz --components c.zst --cut 1000",
        "edges.txt --out f.bz2",
        "edges.txt --out f.csv --root 0",
        "edges.txt --replacements r.csv.xz",
        "map.gr --arcs keep --replacements r.csv --trees t.csv --report page.html",
        "lone.gr --arcs keep --replacements r.csv",
        "map.gr --arcs keep --trees t.csv --largest-tree l.graphml",
        "lone.gr --arcs keep --trees t.csv --largest-tree l.csv --out f.csv --root 1",
        "long.txt",
        "real.txt",
        "signed.gr",
    ] {
        stays_within_what_it_may_take(folder, input);
    }
}

/// Demands that a run with the least memory that is admitted stays within it.
fn stays_within_its_estimate(folder: &Path, arguments: &str) {
    let (mut refused, mut admitted) = (16, 200);
    while admitted - refused > 1 {
        let middle = (refused + admitted) / 2;
        match run(folder, arguments, middle).0 {
            true => admitted = middle,
            false => refused = middle,
        }
    }
    let (_, peak) = run(folder, arguments, admitted);
    println!("{arguments}: {admitted} {peak}");
    assert!(peak <= (admitted << 20) + VARIES, "{arguments}: took {peak} bytes of {admitted} MiB");
    assert!(peak >= (admitted << 20) / 10 * 7 - VARIES, "{arguments}: took {peak} bytes of {admitted} MiB");
}

#[test]
fn replacements_take_the_memory_of_their_estimate() {
    let folder = tempfile::tempdir().unwrap();
    // A path, and shortcuts that replace its edges: they take far more than the forest.
    let nodes = 3 * NODES;
    let path = (1..nodes).map(|node| [node, node + 1, node % 1000]);
    let shortcuts = (1..nodes - 5).step_by(5).map(|node| [node, node + 6, 1000 + node]);
    let arcs = nodes - 1 + (nodes - 6).div_ceil(5);
    let first = format!("p sp {nodes} {arcs}\n");
    write(&folder.path().join("g.gr"), &first, path.chain(shortcuts), "a ", "");
    let arguments = "g.gr --arcs keep --threads 2 --quiet --replacements r.csv";
    stays_within_its_estimate(folder.path(), arguments);
}

#[test]
fn rows_and_arrays_take_no_more_memory_than_they_may() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Two long lines: an arc for each number, and for every two numbers, of which the last is a real.
    for (name, format, arcs, last) in
        [("hub.graph", 0, ["2 ", "1 "], ["2", "1"]), ("reals.graph", 1, ["2 7 ", "1 7 "], ["2 .5", "1 .5"])]
    {
        let mut file = BufWriter::new(File::create(folder.join(name)).unwrap());
        writeln!(file, "2 {EDGES} {format}").unwrap();
        for (arc, last) in arcs.into_iter().zip(last) {
            (1..EDGES).for_each(|_| file.write_all(arc.as_bytes()).unwrap());
            writeln!(file, "{last}").unwrap();
        }
    }
    // A matrix on one line, and an array of places with the arcs.
    let mut file = BufWriter::new(File::create(folder.join("matrix.mtx")).unwrap());
    writeln!(file, "%%MatrixMarket matrix array integer general\n1000 1000").unwrap();
    (0..EDGES).for_each(|_| file.write_all(b"-5 ").unwrap());
    file.flush().unwrap();
    let mut file = BufWriter::new(File::create(folder.join("pbbs.adj")).unwrap());
    writeln!(file, "AdjacencyGraph\n{NODES}\n{EDGES}").unwrap();
    (0..NODES).for_each(|node| writeln!(file, "{}", node * EDGES / NODES).unwrap());
    (0..EDGES).for_each(|arc| writeln!(file, "{}", 7 * arc % NODES).unwrap());
    file.flush().unwrap();
    // Entries of one long line become edges long after they have been admitted as text.
    let (is_admitted, peak) = run(folder, "matrix.mtx --threads 2 --quiet", 34);
    assert!(!is_admitted && peak <= (34 << 20) + VARIES, "matrix.mtx: took {peak} bytes of 34 MiB");
    for input in [
        "hub.graph",
        "<hub.graph",
        "reals.graph",
        "<reals.graph",
        "matrix.mtx",
        "<matrix.mtx",
        "pbbs.adj",
        "<pbbs.adj",
    ] {
        stays_within_what_it_may_take(folder, input);
    }
}
