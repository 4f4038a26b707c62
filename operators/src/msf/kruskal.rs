//! Kruskal's algorithm, plain: the baseline of every figure.
//!
//! **Idea.** Take the edges by (weight, id); keep those that join two trees. An edge that does not closes a cycle of
//! which it is the heaviest.
//!
//! **Cost.** One `sort_unstable` of m packed (weight, id) pairs, then up to 2 m finds with path halving, no ranks, on
//! one thread; the loop stops at n - 1 unions. It stays plain: what is clever has other names.
//!
//! **Paper.** Kruskal, "On the shortest spanning subtree of a graph", 1956.

use boscage::exec::Exec;
use boscage::graph::{EdgeId, EdgeListView, Forest, Key, Objective, Weight};
use boscage::sync::{EdgeSet, SequentialSets};
use boscage::{Result, memory};

/// (weight key, edge id) of an edge, in one integer.
pub(super) type Packed<W> = <<W as Weight>::Key as Key>::Packed;

/// The minimum (maximum) spanning forest by Kruskal's algorithm, on the calling thread.
///
/// # Errors
/// [`boscage::Error::Cancelled`], between its two stages, and [`boscage::Error::OutOfMemory`].
pub fn kruskal<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    let edges = graph.edges();
    if edges.is_empty() {
        return Ok(Forest::from_edges(graph, Vec::new()));
    }
    let order = exec.stage("kruskal sort", || {
        let pack = |i: usize| objective.pack(edges[i].weight, EdgeId::new(i));
        let mut order = memory::from_fn("the sorted order", edges.len(), pack)?;
        order.sort_unstable();
        Ok(order)
    })?;
    exec.stage("kruskal join", || {
        let mut trees = SequentialSets::new(graph.nodes())?;
        let mut missing = graph.nodes() - 1;
        let forest = EdgeSet::new(edges.len())?;
        for packed in order {
            let id = W::Key::unpack_id(packed);
            let edge = edges[id.index()];
            if trees.unite(edge.u, edge.v) {
                forest.insert(id);
                missing -= 1;
                if missing == 0 {
                    break;
                }
            }
        }
        Ok(Forest::from_edges(graph, forest.into_ids()?))
    })
}
