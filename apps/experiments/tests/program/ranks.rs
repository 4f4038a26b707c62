//! `experiments ranks`.

use serde_json::Value;

use super::Folder;

fn rows(folder: &Folder, nodes: &str, more: &[&str]) -> Vec<Value> {
    let (out, _) = folder.run(&[&["ranks", "-q", "--json", "--nodes", nodes], more].concat(), 0);
    let report: Value = serde_json::from_str(&out).expect("JSON and nothing else");
    report["rows"].as_array().expect("rows").clone()
}

fn bytes(rows: &[Value], operator: &str, ranks: u64) -> u64 {
    let is_it = |row: &&Value| row["operator"] == operator && row["ranks"] == ranks;
    rows.iter().find(is_it).expect("a row")["most_bytes"].as_u64().expect("bytes")
}

#[test]
fn bytes_of_a_rank_fall_with_the_ranks_but_not_where_all_trees_are_everywhere() {
    let all = rows(&Folder::new(), "5000", &["random", "--ranks", "1,4,16"]);
    let of = |operator| [1, 4, 16].map(|ranks| bytes(&all, operator, ranks));
    let sparse = of("sparse-directory");
    assert!(sparse[0] == 0 && sparse[1] > sparse[2], "{sparse:?}");
    let reduced = of("allreduce-boruvka");
    assert!(reduced[0] == 0 && reduced[1] <= reduced[2], "{reduced:?}");
}

#[test]
fn every_family_is_counted_with_both_kinds_of_scaling() {
    let folder = Folder::new();
    for scaling in ["strong", "weak"] {
        let more = ["--ranks", "1,3", "--scaling", scaling, "--algorithm", "sparse-directory"];
        let all = rows(&folder, "400", &[&more[..], &["--svg", "ranks.svg", "--grid-from", "2"]].concat());
        let nodes = |family: &str, ranks: u64| {
            let row = all.iter().find(|row| row["family"] == family && row["ranks"] == ranks);
            row.expect("a row")["nodes"].as_u64().expect("nodes")
        };
        for family in ["random", "rmat", "grid", "road"] {
            let (alone, three) = (nodes(family, 1), nodes(family, 3));
            assert_eq!(scaling == "weak", three > alone, "{family}: {alone}, {three}");
        }
        assert!(all.iter().all(|row| row["times"].as_array().is_some_and(|times| times.len() == 2)));
        assert!(folder.read("ranks.svg").contains("megabytes a rank"));
    }
    let (table, _) = folder.run(&["ranks", "grid", "-q", "--nodes", "100", "--ranks", "2"], 0);
    assert!(table.contains("sparse-directory") && table.contains("InfiniBand ms"), "{table}");
}

#[test]
fn communication_alone_takes_the_same_time_in_every_run() {
    let folder = Folder::new();
    let more = ["random", "--ranks", "1,4", "--pace", "0", "--network", "slow=100,10,0.1"];
    let [one, other] = [(); 2].map(|()| rows(&folder, "300", &more));
    assert_eq!(one, other);
    let time = |row: &Value, key: &str| row["times"][0][key].as_f64().expect("milliseconds");
    for row in &one {
        assert_eq!(time(row, "computing_ms"), 0.0);
        // A message takes 0.11 ms.
        assert_eq!(time(row, "ms") > 0.1, row["ranks"] == 4, "{row}");
    }
}

#[test]
fn wrong_options_are_explained() {
    let folder = Folder::new();
    for (options, why) in [
        (&["--ranks", "0"][..], "expected a number of ranks in 1..=4096"),
        (&["--pace=-1"], "expected a number in 0..=1e6"),
        (&["--network", "slow=1,2"], "expected NAME=LATENCY,OVERHEAD,BANDWIDTH"),
        (&["--algorithm", "kruskal"], "possible values: auto, "),
        (&["--nodes", "0"], "expected a number above 0"),
    ] {
        let (_, error) = folder.run(&[&["ranks"], options].concat(), 2);
        assert!(error.contains(why), "{error}");
    }
    let (_, error) = folder.run(&["ranks", "--svg", "no/such/folder.svg"], 1);
    assert!(error.starts_with("experiments: error: no/such/folder.svg: cannot "), "{error}");
}
