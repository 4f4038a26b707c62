//! The edges of paths that are known by their nodes.

use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};

use boscage::Error;
use boscage::exec::Exec;
use boscage::graph::{Directed, EdgeId, EdgeList, Graph, Node, Undirected};

#[test]
fn the_edge_of_a_step_has_the_least_key_and_then_the_lowest_id() {
    let exec = Exec::new(1).unwrap();
    let edges = [(1, 0, 5.0), (0, 1, 3.0), (1, 2, 4.0), (0, 1, 3.0), (2, 2, 1.0), (2, 1, 4.0), (2, 2, 0.5)];
    let list = EdgeList::from_triples(3, edges).unwrap();
    let path = [0, 1, 2, 2].map(Node::new);
    for builder in [Graph::<Undirected, f64>::builder(), Graph::<Undirected, f64>::builder().by_target()] {
        let graph = builder.with_ids().build(&exec, &list).unwrap();
        assert_eq!(graph.path_edges(&path, |length| length).unwrap(), [1, 2, 6].map(EdgeId::new));
        assert_eq!(graph.path_edges(&path, Reverse).unwrap(), [0, 2, 4].map(EdgeId::new));
        assert_eq!(graph.path_edges(&path, |_| ()).unwrap(), [0, 2, 4].map(EdgeId::new));
        for (nan, id) in [(vec![5.0], 1), (vec![3.0], 0), (vec![3.0, 5.0], 0)] {
            let key = |length| if nan.contains(&length) { f64::NAN } else { length };
            assert_eq!(graph.path_edges(&path[..2], key).unwrap(), [EdgeId::new(id)]);
        }
        assert!(graph.path_edges(&path[..1], |_| ()).unwrap().is_empty());
        assert!(graph.path_edges(&[], |_| ()).unwrap().is_empty());
    }
    let graph = Graph::<Directed, f64>::builder().with_ids().build(&exec, &list).unwrap();
    assert_eq!(graph.path_edges(&[1, 0].map(Node::new), |_| ()).unwrap(), [EdgeId::new(0)]);
}

#[test]
fn a_step_without_an_arc_and_a_graph_without_ids_are_errors() {
    let exec = Exec::new(1).unwrap();
    let list = EdgeList::from_pairs(3, [(0, 1)]).unwrap();
    let graph = Graph::<Directed>::builder().with_ids().build(&exec, &list).unwrap();
    for path in [[0, 2], [1, 0]] {
        let error = graph.path_edges(&path.map(Node::new), |()| ()).unwrap_err();
        let words = format!("none from node {} to node {}", path[0], path[1]);
        assert!(matches!(error, Error::Argument { .. }) && error.to_string().contains(&words), "{error}");
    }
    for path in [vec![7], vec![0, 7], vec![7, 0]] {
        let path: Vec<_> = path.into_iter().map(Node::new).collect();
        assert!(catch_unwind(AssertUnwindSafe(|| graph.path_edges(&path, |()| ()))).is_err());
    }
    let graph = Graph::<Directed>::from_edges(&exec, &list).unwrap();
    assert!(matches!(graph.path_edges(&[Node::new(0)], |()| ()), Err(Error::Argument { .. })));
}
