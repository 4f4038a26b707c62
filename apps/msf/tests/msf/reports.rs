//! Reports of a run: prose, JSON, CSV, profiles.

use boscage::exec::Exec;
use boscage::generate::{Gnm, gnm};
use boscage::io::{self, Names, WriteOptions};
use serde_json::Value;

use crate::program::{Folder, path_graph};

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    let out = folder.msf(&[arguments, &["--stats", "json"]].concat()).ok();
    assert_eq!(out.lines().count(), 1);
    serde_json::from_str(&out).unwrap()
}

#[test]
fn the_summary_is_short_and_aligned() {
    let out = Folder::with("g.txt", path_graph(1235)).msf(&["g.txt", "--verify", "--threads", "2"]).ok();
    let labels: Vec<_> = out.lines().map(|line| line[..10].trim()).collect();
    assert_eq!(
        labels,
        ["graph", "operator", "forest", "weight", "proof", "time", "", "", "", "memory"],
        "{out}"
    );
    assert!(
        out.starts_with(
            "graph     g.txt (taken for an edge list), 1,235 nodes, 1,234 edges, weights of type u32\n"
        ),
        "{out}"
    );
    assert!(out.contains("operator  kruskal (the choice of auto), 1 thread\n"), "{out}");
    assert!(out.contains("forest    1,234 edges, 1 tree\n"), "{out}");
    assert!(out.contains("proof     minimal, edge for edge\n"), "{out}");
    let times: Vec<_> = out.lines().skip(5).take(4).map(|line| line.chars().count()).collect();
    assert!(times.iter().all(|&width| width == times[0]), "times are flush right: {out}");
    assert_eq!(out.matches(['\u{1b}', '\r']).count(), 0, "no bars where there is no terminal");
}

#[test]
fn rounds_are_shown_for_operators_that_have_them() {
    let folder = Folder::with("g.txt", path_graph(500));
    let out = folder.msf(&["g.txt", "--algorithm", "boruvka", "--threads", "1"]).ok();
    assert!(out.contains("operator  boruvka, 1 thread, "), "{out}");
    assert!(!folder.msf(&["g.txt", "--algorithm", "kruskal"]).ok().contains("round"));
}

#[test]
fn json_has_everything() {
    let folder = Folder::with_traps();
    let report =
        json(&folder, &["g.gr", "--algorithm", "boruvka", "--threads", "2", "--maximum", "--verify"]);
    let want = [
        ("graph", Value::from("g.gr")),
        ("format", "dimacs".into()),
        ("weight_type", "u32".into()),
        ("objective", "maximum".into()),
        ("algorithm", "boruvka".into()),
        ("operator", "boruvka".into()),
        ("version", 2.into()),
        ("threads", 2.into()),
        ("nodes", 5.into()),
        ("edges", 6.into()),
        ("forest_edges", 3.into()),
        ("trees", 2.into()),
        ("total_weight", 16.into()),
        ("verified", true.into()),
    ];
    for (key, value) in want {
        assert_eq!(report[key], value, "{key}");
    }
    for stage in ["read", "build", "forest", "verify"] {
        assert!(
            report["seconds"][stage].as_f64().is_some_and(|seconds| (0.0..60.0).contains(&seconds)),
            "{report}"
        );
    }
    assert!(report["peak_bytes"].as_u64().is_some_and(|bytes| bytes > 1 << 20) || !cfg!(target_os = "linux"));
    let loops = report["loops"].as_array().unwrap();
    let of_forest = loops.iter().find(|one| one["name"] == "boruvka").unwrap();
    assert_eq!(of_forest["committed"], 3);
    assert_eq!(of_forest["rounds"].as_array().unwrap().len() as u64, report["rounds"].as_u64().unwrap());

    assert_eq!(report["seconds"]["build"].to_string(), "0.0", "operators take the edge list as it was read");

    let plain = json(&folder, &["g.gr"]);
    assert_eq!((&plain["algorithm"], &plain["operator"]), (&"auto".into(), &"kruskal".into()));
    assert_eq!((&plain["verified"], &plain["seconds"]["verify"]), (&false.into(), &Value::Null));
}

