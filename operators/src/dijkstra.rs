//! Dijkstra's algorithm and A*, for many searches on one graph.
//!
//! Each search has a number, and the place of a node tells in which search it was found. So nothing is
//! cleared between searches, and a search costs what it visits.
//!
//! **Correctness.** A node whose distance falls is put into the heap again, and its other entries are passed
//! over. With estimates that are never too large, the heap always has a node of a shortest path to the target
//! whose distance is final, and whose key is at most the length of the path. So a target that leaves the heap
//! has its final distance, also if estimates are not consistent. The keys that leave the heap ascend; a
//! smaller one, which only such estimates make, counts as the last key: all paths over the node before it
//! are at least as long.

mod heap;

use std::ops::ControlFlow;

use boscage_core::exec::{Exec, IntoControlFlow};
use boscage_core::graph::{Direction, Graph, Node};
use boscage_core::{Error, Result, memory};
use bytemuck::Zeroable;

use self::heap::{Entry, Heap};
use crate::lengths::{DistanceOf, Length, Sources, starts};
use crate::partial_node_map::Value;

/// Shortest paths from node to node: Dijkstra's algorithm and A*, for many searches on one graph.
///
/// A search takes time for the nodes that it visits, not for those of the graph: its arrays are used again by
/// the next one. For distances to all nodes, [`shortest_paths`](crate::shortest_paths()) is faster, because
/// all threads work on them. Searches from different nodes run at the same time if each thread has its own
/// `Dijkstra`, as in the second example.
///
/// Distances have 64 bits: `u64`, or `f64` if lengths are floats, rounded at every addition. Lengths must not
/// be negative.
///
/// # Determinism
/// Distances, paths and the order of visits are deterministic.
///
/// # Memory
/// 16 bytes per node, of which pages that no search touches take none; and 16 to 32 bytes per entry of the
/// heap, which has at most one per edge if estimates are consistent.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::Dijkstra;
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(5, [(0, 1, 7_u32), (1, 2, 1), (0, 2, 3), (2, 3, 9)])?;
/// let graph = Graph::<Undirected, _>::from_edges(&exec, &list)?;
/// let mut search = Dijkstra::new(&exec, &graph);
/// let path = search.path(0, 1)?.expect("they are connected");
/// assert_eq!((path.distance, path.nodes), (4, vec![0.into(), 2.into(), 1.into()]));
/// assert!(search.path(0, 4)?.is_none());
///
/// // The nodes at a distance of at most 3 of node 0 or node 3, the nearest first.
/// let mut near = Vec::new();
/// search.visit([0, 3], |node, distance| {
///     if distance > 3 {
///         return ControlFlow::Break(());
///     }
///     near.push((node.index(), distance));
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(near, [(0, 0), (3, 0), (2, 3)]);
/// # use std::ops::ControlFlow;
/// # Ok::<(), boscage::Error>(())
/// ```
/// Many searches, on all threads:
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::Dijkstra;
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(1000, (0..999).map(|i| (i, i + 1, i % 7)))?;
/// let graph = Graph::<Undirected, _>::from_edges(&exec, &list)?;
/// let searches = exec.per_thread(|| Dijkstra::new(&exec, &graph));
/// let search = |longest: &mut u64, i| {
///     let path = searches.with(|search| search.path(i, i + 100))?;
///     *longest = path.map_or(0, |path| path.distance).max(*longest);
///     Ok::<_, boscage::Error>(())
/// };
/// assert_eq!(exec.fold("searches", 0..900_u32, || 0, search, u64::max)?, 305);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Debug)]
pub struct Dijkstra<D: Direction, W: Length> {
    exec: Exec,
    graph: Graph<D, W>,
    places: Vec<Place>,
    /// The number of the last search; its lowest bit is 0.
    number: u32,
    heap: Heap,
}

/// The findings of the search of a number about a node.
#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C)]
struct Place {
    /// The word of the distance of the node.
    distance: u64,
    /// The number of the search, plus 1 when the distance is final.
    number: u32,
    /// The node before it, or itself.
    parent: u32,
}

/// A shortest path.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Path<T> {
    /// The length of the path, and the distance at which its source begins.
    pub distance: T,
    /// The nodes from the source to the target, both included. [`Graph::path_edges`] finds the edges, if
    /// the graph was built with ids.
    pub nodes: Vec<Node>,
}

/// Nodes between looks at the token that cancels.
const PATIENCE: u32 = 1 << 12;

