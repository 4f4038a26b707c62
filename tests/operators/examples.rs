//! The examples run, and each checks its own result.

use std::collections::BTreeSet;

use boscage::exec::Exec;
use boscage::generate::{Gnm, Style, WeightLaw, gnm};
use boscage::graph::Objective;
use boscage::io::{Names, WriteOptions};
use boscage_truth::naive;

#[path = "../../operators/examples/bfs/main.rs"]
mod bfs;
#[path = "../../operators/examples/colouring.rs"]
mod colouring;
#[path = "../../operators/examples/custom_edge_data.rs"]
mod custom_edge_data;
#[path = "../../operators/examples/custom_policy.rs"]
mod custom_policy;
#[cfg(feature = "petgraph")]
#[path = "../../operators/examples/petgraph.rs"]
mod from_petgraph;
#[path = "../../operators/examples/louvain.rs"]
mod louvain;
#[path = "../../operators/examples/plain.rs"]
mod plain;
#[path = "../../operators/examples/steiner_tree.rs"]
mod steiner_tree;
#[path = "../../operators/examples/web.rs"]
mod web;

#[test]
fn bfs_runs() {
    bfs::main().unwrap();
}

#[test]
fn colouring_runs() {
    colouring::main().unwrap();
}

#[test]
fn custom_edge_data_runs() {
    custom_edge_data::main().unwrap();
}

#[test]
fn custom_policy_runs() {
    custom_policy::main().unwrap();
}

#[test]
#[cfg(feature = "petgraph")]
fn petgraph_runs() {
    from_petgraph::main().unwrap();
}

/// It takes part in races: see `docs/racing.md`.
#[test]
fn plain_finds_the_forest_as_often_as_it_is_asked_to() {
    let _: fn() -> _ = plain::main; // has no arguments here, so `race` is called
    let (exec, folder) = (Exec::new(2).unwrap(), tempfile::tempdir().unwrap());
    let path = folder.path().join("g.bin");
    for (nodes, edges, largest) in [(1, 0, 1), (300, 200, 5), (1000, 100_000, 200), (5000, 20_000, 1 << 30)] {
        let style = Style { weights: WeightLaw::Uniform { max: largest }, ..Style::default() };
        let graph = gnm(&exec, &Gnm { nodes, edges, style, ..Gnm::default() }).unwrap();
        let forest = naive::kruskal(graph.as_view(), Objective::Minimum).edges;
        let weight = |&id: &usize| u64::from(graph.edges()[id].weight);
        let expected = [forest.iter().map(weight).sum::<u64>(), forest.len() as u64].map(|n| n.to_string());
        boscage::io::write(&exec, &path, &graph.into(), &Names::Offset(0), &WriteOptions::default()).unwrap();
        let mut out = Vec::new();
        plain::race(&["name", path.to_str().unwrap(), "1", "3"], &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!(out.lines().count(), 3);
        for line in out.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words[..2], ["RESULT", "name"], "{line}");
            assert_eq!(words[3..], expected, "{line}");
            assert!(words[2].parse::<f64>().unwrap() >= 0.0, "{line}");
        }
    }
}

#[test]
fn louvain_runs() {
    louvain::main().unwrap();
}

#[test]
fn steiner_tree_runs() {
    steiner_tree::main().unwrap();
}

#[test]
fn web_runs() {
    web::main().unwrap();
}

#[test]
fn no_example_is_left_out() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("operators/examples");
    let found = std::fs::read_dir(folder).unwrap();
    let found: BTreeSet<_> = found.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let here = include_str!("examples.rs");
    for file in found.into_iter().filter(|file| file != "mesh_refinement") {
        // The one that is left out has tests of its own.
        assert!(here.contains(&format!("../../operators/examples/{file}")), "{file}");
    }
}
