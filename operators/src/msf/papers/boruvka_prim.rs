//! A few rounds of Borůvka's algorithm, then Prim's algorithm on the rest.
//!
//! **Idea.** While there are many vertices, each takes its lightest arc, all at once, and each component
//! becomes a vertex: that is fast, and at least halves the number of vertices. When there are few, rounds
//! have little parallelism, and the heap of Prim's algorithm is small.
//!
//! **Phases** of a round: *find*: every vertex takes its lightest arc; then as in `unite.rs`. After
//! [`BoruvkaPrim::rounds`] rounds comes *prim*, on one thread, as in [`prim`](fn@super::prim); statistics
//! count it as one more round.
//!
//! **Why it is correct.** Both parts take lightest edges of cuts. At most two vertices hook on each other, by
//! the same edge.
//!
//! **What differs from the text**, which names it as future work ("run Boruvka for some iterations", "then
//! run Prim's algorithm for rest") and says no more: here the number of rounds is a parameter, and everything
//! runs on the processor. With [`usize::MAX`] rounds nothing is left for Prim's algorithm, and it is
//! Borůvka's algorithm with contraction.
//!
//! **Cost.** O(m) per round and O(m log n) for the rest; 64 bytes per edge beside the graph (96 with 64-bit
//! weights).
//!
//! **Deterministic**: yes, including the rounds.
//!
//! **When to choose it.** For comparison.
//!
//! **Paper.** Gupta, "Parallel Implementation of Boruvka on CUDA", project report, 2012, its section 6.

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

/// How [`boruvka_prim`](fn@boruvka_prim) runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoruvkaPrim {
    /// Rounds of Borůvka's, at most; with 0 it is Prim's algorithm on arcs of its own.
    pub rounds: usize,
}

impl BoruvkaPrim {
    /// Rounds of Borůvka's: they leave less than an eighth of the vertices.
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

/// The minimum (maximum) spanning forest by some rounds of Borůvka's and then Prim's algorithm.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
pub fn boruvka_prim<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: BoruvkaPrim,
) -> Result<Forest<W>> {
    let mut rounds = exec.rounds("boruvka-prim", graph.nodes() as u64);
    let taken = by_contraction(&mut rounds, KeyedEdges::of(graph, objective).any(), config)?;
    gather(rounds, graph, taken)
}

/// The edges of the forest.
fn by_contraction<K: Key>(
    rounds: &mut Rounds<'_>,
    graph: KeyedEdges<'_, AnyKeys<K>>,
    config: BoruvkaPrim,
) -> Result<EdgeSet> {
    let exec = rounds.exec();
    let forest = EdgeSet::new(graph.len())?;
    let arcs = rounds.phase("arcs", || arcs_of(exec, graph))?;
    let mut adjacency = by_vertex(rounds, arcs, ArcOrder::Any, ParallelEdges::Keep)?;
    while !adjacency.is_empty() && rounds.rounds().len() < config.rounds {
        let grown = rounds.phase("find", || take_lightest(exec, &adjacency, &forest))?;
        adjacency = unite(rounds, adjacency, &grown, ArcOrder::Any, ParallelEdges::Drop)?;
    }
    if !adjacency.is_empty() {
        let taken = exec.stage("prim", || by_heap(&adjacency, rounds, &forest))?;
        rounds.record(counted(adjacency.edges(), taken, 0));
    }
    Ok(forest)
}
