//! Configurations of operators beside their defaults.

use boscage::exec::Schedule;
use boscage::operators::msf::papers::{
    BoruvkaPrim, Colouring, EdgeBoruvka, Join, Lone, Loops, MstBc, Nearest, ParallelEdges, Pma, PmaVariant,
    Prim, PrimThreads, Share, Start,
};
use boscage::operators::msf::{FilterBoruvka, Kruskal, Operator, WindowedKruskal};
use boscage::sync::PathCompression;

/// An operator as it is configured, for as long as the tests run.
pub type Config = &'static dyn Operator;

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
///
/// # Panics
///
/// Panics for an operator that is not known here.
pub fn configurations(operator: Config) -> Vec<Config> {
    let mut all = match operator.name() {
        "kruskal" => leaked(BUCKETS.map(|bucket| Kruskal { bucket })),
        "windowed-kruskal" => leaked(WINDOWS.map(|schedule| WindowedKruskal { schedule })),
        "filter-boruvka" => leaked(FILTERS.map(|filter_from| FilterBoruvka { filter_from })),
        "edge-boruvka" => leaked(edge_boruvkas()),
        "boruvka-prim" => leaked([0, 1, 100].map(|rounds| BoruvkaPrim { rounds })),
        "prim" => leaked([Prim { nearest: Nearest::Scan }]),
        "prim-threads" => leaked(many_prims()),
        "mst-bc" => leaked(mst_bcs()),
        "pma-min" => [pmas(PmaVariant::Min), pmas(PmaVariant::Heap)].concat(),
        "pma-sort" => pmas(PmaVariant::Sort),
        "pma-hybrid" => pmas(PmaVariant::Hybrid),
        // Nothing to configure. Operators that are not known here fail.
        "auto" | "radix-kruskal" | "boruvka" | "boruvka-fal" | "boruvka-merge" | "boruvka-lookup"
        | "prim-loops" => Vec::new(),
        other => panic!("{other} has no configurations here"),
    };
    all.push(operator);
    all
}

fn leaked<O: Operator + 'static>(configs: impl IntoIterator<Item = O>) -> Vec<Config> {
    configs.into_iter().map(|config| Box::leak(Box::new(config)) as Config).collect()
}

/// By how much smaller graphs are that are large for it: operators that keep arcs beside their edges take
/// longer, and some take quadratic time.
pub fn slowness(operator: &dyn Operator) -> u32 {
    const SLOW: [&str; 9] = [
        "edge-boruvka",
        "boruvka-prim",
        "prim",
        "prim-threads",
        "mst-bc",
        "pma-min",
        "pma-sort",
        "pma-hybrid",
        "pma-heap",
    ];
    match operator.name() {
        _ if operator.is_quadratic() => 16,
        name if SLOW.contains(&name) => 4,
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
