//! The nodes of a graph, as the items of loops.

use boscage::prelude::*;
use rayon::prelude::*;

use super::inputs::threads;

#[test]
fn every_loop_gets_each_node_once() {
    for nodes in [0, 1, 7, 30_000] {
        let list = EdgeList::with_nodes(nodes).unwrap();
        let expected = || (0..nodes).map(Node::new);
        for exec in threads() {
            let graph = Graph::<Directed>::from_edges(&exec, &list).unwrap();
            let ids = || graph.nodes();
            assert_eq!(ids().len(), nodes);
            assert!(ids().eq(expected()) && ids().rev().eq(expected().rev()));
            assert_eq!((ids().nth(5), ids().next_back()), (expected().nth(5), expected().next_back()));
            let shared: Vec<Node> = exec.install(|| ids().into_par_iter().collect());
            assert!(shared.into_iter().eq(expected()));
            let odd: Vec<Node> = exec.install(|| ids().into_par_iter().rev().skip(1).step_by(2).collect());
            assert!(odd.into_iter().eq(expected().rev().skip(1).step_by(2)));

            let visits = AtomicNodeMap::filled(&graph, 0).unwrap();
            exec.do_all("do_all", ids(), |node| _ = visits.fetch_add(node, 1)).unwrap();
            exec.for_each("for_each", ids(), Fifo::default(), |node, _| _ = visits.fetch_add(node, 1))
                .unwrap();
            assert_eq!(visits.into_map().into_vec(), vec![2; nodes]);
        }
    }
}
