//! PMA: Prim's algorithm from many vertices at once, against Borůvka's on the same device.
//!
//! The paper measures on a GPU. Where there is one here, its operators are measured, too, and verdicts are theirs;
//! otherwise those of the CPU, which run the same steps. Vineet's algorithm is there on the GPU only; on the CPU PMA with
//! gamma = 2 stands for it, of which the paper says that it behaves like it (section 6.2).

mod figure4;
mod figure5;
mod figure6;
mod figure7;
mod figure8;
mod table1;

use boscage::generate::{Gnm, Pairs, Rmat, Ssca2, WattsStrogatz};
use boscage_kernels as kernels;
use boscage_measuring::generated::Generated;
use boscage_operators::msf::papers::{Pma, PmaVariant};

use crate::experiment::{Experiment, Paper, Series};
use crate::figures::Figures;
use crate::operator::Operator;
use crate::setup::Setup;

pub(super) static EXPERIMENTS: &[&Experiment] = &[
    &table1::EXPERIMENT,
    &figure4::DEGREES,
    &figure4::PARALLEL_EDGES,
    &figure5::EXPERIMENT,
    &figure6::EXPERIMENT,
    &figure7::EXPERIMENT,
    &figure8::EXPERIMENT,
];

static PAPER: Paper = Paper {
    short: "PMA",
    citation: "Nobari, Cao, Karras, Bressan, \"Scalable parallel minimum spanning forest computation\", PPoPP 2012",
    machine: "NVIDIA Tesla S1070, one card; Intel Xeon 5420 at 2.4 GHz for its CPU programs; 2012",
};

/// What is different here from the paper's measurements on a GPU.
const ON_CPU: &str = "Without a GPU the same steps run on the CPU, and PMA with gamma = 2 stands for Vineet's algorithm, which \
                      the paper says it behaves like. Weights are uniform from 1 to 1,000,000.";

/// The series that stands for Vineet's algorithm.
const VINEET: &str = "gamma 2, as Vineet";
const GPU_VINEET: &str = "gpu vineet";

/// Vineet's algorithm, and the three variants of PMA.
fn contenders(setup: &Setup) -> Vec<Series> {
    let gamma_2 = Pma { gamma: Some(2), ..Pma::from(PmaVariant::Min) };
    let variant = |variant: PmaVariant| setup.on_all(variant.name(), Pma::from(variant));
    let variants = [PmaVariant::Min, PmaVariant::Sort, PmaVariant::Hybrid].map(variant);
    let on_gpu = [
        (GPU_VINEET, kernels::Algorithm::Vineet),
        ("gpu pma-min", kernels::Algorithm::PmaMin),
        ("gpu pma-sort", kernels::Algorithm::PmaSort),
        ("gpu pma-hybrid", kernels::Algorithm::PmaHybrid),
    ];
    let on_gpu = setup.on_gpu(on_gpu.map(|(name, one)| (name, Operator::Gpu(one))));
    [setup.on_all(VINEET, gamma_2)].into_iter().chain(variants).chain(on_gpu).collect()
}

/// Whose figures the verdicts are made of: Vineet's algorithm, and what names of variants begin with.
fn judged(figures: &Figures) -> (&'static str, &'static str) {
    if figures.gpu { (GPU_VINEET, "gpu ") } else { (VINEET, "") }
}

/// How many times longer Vineet's algorithm takes on a graph than HybridPMA.
fn advantage(figures: &Figures, graph: &str) -> Option<f64> {
    let (vineet, on) = judged(figures);
    figures.ratio(graph, vineet, &format!("{on}pma-hybrid"))
}

/// An Erdős-Rényi graph of so many nodes, of an average degree.
fn erdos_renyi(nodes: usize, degree: usize) -> Generated {
    let degree = degree.min(nodes - 1);
    Generated::Gnm(Gnm { nodes, edges: nodes * degree / 2, pairs: Pairs::Distinct, ..Gnm::default() })
}

/// An R-MAT graph of about so many nodes, of an average degree.
fn r_mat(nodes: usize, degree: usize) -> Generated {
    let scale = (nodes as f64).log2().round() as u32;
    Generated::Rmat(Rmat { scale, edges: (degree << scale) / 2, ..Rmat::default() })
}

/// A Watts-Strogatz graph of so many nodes, of an average degree; the paper does not tell how many edges it rewires.
fn small_world(nodes: usize, degree: usize) -> Generated {
    let neighbours = degree.min((nodes - 1) / 2 * 2);
    Generated::WattsStrogatz(WattsStrogatz { nodes, neighbours, ..WattsStrogatz::default() })
}

/// An SSCA#2 graph of so many nodes, of about an average degree: the size of the cliques decides.
fn cliques(nodes: usize, degree: usize) -> Generated {
    // A node has (L - 1) / 3 edges in its clique, counted at one end, and nearly one to others.
    let max_clique = (3 * degree / 2).saturating_sub(2).clamp(2, nodes);
    Generated::Ssca2(Ssca2 { nodes, max_clique, ..Ssca2::default() })
}
