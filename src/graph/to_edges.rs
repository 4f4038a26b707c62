//! Adjacency as an edge list.

use super::{Direction, Edge, EdgeData, EdgeId, EdgeList, Graph};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::{pack_map, radix_sort, tabulate, tabulate_blocks};

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// The edges of the graph. In an undirected graph the lower end of each comes first. They stand in the order
    /// of their ids if the graph has ids; otherwise by their first ends, as the arcs do.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`]. While it works it takes 4 bytes an arc beside the result, and with ids the size
    /// of the result and 4 bytes an edge more.
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
        exec.install(|| {
            let rows = &self.out;
            let arcs = rows.targets.len();
            let sources = tabulate_blocks("sources", arcs, |places, sources| {
                for (node, places) in rows.nodes_of(places) {
                    sources.extend(places.map(|_| node));
                }
            })?;
            // Of the two arcs of an undirected edge, the one that leads upwards stands for it.
            let is_edge = |place: usize| D::IS_DIRECTED || sources[place] <= rows.targets[place];
            let edge = |place: usize| Edge::new(sources[place], rows.targets[place], rows.data[place]);
            let edges = match &rows.ids {
                None => pack_map(arcs, is_edge, edge)?,
                Some(ids) => {
                    let numbered = |place: usize| (ids[place], edge(place));
                    let mut edges: Vec<(EdgeId, Edge<E>)> = pack_map(arcs, is_edge, numbered)?;
                    radix_sort(&mut edges, |edge| u32::from(edge.0))?;
                    tabulate("the edge list", edges.len(), |i| edges[i].1)?
                }
            };
            Ok(EdgeList::of_checked(self.nodes(), edges))
        })
    }
}
