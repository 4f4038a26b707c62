//! Prim's and Borůvka's algorithms in several data structures, on eight cores.
//!
//! The paper's graphs have every edge with some probability. The text does not give the number of nodes. The
//! graphs for Prim's algorithm have few, because the standard form reads all nodes for each one that it
//! takes.

mod cutoff;
mod figure4;
mod respawn;
mod start;
mod top;

use boscage::generate::Gnm;
use boscage_measuring::generated::Generated;

use crate::experiment::{Experiment, Paper};
use crate::graph::Graph;
use crate::missing::short;
use crate::setup::Setup;

pub(super) static EXPERIMENTS: &[&Experiment] =
    &[&top::EXPERIMENT, &cutoff::EXPERIMENT, &respawn::EXPERIMENT, &start::EXPERIMENT, &figure4::EXPERIMENT];

static PAPER: Paper = Paper {
    short: "Prim/Borůvka",
    citation: "Clayton, Fashimpaur, \"Parallel Minimum Spanning Tree Data Structures and Algorithms\"",
    machine: "an 8-core CPU with up to 16 OpenMP threads, C++",
};

/// Cores of its machine: effects that do not show on fewer cores may show on these.
const CORES: usize = 8;

/// Trees that grow in parallel: as many as its machine runs threads, or as there are cores. On fewer cores
/// they take turns.
fn workers(setup: &Setup) -> Option<usize> {
    Some(setup.cores.max(2 * CORES))
}

/// A random graph of some nodes, which has a share of all edges.
fn random(setup: &Setup, nodes: f64, share: f64) -> Graph {
    let nodes = setup.side(nodes);
    let pairs = nodes * (nodes - 1) / 2;
    let edges = ((pairs as f64 * share) as usize).clamp(nodes.min(pairs), pairs);
    let source = Generated::Gnm(Gnm { nodes, edges, ..Gnm::default() });
    Graph::new("random", format!("{}% of all edges", short(share * 100.0)), share * 100.0, source)
}
