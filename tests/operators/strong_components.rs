//! Strongly connected components against a search from every node.

use boscage::exec::{CancelToken, Exec};
use boscage::graph::{Directed, EdgeList, Graph, Node};
use boscage::operators::strongly_connected_components;

use super::graphs::{execs, graphs};

/// Which nodes a node reaches.
fn reached(graph: &Graph<Directed, u32>, from: usize) -> Vec<bool> {
    let (mut reached, mut stack) = (vec![false; graph.node_count()], vec![Node::new(from)]);
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut reached[node.index()], true) {
            stack.extend(graph.neighbours(node));
        }
    }
    reached
}

/// The component of a node: who reaches it among those it reaches. Searches from every node.
fn naive(graph: &Graph<Directed, u32>) -> Vec<u32> {
    let n = graph.node_count();
    let reach: Vec<_> = (0..n).map(|node| reached(graph, node)).collect();
    let mut labels = vec![u32::MAX; n];
    let mut count = 0;
    for node in 0..n {
        if labels[node] == u32::MAX {
            (0..n)
                .filter(|&other| reach[node][other] && reach[other][node])
                .for_each(|other| labels[other] = count);
            count += 1;
        }
    }
    labels
}

#[test]
fn strong_components_are_the_nodes_that_reach_each_other() {
    let execs = execs();
    for (i, list) in graphs().enumerate().filter(|(_, list)| list.node_count() < 1000) {
        let graph = Graph::<Directed, _>::from_edges(&execs[0], &list).unwrap();
        let expected = naive(&graph);
        for exec in [&execs[0], &execs[2]] {
            let found = strongly_connected_components(exec, &graph).unwrap();
            assert_eq!(found.labels(), expected, "graph {i} without in-arcs");
        }
        let graph = graph.with_in_arcs(&execs[1]).unwrap();
        for exec in &execs {
            let found = strongly_connected_components(exec, &graph).unwrap();
            assert_eq!(found.labels(), expected, "graph {i} on {} threads", exec.threads());
        }
    }
}

/// Cycles of many lengths, with arcs from each cycle to later ones: the components are the cycles.
#[test]
fn larger_graphs_fall_into_their_cycles() {
    let lengths: Vec<u32> = (0..300).map(|i| if i == 150 { 5_000 } else { 1 + i * 7 % 40 }).collect();
    let starts: Vec<u32> =
        lengths.iter().scan(0, |next, len| Some(std::mem::replace(next, *next + len))).collect();
    let nodes: u32 = lengths.iter().sum();
    let mut arcs = Vec::new();
    for (cycle, (&start, &length)) in starts.iter().zip(&lengths).enumerate() {
        arcs.extend((0..length).map(|i| (start + i, start + (i + 1) % length)));
        let later = (cycle + 1..300).step_by(cycle + 3);
        arcs.extend(later.map(|other| (start + length / 2, starts[other] + lengths[other] / 3)));
    }
    let list = EdgeList::from_pairs(nodes as usize, arcs).unwrap();
    let labels: Vec<u32> = (0..300).flat_map(|cycle| vec![cycle; lengths[cycle as usize] as usize]).collect();
    for exec in execs() {
        let graph = Graph::<Directed>::from_edges(&exec, &list).unwrap().with_in_arcs(&exec).unwrap();
        for graph in [graph.reversed(&exec).unwrap(), graph] {
            assert_eq!(strongly_connected_components(&exec, &graph).unwrap().labels(), labels);
        }
    }
}

/// Numbered along the way, and so that all arcs lead far: then one thread searches as many do.
#[test]
fn a_long_path_and_a_long_cycle_need_no_deep_stack() {
    let nodes = 200_000;
    for (is_closed, stride) in [(false, 1), (true, 1), (false, 77_773), (true, 77_773)] {
        let number = |i: u32| (u64::from(i) * stride % u64::from(nodes)) as u32;
        let arcs = (0..nodes - u32::from(!is_closed)).map(|i| (number(i), number((i + 1) % nodes)));
        let list = EdgeList::from_pairs(nodes as usize, arcs).unwrap();
        for exec in &execs()[..2] {
            let graph = Graph::<Directed>::from_edges(exec, &list).unwrap();
            let count = if is_closed { 1 } else { nodes as usize };
            assert_eq!(strongly_connected_components(exec, &graph).unwrap().count(), count);
            let graph = graph.with_in_arcs(exec).unwrap();
            assert_eq!(strongly_connected_components(exec, &graph).unwrap().count(), count);
        }
    }
}

/// Two thirds of the nodes are in one component, which leads to thousands of others, or they to it.
#[test]
fn a_giant_component_whose_arcs_lead_far_is_found_by_one_thread() {
    let nodes = 150_000_u32;
    let number = |i: u32| (u64::from(i) * 77_773 % u64::from(nodes)) as u32;
    let giant = nodes / 3 * 2;
    let cycle = |begin: u32, len: u32| (0..len).map(move |i| (begin + i, begin + (i + 1) % len));
    let mut arcs: Vec<(u32, u32)> = cycle(0, giant).collect();
    arcs.extend((0..giant).map(|i| (i, (i * 7 + 1) % giant)));
    for begin in (giant..nodes).step_by(10) {
        arcs.extend(cycle(begin, 10));
        arcs.push(if begin % 20 == 0 { (begin, begin % giant) } else { (begin % giant, begin) });
    }
    let arcs = arcs.into_iter().map(|(from, to)| (number(from), number(to)));
    let list = EdgeList::from_pairs(nodes as usize, arcs).unwrap();
    let [one, two] = [Exec::new(1).unwrap(), Exec::new(2).unwrap()];
    let graph = Graph::<Directed>::from_edges(&one, &list).unwrap();
    let expected = strongly_connected_components(&one, &graph).unwrap(); // Tarjan's algorithm
    assert_eq!(expected.count(), 1 + (nodes - giant) as usize / 10);
    let graph = graph.with_in_arcs(&one).unwrap();
    for exec in [one, two] {
        let found = strongly_connected_components(&exec, &graph).unwrap();
        assert_eq!(found.labels(), expected.labels(), "{} threads", exec.threads());
    }
}

#[test]
fn strong_components_of_nothing_and_after_cancellation() {
    let empty = EdgeList::with_nodes(0).unwrap();
    for exec in execs() {
        let graph = Graph::<Directed>::from_edges(&exec, &empty).unwrap().with_in_arcs(&exec).unwrap();
        assert_eq!(strongly_connected_components(&exec, &graph).unwrap().count(), 0);
        let list = EdgeList::from_pairs(10_000, (0..9_999).map(|i| (i, i + 1))).unwrap();
        let graph = Graph::<Directed>::from_edges(&exec, &list).unwrap();
        let token = CancelToken::new();
        token.cancel();
        let error = strongly_connected_components(&exec.with_token(token), &graph).unwrap_err();
        assert!(matches!(error, boscage::Error::Cancelled), "{error}");
    }
}
