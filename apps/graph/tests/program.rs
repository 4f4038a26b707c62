//! The `graph` program as its users see it: files, streams, messages and exit codes.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use boscage::generate::{
    Complete, Gnm, Grid, Loops, Numbering, Pairs, Quadrants, Rmat, Road, Ssca2, Style, WattsStrogatz,
    WeightLaw,
};
use boscage::io::{ReadOptions, read};
use boscage_measuring::generated::Generated;
use serde_json::{Value, json};

fn graph() -> Command {
    Command::new(env!("CARGO_BIN_EXE_graph"))
}

/// Runs the program in a folder.
fn run<A: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = A>) -> Output {
    graph().args(arguments).current_dir(folder).output().unwrap()
}

/// What a successful run prints.
fn printed(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{error}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a run that fails with exit code 1 complains of.
fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What is said where a file has the edges in another order.
fn reordered(file: &str) -> String {
    let what =
        "edges are reordered, by their nodes; where weights are equal, the forest may have other edges";
    format!("graph: warning: {file}: {what}\n")
}

/// Runs the program with its standard output going elsewhere; what it says, and its exit code.
#[cfg(target_os = "linux")]
fn printing_to(folder: &Path, arguments: &str, redirection: &str) -> (String, Option<i32>) {
    let program = env!("CARGO_BIN_EXE_graph");
    let line = format!("'{program}' {arguments} {redirection}");
    let output = Command::new("sh").args(["-c", &line]).current_dir(folder).output().unwrap();
    (String::from_utf8(output.stderr).unwrap(), output.status.code())
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

fn facts(folder: &Path, file: &str) -> Value {
    serde_json::from_str(&printed(&run(folder, ["info", "--json", file]))).unwrap()
}

#[test]
fn a_generated_graph_is_what_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let command = "generate gnm --nodes 1000 --edges 5000 --weights uniform:50 --seed 3 --out g.gr.gz";
    assert_eq!(printed(&run(folder.path(), words(command))), "");
    let facts = facts(folder.path(), "g.gr.gz");
    let told =
        ["nodes", "edges", "weight_type", "weight_min", "weight_max", "loops", "parallel", "degree_mean"];
    let told: Vec<_> = told.iter().map(|name| facts[name].clone()).collect();
    assert_eq!(json!(told), json!([1000, 5000, "u32", 1, 50, 0, 0, 10.0]));
    assert_eq!(facts["arcs"], json!({"arcs": 10_000, "unpaired": 0, "folded": true}));
}

#[test]
fn commands_that_measurements_tell_make_the_graphs_that_were_measured() {
    let style = Style { weights: WeightLaw::Uniform { max: 9 }, numbering: Numbering::Shuffled, seed: 7 };
    let weighing = |weights| Style { weights, ..Style::default() };
    let pairs = Pairs::Any;
    let all = [
        Generated::Road(Road { nodes: 300, ..Road::default() }),
        Generated::Road(Road { nodes: 300, degree: 2.2, islands: 3, spacing: 50, style }),
        Generated::Grid(Grid { rows: 4, columns: 5, style }),
        Generated::Gnm(Gnm { nodes: 90, edges: 200, ..Gnm::default() }),
        Generated::Gnm(Gnm { nodes: 90, edges: 200, pairs, style }),
        Generated::Gnm(Gnm {
            nodes: 90,
            edges: 200,
            pairs: Pairs::Repeated,
            style: weighing(WeightLaw::Unit),
        }),
        Generated::Grid(Grid { rows: 4, columns: 5, style: weighing(WeightLaw::Ascending) }),
        Generated::Grid(Grid { rows: 4, columns: 5, style: weighing(WeightLaw::Descending) }),
        Generated::Road(Road { nodes: 300, style: weighing(WeightLaw::default()), ..Road::default() }),
        Generated::WattsStrogatz(WattsStrogatz { nodes: 90, ..WattsStrogatz::default() }),
        Generated::Ssca2(Ssca2 { nodes: 90, ..Ssca2::default() }),
        Generated::Rmat(Rmat { scale: 6, edges: 200, ..Rmat::default() }),
        Generated::Rmat(Rmat {
            scale: 6,
            edges: 200,
            quadrants: Quadrants::GRAPH500,
            loops: Loops::Kept,
            style,
        }),
        Generated::WattsStrogatz(WattsStrogatz { nodes: 90, neighbours: 6, rewire: 0.3, pairs, style }),
        Generated::Ssca2(Ssca2 { nodes: 90, max_clique: 6, inter: 0.3, style }),
        Generated::Complete(Complete { nodes: 20, style }),
    ];
    let folder = tempfile::tempdir().unwrap();
    for graph in all {
        let command = format!("{graph} --out g.gr");
        let (_, arguments) = command.split_once(' ').unwrap(); // the program's name
        assert_eq!(printed(&run(folder.path(), words(arguments))), "", "{command}");
        let read = read(&folder.path().join("g.gr"), &ReadOptions::default()).unwrap();
        let made = graph.make().unwrap();
        assert!(read.graph == made.into(), "{command}");
    }
}

#[test]
fn every_family_is_made_in_every_format_that_can_hold_it() {
    let folder = tempfile::tempdir().unwrap();
    let families = [
        ("road --nodes 500", 500),
        ("grid --rows 9 --columns 8", 72),
        ("gnm --nodes 50 --edges 300 --numbering shuffled", 50),
        ("rmat --scale 5 --edges 200 --quadrants graph500", 32),
        ("rmat --scale 5 --edges 200 --quadrants 0.3,0.3,0.3 --loops kept", 32),
        ("watts-strogatz --nodes 40 --neighbours 4 --rewire 0.5", 40),
        ("watts-strogatz --nodes 40 --neighbours 4 --rewire 1 --pairs any", 40),
        ("ssca2 --nodes 70 --max-clique 8 --inter 0.9", 70),
        ("three-paradigm dense/small", 200),
        ("complete --nodes 20 --weights unit", 20),
        ("path --nodes 30 --weights descending", 30),
        ("star --nodes 30 --weights ascending", 30),
        ("comb --spine 5 --tooth 4", 25),
    ];
    for (family, nodes) in families {
        let mut edges = None;
        for suffix in ["gr", "bin", "mtx", "bsg", "sgr.xz", "gr.zst"] {
            let command = format!("generate {family} --out g.{suffix}");
            let made = run(folder.path(), words(&command));
            let reordered = reordered(&format!("g.{suffix}"));
            let said = String::from_utf8(made.stderr).unwrap();
            assert!(
                made.status.success() && (said.is_empty() || suffix == "sgr.xz" && said == reordered),
                "{said}"
            );
            let facts = facts(folder.path(), &format!("g.{suffix}"));
            assert_eq!(facts["nodes"], nodes, "{family} {suffix}");
            assert_eq!(facts["edges"], *edges.get_or_insert(facts["edges"].clone()), "{family} {suffix}");
        }
    }
}

#[test]
fn sizes_and_weights_are_those_of_the_papers() {
    let folder = tempfile::tempdir().unwrap();
    let facts_of = |family: &str| {
        printed(&run(folder.path(), words(&format!("generate {family} --out g.bin"))));
        let facts = facts(folder.path(), "g.bin");
        json!(["nodes", "edges", "loops", "parallel", "degree_min"].map(|name| facts[name].clone()))
    };
    assert_eq!(facts_of("three-paradigm dense/medium"), json!([1000, 449_576, 0, 0, 866]));
    assert_eq!(facts_of("three-paradigm sparse/small"), json!([100_000, 149_960, 0, 0, 0]));
    let weights = facts(folder.path(), "g.bin")["weight_max"].as_u64().unwrap();
    assert!(weights > u64::from(u32::MAX) / 1000 * 999, "{weights}");
    assert_eq!(facts_of("watts-strogatz --nodes 999 --rewire 0"), json!([999, 4995, 0, 0, 10]));
    assert_eq!(facts_of("watts-strogatz --nodes 999 --rewire 1"), json!([999, 4995, 0, 0, 5]));
    assert_eq!(facts_of("ssca2 --nodes 999 --max-clique 1 --inter 0"), json!([999, 0, 0, 0, 0]));
    assert_eq!(facts_of("ssca2 --nodes 2000 --max-clique 99"), json!([2000, 64_748, 0, 0, 3]));
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let make_by = |threads: &str, arguments: &str, files: &[&str]| {
        let mut command = graph();
        command.args(words(arguments));
        let output = command.env("RAYON_NUM_THREADS", threads).current_dir(folder.path()).output().unwrap();
        assert!(printed(&output).is_empty());
        files.iter().map(|file| fs::read(folder.path().join(file)).unwrap()).collect::<Vec<_>>()
    };
    for family in ["watts-strogatz --nodes 30000", "ssca2 --nodes 30000"] {
        for file in ["g.bsg", "g.gr", "g.txt"] {
            let make = |threads| {
                make_by(threads, &format!("generate {family} --drop-isolated --out {file}"), &[file])
            };
            let alone = make("1");
            assert!(alone == make("2") && alone == make("5"), "{family} {file}");
        }
    }
    let make = |threads| {
        let arguments = "generate road --nodes 20000 --out g.gr --coordinates g.co";
        make_by(threads, arguments, &["g.gr", "g.co"])
    };
    let alone = make("1");
    assert!(alone == make("2") && alone == make("5"));
    let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(lines(&alone[1]), 20_001);
}

#[test]
fn a_graph_and_its_coordinates_need_a_file_each() {
    let folder = tempfile::tempdir().unwrap();
    let ended = run(folder.path(), words("generate road --nodes 100 --out x.gr --coordinates ./x.gr"));
    assert!(!ended.status.success());
    assert_eq!(ended.stderr, b"graph: error: x.gr: cannot write: another output goes there\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn names_that_are_lost_are_no_surprise() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("names.txt"), "7 1000000007 3\n").unwrap();
    let ended = run(folder.path(), words("convert names.txt numbers.gr"));
    assert!(ended.status.success());
    let warning = "graph: warning: numbers.gr: nodes are renumbered, in the order of their numbers\n";
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), warning);
    for files in ["names.txt names.bsg", "names.bsg again.bsg", "again.bsg copy.txt"] {
        assert!(run(folder.path(), words(&format!("convert {files}"))).stderr.is_empty());
    }
    let copy = fs::read_to_string(folder.path().join("copy.txt")).unwrap();
    assert_eq!(copy, "# Nodes: 2 Edges: 1\n7 1000000007 3\n");
}

