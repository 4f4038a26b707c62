//! The proof that a forest, made by any program, is minimal.
//!
//! **Criterion.** The ids are edges of the graph, each at most once. They close no cycle. They span: every
//! other edge has both ends in one tree. No other edge is lighter than the heaviest edge on the path between
//! its ends. By the cycle rule, a spanning forest with the last property is minimal.
//!
//! **Method.** The forest's edges are joined in ascending order (`links.rs`). Then the heaviest edge between
//! two nodes takes at most 2 log2 n steps.
//!
//! Few edges need that. The path between two nodes of a tree is no heavier than their two paths to its root.
//! So each node of the largest tree has a bound, the heaviest edge on its path to the root, which is that of
//! the last link. An edge above the bounds of both ends is proved. The other edges occurred while one of
//! their ends was not yet in the tree that grew into the largest one: of G(1M, 40M) 2 edges, of a grid one in
//! 20, and of all smaller trees every edge.
//!
//! It shares no code with the operators except the order of the edges.

use std::fmt;
use std::ops::Range;

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::graph::{
    AnyGraphView, AnyKeys, Edge, EdgeId, GraphView, Key, KeyedEdges, NonIsolated, Objective, Weight,
};
use boscage_core::parallel::{map_blocks, prefetch, radix_sort, tabulate};
use boscage_core::{Result, memory, with_graph_view};

use super::links::{Joined, Joining, Links};

/// Result of [`check`](fn@check). Over ranks, edges have ids of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<Id = EdgeId> {
    /// The forest of the operators, edge for edge: minimal, and ties are broken by the lower id.
    Exact,
    /// Minimal in weight, but among edges of equal weight some of higher id are taken.
    Minimal {
        /// An edge of the forest.
        inside: Id,
        /// The first edge of lower id and the same weight that can replace it.
        outside: Id,
    },
    /// Not a minimum (maximum) spanning forest.
    Flawed(Flaw<Id>),
}

/// The reason why edges are not a minimum spanning forest.
///
/// The first of these kinds that occurs is reported; the last two, which are found together, count as one. If
/// several edges are at fault, the one of lowest id is named, and of those that close cycles the lightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw<Id = EdgeId> {
    /// The graph has no such edge.
    Unknown(Id),
    /// The edge is listed twice.
    Repeated(Id),
    /// The edge closes a cycle with other edges of the forest.
    Cycle(Id),
    /// The edge connects two trees.
    NotSpanning(Id),
    /// An edge outside the forest is lighter than an edge inside that it can replace (heavier, for a
    /// maximum).
    Heavier {
        /// The edge of the forest.
        inside: Id,
        /// The edge that can replace it.
        outside: Id,
    },
}

impl<Id> Verdict<Id> {
    /// Returns the same verdict with other edge ids.
    #[must_use]
    pub fn with_ids<Other>(self, name: impl Fn(Id) -> Other) -> Verdict<Other> {
        match self {
            Self::Exact => Verdict::Exact,
            Self::Minimal { inside, outside } => {
                Verdict::Minimal { inside: name(inside), outside: name(outside) }
            }
            Self::Flawed(flaw) => Verdict::Flawed(match flaw {
                Flaw::Unknown(edge) => Flaw::Unknown(name(edge)),
                Flaw::Repeated(edge) => Flaw::Repeated(name(edge)),
                Flaw::Cycle(edge) => Flaw::Cycle(name(edge)),
                Flaw::NotSpanning(edge) => Flaw::NotSpanning(name(edge)),
                Flaw::Heavier { inside, outside } => {
                    Flaw::Heavier { inside: name(inside), outside: name(outside) }
                }
            }),
        }
    }
}

impl<Id: fmt::Display> fmt::Display for Flaw<Id> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(edge) => write!(f, "the graph has no edge {edge}"),
            Self::Repeated(edge) => write!(f, "edge {edge} is listed twice"),
            Self::Cycle(edge) => write!(f, "edge {edge} closes a cycle"),
            Self::NotSpanning(edge) => write!(f, "edge {edge} connects two trees: the forest does not span"),
            Self::Heavier { inside, outside } => {
                write!(f, "edge {inside} could be replaced by edge {outside}, which is better")
            }
        }
    }
}

