//! `msf GRAPH` finds the forest and writes it as asked, whatever the format, algorithm and number of threads.

use boscage::exec::Exec;
use boscage::graph::EdgeList;
use boscage::io::{Names, WriteOptions};

use crate::program::{Folder, TRAPS, TRAPS_FOREST, path_graph};

#[test]
fn edges_are_written_in_the_numbering_of_the_input_by_edge_id() {
    let folder = Folder::with_traps();
    assert_eq!(
        folder.msf(&["g.gr", "--out", "forest"]).ok().lines().next().unwrap().split(' ').next(),
        Some("graph")
    );
    assert_eq!(folder.read("forest"), TRAPS_FOREST);
    assert_eq!(folder.files(), ["forest", "g.gr"]);

    let ids = "18446744073709551615 7 2\n7 1000000000000 1\n18446744073709551615 1000000000000 3\n";
    folder.write("sparse.txt", ids);
    folder.msf(&["sparse.txt", "-o", "forest", "-q"]).ok();
    assert_eq!(
        folder.read("forest"),
        ids.lines().take(2).map(|line| format!("{line}\n")).collect::<String>()
    );
}

#[test]
fn every_format() {
    let folder = Folder::with_traps();
    let written = |format| folder.msf(&["g.gr", "--out", "-", "--format", format]).ok();
    assert_eq!(written("edges"), TRAPS_FOREST);
    assert_eq!(written("ids"), "0\n1\n4\n");
    assert_eq!(written("dimacs"), "p sp 5 6\na 1 2 4\na 2 1 4\na 2 3 7\na 3 2 7\na 3 4 2\na 4 3 2\n");
    assert_eq!(
        written("dot"),
        "graph forest {\n  1 -- 2 [label=\"4\"];\n  2 -- 3 [label=\"7\"];\n  3 -- 4 [label=\"2\"];\n  5;\n}\n"
    );
}

#[test]
fn a_forest_written_as_dimacs_is_a_graph_whose_forest_is_itself() {
    let folder = Folder::with_traps();
    folder.msf(&["g.gr", "--out", "forest.gr", "--format", "dimacs"]).ok();
    assert_eq!(folder.msf(&["forest.gr", "--out", "-"]).ok(), TRAPS_FOREST);
}

#[test]
fn with_the_forest_on_the_standard_output_the_summary_goes_to_stderr() {
    let folder = Folder::with_traps();
    let ended = folder.msf(&["g.gr", "--out", "-"]);
    assert_eq!(ended.out, TRAPS_FOREST);
    assert!(ended.err.starts_with("graph ") && ended.err.contains("weight    13"), "{}", ended.err);
    let ended = folder.msf(&["g.gr", "--out", "-", "--stats", "json"]);
    assert!(
        ended.out == TRAPS_FOREST && ended.err.starts_with("{\"version\":2,\"graph\":\"g.gr\""),
        "{ended:?}"
    );
    let ended = folder.msf(&["g.gr", "--out", "-", "--quiet"]);
    assert!(ended.out == TRAPS_FOREST && ended.err.is_empty(), "{ended:?}");
}