#[test]
fn conversion_keeps_the_graph() {
    let folder = tempfile::tempdir().unwrap();
    printed(&run(folder.path(), words("generate road --nodes 300 --weights uniform:9 --out a.gr")));
    for formats in [
        ["a.gr", "b.bin"],
        ["b.bin", "c.mtx.bz2"],
        ["c.mtx.bz2", "d.gr.gz"],
        ["d.gr.gz", "d.bsg.gz"],
        ["d.bsg.gz", "d.bsg"],
        ["d.bsg", "e.gr"],
    ] {
        printed(&run(folder.path(), [&["convert"], &formats[..]].concat()));
    }
    let text = |file: &str| {
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        let ends = |line: &str| {
            let mut words = words(line);
            words[1..3].sort_unstable();
            words.join(" ")
        };
        text.lines().map(ends).collect::<Vec<_>>() // Matrix Market puts the higher end first
    };
    assert_eq!(text("a.gr"), text("e.gr"));
}

#[test]
fn streams_take_the_place_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        printed(&run(folder.path(), words("generate path --nodes 4 --weights unit --out - --to edge-list")));
    let mut child = graph().args(["info", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let mut report = String::new();
    child.stdout.take().unwrap().read_to_string(&mut report).unwrap();
    assert!(child.wait().unwrap().success());
    let expected = "-\n  format      edge list, 38 bytes of content\n  nodes       4, called 0 to 3\n  edges       3\n  \
                    weights     u32, 1 to 1\n  loops       0\n  parallel    0\n  degrees     1 to 2, mean 1.50\n  \
                    components  1\n";
    assert_eq!(report, expected);
}

#[test]
fn an_order_that_is_lost_is_no_surprise() {
    let folder = tempfile::tempdir().unwrap();
    let text = "p sp 3 6\na 2 3 1\na 3 2 1\na 1 3 1\na 3 1 1\na 1 2 1\na 2 1 1\n";
    fs::write(folder.path().join("t.gr"), text).unwrap();
    for file in ["t.sgr", "t.graph.gz"] {
        let ended = run(folder.path(), ["convert", "t.gr", file]);
        assert_eq!(String::from_utf8(ended.stderr).unwrap(), reordered(file));
        // From there on the order stays.
        assert_eq!(printed(&run(folder.path(), ["convert", file, "u.graph"])), "");
    }
    for file in ["t.txt", "t.mtx", "t.bin", "t.bsg"] {
        assert_eq!(printed(&run(folder.path(), ["convert", "t.gr", file])), "");
    }
}

#[test]
fn only_formats_that_can_be_written_are_offered() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.txt"), "0 1 5\n").unwrap();
    let offered = "dimacs, edge-list, matrix-market, metis, galois, edge-array, boscage]";
    for arguments in ["convert g.txt h --to ecl", "generate path --nodes 3 --out h --to ecl"] {
        let output = run(folder.path(), words(arguments));
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        let expected =
            format!("error: invalid value 'ecl' for '--to <FORMAT>'\n  [possible values: {offered}\n");
        assert!(said.starts_with(&expected), "{said}");
    }
    for word in offered.trim_end_matches(']').split(", ") {
        assert!(run(folder.path(), ["convert", "g.txt", "h", "--to", word]).status.success(), "{word}");
    }
}

