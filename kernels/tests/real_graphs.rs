//! On an emulated GPU every operator finds, on real graphs, the forests of their manifests and of naive
//! Kruskal, and copies no more to the host than allowed.
//!
//! The graphs that come with the program are always tested; road networks of full size come from the folder
//! named by `BOSCAGE_DATA`; without it the test says so and passes. On large graphs most operators take long
//! on the emulator: `BOSCAGE_SUITE=large` runs all of them, on all road networks.

use std::path::Path;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Objective};
use boscage::io::{self, ReadOptions, Unweighted};
use boscage::with_weighted_list;
use boscage_emulated::with_kernels;
use boscage_kernels::Gpu;
use boscage_truth::known::{self, Known};
use boscage_truth::{Sample, Suite, naive};
use emulated_cuda::{Emulator, Settings};

/// Edges from which only quick operators run outside the large suite.
const LARGE: usize = 100_000;

/// Quick operators.
const QUICK: [&str; 2] = ["filter-boruvka", "edge-boruvka"];

#[test]
fn inputs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../inputs");
    each_in(&folder, |_| true);
}

#[test]
fn roads() {
    let Some(folder) = known::folder_of_data("roads") else { return };
    let all = Suite::asked().is_large();
    each_in(&folder, |file| all || ["rome99.gr", "NY.gr.gz"].contains(&file));
}

/// The wanted graphs of a folder's manifest.
fn each_in(folder: &Path, wanted: impl Fn(&str) -> bool) {
    let Some(emulator) = with_kernels() else { return };
    let mut all = known::of_folder(folder);
    all.retain(|known| wanted(&known.file));
    assert!(!all.is_empty(), "{} has none of them", folder.display());
    for known in &all {
        let options = ReadOptions { unweighted: Some(Unweighted::One), ..ReadOptions::default() };
        let input = io::read(&Exec::current(), folder.join(&known.file), &options).unwrap();
        with_weighted_list!(&input.list, graph => has_its_forest(emulator, graph, known)).unwrap();
    }
}

fn has_its_forest<W: Sample>(emulator: &'static Emulator, graph: &EdgeList<W>, known: &Known) {
    assert_eq!((graph.node_count(), graph.edge_count()), (known.nodes, known.edges), "{known:?}");
    let truth = naive::kruskal(graph.as_view(), Objective::Minimum).edges;
    let takes_long = |name| graph.edge_count() > LARGE && !QUICK.contains(&name);
    for operator in boscage_kernels::operators() {
        // `auto` is in the list by the operator's own name.
        if operator.name() == "auto" || takes_long(operator.name()) && !Suite::asked().is_large() {
            continue;
        }
        let context = format!("{operator}, {known:?}");
        let session = emulator.session(Settings::default());
        let (gpu, exec) = (Gpu::open().unwrap(), Exec::current());
        let forest = operator.forest((&gpu, &exec), graph, Objective::Minimum).unwrap();
        assert_eq!(forest.total().to_string(), known.total, "{context}");
        assert!(known.forest_edges.is_none_or(|edges| edges == forest.edges().len()), "{context}");
        let ids: Vec<usize> = forest.edges().iter().map(|id| id.index()).collect();
        assert!(ids == truth, "{context}: not the edges of Kruskal's forest");

        // At most 64 bytes per round, and the forest. A graph that has edges but no forest has one round,
        // too.
        let rounds =
            exec.take_statistics().loops.iter().map(|one| one.rounds.len()).max().unwrap_or(0).max(1);
        let (sent, allowed) = (session.bytes_to_host(), 64 * rounds + 4 * ids.len());
        assert!(sent <= allowed as u64, "{context}: {sent} bytes came back, {allowed} are allowed");
    }
}
