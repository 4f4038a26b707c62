//! A few rounds of Borůvka's algorithm, then Prim's algorithm on the rest.
//!
//! **Phases** of a round: *find*: every vertex takes its lightest arc; then as in `unite.rs`. After
//! [`BoruvkaPrim::rounds`] rounds comes *prim*, on one thread, as in [`prim`](fn@super::prim); statistics
//! count it as one more round.
//!
//! **Correctness.** Both parts take lightest edges of cuts. At most two vertices hook on each other, by the
//! same edge.

use boscage_core::Result;
use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::{AnyKeys, EdgeListView, Forest, Key, KeyedEdges, Objective, Weight};
use boscage_core::sync::EdgeSet;

use super::adjacency::{ArcOrder, ParallelEdges};
use super::lightest::take_lightest;
use super::prim::by_heap;
use super::unite::{arcs_of, by_vertex, counted, unite};
use crate::msf::Kind;
use crate::msf::gather::gather;
use crate::msf::operator::operator;

/// Configuration of [`boruvka_prim`](fn@boruvka_prim).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoruvkaPrim {
    /// The most rounds of Borůvka's algorithm. With 0 it is Prim's algorithm.
    pub rounds: usize,
}

impl BoruvkaPrim {
    /// Default of `rounds`: they leave less than an eighth of the vertices.
    pub const DEFAULT_ROUNDS: usize = 3;
}

impl Default for BoruvkaPrim {
    fn default() -> Self {
        Self { rounds: Self::DEFAULT_ROUNDS }
    }
}

operator! {
    BoruvkaPrim on edges by boruvka_prim(config);
    name: "boruvka-prim",
    kind: Kind::Threads,
    paper: "Gupta 2012, its future work",
    choose_for: "for comparison: contraction first, then one heap",
    summary: "some rounds of Boruvka's, then Prim's on what is left",
    memory: |of| of.sorted_arcs() + 9 * of.touched(),
}

/// Returns the minimum (maximum) spanning forest by some rounds of Borůvka's algorithm, then Prim's
/// algorithm.
///
/// **Algorithm.** Gupta, "Parallel Implementation of Boruvka on CUDA", project report, 2012, names it in
/// section 6 as future work. At first, each vertex takes its lightest arc in parallel, and components are
/// contracted, which at least halves the number of vertices. On few vertices, rounds have little parallelism,
/// and the heap of Prim's algorithm is small. O(m) work per round, then O(m log n) on one thread. With
/// [`usize::MAX`] rounds it is Borůvka's algorithm with contraction.
///
/// **When to choose it.** For comparison.
///
/// # Determinism
/// Deterministic, including the rounds.
///
/// # Memory
/// 66 bytes per edge and 13 per node; 98 per edge with 64-bit weights.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::papers::{BoruvkaPrim, boruvka_prim};
///
/// let graph = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let (exec, config) = (Exec::available()?, BoruvkaPrim { rounds: 1 });
/// let forest = boruvka_prim(&exec, &graph, Objective::Minimum, config)?;
/// assert_eq!((forest.total(), forest.tree_count()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn boruvka_prim<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
    config: BoruvkaPrim,
) -> Result<Forest<W>> {
    let graph = graph.into();
    let mut rounds = exec.rounds("boruvka-prim", graph.node_count() as u64);
    let taken = by_contraction(&mut rounds, KeyedEdges::of(graph, objective).any(), config)?;
    gather(rounds, graph, taken)
}

/// Returns the edges of the forest.
fn by_contraction<K: Key>(
    rounds: &mut Rounds<'_>,
    graph: KeyedEdges<'_, AnyKeys<K>>,
    config: BoruvkaPrim,
) -> Result<EdgeSet> {
    let exec = rounds.exec();
    let forest = EdgeSet::new(graph.edge_count())?;
    let arcs = rounds.phase("arcs", || arcs_of(exec, graph))?;
    let mut adjacency = by_vertex(rounds, arcs, ArcOrder::Any, ParallelEdges::Keep)?;
    while !adjacency.is_empty() && rounds.round_count() < config.rounds as u64 {
        let grown = rounds.phase("find", || take_lightest(exec, &adjacency, &forest))?;
        adjacency = unite(rounds, adjacency, &grown, ArcOrder::Any, ParallelEdges::Drop)?;
    }
    if !adjacency.is_empty() {
        let taken = exec.stage("prim", || by_heap(&adjacency, rounds, &forest))?;
        rounds.record(counted(adjacency.edges(), taken, 0));
    }
    Ok(forest)
}
