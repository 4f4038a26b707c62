//! Sets of nodes alone; `phases` tests phases over them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use boscage::exec::Exec;
use boscage::graph::{Node, NodeSet};

use crate::inputs::threads;

#[test]
fn sets_hold_the_same_nodes_in_every_form() {
    for exec in threads() {
        for nodes in [0, 1, 63, 64, 65, 5000, 50_000] {
            for every in [1, 7, 100] {
                let expected: Vec<Node> = (0..nodes).step_by(every).map(Node::new).collect();
                let doubled: Vec<Node> = expected.iter().rev().chain(&expected).copied().collect();
                let list = || NodeSet::from_nodes(&exec, nodes, doubled.clone()).unwrap();
                let all = (every == 1).then(|| NodeSet::all(nodes));
                for set in [list(), list().into_bitmap(&exec).unwrap()].into_iter().chain(all) {
                    assert_eq!((set.len(), set.is_empty()), (expected.len(), expected.is_empty()));
                    assert!(set.iter().eq(expected.iter().copied()));
                    let mut probes = (0..nodes).step_by(1 + nodes / 50).map(Node::new);
                    assert!(probes.all(|node| set.contains(node) == (node.index() % every == 0)));
                    for beyond in [nodes.next_multiple_of(64), nodes + 64] {
                        let asked = AssertUnwindSafe(|| set.contains(Node::new(beyond)));
                        assert!(catch_unwind(asked).is_err(), "{beyond} of {nodes}");
                    }
                }
            }
        }
        refuses_other_nodes(&exec);
    }
}

fn refuses_other_nodes(exec: &Exec) {
    let refused = NodeSet::from_nodes(exec, 3, vec![Node::new(3), Node::new(0)]).unwrap_err();
    assert_eq!(refused.to_string(), "nodes of the set: expected nodes below 3, found 3");
}

#[test]
#[should_panic(expected = "5000000000 nodes are more than the 4294967294 that a graph can have")]
fn no_set_is_of_more_nodes_than_a_graph_can_have() {
    let _ = NodeSet::all(5_000_000_000);
}
