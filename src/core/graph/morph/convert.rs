//! Conversion of graphs to and from [`MorphGraph`].

use super::held::Slot;
use super::links::Side;
use super::pool::NONE;
use super::{Handle, MorphGraph};
use crate::exec::Exec;
use crate::graph::direction::is_edge;
use crate::graph::{Direction, Edge, EdgeData, EdgeList, Graph, Node, NodeMap};
use crate::{Result, memory};

impl<N, E: EdgeData, D: Direction> MorphGraph<N, E, D> {
    /// Converts a graph into one that can be changed, with data for its nodes. Also returns the handle of
    /// each node.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], and [`crate::Error::TooMany`] if there are 2^31 edges or more.
    pub fn from_graph(
        graph: &Graph<D, E>,
        mut data: impl FnMut(Node) -> N,
    ) -> Result<(Self, NodeMap<Handle>)> {
        let mut morph = Self::empty();
        let mut handles = memory::reserve("handles of nodes", graph.node_count())?;
        morph.edit(graph.node_count(), graph.edge_count(), |owned| {
            handles.extend(graph.nodes().map(|node| owned.add(data(node))));
            for u in graph.nodes() {
                for (v, data) in graph.arcs(u).iter().filter(|&(v, _)| is_edge::<D>(u, v)) {
                    owned.connect(handles[u.index()], handles[v.index()], data);
                }
            }
        })?;
        Ok((morph, handles.into()))
    }

    /// Converts the graph into adjacency, and also returns the handle of each node. Nodes are numbered in the
    /// order of [`MorphGraph::nodes`], edges by their lower node, or their source if they are directed, and
    /// the edges of one such node in the order in which they were added.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], and [`crate::Error::NanWeight`] if the data of an edge is NaN.
    pub fn to_graph(&mut self, exec: &Exec) -> Result<(Graph<D, E>, NodeMap<Handle>)> {
        let mut handles = memory::reserve("handles of nodes", self.node_count())?;
        let mut numbers = memory::filled("numbers of nodes", self.slots.len(), NONE)?;
        for (handle, _) in self.nodes() {
            numbers[handle.slot() as usize] = handles.len() as u32;
            handles.push(handle);
        }
        let mut edges = memory::reserve("edges", self.edge_count())?;
        for (slot, Slot { content, .. }) in self.slots.places.iter_mut() {
            let number = |slot: u32| Node::from(numbers[slot as usize]);
            for (_, end) in self.links.ends_mut(content.get_mut().list(Side::Out)) {
                let (u, v) = (number(slot), number(end.target.slot()));
                if is_edge::<D>(u, v) {
                    edges.push(Edge::new(u, v, end.data));
                }
            }
        }
        let list = EdgeList::new(handles.len(), edges)?;
        Ok((Graph::from_edges(exec, &list)?, handles.into()))
    }
}
