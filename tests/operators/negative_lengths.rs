//! Shortest paths with negative lengths against rounds over all arcs, with sums of 128 bits.

use boscage::exec::Exec;
use boscage::graph::{Directed, Direction, EdgeList, Graph, Node, Undirected};
use boscage::operators::{NegativeCycle, ShortestPathForest, bellman_ford};
use boscage::random::{Random, mix};

use super::graphs::{execs, graphs};

/// The distances of all walks with at most as many arcs as there are nodes; `None` if the last arc mattered.
fn oracle<D: Direction>(graph: &Graph<D, i64>, sources: &[(Node, u64)]) -> Option<Vec<Option<i128>>> {
    let mut truth = vec![None; graph.node_count()];
    let lower = |place: &mut Option<i128>, sum: i128| {
        let falls = place.is_none_or(|old| sum < old);
        *place = if falls { Some(sum) } else { *place };
        falls
    };
    for &(node, start) in sources {
        lower(&mut truth[node.index()], start.into());
    }
    for _ in 0..=graph.node_count() {
        let mut falls = false;
        for from in graph.nodes() {
            for (to, length) in graph.arcs(from) {
                let Some(distance) = truth[from.index()] else { continue };
                falls |= lower(&mut truth[to.index()], distance + i128::from(length));
            }
        }
        if !falls {
            return Some(truth);
        }
    }
    None
}

/// Demands that parents are one step back on a path with the fewest arcs, and the lowest such nodes.
fn are_first_parents<D: Direction>(
    graph: &Graph<D, i64>,
    sources: &[(Node, u64)],
    found: &ShortestPathForest<i64>,
) {
    let distance = |node: Node| found.distances.get(node);
    let mut arcs = vec![usize::MAX; graph.node_count()];
    for &(node, start) in sources {
        if distance(node).map(i128::from) == Some(start.into()) {
            arcs[node.index()] = 0;
            assert_eq!(found.parents.get(node), Some(node));
        }
    }
    for level in 0..graph.node_count() {
        let mut parents = vec![None; graph.node_count()];
        for from in graph.nodes().filter(|node| arcs[node.index()] == level) {
            for (to, length) in graph.arcs(from) {
                if distance(from).map(|near| near + length) == distance(to) && arcs[to.index()] > level {
                    parents[to.index()].get_or_insert(from);
                }
            }
        }
        if !parents.iter().any(Option::is_some) && level > 0 {
            break;
        }
        for node in graph.nodes().filter(|node| parents[node.index()].is_some()) {
            arcs[node.index()] = level + 1;
            assert_eq!(found.parents.get(node), parents[node.index()]);
        }
    }
    assert!(graph.nodes().all(|node| distance(node).is_none() == found.parents.get(node).is_none()));
}

/// Demands that nodes are those of a cycle of negative length that the sources reach.
fn is_negative<D: Direction>(graph: &Graph<D, i64>, sources: &[(Node, u64)], cycle: &[Node]) {
    let next = cycle.iter().skip(1).chain(&cycle[..1]);
    let least = |(&from, &to)| graph.arcs(from).iter().filter(|arc| arc.0 == to).map(|arc| arc.1).min();
    assert!(cycle.iter().zip(next).map(|arc| least(arc).unwrap()).sum::<i64>() < 0, "{cycle:?}");
    assert!(cycle.iter().skip(1).all(|&node| node > cycle[0]));
    let mut is_reached = vec![false; graph.node_count()];
    let mut stack: Vec<_> = sources.iter().map(|source| source.0).collect();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut is_reached[node.index()], true) {
            stack.extend(graph.neighbours(node));
        }
    }
    assert!(is_reached[cycle[0].index()]);
}

