//! Components by union-find: the ends of every edge are united, all edges in one loop or in batches.

use boscage::prelude::*;
use boscage::sync::{DisjointSets, SequentialSets};
use rayon::prelude::*;

/// An edge.
type Ends = (Node, Node);

/// Edges that arrive together.
pub(crate) const BATCH: usize = 1000;

/// Returns the lowest node of each component, by a loop over each batch of edges.
pub(crate) fn boscage(exec: &Exec, nodes: usize, edges: &[Ends], batch: usize) -> Result<Vec<Node>> {
    let sets = DisjointSets::new(nodes)?;
    for batch in edges.chunks(batch) {
        exec.do_all("unite", batch, |&(u, v)| {
            sets.unite(u, v);
        })?;
    }
    Ok((0..nodes).map(|node| sets.find(Node::new(node))).collect())
}

/// The same with rayon.
pub(crate) fn rayon(nodes: usize, edges: &[Ends], batch: usize) -> Vec<Node> {
    let sets = DisjointSets::new(nodes).expect("there is memory");
    for batch in edges.chunks(batch) {
        batch.par_iter().with_min_len(1 << 6).for_each(|&(u, v)| {
            sets.unite(u, v);
        });
    }
    (0..nodes).map(|node| sets.find(Node::new(node))).collect()
}

/// The same on one thread.
pub(crate) fn sequential(nodes: usize, edges: &[Ends]) -> Vec<Node> {
    let mut sets = SequentialSets::new(nodes).expect("there is memory");
    edges.iter().for_each(|&(u, v)| {
        sets.unite(u, v);
    });
    let mut lowest = vec![None; nodes];
    let roots: Vec<Node> = (0..nodes).map(|node| sets.find(Node::new(node))).collect();
    for (node, root) in roots.iter().enumerate() {
        lowest[root.index()].get_or_insert(Node::new(node));
    }
    roots.iter().map(|root| lowest[root.index()].expect("each root has a member")).collect()
}
