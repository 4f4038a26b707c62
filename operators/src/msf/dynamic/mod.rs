//! A forest that is kept while edges are inserted.
//!
//! Small batches change a tree of links (`links.rs`), large ones are merged as those of a stream.

mod links;

use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, EdgeListView, Forest, LIMIT, Node, Objective, Weight};
use boscage_core::parallel::{radix_sort, tabulate};
use boscage_core::{Result, memory};

use self::links::Links;
use super::auto;
use super::stream::{ForestStream, Record, StreamEdge, StreamedForest, in_order, moved};

/// A minimum (maximum) spanning forest that is kept while edges are inserted.
///
/// An edge is named by its *position*, the number of edges that were inserted before it. Edges are compared
/// by (weight, position), so the forest is that of all edges at once.
///
/// **Algorithm.** Small batches are inserted edge by edge, in expected O(log n) time each, in a tree of links
/// between nodes with random priorities; large ones as in a [`ForestStream`]. A change from one to the other
/// takes O(n).
///
/// **When to choose it.** If the forest is needed after every few edges. If it is needed once, a
/// [`ForestStream`] is faster, and so is an operator if all edges fit in memory. Edges cannot be removed.
///
/// # Determinism
/// Deterministic, whatever the batches and on any number of threads.
///
/// # Memory
/// 24 bytes per node; 32 with 64-bit weights. After a large batch, until the next small one, that of a
/// [`ForestStream`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{Edge, Objective};
/// use boscage::operators::msf::DynamicForest;
///
/// let exec = Exec::available()?;
/// let mut roads = DynamicForest::new(4, Objective::Minimum)?;
/// roads.insert(&exec, &[Edge::new(0, 1, 4_u32), Edge::new(1, 2, 1), Edge::new(2, 3, 7)])?;
/// let changes = roads.insert(&exec, &[Edge::new(2, 0, 3)])?;
/// assert_eq!(changes.entered[0].edge, Edge::new(2, 0, 3));
/// assert_eq!(changes.left[0].edge, Edge::new(0, 1, 4));
/// assert_eq!((roads.tree_count(), roads.heaviest(0, 1)?.map(|edge| edge.position)), (1, Some(3)));
/// assert_eq!(roads.forest(&exec)?.total(), 11);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct DynamicForest<W: Weight> {
    objective: Objective,
    state: State<W>,
    /// The position of the next edge.
    end: u64,
}

/// The form of a forest.
#[derive(Debug)]
enum State<W: Weight> {
    /// For edges that come one by one.
    Linked(Links<W::Key>),
    /// For large batches.
    Streamed(ForestStream<W>),
}

/// Number of nodes per edge of a batch up to which it is merged.
const MERGED: usize = 1 << 3;

/// Edges of a batch that is inserted edge by edge, whatever the number of nodes.
const FEW: usize = 1 << 10;

/// The changes of a forest when edges are inserted.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes<W> {
    /// The inserted edges that are in the forest now, by ascending positions.
    pub entered: Vec<StreamEdge<W>>,
    /// The edges that are not in the forest any more, by ascending positions.
    pub left: Vec<StreamEdge<W>>,
}

impl<W: Weight> DynamicForest<W> {
    /// Creates a forest of this many nodes without edges.
    ///
    /// # Errors
    /// [`Error::TooMany`](boscage_core::Error::TooMany) and
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    pub fn new(nodes: usize, objective: Objective) -> Result<Self> {
        let nodes = Node::check_count(nodes as u64)?;
        Ok(Self { objective, state: State::Streamed(ForestStream::new(nodes, objective)?), end: 0 })
    }