#[test]
#[cfg(unix)]
fn a_graph_is_not_converted_into_its_own_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (graph, names) in
        [("g.gr", ["./g.gr", "hard.gr", "soft.gr"]), ("g.gr.gz", ["./g.gr.gz", "hard.gz", "soft.gz"])]
    {
        printed(&run(folder.path(), ["generate", "path", "--nodes", "4", "--out", graph]));
        let before = fs::read(path(graph)).unwrap();
        fs::hard_link(path(graph), path(names[1])).unwrap();
        std::os::unix::fs::symlink(graph, path(names[2])).unwrap();
        for output in names {
            let ended = run(folder.path(), ["convert", graph, output]);
            let said = String::from_utf8(ended.stderr).unwrap();
            assert!(said.starts_with("error: an output would replace the graph\n"), "{output}: {said}");
            assert_eq!((ended.status.code(), fs::read(path(graph)).unwrap()), (Some(2), before.clone()));
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_is_lost_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.txt"), "0 1 5\n").unwrap();
    let full = "graph: error: standard output: cannot write: No space left on device (os error 28)\n";
    let closed = "graph: error: standard output: cannot write: Bad file descriptor (os error 9)\n";
    for arguments in [
        "--help",
        "generate path --help",
        "--version",
        "completions bash",
        "man",
        "info g.txt",
        "info --json g.txt",
        "convert g.txt - --to dimacs",
        "generate path --nodes 3 --out - --to dimacs",
    ] {
        assert_eq!(
            printing_to(folder.path(), arguments, ">/dev/full"),
            (full.to_owned(), Some(1)),
            "{arguments}"
        );
        assert_eq!(printing_to(folder.path(), arguments, ">&-"), (closed.to_owned(), Some(1)), "{arguments}");
        let to_null = ["> /dev/null", "1<> /dev/null"];
        for null in to_null {
            assert_eq!(
                printing_to(folder.path(), arguments, null),
                (String::new(), Some(0)),
                "{arguments} {null}"
            );
        }
    }
    assert_eq!(printing_to(folder.path(), "convert g.txt g.gr", ">&-"), (String::new(), Some(0)));
    fs::copy(folder.path().join("g.txt"), folder.path().join("h.txt")).unwrap();
    let (said, code) = printing_to(folder.path(), "convert - h.txt", "< h.txt");
    assert!(said.starts_with("error: an output would replace the graph\n") && code == Some(2), "{said}");
    let (said, code) = printing_to(folder.path(), "convert h.txt - --to edge-list", ">> h.txt");
    assert!(said.starts_with("error: an output would replace the graph\n") && code == Some(2), "{said}");
}

#[test]
fn numbers_are_grouped_for_people() {
    let folder = tempfile::tempdir().unwrap();
    printed(&run(folder.path(), words("generate star --nodes 12345 --weights ascending --out g.gr")));
    let report = printed(&run(folder.path(), ["info", "g.gr"]));
    let expected = "g.gr\n  format      DIMACS, 350,609 bytes of content\n  nodes       12,345, called 1 to 12345\n  \
                    edges       12,344\n  weights     u32, 1 to 12,344\n  arcs        24,688, each with its mirror, \
                    folded into edges\n  loops       0\n  parallel    0\n  degrees     1 to 12,344, mean 2.00\n  \
                    components  1\n";
    assert_eq!(report, expected);
    fs::write(folder.path().join("a\nb.txt"), "7 1000000 -1e300\n7 9 1234.5\n").unwrap();
    let report = printed(&run(folder.path(), ["info", "a\nb.txt"]));
    assert!(report.starts_with("a\\nb.txt\n"), "{report}");
    assert!(report.contains("  nodes       3, called 7 to 1000000, with gaps\n"), "{report}");
    assert!(report.contains("  weights     f64, -1e300 to 1,234.5\n"), "{report}");
}

#[test]
fn manual_pages_have_every_option() {
    let folder = tempfile::tempdir().unwrap();
    let page = printed(&run(folder.path(), ["man"]));
    assert!(page.contains("\n.TH graph 1  \"graph ") && page.contains("graph\\-convert(1)"), "{page}");
    assert_eq!(printed(&run(folder.path(), ["man", "new/man1"])), "");
    let read = |name: &str| fs::read_to_string(folder.path().join("new/man1").join(name)).unwrap();
    assert_eq!(read("graph.1").lines().nth(2), page.lines().nth(2));
    for (name, options) in [
        ("graph-convert.1", &["from", "arcs", "weights", "to", "omit-weights", "drop-isolated"][..]),
        ("graph-generate-road.1", &["nodes", "islands", "coordinates", "seed"]),
        ("graph-info.1", &["json"]),
    ] {
        let page = read(name);
        for option in options {
            assert!(page.contains(&format!("\\-\\-{}", option.replace('-', "\\-"))), "{name}: {option}");
        }
    }
}

#[test]
fn weights_are_given_and_taken() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plain.txt"), "# a comment\n5 7\n7 9\n").unwrap();
    assert_eq!(facts(folder.path(), "plain.txt")["weighted"], false);
    let converted = |arguments: &[&str]| {
        let text = printed(&run(folder.path(), [&["convert"], arguments].concat()));
        text.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect::<String>()
    };
    assert_eq!(converted(&["plain.txt", "-", "--to", "edge-list"]), "5 7\n7 9\n");
    let weighted = converted(&["plain.txt", "-", "--to", "edge-list", "--weights", "uniform:1:1"]);
    assert_eq!(weighted, "5 7 1\n7 9 1\n");
    fs::write(folder.path().join("numbers.txt"), "0 1\n1 2\n").unwrap();
    let ended = run(folder.path(), words("convert numbers.txt - --to dimacs"));
    assert_eq!(String::from_utf8(ended.stdout).unwrap().lines().nth(1), Some("a 1 2 1"));
    let warning = "graph: warning: -: every edge weighs 1 now, as DIMACS files are written with weights\n";
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), warning);
    fs::write(folder.path().join("weighted.txt"), "5 7 3\n").unwrap();
    assert_eq!(converted(&["weighted.txt", "-", "--to", "edge-list", "--omit-weights"]), "5 7\n");
}

