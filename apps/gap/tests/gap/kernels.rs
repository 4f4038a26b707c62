//! The kernels: correct answers, and GAP's lines.

use std::process::Stdio;

use serde_json::Value;

use crate::program::{gap, graphs, printed, run};

#[test]
fn answers_are_right_on_any_number_of_threads() {
    let folder = graphs();
    let inputs = ["-g 7", "-u 6 -k 3", "-f directed.el", "-f undirected.txt"];
    for kernel in ["bfs", "sssp", "pr -i 100", "cc", "bc", "tc -s"] {
        for (input, threads) in inputs.iter().flat_map(|input| [1, 2, 3].map(|threads| (input, threads))) {
            let said = printed(folder.path(), &format!("{kernel} {input} -n 2 -v --threads {threads}"));
            let passes = said.matches("\nVerification:           PASS\n").count();
            assert_eq!(passes, 2, "{kernel} {input}, {threads} threads: {said}");
        }
    }
}

/// The lines, with the digits of times and sums left out.
fn lines(said: &str) -> Vec<String> {
    let timed = |line: &str| match line.split_once(':') {
        Some((label, time)) if label.ends_with("Time") || label.ends_with("Error") => {
            assert_eq!((line.len() >= 27, time.trim().split_once('.').unwrap().1.len()), (true, 5), "{line}");
            format!("{label}:")
        }
        _ => line.to_owned(),
    };
    said.lines().map(timed).collect()
}

#[test]
fn lines_are_those_of_gap() {
    let folder = graphs();
    let of = |arguments: &str| lines(&printed(folder.path(), arguments));
    let verified = ["Verification:           PASS", "Verification Time:"];
    let directed = "Graph has 7 nodes and 7 directed edges for degree: 1";
    let undirected = "Graph has 7 nodes and 7 undirected edges for degree: 1";
    let begin = ["Read Time:", "Build Time:", directed];
    let bfs = of("bfs -f directed.el -n 2 -r 1 -v -a");
    assert_eq!(bfs[..3], begin);
    assert_eq!(bfs[3..6], [&["Trial Time:"], &verified[..]].concat());
    let tree = "BFS Tree has 4 nodes and 5 edges";
    assert_eq!(bfs[6..], [&["Trial Time:", tree], &verified[..], &["Average Time:"]].concat());
    let pr = of("pr -f directed.el -n 1 -v -i 100");
    let end = ["Trial Time:", "Total Error:", verified[0], verified[1], "Average Time:"];
    assert_eq!(pr[3..], end);
    let end = ["Trial Time:", "There are 2 components", "Average Time:"];
    assert_eq!(of("cc -f directed.el -n 1 -a")[3..], end);
    let tc = of("tc -f directed.el -s -n 1 -a");
    assert_eq!(tc[2..], [undirected, "Trial Time:", "2 triangles", "Average Time:"]);
    let sssp = of("sssp -f undirected.txt -r 4 -n 1 -a");
    assert_eq!(sssp[2..], [undirected, "Trial Time:", "SSSP Tree reaches 3 nodes", "Average Time:"]);
    let said = printed(folder.path(), "bc -g 5 -n 1 -l");
    assert!(said.starts_with("Generate Time:") && said.matches("\nSource:     ").count() == 4, "{said}");
}

#[test]
fn numbers_of_trials_are_those_of_gap() {
    let folder = graphs();
    for (kernel, trials) in [("bfs", 64), ("sssp", 64), ("pr", 16), ("cc", 16), ("bc", 16), ("tc -s", 3)] {
        let said = printed(folder.path(), &format!("{kernel} -f directed.el --threads 1"));
        assert_eq!(said.matches("Trial Time:").count(), trials, "{kernel}");
    }
}

#[test]
fn one_object_says_everything() {
    let folder = graphs();
    let of = |arguments: &str| -> Value {
        serde_json::from_str(&printed(folder.path(), &format!("{arguments} --json"))).unwrap()
    };
    let found = of("bc -f directed.el -n 2 -i 3 -r 2 -v --threads 2");
    let graph = serde_json::json!({ "name": "directed", "nodes": 7, "edges": 7, "directed": true });
    assert_eq!((&found["kernel"], &found["graph"], &found["threads"]), (&"bc".into(), &graph, &2.into()));
    let trials = found["trials"].as_array().unwrap();
    assert_eq!(trials.len(), 2);
    for trial in trials {
        assert_eq!((&trial["sources"], &trial["verified"]), (&vec![2; 3].into(), &true.into()));
        assert!(trial["seconds"].as_f64().unwrap() >= 0.0);
    }
    assert!(found["average_seconds"].is_number() && found["machine"]["cores"].is_number());
    let found = of("cc -f undirected.txt -n 1");
    assert_eq!((&found["graph"]["edges"], &found["trials"][0]["verified"]), (&7.into(), &Value::Null));
}

/// The first numbers of the generator for 1000 nodes are in a test of the program's own.
#[test]
fn sources_are_those_that_gap_draws() {
    let folder = tempfile::tempdir().unwrap();
    let path: String = (1..1000).map(|node| format!("{} {node}\n", node - 1)).collect();
    let feed = |arguments: &str| {
        let mut child =
            gap(folder.path(), arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), path.as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    for (kernel, count) in [("bfs", 3), ("sssp", 3), ("bc", 12)] {
        let found: Value = serde_json::from_str(&feed(&format!("{kernel} -f - -n 3 --json"))).unwrap();
        let trials = found["trials"].as_array().unwrap().iter();
        let drawn: Vec<u64> = trials
            .flat_map(|trial| trial["sources"].as_array().unwrap())
            .map(|node| node.as_u64().unwrap())
            .collect();
        assert_eq!(drawn.len(), count);
        let truth = [359, 95, 272, 782, 148, 788, 550, 270, 802, 336];
        assert!(drawn.iter().zip(truth).all(|(&drawn, truth)| drawn == truth), "{kernel}: {drawn:?}");
    }
}

#[test]
fn weights_are_made_up_or_those_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    // Of parallel edges the lightest counts.
    std::fs::write(folder.path().join("w.txt"), "0 1 9\n0 1 3\n1 2 4\n").unwrap();
    assert!(printed(folder.path(), "sssp -f w.txt -n 1 -v -d 2 -r 0").contains("PASS"));
    let output = run(folder.path(), "sssp -g 5 --weights uniform:7:3 -n 1 -v");
    assert!(output.status.success());
}
