//! petgraph's `visit` traits on [`CsrGraph`] and [`CsrView`], so that petgraph's algorithms run on them as
//! they are.
//!
//! The graph is undirected: a node's edges are the arcs that leave it, with that node as their source; seen
//! as incoming, with it as their target. Edges come in the order of their ids, at a node and in the whole.
//!
//! Everything is a slice away but one thing. petgraph wants each edge once and we want them by id, while
//! adjacency holds them by node; so [`edge_references`](IntoEdgeReferences::edge_references) first looks up
//! where each edge stands: O(n + m) time and 24 bytes an edge, for as long as the iterator lives.
//!
//! ```
//! use boscage::exec::Exec;
//! use boscage::graph::{CsrGraph, EdgeList, Node};
//! use petgraph::visit::EdgeRef;
//!
//! let list = EdgeList::from_triples(4, [(0, 1, 5_u32), (1, 2, 3), (2, 0, 9)])?;
//! let graph = CsrGraph::from_edges(&Exec::new(1)?, list.as_view())?;
//! assert_eq!(petgraph::algo::connected_components(&graph), 2);
//! let distance = petgraph::algo::dijkstra(&graph, Node::new(0), None, |edge| *edge.weight());
//! assert_eq!(distance[&Node::new(2)], 8);
//! # Ok::<(), boscage::Error>(())
//! ```

use std::iter::{Copied, Flatten, Map};
use std::ops::Range;

use petgraph::visit::{
    Data, EdgeCount, EdgeIndexable, EdgeRef, GraphBase, GraphProp, GraphRef, IntoEdgeReferences, IntoEdges,
    IntoEdgesDirected, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, IntoNodeReferences,
    NodeCompactIndexable, NodeCount, NodeIndexable, VisitMap, Visitable,
};
use petgraph::{Direction, Undirected};

use super::{CsrArcs, CsrGraph, CsrView, EdgeId, Node, Weight};

/// An edge seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArcRef<'a, W> {
    source: Node,
    target: Node,
    id: EdgeId,
    weight: &'a W,
}

impl<'a, W: Weight> ArcRef<'a, W> {
    /// The weight, for as long as the graph lives; [`EdgeRef::weight`] only lends it for as long as the
    /// reference does.
    #[must_use]
    pub fn weight(&self) -> &'a W {
        self.weight
    }
}

impl<W: Weight> EdgeRef for ArcRef<'_, W> {
    type NodeId = Node;
    type EdgeId = EdgeId;
    type Weight = W;

    fn source(&self) -> Node {
        self.source
    }

    fn target(&self) -> Node {
        self.target
    }

    fn weight(&self) -> &W {
        self.weight
    }

    fn id(&self) -> EdgeId {
        self.id
    }
}

/// The edges at one node.
#[derive(Clone, Debug)]
pub struct EdgesAt<'a, W> {
    node: Node,
    direction: Direction,
    arcs: CsrArcs<'a, W>,
    places: Range<usize>,
}

impl<'a, W: Weight> Iterator for EdgesAt<'a, W> {
    type Item = ArcRef<'a, W>;

    fn next(&mut self) -> Option<ArcRef<'a, W>> {
        let place = self.places.next()?;
        let (id, weight) = (self.arcs.ids[place], &self.arcs.weights[place]);
        let (source, target) = match self.direction {
            Direction::Outgoing => (self.node, self.arcs.targets[place]),
            Direction::Incoming => (self.arcs.targets[place], self.node),
        };
        Some(ArcRef { source, target, id, weight })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

/// All edges, by id.
pub type EdgesById<'a, W> = Flatten<std::vec::IntoIter<Option<ArcRef<'a, W>>>>;

/// Which nodes a traversal has seen: a bit a node.
#[derive(Clone, Debug, Default)]
pub struct Visited(Vec<u64>);

impl Visited {
    fn of(nodes: usize) -> Self {
        Self(vec![0; nodes.div_ceil(64)])
    }
}

impl VisitMap<Node> for Visited {
    fn visit(&mut self, node: Node) -> bool {
        let first = !self.is_visited(&node);
        self.0[node.index() / 64] |= 1 << (node.index() % 64);
        first
    }

    fn is_visited(&self, node: &Node) -> bool {
        self.0[node.index() / 64] >> (node.index() % 64) & 1 == 1
    }

    fn unvisit(&mut self, node: Node) -> bool {
        let visited = self.is_visited(&node);
        self.0[node.index() / 64] &= !(1 << (node.index() % 64));
        visited
    }
}

impl<'a, W: Weight> CsrView<'a, W> {
    fn edges_at(self, node: Node, direction: Direction) -> EdgesAt<'a, W> {
        let arcs = self.arcs(node);
        EdgesAt { node, direction, arcs, places: 0..arcs.len() }
    }

