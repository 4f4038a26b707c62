//! Each error is one line on the standard error, with an exit code.

use std::fs;

use crate::program::{graphs, run};

#[test]
fn errors_are_one_line() {
    let folder = graphs();
    fs::write(folder.path().join("negative.txt"), "0 1 -5\n").unwrap();
    fs::write(folder.path().join("real.txt"), "0 1 0.5\n").unwrap();
    for (arguments, message) in [
        (
            "tc -f directed.el",
            "directed.el: expected an undirected graph, found a directed one (-s makes it undirected)",
        ),
        ("bfs -f none.sg", "none.sg: cannot open: No such file or directory (os error 2)"),
        ("bfs -f undirected.txt -r 7", "-r: expected a node below 7, found 7"),
        ("bc -f bare.gr", "graph: expected a node with arcs, to start from, found none"),
        ("cc -f empty.gr", "empty.gr: expected a graph with nodes, found an empty one"),
        ("sssp -f negative.txt", "negative.txt: expected non-negative weights, found negative ones"),
        (
            "sssp -f real.txt",
            "real.txt: expected weights of type u32 or i32, found f64 \
             (make integers, for example thousandths: graph weights FILE graph.bsg --scale 1000 --round 0)",
        ),
        ("pr -g 32", "scale: expected at most 31, and a number of edges below 2^64, found 32"),
        ("all none.sg", "none.sg: cannot open: No such file or directory (os error 2)"),
        ("all -g 5 --reference no", "no: cannot open: No such file or directory (os error 2)"),
    ] {
        let output = run(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("gap: error: {message}\n"));
    }
}

#[test]
fn where_gap_would_read_directed_edges_a_warning_says_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.el"), "0 1\n1 2\n").unwrap();
    fs::write(folder.path().join("d.el"), "# Directed graph\n0 1\n1 2\n").unwrap();
    let warning = "gap: warning: g.el: edges are read as undirected, but GAP reads them as directed \
     without -s: \
                   --directed or -s decides\n";
    for (arguments, said) in [
        ("cc -f g.el -n 1", warning),
        ("cc -f g.el -n 1 -s", ""),
        ("cc -f g.el -n 1 --directed", ""),
        ("cc -f d.el -n 1", ""),
    ] {
        let output = run(folder.path(), arguments);
        assert!(output.status.success(), "{arguments}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), said, "{arguments}");
    }
}

#[test]
fn command_lines_that_make_no_sense_are_refused() {
    let folder = graphs();
    for (arguments, message) in [
        ("bfs", "error: the following required arguments were not provided:"),
        (
            "bfs -g 5 -u 5",
            "error: the argument '--kronecker <SCALE>' cannot be used with '--uniform <SCALE>'",
        ),
        ("bfs -g 5 -n 0", "error: invalid value '0' for '--trials <N>': expected a number from 1 to 1000000"),
        ("pr -g 5 -t -1", "error: unexpected argument '-1' found"),
        ("pr -g 5 -t 0", "error: invalid value '0' for '--tolerance <TOLERANCE>': expected a number above 0"),
        ("cc -g 5 -s --directed", "error: the argument '--symmetrise' cannot be used with '--directed'"),
        ("all -g 5 -g 5", "error: expected different names of graphs, found kron5 twice: rename a file"),
        (
            "all -g 5 --reference . --delta road=5",
            "error: --delta: expected one of the graphs kron5, found road",
        ),
    ] {
        let output = run(folder.path(), arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
        assert!(said.starts_with(message), "{arguments}: {said}");
    }
}

/// Ranks cannot converge in one round.
#[test]
fn an_answer_that_is_wrong_is_told_and_ends_with_1() {
    let folder = graphs();
    let output = run(folder.path(), "pr -f directed.el -n 1 -i 1 -t 1e-9 -v");
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains("the ranks change by ") && said.contains("Verification:           FAIL\n"),
        "{said}"
    );
}
