//! If the allocator refuses an array of a thread, the operator returns an error; nothing aborts.

use std::sync::PoisonError;

use boscage::exec::Exec;
use boscage::generate::{Gnm, gnm};
use boscage::graph::{Graph, Undirected};
use boscage::operators::{LabelPropagation, k_truss, label_propagation, triangles, triangles_of_nodes};

use crate::ALONE;
use crate::counted::COUNTED;

/// Number of nodes, such that no other array has the size of an array with one element per node.
const NODES: usize = 10_007;

/// Number of words with a bit per node.
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
        // Marks of the count and of the peeling.
        assert!(marks.iter().filter(|&&what| what == "marks of nodes").count() >= 2, "{marks:?}");
    }
}