/// Returns `true` if there was a negative cycle.
fn check<D: Direction>(execs: &[Exec], list: &EdgeList<i64>, sources: &[(Node, u64)]) -> bool {
    let mut first = None;
    for exec in execs {
        let graph = Graph::<D, _>::from_edges(exec, list).unwrap();
        let found = bellman_ford(exec, &graph, sources).unwrap();
        if *first.get_or_insert_with(|| found.clone()) != found {
            panic!("{} threads: {found:?} beside {first:?}", exec.threads());
        }
        if exec.threads() > 1 {
            continue;
        }
        match (&found, oracle(&graph, sources)) {
            (Ok(found), Some(truth)) => {
                assert!(found.distances.values().map(|distance| distance.map(i128::from)).eq(truth));
                are_first_parents(&graph, sources, found);
            }
            (Err(NegativeCycle { nodes, .. }), None) => is_negative(&graph, sources, nodes),
            (found, truth) => panic!("{found:?} beside {truth:?} of {list:?}"),
        }
    }
    first.unwrap().is_err()
}

#[test]
fn small_graphs_have_the_distances_or_cycles_of_the_oracle() {
    let execs = [Exec::new(1).unwrap(), Exec::new(2).unwrap()];
    let mut cycles = 0;
    let mut of_pairs = |nodes: usize, pairs: &[(u32, u32)], every: usize| {
        for number in (0..4_usize.pow(pairs.len() as u32)).step_by(every) {
            let length = |i: usize| (number >> (2 * i) & 3) as i64 - 1; // 2: no arc
            let arcs = (0..pairs.len()).filter(|&i| length(i) < 2);
            let list =
                EdgeList::from_triples(nodes, arcs.map(|i| (pairs[i].0, pairs[i].1, length(i)))).unwrap();
            let execs = if number % 16 == 0 { &execs[..] } else { &execs[..1] };
            cycles += usize::from(check::<Directed>(execs, &list, &[(Node::new(0), 0)]));
        }
    };
    of_pairs(2, &[(0, 0), (0, 1), (1, 0), (1, 1)], 1);
    of_pairs(3, &[(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)], 1);
    of_pairs(4, &[(0, 1), (1, 2), (2, 3), (3, 1), (1, 0), (3, 0), (0, 3), (2, 1), (0, 2)], 37);
    assert!(cycles > 1000);
}

#[test]
fn random_multigraphs_have_the_distances_or_cycles_of_the_oracle() {
    let (execs, mut cycles) = (execs(), 0);
    for (i, list) in graphs().enumerate() {
        let potential = |node: Node| (mix(u64::from(u32::from(node)) + i as u64) % 100) as i64;
        // Lengths along which potentials never rise have no negative cycle.
        let list = list
            .map(|id, edge| {
                let random = (mix(id.index() as u64) % 10) as i64;
                match i % 3 {
                    0 => random - 1,
                    _ => random + potential(edge.v) - potential(edge.u),
                }
            })
            .unwrap();
        let mut draws = Random::new(i as u64, 5).item(0);
        let mut node = || Node::new(draws.below(list.node_count() as u64) as usize);
        let sources: Vec<_> = (0..i % 4).map(|k| (node(), (i * k % 7) as u64)).collect();
        let small = list.node_count() < 100;
        cycles += usize::from(check::<Directed>(&execs[..if small { 5 } else { 3 }], &list, &sources));
        if small {
            cycles += usize::from(check::<Undirected>(&execs[..2], &list, &sources));
        }
    }
    assert!(cycles > 30, "{cycles}");
}

/// A cycle behind a path of the same length is found, although falls begin late.
#[test]
fn long_cycles_behind_long_paths_are_found() {
    for exec in execs() {
        for nodes in [10_u32, 100, 3000] {
            let path = (0..2 * nodes - 1).map(|i| (i, i + 1, i64::from(i % 5) - 2));
            let cycle = [(2 * nodes - 1, nodes, 0_i64)];
            let list = EdgeList::from_triples(2 * nodes as usize, path.chain(cycle)).unwrap();
            let around: i64 = list.edges()[nodes as usize..].iter().map(|edge| edge.weight).sum();
            let last = list.edge_count() - 1;
            for length in [-1, 0] {
                let list =
                    list.map(|id, edge| if id.index() == last { length - around } else { edge.weight });
                let graph = Graph::<Directed, _>::from_edges(&exec, &list.unwrap()).unwrap();
                let found = bellman_ford(&exec, &graph, 0).unwrap();
                let expected: Vec<_> = (nodes..2 * nodes).map(Node::from).collect();
                assert_eq!(found.err().map(|cycle| cycle.nodes), (length < 0).then_some(expected));
            }
        }
    }
}

