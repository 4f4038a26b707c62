//! Maximum flows against augmenting paths, one after another.

use std::collections::VecDeque;

use boscage::exec::Exec;
use boscage::graph::{Directed, EdgeList, EdgeListView, Graph, Node};
use boscage::operators::{Capacity, Flow, MaxFlow, max_flow};
use boscage::random::mix;

use super::graphs::{execs, graphs};

/// The algorithm of Edmonds and Karp on an array of rooms between all pairs of nodes.
fn edmonds_karp(list: EdgeListView<'_, u32>, source: usize, sink: usize) -> u64 {
    let n = list.node_count();
    let mut room = vec![vec![0_u64; n]; n];
    list.edges().iter().for_each(|edge| room[edge.u.index()][edge.v.index()] += u64::from(edge.weight));
    let mut value = 0;
    loop {
        let (mut from, mut queue) = (vec![usize::MAX; n], VecDeque::from([source]));
        from[source] = source;
        while let Some(node) = queue.pop_front() {
            for other in 0..n {
                if room[node][other] > 0 && from[other] == usize::MAX {
                    from[other] = node;
                    queue.push_back(other);
                }
            }
        }
        if from[sink] == usize::MAX {
            return value;
        }
        let path: Vec<_> = std::iter::successors(Some(sink), |&node| Some(from[node]))
            .take_while(|&node| node != source)
            .map(|node| (from[node], node))
            .collect();
        let units = path.iter().map(|&(u, v)| room[u][v]).min().unwrap();
        path.iter().for_each(|&(u, v)| (room[u][v], room[v][u]) = (room[u][v] - units, room[v][u] + units));
        value += units;
    }
}

fn network<W: Capacity>(exec: &Exec, list: &EdgeList<W>) -> Graph<Directed, W> {
    Graph::<Directed, W>::builder().with_ids().with_in_arcs().build(exec, list).unwrap()
}

/// Asserts that it is a flow, and that it is as large as its cut.
fn check<W: Capacity>(list: &EdgeList<W>, source: Node, sink: Node, flow: &Flow) {
    let mut sums = vec![0_i128; list.node_count()];
    let mut cut = 0;
    for (edge, &units) in list.edges().iter().zip(flow.edges.as_slice()) {
        let capacity = edge.weight.units().unwrap();
        assert!(units <= capacity, "{units} on an edge of {capacity}");
        sums[edge.u.index()] -= i128::from(units);
        sums[edge.v.index()] += i128::from(units);
        if !flow.is_on_sink_side[edge.u] && flow.is_on_sink_side[edge.v] {
            cut += i128::from(capacity);
        }
    }
    let value = i128::from(flow.value);
    assert_eq!((sums[source.index()], sums[sink.index()], cut), (-value, value, value));
    (sums[source.index()], sums[sink.index()]) = (0, 0);
    assert!(sums.iter().all(|&sum| sum == 0), "what flows into a node flows out");
    assert!(!flow.is_on_sink_side[source] && flow.is_on_sink_side[sink]);
}

#[test]
fn flows_are_as_large_as_by_augmenting_paths() {
    let execs = execs();
    let small = graphs().enumerate().filter(|(_, list)| (2..1000).contains(&list.node_count()));
    for (i, list) in small.take(120) {
        let most = [1, 3, 1000][i % 3];
        let list = list.map(|id, _| (mix(u64::from(u32::from(id)) + i as u64) % (most + 1)) as u32).unwrap();
        let graph = network(&execs[0], &list);
        let (source, sink) = (0, 1 + i % (list.node_count() - 1));
        let expected = edmonds_karp(list.as_view(), source, sink);
        let (source, sink) = (Node::new(source), Node::new(sink));
        let mut first = None;
        for exec in [&execs[0], &execs[1 + i % 4]] {
            let search_every = [MaxFlow::DEFAULT_SEARCH_EVERY, 0.1, 1e9][i / 3 % 3];
            let config = MaxFlow { search_every, chunk: [MaxFlow::DEFAULT_CHUNK, 1][i % 2] };
            let flow = max_flow(exec, &graph, source, sink, config).unwrap();
            assert_eq!(flow.value, expected, "graph {i} on {} threads", exec.threads());
            check(&list, source, sink, &flow);
            let cut = first.get_or_insert_with(|| flow.is_on_sink_side.clone());
            assert_eq!(cut, &flow.is_on_sink_side, "graph {i}: the cut is always the same");
        }
    }
}

