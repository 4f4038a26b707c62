//! Graphs with some edges of another graph: simple graphs and subgraphs.

use std::ops::Range;

use super::direction::is_edge;
use super::gather::gather;
use super::rows::Rows;
use super::{AtomicEdgeMap, AtomicNodeMap, Direction, EdgeData, EdgeId, Graph, Node, NodeMap};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::{exclusive_scan, for_each_block, for_each_piece, map_blocks, pack_map};

/// Nodes or arcs per block.
const BLOCK: usize = 1 << 12;

/// Marks nodes outside of the subgraph. No node has this number.
const NONE: u32 = u32::MAX;

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// Returns the simple graph on the same nodes: without self-loops, and with only the edge of lowest id
    /// among parallel edges (in a directed graph, edges with the same source and target).
    ///
    /// If the graph has edge ids, the remaining edges are renumbered in their order. To keep the old ids,
    /// store them as data first ([`EdgeList::map`](super::EdgeList::map)).
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{EdgeList, Graph, Node, Undirected};
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_triples(3, [(0, 1, 'a'), (1, 0, 'b'), (2, 2, 'c'), (1, 2, 'd')])?;
    /// let graph = Graph::<Undirected, _>::from_edges(&exec, &list)?.simplified(&exec)?;
    /// assert_eq!(graph.edge_count(), 2);
    /// assert_eq!(graph.arcs(1).data, ['a', 'd']);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn simplified(&self, exec: &Exec) -> Result<Self> {
        self.simplified_by(exec, |first, _| first)
    }

    /// Returns the simple graph on the same nodes, as [`Graph::simplified`]; the data of parallel edges are
    /// combined, one after the other in the order of the edges.
    ///
    /// # Determinism
    /// The data do not depend on the number of threads, even if they are sums of floats.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{EdgeList, Graph, Undirected};
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_triples(3, [(0, 1, 5), (1, 0, 2), (2, 2, 9), (1, 2, 4)])?;
    /// let graph = Graph::<Undirected, _>::from_edges(&exec, &list)?;
    /// let sums = graph.simplified_by(&exec, |one, other| one + other)?;
    /// assert_eq!(sums.to_edge_list(&exec)?, EdgeList::from_triples(3, [(0, 1, 7), (1, 2, 4)])?);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn simplified_by(&self, exec: &Exec, combine: impl Fn(E, E) -> E + Sync) -> Result<Self> {
        exec.install(|| {
            let rows = gather(exec, self.node_count(), self.has_ids(), |node, arcs| {
                let places = self.out.places(node);
                // The position in the row replaces the id until one arc per target is left.
                let targets = self.out.targets[places.clone()].iter().copied();
                let in_row = targets.zip(&self.out.data[places.clone()]).enumerate();
                arcs.extend(in_row.map(|(i, (target, &data))| (target, EdgeId::new(i), data)));
                arcs.retain(|arc| arc.0 != node);
                arcs.sort_by_key(|arc| arc.0); // stable
                arcs.dedup_by(|later, first| {
                    let is_parallel = later.0 == first.0;
                    if is_parallel {
                        first.2 = combine(first.2, later.2);
                    }
                    is_parallel
                });
                arcs.sort_unstable_by_key(|arc| arc.1);
                if let Some(ids) = &self.out.ids {
                    arcs.iter_mut().for_each(|arc| arc.1 = ids[places.start + arc.1.index()]);
                }
            })?;
            self.with_fewer(exec, rows)
        })
    }

    /// Returns the subgraph induced by the nodes for which `keep` is true, and a map with the old number of
    /// each of its nodes. Nodes keep their order; `keep` is called once per node.
    ///
    /// If the graph has edge ids, the remaining edges are renumbered, as in [`Graph::simplified`].
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Directed, EdgeList, Graph, Node};
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(4, [(0, 1), (1, 3), (3, 1), (2, 3)])?;
    /// let graph = Graph::<Directed>::from_edges(&exec, &list)?;
    /// let (odd, names) = graph.subgraph(&exec, |node| node.index() % 2 == 1)?;
    /// assert_eq!(odd.to_edge_list(&exec)?, EdgeList::from_pairs(2, [(0, 1), (1, 0)])?);
    /// assert_eq!(names.as_slice(), [1, 3].map(Node::new));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn subgraph(&self, exec: &Exec, keep: impl Fn(Node) -> bool + Sync) -> Result<(Self, NodeMap<Node>)> {
        exec.install(|| {
            let kept = pack_map(exec, self.node_count(), |i| keep(Node::new(i)), Node::new)?;
            let names = AtomicNodeMap::filled(self, NONE)?.relaxed();
            for_each_block(exec, kept.len(), BLOCK, |block| {
                block.for_each(|new| names.store(kept[new], new as u32));
            });
            let names = names.into_map();
            let rows = gather(exec, kept.len(), self.has_ids(), |new, arcs| {
                let row = self.out.arcs_of(kept[new.index()]);
                let row = row.filter(|arc| names[arc.0] != NONE);
                arcs.extend(row.map(|(target, id, data)| (Node::from(names[target]), id, data)));
            })?;
            Ok((self.with_fewer(exec, rows)?, kept.into()))
        })
    }

    /// Creates the graph of rows with some arcs of this graph: both arcs of an edge or none. Ids are still
    /// those of this graph.
    fn with_fewer(&self, exec: &Exec, mut rows: Rows<E>) -> Result<Self> {
        let edges = match &mut rows.ids {
            None => {
                let of_node = |from: Node| {
                    rows.targets[rows.places(from)].iter().filter(|&&to| is_edge::<D>(from, to)).count()
                };
                let of_block = |block: Range<usize>| block.map(Node::new).map(of_node).sum::<usize>();
                map_blocks(exec, rows.node_count(), BLOCK, of_block).into_iter().sum()
            }
            Some(ids) => {
                let kept = AtomicEdgeMap::filled(self, 0)?.relaxed();
                for_each_piece(exec, ids.chunks(BLOCK), |ids| ids.iter().for_each(|&id| kept.store(id, 1)));
                let mut numbers = kept.into_map().into_vec();
                let edges = exclusive_scan::<u32>(exec, &mut numbers);
                for_each_piece(exec, ids.chunks_mut(BLOCK), |ids| {
                    ids.iter_mut().for_each(|id| *id = EdgeId::from(numbers[id.index()]));
                });
                edges as usize
            }
        };
        self.with_rows(exec, edges, rows)
    }

    /// Creates a graph in the same form as this one from rows. Runs on the current pool.
    pub(super) fn with_rows<F: EdgeData>(
        &self,
        exec: &Exec,
        edges: usize,
        out: Rows<F>,
    ) -> Result<Graph<D, F>> {
        let Self { is_by_target, direction, .. } = *self;
        let mut graph = Graph { edges, out: out.into(), incoming: None, is_by_target, direction };
        if self.incoming.is_some() {
            graph.incoming = Some(graph.turned(exec)?.into());
        }
        Ok(graph)
    }
}
