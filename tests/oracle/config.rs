//! How an operator is configured, beside its defaults.

use boscage::exec::{Exec, Schedule};
use boscage::graph::{CsrGraph, CsrView, EdgeListView, Forest, GraphView, Objective};
use boscage::sync::PathCompression;
use boscage_operators::msf::papers::{
    BoruvkaPrim, Colouring, EdgeBoruvka, Join, Lone, Loops, MstBc, Nearest, ParallelEdges, Pma, PmaVariant,
    Prim, PrimThreads, Share, Start, boruvka_prim, edge_boruvka, mst_bc, pma, prim, prim_threads,
};
use boscage_operators::msf::{
    Algorithm, FilterBoruvka, FilterKruskal, Kruskal, WindowedKruskal, filter_boruvka, filter_kruskal,
    kruskal, windowed_kruskal,
};
use boscage_truth::Sample;

/// The configuration of one operator.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Config {
    /// The operator by its name.
    Named(Algorithm),
    Kruskal(Kruskal),
    WindowedKruskal(WindowedKruskal),
    FilterKruskal(FilterKruskal),
    FilterBoruvka(FilterBoruvka),
    EdgeBoruvka(EdgeBoruvka),
    BoruvkaPrim(BoruvkaPrim),
    Prim(Prim),
    PrimThreads(PrimThreads),
    MstBc(MstBc),
    Pma(Pma),
}

/// Windows: fixed ones, all edges, one that soon adapts, and what users get.
const WINDOWS: [Schedule; 6] = [
    Schedule::Window(1),
    Schedule::Window(7),
    Schedule::Window(1024),
    Schedule::AllLive,
    Schedule::AdaptiveWindow(4),
    Schedule::AdaptiveWindow(WindowedKruskal::DEFAULT_WINDOW),
];

/// Edges a bucket: as many buckets as there may be, several, and two.
const BUCKETS: [usize; 3] = [1, 10, 50];

/// Edges from which the operators that filter do so: always, soon, and what users get.
const FILTERS: [usize; 3] = [0, 16, 1 << 14];

/// Most vertices of a tree, and what becomes of parallel edges: two vertices, few, what users get, and one
/// tree for all.
const GROWTHS: [(Option<usize>, ParallelEdges); 5] = [
    (Some(2), ParallelEdges::Drop),
    (Some(3), ParallelEdges::Keep),
    (None, ParallelEdges::Drop),
    (Some(64), ParallelEdges::Keep),
    (Some(64), ParallelEdges::Drop),
];

impl Config {
    /// All that are tried of an operator, each with the operator by name among them.
    pub(crate) fn all_of(algorithm: Algorithm) -> Vec<Self> {
        let mut all = match algorithm {
            Algorithm::Kruskal => BUCKETS.map(|bucket| Self::Kruskal(Kruskal { bucket })).to_vec(),
            Algorithm::WindowedKruskal => {
                WINDOWS.map(|schedule| Self::WindowedKruskal(WindowedKruskal { schedule })).to_vec()
            }
            Algorithm::FilterKruskal => {
                FILTERS.map(|filter_from| Self::FilterKruskal(FilterKruskal { filter_from })).to_vec()
            }
            Algorithm::FilterBoruvka => {
                FILTERS.map(|filter_from| Self::FilterBoruvka(FilterBoruvka { filter_from })).to_vec()
            }
            Algorithm::EdgeBoruvka => edge_boruvkas().map(Self::EdgeBoruvka).to_vec(),
            Algorithm::BoruvkaPrim => {
                [0, 1, 100].map(|rounds| Self::BoruvkaPrim(BoruvkaPrim { rounds })).to_vec()
            }
            Algorithm::Prim => vec![Self::Prim(Prim { nearest: Nearest::Scan })],
            Algorithm::PrimThreads => many_prims().map(Self::PrimThreads).to_vec(),
            Algorithm::MstBc => {
                let config = |(workers, colouring, lone)| {
                    Self::MstBc(MstBc { workers: Some(workers), colouring, lone })
                };
                let (on, off) = (Colouring::Neighbours, Colouring::Off);
                let (always, after_first) = (Lone::Always, Lone::AfterFirst);
                [
                    (1, on, always),
                    (2, on, after_first),
                    (9, on, always),
                    (2, off, always),
                    (9, off, after_first),
                    (1 << 20, on, always),
                ]
                .map(config)
                .to_vec()
            }
            Algorithm::PmaMin => [pmas(PmaVariant::Min), pmas(PmaVariant::Heap)].concat(),
            Algorithm::PmaSort => pmas(PmaVariant::Sort),
            Algorithm::PmaHybrid => pmas(PmaVariant::Hybrid),
            _ => Vec::new(),
        };
        all.push(Self::Named(algorithm));
        all
    }