#[test]
fn larger_flows_are_as_large_as_their_cuts() {
    let execs = execs();
    for (i, list) in graphs().enumerate().filter(|(_, list)| list.edge_count() > 20_000).take(3) {
        let list = list.map(|id, _| i64::from(u32::from(id) % 50)).unwrap();
        let graph = network(&execs[1], &list);
        let values = execs.iter().map(|exec| {
            let most = |node: &Node| (graph.degree(*node), *node);
            let source = graph.nodes().max_by_key(most).unwrap();
            let sink = graph.nodes().filter(|&node| node != source).max_by_key(|&n| graph.in_degree(n));
            let flow = max_flow(exec, &graph, source, sink.unwrap(), MaxFlow::default()).unwrap();
            check(&list, source, sink.unwrap(), &flow);
            flow.value
        });
        let values: Vec<u64> = values.collect();
        assert!(values[0] > 0 && values.iter().all(|&value| value == values[0]), "graph {i}: {values:?}");
    }
}

/// Many nodes push to the same few at the same time, so a change that is lost is soon seen.
#[test]
fn nothing_is_lost_where_many_threads_push_to_a_few_nodes() {
    let (hubs, middle) = (4_u32, 20_000_u32);
    let (source, sink) = (0, 1 + hubs + middle);
    let mut arcs = Vec::new();
    for i in 0..middle {
        arcs.push((source, 1 + hubs + i, 3));
        arcs.extend((0..hubs).map(|hub| (1 + hubs + i, 1 + hub, 1)));
    }
    arcs.extend((0..hubs).map(|hub| (1 + hub, sink, middle - 100 * hub)));
    let list = EdgeList::from_triples(2 + (hubs + middle) as usize, arcs).unwrap();
    for exec in execs() {
        let graph = network(&exec, &list);
        let (source, sink) = (Node::from(source), Node::from(sink));
        let flow = max_flow(&exec, &graph, source, sink, MaxFlow::default()).unwrap();
        check(&list, source, sink, &flow);
        assert_eq!(flow.value, u64::from(3 * middle));
    }
}

/// Most of what reaches the last node has to go all the way back; every node has a self-loop with room.
#[test]
fn a_long_chain_with_a_narrow_end() {
    let last = 5_000;
    let chain = (0..last).map(|node| (node, node + 1, if node == last - 1 { 1 } else { 10 }));
    let loops = (0..=last).map(|node| (node, node, 1000));
    let list = EdgeList::from_triples(last as usize + 1, chain.chain(loops)).unwrap();
    for exec in execs() {
        let graph = network::<u32>(&exec, &list);
        let flow = max_flow(&exec, &graph, Node::new(0), Node::from(last), MaxFlow::default()).unwrap();
        check(&list, Node::new(0), Node::from(last), &flow);
        assert_eq!(flow.value, 1);
    }
}

