//! Breadth-first search, betweenness and triangles against naive oracles.

use boscage::exec::Exec;
use boscage::graph::{Directed, Direction, EdgeData, EdgeList, Graph, Node, Undirected};
use boscage::operators::{
    Betweenness, BreadthFirstSearch, PageRank, Scale, betweenness, breadth_first_search,
    clustering_coefficients, distances, page_rank, triangles, triangles_of_nodes,
};

use crate::graphs::{execs, graphs};

/// Number of steps to each node, by a queue.
fn steps<D: Direction, E: EdgeData>(graph: &Graph<D, E>, source: Node) -> Vec<Option<u32>> {
    let mut steps = vec![None; graph.node_count()];
    steps[source.index()] = Some(0);
    let mut queue = std::collections::VecDeque::from([source]);
    while let Some(node) = queue.pop_front() {
        for &next in graph.neighbours(node) {
            if steps[next.index()].is_none() {
                steps[next.index()] = steps[node.index()].map(|steps| steps + 1);
                queue.push_back(next);
            }
        }
    }
    steps
}

fn search_is_right<D: Direction, E: EdgeData>(exec: &Exec, graph: &Graph<D, E>, source: Node, what: &str) {
    let expected = steps(graph, source);
    // The directions change after one arc, as by default, and never.
    for (up, up_growing) in [(1_000_000, 1_000_000), (3, 8), (1, 1)] {
        let config = BreadthFirstSearch { up, up_growing };
        let found = distances(exec, graph, source, config).unwrap();
        assert!(found.values().eq(expected.iter().copied()), "{what}, {config:?}");
        let parents = breadth_first_search(exec, graph, source, config).unwrap();
        assert_eq!(parents.get(source), Some(source), "{what}");
        for node in graph.nodes().filter(|&node| node != source) {
            let parent = parents.get(node);
            assert_eq!(parent.is_some(), expected[node.index()].is_some(), "{what}: {node}");
            if let Some(parent) = parent {
                assert!(graph.neighbours(parent).contains(&node), "{what}: {parent} to {node}");
                let of_parent = expected[parent.index()].unwrap();
                assert_eq!(Some(of_parent + 1), expected[node.index()], "{what}: {node}");
            }
        }
    }
}

#[test]
fn a_search_finds_what_a_queue_finds_in_as_many_steps() {
    let execs = execs();
    for (i, list) in graphs().enumerate() {
        let (exec, source) = (&execs[i % execs.len()], Node::new(i % list.node_count()));
        let graph = Graph::<Undirected, _>::from_edges(exec, &list).unwrap();
        search_is_right(exec, &graph, source, &format!("graph {i}"));
        let graph = Graph::<Directed, _>::from_edges(exec, &list).unwrap().with_in_arcs(exec).unwrap();
        search_is_right(exec, &graph, source, &format!("directed graph {i}"));
    }
}

/// The nodes of a level stand in turn below those of the level before, so all threads find nodes whose bits
/// are in the same words. A node that is lost there has no children.
#[test]
fn many_threads_find_nodes_that_are_close_to_each_other() {
    let (hubs, others) = (64, 100_000);
    let arcs = (1..=hubs).map(|hub| (0, hub));
    let arcs = arcs.chain((0..others).map(|i| (1 + i % hubs, 1 + hubs + i)));
    let arcs = arcs.chain((0..others).map(|i| (1 + hubs + i, 1 + hubs + others + i)));
    let list = EdgeList::from_pairs((1 + hubs + 2 * others) as usize, arcs).unwrap();
    let never_up = BreadthFirstSearch { up: 1, up_growing: 1 };
    for exec in execs() {
        let graph = Graph::<Undirected>::from_edges(&exec, &list).unwrap();
        for _ in 0..8 {
            let found = distances(&exec, &graph, Node::new(0), never_up).unwrap();
            let mut levels = [0; 4];
            found.into_words().unwrap().as_slice().iter().for_each(|&steps| levels[steps as usize] += 1);
            assert_eq!(levels, [1, hubs, others, others]);
        }
    }
}

#[test]
fn a_source_that_is_not_there_is_refused() {
    let exec = Exec::new(1).unwrap();
    let graph = Graph::<Undirected>::from_edges(&exec, &EdgeList::with_nodes(0).unwrap()).unwrap();
    let refused = breadth_first_search(&exec, &graph, Node::new(0), BreadthFirstSearch::default());
    assert_eq!(refused.unwrap_err().to_string(), "source: expected a node below 0, found 0");
    let refused = betweenness(&exec, &graph, [Node::new(7)], Betweenness::default());
    assert_eq!(refused.unwrap_err().to_string(), "sources: expected nodes below 0, found 7");
    let none =
        betweenness(&exec, &graph, [0; 0], Betweenness { scale: Scale::Pairs, ..Betweenness::default() })
            .unwrap();
    assert!(none.is_empty());
}

