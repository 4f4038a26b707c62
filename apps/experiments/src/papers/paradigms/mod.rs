//! Three paradigms: Borůvka's algorithm over edges with CUDA and OpenMP. (Its third, MPI, is not here.)

mod comparison;
mod optimisations;
mod phases;
mod speed_up;

use boscage::generate::Gnm;
use boscage_kernels as kernels;
use boscage_measuring::generated::{Generated, uniform};

use crate::experiment::{Experiment, Paper};
use crate::graph::Graph;
use crate::operator::Operator;
use crate::setup::Setup;

pub(super) static EXPERIMENTS: &[&Experiment] = &[
    &phases::EXPERIMENT,
    &optimisations::EXPERIMENT,
    &speed_up::OPENMP,
    &speed_up::CUDA,
    &comparison::EXPERIMENT,
];

static PAPER: Paper = Paper {
    short: "Three paradigms",
    citation: "Shou, He, \"Parallel Minimum Spanning Tree\" (CUDA, OpenMP, MPI), project report 15-418, Carnegie Mellon \
               University",
    machine: "AMD EPYC 9R14, 64 cores with 128 threads; NVIDIA Tesla V100",
};

/// Size of our graphs at scale 1, as a part of the report's.
const PART: f64 = 1.0 / 16.0;

/// The report's graphs: name, nodes, edges (section 4.1).
const INPUTS: [(&str, f64, f64); 8] = [
    ("dense/small", 200.0, 17_847.0),
    ("dense/medium", 1_000.0, 449_576.0),
    ("dense/large", 5_000.0, 11_245_624.0),
    ("dense/extreme", 8_000.0, 28_793_554.0),
    ("sparse/small", 100_000.0, 149_960.0),
    ("sparse/medium", 1_000_000.0, 1_501_216.0),
    ("sparse/large", 10_000_000.0, 15_000_571.0),
    ("sparse/extreme", 20_000_000.0, 29_998_467.0),
];

/// The graph of this name, times the factor: the nodes of dense graphs shrink with its root, so that they stay as dense.
/// The report's have no two weights alike; ours are random below 2^30.
fn input(setup: &Setup, name: &str) -> Graph {
    let (_, nodes, edges) = INPUTS.into_iter().find(|input| input.0 == name).expect("an input of the report");
    let dense = name.starts_with("dense");
    let nodes = if dense { setup.side(nodes * PART.sqrt()) } else { setup.size(nodes * PART) };
    let edges = setup.size(edges * PART).min(nodes * (nodes - 1) / 2);
    let gnm = Gnm { nodes, edges, style: uniform(1 << 30), ..Gnm::default() };
    Graph::new(if dense { "dense" } else { "sparse" }, name, edges as f64, Generated::Gnm(gnm))
}

/// The report's operator on a GPU.
fn on_gpu() -> Operator {
    Operator::GpuEdgeBoruvka(kernels::EdgeBoruvka::default())
}
