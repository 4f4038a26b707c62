//! From graphs that stay as they are, and back.

use super::held::{Content, Slot};
use super::pool::NONE;
use super::{Handle, MorphGraph};
use crate::exec::Exec;
use crate::graph::{Edge, EdgeData, EdgeList, Graph, Node, NodeMap, Undirected};
use crate::{Result, memory};

impl<N, E: EdgeData> MorphGraph<N, E> {
    /// The same graph, so that it can be changed, with data for its nodes; and the handle of each node.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], and [`crate::Error::TooMany`] for 2^31 edges or more.
    pub fn from_graph(
        graph: &Graph<Undirected, E>,
        mut data: impl FnMut(Node) -> N,
    ) -> Result<(Self, NodeMap<Handle>)> {
        let mut morph = Self::new();
        let mut handles = memory::reserve("handles of nodes", graph.nodes())?;
        morph.edit(graph.nodes(), graph.len(), |owned| {
            handles.extend((0..graph.nodes()).map(|node| owned.add(data(Node::new(node)))));
            for u in (0..graph.nodes()).map(Node::new) {
                for (v, data) in graph.arcs(u).iter().filter(|&(v, _)| u <= v) {
                    owned.connect(handles[u.index()], handles[v.index()], data);
                }
            }
        })?;
        Ok((morph, handles.into()))
    }

    /// The graph that it has become; and the handle and the data of each node. Nodes are numbered in the order
    /// of [`MorphGraph::nodes`], edges by their lower node, and those of one node in the order in which they
    /// were added.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], and [`crate::Error::NanWeight`] if the data of an edge is NaN.
    pub fn into_graph(mut self, exec: &Exec) -> Result<(Graph<Undirected, E>, NodeMap<(Handle, N)>)> {
        let (nodes, edges) = (self.len(), self.edges());
        let mut numbers = memory::filled("numbers of nodes", self.slots.len(), NONE)?;
        let (live, mut number) = (|content: &Content<N>| content.data.is_some(), 0);
        for (slot, Slot { content, .. }) in self.slots.places.iter_mut() {
            if live(content.get_mut()) {
                numbers[slot as usize] = number;
                number += 1;
            }
        }
        let mut named = memory::reserve("nodes", nodes)?;
        let mut list = memory::reserve("edges", edges)?;
        for (slot, Slot { lock, content, .. }) in self.slots.places.iter_mut() {
            let content = content.get_mut();
            let Some(data) = content.data.take() else { continue };
            let u = Node::new(named.len());
            named.push((Handle::new(slot, lock.generation()), data));
            for (_, end) in self.links.ends_mut(&content.list) {
                let v = Node::from(numbers[end.target.slot() as usize]);
                if u <= v {
                    list.push(Edge::new(u, v, end.data));
                }
            }
        }
        drop((numbers, self));
        let list = EdgeList::new(nodes, list)?;
        Ok((Graph::from_edges(exec, &list)?, named.into()))
    }
}
