//! petgraph's `visit` traits on a view of our graphs, so that petgraph's algorithms run on them.
//!
//! Nothing is copied. The edges at a node come in the order of its arcs, all edges in the order of all arcs.
//! A node's outgoing edges are the arcs that leave it, with the node as source; its incoming edges are the
//! arcs that lead to it, with the node as target. In an undirected graph these are the same edges.
// Each public item repeats the feature of this module: if rustdoc shows an item in another crate, it forgets
// that of a private module, or of a `use`.

use std::iter::{Copied, Enumerate, Map};
use std::ops::Range;
use std::slice::Iter;

use ::petgraph::visit::{
    Data, EdgeCount, EdgeIndexable, EdgeRef, GraphBase, GraphProp, GraphRef, IntoEdgeReferences, IntoEdges,
    IntoEdgesDirected, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, IntoNodeReferences,
    NodeCompactIndexable, NodeCount, NodeIndexable, VisitMap, Visitable,
};
use ::petgraph::{self, EdgeType};

use super::super::direction::is_edge;
use super::super::{Arcs, Directed, Direction, EdgeData, EdgeId, Graph, Node, NodeIds, NodeMap, Undirected};
use crate::Result;
use crate::bits::Bits;
use crate::exec::Exec;

/// A graph as petgraph's algorithms see it, made by [`Graph::petgraph`]. `N` is what nodes carry.
#[derive(Debug)]
pub struct View<'a, D: Direction, E: EdgeData, N = ()> {
    graph: &'a Graph<D, E>,
    nodes: &'a [N],
}

impl<D: Direction, E: EdgeData, N> Clone for View<'_, D, E, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Direction, E: EdgeData, N> Copy for View<'_, D, E, N> {}

#[cfg(feature = "petgraph")]
impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// The graph as petgraph's algorithms see it. It must have been built with ids and, if it is directed,
    /// with in-arcs: petgraph asks for both.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] if it was not.
    ///
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{EdgeList, Graph, Node, NodeMap, Undirected};
    /// use petgraph::visit::EdgeRef;
    ///
    /// let exec = Exec::new(1)?;
    /// let list = EdgeList::from_triples(4, [(0, 1, 5_u32), (1, 2, 3), (2, 0, 9)])?;
    /// let graph = Graph::<Undirected, u32>::builder().with_ids().build(&exec, &list)?;
    /// let view = graph.petgraph()?;
    /// assert_eq!(petgraph::algo::connected_components(view), 2);
    /// let distance = petgraph::algo::dijkstra(view, Node::new(0), None, |edge| *edge.weight());
    /// assert_eq!(distance[&Node::new(2)], 8);
    ///
    /// let names = NodeMap::from(vec!["Linz", "Graz", "Wien", "Brno"]);
    /// let owned = view.with_nodes(&names).to_graph(&exec)?;
    /// assert_eq!(owned.node_weights().count(), 4);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn petgraph(&self) -> Result<View<'_, D, E>> {
        /// The data of nodes without data: an array of any length takes no memory.
        static NOTHING: [(); usize::MAX] = [(); usize::MAX];
        self.check_ids()?;
        self.check(self.has_in_arcs(), "in-arcs", "with_in_arcs")?;
        Ok(View { graph: self, nodes: &NOTHING[..self.node_count()] })
    }
}

impl<'a, D: Direction, E: EdgeData, N> View<'a, D, E, N> {
    /// The same graph; its nodes carry what the map says.
    ///
    /// # Panics
    /// If the map is one of another number of nodes.
    #[must_use]
    #[track_caller]
    pub fn with_nodes<M>(self, nodes: &'a NodeMap<M>) -> View<'a, D, E, M> {
        let (of_map, of_graph) = (nodes.len(), self.graph.node_count());
        assert!(of_map == of_graph, "{}", crate::graph::wrong_nodes("map", of_map, of_graph));
        View { graph: self.graph, nodes: nodes.as_slice() }
    }

    /// A copy as petgraph's own graph; nodes and edges have the indices that they have here.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], for what is ours of the memory.
    pub fn to_graph(self, exec: &Exec) -> Result<petgraph::Graph<N, E, <Self as GraphProp>::EdgeType>>
    where
        N: Clone,
        Self: GraphProp<EdgeType: EdgeType>,
    {
        let list = self.graph.to_edge_list(exec)?;
        let mut copy = petgraph::Graph::with_capacity(self.nodes.len(), list.edge_count());
        self.nodes.iter().for_each(|node| _ = copy.add_node(node.clone()));
        for edge in list.edges() {
            copy.add_edge(u32::from(edge.u).into(), u32::from(edge.v).into(), edge.weight);
        }
        Ok(copy)
    }

    fn edges_at(self, node: Node, direction: petgraph::Direction) -> EdgesAt<'a, E> {
        let arcs = match direction {
            petgraph::Direction::Outgoing => self.graph.arcs(node),
            petgraph::Direction::Incoming => self.graph.in_arcs(node),
        };
        EdgesAt { node, direction, arcs, places: 0..arcs.len() }
    }
}

