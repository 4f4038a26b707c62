//! The edges of a forest in the order in which they are written, with depth and cost if they have a root.

use std::collections::VecDeque;

use boscage::graph::{EdgeId, Node};
use boscage_programs::report::Total;

use super::NamedForest;
use crate::edges::Edges;

/// An edge to write.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) id: EdgeId,
    /// The ends, as in the graph's file, or parent and child.
    pub(super) ends: [Node; 2],
    /// The number of edges from the root to the child, and their total weight.
    pub(super) from_root: Option<(u32, Total)>,
}

impl NamedForest<'_> {
    /// Returns the edges in the order in which they are written.
    pub(super) fn rows(&self) -> Box<dyn Iterator<Item = Row> + '_> {
        let row = |&id: &EdgeId| Row { id, ends: self.graph.ends(id.index()), from_root: None };
        let mut walk = Walk::new(self.graph);
        match self.rooted {
            None => Box::new(self.forest.iter().map(row)),
            Some(rooted) => Box::new(rooted.iter().map(move |&(parent, child, id)| Row {
                id,
                ends: [parent, child],
                from_root: Some(walk.to(parent, child, id)),
            })),
        }
    }
}

/// A walk along the edges of a rooted order. As it is breadth first, parents follow each other in the order
/// in which they were children, so only the children that are not yet parents are remembered.
struct Walk<'a> {
    graph: &'a dyn Edges,
    parent: Place,
    ahead: VecDeque<Place>,
}

/// A node, and its depth and cost.
type Place = (Node, u32, Total);

impl<'a> Walk<'a> {
    fn new(graph: &'a dyn Edges) -> Self {
        // The first edge replaces the parent, unless the root is node 0.
        Self { graph, parent: (Node::new(0), 0, graph.total(&[])), ahead: VecDeque::new() }
    }

    /// Returns the depth and the cost of the child of the next edge.
    fn to(&mut self, parent: Node, child: Node, id: EdgeId) -> (u32, Total) {
        while self.parent.0 != parent {
            let root = (parent, 0, self.graph.total(&[]));
            self.parent = self.ahead.pop_front().unwrap_or(root);
        }
        let (_, depth, cost) = self.parent;
        let (depth, cost) = (depth + 1, cost.plus(self.graph.total(&[id])));
        self.ahead.push_back((child, depth, cost));
        (depth, cost)
    }
}
