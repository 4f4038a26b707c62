//! Extracts: real ones, small ones, wrong ones and damaged ones.

use std::path::{Path, PathBuf};

use super::{Chains, OsmOptions, Profile, read};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, FileData};
use boscage_core::sync::SequentialSets;

/// The folder of extracts, if there is one.
fn extracts() -> Option<PathBuf> {
    let folder = std::env::var_os("BOSCAGE_DATA").map(|data| Path::new(&data).join("osm"));
    if folder.is_none() {
        eprintln!("skipped: BOSCAGE_DATA is not set");
    }
    folder
}

const KEEP: OsmOptions = OsmOptions { profile: Profile::All, chains: Chains::Keep, keep_geometry: false };

/// Trees and total length of a minimum spanning forest.
fn forest(list: &AnyEdgeList) -> (usize, u64) {
    let list = u64::edges_of(&Exec::current(), list).unwrap().unwrap();
    let mut edges = list.edges().to_vec();
    edges.sort_by_key(|edge| edge.weight);
    let mut sets = SequentialSets::new(list.node_count()).unwrap();
    let (mut trees, mut total) = (list.node_count(), 0);
    for edge in edges {
        if sets.unite(edge.u, edge.v) {
            trees -= 1;
            total += edge.weight;
        }
    }
    (trees, total)
}

#[test]
fn extracts_have_the_networks_that_osmium_finds_in_them() {
    let Some(folder) = extracts() else { return };
    let manifest = std::fs::read_to_string(folder.join("MANIFEST.tsv")).unwrap();
    let mut rows = 0;
    for line in manifest.lines().filter(|line| !line.starts_with('#')) {
        let row: Vec<_> = line.split('\t').collect();
        let [nodes, edges, trees, total] = [1, 2, 3, 4].map(|column| row[column].parse::<u64>().unwrap());
        for threads in [1, 2] {
            let exec = Exec::new(threads).unwrap();
            let network = read(&exec, folder.join(row[0]), &KEEP).unwrap();
            let found = forest(&network.list);
            assert_eq!(
                [network.list.node_count(), network.list.edge_count(), found.0].map(|count| count as u64),
                [nodes, edges, trees],
                "{}",
                row[0]
            );
            assert!(found.1.abs_diff(total) * 1_000_000 <= total, "{}: {} {total}", row[0], found.1);
        }
        rows += 1;
    }
    assert_eq!(rows, 8);
}
