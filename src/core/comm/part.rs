//! A rank's part of a graph, and of its spanning forest.

use super::{Comm, Numbering, Reduction};
use crate::exec::Exec;
use crate::graph::{
    AnyKeys, Components, EdgeId, EdgeList, Forest, Key, KeyedEdges, Node, Objective, TotalOf, Weight,
};
use crate::parallel::for_each_piece;
use crate::sync::SequentialSets;
use crate::{Error, Result, memory};

/// Edges per block.
const BLOCK: usize = 1 << 14;

/// Number of the forest's edges that all ranks together exchange at a time.
const SHOWN: usize = 1 << 18;

/// A rank's part of a graph: the edges with ids from `first` on, without gaps. The next rank has the edges
/// that follow.
///
/// The nodes at the ends of these edges have *local* numbers, so a rank needs no memory for other nodes. Ids
/// of edges in the graph have 64 bits; a part has at most 2^32 - 2 edges.
///
/// Parts are deterministic. They take the memory of an edge list and of a [`Numbering`].
#[derive(Clone, Debug)]
pub struct Part<W: Weight> {
    nodes: usize,
    first: u64,
    list: EdgeList<W>,
    /// The nodes of the graph by their local numbers; `None` if both are the same.
    numbering: Option<Numbering>,
}

impl<W: Weight> Part<W> {
    /// Creates a part from some edges of a graph; the first one has the id `first`. `list` has all nodes of
    /// the graph.
    ///
    /// # Errors
    /// [`Error::Argument`] if an id does not fit in 64 bits, and [`Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::comm::Part;
    /// use boscage::exec::Exec;
    /// use boscage::graph::{EdgeId, EdgeList, Node};
    ///
    /// let two = EdgeList::from_triples(1000, [(998, 999, 7_u32), (5, 998, 3)])?;
    /// let part = Part::new(&Exec::new(1)?, two, 10_000_000_000)?;
    /// assert_eq!((part.node_count(), part.local().node_count()), (1000, 3));
    /// assert_eq!(part.ends(EdgeId::new(1)), [Node::new(5), Node::new(998)]);
    /// assert_eq!(part.id(EdgeId::new(1)), 10_000_000_001);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn new(exec: &Exec, list: EdgeList<W>, first: u64) -> Result<Self> {
        let nodes = list.node_count();
        if first.checked_add(list.edge_count() as u64).is_none() {
            return Err(Error::argument("first", "ids of edges below 2^64", first));
        }
        // If an array of all nodes is no larger than the edges, local numbers gain nothing.
        if nodes <= list.edge_count() {
            return Ok(Self { nodes, first, list, numbering: None });
        }
        let mut edges = list.into_edges();
        let mut ends = memory::reserve("the nodes of a part", 2 * edges.len())?;
        ends.extend(edges.iter().flat_map(|edge| [edge.u.into(), edge.v.into()]).map(|end: u32| end));
        let numbering = Numbering::new(exec, ends)?;
        let number = |node: Node| Node::from(numbering.number(node.into()).expect("the node is in the part"));
        for_each_piece(exec, edges.chunks_mut(BLOCK), |edges| {
            edges.iter_mut().for_each(|edge| (edge.u, edge.v) = (number(edge.u), number(edge.v)));
        });
        let list = EdgeList::from_checked(numbering.len(), edges);
        Ok(Self { nodes, first, list, numbering: Some(numbering) })
    }

    /// Number of nodes of the whole graph.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes
    }

    /// Number of edges of this part.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.list.edge_count()
    }

    /// Returns the edges between local nodes.
    #[must_use]
    pub fn local(&self) -> &EdgeList<W> {
        &self.list
    }

    /// Returns a node of the graph by its local number.
    #[must_use]
    #[inline]
    pub fn node(&self, local: Node) -> Node {
        node(self.numbering.as_ref(), local)
    }

    /// Returns the ends of an edge of this part, in the graph.
    #[must_use]
    #[inline]
    pub fn ends(&self, position: EdgeId) -> [Node; 2] {
        let edge = &self.list.edges()[position.index()];
        [self.node(edge.u), self.node(edge.v)]
    }

    /// Returns the id of an edge in the graph, by its position in this part.
    #[must_use]
    #[inline]
    pub fn id(&self, position: EdgeId) -> u64 {
        self.first + position.index() as u64
    }
}

/// A borrowed part of a graph with keys instead of weights.
#[derive(Clone, Copy, Debug)]
pub struct KeyedPart<'a, K: Key> {
    nodes: usize,
    first: u64,
    local: KeyedEdges<'a, AnyKeys<K>>,
    numbering: Option<&'a Numbering>,
}

impl<'a, K: Key> KeyedPart<'a, K> {
    /// Creates the view of a part for the minimum or maximum spanning forest of its graph.
    #[must_use]
    pub fn of<W: Weight<Key = K>>(part: &'a Part<W>, objective: Objective) -> Self {
        let Part { nodes, first, ref list, ref numbering } = *part;
        let local = KeyedEdges::of(list.as_view(), objective).any();
        Self { nodes, first, local, numbering: numbering.as_ref() }
    }