#[test]
fn capacities_may_be_as_large_as_their_type_but_not_their_sum() {
    let (first, last, exec) = (Node::new(0), Node::new(2), Exec::new(2).unwrap());
    let run = |triples: &[(u32, u32, u64)]| {
        let list = EdgeList::from_triples(3, triples.iter().copied()).unwrap();
        let flow = max_flow(&exec, &network(&exec, &list), first, last, MaxFlow::default());
        flow.inspect(|flow| check(&list, first, last, flow)).map(|flow| flow.value)
    };
    assert_eq!(
        run(&[(0, 1, u64::MAX), (1, 2, u64::MAX), (1, 1, u64::MAX), (2, 0, u64::MAX)]).unwrap(),
        u64::MAX
    );
    assert_eq!(run(&[(0, 1, u64::MAX), (1, 2, u64::MAX), (1, 2, u64::MAX)]).unwrap(), u64::MAX);
    assert_eq!(run(&[(1, 0, 5), (2, 1, 5)]).unwrap(), 0);
    assert_eq!(run(&[(0, 0, u64::MAX), (0, 1, 3), (1, 1, u64::MAX), (1, 2, 2)]).unwrap(), 2);
    assert_eq!(run(&[(0, 1, 0), (1, 2, 0), (0, 2, 0)]).unwrap(), 0);
    let error = run(&[(0, 1, u64::MAX), (0, 2, 1)]).unwrap_err().to_string();
    assert_eq!(
        error,
        "capacities: expected less than 2^64 out of the source, found more on the arcs of node 0"
    );
}

#[test]
fn what_has_no_flow_is_refused() {
    let exec = Exec::new(1).unwrap();
    let list = EdgeList::from_triples(3, [(0, 1, 5_i32), (1, 2, -1)]).unwrap();
    let refused = |graph: &Graph<Directed, i32>, source, sink, search_every| {
        let config = MaxFlow { search_every, ..MaxFlow::default() };
        max_flow(&exec, graph, Node::new(source), Node::new(sink), config).unwrap_err().to_string()
    };
    let graph = network(&exec, &list);
    assert_eq!(
        refused(&graph, 0, 2, 1.0),
        "capacities: expected none below 0, found a negative one on an arc of node 1"
    );
    assert_eq!(refused(&graph, 1, 1, 1.0), "sink: expected a node other than the source, found 1");
    assert_eq!(refused(&graph, 0, 3, 1.0), "sink: expected a node below 3, found 3");
    assert_eq!(refused(&graph, 4, 2, 1.0), "source: expected a node below 3, found 4");
    assert_eq!(refused(&graph, 0, 2, 0.0), "search_every: expected more than 0, found 0");
    let bare = Graph::<Directed, _>::from_edges(&exec, &list).unwrap();
    assert_eq!(
        refused(&bare, 0, 2, 1.0),
        "the graph: expected one built with ids of edges (`with_ids`), found one without"
    );
    let bare = Graph::<Directed, _>::builder().with_ids().build(&exec, &list).unwrap();
    assert_eq!(
        refused(&bare, 0, 2, 1.0),
        "the graph: expected one built with in-arcs (`with_in_arcs`), found one without"
    );
}

#[test]
fn capacities_are_integers_of_any_width() {
    fn flow<W: Capacity>(capacity: W) -> Option<u64> {
        let list = EdgeList::from_triples(2, [(0, 1, capacity), (1, 1, capacity)]).unwrap();
        let exec = Exec::new(1).unwrap();
        let graph = network(&exec, &list);
        max_flow(&exec, &graph, Node::new(0), Node::new(1), MaxFlow::default()).ok().map(|flow| flow.value)
    }
    assert_eq!([flow(u8::MAX), flow(i8::MAX)], [Some(255), Some(127)]);
    assert_eq!([flow(u16::MAX), flow(i16::MAX)], [Some(65_535), Some(32_767)]);
    assert_eq!([flow(u32::MAX), flow(i32::MAX)], [Some(u32::MAX.into()), Some(i32::MAX as u64)]);
    assert_eq!([flow(u64::MAX), flow(i64::MAX)], [Some(u64::MAX), Some(i64::MAX as u64)]);
    assert_eq!([flow(usize::MAX), flow(isize::MAX)], [Some(usize::MAX as u64), Some(isize::MAX as u64)]);
    assert_eq!([flow(-1_i8), flow(-1_i16), flow(-1_isize)], [None; 3]);
}
