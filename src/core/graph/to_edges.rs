//! Conversion of adjacency into an edge list.
#![allow(unsafe_code)]

use super::direction::is_upward;
use super::fill::edges_by_id;
use super::rows::AllRows;
use super::words::{self, Word, with_word};
use super::{Arcs, Direction, Edge, EdgeData, EdgeList, Graph};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::{pack_map, tabulate_blocks};

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// Returns the edges of the graph. In an undirected graph, the first end of each edge is the lower one.
    /// Edges are in the order of their ids if the graph has ids, otherwise in the order of their arcs.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`]. Without ids, the conversion needs 4 additional bytes per arc.
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{EdgeList, Graph, Undirected};
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_triples(3, [(1, 2, 'a'), (0, 2, 'b')])?;
    /// let builder = Graph::<Undirected, char>::builder();
    /// assert_eq!(builder.with_ids().build(&exec, &list)?.to_edge_list(&exec)?, list);
    /// let by_first_end = EdgeList::from_triples(3, [(0, 2, 'b'), (1, 2, 'a')])?;
    /// assert_eq!(builder.build(&exec, &list)?.to_edge_list(&exec)?, by_first_end);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn to_edge_list(&self, exec: &Exec) -> Result<EdgeList<E>> {
        let (rows, count) = (self.out.all(), self.edges);
        let edges = exec.install_for(self.node_count() + count, || {
            with_word!(E, T => {
                let edges = T::edges_of(exec, words::rows(rows), count, D::IS_DIRECTED)?;
                // SAFETY: the data of edges are copies of those of arcs, which are of type `E`.
                Ok(unsafe { words::edges_back(edges) })
            }, else edges_of(exec, rows, count, D::IS_DIRECTED))
        });
        Ok(EdgeList::from_checked(self.node_count(), edges?))
    }
}

/// Returns the `count` edges that arcs represent.
pub(super) fn edges_of<E: EdgeData>(
    exec: &Exec,
    rows: AllRows<'_, E>,
    count: usize,
    is_directed: bool,
) -> Result<Vec<Edge<E>>> {
    let Arcs { targets, data, ids } = rows.arcs;
    if ids.is_some() {
        return edges_by_id(exec, rows, count, is_directed);
    }
    let sources = tabulate_blocks(exec, "sources", targets.len(), |places, sources| {
        for (node, places) in rows.nodes_of(places) {
            sources.extend(places.map(|_| node));
        }
    })?;
    let is_edge = |place: usize| is_directed || is_upward(sources[place], targets[place]);
    let edge = |place: usize| Edge::new(sources[place], targets[place], data[place]);
    pack_map(exec, targets.len(), is_edge, edge)
}