    /// Creates it from the minimum (maximum) spanning forest of a graph. Positions are edge ids, and those of
    /// inserted edges follow.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    ///
    /// # Panics
    /// If an id of the forest is not that of an edge of the graph.
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{Edge, EdgeList, Objective::Minimum};
    /// use boscage::operators::msf::{self, DynamicForest};
    ///
    /// let exec = Exec::available()?;
    /// let graph = EdgeList::from_triples(3, [(0, 1, 1.5_f64), (1, 2, 2.5)])?;
    /// let forest = msf::auto(&exec, &graph, Minimum)?;
    /// let mut roads = DynamicForest::from_forest(&exec, &graph, &forest, Minimum)?;
    /// let changes = roads.insert(&exec, &[Edge::new(2, 0, 3.0)])?;
    /// assert!(changes.entered.is_empty() && changes.left.is_empty());
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn from_forest<'a>(
        exec: &Exec,
        graph: impl Into<EdgeListView<'a, W>>,
        forest: &Forest<W>,
        objective: Objective,
    ) -> Result<Self> {
        let graph = graph.into();
        let record = |i: usize| {
            let id = forest.edges()[i];
            let edge = graph.edge(id);
            Record::new(&edge, objective.key(edge.weight), id.index() as u64)
        };
        let edges = tabulate(exec, "the forest's edges", forest.edges().len(), record)?;
        let links = Links::of(graph.node_count(), &in_order(exec, edges)?)?;
        Ok(Self { objective, state: State::Linked(links), end: graph.edge_count() as u64 })
    }

    /// Appends isolated nodes.
    ///
    /// # Errors
    /// [`Error::TooMany`](boscage_core::Error::TooMany) and
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    pub fn add_nodes(&mut self, count: usize) -> Result<()> {
        Node::check_count(self.node_count() as u64 + count as u64)?;
        match &mut self.state {
            State::Linked(links) => links.add_nodes(count),
            State::Streamed(stream) => stream.add_nodes(count),
        }
    }

    /// Inserts edges, at the next positions. Returns the changes of the forest.
    ///
    /// # Errors
    /// [`Error::NodeOutOfRange`](boscage_core::Error::NodeOutOfRange) and
    /// [`Error::NanWeight`](boscage_core::Error::NanWeight), naming the position: then nothing is inserted.
    /// [`Error::Cancelled`](boscage_core::Error::Cancelled) and
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory), after which the forest cannot be used.
    pub fn insert(&mut self, exec: &Exec, edges: &[Edge<W>]) -> Result<Changes<W>> {
        EdgeListView::new(self.node_count(), edges).map_err(|error| moved(error, self.end))?;
        let [entered, left] = match edges.len() {
            FEW..LIMIT if self.tree_count() == self.node_count() => self.begin(exec, edges)?,
            FEW.. if edges.len() > self.node_count() / MERGED => self.merge(exec, edges)?,
            _ => self.insert_each(edges)?,
        };
        self.end += edges.len() as u64;
        let named = |mut edges: Vec<Record<W::Key>>| {
            radix_sort(exec, &mut edges, Record::position)?;
            tabulate(exec, "changes of a forest", edges.len(), |i| StreamEdge::of(&edges[i], self.objective))
        };
        Ok(Changes { entered: named(entered)?, left: named(left)? })
    }

    /// Number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        match &self.state {
            State::Linked(links) => links.node_count(),
            State::Streamed(stream) => stream.node_count(),
        }
    }

    /// Number of edges that have been inserted; the position of the next one.
    #[must_use]
    pub fn inserted(&self) -> u64 {
        self.end
    }

    /// Returns the number of trees; an isolated node is one.
    #[must_use]
    pub fn tree_count(&self) -> usize {
        let edges = match &self.state {
            State::Linked(links) => links.edge_count(),
            State::Streamed(stream) => stream.records().len(),
        };
        self.node_count() - edges
    }

    /// Returns the forest. O(n).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    pub fn forest(&self, exec: &Exec) -> Result<StreamedForest<W>> {
        let of = |records: &[_]| StreamedForest::new(exec, self.node_count(), records, self.objective);
        match &self.state {
            State::Linked(links) => of(&links.records()?),
            State::Streamed(stream) => of(stream.records()),
        }
    }

    /// Returns the heaviest (lightest) edge on the path between two nodes; `None` if they are one node or in
    /// different trees. Expected O(log n), after a large batch O(n).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    ///
    /// # Panics
    /// If there is no such node.
    #[track_caller]
    pub fn heaviest(&mut self, u: impl Into<Node>, v: impl Into<Node>) -> Result<Option<StreamEdge<W>>> {
        let heaviest = self.linked()?.heaviest([u.into(), v.into()].map(u32::from)).copied();
        Ok(heaviest.map(|edge| StreamEdge::of(&edge, self.objective)))
    }

    /// Returns the forest as links.
    fn linked(&mut self) -> Result<&mut Links<W::Key>> {
        if let State::Streamed(stream) = &self.state {
            self.state = State::Linked(Links::of(stream.node_count(), stream.records())?);
        }
        match &mut self.state {
            State::Linked(links) => Ok(links),
            State::Streamed(_) => unreachable!("it has been converted"),
        }
    }

    /// Inserts edges one by one. Returns those that have entered, and those that have left.
    fn insert_each(&mut self, edges: &[Edge<W>]) -> Result<[Vec<Record<W::Key>>; 2]> {
        let mut entered = memory::reserve("changes of a forest", edges.len())?;
        let mut left: Vec<Record<_>> = memory::reserve("changes of a forest", edges.len())?;
        let (objective, end) = (self.objective, self.end);
        let links = self.linked()?;
        for (position, edge) in (end..).zip(edges).filter(|(_, edge)| !edge.is_loop()) {
            let new = Record::new(edge, objective.key(edge.weight), position);
            let old = links.insert(new);
            if old != Some(new) {
                entered.push(new);
                left.extend(old);
            }
        }
        // An edge may have entered and left.
        left.sort_unstable_by_key(Record::position);
        let new = left.split_off(left.partition_point(|edge| edge.position() < end));
        let has_left =
            |edge: &Record<_>| new.binary_search_by_key(&edge.position(), Record::position).is_ok();
        entered.retain(|edge| !has_left(edge));
        Ok([entered, left])
    }

    /// Inserts the first edges, of which all are in memory. Returns those that have entered.
    fn begin(&mut self, exec: &Exec, edges: &[Edge<W>]) -> Result<[Vec<Record<W::Key>>; 2]> {
        let graph = EdgeListView::from_checked(self.node_count(), edges);
        let forest = auto(exec, graph, self.objective)?;
        let record = |i: usize| {
            let position = forest.edges()[i].index();
            let edge = &edges[position];
            Record::new(edge, self.objective.key(edge.weight), self.end + position as u64)
        };
        let mut entered = tabulate(exec, "the forest's edges", forest.edges().len(), record)?;
        radix_sort::<_, u64>(exec, &mut entered, |edge| edge.key.into())?;
        let mut records = memory::reserve("the forest's edges", entered.len())?;
        records.extend_from_slice(&entered);
        let end = self.end + edges.len() as u64;
        self.state = State::Streamed(ForestStream::resume(self.node_count(), self.objective, records, end)?);
        Ok([entered, Vec::new()])
    }

    /// Inserts many edges at once. Returns those that have entered, and those that have left.
    fn merge(&mut self, exec: &Exec, edges: &[Edge<W>]) -> Result<[Vec<Record<W::Key>>; 2]> {
        if let State::Linked(links) = &self.state {
            let records = in_order(exec, links.records()?)?;
            let stream = ForestStream::resume(links.node_count(), self.objective, records, self.end)?;
            self.state = State::Streamed(stream);
        }
        let State::Streamed(stream) = &mut self.state else { unreachable!("it has been converted") };
        let mut left = memory::reserve("the forest's edges", stream.records().len())?;
        left.extend_from_slice(stream.records());
        stream.push(exec, edges)?;
        stream.merge(exec)?;
        let mut kept = stream.records().iter().peekable();
        left.retain(|edge| {
            while kept.next_if(|kept| kept.precedes(edge)).is_some() {}
            kept.peek() != Some(&edge)
        });
        let is_new = |edge: &&Record<_>| edge.position() >= self.end;
        Ok([stream.records().iter().filter(is_new).copied().collect(), left])
    }
}
