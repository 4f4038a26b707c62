//! MST-BC: each worker grows a tree by Prim's algorithm and colours the vertices around it, so that trees do
//! not touch.
//!
//! Each worker has a range of the vertices. It *marks* a vertex that is not yet marked or coloured, and grows
//! a tree from it by a heap. It *colours* all neighbours of marked vertices. When the lightest edge leads to
//! a vertex that another tree has marked or coloured, the tree stops, and the worker begins the next one.
//! Workers are not threads: the workers of one thread take turns, a vertex each, so they interfere with each
//! other as if all ran at the same time.
//!
//! **Phases** of a round: *grow*; *lone*, in rounds that have it: every vertex whose tree has no edge takes
//! its lightest arc; then as in `unite.rs`.
//!
//! **Correctness.** Marking is a compare-and-swap, so no vertex is in two trees. A worker knows its own tree
//! exactly, so it takes the lightest edge of a cut. Trees do not touch, so only lone vertices join them. Each
//! lone vertex hooks by its lightest edge: at most two hook on each other, by the same edge.
//!
//! **Differences from the paper.** Colours are hints: a worker reads and writes them without order. A late
//! colour only lets a tree grow further, or stop earlier. The phase *lone* is ours. It is needed: two trees
//! may mark or colour each other's first vertices and stop without any edge, again and again. By default
//! every round has it, which joins more vertices per round than the algorithm in the paper; with
//! [`Lone::AfterFirst`] the first round is that of the paper. (Without it in all rounds, four workers take
//! hundreds of rounds on dense random graphs.) Vertices are taken in the order of their numbers, not in
//! random order, and there is no size below which one thread does the rest.

mod grow;

use boscage_core::Result;
use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::{AnyKeys, EdgeListView, Forest, Key, KeyedEdges, Objective, Weight};
use boscage_core::sync::EdgeSet;

use super::adjacency::{ArcOrder, ParallelEdges};
use super::interleave::number_of_workers;
use super::lightest::take_lightest_of_lone;
use super::unite::{arcs_of, by_vertex, unite};
use crate::msf::Kind;
use crate::msf::gather::gather;
use crate::msf::operator::operator;
use grow::grow;

/// Configuration of [`mst_bc`](fn@mst_bc).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MstBc {
    /// Number of workers, at least 1. `None`: the number of threads.
    pub workers: Option<usize>,
    /// The distance between trees.
    pub colouring: Colouring,
    /// The rounds with the phase *lone*.
    pub lone: Lone,
}

/// The rounds in which a vertex whose tree has no edge takes its lightest arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lone {
    /// All rounds.
    #[default]
    Always,
    /// All except the first; also the first if no tree has taken an edge.
    AfterFirst,
}

/// The distance that a tree keeps from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colouring {
    /// Other trees stop at the neighbours of a tree, which are coloured.
    #[default]
    Neighbours,
    /// Nothing is coloured: a tree stops at another tree. The authors of PMA ran this on a GPU for figure 8
    /// of their paper.
    Off,
}

operator! {
    MstBc on edges by mst_bc(config);
    name: "mst-bc",
    kind: Kind::Threads,
    paper: "Bader, Cong 2006",
    choose_for: "for comparison: trees stay apart, then are contracted",
    summary: "one tree per worker, by a heap; trees stay apart, then are contracted",
    memory: |of| of.sorted_arcs() + 7 * of.edges + 6 * of.touched(),
}

/// Returns the minimum (maximum) spanning forest by MST-BC: workers grow trees that do not touch, which are
/// then contracted.
///
/// **Algorithm.** Bader, Cong, "Fast shared-memory algorithms for computing the minimum spanning forest of
/// sparse graphs", Journal of Parallel and Distributed Computing 66(11), 2006. With one worker it is Prim's
/// algorithm, with one worker per vertex Borůvka's. O(m log n) work per round, few rounds.
///
/// **When to choose it.** For comparison. In [`pma`](fn@super::pma()) trees are small and may touch, in
/// [`prim_threads`](fn@super::prim_threads()) they merge.
///
/// # Determinism
/// The forest is deterministic. The trees and the number of rounds depend on timing.
///
/// # Memory
/// 66 to 96 bytes per edge and 10 per node, depending on the size of the heaps; 98 to 160 per edge with
/// 64-bit weights.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if there are 0 workers.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::papers::{MstBc, mst_bc};
///
/// let graph = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let config = MstBc { workers: Some(2), ..MstBc::default() };
/// let forest = mst_bc(&Exec::available()?, &graph, Objective::Minimum, config)?;
/// assert_eq!((forest.total(), forest.tree_count()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn mst_bc<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
    config: MstBc,
) -> Result<Forest<W>> {
    let graph = graph.into();
    let workers = number_of_workers(exec, config.workers)?;
    let mut rounds = exec.rounds("mst-bc", graph.node_count() as u64);
    let taken = by_trees_apart(&mut rounds, KeyedEdges::of(graph, objective).any(), workers, config)?;
    gather(rounds, graph, taken)
}

/// Returns the edges of the forest.
fn by_trees_apart<K: Key>(
    rounds: &mut Rounds<'_>,
    graph: KeyedEdges<'_, AnyKeys<K>>,
    workers: usize,
    config: MstBc,
) -> Result<EdgeSet> {
    let exec = rounds.exec();
    let forest = EdgeSet::new(graph.edge_count())?;
    let arcs = rounds.phase("arcs", || arcs_of(exec, graph))?;
    let mut adjacency = by_vertex(rounds, arcs, ArcOrder::Any, ParallelEdges::Keep)?;
    let mut may_choose = config.lone == Lone::Always;
    while !adjacency.is_empty() {
        let grown = rounds.phase("grow", || grow(rounds, &adjacency, workers, config.colouring, &forest))?;
        let grown = if may_choose || grown.taken == 0 {
            rounds.phase("lone", || Ok(take_lightest_of_lone(exec, &adjacency, grown, &forest)))?
        } else {
            grown.with_lone_roots()
        };
        may_choose = true;
        adjacency = unite(rounds, adjacency, &grown, ArcOrder::Any, ParallelEdges::Drop)?;
    }
    Ok(forest)
}
