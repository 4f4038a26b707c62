//! Directed graphs of some of the arcs of another graph.

use std::marker::PhantomData;

use super::gather::gather;
use super::{Directed, Direction, EdgeData, EdgeId, Graph, Node};
use crate::Result;
use crate::exec::Exec;

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// The directed graph of the arcs for which `keep(from, to)` is true, without their data and ids. The
    /// arcs of a node keep their order. With `keep` true for one of the two arcs of each edge, it is an
    /// orientation of an undirected graph.
    ///
    /// `keep` is called twice for every arc, and must return the same both times.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If `keep` does, or returns something else the second time.
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &EdgeList::from_pairs(3, [(1, 0), (1, 2)])?)?;
    /// let down = graph.oriented(&exec, |from, to| from > to)?;
    /// assert_eq!(down.to_edge_list(&exec)?, EdgeList::from_pairs(3, [(1, 0), (2, 1)])?);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn oriented(&self, exec: &Exec, keep: impl Fn(Node, Node) -> bool + Sync) -> Result<Graph<Directed>> {
        let row = |from: Node, arcs: &mut Vec<_>| {
            let kept = self.neighbours(from).iter().filter(|&&to| keep(from, to));
            arcs.extend(kept.map(|&to| (to, EdgeId::new(0), ())));
        };
        let out = exec.install(|| gather(exec, self.nodes(), false, row))?;
        let (edges, is_by_target) = (out.targets.len(), self.is_by_target);
        Ok(Graph { edges, out, incoming: None, is_by_target, direction: PhantomData })
    }
}