#[test]
fn arcs_without_mirrors_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.gr"), "p sp 3 3\na 1 2 5\na 2 1 5\na 2 3 6\n").unwrap();
    let told = facts(folder.path(), "g.gr");
    assert_eq!((&told["edges"], &told["arcs"]["unpaired"]), (&json!(3), &json!(1)));
    let output = run(folder.path(), ["convert", "g.gr", "g.mtx"]);
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "graph: warning: g.gr: 1 of 3 arcs have no mirror; every arc is an edge now (--arcs fold or keep decides)\n"
    );
    for (policy, edges) in [("fold", 2), ("keep", 3)] {
        let facts = printed(&run(folder.path(), ["info", "--json", "g.gr", "--arcs", policy]));
        assert_eq!(serde_json::from_str::<Value>(&facts).unwrap()["edges"], edges, "{policy}");
    }
}

#[test]
fn errors_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let failed = |arguments: &str| complaint(&run(folder.path(), words(arguments)));
    assert_eq!(
        failed("generate gnm --nodes 10 --edges 46 --out g.gr"),
        "graph: error: edges: expected at most 45 among 10 nodes, found 46\n"
    );
    assert_eq!(
        failed("generate ssca2 --nodes 9 --inter 2 --out g.gr"),
        "graph: error: inter: expected a probability from 0 to 1, found 2\n"
    );
    assert_eq!(
        failed("generate watts-strogatz --nodes 9 --neighbours 3 --out g.gr"),
        "graph: error: neighbours: expected an even number below the number of nodes, 9, or 0, found 3\n"
    );
    assert_eq!(
        failed("generate star --nodes 1 --out g.txt"),
        "graph: error: g.txt: an edge list has no place for nodes without edges, and 1 have none \
         (drop them, or write DIMACS or Matrix Market)\n"
    );
    assert_eq!(
        failed("generate path --nodes 3 --out none/g.gr"),
        "graph: error: none/g.gr: cannot write: No such file or directory (os error 2)\n"
    );
    assert_eq!(
        failed("generate path --nodes 3 --out g"),
        "graph: error: g: a graph cannot be written, its suffix stands for no format \
         (name a format, or use .gr, .txt, .mtx, .graph, .sgr, .bin or .bsg)\n"
    );
    assert_eq!(
        complaint(&run(folder.path(), ["convert", "a\nb.gr", "g.gr"])),
        "graph: error: a\\nb.gr: cannot open: No such file or directory (os error 2)\n"
    );
    assert_eq!(
        failed("convert none.gr g.gr"),
        "graph: error: none.gr: cannot open: No such file or directory (os error 2)\n"
    );
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing is left behind");

    fs::write(folder.path().join("good.txt"), "1 2 3\n").unwrap();
    let output = run(folder.path(), ["info", "--json", "none.gr", "good.txt"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1, "the good file is reported");
}