/// An edge seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArcRef<'a, E> {
    source: Node,
    target: Node,
    id: EdgeId,
    weight: &'a E,
}

impl<'a, E> ArcRef<'a, E> {
    /// Returns the data of the edge. The reference lives as long as the graph; that of [`EdgeRef::weight`]
    /// only as long as this `ArcRef`.
    #[must_use]
    pub fn weight(&self) -> &'a E {
        self.weight
    }
}

impl<E: Copy> EdgeRef for ArcRef<'_, E> {
    type NodeId = Node;
    type EdgeId = EdgeId;
    type Weight = E;

    fn source(&self) -> Node {
        self.source
    }

    fn target(&self) -> Node {
        self.target
    }

    fn weight(&self) -> &E {
        self.weight
    }

    fn id(&self) -> EdgeId {
        self.id
    }
}

/// The edges at one node.
#[derive(Clone, Debug)]
pub struct EdgesAt<'a, E> {
    node: Node,
    direction: petgraph::Direction,
    arcs: Arcs<'a, E>,
    places: Range<usize>,
}

impl<'a, E> Iterator for EdgesAt<'a, E> {
    type Item = ArcRef<'a, E>;

    fn next(&mut self) -> Option<ArcRef<'a, E>> {
        let place = self.places.next()?;
        let (other, id) = (self.arcs.targets[place], id_at(&self.arcs, place));
        let (source, target) = match self.direction {
            petgraph::Direction::Outgoing => (self.node, other),
            petgraph::Direction::Incoming => (other, self.node),
        };
        Some(ArcRef { source, target, id, weight: &self.arcs.data[place] })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

/// All edges, each once, as their arcs stand; that of an undirected edge which leads upwards.
#[derive(Clone, Debug)]
pub struct Edges<'a, D: Direction, E: EdgeData> {
    graph: &'a Graph<D, E>,
    arcs: Arcs<'a, E>,
    /// The node that the next arc leaves, or one before it.
    node: usize,
    place: usize,
}

impl<'a, D: Direction, E: EdgeData> Iterator for Edges<'a, D, E> {
    type Item = ArcRef<'a, E>;

    #[inline]
    fn next(&mut self) -> Option<ArcRef<'a, E>> {
        loop {
            let place = self.place;
            let &target = self.arcs.targets.get(place)?;
            while self.graph.offsets()[self.node + 1] <= place as u64 {
                self.node += 1;
            }
            self.place += 1;
            let source = Node::new(self.node);
            if is_edge::<D>(source, target) {
                let id = id_at(&self.arcs, place);
                return Some(ArcRef { source, target, id, weight: &self.arcs.data[place] });
            }
        }
    }
}

fn id_at<E>(arcs: &Arcs<'_, E>, place: usize) -> EdgeId {
    arcs.ids.expect("a view is of a graph with ids")[place]
}

/// The nodes that a traversal has seen: a bit per node.
#[derive(Clone, Debug, Default)]
pub struct Visited(Bits);

impl VisitMap<Node> for Visited {
    fn visit(&mut self, node: Node) -> bool {
        let is_first = !self.is_visited(&node);
        self.0.insert(node.index());
        is_first
    }

    fn is_visited(&self, node: &Node) -> bool {
        self.0.contains(node.index())
    }

    fn unvisit(&mut self, node: Node) -> bool {
        let is_visited = self.is_visited(&node);
        self.0.remove(node.index());
        is_visited
    }
}

impl<D: Direction, E: EdgeData, N> GraphBase for View<'_, D, E, N> {
    type NodeId = Node;
    type EdgeId = EdgeId;
}

impl<D: Direction, E: EdgeData, N> GraphRef for View<'_, D, E, N> {}

impl<E: EdgeData, N> GraphProp for View<'_, Undirected, E, N> {
    type EdgeType = petgraph::Undirected;
}