#[test]
fn distances_that_do_not_fit_are_refused() {
    let exec = Exec::new(2).unwrap();
    let from_0 = |arcs: &[(u32, u32, i64)]| {
        let list = EdgeList::from_triples(4, arcs.iter().copied()).unwrap();
        bellman_ford(&exec, &Graph::<Directed, _>::from_edges(&exec, &list).unwrap(), 0)
    };
    let refused = |arcs: &[(u32, u32, i64)]| from_0(arcs).unwrap_err().to_string();
    let expected = "lengths: expected distances that are numbers and fit i64, found a";
    assert_eq!(refused(&[(0, 1, i64::MAX), (1, 2, -5)]), format!("{expected} longer one"));
    assert_eq!(refused(&[(0, 1, i64::MAX - 1), (1, 2, 1)]), format!("{expected} longer one"));
    assert_eq!(refused(&[(0, 1, i64::MIN), (1, 2, -1)]), format!("{expected} shorter one"));
    assert_eq!(refused(&[(0, 1, i64::MIN), (1, 0, -1)]), format!("{expected} shorter one"));
    let fits = from_0(&[(0, 1, i64::MAX - 1), (1, 2, i64::MIN), (2, 3, -1), (0, 2, 0), (0, 3, i64::MIN)]);
    let fits = fits.unwrap().unwrap();
    assert!(fits.distances.values().eq([0, i64::MAX - 1, -2, i64::MIN].map(Some)));

    let list = EdgeList::from_triples(3, [(0, 1, u64::MAX), (1, 2, 0)]).unwrap();
    let graph = Graph::<Directed, _>::from_edges(&exec, &list).unwrap();
    assert!(bellman_ford(&exec, &graph, 0).unwrap_err().to_string().ends_with("a longer one"));
    assert!(bellman_ford(&exec, &graph, [(0, u64::MAX)]).unwrap_err().to_string().contains("fits i64"));
    assert!(bellman_ford(&exec, &graph, 3).unwrap_err().to_string().contains("a node below 3"));
    let no_sources: &[u32] = &[];
    assert_eq!(bellman_ford(&exec, &graph, no_sources).unwrap().unwrap().distances.iter().count(), 0);
}

#[test]
fn floats_may_be_negative_and_infinite_but_are_numbers() {
    for exec in execs() {
        let from_0 = |arcs: &[(u32, u32, f64)]| {
            let list = EdgeList::from_triples(4, arcs.iter().copied()).unwrap();
            bellman_ford(&exec, &Graph::<Directed, _>::from_edges(&exec, &list).unwrap(), [(0, 0.5)])
        };
        let arcs = [(0, 1, 2.0), (0, 2, -0.75), (1, 2, -3.0), (2, 3, f64::INFINITY), (2, 3, 0.0)];
        let found = from_0(&arcs).unwrap().unwrap();
        assert!(found.distances.values().eq([0.5, 2.5, -0.5, -0.5].map(Some)));
        assert_eq!(found.parents.get(3), Some(Node::new(2)));
        let endless = from_0(&[(0, 1, f64::INFINITY), (0, 2, f64::NEG_INFINITY)]).unwrap().unwrap();
        assert!(endless.distances.values().eq([
            Some(0.5),
            Some(f64::INFINITY),
            Some(f64::NEG_INFINITY),
            None
        ]));
        assert!(from_0(&[(0, 1, f64::INFINITY), (1, 2, f64::NEG_INFINITY)]).is_err());
        // Around the cycle, 0.5 becomes 0, because 0.5 is lost beside 2^60. Then it does not change.
        let long = 2_f64.powi(60);
        let lost = from_0(&[(0, 1, 0.0), (1, 2, long), (2, 1, -long)]).unwrap();
        assert_eq!(lost.unwrap_err().nodes, [1, 2].map(Node::new));
    }
}
