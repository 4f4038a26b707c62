//! Graphs that change while many threads work on them.
//!
//! Nodes are in slots (`held`), whose locks detect handles of removed nodes (`handle`). Edges are linked
//! lists of ends (`links`). Both take their places from pools (`pool`, `segments`).

mod convert;
mod handle;
mod held;
mod links;
mod locking;
#[cfg(all(test, loom))]
mod model;
mod owned;
mod pool;
mod segments;

use std::fmt;
use std::sync::Arc;

use crossbeam_utils::CachePadded;

use self::handle::Generation;
use self::held::{Count, Held, Slot, Tally, WorkerState};
use self::links::Links;
use self::pool::Pool;
use super::{Directed, Direction, EdgeData, Undirected};
use crate::Result;
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicU32, Ordering};
use crate::sync::Lockable;
use crate::sync::holders::{Holders, NOBODY, Worker};

pub use self::handle::Handle;
pub use self::locking::MorphLocking;
pub use self::owned::MorphOwned;

/// A graph that the items of a speculative loop change: refinement of meshes, contraction, simplification.
///
/// Each node has data of type `N`, each edge data of type `E`. Parallel edges and self-loops are allowed.
/// Edges are undirected, or directed if `D` is [`Directed`]: then each node knows the edges that leave it and
/// those that enter it ([`MorphLocking::arcs`], [`MorphLocking::in_arcs`]). The graph is changed in the loop
/// [`Exec::speculate`](crate::exec::Exec::speculate), whose items lock the nodes that they need:
///
/// 1. [`MorphLocking`] locks nodes, and reads them and their edges. Everything that can fail fails here: an
///    item conflicts with another, or memory cannot be reserved.
/// 2. [`MorphOwned`], after the commit, changes the locked nodes: it adds and removes nodes and edges. An
///    edge belongs to both its nodes, so both must be locked.
///
/// A graph that does not change takes less memory as a [`Graph`](super::Graph).
///
/// # Determinism
/// The result is the same as if the items had run one after another in some order. The order is
/// nondeterministic, and with it the result, unless every order gives the same one.
///
/// # Memory
/// 16 bytes per node besides its data, 20 if edges are directed, and 40 bytes per edge besides twice its
/// data; up to a quarter more may be reserved. Nodes and edges never move, and the memory of removed ones is
/// reused.
///
/// # Examples
/// Contraction: every node is merged into a neighbour, if it has one, and counts the nodes merged into it. So
/// every component becomes one node.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{EdgeList, Graph, MorphGraph, Undirected};
/// use boscage::worklist::Fifo;
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_pairs(6, [(0, 1), (1, 2), (2, 0), (3, 4)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let (mut morph, handles) = MorphGraph::from_graph(&graph, |_| 1_u32)?;
///
/// exec.speculate("contract", handles.into_vec(), Fifo::default(), &mut morph, |&node, around| {
///     around.lock_while(node, |near, _| near == node)?; // its neighbours, too
///     let arcs: Vec<_> = around.arcs(node).filter(|&(neighbour, ())| neighbour != node).collect();
///     let Some(&(into, ())) = arcs.first() else { return Ok(()) };
///     around.reserve(0, arcs.len())?;
///     let mut owned = around.commit();
///     owned[into] += owned[node];
///     owned.remove(node);
///     for (neighbour, ()) in arcs {
///         if neighbour != into {
///             owned.connect(into, neighbour, ());
///         }
///     }
///     Ok(())
/// })?;
///
/// let mut counts: Vec<u32> = morph.nodes().map(|(_, count)| *count).collect();
/// counts.sort();
/// let (graph, _) = morph.to_graph(&exec)?;
/// assert_eq!((counts, graph.node_count(), graph.edge_count()), (vec![1, 2, 3], 3, 0));
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct MorphGraph<N, E: EdgeData = (), D: Direction = Undirected> {
    slots: Pool<Slot<N, D>>,
    links: Links<E>,
    /// The generation of unused slots.
    first: Generation,
    workers: Holders<WorkerState>,
    /// Counts of the nodes and edges that each worker has added and removed.
    tallies: Mutex<Vec<Arc<CachePadded<Tally>>>>,
}

impl<N, E: EdgeData> MorphGraph<N, E> {
    /// Creates an undirected graph without nodes.
    #[must_use]
    pub fn new() -> Self {
        Self::empty()
    }
}

impl<N, E: EdgeData> MorphGraph<N, E, Directed> {
    /// Creates a directed graph without nodes.
    ///
    /// ```
    /// use boscage::graph::MorphGraph;
    ///
    /// let mut graph = MorphGraph::directed();
    /// let [a, b] = graph.edit(2, 1, |owned| {
    ///     let nodes = ["a", "b"].map(|name| owned.add(name));
    ///     owned.connect(nodes[0], nodes[1], 7_u32);
    ///     nodes
    /// })?;
    /// graph.edit(0, 0, |owned| {
    ///     assert!(owned.arcs(a).eq([(b, 7)]) && owned.in_arcs(b).eq([(a, 7)]));
    ///     assert_eq!((owned.arcs(b).count(), owned.disconnect(b, a)), (0, None));
    ///     assert_eq!(owned.disconnect(a, b), Some(7));
    /// })?;
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    pub fn directed() -> Self {
        Self::empty()
    }
}

impl<N, E: EdgeData, D: Direction> MorphGraph<N, E, D> {
    fn empty() -> Self {
        static GRAPHS: AtomicU32 = AtomicU32::new(0);
        Self {
            slots: Pool::new("nodes"),
            links: Links::new(),
            first: Generation::first(GRAPHS.fetch_add(1, Ordering::Relaxed)),
            workers: Holders::new(),
            tallies: Mutex::new(Vec::new()),
        }
    }

    /// Number of nodes.
    #[must_use]
    pub fn node_count(&mut self) -> usize {
        self.count(|tally| &tally.nodes)
    }

    /// Number of edges.
    #[must_use]
    pub fn edge_count(&mut self) -> usize {
        self.count(|tally| &tally.edges)
    }

    fn count(&mut self, of: impl Fn(&Tally) -> &Count) -> usize {
        // Counts of a worker may be negative: it may have removed nodes that another one has added.
        self.tallies.get_mut().iter().map(|tally| of(tally).get()).sum::<i64>() as usize
    }

    /// Returns each node with its data.
    pub fn nodes(&mut self) -> impl Iterator<Item = (Handle, &mut N)> {
        self.slots.places.iter_mut().filter_map(|(slot, Slot { lock, content, .. })| {
            let data = content.get_mut().data.as_mut()?;
            Some((Handle::new(slot, lock.generation()), data))
        })
    }

    /// Changes the graph outside of a loop. `change` may read and write all nodes, and add at most `nodes`
    /// nodes and `edges` edges.
    ///
    /// # Errors
    /// As [`MorphLocking::reserve`].
    ///
    /// ```
    /// use boscage::graph::MorphGraph;
    ///
    /// let mut graph = MorphGraph::new();
    /// let [a, b] = graph.edit(2, 1, |owned| {
    ///     let nodes = ["a", "b"].map(|name| owned.add(name));
    ///     owned.connect(nodes[0], nodes[1], 7_u32);
    ///     nodes
    /// })?;
    /// assert_eq!((graph.node_count(), graph.edge_count()), (2, 1));
    /// graph.edit(0, 0, |owned| {
    ///     assert!(owned.arcs(a).eq([(b, 7)]));
    ///     assert_eq!(owned.remove(b), "b");
    /// })?;
    /// assert_eq!((graph.node_count(), graph.edge_count()), (1, 0));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn edit<R>(
        &mut self,
        nodes: usize,
        edges: usize,
        change: impl FnOnce(&mut MorphOwned<'_, N, E, D>) -> R,
    ) -> Result<R> {
        let mut worker = self.new_worker();
        // No node is locked, so the holder `NOBODY` holds all of them.
        let held = Held::new(self, worker.0.begin_item(&self.workers), NOBODY);
        held.reserve(nodes, edges)?;
        Ok(change(&mut MorphOwned::new(held)))
    }

    fn new_worker(&self) -> MorphWorker<'_> {
        MorphWorker(self.workers.begin(|name| {
            let state = WorkerState::new(name);
            self.tallies.lock().push(Arc::clone(&state.tally));
            state
        }))
    }
}

impl<N, E: EdgeData, D: Direction> Default for MorphGraph<N, E, D> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<N, E: EdgeData, D: Direction> fmt::Debug for MorphGraph<N, E, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MorphGraph").finish_non_exhaustive()
    }
}