impl<E: EdgeData, N> GraphProp for View<'_, Directed, E, N> {
    type EdgeType = petgraph::Directed;
}

impl<D: Direction, E: EdgeData, N> Data for View<'_, D, E, N> {
    type NodeWeight = N;
    type EdgeWeight = E;
}

impl<D: Direction, E: EdgeData, N> NodeCount for View<'_, D, E, N> {
    fn node_count(&self) -> usize {
        self.graph.node_count()
    }
}

impl<D: Direction, E: EdgeData, N> EdgeCount for View<'_, D, E, N> {
    fn edge_count(&self) -> usize {
        self.graph.edge_count()
    }
}

impl<D: Direction, E: EdgeData, N> NodeIndexable for View<'_, D, E, N> {
    fn node_bound(&self) -> usize {
        self.graph.node_count()
    }

    fn to_index(&self, node: Node) -> usize {
        node.index()
    }

    fn from_index(&self, index: usize) -> Node {
        Node::new(index)
    }
}

impl<D: Direction, E: EdgeData, N> NodeCompactIndexable for View<'_, D, E, N> {}

impl<D: Direction, E: EdgeData, N> EdgeIndexable for View<'_, D, E, N> {
    fn edge_bound(&self) -> usize {
        self.graph.edge_count()
    }

    fn to_index(&self, edge: EdgeId) -> usize {
        edge.index()
    }

    fn from_index(&self, index: usize) -> EdgeId {
        EdgeId::new(index)
    }
}

impl<D: Direction, E: EdgeData, N> Visitable for View<'_, D, E, N> {
    type Map = Visited;

    fn visit_map(&self) -> Visited {
        Visited(Bits::new("visited nodes", self.graph.node_count()).expect("memory for a bit per node"))
    }

    fn reset_map(&self, map: &mut Visited) {
        *map = self.visit_map();
    }
}

impl<D: Direction, E: EdgeData, N> IntoNodeIdentifiers for View<'_, D, E, N> {
    type NodeIdentifiers = NodeIds;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        self.graph.nodes()
    }
}

impl<'a, D: Direction, E: EdgeData, N> IntoNodeReferences for View<'a, D, E, N> {
    type NodeRef = (Node, &'a N);
    type NodeReferences = Map<Enumerate<Iter<'a, N>>, fn((usize, &'a N)) -> (Node, &'a N)>;

    fn node_references(self) -> Self::NodeReferences {
        self.nodes.iter().enumerate().map(|(index, data)| (Node::new(index), data))
    }
}

impl<'a, D: Direction, E: EdgeData, N> IntoNeighbors for View<'a, D, E, N> {
    type Neighbors = Copied<Iter<'a, Node>>;

    fn neighbors(self, node: Node) -> Self::Neighbors {
        self.graph.neighbours(node).iter().copied()
    }
}

impl<D: Direction, E: EdgeData, N> IntoNeighborsDirected for View<'_, D, E, N> {
    type NeighborsDirected = Self::Neighbors;

    fn neighbors_directed(self, node: Node, direction: petgraph::Direction) -> Self::Neighbors {
        match direction {
            petgraph::Direction::Outgoing => self.neighbors(node),
            petgraph::Direction::Incoming => self.graph.in_neighbours(node).iter().copied(),
        }
    }
}

impl<'a, D: Direction, E: EdgeData, N> IntoEdgeReferences for View<'a, D, E, N> {
    type EdgeRef = ArcRef<'a, E>;
    type EdgeReferences = Edges<'a, D, E>;

    fn edge_references(self) -> Self::EdgeReferences {
        let rows = &self.graph.out;
        let arcs = rows.at(0..rows.targets.len());
        Edges { graph: self.graph, arcs, node: 0, place: 0 }
    }
}

impl<'a, D: Direction, E: EdgeData, N> IntoEdges for View<'a, D, E, N> {
    type Edges = EdgesAt<'a, E>;

    fn edges(self, node: Node) -> Self::Edges {
        self.edges_at(node, petgraph::Direction::Outgoing)
    }
}

impl<'a, D: Direction, E: EdgeData, N> IntoEdgesDirected for View<'a, D, E, N> {
    type EdgesDirected = EdgesAt<'a, E>;

    fn edges_directed(self, node: Node, direction: petgraph::Direction) -> Self::EdgesDirected {
        self.edges_at(node, direction)
    }
}