    /// By how much smaller graphs are that are large for it: what papers have takes longer, and some of it
    /// quadratic time.
    pub(crate) fn slowness(self) -> u32 {
        let is_quadratic = match self {
            Self::Named(algorithm) => algorithm.is_quadratic(),
            Self::Prim(config) => config.nearest == Nearest::Scan,
            Self::EdgeBoruvka(config) => config.join == Join::Both,
            _ => false,
        };
        match self {
            _ if is_quadratic => 16,
            Self::Named(_)
            | Self::Kruskal(_)
            | Self::WindowedKruskal(_)
            | Self::FilterKruskal(_)
            | Self::FilterBoruvka(_) => 1,
            _ => 4,
        }
    }

    /// The operator's forest.
    pub(crate) fn forest<W: Sample>(
        self,
        exec: &Exec,
        graph: GraphView<'_, W>,
        objective: Objective,
    ) -> boscage::Result<Forest<W>> {
        let list = |f: &dyn Fn(EdgeListView<'_, W>) -> boscage::Result<Forest<W>>| match graph {
            GraphView::Edges(list) => f(list),
            GraphView::Csr(csr) => f(csr.to_edge_list(&Exec::current())?.as_view()),
        };
        let csr = |f: &dyn Fn(CsrView<'_, W>) -> boscage::Result<Forest<W>>| match graph {
            GraphView::Edges(list) => f(CsrGraph::from_edges(&Exec::current(), list)?.as_view()),
            GraphView::Csr(csr) => f(csr),
        };
        match self {
            Self::Named(algorithm) => algorithm.run(exec, graph, objective),
            Self::Kruskal(config) => list(&|list| kruskal(exec, list, objective, config)),
            Self::WindowedKruskal(config) => list(&|list| windowed_kruskal(exec, list, objective, config)),
            Self::FilterKruskal(config) => list(&|list| filter_kruskal(exec, list, objective, config)),
            Self::FilterBoruvka(config) => list(&|list| filter_boruvka(exec, list, objective, config)),
            Self::EdgeBoruvka(config) => list(&|list| edge_boruvka(exec, list, objective, config)),
            Self::BoruvkaPrim(config) => list(&|list| boruvka_prim(exec, list, objective, config)),
            Self::Prim(config) => csr(&|csr| prim(exec, csr, objective, config)),
            Self::PrimThreads(config) => csr(&|csr| prim_threads(exec, csr, objective, config)),
            Self::MstBc(config) => list(&|list| mst_bc(exec, list, objective, config)),
            Self::Pma(config) => list(&|list| pma(exec, list, objective, config)),
        }
    }
}

fn pmas(variant: PmaVariant) -> Vec<Config> {
    GROWTHS.map(|(gamma, parallel_edges)| Config::Pma(Pma { variant, gamma, parallel_edges })).to_vec()
}

/// Each of the text's steps: as its first listing is, one optimisation after the other, and all at once.
fn edge_boruvkas() -> [EdgeBoruvka; 6] {
    let plain = EdgeBoruvka {
        filter: Share::OneThread,
        gather: Share::OneThread,
        chunk: 3,
        ..EdgeBoruvka::default()
    };
    let shared = EdgeBoruvka { filter: Share::AllThreads, gather: Share::AllThreads, ..plain };
    let combined = EdgeBoruvka { loops: Loops::Combined, ..shared };
    let uncompressed = EdgeBoruvka { compression: PathCompression::Off, ..shared };
    let all = EdgeBoruvka { compression: PathCompression::Off, ..combined };
    [plain, EdgeBoruvka { join: Join::Both, ..plain }, shared, combined, uncompressed, all]
}

/// Few workers and many; all ways to begin; respawns and none.
fn many_prims() -> [PrimThreads; 6] {
    let config = |workers, start, max_respawn_attempts| PrimThreads {
        workers: Some(workers),
        start,
        max_respawn_attempts,
        sequential_cutoff: 0,
        seed: 7,
    };
    [
        config(2, Start::Index, 0),
        config(2, Start::Spaced, 3),
        config(9, Start::Random, 50),
        config(9, Start::Index, 3),
        config(1 << 20, Start::Spaced, 0),
        PrimThreads { sequential_cutoff: 5, ..config(3, Start::Random, 3) },
    ]
}
