//! Operators take the memory that their documentation states.
//!
//! This test has its own process, because it counts what the whole process allocates.

mod counted;
mod inputs;
mod points;
mod ranks;
mod refused;

use std::sync::{Mutex, PoisonError};

use boscage::exec::Exec;
use boscage::graph::{Directed, EdgeList, Graph, Node, Undirected};
use boscage::operators::{
    Betweenness, BreadthFirstSearch, Colouring, Dijkstra, IndependentSet, LabelPropagation, Leiden, Louvain,
    MaxFlow, MaximumBipartiteMatching, PageRank, RandomWalks, ShortestPaths, bellman_ford, betweenness,
    biconnected_components, breadth_first_search, clustering_coefficients, colouring, connected_components,
    connected_components_of_edges, independent_set, k_core, k_truss, label_propagation, leiden, louvain,
    matching, max_flow, maximum_bipartite_matching, minimum_arborescence, page_rank, random_walks,
    shortest_path_forest, shortest_paths, steiner_tree, strongly_connected_components, triangles,
    triangles_of_nodes, widest_paths,
};

use counted::COUNTED;
use inputs::Input;

/// Bytes of the buffers of a loop and of each of its threads, on graphs of any size.
const OF_LOOP: usize = 16 << 10;
const OF_THREAD: usize = 32 << 10;

/// Bytes of the statistics of a round: 32, in an array that may be half empty.
const OF_ROUND: usize = 64;

/// The quantities on which the memory of an operator may depend.
struct Size {
    n: usize,
    m: usize,
    threads: usize,
    /// Rounds of all its loops.
    rounds: usize,
    arcs_of_hub: usize,
    edges_in_triangles: usize,
}

/// An operator and the memory that its documentation states.
struct Operator {
    name: &'static str,
    /// The text of its file, and the words there.
    stated: Option<(&'static str, &'static str)>,
    /// The same as a formula: bytes beside the graph.
    bytes: fn(&Size) -> usize,
    run: fn(&Exec, &Input) -> usize,
}

/// An entry of the table: `peak!(|exec, input| call)` is a function that runs an operator and returns its
/// peak.
macro_rules! peak {
    (|$exec:ident, $input:ident| $call:expr) => {
        |$exec, $input| COUNTED.peak_of(|| $call)
    };
}

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../src/", $name, ".rs"))
    };
}

