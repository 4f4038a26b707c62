//! `msf bench` times only what it has verified, reports the rest, and writes its figures as asked. No test
//! here checks times.

use boscage::operators::msf::operators;
use serde_json::Value;

use crate::program::{Folder, TRAPS, path_graph};

/// The floor that is measured with the operators, and these.
fn entries() -> impl Iterator<Item = &'static str> {
    ["floor"].into_iter().chain(operators().map(|one| one.name()))
}

/// As few runs as there can be.
const QUICK: [&str; 3] = ["bench", "--runs", "1"];

fn bench<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUICK, more].concat()
}

/// The report of a benchmark that has succeeded.
fn json(folder: &Folder, more: &[&str]) -> Value {
    let out = folder.msf(&bench(&[more, &["--json", "-"]].concat())).ok();
    serde_json::from_str(&out).expect("JSON on stdout, and nothing else")
}

/// Operators and threads of the rows of a graph.
fn rows(graph: &Value) -> Vec<(String, u64)> {
    let row = |row: &Value| (row["operator"].as_str().unwrap().to_owned(), row["threads"].as_u64().unwrap());
    graph["rows"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn every_operator_has_a_row_on_every_number_of_threads() {
    let folder = Folder::with_traps();
    let report = json(&folder, &["g.gr", "--threads", "2,1,3,2"]);
    let graph = &report["graphs"][0];
    let want = entries().flat_map(|name| [1, 2, 3].map(|threads| (name.to_owned(), threads)));
    assert_eq!(rows(graph), want.collect::<Vec<_>>());
}

#[test]
fn json_has_everything() {
    let folder = Folder::with_traps();
    let report = json(&folder, &["g.gr", "--threads", "2", "--algorithm", "boruvka,auto", "--maximum"]);
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let want = [("version", env!("CARGO_PKG_VERSION")), ("build", build), ("objective", "maximum")];
    for (key, value) in want {
        assert_eq!(report[key], value, "{key}");
    }
    assert_eq!((&report["runs"], &report["interrupted"]), (&1.into(), &false.into()));
    assert!(
        report["machine"]["cores"].as_u64() >= Some(1) && report["machine"]["os"].is_string(),
        "{report}"
    );
    let graph = &report["graphs"][0];
    let want = [
        ("graph", Value::from("g.gr")),
        ("origin", "DIMACS".into()),
        ("family", Value::Null),
        ("nodes", 5.into()),
        ("edges", 6.into()),
        ("weight_type", "u32".into()),
        ("lightest", 1.into()),
        ("heaviest", 7.into()),
        ("forest_edges", 3.into()),
        ("trees", 2.into()),
        ("total_weight", 16.into()),
    ];
    for (key, value) in want {
        assert_eq!(graph[key], value, "{key}");
    }
    // The baseline is measured without being requested.
    let names = [("floor", 2), ("kruskal", 1), ("auto", 2), ("boruvka", 2)];
    assert_eq!(rows(graph), names.map(|(name, threads)| (name.to_owned(), threads)));
    for row in graph["rows"].as_array().unwrap() {
        for figure in ["ms", "min_ms", "max_ms", "ns_per_edge", "of_kruskal"] {
            assert!(row[figure].as_f64().is_some_and(|figure| figure >= 0.0), "{figure}: {row}");
        }
        assert_eq!((row["runs_ms"].as_array().unwrap().len(), &row["error"]), (1, &Value::Null));
    }
}

#[test]
fn the_suite_is_generated() {
    let folder = Folder::new();
    let report = json(&folder, &["--scale", "0.0005", "--threads", "2"]);
    let graphs = report["graphs"].as_array().unwrap();
    let names: Vec<_> = graphs.iter().map(|graph| graph["graph"].as_str().unwrap()).collect();
    assert_eq!(names, ["road", "grid", "gnm sparse", "gnm dense", "rmat", "complete"]);
    for graph in graphs {
        assert!(graph["origin"].as_str().unwrap().starts_with("graph generate "), "{graph}");
        assert!(rows(graph).len() == entries().count() + 1 && graph["edges"].as_u64() > Some(500), "{graph}");
    }
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn what_would_take_hours_is_left_out_unless_it_is_asked_for() {
    let folder = Folder::new();
    let left_out = |more: &[&str]| {
        let report = json(&folder, &[&["--scaling", "--scale", "0.02", "--threads", "2"], more].concat());
        let of = |graph: &Value| {
            let rows = graph["rows"].as_array().unwrap().iter();
            let left_out = rows.filter(|row| row["left_out"].is_string() && row["ms"].is_null());
            left_out.map(|row| row["operator"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        report["graphs"].as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    // The largest graph of each family has about 20,000 nodes; the others have few.
    let large: Vec<_> = left_out(&[]).into_iter().filter(|names| !names.is_empty()).collect();
    assert_eq!(large, [["boruvka-lookup", "prim-loops"]; 2]);
    assert!(left_out(&["--algorithm", "boruvka-lookup"]).concat().is_empty());
}

/// A file with the lines for both tables, after a benchmark of `g.gr` has written to it.
fn markdown(more: &[&str]) -> String {
    let folder = Folder::with_traps();
    let lines =
        |name| format!("<!-- {name}: made by msf bench --markdown -->\nold\n<!-- end of {name} -->\n");
    folder.write("readme.md", format!("before\n{}between\n{}after\n", lines("operators"), lines("graphs")));
    folder.msf(&bench(&[&["g.gr", "--threads", "1,2", "--markdown", "readme.md", "-q"], more].concat())).ok();
    folder.read("readme.md")
}

/// If anything had been measured, there would be a table on the standard output, and a report.
#[test]
fn a_page_without_the_lines_is_refused_before_anything_is_measured() {
    let folder = Folder::with_traps();
    let notes =
        "# My notes\n<!-- operators: made by msf bench --markdown -->\nold\n<!-- end of operators -->\n";
    folder.write("notes.md", notes);
    let arguments = ["g.gr", "--algorithm", "kruskal", "--markdown", "notes.md", "--json", "report.json"];
    let refused = folder.msf(&bench(&arguments)).failed(1);
    let expected = "msf: error: notes.md: expected the lines `<!-- graphs: made by msf bench --markdown -->` and \
                    `<!-- end of graphs -->`, found a file without them (the table replaces the text between \
                    them; add them, or name a new file)\n";
    assert_eq!(refused, expected);
    assert_eq!((&*folder.read("notes.md"), folder.files().len()), (notes, 2));
}

/// The cells of a row.
fn cells(row: &str) -> Vec<&str> {
    row.trim_start_matches("| ").trim_end_matches(" |").split(" | ").collect()
}

/// A figure; none where a time is too short to be one.
fn figure(cell: &str) -> Option<f64> {
    (cell != "-").then(|| cell.replace(',', "").parse().expect("a number"))
}

#[test]
fn the_table_of_operators_goes_where_a_file_has_lines_for_it() {
    let page = markdown(&[]);
    assert!(page.starts_with("before\n<!-- operators") && page.ends_with("of graphs -->\nafter\n"), "{page}");
    assert_eq!(page.matches("\nold\n").count(), 1, "{page}");
    assert!(page.lines().all(|line| line.starts_with('|') || line.chars().count() <= 110), "{page}");
    for name in entries().skip(1) {
        let rows: Vec<_> = page.lines().filter(|line| line.starts_with(&format!("| `{name}` |"))).collect();
        let [facts, factor, nanoseconds, floor] = rows[..] else { panic!("{rows:?}") };
        assert_eq!([facts, factor, nanoseconds, floor].map(|row| cells(row).len()), [4, 2, 2, 2], "{rows:?}");
        let [factor, nanoseconds, _] = [factor, nanoseconds, floor].map(|row| figure(cells(row)[1]));
        assert!(nanoseconds > Some(0.0) && (name != "kruskal" || factor == Some(1.0)), "{rows:?}");
    }
    let refused = ["bench", "g.gr", "--backend", "gpu", "--markdown", "readme.md"];
    let refused = Folder::with_traps().msf(&refused).failed(2);
    assert!(
        refused.contains(
            "--markdown cannot be used with --backend gpu: its tables are of operators on the processor"
        ),
        "{refused}"
    );
}

#[test]
fn operators_that_are_asked_for_are_compared_graph_by_graph() {
    let page = markdown(&["--algorithm", "kruskal,auto"]);
    assert_eq!(page.matches("\nold\n").count(), 1, "{page}");
    let (_, table) = page.split_once("between\n<!-- graphs").unwrap();
    let head =
        "| graph | nodes | edges | operator | threads | ms | / `kruskal` | ns per edge | / floor |\n|---|";
    let (_, rows) = table.split_once(head).unwrap_or_else(|| panic!("{table}"));
    let rows: Vec<_> = rows.lines().skip(1).take_while(|line| line.starts_with('|')).map(cells).collect();
    let starts: Vec<_> = rows.iter().map(|row| row[..5].join(" ")).collect();
    assert_eq!(starts, ["g.gr 5 6 `auto` 1", "   `auto` 2", "   `kruskal` 1"], "{table}");
    assert!(rows.iter().all(|row| row.len() == 9 && figure(row[7]) > Some(0.0)), "{table}");
    assert_eq!(figure(rows[2][6]), Some(1.0), "{table}");
}

#[test]
fn growing_graphs_are_drawn_as_lines() {
    let folder = Folder::new();
    let arguments = bench(&["--scaling", "--scale", "0.001", "--threads", "1,2", "--svg", "p.svg", "-q"]);
    assert_eq!(folder.msf(&arguments).ok(), "");
    let svg = folder.read("p.svg");
    for text in ["gnm: time against edges", "grid: time against edges", "milliseconds", "2 threads"] {
        assert!(svg.contains(text), "{text}");
    }
}

#[test]
fn the_table_has_the_facts_and_a_line_a_row() {
    let folder = Folder::with_traps();
    let out = folder.msf(&bench(&["g.gr", "--threads", "1,2"])).ok();
    for fact in
        ["program   msf ", "machine   ", "g.gr: 5 nodes, 6 edges, weights u32 from 1 to 7", "weight 13"]
    {
        assert!(out.contains(fact), "{fact}: {out}");
    }
    let first_words = || out.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for name in entries() {
        assert_eq!(first_words().filter(|word| *word == name).count(), 2, "{name}: {out}");
    }
    let ended = folder.msf(&bench(&["g.gr", "--json", "-"]));
    assert!(ended.out.starts_with("{\"version\"") && ended.err.contains("/kruskal"), "{ended:?}");
    assert_eq!(folder.msf(&bench(&["g.gr", "--quiet"])).ok(), "");
}

#[test]
fn the_page_needs_nothing_else_and_is_made_for_telephones() {
    let folder = Folder::with("<b>&.gr", TRAPS);
    folder.msf(&bench(&["<b>&.gr", "--html", "page.html", "--svg", "plot.svg"])).ok();
    let page = folder.read("page.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    let parts = [
        "name=\"viewport\"",
        "max-width: 100%",
        "<figure>\n<svg",
        "nanoseconds per edge",
        "&lt;b&gt;&amp;.gr",
    ];
    for part in
        parts.into_iter().chain(["<small>The numbers are in the tables of the graphs, below.</small>"])
    {
        assert!(page.contains(part), "{part}");
    }
    let elsewhere = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for reference in ["http", "src=", "href=", "url(", "<script", "<link", "@import", "<b>&"] {
        assert!(!elsewhere.contains(reference), "{reference}");
    }
    assert!(entries().all(|name| page.matches(name).count() >= 2), "in the plot and in the table");
    let svg = folder.read("plot.svg");
    assert!(
        svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>") && svg.contains("windowed-kruskal")
    );
}

#[test]
fn graphs_without_edges_or_nodes() {
    let folder = Folder::with("empty.gr", "p sp 0 0\n");
    folder.write("nodes.gr", "p sp 3 0\n");
    let report = json(&folder, &["empty.gr", "nodes.gr", "--threads", "2", "--html", "page.html"]);
    for graph in report["graphs"].as_array().unwrap() {
        assert_eq!((rows(graph).len(), &graph["lightest"]), (entries().count() + 1, &Value::Null));
        assert_eq!(graph["rows"][1]["ns_per_edge"], Value::Null);
    }
    assert!(folder.msf(&bench(&["empty.gr", "--svg", "p.svg"])).ok().contains("0 nodes, 0 edges, weights "));
    assert!(folder.read("p.svg").contains("there is nothing to draw"));
}

#[test]
fn a_graph_that_cannot_be_had_is_an_error_and_the_others_are_measured() {
    let folder = Folder::with_traps();
    let missing = "msf: error: none.gr: cannot open: No such file or directory (os error 2)\n";
    assert_eq!(folder.msf(&bench(&["none.gr"])).failed(1), missing);
    let ended = folder.msf(&bench(&["none.gr", "g.gr", "--json", "report.json"]));
    assert_eq!((ended.code, &*ended.err), (Some(1), missing));
    assert!(ended.out.contains("g.gr: 5 nodes"), "{ended:?}");
    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    assert_eq!(report["graphs"].as_array().unwrap().len(), 1);
    let large = folder.msf(&bench(&["--scale", "1e300"])).failed(1);
    assert!(
        large.lines().count() == 6 && large.lines().all(|line| line.starts_with("msf: error: ")),
        "{large}"
    );
}

#[test]
#[cfg(unix)]
fn more_files_than_may_be_open_at_once_are_measured() {
    use crate::program::Ended;

    let folder = Folder::with_traps();
    let limited = ["sh", "-c", "ulimit -n 24; exec \"$0\" \"$@\""];
    let arguments = [bench(&["--algorithm", "kruskal", "--threads", "1", "--json", "-"]), vec!["g.gr"; 40]];
    let ended = folder.spawn_by(&limited, &arguments.concat()).wait_with_output().expect("msf ends");
    let report: Value = serde_json::from_str(&Ended::from(ended).ok()).expect("JSON");
    assert_eq!(report["graphs"].as_array().unwrap().len(), 40);
}

/// The program opens the pipe after it has checked the file, and reads the standard input first.
#[test]
#[cfg(unix)]
fn a_file_is_measured_as_it_is_at_its_turn() {
    use std::io::Write;

    use crate::program::Ended;

    let folder = Folder::with_traps();
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    let mut child = folder.spawn(&bench(&["-", "g.gr", "pipe", "--algorithm", "kruskal", "--json", "-"]));
    let mut pipe = std::fs::OpenOptions::new().write(true).open(folder.path("pipe")).expect("a reader");
    folder.write("g.gr", path_graph(500));
    pipe.write_all(TRAPS.as_bytes()).expect("the pipe stays open");
    drop(pipe);
    child.stdin.take().expect("a pipe").write_all(TRAPS.as_bytes()).expect("the standard input is read");
    let report = Ended::from(child.wait_with_output().expect("msf ends")).ok();
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let edges: Vec<_> = report["graphs"].as_array().unwrap().iter().map(|graph| &graph["edges"]).collect();
    assert_eq!(edges, [6, 499, 6]);
}

#[test]
fn outputs_are_begun_before_work_and_replace_nothing_they_should_not() {
    let folder = Folder::with_traps();
    let nowhere = "msf: error: nowhere/p.html: cannot write: No such file or directory (os error 2)\n";
    assert_eq!(folder.msf(&bench(&["g.gr", "--html", "nowhere/p.html"])).failed(1), nowhere);
    let usage =
        |more: &[&str]| folder.msf(&bench(more)).failed(2).lines().next().unwrap_or_default().to_owned();
    let same = "error: the output would replace an input: ./g.gr is the same file as g.gr";
    assert_eq!(usage(&["g.gr", "--json", "./g.gr"]), same);
    let two = "error: only one of --json, --html, --svg and --markdown can be the standard output";
    assert_eq!(usage(&["g.gr", "--json", "-", "--svg", "-"]), two);
    assert_eq!(usage(&["-", "-"]), "error: only one GRAPH can be the standard input");
    let zero = "error: invalid value '0' for '--scale <S>': expected a number above 0";
    assert_eq!(usage(&["--scale", "0"]), zero);
    assert!(usage(&["g.gr", "--scaling"]).contains("cannot be used with"));
    assert!(
        usage(&["--algorithm", "dijkstra"]).starts_with("error: invalid value 'dijkstra' for '--algorithm")
    );
    assert_eq!(folder.files(), ["g.gr"]);
}

#[test]
#[cfg(target_os = "linux")]
fn what_was_measured_is_shown_and_written_even_if_an_output_fails() {
    let folder = Folder::with_traps();
    let ended = folder.msf(&bench(&["g.gr", "--json", "/dev/full", "--html", "page.html", "--svg", "p.svg"]));
    let full = "msf: error: /dev/full: cannot write: No space left on device (os error 28)\n";
    assert_eq!((ended.code, &*ended.err), (Some(1), full));
    assert!(ended.out.contains("g.gr: 5 nodes"), "{ended:?}");
    assert_eq!(folder.files(), ["g.gr", "p.svg", "page.html"]);
}

#[test]
fn the_standard_input_is_a_graph_like_others() {
    let folder = Folder::with("p.txt", path_graph(500));
    let ended = folder.msf_with(TRAPS, &bench(&["-", "p.txt", "--threads", "1"])).ok();
    assert!(ended.contains("\nstandard input: 5 nodes") && ended.contains("\np.txt: 500 nodes"), "{ended}");
}
