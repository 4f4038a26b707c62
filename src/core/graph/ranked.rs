//! Ranks: weights made from any keys that can be ordered.
//!
//! A forest depends only on the order of the edges. So the weight of an edge may be its rank: the number of
//! different keys below its own. Edges with equal keys have equal ranks, and the forest of the ranks is the
//! forest of the keys, edge for edge.

use rayon::slice::ParallelSliceMut;

use super::{Edge, EdgeData, EdgeList};
use crate::exec::Exec;
use crate::parallel::{exclusive_scan, scatter, tabulate};
use crate::{Result, memory};

impl<E: EdgeData> EdgeList<E> {
    /// The same graph with ranks for weights: an edge weighs as much as there are different keys below its
    /// own. `key` is called once an edge.
    ///
    /// Time O(m log m), by the threads of `exec`; a key and 12 bytes an edge beside the result.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If `key` or the comparison of keys does; perhaps if the keys are in no total order.
    ///
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::EdgeList;
    ///
    /// let names = EdgeList::from_triples(3, [(0, 1, "oak"), (1, 2, "ash"), (2, 0, "oak")])?;
    /// let ranked = names.ranked(&Exec::new(2)?, |edge| edge.weight)?;
    /// assert_eq!(ranked, EdgeList::from_triples(3, [(0, 1, 1), (1, 2, 0), (2, 0, 1)])?);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn ranked<K: Ord + Send + Sync>(
        &self,
        exec: &Exec,
        key: impl Fn(&Edge<E>) -> K + Sync,
    ) -> Result<EdgeList<u32>> {
        exec.install(|| {
            let edges = self.as_view().edges();
            let mut keys = tabulate(exec, "the keys", edges.len(), |i| (key(&edges[i]), i as u32))?;
            // Edges of equal keys may come in any order: they get the same rank.
            keys.par_sort_unstable_by(|one, other| one.0.cmp(&other.0));
            // 1 at the last edge of each key; the number of those before an edge is its rank.
            let is_last = |i: usize| keys.get(i + 1).is_some_and(|next| next.0 != keys[i].0);
            let mut ranks = tabulate(exec, "ranks", keys.len(), |i| u32::from(is_last(i)))?;
            exclusive_scan(exec, &mut ranks);
            let mut of_edges = memory::filled("ranks of edges", edges.len(), 0_u32)?;
            scatter(exec, &ranks, |i| keys[i].1 as usize, &mut of_edges)?;
            let ranked = tabulate(exec, "the edge list", edges.len(), |i| {
                Edge::new(edges[i].u, edges[i].v, of_edges[i])
            })?;
            Ok(EdgeList::of_checked(self.nodes(), ranked))
        })
    }
}