const OPERATORS: &[Operator] = &[
    Operator {
        name: "breadth_first_search",
        stated: Some((file!("breadth_first_search"), "At most 12 bytes per node")),
        bytes: |of| 12 * of.n,
        run: peak!(|exec, input| breadth_first_search(
            exec,
            &input.undirected,
            input.hub,
            BreadthFirstSearch::default()
        )),
    },
    Operator {
        name: "shortest_paths",
        stated: Some((file!("shortest_paths"), "at most 30 bytes per node")),
        bytes: |of| 30 * of.n,
        run: peak!(|exec, input| shortest_paths(
            exec,
            &input.undirected,
            input.hub,
            ShortestPaths::default()
        )),
    },
    Operator {
        name: "shortest_path_forest",
        stated: Some((file!("shortest_path_forest"), "at most 30 bytes per node")),
        bytes: |of| 30 * of.n,
        run: peak!(|exec, input| shortest_path_forest(
            exec,
            &input.undirected,
            input.hub,
            ShortestPaths::default()
        )),
    },
    Operator {
        name: "bellman_ford",
        stated: Some((file!("bellman_ford"), "38 bytes per node")),
        bytes: |of| 38 * of.n,
        run: peak!(|exec, input| bellman_ford(exec, &input.directed, input.hub)),
    },
    Operator {
        name: "steiner_tree",
        stated: Some((file!("steiner_tree"), "48 bytes per node and 60 per edge")),
        bytes: |of| 48 * of.n + 60 * of.m,
        run: peak!(|exec, input| {
            let terminals = [&[input.hub], input.undirected.neighbours(input.hub)].concat();
            steiner_tree(exec, &input.with_ids, terminals)
        }),
    },
    Operator {
        name: "widest_paths of directed graphs",
        stated: Some((file!("widest_paths"), "In directed graphs 32 bytes per node with 32-bit weights")),
        bytes: |of| 32 * of.n,
        run: peak!(|exec, input| widest_paths(exec, &input.directed, [input.hub])),
    },
    Operator {
        name: "widest_paths",
        stated: Some((file!("widest_paths"), "12 bytes per node")),
        bytes: |of| (32 + 12) * of.n + 30 * of.m,
        run: peak!(|exec, input| widest_paths(exec, &input.undirected, [input.hub])),
    },
    Operator {
        name: "random_walks",
        stated: Some((file!("random_walks"), "4 bytes per node of the longest walks and 8 per walk")),
        bytes: |of| (4 * 10 * 4 + 12 * 10 + 8) * of.n + 16 * of.m,
        run: peak!(|exec, input| {
            random_walks(exec, &input.undirected, RandomWalks { length: 4, ..RandomWalks::default() })
        }),
    },
    Operator {
        name: "Dijkstra",
        stated: Some((file!("dijkstra"), "16 to 32 bytes per entry of the heap")),
        bytes: |of| 16 * of.n + 32 * of.m,
        run: peak!(|exec, input| Dijkstra::new(exec, &input.undirected).visit(input.hub, |_, _| ())),
    },
    Operator {
        name: "betweenness",
        stated: Some((file!("betweenness"), "28 bytes per node, and 200 per level.")),
        bytes: |of| 28 * of.n + 200 * of.rounds,
        run: peak!(|exec, input| betweenness(
            exec,
            &input.undirected,
            [input.hub, Node::new(0)],
            Betweenness::default()
        )),
    },
    Operator {
        name: "betweenness of many sources",
        stated: Some((file!("betweenness"), "8 bytes per node, and 28 per node and thread.")),
        bytes: |of| (8 + 28 * of.threads.min(2)) * of.n,
        run: peak!(|exec, input| betweenness(
            exec,
            &input.undirected,
            input.undirected.nodes().take(32),
            Betweenness::default()
        )),
    },
    Operator {
        name: "page_rank",
        stated: Some((file!("page_rank"), "16 bytes per node, 12 with [`Precision::Single`].")),
        bytes: |of| 16 * of.n,
        run: peak!(|exec, input| page_rank(exec, &input.undirected, PageRank::default())),
    },
    Operator {
        name: "connected_components",
        stated: Some((file!("connected_components"), "8 bytes per node, of which 4")),
        bytes: |of| 8 * of.n,
        run: peak!(|exec, input| connected_components(exec, &input.undirected)),
    },
    Operator {
        name: "connected_components_of_edges",
        stated: Some((file!("connected_components"), "5 bytes per node.")),
        bytes: |of| 5 * of.n,
        run: peak!(|exec, input| connected_components_of_edges(exec, &input.list)),
    },
    Operator {
        name: "biconnected_components",
        stated: Some((
            file!("biconnected_components"),
            "At most 33 bytes per node, of which 4 per node and 4 per component become the result. If only the \
             depth-first search runs, also 24 bytes per node on its longest path, in an array that grows by \
             doubling.",
        )),
        // With so few nodes, the ends of all arcs are near each other.
        bytes: |of| 33 * of.n + if of.threads < 4 { 24 * of.n.next_power_of_two() } else { 0 },
        run: peak!(|exec, input| biconnected_components(exec, &input.undirected)),
    },
    Operator {
        name: "strongly_connected_components",
        stated: Some((
            file!("strong_components"),
            "8 bytes per node if only Tarjan's algorithm runs, otherwise at most 26. In addition, 20 bytes per \
             node on the longest path of a depth-first search, in arrays that grow by doubling.",
        )),
        // With so few nodes, the ends of all arcs are near each other.
        bytes: |of| (if of.threads < 4 { 8 } else { 26 }) * of.n + 20 * of.n.next_power_of_two(),
        run: peak!(|exec, input| strongly_connected_components(exec, &input.directed)),
    },
    Operator {
        name: "label_propagation",
        stated: Some((
            file!("label_propagation"),
            "13 bytes per node, 4 per node and thread, and up to 8 per arc of the node with the most arcs; but \
             at least as much as [`colouring()`].",
        )),
        bytes: |of| ((13 + 4 * of.threads) * of.n + 8 * of.arcs_of_hub).max(of_colouring(of)),
        run: peak!(|exec, input| label_propagation(exec, &input.undirected, LabelPropagation::default())),
    },
    Operator {
        name: "louvain",
        stated: Some((
            file!("louvain"),
            "104 bytes per node, 8 per node and thread, and 52 per edge, mostly for contracted graphs.",
        )),
        bytes: |of| (104 + 8 * of.threads) * of.n + 52 * of.m,
        run: peak!(|exec, input| louvain(exec, &input.undirected, Louvain::default())),
    },
    Operator {
        name: "leiden",
        stated: Some((
            file!("leiden"),
            "110 bytes per node, 16 per node and thread, and 62 per edge, mostly for contracted graphs.",
        )),
        bytes: |of| (110 + 16 * of.threads) * of.n + 62 * of.m,
        run: peak!(|exec, input| leiden(exec, &input.undirected, Leiden::default())),
    },
    Operator {
        name: "k_core",
        stated: Some((file!("k_core"), "12 bytes per node")),
        bytes: |of| 12 * of.n,
        run: peak!(|exec, input| k_core(exec, &input.undirected)),
    },
    Operator {
        name: "k_truss",
        stated: Some((
            file!("k_truss"),
            "20 bytes per node, and 4 per node and thread. In addition, while triangles are counted, 32 bytes \
             per edge and 24 per arc of the node with the most arcs; then 8 bytes per edge, and up to 64 per \
             edge in a triangle.",
        )),
        bytes: |of| {
            let first = 32 * of.m + 24 * of.arcs_of_hub;
            (20 + 4 * of.threads) * of.n + first.max(8 * of.m + 64 * of.edges_in_triangles)
        },
        run: peak!(|exec, input| k_truss(exec, &input.with_ids)),
    },
    Operator {
        name: "triangles",
        stated: Some((file!("triangles"), "16 bytes per node, 8 per edge, and a bit per node and thread")),
        bytes: |of| 16 * of.n + 8 * of.m + of.threads * of.n / 8,
        run: peak!(|exec, input| triangles(exec, &input.undirected)),
    },
    Operator {
        name: "triangles_of_nodes",
        stated: Some((file!("triangles"), "24 bytes per node, 8 per edge, and a bit per node and thread")),
        bytes: |of| 24 * of.n + 8 * of.m + of.threads * of.n / 8,
        run: peak!(|exec, input| triangles_of_nodes(exec, &input.undirected)),
    },
    Operator {
        name: "clustering_coefficients",
        stated: Some((file!("triangles"), "20 bytes per node, 8 per edge, and a bit per node and thread")),
        bytes: |of| 20 * of.n + 8 * of.m + of.threads * of.n / 8,
        run: peak!(|exec, input| clustering_coefficients(exec, &input.undirected)),
    },
    Operator {
        name: "colouring",
        stated: Some((
            file!("colouring"),
            "20 bytes per node, and up to 48 per node that waits or has waited for others",
        )),
        bytes: of_colouring,
        run: peak!(|exec, input| colouring(exec, &input.undirected, Colouring::default())),
    },
    Operator {
        name: "independent_set",
        stated: Some((file!("independent_set"), "17 bytes per node.")),
        bytes: |of| 17 * of.n,
        run: peak!(|exec, input| independent_set(exec, &input.undirected, IndependentSet::default())),
    },
    Operator {
        name: "matching",
        stated: Some((file!("matching"), "16 bytes per node, 5 per edge")),
        bytes: |of| 16 * of.n + 5 * of.m,
        run: peak!(|exec, input| matching(exec, &input.list)),
    },
    Operator {
        name: "max_flow",
        stated: Some((
            file!("max_flow"),
            "13 bytes per node, 8 per edge, and up to 16 per node with an excess.",
        )),
        bytes: |of| (13 + 16) * of.n + 8 * of.m,
        run: peak!(|exec, input| max_flow(
            exec,
            &input.directed,
            input.hub,
            Node::new(7),
            MaxFlow::default()
        )),
    },
    Operator {
        name: "maximum_bipartite_matching",
        stated: Some((file!("maximum_bipartite_matching"), "24 bytes per node")),
        bytes: |of| 24 * 2 * of.n,
        run: |exec, input| {
            let n = input.list.node_count() as u32;
            let pairs = input.list.edges().iter().map(|edge| (u32::from(edge.u), n + u32::from(edge.v)));
            let list = EdgeList::from_pairs(2 * n as usize, pairs).unwrap();
            let graph = Graph::<Undirected>::from_edges(exec, &list).unwrap();
            let config = MaximumBipartiteMatching::default();
            COUNTED.peak_of(|| maximum_bipartite_matching(exec, &graph, config))
        },
    },
    Operator {
        name: "minimum_arborescence",
        stated: Some((file!("minimum_arborescence"), "at most 168 bytes per node and 12 per edge")),
        bytes: |of| 168 * of.n + 12 * (of.m + of.n),
        run: |exec, input| {
            // A root that reaches all nodes.
            let n = input.list.node_count() as u32;
            let arcs = input.list.edges().iter().map(|edge| (edge.u, edge.v, edge.weight));
            let arcs = arcs.chain((0..n).map(|node| (Node::from(n), Node::from(node), u32::MAX)));
            let list = EdgeList::from_triples(n as usize + 1, arcs).unwrap();
            let graph = Graph::<Directed, u32>::builder().with_ids().with_in_arcs();
            let graph = graph.build(exec, &list).unwrap();
            COUNTED.peak_of(|| minimum_arborescence(exec, &graph, None))
        },
    },
];

