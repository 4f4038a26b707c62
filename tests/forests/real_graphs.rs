//! On real graphs every operator finds the forests of the manifests, on one, two and four threads. Those of
//! more than 400,000 edges are left out unless `BOSCAGE_SUITE` asks for more.
//!
//! The graphs that come with the program are always tested; larger ones come from the folder named by
//! `BOSCAGE_DATA`; without it the test says so and passes.

use std::fmt::Write as _;
use std::path::Path;

use boscage::exec::Exec;
use boscage::graph::{EdgeId, EdgeList, Forest, Objective, Weight};
use boscage::io::{self, Names, ReadOptions, Unweighted};
use boscage::operators::msf::{Verdict, check, operators};
use boscage::with_weighted_list;
use boscage_truth::Suite;
use boscage_truth::known::{self, Known};
use sha2::{Digest, Sha256};

#[test]
fn inputs() {
    each_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("inputs"));
}

#[test]
fn roads() {
    each_of("roads");
}

#[test]
fn graphs() {
    each_of("graphs");
}

fn each_of(folder: &str) {
    if let Some(folder) = known::folder_of_data(folder) {
        each_in(&folder);
    }
}

/// Most nodes for operators whose time grows with their square.
const SMALL: usize = 10_000;
/// Most edges for the plain suite.
const MIDDLING: usize = 400_000;

/// Every graph of a folder, as its manifest has it.
fn each_in(folder: &Path) {
    let is_large = Suite::asked().is_large();
    for known in known::of_folder(folder) {
        if known.edges > MIDDLING && !is_large {
            println!("skipped: {}; BOSCAGE_SUITE=large has it", known.file);
            continue;
        }
        let options = ReadOptions { unweighted: Some(Unweighted::One), ..ReadOptions::default() };
        let input = io::read(&Exec::current(), folder.join(&known.file), &options).unwrap();
        with_weighted_list!(&input.list, graph => has_its_forest(graph, &input.names, &known)).unwrap();
    }
}

fn has_its_forest<W: Weight>(graph: &EdgeList<W>, names: &Names, known: &Known) {
    assert_eq!((graph.node_count(), graph.edge_count()), (known.nodes, known.edges), "{known:?}");
    for threads in [1, 2, 4] {
        let exec = Exec::new(threads).unwrap();
        let mut first: Option<Forest<W>> = None;
        for operator in operators().filter(|one| !one.is_quadratic() || known.nodes <= SMALL) {
            let context = format!("{operator} on {threads} threads, {known:?}");
            let forest = operator.forest(&exec, graph, Objective::Minimum).unwrap();
            if let Some(first) = &first {
                assert!(forest == *first, "{context}: not the forest of auto");
                continue;
            }
            assert_eq!(forest.total().to_string(), known.total, "{context}");
            assert_eq!(forest.edges().len() + forest.tree_count(), known.nodes, "{context}");
            assert!(known.forest_edges.is_none_or(|edges| edges == forest.edges().len()), "{context}");
            assert!(known.trees.is_none_or(|trees| trees == forest.tree_count()), "{context}");
            if let Some(expected) = &known.digest {
                assert_eq!(digest(graph, names, forest.edges()), *expected, "{context}");
            }
            let verdict = check(&exec, graph, forest.edges(), Objective::Minimum).unwrap();
            assert_eq!(verdict, Verdict::Exact, "{context}");
            first = Some(forest);
        }
    }
}

/// The digest of a forest as the manifests define it: SHA-256 of one line `lo hi weight` an edge, in the
/// order of the edges in the file, with the file's own numbers of the nodes, the lower first.
fn digest<W: Weight>(graph: &EdgeList<W>, names: &Names, forest: &[EdgeId]) -> String {
    let mut lines = String::new();
    for &id in forest {
        let edge = graph.as_view().edge(id);
        let (u, v) = (names.name(edge.u), names.name(edge.v));
        writeln!(lines, "{} {} {}", u.min(v), u.max(v), edge.weight).expect("strings can be written to");
    }
    let digest = Sha256::digest(lines);
    digest.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

#[test]
fn the_digest_is_that_of_the_lines() {
    let graph = EdgeList::from_triples(3, [(2, 1, 7_u32), (0, 0, 1), (0, 2, 5)]).unwrap();
    let ids = [0, 2].map(EdgeId::new);
    let digest = digest(&graph, &Names::Offset(1), &ids);
    // printf "2 3 7\n1 3 5\n" | sha256sum
    assert_eq!(digest, "9424a478d65aace4af30860c026a780b6101e40bd9d0a2b2f9a1b796ad37e907");
}
