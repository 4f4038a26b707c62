//! `graph convert`: the conversion, and the messages about losses.

use std::fs;

use serde_json::{Value, json};

use crate::program::{facts, printed, reordered, run, words};

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
    printed(&run(folder.path(), words("generate road a.gr --nodes 300 --weights uniform:9")));
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
fn an_order_that_is_lost_is_no_surprise() {
    let folder = tempfile::tempdir().unwrap();
    let text = "p sp 3 6\na 2 3 1\na 3 2 1\na 1 3 1\na 3 1 1\na 1 2 1\na 2 1 1\n";
    fs::write(folder.path().join("t.gr"), text).unwrap();
    for file in ["t.sgr", "t.graph.gz"] {
        let ended = run(folder.path(), ["convert", "t.gr", file]);
        assert_eq!(String::from_utf8(ended.stderr).unwrap(), reordered(file));
        // From then on the order stays.
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
    let offered = "dimacs, csv, edge-list, matrix-market, metis, galois, gap, edge-array, boscage, graphml]";
    for arguments in ["convert g.txt h --to ecl", "generate path h --nodes 3 --to ecl"] {
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
        printed(&run(folder.path(), ["generate", "path", graph, "--nodes", "4"]));
        let before = fs::read(path(graph)).unwrap();
        fs::hard_link(path(graph), path(names[1])).unwrap();
        std::os::unix::fs::symlink(graph, path(names[2])).unwrap();
        for output in names {
            let ended = run(folder.path(), ["convert", graph, output]);
            let said = String::from_utf8(ended.stderr).unwrap();
            let expected = format!(
                "error: the output would replace an input: {output} is the same file as {graph}\n\n\
                 Usage: graph convert [OPTIONS] <INPUT> <OUTPUT>\n"
            );
            assert!(said.starts_with(&expected), "{said}");
            assert_eq!((ended.status.code(), fs::read(path(graph)).unwrap()), (Some(2), before.clone()));
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
    let warning = "graph: warning: standard output: every edge weighs 1 now, because all edges have \
                   weights in this format\n";
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), warning);
    fs::write(folder.path().join("weighted.txt"), "5 7 3\n").unwrap();
    assert_eq!(converted(&["weighted.txt", "-", "--to", "edge-list", "--omit-weights"]), "5 7\n");
}

#[test]
fn arcs_without_mirrors_keep_their_direction() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.gr"), "p sp 3 3\na 1 2 5\na 2 1 5\na 2 3 6\n").unwrap();
    let told = facts(folder.path(), "g.gr");
    let names = ["edges", "directed", "arcs"];
    let arcs = json!({"arcs": 3, "unpaired": 1, "folded": false});
    assert_eq!(json!(names.map(|name| told[name].clone())), json!([3, true, arcs]));
    let mut from = "g.gr";
    for to in ["a.mtx", "b.sgr", "c.bsg", "d.txt", "e.gr"] {
        assert_eq!(printed(&run(folder.path(), ["convert", from, to])), "");
        let told = facts(folder.path(), to);
        assert_eq!((&told["edges"], &told["directed"]), (&json!(3), &json!(true)), "{to}");
        from = to;
    }
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    assert_eq!(read("e.gr"), read("g.gr"));
    for (policy, edges, is_directed) in [("fold", 2, false), ("keep", 3, true)] {
        let facts = printed(&run(folder.path(), ["info", "--json", "g.gr", "--arcs", policy]));
        let facts = serde_json::from_str::<Value>(&facts).unwrap();
        assert_eq!((&facts["edges"], &facts["directed"]), (&json!(edges), &json!(is_directed)), "{policy}");
    }
}

#[test]
fn a_direction_that_is_lost_is_no_surprise() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.txt"), "0 1 5\n0 2 7\n").unwrap();
    for file in ["g.graph", "g.bin"] {
        let ended = run(folder.path(), ["convert", "g.txt", file, "--directed"]);
        let warning = format!("graph: warning: {file}: the file does not say that the graph is directed\n");
        assert_eq!(String::from_utf8(ended.stderr).unwrap(), warning);
        assert_eq!(facts(folder.path(), file)["directed"], false);
    }
    let made = run(folder.path(), words("generate gnm h.bin --nodes 9 --edges 20 --directed"));
    let warning = "graph: warning: h.bin: the file does not say that the graph is directed\n";
    assert_eq!(String::from_utf8(made.stderr).unwrap(), warning);
    printed(&run(folder.path(), words("convert h.bin h.gr --directed")));
    assert_eq!(facts(folder.path(), "h.gr")["arcs"]["arcs"], 20);
    let refused = run(folder.path(), words("generate grid i.gr --rows 2 --columns 2 --directed"));
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8(refused.stderr).unwrap();
    let expected =
        "error: --directed: expected gnm or rmat, found another family, whose edges have no direction\n";
    assert!(said.starts_with(expected), "{said}");
}
