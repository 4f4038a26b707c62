//! The part of a graph that a rank has, and its part of the forest.

use super::{Comm, Numbering, Reduction};
use crate::exec::Exec;
use crate::graph::{
    AnyKeys, Components, EdgeId, EdgeList, Forest, Key, KeyedEdges, Node, Objective, TotalOf, Weight,
};
use crate::parallel::for_each_piece;
use crate::sync::SequentialSets;
use crate::{Error, Result, memory};

/// Edges whose ends one thread renames at a time.
const BLOCK: usize = 1 << 14;

/// How many edges of the forest all ranks together show each other at a time.
const SHOWN: usize = 1 << 18;

/// Some of the edges of a graph: those with ids from `first` on, without gaps. The next rank has the edges
/// that follow.
///
/// The nodes at the ends of these edges have *local* numbers, so that a rank needs no memory for the others.
/// Ids of edges have 64 bits: a part has at most 2^32 - 2 edges.
#[derive(Clone, Debug)]
pub struct Part<W: Weight> {
    nodes: usize,
    first: u64,
    list: EdgeList<W>,
    /// The nodes of the graph, by their local numbers; nothing if these are the same.
    numbering: Option<Numbering>,
}

impl<W: Weight> Part<W> {
    /// Some edges of a graph, the first of which has the id `first`. `list` has all nodes of the graph.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    ///
    /// ```
    /// use boscage::comm::Part;
    /// use boscage::exec::Exec;
    /// use boscage::graph::{EdgeId, EdgeList, Node};
    ///
    /// let two = EdgeList::from_triples(1000, [(998, 999, 7_u32), (5, 998, 3)])?;
    /// let part = Part::new(&Exec::new(1)?, two, 10_000_000_000)?;
    /// assert_eq!((part.nodes(), part.local().nodes()), (1000, 3));
    /// assert_eq!(part.ends(EdgeId::new(1)), [Node::new(5), Node::new(998)]);
    /// assert_eq!(part.id(EdgeId::new(1)), 10_000_000_001);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn new(exec: &Exec, list: EdgeList<W>, first: u64) -> Result<Self> {
        let nodes = list.nodes();
        if first.checked_add(list.len() as u64).is_none() {
            return Err(Error::argument("first", "ids of edges below 2^64", first));
        }
        // Where an array of all nodes is no larger than the edges, numbering would gain nothing.
        if nodes <= list.len() {
            return Ok(Self { nodes, first, list, numbering: None });
        }
        let mut edges = list.into_edges();
        let mut ends = memory::reserve("the nodes of a part", 2 * edges.len())?;
        ends.extend(edges.iter().flat_map(|edge| [edge.u.into(), edge.v.into()]).map(|end: u32| end));
        let numbering = Numbering::new(exec, ends)?;
        let number = |node: Node| Node::from(numbering.number(node.into()).expect("a node of the part"));
        for_each_piece(exec, edges.chunks_mut(BLOCK), |edges| {
            edges.iter_mut().for_each(|edge| (edge.u, edge.v) = (number(edge.u), number(edge.v)));
        });
        let list = EdgeList::of_checked(numbering.len(), edges);
        Ok(Self { nodes, first, list, numbering: Some(numbering) })
    }

    /// Number of nodes of the whole graph.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Number of edges of this part.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether this part has no edges.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The edges between local nodes.
    #[must_use]
    pub fn local(&self) -> &EdgeList<W> {
        &self.list
    }

    /// A node of the graph by its local number.
    #[must_use]
    #[inline]
    pub fn node(&self, local: Node) -> Node {
        node(self.numbering.as_ref(), local)
    }

    /// The ends of an edge of this part, in the graph.
    #[must_use]
    #[inline]
    pub fn ends(&self, position: EdgeId) -> [Node; 2] {
        let edge = &self.list.edges()[position.index()];
        [self.node(edge.u), self.node(edge.v)]
    }

    /// The id of an edge in the graph, by its position in this part.
    #[must_use]
    #[inline]
    pub fn id(&self, position: EdgeId) -> u64 {
        self.first + position.index() as u64
    }
}