/// Proves that `forest` is the minimum (maximum) spanning forest of `graph`, or finds a flaw.
///
/// It works for the forest of any program, and shares no algorithm with the operators: a spanning forest is
/// minimal if no other edge is lighter than the heaviest edge on the path between its ends.
///
/// **Cost.** Sorting the forest's edges takes O(n log n) in parallel, and joining them O(n log n) on one
/// thread. Then all other edges take O(m) in parallel, and O(log n) for each of the few that need a search.
///
/// # Determinism
/// Deterministic: the result is the same on any number of threads.
///
/// # Memory
/// 24 bytes per node and 8 per edge of the forest; 32 and 16 with 64-bit weights. 8 more per edge of the
/// forest if its ids do not ascend. If few nodes have edges, only these count. An adjacency is converted to
/// an edge list first. [`proof_memory`](super::proof_memory) returns these bytes.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if `graph` is an adjacency without edge ids.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeId, EdgeList, Objective::Minimum}};
/// use boscage::operators::msf::{Flaw, Verdict, check};
///
/// let triangle = EdgeList::from_triples(3, [(0, 1, 1_u32), (1, 2, 2), (2, 0, 2)])?;
/// let check = |ids: &[usize]| {
///     let ids: Vec<EdgeId> = ids.iter().map(|&id| EdgeId::new(id)).collect();
///     check(&Exec::current(), &triangle, &ids, Minimum)
/// };
/// assert_eq!(check(&[0, 1])?, Verdict::Exact);
/// let (inside, outside) = (EdgeId::new(2), EdgeId::new(1));
/// assert_eq!(check(&[0, 2])?, Verdict::Minimal { inside, outside });
/// let (inside, outside) = (EdgeId::new(2), EdgeId::new(0));
/// assert_eq!(check(&[1, 2])?, Verdict::Flawed(Flaw::Heavier { inside, outside }));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn check<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<GraphView<'a, W>>,
    forest: &[EdgeId],
    objective: Objective,
) -> Result<Verdict> {
    verdict(exec, W::any(graph.into()), forest, objective)
}

/// Does the work. Not generic, so that it is compiled only here and not in every program.
fn verdict(exec: &Exec, graph: AnyGraphView<'_>, forest: &[EdgeId], objective: Objective) -> Result<Verdict> {
    with_graph_view!(graph, graph => match graph {
        // Isolated nodes are in no cycle, and have no edge that could be missing.
        GraphView::Edges(list) => match exec.install(|| NonIsolated::from_edges(exec, list))? {
            Some(kept) => verdict_of(exec, KeyedEdges::of(kept.list(), objective).any(), forest),
            None => verdict_of(exec, KeyedEdges::of(list, objective).any(), forest),
        },
        GraphView::Adjacency(graph) => {
            graph.check_ids()?;
            let list = graph.to_edge_list(exec)?;
            verdict_of(exec, KeyedEdges::of(list.as_view(), objective).any(), forest)
        }
    })
}