/// The times of the outermost loops and stages add up to that of the forest.
#[test]
#[cfg_attr(debug_assertions, ignore = "ten million edges: only where it is optimised")]
fn the_parts_of_a_run_add_up_to_the_whole() {
    let exec = Exec::available().unwrap();
    let graph = gnm(&exec, &Gnm { nodes: 1_000_000, edges: 10_000_000, ..Gnm::default() }).unwrap().into();
    let folder = Folder::with("g.bsg", "");
    io::write(&exec, folder.path("g.bsg"), &graph, &Names::Offset(0), &WriteOptions::default()).unwrap();
    for algorithm in ["auto", "kruskal", "radix-kruskal", "boruvka", "windowed-kruskal", "pma-min"] {
        let own_and_whole = || {
            let report = json(&folder, &["g.bsg", "--algorithm", algorithm, "--threads", "2"]);
            let parts =
                ["loops", "stages"].map(|list| report[list].as_array().unwrap()).into_iter().flatten();
            let own: f64 = parts.map(|part| part["own_seconds"].as_f64().unwrap()).sum();
            (own, report["seconds"]["forest"].as_f64().unwrap())
        };
        let adds_up = |&(own, whole): &(f64, f64)| (own / whole - 1.0).abs() < 0.03;
        let mut runs = vec![own_and_whole()];
        // The machine may be busy between two parts once, but not each time.
        while runs.len() < 10 && !runs.iter().any(adds_up) {
            runs.push(own_and_whole());
        }
        assert!(runs.iter().any(adds_up), "{algorithm}: own and whole seconds {runs:?}");
    }
}

/// Within 2.5 times the edge list, the list included, beside what the program takes for hardly any; within
/// three times with fewer than four edges per node.
#[test]
fn auto_needs_little_more_than_the_edges() {
    const EDGES: usize = 3 << 20;
    let peak_and_bytes = |nodes: usize, edges: usize, threads: &str| {
        let random = gnm(&Exec::current(), &Gnm { nodes, edges, ..Gnm::default() }).unwrap();
        let mut graph = [(nodes as u64).to_le_bytes(), (edges as u64).to_le_bytes()].concat();
        for edge in random.edges() {
            graph.extend(
                [u32::from(edge.u), u32::from(edge.v), edge.weight].map(u32::to_le_bytes).as_flattened(),
            );
        }
        let folder = Folder::with("g.bin", &graph);
        let report = json(&folder, &["g.bin", "--threads", threads]);
        report["peak_bytes"].as_u64().map(|peak| (peak, graph.len() as u64))
    };
    let densities: [&[usize]; 2] = [&[1, 4, 64], &[4]];
    for (threads, densities) in ["1", "2"].into_iter().zip(densities) {
        let Some((program, _)) = peak_and_bytes(2, 1, threads) else {
            println!("skipped: this system does not say how much memory a process has held");
            return;
        };
        for density in densities {
            let nodes = EDGES / density;
            let (peak, bytes) = peak_and_bytes(nodes, EDGES, threads).unwrap();
            let most = program + if *density < 4 { bytes * 3 } else { bytes * 5 / 2 };
            assert!(peak <= most, "{nodes} nodes, {threads} threads: {peak} bytes, not {most}");
        }
    }
}

#[test]
fn totals_in_json_are_exact() {
    let total = |list: &str| {
        let out = Folder::with("g.txt", list).msf(&["g.txt", "--stats", "json"]).ok();
        let rest = out.split_once("\"total_weight\":").unwrap().1;
        rest.split_once(",\"verified\"").unwrap().0.to_owned()
    };
    assert_eq!(total("0 1 9007199254740993\n"), "9007199254740993");
    assert_eq!(total("0 1 18446744073709551615\n1 2 18446744073709551615\n"), "36893488147419103230");
    assert_eq!(total("0 1 -9223372036854775808\n1 2 -1\n"), "-9223372036854775809");
    assert_eq!(total("0 1 0.1\n1 2 0.2\n"), "0.30000000000000004");
    assert_eq!(total("0 1 1e300\n"), "1e+300");
    assert_eq!(total("0 1 inf\n"), "\"inf\"");
    assert_eq!(total("0 1 inf\n1 2 -inf\n"), "\"NaN\"");
}

#[test]
fn csv_is_what_galois_prints() {
    let out = Folder::with_traps().msf(&["g.gr", "--algorithm", "boruvka", "--stats", "csv"]).ok();
    assert!(out.starts_with("STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL\n"), "{out}");
    assert!(out.contains("STAT, boruvka, Commits, TSUM, 3\n"), "{out}");
    assert!(out.lines().all(|line| line.split(", ").count() == 5), "{out}");
}

#[test]
fn quiet_leaves_out_the_summary_but_not_what_is_asked_for() {
    let folder = Folder::with_traps();
    assert_eq!(folder.msf(&["g.gr", "--quiet"]).ok(), "");
    assert_eq!(json(&folder, &["g.gr", "-q"])["total_weight"], 13);
}

