//! Directed graphs of some arcs of another graph.

use std::marker::PhantomData;

use super::gather::gather;
use super::{Directed, Direction, EdgeData, EdgeId, Graph, Node};
use crate::Result;
use crate::exec::Exec;

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// Creates the directed graph of the arcs for which `keep(from, to)` is true, without data and ids. The
    /// arcs of a node keep their order. If `keep` is true for exactly one of the two arcs of each edge, the
    /// result is an orientation of an undirected graph.
    ///
    /// `keep` is called twice per arc and must return the same value both times.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If `keep` does, or returns another value the second time.
    ///
    /// # Examples
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
        self.kept(exec, |from, arcs| {
            let kept = self.neighbours(from).iter().filter(|&&to| keep(from, to));
            arcs.extend(kept.map(|&to| (to, EdgeId::new(0), ())));
        })
    }

    /// As [`Graph::oriented`], with the edge of each arc as its data.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] if the graph has no edge ids, and [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// As [`Graph::oriented`].
    ///
    /// # Examples
    /// ```
    /// use boscage::graph::EdgeId;
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(3, [(1, 0), (1, 2)])?;
    /// let graph = Graph::<Undirected>::builder().with_ids().build(&exec, &list)?;
    /// let down = graph.oriented_with_edges(&exec, |from, to| from > to)?;
    /// assert_eq!(down.arcs(2).data, [EdgeId::new(1)]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn oriented_with_edges(
        &self,
        exec: &Exec,
        keep: impl Fn(Node, Node) -> bool + Sync,
    ) -> Result<Graph<Directed, EdgeId>> {
        self.check_ids()?;
        self.kept(exec, |from, arcs| {
            let kept = self.out.arcs_of(from).filter(|&(to, ..)| keep(from, to));
            arcs.extend(kept.map(|(to, edge, _)| (to, EdgeId::new(0), edge)));
        })
    }

    fn kept<X: EdgeData>(
        &self,
        exec: &Exec,
        row: impl Fn(Node, &mut Vec<(Node, EdgeId, X)>) + Sync,
    ) -> Result<Graph<Directed, X>> {
        let row = &row;
        let out = exec.install(|| gather(exec, self.node_count(), false, row))?;
        let (edges, is_by_target) = (out.targets.len(), self.is_by_target);
        Ok(Graph { edges, out: out.into(), incoming: None, is_by_target, direction: PhantomData })
    }
}
