//! Typed graphs from inputs whose direction and weights are known only at run time.

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Directed, EdgeList, FileData, Graph, Node, Undirected};
use boscage::io::{ArcPolicy, Input, ReadOptions, Unweighted, read_bytes};

fn read(text: &str, options: &ReadOptions) -> Input {
    read_bytes(&Exec::current(), "g.txt", text.as_bytes(), options).unwrap()
}

fn input(text: &str) -> Input {
    read(text, &ReadOptions::default())
}

fn neighbours<E: FileData>(graph: &Graph<impl boscage::graph::Direction, E>) -> Vec<Vec<u32>> {
    let of = |node: Node| graph.neighbours(node).iter().map(|&node| node.into()).collect();
    graph.nodes().map(of).collect()
}

/// A loop, parallel edges, an edge each way.
const EDGES: &str = "0 1\n1 0\n1 2\n1 2\n2 2\n";

#[test]
fn an_undirected_input_has_both_arcs_of_every_edge_and_one_of_a_loop() {
    let exec = Exec::current();
    let input = input(EDGES);
    assert!(!input.is_directed);
    let directed: Graph<Directed> = input.graph(&exec).unwrap();
    let undirected: Graph<Undirected> = input.graph(&exec).unwrap();
    assert_eq!((undirected.edge_count(), directed.edge_count()), (5, 9));
    assert_eq!(neighbours(&directed), [vec![1, 1], vec![0, 0, 2, 2], vec![1, 1, 2]]);
    assert_eq!(neighbours(&undirected), neighbours(&directed));
    assert_eq!(directed, undirected.directed(&exec).unwrap());
}

#[test]
fn a_directed_input_is_directed_only() {
    let exec = Exec::current();
    let input = input(&format!("# Directed graph\n{EDGES}"));
    let directed: Graph<Directed> = input.graph(&exec).unwrap();
    assert_eq!(directed.edge_count(), 5);
    assert_eq!(neighbours(&directed), [vec![1], vec![0, 2, 2], vec![2]]);
    assert_eq!(
        input.graph::<Undirected, ()>(&exec).unwrap_err().to_string(),
        "g.txt: expected an undirected graph, found a directed one \
         (read it as a directed graph, which `symmetrised` makes undirected)"
    );
    assert_eq!(input.edges::<()>(&exec).unwrap().edge_count(), 5, "lists have no direction");
}

#[test]
fn weights_are_dropped_and_never_made_up() {
    let exec = Exec::current();
    let weighted = input("0 1 5\n1 2 7\n");
    let graph: Graph<Undirected, u32> = weighted.graph(&exec).unwrap();
    assert_eq!(graph.arcs(Node::new(1)).data, [5, 7]);
    let bare: Graph<Undirected> = weighted.graph(&exec).unwrap();
    assert_eq!(neighbours(&bare), [vec![1], vec![0, 2], vec![1]]);
    assert_eq!(
        weighted.graph::<Undirected, f32>(&exec).unwrap_err().to_string(),
        "g.txt: expected weights of type f32, found weights of type u32 \
         (read them with the type that they have; `EdgeList::map` converts)"
    );

    let unweighted = input("0 1\n1 2\n");
    assert_eq!(unweighted.list, AnyEdgeList::from(EdgeList::from_pairs(3, [(0, 1), (1, 2)]).unwrap()));
    assert_eq!(
        unweighted.edges::<u32>(&exec).unwrap_err().to_string(),
        "g.txt: expected weights of type u32, found none \
         (`ReadOptions::unweighted` gives weights of type u32)"
    );
    assert_eq!(
        boscage::with_weighted_list!(&unweighted.list, list => list.edge_count()).unwrap_err().to_string(),
        "the graph: expected edges with weights (`ReadOptions::unweighted` gives weights to those of a \
         file), found edges without"
    );
    let ones = ReadOptions { unweighted: Some(Unweighted::One), ..ReadOptions::default() };
    let ones = read("0 1\n1 2\n", &ones);
    assert_eq!(
        *ones.edges::<u32>(&exec).unwrap(),
        EdgeList::from_triples(3, [(0, 1, 1), (1, 2, 1)]).unwrap()
    );
    assert!(!ones.weighted);
}

#[test]
fn weights_are_widened_where_none_changes() {
    /// The weights as text, if a list has such weights.
    fn of<E: FileData>(exec: &Exec, input: &Input) -> Option<Vec<String>> {
        let list = input.edges::<E>(exec).ok()?;
        assert_eq!((list.node_count(), list.edge_count()), (3, 2));
        Some(list.edges().iter().map(|edge| format!("{:?}", edge.weight)).collect())
    }
    let exec = Exec::current();
    for (least, greatest, name, widened) in [
        ("0", "4294967295", "u32", [None, Some(""), Some(""), Some(""), None, Some(".0")]),
        ("-2147483648", "2147483647", "i32", [Some(""), None, Some(""), None, None, Some(".0")]),
        ("0", "18446744073709551615", "u64", [None, None, None, Some(""), None, None]),
        ("-9223372036854775808", "4", "i64", [None, None, Some(""), None, None, None]),
        ("0.1", "-2.5", "f64", [None, None, None, None, None, Some("")]),
    ] {
        let input = input(&format!("0 1 {least}\n1 2 {greatest}\n"));
        assert_eq!(input.list.weight_type(), name);
        let expected = widened
            .map(|suffix| suffix.map(|of| [least, greatest].map(|text| text.to_owned() + of).to_vec()));
        let found = [
            of::<i32>(&exec, &input),
            of::<u32>(&exec, &input),
            of::<i64>(&exec, &input),
            of::<u64>(&exec, &input),
            of::<f32>(&exec, &input),
            of::<f64>(&exec, &input),
        ];
        assert_eq!(found, expected, "{name}");
    }
    let single = AnyEdgeList::from(EdgeList::from_triples(2, [(0, 1, 0.1_f32)]).unwrap());
    let double = f64::edges_of(&exec, &single).unwrap().unwrap();
    assert_eq!(double.edges()[0].weight, f64::from(0.1_f32));
}

#[test]
fn a_directed_graph_is_not_folded() {
    let options = ReadOptions { is_directed: Some(true), arcs: ArcPolicy::Fold, ..ReadOptions::default() };
    let refused = read_bytes(&Exec::current(), "g.txt", b"0 1\n", &options).unwrap_err().to_string();
    assert_eq!(refused, "arcs: expected auto or keep for a directed graph, found fold");
}