/// Betweenness by its definition: for each pair, the part of the shortest paths through each node.
fn naive_betweenness<D: Direction, E: EdgeData>(
    graph: &Graph<D, E>,
    sources: &[Node],
    counts_sources: bool,
) -> Vec<f64> {
    let n = graph.node_count();
    let counts = |source: Node| {
        let steps = steps(graph, source);
        let mut counts = vec![0.0; n];
        counts[source.index()] = 1.0;
        let mut order: Vec<usize> = (0..n).filter(|&node| steps[node].is_some()).collect();
        order.sort_by_key(|&node| steps[node]);
        for node in order {
            for next in graph.neighbours(Node::new(node)) {
                if steps[next.index()] == steps[node].map(|steps| steps + 1) {
                    counts[next.index()] += counts[node];
                }
            }
        }
        (steps, counts)
    };
    let of_nodes: Vec<_> = graph.nodes().map(counts).collect();
    let mut scores = vec![0.0; n];
    for source in sources.iter().map(|source| source.index()) {
        let (steps, counts) = &of_nodes[source];
        for end in (0..n).filter(|&end| end != source) {
            for via in (0..n).filter(|&via| (via != source || counts_sources) && via != end) {
                let (further, onward) = &of_nodes[via];
                let parts = steps[via].zip(further[end]).map(|(a, b)| a + b);
                if parts.is_some() && parts == steps[end] {
                    scores[via] += counts[via] * onward[end] / counts[end];
                }
            }
        }
    }
    scores
}

#[test]
fn betweenness_is_what_it_is_defined_to_be() {
    let execs = execs();
    for (i, list) in graphs().enumerate().filter(|(_, list)| list.node_count() < 100) {
        let exec = &execs[i % execs.len()];
        let sources: Vec<Node> = (0..list.node_count()).step_by(1 + i % 3).map(Node::new).collect();
        let graph = Graph::<Undirected, _>::from_edges(exec, &list).unwrap();
        let one_way = Graph::<Directed, _>::from_edges(exec, &list).unwrap().with_in_arcs(exec).unwrap();
        let config = Betweenness { counts_sources: i % 2 == 0, ..Betweenness::default() };
        let naive = [
            naive_betweenness(&graph, &sources, config.counts_sources),
            naive_betweenness(&one_way, &sources, config.counts_sources),
        ];
        let found = [
            betweenness(exec, &graph, sources.clone(), config),
            betweenness(exec, &one_way, sources, config),
        ];
        for (found, expected) in found.into_iter().zip(naive) {
            for (found, expected) in found.unwrap().as_slice().iter().zip(expected) {
                assert!((found - expected).abs() <= 1e-9 * expected.max(1.0), "graph {i}");
            }
        }
    }
}

/// Layers of nodes, each joined to all of the next: numbers of paths are rounded. And many small components.
fn layers() -> EdgeList {
    let (width, layers) = (5, 30);
    let between = (0..width * width).map(|pair| (pair / width, width + pair % width));
    let layered = (0..layers - 1)
        .flat_map(|layer| between.clone().map(move |(u, v)| (layer * width + u, layer * width + v)));
    let first = width * layers;
    let small = (0..200).flat_map(|part| {
        [(first + 3 * part, first + 3 * part + 1), (first + 3 * part, first + 3 * part + 2)]
    });
    EdgeList::from_pairs(first as usize + 600, layered.chain(small)).unwrap()
}

#[test]
fn many_sources_have_the_scores_of_single_ones() {
    let list = layers();
    let mut before = None;
    for exec in execs() {
        let graph = Graph::<Directed, _>::from_edges(&exec, &list).unwrap().with_in_arcs(&exec).unwrap();
        for counts_sources in [false, true] {
            let config = Betweenness { counts_sources, ..Betweenness::default() };
            let mut expected = vec![0.0; list.node_count()];
            for source in graph.nodes() {
                let scores = betweenness(&exec, &graph, [source], config).unwrap();
                expected.iter_mut().zip(scores.as_slice()).for_each(|(sum, score)| *sum += score);
            }
            let found = betweenness(&exec, &graph, graph.nodes(), config).unwrap();
            for (found, expected) in found.as_slice().iter().zip(expected) {
                assert!((found - expected).abs() <= 1e-12 * expected, "{found} {expected}");
            }
            if !counts_sources {
                assert_eq!(*before.get_or_insert_with(|| found.clone()), found);
            }
        }
    }
}