fn verdict_of<K: Key>(exec: &Exec, graph: KeyedEdges<'_, AnyKeys<K>>, forest: &[EdgeId]) -> Result<Verdict> {
    let mut copy = Vec::new();
    let forest = if forest.is_sorted() { forest } else { ascending(exec, forest, &mut copy)? };
    if let Some(&unknown) = forest.get(forest.partition_point(|id| id.index() < graph.edge_count())) {
        return Ok(Verdict::Flawed(Flaw::Unknown(unknown)));
    }
    if let Some(repeated) = forest.windows(2).find(|pair| pair[0] == pair[1]) {
        return Ok(Verdict::Flawed(Flaw::Repeated(repeated[0])));
    }
    let mut rounds = exec.rounds("check", (forest.len() + graph.edge_count()) as u64);
    let order = rounds.round(|phases| {
        let order = phases.phase("sort", || sorted(exec, graph, forest))?;
        Ok((Round::default(), order))
    })?;
    let joined = rounds.round(|phases| {
        let joined = phases.phase("join", || joined(exec, graph, &order, |edges| phases.settle(edges)))?;
        Ok((Round::new(forest.len()), joined))
    })?;
    let joined = match joined {
        Ok(joined) => joined,
        Err(id) => return Ok(Verdict::Flawed(Flaw::Cycle(id))),
    };
    let worst = rounds.round(|phases| {
        let (bounds, links) = phases.phase("bound", || {
            let mut bounds = memory::filled("bounds", graph.node_count(), K::PACKED_MAX)?;
            joined.bounds(&mut bounds, K::default().pack(EdgeId::new(0)), |rank| order[rank]);
            Ok((bounds, joined.links(graph.node_count())?))
        })?;
        let judge = Judge { graph, forest, bounds, order: &order, links };
        let (worst, climbed) = phases.phase("judge", || judge.all(phases))?;
        let [all, climbed] = [graph.edge_count(), climbed].map(|count| count as u64);
        Ok((Round::from_counts(all, climbed, 0), worst))
    })?;
    Ok(match worst {
        Judgement::Fits => Verdict::Exact,
        Judgement::OtherTie { inside, outside } => Verdict::Minimal { inside, outside },
        Judgement::Flaw(flaw) => Verdict::Flawed(flaw),
    })
}

/// Returns the ids of a forest, sorted, in a copy.
fn ascending<'a>(exec: &Exec, forest: &[EdgeId], copy: &'a mut Vec<EdgeId>) -> Result<&'a [EdgeId]> {
    memory::grow("the forest's ids", copy, forest.len())?;
    copy.extend_from_slice(forest);
    radix_sort(exec, copy, |&id| u32::from(id))?;
    Ok(copy)
}

/// Returns the edges of a forest, sorted.
pub(super) fn sorted<K: Key>(
    exec: &Exec,
    graph: KeyedEdges<'_, AnyKeys<K>>,
    forest: &[EdgeId],
) -> Result<Vec<K::Packed>> {
    let packed = |i: usize| graph.packed(forest[i].index());
    let mut order = tabulate(exec, "the forest's order", forest.len(), packed)?;
    K::sort_packed(exec, &mut order)?;
    Ok(order)
}

/// Joins the edges of a forest, given in ascending order. The inner error is the first edge that closes a
/// cycle.
pub(super) fn joined<K: Key>(
    exec: &Exec,
    graph: KeyedEdges<'_, AnyKeys<K>>,
    order: &[K::Packed],
    settle: impl Fn(u64) -> Result<()>,
) -> Result<Result<Joined, EdgeId>> {
    let edges = graph.edges();
    let mut joining = Joining::new(exec, graph.node_count())?;
    let ends = |rank: usize| {
        let Edge { u, v, .. } = edges[K::unpack_id(order[rank]).index()];
        [u, v].map(u32::from)
    };
    for rank in 0..order.len() {
        if let Some(&later) = order.get(rank + 2 * AHEAD) {
            prefetch(edges, K::unpack_id(later).index());
        }
        if rank + AHEAD < order.len() {
            ends(rank + AHEAD).iter().for_each(|&end| joining.prefetch(end));
        }
        if rank + AHEAD / 2 < order.len() {
            ends(rank + AHEAD / 2).iter().for_each(|&end| joining.prefetch_above(end));
        }
        if !joining.join(ends(rank)) {
            return Ok(Err(K::unpack_id(order[rank])));
        }
        if (rank + 1) % REPORT_EVERY == 0 {
            settle(REPORT_EVERY as u64)?;
        }
    }
    Ok(Ok(joining.finish()))
}

/// The data by which edges outside the forest are judged.
struct Judge<'a, K: Key> {
    graph: KeyedEdges<'a, AnyKeys<K>>,
    /// The forest's edges, by ascending ids.
    forest: &'a [EdgeId],
    bounds: Vec<K::Packed>,
    /// The same edges, ascending; a rank is a position here.
    order: &'a [K::Packed],
    links: Links,
}

