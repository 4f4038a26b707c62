//! The examples run, and each checks its own result.

use std::collections::BTreeSet;

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
    // One wants an argument, the other has tests of its own.
    for file in found.into_iter().filter(|file| !["plain.rs", "mesh_refinement"].contains(&file.as_str())) {
        assert!(here.contains(&format!("../../operators/examples/{file}")), "{file}");
    }
}