/// State of a worker of a loop over a [`MorphGraph`]: free places.
pub struct MorphWorker<'a>(Worker<'a, WorkerState>);

impl fmt::Debug for MorphWorker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MorphWorker").finish_non_exhaustive()
    }
}

impl<N: Send, E: EdgeData, D: Direction> Lockable for MorphGraph<N, E, D> {
    type Worker<'a>
        = MorphWorker<'a>
    where
        N: 'a;
    type Locking<'a>
        = MorphLocking<'a, N, E, D>
    where
        N: 'a;
    type Owned<'a>
        = MorphOwned<'a, N, E, D>
    where
        N: 'a;

    fn worker(&self) -> MorphWorker<'_> {
        self.new_worker()
    }

    /// # Panics
    /// If a lock was leaked, or the worker was created by another graph.
    #[inline]
    fn begin<'a>(&'a self, worker: &'a mut MorphWorker<'_>) -> MorphLocking<'a, N, E, D> {
        let state = worker.0.begin_item(&self.workers);
        let name = state.name;
        MorphLocking::new(Held::new(self, state, name))
    }

    #[inline]
    fn commit<'a>(&'a self, locking: MorphLocking<'a, N, E, D>) -> MorphOwned<'a, N, E, D> {
        MorphOwned::new(locking.held)
    }
}
