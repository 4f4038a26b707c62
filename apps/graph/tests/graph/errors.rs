//! Each error is one line on the standard error, with an exit code.

use std::fs;

use crate::program::{complaint, fed, printed, run, words};

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
        "graph: error: g.txt: an edge list cannot hold nodes without edges, and 1 has none \
         (drop them, or write DIMACS or Matrix Market)\n"
    );
    assert_eq!(
        failed("generate path --nodes 3 --out none/g.gr"),
        "graph: error: none/g.gr: cannot write: No such file or directory (os error 2)\n"
    );
    assert_eq!(
        failed("generate path --nodes 3 --out g"),
        "graph: error: g: its suffix stands for no format \
         (name a format, or use .gr, .csv, .txt, .mtx, .graph, .sgr, .sg, .bin, .bsg or .graphml)\n"
    );
    assert_eq!(
        complaint(&run(folder.path(), ["convert", "a\nb.gr", "g.gr"])),
        "graph: error: a\\nb.gr: cannot open: No such file or directory (os error 2)\n"
    );
    assert_eq!(
        failed("generate path --nodes 3 --out new.gr/"),
        "graph: error: new.gr/: cannot write: is a directory\n"
    );
    assert_eq!(
        failed("generate gnm --nodes 5000 --edges 0 --out g.txt"),
        "graph: error: g.txt: an edge list cannot hold nodes without edges, and about 5,000 have none \
         (drop them, or write DIMACS or Matrix Market)\n"
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

/// The kind of a stream is not known from its name, so a number that is out of range must still be reported.
#[test]
fn numbers_out_of_range_are_named_also_in_streams() {
    let folder = tempfile::tempdir().unwrap();
    let said = |text: &str| complaint(&fed(folder.path(), ["info", "-"], text.as_bytes()));
    let large = "a weight of at most 1.8e308 in size, found `1e999` (scale the weights, or write inf)";
    let long = "a weight of at most 64 bits, found `18446744073709551616` \
                (scale the weights, or write them as reals)";
    let nan = "a weight, found `nan` (NaN has no place in the order of weights)";
    let node = "a node of at most 64 bits, found `18446744073709551616`";
    for (text, expected) in [
        ("1 2 1e999\n", large),
        ("1 2 nan\n", nan),
        ("1 2 18446744073709551616\n", long),
        ("18446744073709551616 2\n", node),
        ("a 18446744073709551616 2 5\n", node),
        ("a 1 2 1e999\n", large),
    ] {
        assert_eq!(said(text), format!("graph: error: standard input:1: expected {expected}\n"), "{text}");
        fs::write(folder.path().join("unnamed"), text).unwrap();
        let named = complaint(&run(folder.path(), ["info", "unnamed"]));
        assert_eq!(named, format!("graph: error: unnamed:1: expected {expected}\n"), "{text}");
    }
}

/// With a real among them all weights are reals: an integer that no real equals would be rounded.
#[test]
fn integers_are_not_rounded() {
    let folder = tempfile::tempdir().unwrap();
    let said = |graph: &str, more: &str| {
        let convert = ["convert", "-", "-", "--to", "edge-list"];
        fed(folder.path(), convert, format!("{graph}{more}").as_bytes())
    };
    let graph = "1 2 9007199254740993\n2 3 9007199254740992\n1 3 ";
    let expected = "graph: error: standard input:1: expected integers that an f64 holds exactly, \
                    because other weights are reals, found 9007199254740993 (scale it, or write it with a decimal point if it may be rounded)\n";
    assert_eq!(complaint(&said(graph, "0.5\n")), expected);
    assert_eq!(printed(&said(graph, "5\n")), format!("# Nodes: 3 Edges: 3\n{graph}5\n"));
}

#[test]
fn hints_know_capitals() {
    let folder = tempfile::tempdir().unwrap();
    for (word, meant) in [("INFO", "info"), ("Convrt", "convert"), ("GENERATE", "generate")] {
        let output = run(folder.path(), [word]);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = format!(
            "error: unrecognized subcommand '{word}'\n\n  tip: a similar subcommand exists: '{meant}'\n"
        );
        assert!(said.starts_with(&expected), "{said}");
    }
}

#[test]
fn arguments_stay_on_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let first = |arguments: &[&str]| {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap().lines().next().unwrap().to_owned()
    };
    let law = "error: invalid value 'a\\nb' for '--weights <LAW>': weights: expected uniform:MAX with MAX in \
               1..=4294967295, unit, euclidean, ascending or descending, found \"a\\nb\"";
    assert_eq!(first(&["generate", "path", "--nodes", "3", "--out", "g.gr", "--weights", "a\nb"]), law);
    let quadrants = "error: invalid value 'a\\u{2028}b' for '--quadrants <QUADRANTS>': quadrants: expected \
                     gtgraph, graph500, or three shares A,B,C, found \"a\\u{2028}b\"";
    let rmat = ["generate", "rmat", "--scale", "3", "--edges", "9", "--out", "g.gr", "--quadrants"];
    assert_eq!(first(&[&rmat[..], &["a\u{2028}b"]].concat()), quadrants);
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
