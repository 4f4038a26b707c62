//! The edges of a path that is known by its nodes.

use super::{Direction, EdgeData, EdgeId, Graph, Node};
use crate::{Error, Result, memory};

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// Returns the edges of a path, one fewer than it has nodes. Of several edges from a node to the next, it
    /// is the one with the least key (NaN counts as the largest), and of several such edges the one with the
    /// lowest id.
    ///
    /// The key of the shortest path is the length, that of the widest path `Reverse(width)`; without data it
    /// is any constant. It takes the time of one look at each arc of the nodes of the path.
    ///
    /// # Errors
    /// [`Error::Argument`] if the graph was built without [ids](super::Builder::with_ids), or no arc leads
    /// from a node to the next one; [`Error::OutOfMemory`].
    ///
    /// # Panics
    /// If a node is not in the graph.
    ///
    /// # Examples
    /// ```
    /// use boscage::graph::EdgeId;
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::available()?;
    /// let list = EdgeList::from_triples(3, [(0, 1, 7_u32), (1, 2, 1), (1, 0, 3)])?;
    /// let graph = Graph::<Undirected, _>::builder().with_ids().build(&exec, &list)?;
    /// let path = [0, 1, 2].map(Node::new);
    /// assert_eq!(graph.path_edges(&path, |length| length)?, [2, 1].map(EdgeId::new));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn path_edges<K: PartialOrd>(&self, path: &[Node], key: impl Fn(E) -> K) -> Result<Vec<EdgeId>> {
        self.check_ids()?;
        if let Some(&last) = path.last() {
            _ = self.arcs(last); // which panics, as it does below for the others
        }
        let mut edges = memory::reserve("the edges of a path", path.len().saturating_sub(1))?;
        for step in path.windows(2) {
            let arcs = self.arcs(step[0]).iter_with_ids().filter(|&(to, ..)| to == step[1]);
            let arcs = arcs.map(|(_, id, data)| (key(data), id));
            let least = arcs.reduce(|least, other| if is_less(&other, &least) { other } else { least });
            let Some((_, id)) = least else {
                let found = format!("none from node {} to node {}", step[0], step[1]);
                return Err(Error::argument("path", "an arc from each node to the next", found));
            };
            edges.push(id);
        }
        Ok(edges)
    }
}

fn is_less<K: PartialOrd>(one: &(K, EdgeId), other: &(K, EdgeId)) -> bool {
    match one.0.partial_cmp(&other.0) {
        Some(order) => order.then(one.1.cmp(&other.1)).is_lt(),
        None => one.0.partial_cmp(&one.0).is_some(), // the other is NaN
    }
}
