//! MST-BC: each worker grows a tree by Prim's algorithm and colours the vertices around it, so that trees do
//! not touch.
//!
//! **Idea.** Each worker has a range of the vertices. It *marks* a vertex that is not yet marked or coloured,
//! and grows a tree from it by a heap. It *colours* all neighbours of marked vertices. When the lightest edge
//! leads to a vertex that another tree has marked or coloured, the tree stops, and the worker begins the next
//! one. With one worker this is Prim's algorithm; with one worker per vertex it is Borůvka's. Workers are not
//! threads: the workers of one thread take turns, a vertex each, so they interfere with each other as if all
//! ran at the same time.
//!
//! **Phases** of a round: *grow*; *lone*, in rounds that have it: every vertex whose tree has no edge takes
//! its lightest arc; then as in `unite.rs`.
//!
//! **Why it is correct.** Marking is a compare-and-swap, so no vertex is in two trees. A worker knows its own
//! tree exactly, so it takes the lightest edge of a cut. Trees do not touch, so only lone vertices join them.
//! Each lone vertex hooks by its lightest edge: at most two hook on each other, by the same edge.
//!
//! **What differs from the text.** Colours are hints: a worker reads and writes them without order. A late
//! colour only lets a tree grow further, or stop earlier. The phase *lone* is ours. It is needed: two trees
//! may mark or colour each other's first vertices and stop without any edge, again and again. By default
//! every round has it, which joins more vertices per round than the algorithm in the text; with
//! [`Lone::AfterFirst`] the first round is as in the text. (Without it in all rounds, four workers take
//! hundreds of rounds on dense random graphs.) Vertices are taken in the order of their numbers, not in
//! random order, and there is no size below which one thread does the rest.
//!
//! **Variants.** [`Colouring::Off`] has no colours, so a tree stops when it reaches another tree, not a
//! vertex before it. PMA's authors ran this on a GPU, for their figure 8.
//!
//! **Cost.** O(m log n) per round, few rounds. 64 bytes per edge beside the graph and up to 32 more for the
//! heaps (96 and 64 with 64-bit weights).
//!
//! **Deterministic**: the forest is. Which trees grow, and how many rounds it takes, depends on timing.
//!
//! **When to choose it.** For comparison.
//!
//! **Paper.** Bader, Cong, "Fast shared-memory algorithms for computing the minimum spanning forest of sparse
//! graphs", 2006; Nobari and others, "Scalable parallel minimum spanning forest computation", 2012.

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

/// How [`mst_bc`](fn@mst_bc) runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MstBc {
    /// Number of workers, 1 at least; by default as many as threads.
    pub workers: Option<usize>,
    /// Whether a tree keeps away from the neighbours of others.
    pub colouring: Colouring,
    /// Which rounds have the phase *lone*.
    pub lone: Lone,
}

/// In which rounds a vertex whose tree has no edge takes its lightest arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lone {
    /// In all.
    #[default]
    Always,
    /// In all but the first; in the first too if no tree has taken an edge.
    AfterFirst,
}

/// Whether a tree keeps away from the neighbours of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colouring {
    /// The neighbours of a tree are coloured, and other trees stop there.
    #[default]
    Neighbours,
    /// Nothing is coloured: a tree stops where another is.
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

/// The minimum (maximum) spanning forest by MST-BC.
///
/// # Errors
/// [`boscage_core::Error::Argument`] if there are 0 workers, [`boscage_core::Error::Cancelled`] and
/// [`boscage_core::Error::OutOfMemory`].
///
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::papers::{MstBc, mst_bc};
///
/// let graph = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let config = MstBc { workers: Some(2), ..MstBc::default() };
/// let forest = mst_bc(&Exec::available()?, graph.as_view(), Objective::Minimum, config)?;
/// assert_eq!((forest.total(), forest.trees()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn mst_bc<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: MstBc,
) -> Result<Forest<W>> {
    let workers = number_of_workers(exec, config.workers)?;
    let mut rounds = exec.rounds("mst-bc", graph.nodes() as u64);
    let taken = by_trees_apart(&mut rounds, KeyedEdges::of(graph, objective).any(), workers, config)?;
    gather(rounds, graph, taken)
}

/// The edges of the forest.
fn by_trees_apart<K: Key>(
    rounds: &mut Rounds<'_>,
    graph: KeyedEdges<'_, AnyKeys<K>>,
    workers: usize,
    config: MstBc,
) -> Result<EdgeSet> {
    let exec = rounds.exec();
    let forest = EdgeSet::new(graph.len())?;
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