impl<K: Key> Judge<'_, K> {
    /// Finds the first edge at fault and, if there is none, the first that shows another choice among ties.
    /// Also returns the number of edges that the bounds did not prove.
    fn all(&self, rounds: &Rounds<'_>) -> Result<(Judgement, usize)> {
        let exec = rounds.exec();
        let worst =
            map_blocks(exec, self.graph.edge_count(), BLOCK, |ids| match rounds.settle(ids.len() as u64) {
                Ok(()) => self.block(ids),
                Err(_) => (Judgement::Fits, 0), // of a proof that has been cancelled
            });
        exec.check_cancelled()?;
        let both = |one: (Judgement, usize), next: (Judgement, usize)| (one.0.worse(next.0), one.1 + next.1);
        Ok(worst.into_iter().fold((Judgement::Fits, 0), both))
    }

    /// Judges at most a block of edges.
    fn block(&self, ids: Range<usize>) -> (Judgement, usize) {
        let mut left = [0; BLOCK];
        let left = self.left(ids.clone(), &mut left);
        let first = self.forest.partition_point(|id| id.index() < ids.start);
        let mut inside = self.forest[first..].iter().map(|id| id.index()).peekable();
        let is_outside = |id: &usize| {
            while inside.next_if(|inside| inside < id).is_some() {}
            inside.peek() != Some(id)
        };
        let outside = left.iter().map(|&at| ids.start + usize::from(at)).filter(is_outside);
        outside.fold((Judgement::Fits, 0), |(worst, count), id| (worst.worse(self.edge(id)), count + 1))
    }

    /// Returns the positions of those edges that the bounds do not prove.
    fn left<'l>(&self, ids: Range<usize>, left: &'l mut [u16; BLOCK]) -> &'l [u16] {
        let edges = &self.graph.edges()[ids.clone()];
        let mut count = 0;
        for (at, edge) in edges.iter().enumerate() {
            if let Some(soon) = edges.get(at + AHEAD) {
                [soon.u, soon.v].iter().for_each(|node| prefetch(&self.bounds, node.index()));
            }
            let packed = self.graph.key_of(edge).pack(EdgeId::at(ids.start + at));
            let is_left = packed < self.bounds[edge.u.index()].max(self.bounds[edge.v.index()]);
            // Without a branch, which could not be predicted.
            left[count] = at as u16;
            count += usize::from(is_left);
        }
        &left[..count]
    }

    /// Judges an edge outside by the heaviest edge between its ends.
    fn edge(&self, id: usize) -> Judgement {
        let (edge, outside) = (self.graph.edges()[id], EdgeId::at(id));
        let Some(heaviest) = self.links.heaviest(edge.u, edge.v) else {
            return if edge.is_loop() {
                Judgement::Fits
            } else {
                Judgement::Flaw(Flaw::NotSpanning(outside))
            };
        };
        let (within, without) = (self.order[heaviest as usize], self.graph.packed(id));
        let inside = K::unpack_id(within);
        if K::unpack_key(without) < K::unpack_key(within) {
            Judgement::Flaw(Flaw::Heavier { inside, outside })
        } else if without < within {
            Judgement::OtherTie { inside, outside }
        } else {
            Judgement::Fits
        }
    }
}

/// The conclusion from one edge.
#[derive(Clone, Copy)]
enum Judgement {
    Fits,
    OtherTie { inside: EdgeId, outside: EdgeId },
    Flaw(Flaw),
}

impl Judgement {
    /// Returns the worse of two; the first of two equally bad ones. Associative, so the result does not
    /// depend on the threads.
    fn worse(self, other: Self) -> Self {
        match (self, other) {
            (Self::Flaw(_), _) | (_, Self::Fits) => self,
            (_, Self::Flaw(_)) | (Self::Fits, _) => other,
            (Self::OtherTie { .. }, Self::OtherTie { .. }) => self,
        }
    }
}

/// Number of edges that one thread judges at a time.
const BLOCK: usize = 1 << 12;

/// Number of edges joined between two reports of progress.
const REPORT_EVERY: usize = 1 << 12;

/// Number of edges by which prefetches run ahead.
const AHEAD: usize = 16;