impl<D: Direction, W: Length> Dijkstra<D, W> {
    /// Creates it for a graph, whose arrays it shares. Searches run on the thread that calls; `exec` can
    /// cancel them. The first search allocates the memory.
    #[must_use]
    pub fn new(exec: &Exec, graph: &Graph<D, W>) -> Self {
        let (exec, graph) = (exec.clone(), graph.clone());
        Self { exec, graph, places: Vec::new(), number: 0, heap: Heap::default() }
    }

    /// Returns the same with another `Exec`, which can cancel later searches.
    #[must_use]
    pub fn with_exec(self, exec: &Exec) -> Self {
        Self { exec: exec.clone(), ..self }
    }

    /// Returns a shortest path from the nearest of some sources to a target; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::Argument`] if a node is not in the graph, or the search meets a negative length or a distance
    /// that does not fit; [`Error::Cancelled`], [`Error::OutOfMemory`].
    pub fn path(
        &mut self,
        sources: impl Sources<W, Distance: Into<W::Wide>>,
        target: impl Into<Node>,
    ) -> Result<Option<Path<W::Wide>>> {
        self.path_by(sources, target, |_| W::Wide::from_word(0))
    }

    /// Returns a shortest path, as [`path`](Self::path) does, but visits fewer nodes (A*): those first that
    /// have the least sum of their distance and the estimate of their distance to the target.
    ///
    /// The estimate must be at most the real distance, or the path may be longer than the shortest; it need
    /// not be consistent. On a map it may be the distance as the crow flies, divided by the highest speed.
    ///
    /// # Errors
    /// Those of [`path`](Self::path), and estimates that are negative or NaN.
    ///
    /// # Examples
    /// ```
    /// use boscage::prelude::*;
    /// use boscage::operators::Dijkstra;
    ///
    /// // A grid of 100 times 100 nodes.
    /// let place = |node: usize| (node % 100, node / 100);
    /// let right = (0..10_000).filter(|i| i % 100 < 99).map(|i| (i, i + 1, 1_u32));
    /// let list = EdgeList::from_triples(10_000, right.chain((0..9_900).map(|i| (i, i + 100, 1))))?;
    /// let exec = Exec::new(1)?;
    /// let graph = Graph::<Undirected, _>::from_edges(&exec, &list)?;
    /// let mut search = Dijkstra::new(&exec, &graph);
    /// let (x, y) = (60, 20);
    /// let path = search.path_by(5050, 2060, |node| {
    ///     let (u, v) = place(node.index());
    ///     (u.abs_diff(x) + v.abs_diff(y)) as u64
    /// })?;
    /// assert_eq!(path.map(|path| path.distance), Some(40));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn path_by(
        &mut self,
        sources: impl Sources<W, Distance: Into<W::Wide>>,
        target: impl Into<Node>,
        estimate: impl FnMut(Node) -> W::Wide,
    ) -> Result<Option<Path<W::Wide>>> {
        let target = target.into();
        if target.index() >= self.graph.node_count() {
            let expected = format!("a node below {}", self.graph.node_count());
            return Err(Error::argument("target", expected, target));
        }
        self.visit_by(sources, estimate, |node, _| {
            if node == target { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        self.path_to(target)
    }

    /// Visits the nodes that can be reached from some sources, the nearest first, until `visit` returns a
    /// `Break`. `visit` is called with each node and its distance.
    ///
    /// Then [`distance`](Self::distance) and [`path_to`](Self::path_to) tell of the nodes that have been
    /// visited.
    ///
    /// # Errors
    /// Those of [`path`](Self::path), and those that `visit` returns.
    pub fn visit<F: IntoControlFlow>(
        &mut self,
        sources: impl Sources<W, Distance: Into<W::Wide>>,
        visit: impl FnMut(Node, W::Wide) -> F,
    ) -> Result<()> {
        self.visit_by(sources, |_| W::Wide::from_word(0), visit)
    }

    /// Visits nodes, as [`visit`](Self::visit) does, but those first that have the least sum of their
    /// distance and an estimate, as in [`path_by`](Self::path_by). If the estimate is not consistent, a node
    /// may be visited again, at a smaller distance.
    ///
    /// # Errors
    /// Those of [`path_by`](Self::path_by), and those that `visit` returns.
    pub fn visit_by<S: Sources<W, Distance: Into<W::Wide>>, F: IntoControlFlow>(
        &mut self,
        sources: S,
        mut estimate: impl FnMut(Node) -> W::Wide,
        mut visit: impl FnMut(Node, W::Wide) -> F,
    ) -> Result<()> {
        let starts = starts(self.graph.node_count(), sources)?;
        self.begin()?;
        let mut key = |node: Node, word: u64| {
            let estimate = estimate(node);
            let Some(more) = estimate.to_word() else {
                return Err(Error::argument(
                    "estimates",
                    "none below 0, nor NaN",
                    format_args!("{estimate:?}"),
                ));
            };
            Ok(W::Wide::sum(word, more))
        };
        for (node, word) in starts.into_iter().rev() {
            let word = wide::<W, S::Distance>(word);
            if self.improve(node, word, node) {
                self.heap.push(Entry { key: key(node, word)?, node: node.into() })?;
            }
        }
        let (mut patience, graph) = (PATIENCE, self.graph.clone());
        while let Some(Entry { node, .. }) = self.heap.pop(|node| graph.prefetch_offset(node.into()))? {
            let node = Node::from(node);
            let place = &mut self.places[node.index()];
            if place.number == self.number | FINAL {
                continue; // it has been visited by a shorter path
            }
            place.number |= FINAL;
            let word = place.distance;
            if let ControlFlow::Break(outcome) = visit(node, W::Wide::from_word(word)).into_control_flow() {
                return outcome.map_or(Ok(()), Err);
            }
            patience -= 1;
            if patience == 0 {
                self.exec.check_cancelled()?;
                patience = PATIENCE;
            }
            for (to, length) in graph.arcs(node) {
                let Some(longer) = (if length < W::default() { None } else { W::Wide::plus(word, length) })
                else {
                    return Err(refused(node, length));
                };
                if self.improve(to, longer, node) {
                    self.heap.push(Entry { key: key(to, longer)?, node: to.into() })?;
                }
            }
        }
        Ok(())
    }

    /// Returns the distance of a node that the last search has visited; `None` for others.
    ///
    /// # Panics
    /// If the node is not in the graph.
    #[must_use]
    #[track_caller]
    pub fn distance(&self, node: impl Into<Node>) -> Option<W::Wide> {
        self.visited(node.into()).map(|place| W::Wide::from_word(place.distance))
    }

    /// Returns the path by which the last search has visited a node; `None` if it has not.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    ///
    /// # Panics
    /// If the node is not in the graph.
    #[track_caller]
    pub fn path_to(&self, node: impl Into<Node>) -> Result<Option<Path<W::Wide>>> {
        let mut node = node.into();
        let Some(distance) = self.distance(node) else { return Ok(None) };
        let mut nodes = Vec::new();
        loop {
            memory::grow("the path", &mut nodes, 1)?;
            nodes.push(node);
            let parent = Node::from(self.places[node.index()].parent);
            if parent == node {
                nodes.reverse();
                return Ok(Some(Path { distance, nodes }));
            }
            node = parent;
        }
    }

    #[track_caller]
    fn visited(&self, node: Node) -> Option<&Place> {
        let nodes = self.graph.node_count();
        assert!(node.index() < nodes, "there is no node {node}: the graph has {nodes} nodes");
        self.places.get(node.index()).filter(|place| place.number == self.number | FINAL)
    }

    /// Begins a search.
    fn begin(&mut self) -> Result<()> {
        if self.places.len() < self.graph.node_count() {
            self.places = memory::zeroed("the places of nodes in a search", self.graph.node_count())?;
        }
        self.heap.clear();
        self.number = self.number.wrapping_add(2);
        if self.number == 0 {
            self.places.fill(Place::zeroed());
            self.number = 2;
        }
        Ok(())
    }

    /// Sets the distance and the parent of a node if the path is the shortest so far; returns `true` then.
    #[inline]
    fn improve(&mut self, node: Node, distance: u64, parent: Node) -> bool {
        let place = &mut self.places[node.index()];
        let is_shorter = place.number & !FINAL != self.number || distance < place.distance;
        if is_shorter {
            *place = Place { distance, number: self.number, parent: parent.into() };
        }
        is_shorter
    }
}

/// The bit of a place's number that says that its distance is final.
const FINAL: u32 = 1;

/// Returns the word of 64 bits of a distance.
pub(crate) fn wide<W: Length, T: Value + Into<W::Wide>>(word: T::Word) -> u64 {
    let distance: W::Wide = T::from_word(word).into();
    distance.to_word().expect("it has been checked")
}

#[cold]
fn refused<W: Length>(node: Node, length: W) -> Error {
    let (expected, found) = if length < W::default() {
        ("none below 0", format!("{length} on an arc of node {node}"))
    } else {
        ("distances of at most 64 bits", format!("a longer path over node {node}"))
    };
    Error::argument("weights", expected, found)
}
