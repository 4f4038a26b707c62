//! Borůvka's algorithm with loops over edges, on wait-free disjoint sets by rank.
//!
//! Every loop goes over the remaining edges. An edge bids for both its ends by an atomic minimum. An edge
//! that is the minimum at one of its ends joins their sets, concurrently with all others. Then the ends of
//! each edge are replaced by their roots, and edges inside a set are dropped.
//!
//! **Phases**: first *initialise*: the sets, the locks and the list of edges. In a round *min*, *join*,
//! *map*, *filter*; or, with [`Loops::Combined`], *min*, which also maps and filters, *join* and *reset*. At
//! the end *gather* collects the marked edges of the forest.
//!
//! **Correctness.** The lightest edge that leaves a set, by (weight, id), is in the forest. A cycle of
//! choices would be a single edge, as in `join.rs`, so every join finds two sets. [`RankedSets`] makes
//! concurrent joins safe. In a round there is at least one choice, also with [`Join::Both`]: the lightest
//! edge of all.
//!
//! **Differences from the paper.** Its `join` swaps the ranks of two sets but not the sets (it never ends on
//! three elements), and orders nothing on equal ranks. Here choices are compared by edge id, so equal weights
//! are no problem. Threads that write to one array do not get positions from an atomic counter: each thread's
//! share is counted first. This keeps the edges in order and avoids contention. Listing 7 joins if *both*
//! ends agree, listing 5 if either does: [`Join`].

mod config;

use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::{AnyKeys, Edge, EdgeId, EdgeListView, Forest, Key, KeyedEdges, Objective, Weight};
use boscage_core::parallel::{Regions, map_pieces, pack_map};
use boscage_core::sync::{BidLocks, EdgeSet, IndirectLocks, PriorityLocks, RankedSets};
use boscage_core::{Result, memory};
use bytemuck::Zeroable;

use super::super::join::Candidate;
use super::unite::counted;
use crate::msf::Kind;
use crate::msf::operator::operator;
pub use config::{EdgeBoruvka, Join, Loops, Share};

operator! {
    EdgeBoruvka on edges by edge_boruvka(config);
    name: "edge-boruvka",
    kind: Kind::Threads,
    paper: "Shou, He (CUDA, OpenMP, MPI); Anderson, Woll 1991",
    choose_for: "for comparison: links of a round compete, by rank",
    summary: "Boruvka's over edges, on wait-free sets by rank",
    // If both ends must choose an edge, there may be as many rounds as nodes.
    as_configured: |config| if config.join == Join::Both { Kind::Quadratic } else { config.facts().kind },
    memory: |of| (of.candidate() + 1) * of.edges + (of.lock() + 9) * of.nodes + 4 * of.forest(),
}

/// Returns the minimum (maximum) spanning forest by Borůvka's algorithm with loops over edges, on wait-free
/// sets.
///
/// **Algorithm.** Shou, He, "15-418: Final Project Report - Parallel Minimum Spanning Tree", section 3.3,
/// whose optimisations are the fields of [`EdgeBoruvka`]. The disjoint sets are those of Anderson, Woll,
/// "Wait-free parallel algorithms for the union-find problem", STOC 1991. O(m) finds per round; at most log₂
/// n rounds, with [`Join::Both`] n.
///
/// **When to choose it.** For comparison. The difference from [`boruvka`](fn@super::super::boruvka): here the
/// links of a round compete, on sets by rank; there only the owner of a tree links it.
///
/// # Determinism
/// Deterministic, including the rounds. The roots of sets are not.
///
/// # Memory
/// 17 bytes per edge and 21 per node; 13 and 17 with 64-bit weights. With a filter on one thread twice as
/// much. Small chunks take 50 bytes more per chunk.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if `chunk` is 0.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::papers::{EdgeBoruvka, Join, edge_boruvka};
///
/// let graph = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let config = EdgeBoruvka { join: Join::Both, ..EdgeBoruvka::default() };
/// let forest = edge_boruvka(&Exec::available()?, &graph, Objective::Minimum, config)?;
/// assert_eq!((forest.total(), forest.tree_count()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn edge_boruvka<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
    config: EdgeBoruvka,
) -> Result<Forest<W>> {
    let graph = graph.into();
    config.check()?;
    let mut rounds = exec.rounds("edge-boruvka", graph.node_count() as u64);
    let taken = by_edges(&mut rounds, KeyedEdges::of(graph, objective).any(), config)?;
    let forest = rounds.phase("gather", || Ok(Forest::from_edges(exec, graph, taken)));
    rounds.finish();
    forest
}