#[test]
fn profiles_have_a_line_or_a_picture_of_every_round() {
    let folder = Folder::with("g.txt", path_graph(3000));
    let window = ["g.txt", "-q", "--algorithm", "windowed-kruskal", "--window", "1000"];
    folder.msf(&[&window[..], &["--parallelism", "p.csv"]].concat()).ok();
    let csv = folder.read("p.csv");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("loop,round,tried,committed,retried,dropped"));
    let committed = lines.map(|line| line.split(',').nth(3).unwrap().parse::<u64>().unwrap());
    assert_eq!(committed.sum::<u64>(), 2999);
    folder.msf(&[&window[..], &["--parallelism", "p.svg"]].concat()).ok();
    let svg = folder.read("p.svg");
    assert!(svg.starts_with("<svg"), "{svg}");
    for words in ["g.txt", "windowed-kruskal: ", "joined the forest", "\nedges\n"] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    assert_eq!(folder.files(), ["g.txt", "p.csv", "p.svg"]);
}

#[cfg(unix)]
#[test]
fn an_input_that_is_not_read_is_a_warning() {
    let folder = Folder::new();
    let warning = "msf: warning: the standard input is not read (to read a graph from it, pass -)\n";
    assert_eq!(folder.msf_with("1 2 7\n2 3 4\n", &["-q"]).err, warning);
    assert_eq!(folder.msf_with("", &["-q"]).err, "");
    assert_eq!(folder.msf_with("1 2 7\n2 3 4\n", &["-", "-q"]).err, "");
}

#[test]
fn without_arguments_the_bundled_network_is_proved_and_the_way_on_is_shown() {
    let folder = Folder::new();
    let out = folder.msf(&[""; 0]).ok();
    assert!(
        out.contains("proof     minimal, edge for edge\n") && out.contains("\n  msf GRAPH --out FILE "),
        "{out}"
    );
    let report = json(&folder, &["--threads", "1"]);
    assert!(report["verified"] == true && report["nodes"].as_u64() > Some(1000), "{report}");
    assert_eq!(folder.msf(&["--quiet"]).ok(), "");
}

#[test]
fn help_version_and_completions() {
    let folder = Folder::new();
    assert_eq!(folder.msf(&["--version"]).ok(), format!("msf {}\n", env!("CARGO_PKG_VERSION")));
    let help = folder.msf(&["--help"]).ok();
    // Entries are indented by two or six blanks, descriptions by more.
    let is_entry = |line: &&str| matches!(line.len() - line.trim_start().len(), 2 | 6);
    let entries = help.lines().filter(is_entry).filter_map(|line| line.trim_start().split("  ").next());
    let entries: Vec<_> = entries.flat_map(|entry| entry.split([',', ' '])).collect();
    for option in [
        "--algorithm",
        "--threads",
        "--maximum",
        "--out",
        "--format",
        "--components",
        "--verify",
        "--stats",
        "--parallelism",
        "--quiet",
        "--from",
        "--arcs",
        "--weights",
        "--window",
        "completions",
        "man",
        "verify",
    ] {
        assert!(entries.contains(&option), "{option}");
    }
    let page = folder.msf(&["man"]).ok();
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        page.contains(&format!("\n.TH msf 1  \"msf {version}\"")) && page.contains("msf\\-verify(1)"),
        "{page}"
    );
    assert_eq!(folder.msf(&["man", "man1"]).ok(), "");
    for (name, option) in [("msf", "components"), ("msf-bench", "scaling"), ("msf-verify", "exact")] {
        let page = folder.read(&format!("man1/{name}.1"));
        assert!(page.contains(&format!("\n.TH {name} 1  \"msf {version}\"")), "{page}");
        assert!(page.contains(&format!("\\fB\\-\\-{option}\\fR")), "{page}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = folder.msf(&["completions", shell]).ok();
        assert!(script.contains("windowed-kruskal"), "{shell}");
    }
}

#[test]
fn what_may_be_meant_otherwise_is_a_warning() {
    let folder = Folder::with("ways.csv", "7,1923835115,10537875,60\n8,10537875,10537876,70\n");
    let warning = "msf: warning: ways.csv: line 1: the fourth column is not used: the first two were taken for the \
                   ends of an edge, the third for its weight\n";
    folder.write("forest.txt", "7 1923835115\n8 10537875\n");
    for arguments in [&["ways.csv", "-q"][..], &["ways.csv"], &["verify", "ways.csv", "forest.txt"]] {
        let ended = folder.msf(arguments);
        assert_eq!((ended.code, &*ended.err), (Some(0), warning), "{arguments:?}");
    }
    let report = folder.msf(&["ways.csv", "--stats", "json"]).ok();
    assert!(
        report.contains(r#""format":"edge-list","format_is_guessed":true,"remarks":["line 1: the fourth"#)
    );
    let report = Folder::with_traps().msf(&["g.gr", "--stats", "json"]).ok();
    assert!(report.contains(r#""format":"dimacs","format_is_guessed":false,"remarks":[]"#), "{report}");
}
