//! Memory: estimates are close to the memory that is then used; graphs that do not fit are refused, with a
//! message that says why.

use boscage::operators::msf::operators;
use std::io::Write;

use boscage::exec::Exec;
use boscage::generate::{Complete, Gnm, Rmat, Road, Star, complete, gnm, rmat, road, star};
use boscage::graph::{AnyEdgeList, EdgeList};
use boscage::io::{Compression, Names, Output, WriteOptions};
use boscage_truth::Suite;
use serde_json::Value;

use crate::program::{Ended, Folder};

fn write(folder: &Folder, name: &str, graph: &AnyEdgeList) {
    boscage::io::write(
        &Exec::current(),
        folder.path(name),
        graph,
        &Names::Offset(0),
        &WriteOptions::default(),
    )
    .unwrap();
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"))
}

/// Bytes of the program's own file that are in memory in one run and not in another.
const PROGRAM_VARIES: f64 = 6e6;

/// Every peak is at most the estimate, and the estimate at most 1.4 times the largest of the peaks, and what
/// varies of the program itself: of the first peak, if that is enough, and of five otherwise. Peaks differ
/// from run to run, as trees that grow side by side meet differently.
fn assert_covers(estimate: f64, what: &str, peak: impl Fn() -> f64) {
    let mut largest = 0.0_f64;
    for _ in 0..5 {
        let peak = peak();
        assert!(peak <= estimate, "{what}: took {:.1} MB, estimated {:.1} MB", peak / 1e6, estimate / 1e6);
        largest = largest.max(peak);
        if estimate <= 1.4 * largest + PROGRAM_VARIES {
            return;
        }
    }
    panic!("{what}: took {:.1} MB at most, estimated {:.1} MB", largest / 1e6, estimate / 1e6);
}

fn json(ended: Ended) -> Value {
    serde_json::from_str(&ended.ok()).unwrap()
}

/// Demands that the estimates of every operator cover what it takes, for a graph so large that arrays take
/// far more than the program.
fn assert_estimates(name: &str, threads: &str, graph: EdgeList<u32>) {
    let folder = Folder::new();
    write(&folder, name, &graph.into());
    let run =
        |more: &[&str]| json(folder.msf(&[&[name, "--threads", threads, "--stats", "json"], more].concat()));
    let estimates = run(&["--estimate"]);
    for row in estimates["operators"].as_array().unwrap() {
        let algorithm = row["algorithm"].as_str().unwrap();
        let is_quadratic = matches!(algorithm, "boruvka-lookup" | "prim-loops");
        let shares_a_formula = matches!(algorithm, "pma-min" | "pma-sort") && !Suite::asked().is_large();
        if is_quadratic && name != "dense.bsg" || shares_a_formula {
            continue;
        }
        let peak = || number(&run(&["--algorithm", algorithm])["peak_bytes"]);
        assert_covers(number(&row["peak_bytes"]), &format!("{name}, {algorithm}"), peak);
    }
    let kruskal = &estimates["operators"][1];
    assert_eq!(kruskal["algorithm"], "kruskal");
    let estimate = number(&estimates["verify_peak_bytes"]).max(number(&kruskal["peak_bytes"]));
    let proved = ["--algorithm", "kruskal", "--verify", "--components", "c"];
    let peak = || number(&run(&proved)["peak_bytes"]);
    assert_covers(estimate, &format!("{name}, kruskal and its proof"), peak);
}

