//! Each error is one line on the standard error, with an exit code.

use std::fs;
use std::path::Path;

use crate::program::{complaint, fed, printed, run, words};

#[test]
fn errors_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let failed = |arguments: &str| complaint(&run(folder.path(), words(arguments)));
    assert_eq!(
        failed("generate gnm g.gr --nodes 10 --edges 46"),
        "graph: error: edges: expected at most 45 among 10 nodes, found 46\n"
    );
    assert_eq!(
        failed("generate ssca2 g.gr --nodes 9 --inter 2"),
        "graph: error: inter: expected a probability from 0 to 1, found 2\n"
    );
    assert_eq!(
        failed("generate watts-strogatz g.gr --nodes 9 --neighbours 3"),
        "graph: error: neighbours: expected an even number below the number of nodes, 9, or 0, found 3\n"
    );
    assert_eq!(
        failed("generate star g.txt --nodes 1"),
        "graph: error: g.txt: an edge list cannot hold nodes without edges, and 1 has none \
         (drop them, or write DIMACS or Matrix Market)\n"
    );
    assert_eq!(
        failed("generate path none/g.gr --nodes 3"),
        "graph: error: none/g.gr: cannot write: No such file or directory (os error 2)\n"
    );
    assert_eq!(
        failed("generate path g --nodes 3"),
        "graph: error: g: its suffix stands for no format \
         (name a format, or use .gr, .csv, .txt, .mtx, .graph, .sgr, .sg, .bin, .bsg or .graphml)\n"
    );
    assert_eq!(
        complaint(&run(folder.path(), ["convert", "a\nb.gr", "g.gr"])),
        "graph: error: a\\nb.gr: cannot open: No such file or directory (os error 2)\n"
    );
    assert_eq!(
        failed("generate path new.gr/ --nodes 3"),
        "graph: error: new.gr/: cannot write: is a directory\n"
    );
    assert_eq!(
        failed("generate gnm g.txt --nodes 5000 --edges 0"),
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

/// Generating or reading all of these edges would take hours.
#[test]
fn what_the_arguments_show_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("held.gr"), "").unwrap();
    fs::set_permissions(folder.path().join("held.gr"), read_only(folder.path())).unwrap();
    let families = [
        "road --nodes 4000000000",
        "grid --rows 60000 --columns 60000",
        "gnm --nodes 4000000000 --edges 4000000000",
        "rmat --scale 31 --edges 4000000000",
        "watts-strogatz --nodes 400000000",
        "three-paradigm sparse/extreme",
        "complete --nodes 60000",
        "path --nodes 4000000000",
        "star --nodes 4000000000",
        "comb --spine 60000 --tooth 60000",
    ];
    for family in families {
        let refused = |output: &str, cause: &str| {
            let said = complaint(&run(folder.path(), words(&format!("generate {family} {output}"))));
            assert!(said.contains(cause), "{family} {output}: {said}");
        };
        refused("x.osm", "OpenStreetMap XML files can be read, but not written");
        refused("x.egr", "ECL files can be read, but not written");
        refused("x", "its suffix stands for no format");
        refused("none/x.bsg", "none/x.bsg: cannot write: No such file or directory");
        refused("x.gr/", "cannot write: is a directory");
        refused("held.gr", "held.gr: cannot write: permission denied");
        refused("x.sg", "a GAP .sg file has no weights");
        refused("x.sg.gz", "a GAP .sg file has no weights");
        if family.starts_with("road") {
            refused("x.gr --coordinates none/x.co", "none/x.co: cannot write");
            refused("x.gr --coordinates ./x.gr", "x.gr: cannot write: another output goes there");
        } else {
            refused("x.osm.pbf", "OpenStreetMap PBF files can be read, but not written");
        }
    }
    // The first edges show what the format cannot hold.
    let refused = |arguments: &str| complaint(&run(folder.path(), words(arguments)));
    let heavy = refused("generate path x.wsg --nodes 2000000000 --weights uniform:4294967295");
    assert!(heavy.contains("GAP .wsg holds only integer weights from 0 to 2147483647"), "{heavy}");
    let loops = refused("generate gnm x.graph --nodes 99 --edges 2000000000 --pairs any");
    assert!(loops.contains("METIS holds no self-loops"), "{loops}");
    // A pipe is never read.
    for (output, cause) in [("x.osm", "not written"), ("x", "no format"), ("none/x.gr", "No such file")] {
        let said = complaint(&run(folder.path(), ["convert", "/dev/zero", output]));
        assert!(said.contains(cause), "{output}: {said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
}

/// The permissions of a file that nobody may write.
fn read_only(folder: &Path) -> fs::Permissions {
    let mut permissions = fs::metadata(folder.join("held.gr")).unwrap().permissions();
    permissions.set_readonly(true);
    permissions
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
    assert_eq!(first(&["generate", "path", "g.gr", "--nodes", "3", "--weights", "a\nb"]), law);
    let quadrants = "error: invalid value 'a\\u{2028}b' for '--quadrants <QUADRANTS>': quadrants: expected \
                     gtgraph, graph500, or three shares A,B,C, found \"a\\u{2028}b\"";
    let rmat = ["generate", "rmat", "g.gr", "--scale", "3", "--edges", "9", "--quadrants"];
    assert_eq!(first(&[&rmat[..], &["a\u{2028}b"]].concat()), quadrants);
}

#[test]
fn wrong_usage_is_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    for wrong in [
        "",
        "count",
        "info",
        "generate three-paradigm dense g.gr",
        "generate gnm g.gr --nodes 3",
        "generate path g.gr --nodes x",
    ] {
        assert_eq!(run(folder.path(), words(wrong)).status.code(), Some(2), "{wrong}");
    }
    let output = run(folder.path(), words("generate path g.gr --nodes 3 --weights heavy"));
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("expected uniform:MAX with MAX in 1..=4294967295"), "{message}");
}