#[test]
fn wrong_usage_is_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    for wrong in [
        "",
        "count",
        "info",
        "generate three-paradigm dense --out g.gr",
        "generate gnm --nodes 3 --out g.gr",
        "generate path --nodes x --out g.gr",
    ] {
        assert_eq!(run(folder.path(), words(wrong)).status.code(), Some(2), "{wrong}");
    }
    let output = run(folder.path(), words("generate path --nodes 3 --out g.gr --weights heavy"));
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("expected uniform:MAX with MAX in 1..=4294967295"), "{message}");
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = graph()
        .args(words("generate path --nodes 2000000 --out - --to edge-list"))
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 4];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!((&first, output.stderr.as_slice()), (b"# No", &b""[..]));
}

#[test]
fn shells_are_helped() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(printed(&run(folder.path(), ["completions", shell])).contains("generate"), "{shell}");
    }
}

/// The program, started by one that takes another and its arguments, and becomes it.
#[cfg(unix)]
fn graph_by(starter: &[&str], folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(starter[0]);
    command.args(&starter[1..]).arg(env!("CARGO_BIN_EXE_graph")).args(words(arguments));
    command.current_dir(folder).stderr(Stdio::piped());
    command
}

#[test]
#[cfg(target_os = "linux")]
fn signals_leave_nothing_half_written_unless_they_are_ignored() {
    let ends = |starter: &[&str], names: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let arguments = "generate gnm --nodes 1000000 --edges 1000000 --out g.gr.xz";
        let child = graph_by(starter, folder.path(), arguments).spawn().unwrap();
        while fs::read_dir(folder.path()).unwrap().next().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        for name in names {
            let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
            assert!(sent.unwrap().success(), "it has ended before {name}");
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        let ended = child.wait_with_output().unwrap();
        let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
        (ended.status.code(), String::from_utf8(ended.stderr).unwrap(), files.collect::<Vec<_>>())
    };
    let usual = &["env", "--default-signal=HUP,INT,TERM"][..];
    for (starter, names, code) in [
        (usual, &["INT"][..], 130),
        (usual, &["TERM"], 143),
        (usual, &["HUP"], 129),
        (&["nohup"], &["HUP", "TERM"], 143),
    ] {
        let (ended, err, files) = ends(starter, names);
        assert_eq!((ended, files), (Some(code), vec![]), "{err}");
        assert!(err.ends_with("graph: cancelled\n"), "{err}");
    }
}

