//! Adjacency as an edge list.

use super::direction::is_edge;
use super::fill::edges_by_id;
use super::{Direction, Edge, EdgeData, EdgeList, Graph};
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
        exec.install(|| {
            let edges = match self.has_ids() {
                true => edges_by_id::<D, E>(exec, &self.out, self.edges)?,
                false => self.edges_as_arcs_stand(exec)?,
            };
            Ok(EdgeList::of_checked(self.nodes(), edges))
        })
    }

    fn edges_as_arcs_stand(&self, exec: &Exec) -> Result<Vec<Edge<E>>> {
        let rows = &self.out;
        let arcs = rows.targets.len();
        let sources = tabulate_blocks(exec, "sources", arcs, |places, sources| {
            for (node, places) in rows.all().nodes_of(places) {
                sources.extend(places.map(|_| node));
            }
        })?;
        let edge = |place: usize| Edge::new(sources[place], rows.targets[place], rows.data[place]);
        pack_map(exec, arcs, |place| is_edge::<D>(sources[place], rows.targets[place]), edge)
    }
}