/// Returns the edges of the forest.
fn by_edges<K: Key>(
    rounds: &mut Rounds<'_>,
    graph: KeyedEdges<'_, AnyKeys<K>>,
    config: EdgeBoruvka,
) -> Result<Vec<EdgeId>> {
    // A constant: the compiler removes the other branch.
    if const { K::BITS == 32 } {
        // Key and id packed in one word, which is the priority itself.
        let priority = |i: usize| Into::<u64>::into(graph.key(i)) << 32 | i as u64;
        let locks = || PriorityLocks::new(graph.node_count());
        in_rounds(rounds, graph, config, locks, priority, |p: u64| EdgeId::from(p as u32))
    } else {
        let locks = || IndirectLocks::new(graph.node_count(), |i: u32| graph.key(i as usize));
        in_rounds(rounds, graph, config, locks, |i| i as u32, EdgeId::from)
    }
}

/// The step and its data.
struct Step<L, F> {
    sets: RankedSets,
    locks: L,
    forest: EdgeSet,
    edge_of: F,
    config: EdgeBoruvka,
}

/// Runs rounds until no edge is left.
fn in_rounds<K: Key, L: BidLocks<Priority: Zeroable> + Send>(
    rounds: &mut Rounds<'_>,
    graph: KeyedEdges<'_, AnyKeys<K>>,
    config: EdgeBoruvka,
    locks: impl FnOnce() -> Result<L> + Send,
    priority: impl Fn(usize) -> L::Priority + Sync,
    edge_of: impl Fn(L::Priority) -> EdgeId + Send + Sync,
) -> Result<Vec<EdgeId>> {
    let (exec, edges, nodes) = (rounds.exec(), graph.edges(), graph.node_count());
    let first = |i: usize| {
        let Edge { u, v, .. } = edges[i];
        (Candidate::new(edges[i], priority(i)), u != v)
    };
    let (step, mut live) = rounds.phase("initialise", || {
        let (sets, forest) = (RankedSets::new(nodes, config.compression)?, EdgeSet::new(edges.len())?);
        let step = Step { sets, locks: locks()?, forest, edge_of, config };
        Ok((step, Regions::map(exec, edges.len(), |_| (), first)?))
    })?;
    // With combined loops, the next *min* counts the edges that a round has left.
    let mut unended = None;
    loop {
        if config.loops == Loops::Combined {
            rounds.phase("min", || {
                live.retain_map(exec, |_| (), |edge| step.map_and_bid(edge));
                Ok(())
            })?;
        }
        if let Some((before, taken)) = unended.take() {
            rounds.record(counted(before, taken, live.len()));
        }
        if live.is_empty() {
            break;
        }
        let before = live.len();
        if config.loops == Loops::Separate {
            rounds.phase("min", || step.for_each(exec, &live, |edge| step.bid(edge)))?;
        }
        let taken = rounds.phase("join", || step.for_each(exec, &live, |edge| step.join(edge)))?;
        match config.loops {
            Loops::Separate => {
                rounds.phase("map", || {
                    live.retain_map(exec, |_| (), |edge| (step.map_and_reset(edge), true));
                    Ok(())
                })?;
                live = rounds.phase("filter", || step.filter(exec, live))?;
            }
            Loops::Combined => {
                rounds.phase("reset", || step.for_each(exec, &live, |edge| step.reset(edge)))?;
            }
        }
        unended = Some((before, taken));
    }
    rounds.phase("gather", || config.gather(exec, step.forest, edges.len()))
}

