//! Real graphs have the forests that their manifests and naive Kruskal say they have, from every operator on an emulated
//! GPU, which sends no more to the host than it may.
//!
//! Those that come with the program always; road networks of full size from the folder that `BOSCAGE_DATA` names; without
//! it the test says so and passes. On large ones most operators take long on the emulator: `BOSCAGE_SUITE=large` has them all, on
//! all road networks.

mod emulated;

use std::io::Write as _;
use std::path::Path;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, EdgeListView, Objective, Weight};
use boscage::io::{self, ReadOptions};
use boscage::with_edge_list;
use boscage_emulator::{Emulator, Settings};
use boscage_kernels::{Algorithm, Gpu};

/// Edges from which an operator has to be quick, or is for the large suite only.
const LARGE: usize = 100_000;

/// Those that are.
const QUICK: [Algorithm; 2] = [Algorithm::FilterBoruvka, Algorithm::EdgeBoruvka];

#[test]
fn inputs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../inputs");
    each_in(&folder, |_| true);
}

#[test]
fn roads() {
    let Some(data) = std::env::var_os("BOSCAGE_DATA") else {
        // Not through a macro: that output would be shown of failed tests only.
        let said = writeln!(std::io::stderr(), "skipped: road networks, for BOSCAGE_DATA is not set");
        said.expect("standard error is open");
        return;
    };
    let all = is_large_suite();
    each_in(&Path::new(&data).join("roads"), |file| all || ["rome99.gr", "NY.gr.gz"].contains(&file));
}

fn is_large_suite() -> bool {
    std::env::var("BOSCAGE_SUITE").is_ok_and(|suite| !suite.is_empty())
}

/// A graph of a manifest; what is not known is not there.
#[derive(Debug)]
struct Known<'a> {
    file: &'a str,
    nodes: usize,
    edges: usize,
    forest_edges: Option<usize>,
    total: &'a str,
}

impl<'a> Known<'a> {
    fn parse(line: &'a str) -> Self {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |field: &str| field.parse().expect("a number");
        let forest_edges = Some(fields[3]).filter(|&field| field != "-").map(number);
        Self {
            file: fields[0],
            nodes: number(fields[1]),
            edges: number(fields[2]),
            forest_edges,
            total: fields[5],
        }
    }
}

/// Those graphs of a folder that are wanted, as its manifest has them.
fn each_in(folder: &Path, wanted: impl Fn(&str) -> bool) {
    let Some(emulator) = emulated::emulator() else { return };
    let manifest = std::fs::read_to_string(folder.join("MANIFEST.tsv")).expect("the folder has a manifest");
    let known = manifest.lines().filter(|line| !line.starts_with('#')).map(Known::parse);
    let known: Vec<Known<'_>> = known.filter(|known| wanted(known.file)).collect();
    assert!(!known.is_empty());
    for known in known {
        let input = io::read(&folder.join(known.file), &ReadOptions::default()).unwrap();
        with_edge_list!(&input.graph, graph => has_its_forest(emulator, graph, &known));
    }
}

fn has_its_forest<W: Weight>(emulator: &'static Emulator, graph: &EdgeList<W>, known: &Known<'_>) {
    assert_eq!((graph.nodes(), graph.len()), (known.nodes, known.edges), "{known:?}");
    let truth = kruskal(graph.as_view());
    let takes_long = |algorithm| graph.len() > LARGE && !QUICK.contains(&algorithm);
    for algorithm in Algorithm::ALL {
        // What `auto` stands for is there by its name.
        if algorithm == Algorithm::Auto || takes_long(algorithm) && !is_large_suite() {
            continue;
        }
        let context = format!("{algorithm}, {known:?}");
        let session = emulator.session(Settings::default());
        let (gpu, exec) = (Gpu::open().unwrap(), Exec::current());
        let forest = algorithm.run(&gpu, &exec, graph.into(), Objective::Minimum).unwrap();
        assert_eq!(forest.total().to_string(), known.total, "{context}");
        assert!(known.forest_edges.is_none_or(|edges| edges == forest.edges().len()), "{context}");
        let ids: Vec<usize> = forest.edges().iter().map(|id| id.index()).collect();
        assert!(ids == truth, "{context}: not the edges of Kruskal's forest");

        // At most 64 bytes a round, and the forest. A graph that has edges but no forest has one round, too.
        let rounds = exec.take_statistics().iter().map(|one| one.rounds.len()).max().unwrap_or(0).max(1);
        let (sent, allowed) = (session.bytes_to_host(), 64 * rounds + 4 * ids.len());
        assert!(sent <= allowed as u64, "{context}: {sent} bytes came back, {allowed} are allowed");
    }
}

/// The ids of the forest's edges, ascending.
fn kruskal<W: Weight>(graph: EdgeListView<'_, W>) -> Vec<usize> {
    fn root(parent: &mut [usize], mut node: usize) -> usize {
        while parent[node] != node {
            parent[node] = parent[parent[node]];
            node = parent[node];
        }
        node
    }
    let edges = graph.edges();
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by(|&a, &b| edges[a].weight.partial_cmp(&edges[b].weight).expect("NaN is not a weight"));
    let mut parent: Vec<usize> = (0..graph.nodes()).collect();
    order.retain(|&id| {
        let [u, v] = [edges[id].u, edges[id].v].map(|node| root(&mut parent, node.index()));
        parent[u] = v;
        u != v
    });
    order.sort_unstable();
    order
}
