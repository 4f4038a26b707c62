//! Adjacency as an edge list.

use std::ops::Range;

use super::fill::{Source, by_number, partition};
use super::group::Buckets;
use super::{Direction, Edge, EdgeData, EdgeId, EdgeList, Graph, Node};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::{pack_map, tabulate_blocks};

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// The edges of the graph. In an undirected graph the lower end of each comes first. They stand in the
    /// order of their ids if the graph has ids; otherwise by their first ends, as the arcs do.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`]. While it works it takes 4 bytes an arc beside the result; with ids
    /// instead the size of the result, and 4 bytes an edge.
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
            let edges = if self.has_ids() {
                let buckets = Buckets::new(self.edges, self.edges * size_of::<(EdgeId, Edge<E>)>());
                let numbered = partition("edges by their ids", &ById(self), buckets)?;
                by_number("the edge list", &numbered, buckets)?
            } else {
                self.edges_as_arcs_stand()?
            };
            Ok(EdgeList::of_checked(self.nodes(), edges))
        })
    }

    fn edges_as_arcs_stand(&self) -> Result<Vec<Edge<E>>> {
        let rows = &self.out;
        let arcs = rows.targets.len();
        let sources = tabulate_blocks("sources", arcs, |places, sources| {
            for (node, places) in rows.nodes_of(places) {
                sources.extend(places.map(|_| node));
            }
        })?;
        let edge = |place: usize| Edge::new(sources[place], rows.targets[place], rows.data[place]);
        pack_map(arcs, |place| is_edge::<D>(sources[place], rows.targets[place]), edge)
    }
}

/// Whether an arc stands for its edge: of the two arcs of an undirected edge, the one that leads upwards.
#[inline(always)]
fn is_edge<D: Direction>(from: Node, to: Node) -> bool {
    D::IS_DIRECTED || from <= to
}

/// The edges of a graph with ids, each at the arc that stands for it.
struct ById<'a, D: Direction, E: EdgeData>(&'a Graph<D, E>);

impl<D: Direction, E: EdgeData> Source for ById<'_, D, E> {
    type Item = (EdgeId, Edge<E>);

    fn positions(&self) -> usize {
        self.0.out.targets.len()
    }

    #[inline(always)]
    fn for_each(&self, positions: Range<usize>, mut item: impl FnMut(usize, (EdgeId, Edge<E>))) {
        self.0.out.for_each_arc(positions, |from, to, id, data| {
            if is_edge::<D>(from, to) {
                item(id.index(), (id, Edge::new(from, to, data)));
            }
        });
    }
}