#[test]
#[cfg(unix)]
fn a_limit_of_file_sizes_is_an_error_and_nothing_is_left() {
    let limited = ["sh", "-c", "ulimit -f 8; exec \"$0\" \"$@\""];
    for name in ["g.gr", "g.gr.gz", "g.bsg", "g.bsg.xz", "g.gr.zst", "g.gr.bz2"] {
        let folder = tempfile::tempdir().unwrap();
        let arguments = format!("generate gnm --nodes 10000 --edges 30000 --out {name}");
        let ended = graph_by(&limited, folder.path(), &arguments).output().unwrap();
        let message = format!("graph: error: {name}: cannot write: File too large (os error 27)\n");
        assert_eq!((ended.status.code(), String::from_utf8(ended.stderr).unwrap()), (Some(1), message));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{name}");
    }
}

/// Runs the program with a standard input.
fn fed<'a>(folder: &Path, arguments: impl IntoIterator<Item = &'a str>, stdin: &[u8]) -> Output {
    let mut program = graph();
    program.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = program.stderr(Stdio::piped()).spawn().unwrap();
    // A program that refuses its input does not read all of it.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    child.wait_with_output().unwrap()
}

/// Four billion nodes of which two have an edge: facts about them take no memory and no time.
#[test]
fn nodes_without_edges_take_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.gr"), "p sp 4294967294 1\na 1 2 3\n").unwrap();
    let info = ["info", "--json", "--memory", "64M", "g.gr"];
    let facts: Value = serde_json::from_str(&printed(&run(folder.path(), info))).unwrap();
    let told = ["nodes", "edges", "isolated", "components", "degree_min", "degree_max"];
    let told: Vec<_> = told.iter().map(|name| facts[name].clone()).collect();
    assert_eq!(json!(told), json!([4_294_967_294_u64, 1, 4_294_967_292_u64, 4_294_967_293_u64, 0, 1]));
    let output = fed(folder.path(), ["info", "-", "--memory", "64M"], b"p sp 400000000 0\n");
    assert!(
        printed(&output)
            .contains("nodes       400,000,000, called 1 to 400000000, 400,000,000 without edges")
    );
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let generate = "generate gnm --nodes 200000 --edges 400000 --out g.bsg";
    printed(&run(folder.path(), words(generate)));
    for command in ["info g.bsg --memory 10M", "convert g.bsg g.sgr --memory 20M"] {
        let error = complaint(&run(folder.path(), words(command)));
        let begin = "graph: error: g.bsg: not enough memory: needs about ";
        let end = " MiB may be used (--memory SIZE or unlimited overrides this)\n";
        assert!(error.starts_with(begin) && error.ends_with(end), "{error}");
    }
    let limited = format!("ulimit -v 100000; exec {} info g.bsg", env!("CARGO_BIN_EXE_graph"));
    let generate = "generate gnm --nodes 2000000 --edges 8000000 --out g.bsg";
    printed(&run(folder.path(), words(generate)));
    let shell =
        |script: &str| Command::new("sh").args(["-c", script]).current_dir(folder.path()).output().unwrap();
    let error = complaint(&shell(&limited));
    assert!(error.starts_with("graph: error: g.bsg: not enough memory: needs about "), "{error}");
    let error = complaint(&shell(&(limited + " --memory unlimited")));
    assert_eq!(error, "graph: error: g.bsg: reading: not enough memory: 96000000 bytes for the edge list\n");
    printed(&run(folder.path(), words("convert g.bsg h.bin --memory 1G")));
}