#[test]
fn the_standard_input_is_read() {
    let folder = Folder::new();
    assert_eq!(folder.msf_with(TRAPS, &["-", "-o", "-"]).ok(), TRAPS_FOREST);
    assert!(folder.msf_with(TRAPS, &["-"]).ok().starts_with("graph     standard input (DIMACS), 5 nodes"));
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn the_maximum_forest_prefers_heavier_edges_and_of_equals_the_first() {
    let folder = Folder::with_traps();
    assert_eq!(folder.msf(&["g.gr", "--maximum", "--out", "-", "--format", "ids"]).ok(), "1\n3\n4\n");
    assert!(folder.msf(&["g.gr", "--maximum", "--verify"]).ok().contains("weight    16, the maximum"));
}

#[test]
fn components_are_numbered_in_the_order_of_their_lowest_nodes() {
    let folder = Folder::with("g.txt", "30 10\n20 40\n");
    folder.msf(&["g.txt", "--components", "labels", "-q"]).ok();
    assert_eq!(folder.read("labels"), "10 0\n20 1\n30 0\n40 1\n");
    let ended = folder.msf(&["g.txt", "--components", "-"]);
    assert!(ended.out == "10 0\n20 1\n30 0\n40 1\n" && ended.err.starts_with("graph"), "{ended:?}");
}

#[test]
fn clusters_are_what_the_lightest_edges_of_the_forest_join() {
    // Two pairs and a triangle on a line, 8 far from all, and many numbers without an edge.
    let folder = Folder::with("g.gr", "p sp 90 6\na 1 2 5\na 3 4 6\na 2 3 40\na 5 6 7\na 6 7 7\na 5 7 7\n");
    let labels = |arguments: &[&str]| {
        let ended = folder.msf(&[&["g.gr", "--arcs", "keep", "--components", "-", "-q"], arguments].concat());
        let numbers: Vec<String> =
            ended.ok().lines().take(8).map(|line| line.split_once(' ').unwrap().1.to_owned()).collect();
        numbers.join(" ")
    };
    assert_eq!(labels(&[]), "0 0 0 0 1 1 1 2");
    assert_eq!(labels(&["--clusters", "85"]), "0 0 0 0 1 1 1 2");
    assert_eq!(labels(&["--clusters", "86"]), "0 0 1 1 2 2 2 3");
    assert_eq!(labels(&["--cut", "6"]), "0 0 1 1 2 3 4 5");
    assert_eq!(labels(&["--cut", "4"]), labels(&["--clusters", "90"]));
    assert_eq!(labels(&["--maximum", "--cut", "7"]), "0 1 1 2 3 3 3 4");
    let summary = folder.msf(&["g.gr", "--arcs", "keep", "--components", "c", "--cut", "6"]).ok();
    assert!(summary.contains("clusters  88\n"), "{summary}");
    let json = folder
        .msf(&["g.gr", "--components", "c", "--arcs", "keep", "--clusters", "88", "--stats", "json"])
        .ok();
    assert!(json.contains("\"clusters\":88,"), "{json}");
    let refused = |arguments: &[&str]| {
        let ended = folder.msf(&[&["g.gr", "--arcs", "keep", "--components", "new"], arguments].concat());
        assert_eq!(ended.code, Some(1), "{ended:?}");
        ended.err
    };
    let few = refused(&["--clusters", "3"]);
    assert!(few.contains("expected from 85 (number of trees) to 90 (number of nodes), found 3"), "{few}");
    let what = refused(&["--cut", "some"]);
    assert!(what.contains("--cut: expected a weight of type u32, found some"), "{what}");
    // Numbers that no weight has.
    assert_eq!(labels(&["--cut", "6.9"]), labels(&["--cut", "6"]));
    assert_eq!(labels(&["--maximum", "--cut", "6.1"]), labels(&["--maximum", "--cut", "7"]));
    assert_eq!(labels(&["--cut", "5000000000"]), labels(&["--cut", "40"]));
    assert_eq!(labels(&["--cut", "-1e300"]), labels(&["--clusters", "90"]));
    assert_eq!(labels(&["--maximum", "--cut", "-inf"]), labels(&["--maximum", "--cut", "0"]));
    assert_eq!(folder.files(), ["c", "g.gr"]);
    assert_eq!(folder.msf(&["g.gr", "--clusters", "3"]).code, Some(2));
}

#[test]
fn every_algorithm_window_and_number_of_threads_writes_the_same_bytes() {
    // A grid of 40 x 40 with few different weights: ties everywhere.
    let side = 40;
    let mut grid = String::new();
    for x in 0..side * side {
        let weight = |salt: u32| (x * 7 + salt) * 31 % 5;
        if x % side + 1 < side {
            grid += &format!("{x} {} {}\n", x + 1, weight(1));
        }
        if x + side < side * side {
            grid += &format!("{x} {} {}\n", x + side, weight(2));
        }
    }
    let folder = Folder::with("grid.txt", grid);
    let forest = |more: &[&str]| {
        folder.msf(&[&["grid.txt", "-o", "-", "-q", "--verify", "--format", "ids"], more].concat()).ok()
    };
    let want = forest(&["--algorithm", "kruskal"]);
    assert_eq!(want.lines().count(), 1599);
    for threads in ["1", "2", "3"] {
        for algorithm in ["auto", "boruvka", "windowed-kruskal"] {
            assert_eq!(
                forest(&["--algorithm", algorithm, "--threads", threads]),
                want,
                "{algorithm} {threads}"
            );
        }
        for window in ["1", "7", "1000000"] {
            let with_window = ["--algorithm", "windowed-kruskal", "--window", window, "--threads", threads];
            assert_eq!(forest(&with_window), want, "{window} {threads}");
        }
    }
}

#[test]
fn arcs_are_folded_or_kept_as_told() {
    let one_way = "p sp 3 3\na 1 2 5\na 2 1 5\na 2 3 6\n";
    let folder = Folder::with("g.gr", one_way);
    let edges = |policy: &str| {
        let json = folder.msf(&["g.gr", "--stats", "json", "--arcs", policy]).ok();
        serde_json::from_str::<serde_json::Value>(&json).unwrap()["edges"].as_u64().unwrap()
    };
    assert_eq!(["auto", "fold", "keep"].map(edges), [3, 2, 3]);
    let note = "1 of 3 arcs has no mirror, so every arc is an edge; --arcs fold or keep decides\n";
    assert!(folder.msf(&["g.gr"]).ok().contains(note));
    let note = "1 of 3 arcs has no mirror and is an edge of its own\n";
    assert!(folder.msf(&["g.gr", "--arcs", "fold"]).ok().contains(note));
}

#[test]
fn inputs_without_weights_get_those_asked_for() {
    let triangle = "1 2\n2 3\n3 1\n";
    let folder = Folder::with("g.txt", triangle);
    let forest = |law: &[&str]| folder.msf(&[&["g.txt", "-o", "-", "-q"], law].concat()).ok();
    assert_eq!(forest(&[]), "1 2 1\n2 3 1\n");
    assert_eq!(forest(&["--weights", "one"]), forest(&[]));
    let uniform = forest(&["--weights", "uniform:1:1000"]);
    assert_eq!(uniform, forest(&["--weights", "uniform:1:1000"]));
    assert_ne!(uniform, forest(&["--weights", "uniform:2:1000"]));
    assert_ne!(forest(&["--weights", "hash"]), uniform);
    assert!(folder.msf(&["g.txt"]).ok().contains("no weights in the input: each edge weighs 1\n"));
}

#[test]
fn the_format_of_the_input_can_be_forced() {
    let folder = Folder::with("g", "3 2\n2\n1 3\n2\n"); // METIS for a path; not an edge list, whose lines would be alike
    folder.msf(&["g", "-q", "-o", "-", "--from", "metis"]).ok();
    assert!(folder.msf(&["g", "-q", "--from", "edge-list"]).failed(1).starts_with("msf: error: g:2: "));
}

#[test]
fn graphs_without_edges_and_without_nodes_have_forests() {
    let folder = Folder::with("lonely.gr", "p sp 3 0\n");
    assert!(folder.msf(&["lonely.gr", "--verify", "-o", "f"]).ok().contains("forest    0 edges, 3 trees\n"));
    assert_eq!(folder.read("f"), "");
    folder.write("empty.gr", "p sp 0 0\n");
    for algorithm in ["auto", "kruskal", "boruvka", "windowed-kruskal"] {
        let out = folder.msf(&["empty.gr", "--verify", "--algorithm", algorithm]).ok();
        assert!(out.contains("forest    0 edges, 0 trees\nweight    0, the minimum\n"), "{out}");
    }
    let dot = folder.msf(&["empty.gr", "-o", "-", "-q", "--format", "dot"]).ok();
    assert_eq!(dot, "graph forest {\n}\n");
}

#[test]
fn floats_are_written_such_that_they_are_read_as_the_same_floats() {
    let list = "0 1 5.0\n1 2 1e300\n2 3 0.1\n3 4 -inf\n";
    let folder = Folder::with("g.txt", list);
    assert_eq!(folder.msf(&["g.txt", "-o", "-", "-q"]).ok(), list);
    assert_eq!(folder.msf_with(list, &["-", "-o", "-", "-q"]).ok(), list);
}

#[test]
fn the_suffix_of_a_compression_is_honoured_for_inputs_and_outputs() {
    let folder = Folder::with("g.txt", path_graph(2000));
    for suffix in ["gz", "zst", "bz2", "xz"] {
        let name = format!("f.txt.{suffix}");
        folder.msf(&["g.txt", "-q", "-o", &name]).ok();
        assert!(std::fs::metadata(folder.path(&name)).unwrap().len() < 20_000, "{suffix}");
        assert_eq!(folder.msf(&[&name, "-q", "-o", "-"]).ok(), path_graph(2000), "{suffix}");
        assert!(folder.msf(&["verify", "g.txt", &name]).ok().starts_with("minimal: 1,999 edges"), "{suffix}");
    }
}

#[test]
fn forests_have_no_direction_and_missing_weights_are_one() {
    let folder = Folder::new();
    let list = EdgeList::from_pairs(4, [(2, 0), (0, 2), (1, 0), (2, 1), (3, 3)]).unwrap().into();
    let options = WriteOptions { is_directed: true, ..WriteOptions::default() };
    for name in ["g.bsg", "g.sgr", "g.mtx"] {
        boscage::io::write(&Exec::current(), folder.path(name), &list, &Names::Offset(0), &options).unwrap();
        let ended = folder.msf(&[name, "--out", "-", "--verify"]);
        // Names count from 1 in Matrix Market; rows stand in their order in Galois files.
        let forest = match name {
            "g.bsg" => "2 0 1\n1 0 1\n",
            "g.sgr" => "0 2 1\n1 0 1\n",
            _ => "3 1 1\n2 1 1\n",
        };
        assert_eq!(ended.out, forest, "{name}");
        assert!(ended.err.contains("4 nodes, 5 edges, weights of type u32"), "{}", ended.err);
        assert!(ended.err.contains("no weights in the input: each edge weighs 1"), "{}", ended.err);
    }
    let estimate = folder.msf(&["g.bsg", "--estimate"]).ok();
    assert!(estimate.starts_with("g.bsg: 4 nodes, 5 edges, weights of 32 bits"), "{estimate}");
}
