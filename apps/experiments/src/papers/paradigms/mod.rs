//! Three paradigms: Borůvka's algorithm over edges with CUDA and OpenMP, and the algorithm of Gallager,
//! Humblet and Spira with MPI.

mod chunks;
mod comparison;
mod inputs;
mod listings;
mod mpi;
mod optimisations;
mod phases;
mod speed_up;

use boscage::generate::{Gnm, Style, ThreeParadigm};
use boscage::operators::msf::Kruskal;
use boscage_kernels as kernels;
use boscage_measuring::generated::Generated;

use crate::experiment::{Experiment, Paper, Series};
use crate::graph::Graph;
use crate::operator::Operator;
use crate::setup::Setup;

pub(super) static EXPERIMENTS: &[&Experiment] = &[
    &phases::EXPERIMENT,
    &optimisations::EXPERIMENT,
    &chunks::EXPERIMENT,
    &speed_up::EXPERIMENT,
    &listings::EXPERIMENT,
    &inputs::EXPERIMENT,
    &mpi::FIRST_APPROACH,
    &mpi::OPTIMISATIONS,
    &mpi::SPEED_UP,
    &comparison::EXPERIMENT,
];

static PAPER: Paper = Paper {
    short: "Three paradigms",
    citation: "Shou, He, \"15-418: Final Project Report - Parallel Minimum Spanning Tree\"",
    machine: "AMD EPYC 9R14, 64 cores with 128 threads (m7a.32xlarge); NVIDIA Tesla V100 (p3.2xlarge)",
};

/// Size of our graphs at scale 1, as a part of the report's.
const PART: f64 = 1.0 / 10.0;

/// Cores from which claims about 64 cores are judged.
const CORES: usize = 16;

/// The inputs of the report's detailed tables.
const DENSE: &str = "dense/large";
const SPARSE: &str = "sparse/large";
const LARGE: [&str; 2] = [DENSE, SPARSE];

/// The input of this name, times the factor: the nodes of dense graphs shrink with its root, so that they
/// stay as dense. The report's are connected and have no two weights alike; ours are drawn from all that
/// there are, and of the sparse ones one node in twenty has no edge.
fn input(setup: &Setup, name: &str) -> Graph {
    part_of_input(setup, name, PART)
}

/// The same of another size, as a fraction of the report's.
fn part_of_input(setup: &Setup, name: &str, part: f64) -> Graph {
    let input =
        ThreeParadigm::ALL.into_iter().find(|input| input.name() == name).expect("an input of the report");
    let (dense, nodes) = (name.starts_with("dense"), input.node_count() as f64);
    let nodes = if dense { setup.side(nodes * part.sqrt()) } else { setup.size(nodes * part) };
    let edges = setup.size(input.edge_count() as f64 * part).min(nodes * (nodes - 1) / 2);
    let style = Style { weights: ThreeParadigm::WEIGHTS, ..Style::default() };
    let gnm = Gnm { nodes, edges, ..input.gnm(style) };
    Graph::new(if dense { "dense" } else { "sparse" }, name, edges as f64, Generated::Gnm(gnm))
}

/// Label of speed-ups.
const BASELINE: &str = "kruskal";

fn baseline() -> Series {
    Series::new(BASELINE, Kruskal::default(), 1)
}

/// The report's final program on a GPU.
fn on_gpu() -> Operator {
    Operator::on_gpu(kernels::EdgeBoruvka::AS_PUBLISHED)
}
