//! PMA: Prim's algorithm from many vertices at once, against Borůvka's on the same device.
//!
//! The paper measures on a GPU. If this machine has one, the GPU operators are measured too, and decide the
//! verdicts; otherwise the CPU operators do, which run the same steps. Vineet's algorithm exists only on the
//! GPU. On the CPU it is replaced by Borůvka's algorithm with contraction: each vertex takes its lightest
//! arc, and the rest of a round is as in PMA after trees have grown, without heavier parallel edges. The
//! paper says that PMA with gamma = 2 behaves like Vineet's (section 6.2), but it would be at a disadvantage:
//! a vertex that another tree has taken does not look for an edge.

mod figure4;
mod figure5;
mod figure6;
mod figure7;
mod figure8;
mod heap;
mod table1;

use boscage::generate::{Gnm, Numbering, Pairs, Rmat, Ssca2, Style, WattsStrogatz};
use boscage::operators::msf::papers::{BoruvkaPrim, Pma, PmaVariant};
use boscage_kernels::Vineet;
use boscage_measuring::generated::Generated;

use crate::experiment::{Experiment, Paper, Series};
use crate::figures::Figures;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::Ratio;

pub(super) static EXPERIMENTS: &[&Experiment] = &[
    &table1::EXPERIMENT,
    &figure4::DEGREES,
    &figure4::PARALLEL_EDGES,
    &figure5::EXPERIMENT,
    &figure6::EXPERIMENT,
    &figure7::EXPERIMENT,
    &figure8::EXPERIMENT,
    &heap::EXPERIMENT,
];

static PAPER: Paper = Paper {
    short: "PMA",
    citation: "Nobari, Cao, Karras, Bressan, \"Scalable parallel minimum spanning forest computation\", \
               PPoPP 2012",
    machine: "NVIDIA Tesla S1070, one card; Intel Xeon 5420 at 2.4 GHz for its CPU programs; 2012",
};

/// Vertices of the paper's random graphs, and ours at scale 1 as a part of its sizes.
const NODES: f64 = 1e6;
const PART: f64 = 1.0 / 10.0;

/// Differences to the paper's measurements of PMA on a GPU.
const ON_CPU: &str = "Without a GPU the same steps run on the CPU. Times include making adjacency from a \
                      list of edges; the paper begins with adjacency. Weights are uniform from 1 to \
                      1,000,000.";

/// The same, beside Vineet's algorithm.
const VINEET_ON_CPU: &str = "Without a GPU the same steps run on the CPU, and Borůvka's algorithm with \
                             contraction takes the place of Vineet's: its step, and PMA's unification, \
                             which drops heavier parallel edges. Times include making adjacency from a \
                             list of edges; the paper begins with adjacency. Weights are uniform from 1 to \
                             1,000,000.";

/// The series that stands for Vineet's algorithm.
const VINEET: &str = "contraction Borůvka";
const GPU_VINEET: &str = "gpu vineet";
const GPU_HYBRID: &str = "gpu pma-hybrid";

/// A variant of PMA, and the same on a GPU.
type Variant = (PmaVariant, &'static str);

/// The variants that the paper compares.
const MIN: Variant = (PmaVariant::Min, "gpu pma-min");
const SORT: Variant = (PmaVariant::Sort, "gpu pma-sort");
const HYBRID: Variant = (PmaVariant::Hybrid, GPU_HYBRID);
const VARIANTS: [Variant; 3] = [MIN, SORT, HYBRID];

/// Vineet's algorithm, and variants of PMA.
fn contenders(setup: &Setup, variants: &[Variant]) -> Vec<Series> {
    let mut all = vec![setup.on_all(VINEET, contraction_boruvka())];
    all.extend(variants.iter().map(|&(variant, _)| setup.on_all(variant.name(), Pma::from(variant))));
    let on_gpu =
        variants.iter().map(|&(variant, name)| (name, Operator::on_gpu(boscage_kernels::Pma::from(variant))));
    all.extend(setup.on_gpu([(GPU_VINEET, Operator::on_gpu(Vineet))].into_iter().chain(on_gpu)));
    all
}

/// Borůvka's algorithm with contraction: nothing is left to Prim's.
fn contraction_boruvka() -> Operator {
    Operator::on_edges(BoruvkaPrim { rounds: usize::MAX })
}

/// The series of Vineet's algorithm that decides verdicts.
fn vineet(figures: &Figures) -> &'static str {
    if figures.gpu { GPU_VINEET } else { VINEET }
}

/// Returns the ratio of the times of Vineet's algorithm and HybridPMA on a graph.
fn advantage(figures: &Figures, graph: &str) -> Found<Ratio> {
    figures.ratio(graph, vineet(figures), &figures.judged(PmaVariant::Hybrid.name()))
}

/// An Erdős-Rényi graph of `nodes` nodes and an average degree.
fn erdos_renyi(nodes: usize, degree: usize) -> Generated {
    let degree = degree.min(nodes - 1);
    Generated::Gnm(Gnm { nodes, edges: nodes * degree / 2, pairs: Pairs::Distinct, ..Gnm::default() })
}

/// An R-MAT graph of about this number of nodes, of an average degree.
fn r_mat(nodes: usize, degree: usize) -> Generated {
    let scale = (nodes as f64).log2().round() as u32;
    Generated::Rmat(Rmat { scale, edges: (degree << scale) / 2, ..Rmat::default() })
}

/// A Watts-Strogatz graph of `nodes` nodes and an average degree; the paper does not say how many edges it
/// rewires.
fn small_world(nodes: usize, degree: usize) -> Generated {
    let neighbours = degree.min((nodes - 1) / 2 * 2);
    Generated::WattsStrogatz(WattsStrogatz { nodes, neighbours, ..WattsStrogatz::default() })
}

/// An SSCA#2 graph of `nodes` nodes, of about an average degree: the size of the cliques decides. Nodes are
/// numbered at random, as by GTgraph.
fn cliques(nodes: usize, degree: usize) -> Generated {
    // A node has (L - 1) / 3 edges in its clique, counted at one end, and fewer to others the larger the
    // cliques are.
    let to_others = 1.0 / (1.0 + degree as f64 / 8.0);
    let max_clique = ((degree as f64 / 2.0 - to_others) * 3.0 + 1.0).round() as usize;
    let style = Style { numbering: Numbering::Shuffled, ..Style::default() };
    Generated::Ssca2(Ssca2 { nodes, max_clique: max_clique.clamp(2, nodes), style, ..Ssca2::default() })
}
