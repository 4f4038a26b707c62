//! The table of forest operators, which command lines, benchmarks, experiments, tests and the README use.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyForest, AnyGraphView, EdgeListView, Forest, Objective, Weight};

use super::algorithm::Algorithm;
use super::auto::{by_size, choose};
use super::memory::{Size, WINDOW};
use super::operator::{Operator, on};
use super::papers::{
    BoruvkaPrim, EdgeBoruvka, MstBc, Pma, PmaVariant, Prim, PrimThreads, boruvka_fal, boruvka_lookup,
    boruvka_merge, prim_loops,
};
use super::{FilterBoruvka, FilterKruskal, Kruskal, WindowedKruskal, boruvka, radix_kruskal};

/// What there is to say about an operator.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub(super) algorithm: Algorithm,
    /// The name: of the file, of the function, on the command line, in statistics and tables.
    pub name: &'static str,
    /// On how many threads it runs, and how its time grows.
    pub kind: Kind,
    /// Who published it, and when; nothing for what is new.
    pub paper: &'static str,
    /// When to choose it.
    pub choose_for: &'static str,
    /// One line for lists, in ASCII.
    pub summary: &'static str,
    /// The same about the operator of this name on a GPU, where there is one.
    pub on_gpu: Option<&'static str>,
    /// The same about the operator of this name over ranks, where there is one.
    pub on_ranks: Option<&'static str>,
    /// Runs it as it is configured by default; `None` for operators of GPUs or ranks only.
    pub(super) run: Option<Run>,
    /// The bytes it takes at its peak, beside an edge list with this many nodes and edges in no particular
    /// order.
    pub memory: fn(&Size) -> u64,
}

type Run = fn(&Exec, AnyGraphView<'_>, Objective) -> Result<AnyForest>;

/// Runs an operator as it is configured by default.
fn by_default<O: Operator + Default>(
    exec: &Exec,
    graph: AnyGraphView<'_>,
    objective: Objective,
) -> Result<AnyForest> {
    O::default().run(exec, graph, objective)
}

/// On how many threads an operator runs, and how its time grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One.
    OneThread,
    /// All there are.
    Threads,
    /// All there are, in time that grows with the square of the nodes.
    Quadratic,
}

impl Kind {
    /// In words, for tables.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::OneThread => "one thread",
            Self::Threads => "threads",
            Self::Quadratic => "threads, O(n²)",
        }
    }
}