/// A part of a graph, borrowed, in the order of keys.
#[derive(Clone, Copy, Debug)]
pub struct KeyedPart<'a, K: Key> {
    nodes: usize,
    first: u64,
    local: KeyedEdges<'a, AnyKeys<K>>,
    numbering: Option<&'a Numbering>,
}

impl<'a, K: Key> KeyedPart<'a, K> {
    /// The edges of a part, of whose graph the minimum or maximum spanning forest is wanted.
    #[must_use]
    pub fn of<W: Weight<Key = K>>(part: &'a Part<W>, objective: Objective) -> Self {
        let Part { nodes, first, ref list, ref numbering } = *part;
        let local = KeyedEdges::of(list.as_view(), objective).any();
        Self { nodes, first, local, numbering: numbering.as_ref() }
    }

    /// Number of nodes of the whole graph.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The edges between local nodes.
    #[must_use]
    pub fn local(&self) -> KeyedEdges<'a, AnyKeys<K>> {
        self.local
    }

    /// A node of the graph by its local number.
    #[must_use]
    #[inline]
    pub fn node(&self, local: Node) -> Node {
        node(self.numbering, local)
    }

    /// The ends of an edge of this part, in the graph.
    #[must_use]
    #[inline]
    pub fn ends(&self, position: EdgeId) -> [Node; 2] {
        let edge = &self.local.edges()[position.index()];
        [self.node(edge.u), self.node(edge.v)]
    }

    /// The id of an edge in the graph, by its position in this part.
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

/// A spanning forest, as one rank has it: its edges among those of the rank's part, and what all ranks know.
#[derive(Clone, Debug, PartialEq)]
pub struct PartForest<W: Weight> {
    edges: Vec<EdgeId>,
    total: W::Total,
    trees: usize,
    len: u64,
}

impl<W: Weight> PartForest<W> {
    /// The forest of which this rank has the edges at some positions of its part, in any order. Collective.
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
        for words in (0..comm.ranks()).map(|rank| all.of(rank)) {
            len += words[0];
            sum.merge(W::Sum::of_words(&words[1..]));
        }
        let trees = part.nodes().checked_sub(len as usize).expect("a forest has fewer edges than nodes");
        Ok(Self { edges, total: sum.finish(), trees, len })
    }

    /// The forest of the only rank there is.
    #[must_use]
    pub fn of_one_rank(forest: Forest<W>) -> Self {
        let (total, trees) = (forest.total(), forest.trees());
        let edges = forest.into_edges();
        Self { total, trees, len: edges.len() as u64, edges }
    }

    /// The positions, in this rank's part, of the edges that it has; ascending.
    #[must_use]
    pub fn edges(&self) -> &[EdgeId] {
        &self.edges
    }

    /// Number of edges of the whole forest.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether the whole forest has no edges.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The exact total weight of the whole forest.
    #[must_use]
    pub fn total(&self) -> W::Total {
        self.total
    }

    /// Number of trees of the whole forest; an isolated node is one.
    #[must_use]
    pub fn trees(&self) -> usize {
        self.trees
    }

    /// The connected components of the whole graph, on every rank, numbered as [`Forest::components`] numbers
    /// them. `part` must be the part of the forest. Each rank gets the whole forest, some edges at a time,
    /// and needs 8 bytes for each node of the graph. Collective.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], and as [`Comm::exchange`].
    pub fn components(&self, comm: &Comm<'_>, part: &Part<W>) -> Result<Components> {
        comm.step("components", 0);
        let mut sets = comm.agree(SequentialSets::new(part.nodes()))?;
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
        comm.agree(Components::from_roots(part.nodes(), |node| sets.find(node)))
    }
}
