//! Adjacency as an edge list.
#![allow(unsafe_code)]

use super::direction::is_upward;
use super::fill::edges_by_id;
use super::rows::AllRows;
use super::words::{self, Word, is_laid_out_as};
use super::{Arcs, Direction, Edge, EdgeData, EdgeList, Graph};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::{pack_map, tabulate_blocks};

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// The edges of the graph. In an undirected graph the lower end of each comes first. They stand in the
    /// order of their ids if the graph has ids; otherwise by their first ends, as the arcs do.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`]. Without ids it takes 4 bytes an arc beside the result while it works.
    ///
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
        let edges = exec.install(|| edges_of(exec, self.out.all(), self.edges, D::IS_DIRECTED))?;
        Ok(EdgeList::of_checked(self.nodes(), edges))
    }
}

/// The edges, of which there are `count`, that arcs stand for.
fn edges_of<E: EdgeData>(
    exec: &Exec,
    rows: AllRows<'_, E>,
    count: usize,
    is_directed: bool,
) -> Result<Vec<Edge<E>>> {
    macro_rules! by_words {
        ($word:ty) => {{
            fn by_words(
                exec: &Exec,
                rows: AllRows<'_, Word<$word>>,
                count: usize,
                is_directed: bool,
            ) -> Result<Vec<Edge<Word<$word>>>> {
                edges_of_any(exec, rows, count, is_directed)
            }
            let edges = by_words(exec, words::rows(rows), count, is_directed)?;
            // SAFETY: edges have copies of the data of arcs, which are of type `E`.
            Ok(unsafe { words::edges_back(edges) })
        }};
    }
    if const { is_laid_out_as::<E, u32>() } {
        by_words!(u32)
    } else if const { is_laid_out_as::<E, u64>() } {
        by_words!(u64)
    } else {
        edges_of_any(exec, rows, count, is_directed)
    }
}

fn edges_of_any<E: EdgeData>(
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