fn of_colouring(of: &Size) -> usize {
    if of.threads == 1 { 20 * of.n } else { (20 + 48) * of.n }
}

/// The documentation of a file, in one line.
fn documentation(file: &str) -> String {
    let lines = file.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
    });
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Counts are of the whole process.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn operators_take_the_memory_that_they_state() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let inputs = Input::all(&Exec::new(2).unwrap()).unwrap();
    for operator in OPERATORS {
        let name = operator.name;
        if let Some((file, words)) = operator.stated {
            assert!(documentation(file).contains(words), "{name} does not say: {words}");
        }
        let mut highest = 0.0_f64;
        for threads in [1, 2, 4] {
            for input in &inputs {
                let exec = Exec::new(threads).unwrap();
                exec.install(|| ());
                let peak = (operator.run)(&exec, input);
                let size = Size {
                    n: input.list.node_count(),
                    m: input.list.edge_count(),
                    threads,
                    rounds: exec.take_statistics().loops.iter().map(|one| one.rounds.len()).sum(),
                    arcs_of_hub: input.arcs_of_hub,
                    edges_in_triangles: input.edges_in_triangles,
                };
                let stated = (operator.bytes)(&size);
                let most = stated + OF_LOOP + OF_THREAD * threads + OF_ROUND * size.rounds;
                assert!(
                    peak <= most,
                    "{name}, {} on {threads} threads: {peak} bytes; {stated} are stated, {most} with buffers",
                    input.name
                );
                highest = highest.max(peak as f64 / most as f64);
            }
        }
        println!("{name}: {highest:.2}");
        // A little less than half, because peaks differ from run to run.
        assert!(highest >= 0.45, "{name} states more than twice the memory that it takes: {highest:.2}");
    }
}