impl<L: BidLocks, F: Fn(L::Priority) -> EdgeId + Sync> Step<L, F> {
    /// Calls `f` with every edge, a chunk at a time. Returns the number of calls that returned `true`.
    fn for_each(
        &self,
        exec: &Exec,
        live: &Regions<Candidate<L::Priority>>,
        f: impl Fn(&Candidate<L::Priority>) -> bool + Sync,
    ) -> Result<usize> {
        let chunks = chunks(live, self.config.chunk)?;
        Ok(map_pieces(exec, chunks, |edges| edges.iter().filter(|edge| f(edge)).count()).into_iter().sum())
    }

    /// Bids for both ends of an edge.
    #[inline]
    fn bid(&self, edge: &Candidate<L::Priority>) -> bool {
        let at_u = self.locks.bid(edge.u, edge.priority);
        self.locks.bid(edge.v, edge.priority) | at_u
    }

    /// Joins the sets at the ends of an edge if these have chosen it. Returns `true` if they have.
    #[inline]
    fn join(&self, edge: &Candidate<L::Priority>) -> bool {
        let [at_u, at_v] = [edge.u, edge.v].map(|end| self.locks.won(end, edge.priority));
        let is_chosen = match self.config.join {
            Join::Either => at_u || at_v,
            Join::Both => at_u && at_v,
        };
        if is_chosen {
            assert!(self.sets.unite(edge.u, edge.v), "choices make no cycle");
            self.forest.insert((self.edge_of)(edge.priority));
        }
        is_chosen
    }

    /// Returns the edge between the roots of its ends.
    #[inline]
    fn map(&self, edge: &Candidate<L::Priority>) -> Candidate<L::Priority> {
        let [u, v] = [edge.u, edge.v].map(|end| self.sets.find(end));
        Candidate { u, v, ..*edge }
    }

    /// The same; also removes the bids for these roots if they differ.
    #[inline]
    fn map_and_reset(&self, edge: &Candidate<L::Priority>) -> Candidate<L::Priority> {
        let edge = self.map(edge);
        if edge.u != edge.v {
            self.reset(&edge);
        }
        edge
    }

    /// The same; also bids for these roots if they differ.
    #[inline]
    fn map_and_bid(&self, edge: &Candidate<L::Priority>) -> (Candidate<L::Priority>, bool) {
        let edge = self.map(edge);
        let is_live = edge.u != edge.v;
        if is_live {
            self.bid(&edge);
        }
        (edge, is_live)
    }

    /// Removes the bids for the ends of an edge.
    #[inline]
    fn reset(&self, edge: &Candidate<L::Priority>) -> bool {
        self.locks.release(edge.u);
        self.locks.release(edge.v);
        true
    }

    /// Returns the edges whose ends differ.
    fn filter(
        &self,
        exec: &Exec,
        mut live: Regions<Candidate<L::Priority>>,
    ) -> Result<Regions<Candidate<L::Priority>>> {
        let is_live = |edge: &Candidate<L::Priority>| edge.u != edge.v;
        match self.config.filter {
            Share::AllThreads => {
                live.retain_map(exec, |_| (), |edge| (*edge, is_live(edge)));
                Ok(live)
            }
            Share::OneThread => {
                let mut left = memory::reserve("the edges left", live.len())?;
                for range in live.ranges() {
                    left.extend(live.places()[range].iter().filter(|edge| is_live(edge)).copied());
                }
                Ok(Regions::new(exec, left))
            }
        }
    }
}

/// Returns the edges in chunks.
fn chunks<P: Copy + Send + Sync>(live: &Regions<Candidate<P>>, most: usize) -> Result<Vec<&[Candidate<P>]>> {
    let count = live.ranges().map(|range| range.len().div_ceil(most)).sum();
    let mut chunks = memory::reserve("chunks of edges", count)?;
    for range in live.ranges() {
        chunks.extend(live.places()[range].chunks(most));
    }
    Ok(chunks)
}

impl EdgeBoruvka {
    /// Returns the edges of the forest, ids ascending.
    fn gather(self, exec: &Exec, forest: EdgeSet, edges: usize) -> Result<Vec<EdgeId>> {
        match self.gather {
            Share::OneThread => forest.into_ids(),
            Share::AllThreads => pack_map(exec, edges, |i| forest.contains(EdgeId::new(i)), EdgeId::new),
        }
    }
}
