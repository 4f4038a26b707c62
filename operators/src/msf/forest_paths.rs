//! The heaviest edge between any two nodes of a forest.

use std::fmt;

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, EdgeListView, Forest, Key, KeyedEdges, Node, Objective, Weight};
use boscage_core::parallel::tabulate;

use super::check::{joined, sorted};
use super::links::Links;

/// The paths of a minimum (maximum) spanning forest: the heaviest (lightest) edge between two nodes.
///
/// This edge is the bottleneck of the best way between the nodes in the whole graph. It is also the edge that
/// another edge between them would replace if it became lighter (heavier).
///
/// # Determinism
/// Deterministic: among equal weights, the edge of higher id counts as heavier.
///
/// # Memory
/// 12 bytes per node. While it is made, 24 per node (32 with 64-bit weights).
///
/// # Examples
/// The amount by which an edge outside the forest must become lighter to enter it:
/// ```
/// use boscage::{exec::Exec, graph::{EdgeId, EdgeList, Objective}};
/// use boscage::operators::msf::{self, ForestPaths};
///
/// let exec = Exec::available()?;
/// let roads = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
/// let forest = msf::auto(&exec, &roads, Objective::Minimum)?;
/// let paths = ForestPaths::new(&exec, &roads, &forest, Objective::Minimum)?;
/// let outside = roads.edges()[0];
/// let heaviest = paths.heaviest(outside.u, outside.v).expect("the ends are connected");
/// assert_eq!(heaviest, EdgeId::new(2));
/// assert_eq!(outside.weight - roads.edges()[heaviest.index()].weight, 1);
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct ForestPaths {
    links: Links,
    /// The edges in ascending order.
    order: Vec<EdgeId>,
}

impl ForestPaths {
    /// Creates the paths of a forest of `graph`. Sorts its edges in parallel, and joins them on one thread.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    ///
    /// # Panics
    /// If `forest` is not a forest of the graph.
    pub fn new<'a, W: Weight>(
        exec: &Exec,
        graph: impl Into<EdgeListView<'a, W>>,
        forest: &Forest<W>,
        objective: Objective,
    ) -> Result<Self> {
        let edges = KeyedEdges::of(graph.into(), objective).any();
        exec.parallel_stage("forest paths", || {
            let order = sorted(exec, edges, forest.edges())?;
            let joined = joined(exec, edges, &order, |_| exec.check_cancelled())?;
            let joined = joined.expect("the edges of a forest close no cycle");
            let id = |rank: usize| W::Key::unpack_id(order[rank]);
            let order = tabulate(exec, "the forest's order", order.len(), id)?;
            Ok(Self { links: joined.links(edges.node_count())?, order })
        })
    }

    /// Returns the heaviest (lightest) edge on the path between two nodes; `None` if they are one node or in
    /// different trees. O(log n).
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[track_caller]
    pub fn heaviest(&self, u: impl Into<Node>, v: impl Into<Node>) -> Option<EdgeId> {
        self.links.heaviest(u.into(), v.into()).map(|rank| self.order[rank as usize])
    }
}

impl fmt::Debug for ForestPaths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ForestPaths").field("edges", &self.order.len()).finish_non_exhaustive()
    }
}