#[cfg(target_os = "linux")]
#[test]
fn estimates_are_the_peaks_for_random_graphs() {
    let random = |nodes, edges| gnm(&Exec::current(), &Gnm { nodes, edges, ..Gnm::default() }).unwrap();
    // Arrays that are just too small for a mapping of their own, which the allocator keeps.
    assert_estimates("random.bsg", "4", random(200_000, 1_000_000));
    if Suite::asked().is_large() {
        assert_estimates("sparse.bsg", "2", random(700_000, 1_400_000));
        // Enough edges for `filter-boruvka` to contract the light ones first, and few enough that most are
        // light.
        assert_estimates("light.bsg", "2", random(1_000_000, 1_550_000));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn estimates_are_the_peaks_for_isolated_nodes() {
    let random = |nodes| gnm(&Exec::current(), &Gnm { nodes, edges: 350_000, ..Gnm::default() }).unwrap();
    // More than eight nodes an edge: operators get a copy without the isolated ones.
    assert_estimates("occupied.bsg", "2", random(3_000_000));
    if Suite::asked().is_large() {
        assert_estimates("isolated.bsg", "2", random(1_000_000));
    }
}

/// Only where more than the plain suite is asked for.
#[cfg(target_os = "linux")]
#[test]
fn estimates_are_the_peaks_for_other_shapes() {
    if !Suite::asked().is_large() {
        println!("skipped: BOSCAGE_SUITE=large has them");
        return;
    }
    let exec = Exec::current();
    let roads = road(&exec, &Road { nodes: 600_000, ..Road::default() }).unwrap().0;
    assert_estimates("roads.gr", "2", roads);
    let mut star = star(&exec, &Star { nodes: 1_000_000, ..Star::default() }).unwrap();
    star.push(0, 1, 1).unwrap(); // A tree needs less than as many edges that are none.
    assert_estimates("star.bsg", "2", star);
    let dense = complete(&exec, &Complete { nodes: 2000, ..Complete::default() }).unwrap();
    assert_estimates("dense.bsg", "2", dense);
    let scale_free = rmat(&exec, &Rmat { scale: 17, edges: 1_500_000, ..Rmat::default() }).unwrap();
    assert_estimates("rmat.bsg", "2", scale_free);
}

/// Streams and compressed files take no more memory than plain files, except for their decoder: the edges
/// grow in place, and blocks of text are reused.
#[cfg(target_os = "linux")]
#[test]
fn estimates_cover_streams_and_compressed_files() {
    let folder = Folder::new();
    let graph =
        gnm(&Exec::current(), &Gnm { nodes: 50_000, edges: 200_000, ..Gnm::default() }).unwrap().into();
    for name in ["g.gr", "g.gr.gz", "g.gr.zst", "g.gr.bz2", "g.gr.xz", "g.bsg.gz"] {
        write(&folder, name, &graph);
    }
    let text = folder.read("g.gr");
    for name in ["-", "g.gr.gz", "g.gr.zst", "g.gr.bz2", "g.gr.xz", "g.bsg.gz"] {
        let run = |more: &[&str]| {
            let common = [name, "--threads", "2", "--stats", "json", "--algorithm", "kruskal"];
            let arguments = [&common, more].concat();
            json(if name == "-" { folder.msf_with(&text, &arguments) } else { folder.msf(&arguments) })
        };
        let estimate = number(&run(&["--estimate"])["operators"][1]["peak_bytes"]);
        assert_covers(estimate, name, || number(&run(&[])["peak_bytes"]));
    }
}

/// Names of 60 bits are held beside the edges, and are sorted.
#[cfg(target_os = "linux")]
#[test]
fn estimates_cover_names_that_are_far_apart() {
    let folder = Folder::new();
    let name = |i: u64| i % 100_000 * 11_400_714_819_323 % (1 << 60) + 1;
    let lines = (0..1_000_000).map(|i| format!("{} {} 5\n", name(i), name(i * i + 1)));
    folder.write("wide.txt", lines.collect::<String>());
    let run = |more: &[&str]| {
        let common = ["wide.txt", "--threads", "2", "--stats", "json", "--algorithm", "kruskal"];
        json(folder.msf(&[&common, more].concat()))
    };
    let estimate = number(&run(&["--estimate"])["operators"][1]["peak_bytes"]);
    assert_covers(estimate, "wide.txt, kruskal", || number(&run(&[])["peak_bytes"]));
}

/// Arcs no two of which make an edge, and mirrors in no order, which have to be sorted to be found.
#[cfg(target_os = "linux")]
#[test]
fn estimates_cover_arcs_and_the_folding_of_them() {
    const ARCS: u32 = 1_500_000;
    let folder = Folder::new();
    // Multiples of a unit of this power of two go through all nodes, in no order.
    let node = |i: u32| i.wrapping_mul(2_654_435_761) % (1 << 19) + 1;
    let arcs = |arc: &dyn Fn(u32) -> (u32, u32)| {
        let lines = (0..ARCS).map(|i| {
            let (u, v) = arc(i);
            format!("a {u} {v} {}\n", u ^ v)
        });
        format!("p sp {} {ARCS}\n", 1 << 19) + &lines.collect::<String>()
    };
    folder.write("single.gr", arcs(&|i| (node(i), node(i + i / 7 + 1))));
    let half = ARCS / 2;
    let ends = |i: u32| (node(i), node(3 * i + 1));
    folder.write(
        "mirrored.gr",
        arcs(&|i| if i < half { ends(i) } else { (ends(i - half).1, ends(i - half).0) }),
    );
    for name in ["single.gr", "mirrored.gr"] {
        let run =
            |more: &[&str]| json(folder.msf(&[&[name, "--threads", "2", "--stats", "json"], more].concat()));
        let estimates = run(&["--estimate"]);
        let row = &estimates["operators"][1];
        assert_eq!(row["algorithm"], "kruskal");
        let estimate = number(&row["peak_bytes"]);
        assert_covers(estimate, name, || number(&run(&["--algorithm", "kruskal"])["peak_bytes"]));
        // Inputs that need more than allowed are refused before the memory is taken.
        let less = format!("{}", (0.6 * estimate) as u64);
        let refused = folder.msf(&[name, "--threads", "2", "--algorithm", "kruskal", "--memory", &less]);
        assert!(refused.failed(1).contains(": not enough memory: needs about "));
    }
}

#[test]
fn estimates_are_for_the_edges_that_there_are() {
    let folder = Folder::with("g.gr", "p sp 1000000 4\na 1 2 3\na 2 1 3\na 4 5 6\na 5 4 1\n");
    let table = folder.msf(&["g.gr", "--estimate", "--threads", "1"]).ok();
    assert!(table.starts_with("g.gr: 1,000,000 nodes, 4 edges, weights of 32 bits, 1 thread\n"), "{table}");
    assert!(operators().all(|one| table.contains(&format!("\n{one} "))), "{table}");
    let ended = folder.msf_with("p sp 300 2\na 1 2 3\na 2 1 3\n", &["-", "--estimate"]);
    assert!(ended.ok().starts_with("standard input: 300 nodes, 1 edge, "));
    let ended = folder.msf_with("p sp 3 2\na 1 2 5\na 2 3 7\n", &["-", "--estimate"]);
    assert!(ended.ok().starts_with("standard input: 3 nodes, 2 edges, "));
    let error = folder.msf(&["none.gr", "--estimate"]).failed(1);
    assert_eq!(error, "msf: error: none.gr: cannot open: No such file or directory (os error 2)\n");
}

/// Seventeen bytes may declare four billion nodes, which cost nothing where hardly any has an edge.
#[test]
fn nodes_without_edges_take_no_memory() {
    let folder = Folder::with("g.gr", "p sp 4294967294 2\na 7 4294967294 3\na 7 9 5\n");
    let few = ["--memory", "64M", "--threads", "2"];
    let stats =
        json(folder.msf(&[&["g.gr", "--verify", "--out", "f", "--stats", "json"][..], &few].concat()));
    assert_eq!((&stats["trees"], &stats["total_weight"]), (&4_294_967_292_u64.into(), &8.into()));
    assert!(stats["peak_bytes"].as_f64().is_none_or(|peak| peak < 64e6), "{}", stats["peak_bytes"]);
    assert_eq!(folder.read("f"), "7 4294967294 3\n7 9 5\n");
    let verdict = folder.msf(&[&["verify", "g.gr", "f"][..], &few].concat()).ok();
    assert_eq!(verdict, "minimal: 2 edges, 4,294,967,292 trees, weight 8\n");
    for operator in operators() {
        let run = [&["g.gr", "-q", "--algorithm", operator.name()][..], &few].concat();
        assert_eq!(folder.msf(&run).ok(), "");
    }
}

#[test]
fn components_and_pictures_are_those_of_all_nodes() {
    let folder = Folder::with("g.gr", "p sp 40 3\na 20 3 1\na 3 30 1\na 9 9 1\n");
    folder.msf(&["g.gr", "-q", "--components", "c", "--out", "dot", "--format", "dot"]).ok();
    let of =
        |line: &str| line.split_once(' ').map(|(node, label)| (node.to_owned(), label.to_owned())).unwrap();
    let components: Vec<_> = folder.read("c").lines().map(of).collect();
    let mut expected = Vec::new();
    let mut next = 0;
    for node in 1..=40 {
        let label = if node == 20 || node == 30 { 2 } else { next };
        next += i32::from(node != 20 && node != 30);
        expected.push((node.to_string(), label.to_string()));
    }
    assert_eq!(components, expected);
    let dot = folder.read("dot");
    let alone = |node: i32| dot.contains(&format!("  {node};\n"));
    assert!((1..=40).all(|node| alone(node) != [3, 20, 30].contains(&node)), "{dot}");
}

#[test]
fn what_does_not_fit_is_refused_at_once_and_by_name() {
    let folder = Folder::with("g.gr", "p sp 100000000 40000000\na 1 2 3\n");
    let refused = |stdin: &str, arguments: &[&str]| {
        folder.msf_with(stdin, arguments).failed(if arguments[0] == "verify" { 2 } else { 1 })
    };
    let graph =
        gnm(&Exec::current(), &Gnm { nodes: 200_000, edges: 400_000, ..Gnm::default() }).unwrap().into();
    write(&folder, "g.bsg", &graph);
    for arguments in [
        "g.bsg --algorithm kruskal --memory 20M --threads 2",
        "g.bsg --algorithm boruvka --memory 20M --threads 2",
    ] {
        let error = refused("", &arguments.split(' ').collect::<Vec<_>>());
        let begin = "msf: error: g.bsg: not enough memory: needs about ";
        let end = " MiB may be used (--memory SIZE or unlimited overrides this; without --report and";
        assert!(error.starts_with(begin) && error.contains(end), "{error}");
        assert!(error.contains("edges 4.58 MiB"), "{error}");
        let bench = ["bench", "g.bsg", "--memory", "10M", "--runs", "1", "--algorithm", "kruskal"];
        assert!(refused("", &bench).starts_with(begin));
    }
    // Read as a stream, its nodes are too many.
    let error = refused("", &["g.bsg", "--memory", "20M", "--threads", "2"]);
    assert!(error.contains(" for the forest alone: 73 bytes for each of 200000 nodes, and "), "{error}");
    let error = refused("", &["verify", "g.bsg", "g.gr", "--memory", "22M", "--threads", "2"]);
    assert!(error.contains(" for the proof alone: 160 bytes for each of 200000 nodes, and "), "{error}");
    // Edges that a header claims are not believed; nodes are, but cost nothing without edges.
    let error = refused("", &["g.gr", "--memory", "64M"]);
    assert!(error.contains("expected 40000000 arcs, as line 1 says, found 1"), "{error}");
    // A stream is refused as it grows: here before its end, which is wrong.
    let stream: String = (0..400_000).map(|i| format!("{i} {} 1\n", i + 1)).collect();
    let error = refused(&(stream + "wrong\n"), &["-", "--memory", "16M"]);
    assert!(error.starts_with("msf: error: standard input: not enough memory: needs about "), "{error}");
    assert_eq!(folder.msf(&["g.bsg", "-q", "--memory", "unlimited"]).ok(), "");
}

/// If the limit of a process is too low, the estimate is refused; if that is overridden, the error is that of
/// an array.
#[cfg(target_os = "linux")]
#[test]
fn limits_of_the_process_are_respected_and_refusals_name_file_and_step() {
    let folder = Folder::new();
    let graph =
        gnm(&Exec::current(), &Gnm { nodes: 500_000, edges: 5_000_000, ..Gnm::default() }).unwrap().into();
    write(&folder, "g.bsg", &graph);
    let limited = |arguments: &str| {
        let program = env!("CARGO_BIN_EXE_msf");
        let script = format!("ulimit -v 330000; exec {program} {arguments}");
        let mut shell = std::process::Command::new("sh");
        let ended = shell.args(["-c", &script]).current_dir(folder.path("")).output().unwrap();
        Ended::from(ended).failed(1)
    };
    let estimated = limited("g.bsg --threads 1 --algorithm pma-min");
    assert!(estimated.starts_with("msf: error: g.bsg: not enough memory: needs about "), "{estimated}");
    assert!(estimated.contains("for the forest: ") && estimated.contains("pma-min 3"), "{estimated}");
    let refused = limited("g.bsg --threads 1 --algorithm pma-min --memory unlimited");
    assert_eq!(
        refused,
        "msf: error: g.bsg: pma-min: not enough memory: 153 MiB for the sort's second array\n"
    );
}

/// The file of a forest counts with its bytes; and of its lines no more are held than there can be edges.
#[test]
fn a_forest_file_of_many_lines_takes_its_bytes_and_no_more() {
    let folder = Folder::with("g.txt", "0 1 5\n1 2 3\n");
    folder.write("f", "0 1 5\n".repeat(2_000_000));
    let verify = |memory| folder.msf(&["verify", "g.txt", "f", "--threads", "1", "--memory", memory]);
    let refused = verify("20M").failed(2);
    assert!(refused.contains("the forest's text 11.4 MiB"), "{refused}");
    // With all claims it would take 61 MiB more, which do not fit either.
    let ended = verify("48M");
    assert_eq!((ended.code, &*ended.err), (Some(1), ""));
    assert_eq!(ended.out, "flawed: edge 0 1 of weight 5 is listed again in line 2\n");
    // Compressed data counts as it arrives.
    let mut compressed = Output::create(&folder.path("f.gz"), Some(Compression::Gzip)).unwrap();
    compressed.write_all(folder.read("f").as_bytes()).unwrap();
    compressed.finish().unwrap();
    let refused = folder.msf(&["verify", "g.txt", "f.gz", "--threads", "1", "--memory", "20M"]).failed(2);
    assert!(refused.contains("the forest's text"), "{refused}");
}

/// A line is held until it ends, however long it is.
#[test]
fn lines_of_any_length_count() {
    let folder = Folder::new();
    folder.write("g.txt", format!("0 1 5\n# {}\n1 2 3\n", "long ".repeat(8_000_000)));
    for arguments in [&["g.txt"][..], &["-"]] {
        let run = |memory| {
            let stdin = if arguments[0] == "-" { folder.read("g.txt") } else { String::new() };
            folder.msf_with(&stdin, &[arguments, &["--threads", "1", "--memory", memory]].concat())
        };
        let refused = run("30M").failed(1);
        assert!(refused.contains(": not enough memory: needs about "), "{refused}");
        assert!(refused.contains(" for reading: ") && refused.contains(", beside them "), "{refused}");
        assert!(run("120M").ok().contains("3 nodes, 2 edges"));
    }
}

/// With long lines, fewer blocks are read ahead, so a stream of them is not held as a whole.
#[cfg(target_os = "linux")]
#[test]
fn a_stream_of_long_lines_is_read_a_part_at_a_time() {
    let folder = Folder::new();
    let line = |i: u32| format!("a {} {} {}{i}\n", i % 1000 + 1, i * 7 % 1000 + 1, " ".repeat(1 << 20));
    let text = "p sp 1000 64\n".to_owned() + &(1..=64).map(line).collect::<String>();
    for threads in ["1", "2", "4"] {
        let is_admitted = |mebibytes: u32| {
            let memory = format!("--memory={mebibytes}M");
            let ended = folder.msf_with(&text, &["-", "--threads", threads, "--stats", "json", &memory]);
            if ended.code == Some(1) {
                assert!(ended.failed(1).contains(": not enough memory: needs about "));
                return false;
            }
            let peak = number(&json(ended)["peak_bytes"]);
            assert!(peak <= f64::from(mebibytes << 20), "{threads} threads: took {peak} of {mebibytes} MiB");
            true
        };
        let outcomes = [10, 20, 30, 40, 60].map(is_admitted);
        assert!(!outcomes[0] && outcomes[4], "{outcomes:?}");
    }
}

/// Threads do not take addresses that arrays need: what runs under a limit runs under any higher one.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn a_higher_limit_of_addresses_never_refuses_what_a_lower_one_admits() {
    let folder = Folder::new();
    let graph =
        gnm(&Exec::current(), &Gnm { nodes: 2_000_000, edges: 2_000_000, ..Gnm::default() }).unwrap().into();
    write(&folder, "g.bsg", &graph);
    let runs = |mebibytes: u64| {
        let program = env!("CARGO_BIN_EXE_msf");
        let script = format!("ulimit -v {}; exec {program} g.bsg -q --threads 4", mebibytes << 10);
        let mut shell = std::process::Command::new("sh");
        let ended = Ended::from(shell.args(["-c", &script]).current_dir(folder.path("")).output().unwrap());
        if ended.code != Some(0) {
            let error = ended.failed(1);
            assert!(error.starts_with("msf: error: g.bsg: not enough memory: needs about "), "{error}");
            return false;
        }
        true
    };
    let outcomes: Vec<bool> = (50..400).step_by(25).map(runs).collect();
    assert!(outcomes.is_sorted() && !outcomes[0] && outcomes[outcomes.len() - 1], "{outcomes:?}");
}
