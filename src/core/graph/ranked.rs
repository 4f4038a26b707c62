//! Ranks: weights made of any keys with an order.
//!
//! A forest depends only on the order of the edges. The rank of an edge is the number of different keys below
//! its own, so equal keys have equal ranks, and the forest of the ranks is the forest of the keys.

use rayon::slice::ParallelSliceMut;

use super::{Edge, EdgeData, EdgeList};
use crate::exec::Exec;
use crate::parallel::{exclusive_scan, scatter, tabulate};
use crate::{Result, memory};

impl<E: EdgeData> EdgeList<E> {
    /// Returns the same graph with ranks as weights: the weight of an edge is the number of different keys
    /// below its own. So a spanning forest of the ranks is one of the keys, whatever their type. `key` is
    /// called once per edge.
    ///
    /// Takes time O(m log m) on the threads of `exec`, and additional memory of a key and 12 bytes per edge.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If `key` or the comparison of keys does, or possibly if the keys are not totally ordered.
    ///
    /// # Examples
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
            let edges = self.edges();
            let mut keys = tabulate(exec, "the keys", edges.len(), |i| (key(&edges[i]), i as u32))?;
            // Edges with equal keys may be in any order: they get the same rank.
            keys.par_sort_unstable_by(|one, other| one.0.cmp(&other.0));
            // 1 at the last edge of each key; the number of ones before an edge is its rank.
            let is_last = |i: usize| keys.get(i + 1).is_some_and(|next| next.0 != keys[i].0);
            let mut ranks = tabulate(exec, "ranks", keys.len(), |i| u32::from(is_last(i)))?;
            exclusive_scan(exec, &mut ranks);
            let mut of_edges = memory::filled("ranks of edges", edges.len(), 0_u32)?;
            scatter(exec, &ranks, |i| keys[i].1 as usize, &mut of_edges)?;
            let ranked = tabulate(exec, "the edge list", edges.len(), |i| {
                Edge::new(edges[i].u, edges[i].v, of_edges[i])
            })?;
            Ok(EdgeList::from_checked(self.node_count(), ranked))
        })
    }
}