#[test]
fn betweenness_is_the_same_on_any_number_of_threads() {
    let list = graphs().nth(149).unwrap();
    let scores = execs().into_iter().map(|exec| {
        let graph = Graph::<Undirected, _>::from_edges(&exec, &list).unwrap();
        let sources = (0..list.node_count()).step_by(5000).map(Node::new);
        betweenness(&exec, &graph, sources, Betweenness { scale: Scale::Highest, ..Betweenness::default() })
            .unwrap()
    });
    let scores: Vec<_> = scores.collect();
    assert!(scores.iter().all(|one| one == &scores[0]));
    assert_eq!(scores[0].as_slice().iter().copied().fold(0.0, f64::max), 1.0);
}

/// Also where the search would never go against the arcs.
#[test]
fn directed_graphs_without_in_arcs_are_refused() {
    let exec = Exec::new(1).unwrap();
    let list = EdgeList::from_pairs(3, [(0, 1), (1, 2)]).unwrap();
    let graph = Graph::<Directed>::from_edges(&exec, &list).unwrap();
    let source = Node::new(0);
    let refusals = [
        breadth_first_search(&exec, &graph, source, BreadthFirstSearch::default()).map(drop),
        distances(&exec, &graph, source, BreadthFirstSearch::default()).map(drop),
        betweenness(&exec, &graph, [source], Betweenness::default()).map(drop),
        page_rank(&exec, &graph, PageRank::default()).map(drop),
    ];
    for refusal in refusals {
        let expected = "the graph: expected one built with in-arcs (`with_in_arcs`), found one without";
        assert_eq!(refusal.unwrap_err().to_string(), expected);
    }
    let graph = graph.with_in_arcs(&exec).unwrap();
    let config = BreadthFirstSearch { up: 0, ..BreadthFirstSearch::default() };
    let refusal = breadth_first_search(&exec, &graph, source, config).unwrap_err();
    assert_eq!(refusal.to_string(), "up and up_growing: expected at least 1, found 0 and 8");
}

/// All triangles have the same two nodes in common, so a count that is lost is soon seen.
#[test]
fn many_threads_count_triangles_of_the_same_nodes() {
    let leaves = 40_000;
    let arcs = (2..2 + leaves).flat_map(|leaf| [(0, leaf), (1, leaf)]).chain([(0, 1)]);
    let list = EdgeList::from_pairs(2 + leaves as usize, arcs).unwrap();
    for exec in execs() {
        let graph = Graph::<Undirected>::from_edges(&exec, &list).unwrap();
        assert_eq!(triangles(&exec, &graph).unwrap(), u64::from(leaves));
        let of_nodes = triangles_of_nodes(&exec, &graph).unwrap();
        assert_eq!(of_nodes.as_slice()[..2], [u64::from(leaves); 2]);
        assert!(of_nodes.as_slice()[2..].iter().all(|&count| count == 1));
    }
}

#[test]
fn triangles_are_all_triples_of_adjacent_nodes() {
    let execs = execs();
    for (i, list) in graphs().enumerate().filter(|(_, list)| list.node_count() < 100) {
        let exec = &execs[i % execs.len()];
        // Each list also with its edges again and again: small graphs have few triangles.
        let shifted = list
            .as_view()
            .edges()
            .iter()
            .map(|edge| (u32::from(edge.v), (u32::from(edge.u) + 1) % list.node_count() as u32, 1));
        let edges = list.edges().iter().map(|edge| (u32::from(edge.u), u32::from(edge.v), 1));
        let list =
            EdgeList::from_triples(list.node_count(), edges.chain(shifted).collect::<Vec<_>>()).unwrap();
        for is_by_target in [false, true] {
            let builder = Graph::<Undirected, u32>::builder();
            let builder = if is_by_target { builder.by_target() } else { builder };
            let graph = builder.build(exec, &list).unwrap();
            let n = graph.node_count();
            let is_edge = |a: usize, b: usize| graph.neighbours(Node::new(a)).contains(&Node::new(b));
            let mut of_nodes = vec![0; n];
            let mut all = 0;
            for (a, b, c) in (0..n).flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| (a, b, c)))) {
                if is_edge(a, b) && is_edge(b, c) && is_edge(a, c) {
                    all += 1;
                    [a, b, c].into_iter().for_each(|node| of_nodes[node] += 1);
                }
            }
            assert_eq!(triangles(exec, &graph).unwrap(), all, "graph {i}");
            assert_eq!(triangles_of_nodes(exec, &graph).unwrap().as_slice(), of_nodes, "graph {i}");
            let coefficients = clustering_coefficients(exec, &graph).unwrap();
            for a in 0..n {
                let neighbours: Vec<_> = (0..n).filter(|&b| b != a && is_edge(a, b)).collect();
                let pairs = neighbours.len() * neighbours.len().saturating_sub(1) / 2;
                let expected = if pairs == 0 { 0.0 } else { of_nodes[a] as f64 / pairs as f64 };
                assert_eq!(coefficients[Node::new(a)], expected, "graph {i}");
            }
        }
    }
}
