//! Borůvka's algorithm as Galois runs it: rounds in which every tree takes its lightest edge.
//!
//! **Idea.** All live edges bid in every round ([`Schedule::AllLive`]); the step is in `join.rs`. Every tree
//! takes its lightest edge, so each round at least halves the number of trees: at most log2 n rounds, usually
//! far fewer.
//!
//! **Phases.** Galois's *find* (each representative's lightest edge) is our bid, its *union* our commit. Its
//! items are representatives, ours are edges: a representative takes part in a round if an edge bids for it.
//!
//! **Cost.** O(m log n) finds, no sorting; beside the graph 16 bytes per edge and 12 per node (12 per edge
//! with 64-bit weights, whose bids are compared through the graph).
//!
//! **Deterministic**: yes, including the rounds.
//!
//! **Paper.** Borůvka 1926; Galois/Lonestar, "Minimum Weight Spanning Tree".

use boscage_core::Result;
use boscage_core::exec::{Exec, Schedule};
use boscage_core::graph::{EdgeId, EdgeListView, Forest, Key, KeyedEdges, Keys, Objective, Weight};
use boscage_core::sync::{EdgeSet, IndirectLocks, PriorityLocks};

use super::gather::gather_as;
use super::join::{Candidate, JoinTrees};
use super::operator::Kind;
use super::operator::operator;

operator! {
    struct Boruvka on edges by boruvka;
    name: "boruvka",
    kind: Kind::Threads,
    paper: "Borůvka 1926, as in Galois",
    choose_for: "a model of an operator, as Galois runs it",
    summary: "rounds in which every tree takes its lightest edge, as in Galois",
    memory: |of| of.candidate() * 9 / 8 * of.edges + (of.lock() + 4) * of.nodes,
}

/// The minimum (maximum) spanning forest by Borůvka's algorithm.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
pub fn boruvka<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    gather_as("boruvka gather", exec, graph, by_rounds(exec, KeyedEdges::of(graph, objective))?)
}

/// The edges of the forest.
fn by_rounds<M: Keys>(exec: &Exec, graph: KeyedEdges<'_, M>) -> Result<EdgeSet> {
    let (edges, n) = (graph.edges(), graph.nodes());
    if edges.is_empty() {
        return EdgeSet::new(0);
    }
    // Known to the compiler, which leaves out the other branch.
    if const { M::Key::BITS == 32 } {
        // Key and id packed in one word, which is the priority itself.
        let priority = |i: usize| Into::<u64>::into(graph.key(i)) << 32 | i as u64;
        let join = exec.stage("boruvka initialise", || {
            JoinTrees::new(n, edges.len(), PriorityLocks::new(n)?, u32::unpack_id)
        })?;
        let candidates = (edges.len(), |i| Candidate::new(edges[i], priority(i)));
        exec.phased("boruvka", candidates, Schedule::AllLive, &join)?;
        Ok(join.into_edges())
    } else {
        let key = |i: u32| graph.key(i as usize);
        let join = exec.stage("boruvka initialise", || {
            JoinTrees::new(n, edges.len(), IndirectLocks::new(n, key)?, EdgeId::from)
        })?;
        let candidates = (edges.len(), |i| Candidate::new(edges[i], i as u32));
        exec.phased("boruvka", candidates, Schedule::AllLive, &join)?;
        Ok(join.into_edges())
    }
}