/// The table, in the order of the enum.
pub(super) const TABLE: [Facts; 23] = [
    Facts {
        algorithm: Algorithm::Auto,
        name: "auto",
        kind: Kind::Threads,
        paper: "",
        choose_for: "everything: it picks by size, density, order and threads",
        summary: "picks what is fastest for the graph",
        on_gpu: Some("picks what is fastest for the graph"),
        on_ranks: Some("picks what is fastest: sparse-directory"),
        run: Some(|exec, graph, objective| on!(edges, exec, graph, |list| chosen(exec, list, objective))),
        memory: |of| by_size(of.nodes, of.edges, of.threads).memory(of),
    },
    Facts {
        algorithm: Algorithm::Kruskal,
        name: "kruskal",
        kind: Kind::OneThread,
        paper: "Kruskal 1956",
        choose_for: "the baseline: what speed is measured against",
        summary: "one thread, sort and union-find: the baseline",
        on_gpu: None,
        on_ranks: None,
        run: Some(by_default::<Kruskal>),
        memory: |of| of.record() * of.edges + (2 * of.edges).max(4 * of.nodes + of.edges),
    },
    Facts {
        algorithm: Algorithm::RadixKruskal,
        name: "radix-kruskal",
        kind: Kind::Threads,
        paper: "Kruskal 1956",
        choose_for: "edges that are sorted already, in either direction",
        summary: "parallel radix sort and union-find; sorted edges are not sorted",
        on_gpu: None,
        on_ranks: None,
        run: Some(|exec, graph, objective| {
            on!(edges, exec, graph, |list| radix_kruskal(exec, list, objective))
        }),
        memory: |of| {
            of.sort().max(of.packed() * of.edges + 4 * (of.nodes + of.forest()) + 3 * of.touched())
                + of.edges / 2
        },
    },
    Facts {
        algorithm: Algorithm::FilterKruskal,
        name: "filter-kruskal",
        kind: Kind::Threads,
        paper: "Osipov, Sanders, Singler 2009",
        choose_for: "sparse graphs on one or two threads",
        summary: "sort and union-find of the light edges, then of the heavy ones that are left",
        on_gpu: None,
        on_ranks: None,
        run: Some(by_default::<FilterKruskal>),
        memory: |of| (2 * of.record() + 1) * of.light() + of.edges / 8 + 5 * of.nodes,
    },
    Facts {
        algorithm: Algorithm::Boruvka,
        name: "boruvka",
        kind: Kind::Threads,
        paper: "Borůvka 1926, as in Galois",
        choose_for: "a model of an operator; roads and grids, on two threads or more",
        summary: "rounds in which every tree takes its lightest edge, as in Galois",
        on_gpu: None,
        on_ranks: None,
        run: Some(|exec, graph, objective| on!(edges, exec, graph, |list| boruvka(exec, list, objective))),
        memory: |of| of.candidate() * 9 / 8 * of.edges + (of.lock() + 4) * of.nodes,
    },
    Facts {
        algorithm: Algorithm::WindowedKruskal,
        name: "windowed-kruskal",
        kind: Kind::Threads,
        paper: "Blelloch and others 2012, as in Galois",
        choose_for: "dense graphs, as Galois runs them",
        summary: "rounds over a window of the lightest edges, as in Galois",
        on_gpu: None,
        on_ranks: None,
        run: Some(by_default::<WindowedKruskal>),
        memory: |of| {
            of.sort().max(
                (of.packed() + 1) * of.edges + 8 * of.nodes + 3 * of.touched() + 5 * of.edges.min(WINDOW),
            )
        },
    },
    Facts {
        algorithm: Algorithm::FilterBoruvka,
        name: "filter-boruvka",
        kind: Kind::Threads,
        paper: "Karger, Klein, Tarjan 1995; Sanders, Schimek 2023",
        choose_for: "dense and large graphs; many threads",
        summary: "Boruvka's rounds on ever smaller graphs, heavy edges filtered",
        on_gpu: Some("rounds on ever smaller graphs, heavy edges filtered: the fastest"),
        on_ranks: None,
        run: Some(by_default::<FilterBoruvka>),
        memory: Size::contraction,
    },
    Facts {
        algorithm: Algorithm::EdgeBoruvka,
        name: "edge-boruvka",
        kind: Kind::Threads,
        paper: "Shou, He (CUDA, OpenMP, MPI); Anderson, Woll 1991",
        choose_for: "for comparison: links of a round compete, by rank",
        summary: "Boruvka's over edges, on wait-free sets by rank",
        on_gpu: Some("edge-centric rounds with worklists and wait-free disjoint sets"),
        on_ranks: None,
        run: Some(by_default::<EdgeBoruvka>),
        memory: |of| (of.candidate() + 1) * of.edges + (of.lock() + 9) * of.nodes + 4 * of.forest(),
    },
    Facts {
        algorithm: Algorithm::BoruvkaFal,
        name: "boruvka-fal",
        kind: Kind::Threads,
        paper: "Prim and Borůvka variants; Bader, Cong 2006",
        choose_for: "for comparison: nothing is contracted, lists are linked",
        summary: "Boruvka's on adjacency lists that are linked",
        on_gpu: None,
        on_ranks: None,
        run: Some(|exec, graph, objective| {
            on!(edges, exec, graph, |list| boruvka_fal(exec, list, objective))
        }),
        memory: |of| {
            of.sorted_arcs().max((2 * of.record() + 2) * of.edges + 54 * of.touched() + 7 * of.forest())
        },
    },
    Facts {
        algorithm: Algorithm::BoruvkaMerge,
        name: "boruvka-merge",
        kind: Kind::Threads,
        paper: "Prim and Borůvka variants; Bader, Cong 2006",
        choose_for: "for comparison: adjacency lists sorted and merged",
        summary: "Boruvka's on adjacency lists that are sorted and merged",
        on_gpu: None,
        on_ranks: None,
        run: Some(|exec, graph, objective| {
            on!(edges, exec, graph, |list| boruvka_merge(exec, list, objective))
        }),
        memory: |of| of.record() * (9 * of.edges + 3 * of.touched()) / 2,
    },
    Facts {
        algorithm: Algorithm::BoruvkaLookup,
        name: "boruvka-lookup",
        kind: Kind::Quadratic,
        paper: "Prim and Borůvka variants",
        choose_for: "to see the use of contraction: each edge taken relabels all nodes",
        summary: "Boruvka's on a table of components: slow, quadratic",
        on_gpu: None,
        on_ranks: None,
        run: Some(|exec, graph, objective| {
            on!(adjacency, exec, graph, |graph| boruvka_lookup(exec, graph, objective))
        }),
        memory: |of| of.building().max(of.adjacency() + 32 * of.nodes),
    },
    Facts {
        algorithm: Algorithm::BoruvkaPrim,
        name: "boruvka-prim",
        kind: Kind::Threads,
        paper: "Gupta 2012, its future work",
        choose_for: "for comparison: contraction first, then one heap",
        summary: "some rounds of Boruvka's, then Prim's on what is left",
        on_gpu: None,
        on_ranks: None,
        run: Some(by_default::<BoruvkaPrim>),
        memory: |of| of.sorted_arcs() + 9 * of.touched(),
    },
    Facts {
        algorithm: Algorithm::Prim,
        name: "prim",
        kind: Kind::OneThread,
        paper: "Prim 1957",
        choose_for: "dense adjacency, on one thread",
        summary: "one thread, one tree grows, by a heap",
        on_gpu: None,
        on_ranks: None,
        run: Some(by_default::<Prim>),
        memory: |of| of.building().max(of.adjacency() + (of.packed() + 1) * of.nodes + of.heap()),
    },
    Facts {
        algorithm: Algorithm::PrimLoops,
        name: "prim-loops",
        kind: Kind::Quadratic,
        paper: "Prim and Borůvka variants",
        choose_for: "to see the limits of parallel loops: two barriers per node",
        summary: "one tree grows, each of its loops on all threads: slow, quadratic",
        on_gpu: None,
        on_ranks: None,
        run: Some(|exec, graph, objective| {
            on!(adjacency, exec, graph, |graph| prim_loops(exec, graph, objective))
        }),
        memory: |of| of.building().max(of.adjacency() + (of.packed() + 1) * of.nodes),
    },
    Facts {
        algorithm: Algorithm::PrimThreads,
        name: "prim-threads",
        kind: Kind::Threads,
        paper: "Prim and Borůvka variants; Bader, Cong 2006",
        choose_for: "for comparison: trees that meet merge",
        summary: "one tree per worker, by a heap; trees that meet merge",
        on_gpu: None,
        on_ranks: None,
        run: Some(by_default::<PrimThreads>),
        memory: |of| (of.building() + 4 * of.nodes).max(of.adjacency() + 16 * of.nodes + of.heaps()),
    },
    Facts {
        algorithm: Algorithm::MstBc,
        name: "mst-bc",
        kind: Kind::Threads,
        paper: "Bader, Cong 2006",
        choose_for: "for comparison: trees stay apart, then are contracted",
        summary: "one tree per worker, by a heap; trees stay apart, then are contracted",
        on_gpu: None,
        on_ranks: None,
        run: Some(by_default::<MstBc>),
        memory: |of| of.sorted_arcs() + 7 * of.edges + 6 * of.touched(),
    },
    Facts {
        algorithm: Algorithm::PmaMin,
        name: "pma-min",
        kind: Kind::Threads,
        paper: "Nobari, Cao, Karras, Bressan 2012",
        choose_for: "for comparison: small trees touch, then are unified; arcs searched",
        summary: "trees grow by Prim's from many nodes and are unified; arcs searched",
        on_gpu: Some("trees grown by Prim's algorithm side by side; arcs unsorted"),
        on_ranks: None,
        run: Some(|exec, graph, objective| Pma::from(PmaVariant::Min).run(exec, graph, objective)),
        memory: Size::unified,
    },
    Facts {
        algorithm: Algorithm::PmaSort,
        name: "pma-sort",
        kind: Kind::Threads,
        paper: "Nobari, Cao, Karras, Bressan 2012",
        choose_for: "the same; arcs sorted",
        summary: "the same; arcs sorted",
        on_gpu: Some("trees grown by Prim's algorithm side by side; arcs sorted by weight"),
        on_ranks: None,
        run: Some(|exec, graph, objective| Pma::from(PmaVariant::Sort).run(exec, graph, objective)),
        memory: Size::unified,
    },
    Facts {
        algorithm: Algorithm::PmaHybrid,
        name: "pma-hybrid",
        kind: Kind::Threads,
        paper: "Nobari, Cao, Karras, Bressan 2012",
        choose_for: "the same; arcs searched in the first round, sorted from then on",
        summary: "the same; arcs searched in the first round, sorted from then on",
        on_gpu: Some("trees grown by Prim's algorithm side by side; arcs sorted from the second round on"),
        on_ranks: None,
        run: Some(|exec, graph, objective| Pma::from(PmaVariant::Hybrid).run(exec, graph, objective)),
        memory: Size::unified,
    },
    Facts {
        algorithm: Algorithm::Vineet,
        name: "vineet",
        kind: Kind::Threads,
        paper: "Vineet, Harish, Patidar, Narayanan 2009",
        choose_for: "for comparison, on a GPU",
        summary: "Boruvka's rounds from scan, segmented scan and sort",
        on_gpu: Some("Boruvka's rounds from scan, segmented scan and sort"),
        on_ranks: None,
        run: None,
        memory: |_| 0,
    },
    Facts {
        algorithm: Algorithm::SparseDirectory,
        name: "sparse-directory",
        kind: Kind::Threads,
        paper: "Sanders, Schimek 2023, for its filters and local contraction",
        choose_for: "graphs in parts, on several machines",
        summary: "Boruvka's rounds over ranks, through owners of labels",
        on_gpu: None,
        on_ranks: Some("rounds through owners of labels; the more ranks, the less memory each needs"),
        run: None,
        memory: |_| 0,
    },
    Facts {
        algorithm: Algorithm::AllreduceBoruvka,
        name: "allreduce-boruvka",
        kind: Kind::Threads,
        paper: "Shou, He (CUDA, OpenMP, MPI)",
        choose_for: "for comparison, over ranks: every rank has all trees",
        summary: "Boruvka's rounds over ranks, lightest edges of all trees reduced",
        on_gpu: None,
        on_ranks: Some("rounds in which the lightest edges of all trees are reduced over all ranks"),
        run: None,
        memory: |_| 0,
    },
    Facts {
        algorithm: Algorithm::Ghs,
        name: "ghs",
        kind: Kind::OneThread,
        paper: "Gallager, Humblet, Spira 1983; Shou, He (CUDA, OpenMP, MPI)",
        choose_for: "for comparison, over ranks: messages go along edges",
        summary: "every node a state machine, messages along edges, over ranks",
        on_gpu: None,
        on_ranks: Some("every node is a state machine, and messages go along edges: slow"),
        run: None,
        memory: |_| 0,
    },
];

const _: () = {
    let mut i = 0;
    while i < TABLE.len() {
        assert!(TABLE[i].algorithm as usize == i, "the table is in the order of the enum");
        i += 1;
    }
};

/// By what [`auto`](fn@super::auto) chooses.
fn chosen<W: Weight>(exec: &Exec, list: EdgeListView<'_, W>, objective: Objective) -> Result<Forest<W>> {
    choose(list, objective, exec.threads()).run(exec, list.into(), objective)
}