    /// Number of nodes of the whole graph.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes
    }

    /// Returns the edges between local nodes.
    #[must_use]
    pub fn local(&self) -> KeyedEdges<'a, AnyKeys<K>> {
        self.local
    }

    /// Returns a node of the graph by its local number.
    #[must_use]
    #[inline]
    pub fn node(&self, local: Node) -> Node {
        node(self.numbering, local)
    }

    /// Returns the ends of an edge of this part, in the graph.
    #[must_use]
    #[inline]
    pub fn ends(&self, position: EdgeId) -> [Node; 2] {
        let edge = &self.local.edges()[position.index()];
        [self.node(edge.u), self.node(edge.v)]
    }

    /// Returns the id of an edge in the graph, by its position in this part.
    #[must_use]
    #[inline]
    pub fn id(&self, position: EdgeId) -> u64 {
        self.first + position.index() as u64
    }
}

#[inline]
fn node(numbering: Option<&Numbering>, local: Node) -> Node {
    numbering.map_or(local, |numbering| Node::from(numbering.labels()[local.index()]))
}

/// A rank's part of a spanning forest: its edges, and the figures of the whole forest, which all ranks have.
///
/// The forest is deterministic: it does not depend on the number of ranks. A part takes 4 bytes of memory per
/// edge.
#[derive(Clone, Debug, PartialEq)]
pub struct PartForest<W: Weight> {
    edges: Vec<EdgeId>,
    total: W::Total,
    trees: usize,
    len: u64,
}

impl<W: Weight> PartForest<W> {
    /// Creates the forest. This rank has the edges at these positions of its part, in any order. Collective.
    ///
    /// # Errors
    /// As [`Comm::exchange`].
    ///
    /// # Panics
    /// If there are more edges than a forest can have.
    pub fn new(comm: &Comm<'_>, part: &Part<W>, mut edges: Vec<EdgeId>) -> Result<Self> {
        edges.sort_unstable();
        let mut sum = W::Sum::default();
        edges.iter().for_each(|id| sum.add(part.local().edges()[id.index()].weight));
        let mut words = vec![edges.len() as u64];
        sum.append_words(&mut words);
        let all = comm.gather(&words)?;
        let (mut len, mut sum) = (0, W::Sum::default());
        for words in (0..comm.ranks()).map(|rank| all.from_rank(rank)) {
            len += words[0];
            sum.merge(W::Sum::from_words(&words[1..]));
        }
        let trees = part.node_count().checked_sub(len as usize).expect("a forest has fewer edges than nodes");
        Ok(Self { edges, total: sum.finish(), trees, len })
    }

    /// Creates the forest of a single rank.
    #[must_use]
    pub fn from_forest(forest: Forest<W>) -> Self {
        let (total, trees) = (forest.total(), forest.tree_count());
        let edges = forest.into_edges();
        Self { total, trees, len: edges.len() as u64, edges }
    }

    /// Returns the positions, in this rank's part, of its edges of the forest; ascending.
    #[must_use]
    pub fn edges(&self) -> &[EdgeId] {
        &self.edges
    }

    /// Number of edges of the whole forest.
    #[must_use]
    pub fn edge_count(&self) -> u64 {
        self.len
    }

    /// Returns the exact total weight of the whole forest.
    #[must_use]
    pub fn total(&self) -> W::Total {
        self.total
    }

    /// Number of trees of the whole forest; an isolated node is one.
    #[must_use]
    pub fn tree_count(&self) -> usize {
        self.trees
    }

    /// Returns the connected components of the whole graph, on every rank, numbered as by
    /// [`Forest::components`]. `part` must be the part of the forest. Each rank receives the edges of the
    /// whole forest in pieces, and needs 8 bytes per node of the graph. Collective.
    /// # Errors
    /// [`Error::OutOfMemory`], and as [`Comm::exchange`].
    pub fn components(&self, comm: &Comm<'_>, part: &Part<W>) -> Result<Components> {
        comm.step("components", 0);
        let mut sets = comm.agree(SequentialSets::new(part.node_count()))?;
        let at_a_time = (SHOWN / comm.ranks()).max(256);
        let turns = self.edges.len().div_ceil(at_a_time);
        let mut own = self.edges.chunks(at_a_time);
        for _ in 0..comm.reduced(turns as u64, Reduction::Max)? {
            let ends = own.next().unwrap_or_default().iter().map(|&edge| part.ends(edge).map(u32::from));
            let words: Vec<u64> = ends.map(|[u, v]| u64::from(u) << 32 | u64::from(v)).collect();
            for word in comm.gather(&words)?.words() {
                sets.unite(Node::from((word >> 32) as u32), Node::from(*word as u32));
            }
        }
        comm.agree(Components::from_roots(part.node_count(), |node| sets.find(node)))
    }
}
