//! Configurations of operators beside their defaults.

use boscage::exec::Schedule;
use boscage::operators::msf::papers::{
    BoruvkaPrim, Colouring, EdgeBoruvka, Join, Lone, Loops, MstBc, Nearest, ParallelEdges, Pma, PmaVariant,
    Prim, PrimThreads, Share, Start,
};
use boscage::operators::msf::{Algorithm, FilterBoruvka, FilterKruskal, Kruskal, Operator, WindowedKruskal};
use boscage::sync::PathCompression;

/// An operator as it is configured, for as long as the tests run.
pub(crate) type Config = &'static dyn Operator;

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

/// All that are tried of an operator, its defaults among them.
pub(crate) fn configurations(algorithm: Algorithm) -> Vec<Config> {
    let mut all = match algorithm {
        Algorithm::Kruskal => leaked(BUCKETS.map(|bucket| Kruskal { bucket })),
        Algorithm::WindowedKruskal => leaked(WINDOWS.map(|schedule| WindowedKruskal { schedule })),
        Algorithm::FilterKruskal => leaked(FILTERS.map(|filter_from| FilterKruskal { filter_from })),
        Algorithm::FilterBoruvka => leaked(FILTERS.map(|filter_from| FilterBoruvka { filter_from })),
        Algorithm::EdgeBoruvka => leaked(edge_boruvkas()),
        Algorithm::BoruvkaPrim => leaked([0, 1, 100].map(|rounds| BoruvkaPrim { rounds })),
        Algorithm::Prim => leaked([Prim { nearest: Nearest::Scan }]),
        Algorithm::PrimThreads => leaked(many_prims()),
        Algorithm::MstBc => leaked(mst_bcs()),
        Algorithm::PmaMin => [pmas(PmaVariant::Min), pmas(PmaVariant::Heap)].concat(),
        Algorithm::PmaSort => pmas(PmaVariant::Sort),
        Algorithm::PmaHybrid => pmas(PmaVariant::Hybrid),
        _ => Vec::new(),
    };
    all.extend(leaked([algorithm]));
    all
}

fn leaked<O: Operator + 'static>(configs: impl IntoIterator<Item = O>) -> Vec<Config> {
    configs.into_iter().map(|config| Box::leak(Box::new(config)) as Config).collect()
}

/// By how much smaller graphs are that are large for it: what papers have takes longer, and some of it
/// quadratic time.
pub(crate) fn slowness(operator: &dyn Operator) -> u32 {
    match operator.algorithm() {
        _ if operator.is_quadratic() => 16,
        Algorithm::EdgeBoruvka
        | Algorithm::BoruvkaPrim
        | Algorithm::Prim
        | Algorithm::PrimThreads
        | Algorithm::MstBc
        | Algorithm::PmaMin
        | Algorithm::PmaSort
        | Algorithm::PmaHybrid => 4,
        _ => 1,
    }
}

/// Few workers and many, with colours and without, and both rules for lone vertices.
fn mst_bcs() -> [MstBc; 6] {
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
    .map(|(workers, colouring, lone)| MstBc { workers: Some(workers), colouring, lone })
}

fn pmas(variant: PmaVariant) -> Vec<Config> {
    leaked(GROWTHS.map(|(gamma, parallel_edges)| Pma { variant, gamma, parallel_edges }))
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
