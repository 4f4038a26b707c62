//! `graph info`: files and streams, described in little memory.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{complaint, fed, graph, printed, run, words};

#[test]
fn streams_take_the_place_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let text = printed(&run(folder.path(), words("generate path - --nodes 4 --weights unit --to edge-list")));
    let mut child = graph().args(["info", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let mut report = String::new();
    child.stdout.take().unwrap().read_to_string(&mut report).unwrap();
    assert!(child.wait().unwrap().success());
    let expected = "standard input\n  format      taken for an edge list, 38 bytes of content\n  nodes       4, called 0 to 3\n  \
                    edges       3, undirected\n  weights     u32, 1 to 1\n  loops       0\n  \
                    parallel    0\n  degrees     1 to 2, mean 1.50\n  components  1\n";
    assert_eq!(report, expected);
}

#[test]
fn numbers_are_grouped_for_people() {
    let folder = tempfile::tempdir().unwrap();
    printed(&run(folder.path(), words("generate star g.gr --nodes 12345 --weights ascending")));
    let report = printed(&run(folder.path(), ["info", "g.gr"]));
    let expected = "g.gr\n  format      DIMACS, 350,609 bytes of content\n  nodes       12,345, called 1 to 12345\n  \
                    edges       12,344, undirected\n  weights     u32, 1 to 12,344\n  arcs        24,688, each with its mirror, \
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
fn the_structure_is_told_on_request() {
    let folder = tempfile::tempdir().unwrap();
    // A cycle of three that leads along a path, and two nodes apart.
    fs::write(folder.path().join("web.txt"), "# Directed graph\n0 1\n1 2\n2 0\n2 3\n3 4\n7 8\n").unwrap();
    let told = |options: &str| {
        let report = printed(&run(folder.path(), words(&format!("info web.txt {options}"))));
        report[report.find("  components").unwrap()..].to_owned()
    };
    assert_eq!(told(""), "  components  2\n");
    let structure = "  components  2, the largest of 5 nodes\n  strong      5, the largest of 3 nodes\n  \
                     diameter    at least 3, direction ignored\n";
    let triangles = "  triangles   1\n  clustering  0.5000\n";
    assert_eq!(told("--structure"), structure);
    assert_eq!(told("--triangles"), format!("  components  2\n{triangles}"));
    assert_eq!(told("--structure --triangles"), format!("{structure}{triangles}"));
    let undirected = "  components  2, the largest of 5 nodes\n  diameter    at least 3\n";
    assert_eq!(told("--structure --undirected"), undirected);

    let names = [
        "largest_component",
        "strong_components",
        "largest_strong_component",
        "diameter_at_least",
        "triangles",
        "clustering",
    ];
    let told = |options: &str| {
        let facts = printed(&run(folder.path(), words(&format!("info --json web.txt {options}"))));
        let facts: Value = serde_json::from_str(&facts).unwrap();
        json!(names.map(|name| facts[name].clone()))
    };
    assert_eq!(told(""), json!([null, null, null, null, null, null]));
    assert_eq!(told("--structure --triangles"), json!([5, 5, 3, 3, 1, 0.5]));
}

/// Four billion nodes of which two have an edge: facts about them take no memory and no time.
#[test]
fn direction_and_missing_weights_are_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("web.txt"), "# Directed graph\n0 1\n1 0\n1 2\n").unwrap();
    let told = |options: &str| {
        let facts = printed(&run(folder.path(), words(&format!("info --json web.txt {options}"))));
        let facts: Value = serde_json::from_str(&facts).unwrap();
        json!(
            ["directed", "weighted", "weight_type", "weight_max", "parallel"].map(|name| facts[name].clone())
        )
    };
    assert_eq!(told(""), json!([true, false, null, null, 0]));
    assert_eq!(told("--undirected"), json!([false, false, null, null, 1]));
    assert_eq!(told("--weights one"), json!([true, false, "u32", 1, 0]));
    let report = printed(&run(folder.path(), ["info", "web.txt"]));
    assert!(report.contains("  edges       3, directed\n  weights     none\n"), "{report}");
    let both = run(folder.path(), ["info", "web.txt", "--directed", "--undirected"]);
    assert_eq!(both.status.code(), Some(2));
    let error = complaint(&run(folder.path(), words("info web.txt --directed --arcs fold")));
    assert_eq!(error, "graph: error: arcs: expected auto or keep for a directed graph, found fold\n");
}

#[test]
fn nodes_without_edges_take_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.gr"), "p sp 4294967294 1\na 1 2 3\n").unwrap();
    let info = ["info", "--json", "--memory", "64M", "g.gr"];
    let facts: Value = serde_json::from_str(&printed(&run(folder.path(), info))).unwrap();
    let told = ["nodes", "edges", "isolated", "components", "degree_min", "degree_max"];
    let told: Vec<_> = told.iter().map(|name| facts[name].clone()).collect();
    assert_eq!(json!(told), json!([4_294_967_294_u64, 1, 4_294_967_292_u64, 4_294_967_293_u64, 0, 1]));
    let info = words("info --json --memory 64M g.gr --structure --triangles");
    let facts: Value = serde_json::from_str(&printed(&run(folder.path(), info))).unwrap();
    assert_eq!(json!([facts["largest_component"], facts["diameter_at_least"]]), json!([2, 1]));
    let output = fed(folder.path(), ["info", "-", "--memory", "64M"], b"p sp 400000000 0\n");
    assert!(
        printed(&output)
            .contains("nodes       400,000,000, called 1 to 400000000, 400,000,000 without edges")
    );
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let generate = "generate gnm g.bsg --nodes 200000 --edges 400000";
    printed(&run(folder.path(), words(generate)));
    for command in ["info g.bsg --memory 10M", "convert g.bsg g.sgr --memory 20M"] {
        let error = complaint(&run(folder.path(), words(command)));
        let begin = "graph: error: g.bsg: not enough memory: needs about ";
        let end = " MiB may be used (--memory SIZE or unlimited overrides this)\n";
        assert!(error.starts_with(begin) && error.ends_with(end), "{error}");
    }
    let limited = format!("ulimit -v 100000; exec {} info g.bsg", env!("CARGO_BIN_EXE_graph"));
    let generate = "generate gnm g.bsg --nodes 2000000 --edges 8000000";
    printed(&run(folder.path(), words(generate)));
    let shell =
        |script: &str| Command::new("sh").args(["-c", script]).current_dir(folder.path()).output().unwrap();
    let error = complaint(&shell(&limited));
    assert!(error.starts_with("graph: error: g.bsg: not enough memory: needs about "), "{error}");
    let error = complaint(&shell(&(limited + " --memory unlimited")));
    assert_eq!(error, "graph: error: g.bsg: reading: not enough memory: 91.6 MiB for the edge list\n");
    printed(&run(folder.path(), words("convert g.bsg h.bin --memory 1G")));
}
