//! `gap all`: tables, and GAP's programs, which are scripts here.
#![cfg(unix)]

use std::fs;

use serde_json::Value;

use crate::program::{graphs, printed, programs, run};

/// A program that prints the requested number of times, notes its call, and fails if its file is missing.
const PROGRAM: &str = r#"#!/bin/sh
echo "$(basename "$0") $OMP_NUM_THREADS $(basename "$2") $(wc -c <"$2") $3 $4 $5 $6 $7 $8" >>"$(dirname "$0")/calls"
echo "Read Time:           9.00000"
for trial in $(seq "$4"); do
  echo "Trial Time:          0.50000"
done
echo "Average Time:        7.00000"
"#;

#[test]
fn a_table_has_all_kernels_and_graphs() {
    let folder = graphs();
    let said = printed(folder.path(), "all directed.el -g 6 --threads 1,2 --runs 1 -n 2 -v --markdown");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].ends_with(". Seconds of a trial, the median of the runs."), "{said}");
    for (begin, threads) in [(2, "1 thread:"), (13, "2 threads:")] {
        let head = "| | directed: textbook | boscage | kron6: textbook | boscage |";
        assert_eq!(lines[begin..begin + 4], [threads, "", head, "|---|---|---|---|---|"], "{said}");
        let kernels = ["bfs", "sssp", "pr", "cc", "bc", "tc"];
        for (line, kernel) in lines[begin + 4..].iter().zip(kernels) {
            assert!(line.starts_with(&format!("| {kernel} | ")) && !line.contains('–'), "{said}");
        }
    }
}

#[test]
fn programs_of_gap_take_turns_with_ours() {
    let folder = graphs();
    programs(folder.path(), PROGRAM);
    let race = "all directed.el --reference ref --threads 1,2 --runs 2 -n 3 --delta directed=40";
    let found: Value = serde_json::from_str(&printed(folder.path(), &format!("{race} --json"))).unwrap();
    let results = found["results"].as_array().unwrap();
    assert_eq!(results.len(), 12);
    for result in results {
        assert_eq!(result["reference_seconds"], 0.5);
        assert!(result["boscage_seconds"].as_f64().unwrap() < 0.5);
    }
    let calls = fs::read_to_string(folder.path().join("ref/calls")).unwrap();
    let calls: Vec<&str> = calls.lines().collect();
    // One round that does not count, and two that do; on one thread and on two.
    assert_eq!(calls.len(), 6 * 3 * 2);
    let rows = |arcs: u64, arc: u64| 8 * 8 + arc * arcs;
    let [directed, weighted, symmetric] = [2 * rows(7, 4), 2 * rows(7, 8), rows(14, 4)].map(|rows| 17 + rows);
    for (at, start) in [
        (0, format!("bfs 1 graph.sg {directed} -n 3")),
        (1, format!("bfs 2 graph.sg {directed} -n 3")),
        (6, format!("sssp 1 weights.wsg {weighted} -n 3 -d 40")),
        (12, format!("pr 1 graph.sg {directed} -n 3 -i 1000 -t 0.0001")),
        (19, format!("cc 2 graph.sg {directed} -n 3")),
        (24, format!("bc 1 graph.sg {directed} -n 3 -i 4")),
        (35, format!("tc 2 symmetric.sg {symmetric} -n 3")),
    ] {
        assert!(calls[at].starts_with(&start), "{at}: {}, not {start}", calls[at]);
    }
}

#[test]
fn a_program_that_fails_leaves_its_cell_empty() {
    let folder = graphs();
    programs(folder.path(), PROGRAM);
    fs::write(folder.path().join("ref/cc"), "#!/bin/sh\necho no such luck\nexit 3\n").unwrap();
    let output =
        run(folder.path(), "all -u 5 --kernels bfs,cc --reference ref --threads 1 --runs 1 --markdown");
    let [said, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(1), "{error}");
    let rows: Vec<&str> = said.lines().skip(6).collect();
    assert!(!rows[0].contains('–') && rows[1].ends_with(" | – | – |"), "{said}");
    let why = "ref/cc: cannot run: exit status: 3, 0 of 4 times, then: no such luck\n";
    assert!(
        error.starts_with("gap: error: urand5 cc: reference on 1 thread: ") && error.ends_with(why),
        "{error}"
    );
}

/// A program that finds its own answer wrong, as ours does with `-v`.
#[test]
fn a_wrong_answer_is_named_with_kernel_graph_and_threads() {
    let folder = graphs();
    let verdict = "Verification:           FAIL";
    let fault = "node 3 is not reached, but can be";
    let script = format!("#!/bin/sh\nprintf 'Trial Time: 0.5\\n{fault}\\n{verdict}\\n'\nexit 1\n");
    programs(folder.path(), &script);
    let output =
        run(folder.path(), "all -u 5 directed.el --kernels bfs --reference ref --threads 2 --runs 1 -n 1");
    let error = |graph| format!("gap: error: {graph} bfs: reference on 2 threads: wrong answer: {fault}\n");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), error("directed") + &error("urand5"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn what_was_measured_is_printed_even_if_a_graph_fails() {
    let folder = graphs();
    let output = run(folder.path(), "all directed.el bare.gr --kernels bfs --threads 1 --runs 1 --markdown");
    let [said, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("| | directed: textbook | boscage |") && error.starts_with("gap: error: "),
        "{error}"
    );
}

#[test]
fn weights_that_gap_does_not_know_are_raced_without_it() {
    let folder = graphs();
    fs::write(folder.path().join("big.el"), "0 1 3000000000\n1 2 5\n").unwrap();
    let said = printed(folder.path(), "all big.el --kernels sssp --threads 1 --runs 1 -v");
    assert!(said.starts_with("big sssp, 1 thread: boscage "), "{said}");
}
