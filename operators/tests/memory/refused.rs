//! Arrays of a thread that the allocator refuses end an operator with an error; nothing aborts.

use std::sync::PoisonError;

use boscage::exec::Exec;
use boscage::generate::{Gnm, gnm};
use boscage::graph::{Graph, Undirected};
use boscage::operators::{LabelPropagation, k_truss, label_propagation, triangles, triangles_of_nodes};

use crate::ALONE;
use crate::counted::COUNTED;

/// Nodes of the graph: no other array has a size that an array of one element for each node has.
const NODES: usize = 10_007;

/// Words of a bit for each node.
const WORDS: usize = NODES.div_ceil(64);

#[test]
fn refused_arrays_of_threads_are_errors() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for threads in [1, 2] {
        let exec = Exec::new(threads).unwrap();
        let list = gnm(&exec, &Gnm { nodes: NODES, edges: 12 * NODES, ..Gnm::default() }).unwrap();
        let graph = Graph::<Undirected, _>::builder().with_ids().build(&exec, &list).unwrap();
        let has = |refused: Vec<&str>, what| assert!(refused.contains(&what), "{what}: {refused:?}");
        has(COUNTED.refused(8 * WORDS, || triangles(&exec, &graph)), "marks of nodes");
        has(COUNTED.refused(8 * WORDS, || triangles_of_nodes(&exec, &graph)), "marks of nodes");
        let config = LabelPropagation { rounds: 2, ..LabelPropagation::default() };
        let communities = || label_propagation(&exec, &graph, config);
        has(COUNTED.refused(4 * NODES, communities), "counts of labels");
        let marks = COUNTED.refused(4 * NODES, || k_truss(&exec, &graph));
        // Those of the count and those of the peeling.
        assert!(marks.iter().filter(|&&what| what == "marks of nodes").count() >= 2, "{marks:?}");
    }
}
