//! Borůvka's algorithm as Galois runs it.
//!
//! All live edges bid in every round ([`Schedule::AllLive`]); the step is in `join.rs`. Galois's *find* (the
//! lightest edge per representative) is our bid, its *union* our commit. Its items are representatives, ours
//! are edges: a representative takes part in a round if an edge bids for it.

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

/// Returns the minimum (maximum) spanning forest by Borůvka's algorithm, on an edge list that does not
/// change.
///
/// **Algorithm.** Borůvka, "O jistém problému minimálním", 1926, as in the program "Minimum Weight Spanning
/// Tree" of Galois's benchmark suite Lonestar. In each round of [`Exec::phased`] every tree takes its
/// lightest edge, so the number of trees at least halves. At most log₂ n rounds, usually far fewer; O(m log
/// n) finds, no sort.
///
/// **When to choose it.** As a model of an operator, to compare with Galois.
/// [`filter_boruvka`](fn@super::filter_boruvka) also contracts the graph and filters edges, and is much
/// faster.
///
/// # Determinism
/// Deterministic, including the rounds.
///
/// # Memory
/// 18 bytes per edge and 12 per node; 14 and 8 with 64-bit weights.
///
/// # Errors
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf;
///
/// let graph = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
/// let forest = msf::boruvka(&Exec::available()?, &graph, Objective::Minimum)?;
/// assert_eq!((forest.total(), forest.tree_count()), (11, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn boruvka<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
) -> Result<Forest<W>> {
    let graph = graph.into();
    gather_as("boruvka gather", exec, graph, by_rounds(exec, KeyedEdges::of(graph, objective))?)
}

/// Returns the edges of the forest.
fn by_rounds<M: Keys>(exec: &Exec, graph: KeyedEdges<'_, M>) -> Result<EdgeSet> {
    let (edges, n) = (graph.edges(), graph.node_count());
    if edges.is_empty() {
        return EdgeSet::new(0);
    }
    // A constant: the compiler removes the other branch.
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
