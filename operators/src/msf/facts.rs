//! What there is to say about each operator: for lists, help and tables, and how much memory it takes.

use super::Algorithm;
use super::auto::by_size;
use super::memory::{Size, WINDOW};

/// About an operator.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
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
    /// The bytes it takes at its peak, beside an edge list with this many nodes and edges in no particular
    /// order.
    pub memory: fn(&Size) -> u64,
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

/// The facts about an operator.
pub(super) fn of(algorithm: Algorithm) -> &'static Facts {
    match algorithm {
        Algorithm::Auto => &Facts {
            name: "auto",
            kind: Kind::Threads,
            paper: "",
            choose_for: "everything: it picks by size, density, order and threads",
            summary: "picks what is fastest for the graph",
            memory: |of| by_size(of.nodes, of.edges, of.threads).memory(of),
        },
        Algorithm::Kruskal => &Facts {
            name: "kruskal",
            kind: Kind::OneThread,
            paper: "Kruskal 1956",
            choose_for: "the baseline: what speed is measured against",
            summary: "one thread, sort and union-find: the baseline",
            memory: |of| of.record() * of.edges + (2 * of.edges).max(4 * of.nodes + of.edges),
        },
        Algorithm::RadixKruskal => &Facts {
            name: "radix-kruskal",
            kind: Kind::Threads,
            paper: "Kruskal 1956",
            choose_for: "edges that are sorted already, in either direction",
            summary: "parallel radix sort and union-find; sorted edges are not sorted",
            memory: |of| {
                of.sort().max(of.packed() * of.edges + 4 * (of.nodes + of.forest()) + 3 * of.touched())
                    + of.edges / 2
            },
        },
        Algorithm::FilterKruskal => &Facts {
            name: "filter-kruskal",
            kind: Kind::Threads,
            paper: "Osipov, Sanders, Singler 2009",
            choose_for: "sparse graphs on one or two threads",
            summary: "sort and union-find of the light edges, and of what they leave of the heavy",
            memory: |of| (2 * of.record() + 1) * of.light() + of.edges / 8 + 5 * of.nodes,
        },
        Algorithm::Boruvka => &Facts {
            name: "boruvka",
            kind: Kind::Threads,
            paper: "Borůvka 1926, as in Galois",
            choose_for: "a model of an operator; roads and grids, on two threads or more",
            summary: "rounds in which every tree takes its lightest edge, as in Galois",
            memory: |of| of.candidate() * 9 / 8 * of.edges + (of.lock() + 4) * of.nodes,
        },
        Algorithm::WindowedKruskal => &Facts {
            name: "windowed-kruskal",
            kind: Kind::Threads,
            paper: "Blelloch and others 2012, as in Galois",
            choose_for: "dense graphs, as Galois runs them",
            summary: "rounds over a window of the lightest edges, as in Galois",
            memory: |of| {
                of.sort().max(
                    (of.packed() + 1) * of.edges + 8 * of.nodes + 3 * of.touched() + 5 * of.edges.min(WINDOW),
                )
            },
        },
        Algorithm::FilterBoruvka => &Facts {
            name: "filter-boruvka",
            kind: Kind::Threads,
            paper: "Karger, Klein, Tarjan 1995; Sanders, Schimek 2023",
            choose_for: "dense and large graphs; many threads",
            summary: "Boruvka's rounds on ever smaller graphs, heavy edges filtered",
            memory: Size::contraction,
        },
        Algorithm::EdgeBoruvka => &Facts {
            name: "edge-boruvka",
            kind: Kind::Threads,
            paper: "Shou, He (CUDA, OpenMP, MPI); Anderson, Woll 1991",
            choose_for: "to compare with: links of a round compete, by rank",
            summary: "Boruvka's over edges, on wait-free sets by rank",
            memory: |of| (of.candidate() + 1) * of.edges + (of.lock() + 9) * of.nodes + 4 * of.forest(),
        },
        Algorithm::BoruvkaFal => &Facts {
            name: "boruvka-fal",
            kind: Kind::Threads,
            paper: "Prim and Borůvka variants; Bader, Cong 2006",
            choose_for: "to compare with: nothing is contracted, lists are linked",
            summary: "Boruvka's on adjacency lists that are linked",
            memory: |of| {
                of.sorted_arcs().max((2 * of.record() + 2) * of.edges + 54 * of.touched() + 7 * of.forest())
            },
        },
        Algorithm::BoruvkaMerge => &Facts {
            name: "boruvka-merge",
            kind: Kind::Threads,
            paper: "Prim and Borůvka variants; Bader, Cong 2006",
            choose_for: "to compare with: adjacency lists sorted and merged",
            summary: "Boruvka's on adjacency lists that are sorted and merged",
            memory: |of| of.record() * (9 * of.edges + 3 * of.touched()) / 2,
        },
        Algorithm::BoruvkaLookup => &Facts {
            name: "boruvka-lookup",
            kind: Kind::Quadratic,
            paper: "Prim and Borůvka variants",
            choose_for: "to see what contraction is for: every edge taken relabels all nodes",
            summary: "Boruvka's on a table of components: slow, quadratic",
            memory: |of| of.building().max(of.adjacency() + 32 * of.nodes),
        },
        Algorithm::BoruvkaPrim => &Facts {
            name: "boruvka-prim",
            kind: Kind::Threads,
            paper: "Gupta 2012, its future work",
            choose_for: "to compare with: contraction first, then one heap",
            summary: "some rounds of Boruvka's, then Prim's on what is left",
            memory: |of| of.sorted_arcs() + 9 * of.touched(),
        },
        Algorithm::Prim => &Facts {
            name: "prim",
            kind: Kind::OneThread,
            paper: "Prim 1957",
            choose_for: "dense adjacency, on one thread",
            summary: "one thread, one tree grows, by a heap",
            memory: |of| of.building().max(of.adjacency() + (of.packed() + 1) * of.nodes + of.heap()),
        },
        Algorithm::PrimLoops => &Facts {
            name: "prim-loops",
            kind: Kind::Quadratic,
            paper: "Prim and Borůvka variants",
            choose_for: "to see what parallel loops do not do: threads meet twice a node",
            summary: "one tree grows, each of its loops on all threads: slow, quadratic",
            memory: |of| of.building().max(of.adjacency() + (of.packed() + 1) * of.nodes),
        },
        Algorithm::PrimThreads => &Facts {
            name: "prim-threads",
            kind: Kind::Threads,
            paper: "Prim and Borůvka variants; Bader, Cong 2006",
            choose_for: "to compare with: trees that meet merge",
            summary: "a tree a worker, by a heap; trees that meet merge",
            memory: |of| (of.building() + 4 * of.nodes).max(of.adjacency() + 16 * of.nodes + of.heaps()),
        },
        Algorithm::MstBc => &Facts {
            name: "mst-bc",
            kind: Kind::Threads,
            paper: "Bader, Cong 2006",
            choose_for: "to compare with: trees keep apart, then are contracted",
            summary: "a tree a worker, by a heap; trees keep apart, then are contracted",
            memory: |of| of.sorted_arcs() + 7 * of.edges + 6 * of.touched(),
        },
        Algorithm::PmaMin => &Facts {
            name: "pma-min",
            kind: Kind::Threads,
            paper: "Nobari, Cao, Karras, Bressan 2012",
            choose_for: "to compare with: small trees touch, then are unified; arcs searched",
            summary: "trees grow by Prim's from many nodes and are unified; arcs searched",
            memory: Size::unified,
        },
        Algorithm::PmaSort => &Facts {
            name: "pma-sort",
            kind: Kind::Threads,
            paper: "Nobari, Cao, Karras, Bressan 2012",
            choose_for: "the same; arcs sorted",
            summary: "the same; arcs sorted",
            memory: Size::unified,
        },
        Algorithm::PmaHybrid => &Facts {
            name: "pma-hybrid",
            kind: Kind::Threads,
            paper: "Nobari, Cao, Karras, Bressan 2012",
            choose_for: "the same; arcs searched in the first round, sorted from then on",
            summary: "the same; arcs searched in the first round, sorted from then on",
            memory: Size::unified,
        },
    }
}