    /// Every edge once, by id, from its lower end.
    fn edges_by_id(self) -> EdgesById<'a, W> {
        let mut edges: Vec<Option<ArcRef<'a, W>>> = vec![None; self.len()];
        for node in 0..self.nodes() {
            for arc in self.edges_at(Node::new(node), Direction::Outgoing) {
                edges[arc.id.index()].get_or_insert(arc);
            }
        }
        edges.into_iter().flatten() // no id is without an arc
    }
}

impl<W: Weight> GraphRef for CsrView<'_, W> {}

/// The traits of either type. What goes by reference does so through a view, which a view is itself.
macro_rules! visit {
    ($([$($life:lifetime)?] $graph:ty, $a:lifetime $by_ref:ty;)*) => {$(
        impl<$($life,)? W: Weight> GraphBase for $graph {
            type NodeId = Node;
            type EdgeId = EdgeId;
        }

        impl<$($life,)? W: Weight> GraphProp for $graph {
            type EdgeType = Undirected;
        }

        impl<$($life,)? W: Weight> Data for $graph {
            type NodeWeight = ();
            type EdgeWeight = W;
        }

        impl<$($life,)? W: Weight> NodeCount for $graph {
            fn node_count(&self) -> usize {
                self.nodes()
            }
        }

        impl<$($life,)? W: Weight> EdgeCount for $graph {
            fn edge_count(&self) -> usize {
                self.len()
            }
        }

        impl<$($life,)? W: Weight> NodeIndexable for $graph {
            fn node_bound(&self) -> usize {
                self.nodes()
            }

            fn to_index(&self, node: Node) -> usize {
                node.index()
            }

            fn from_index(&self, index: usize) -> Node {
                Node::new(index)
            }
        }

        impl<$($life,)? W: Weight> NodeCompactIndexable for $graph {}

        impl<$($life,)? W: Weight> EdgeIndexable for $graph {
            fn edge_bound(&self) -> usize {
                self.len()
            }

            fn to_index(&self, edge: EdgeId) -> usize {
                edge.index()
            }

            fn from_index(&self, index: usize) -> EdgeId {
                EdgeId::new(index)
            }
        }

        impl<$($life,)? W: Weight> Visitable for $graph {
            type Map = Visited;

            fn visit_map(&self) -> Visited {
                Visited::of(self.nodes())
            }

            fn reset_map(&self, map: &mut Visited) {
                *map = self.visit_map();
            }
        }

        impl<$a, W: Weight> IntoNodeIdentifiers for $by_ref {
            type NodeIdentifiers = Map<Range<usize>, fn(usize) -> Node>;

            fn node_identifiers(self) -> Self::NodeIdentifiers {
                (0..self.nodes()).map(Node::new)
            }
        }

        impl<$a, W: Weight> IntoNodeReferences for $by_ref {
            type NodeRef = (Node, ());
            type NodeReferences = Map<Range<usize>, fn(usize) -> (Node, ())>;

            fn node_references(self) -> Self::NodeReferences {
                (0..self.nodes()).map(|index| (Node::new(index), ()))
            }
        }

        impl<$a, W: Weight> IntoNeighbors for $by_ref {
            type Neighbors = Copied<std::slice::Iter<$a, Node>>;

            fn neighbors(self, node: Node) -> Self::Neighbors {
                CsrView::from(self).arcs(node).targets.iter().copied()
            }
        }

        impl<$a, W: Weight> IntoNeighborsDirected for $by_ref {
            type NeighborsDirected = Self::Neighbors;

            fn neighbors_directed(self, node: Node, _: Direction) -> Self::Neighbors {
                self.neighbors(node)
            }
        }

        impl<$a, W: Weight> IntoEdgeReferences for $by_ref {
            type EdgeRef = ArcRef<$a, W>;
            type EdgeReferences = EdgesById<$a, W>;

            fn edge_references(self) -> Self::EdgeReferences {
                CsrView::from(self).edges_by_id()
            }
        }

        impl<$a, W: Weight> IntoEdges for $by_ref {
            type Edges = EdgesAt<$a, W>;

            fn edges(self, node: Node) -> Self::Edges {
                CsrView::from(self).edges_at(node, Direction::Outgoing)
            }
        }

        impl<$a, W: Weight> IntoEdgesDirected for $by_ref {
            type EdgesDirected = EdgesAt<$a, W>;

            fn edges_directed(self, node: Node, direction: Direction) -> Self::EdgesDirected {
                CsrView::from(self).edges_at(node, direction)
            }
        }
    )*};
}

visit! {
    [] CsrGraph<W>, 'a &'a CsrGraph<W>;
    ['a] CsrView<'a, W>, 'a CsrView<'a, W>;
}