#[test]
#[cfg(target_os = "linux")]
fn streams_are_outputs_like_others() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.txt"), "0 1 5\n1 2 3\n").unwrap();
    std::os::unix::fs::symlink("/dev/stdout", folder.path().join("so")).unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let ends = |arguments: &str, redirection| printing_to(folder.path(), arguments, redirection);

    assert_eq!(ends("convert t.txt plain --to galois", "2>warning").1, Some(0));
    assert_eq!(ends("convert t.txt /dev/stderr --to galois", "2>both").1, Some(0));
    assert_eq!(&read("both")[..read("plain").len()], &read("plain")[..]);
    assert_eq!(ends("convert t.txt so --to dimacs", ">o1"), (String::new(), Some(0)));
    assert!(read("o1").starts_with(b"p sp 3 4\n"));
    for (name, closed) in [("so", ">&-"), ("/dev/stderr", "2>&-")] {
        assert_eq!(ends(&format!("convert t.txt {name} --to dimacs"), closed).1, Some(1), "{name} {closed}");
    }
    let twice = "graph: error: standard output: cannot write: another output goes there\n";
    let road = "generate road --nodes 100 --out - --to dimacs --coordinates -";
    assert_eq!(ends(road, "> mixed"), (twice.to_owned(), Some(1)));
    assert_eq!(read("mixed"), b"");
}
