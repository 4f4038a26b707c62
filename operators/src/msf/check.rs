//! Proves that a forest, made by any program, is minimal.
//!
//! **What is proved.** The ids are edges of the graph, each at most once. They close no cycle. They span:
//! every other edge has both ends in one tree. No other edge is lighter than the heaviest edge on the path
//! between its ends. By the cycle rule, a spanning forest with the last property is minimal.
//!
//! **How.** The forest's edges are joined in ascending order. The smaller tree is linked below the larger
//! one, without path compression, and each link stores the edge that made it. On a path up, links only get
//! heavier, and trees of height h have at least 2^h nodes. To find the heaviest edge between two nodes, both
//! climb, the lighter link first, until they meet; the last link is the heaviest edge. This takes at most 2
//! log2 n steps per edge, usually a few.
//!
//! **Cost.** Sorting the forest takes O(n log n); then O(m log n) in parallel over all edges. 12 bytes per
//! node and 8 per edge of the forest, 16 with 64-bit weights. If few nodes have edges, only these count
//! ([`Occupied`]).
//!
//! It shares no code with the operators except the order of the edges.

use std::fmt;
use std::ops::Range;

use boscage_core::exec::Exec;
use boscage_core::graph::{
    AnyGraphView, AnyKeys, EdgeId, GraphView, Key, KeyedEdges, Node, Objective, Occupied, Weight,
};
use boscage_core::parallel::map_blocks;
use boscage_core::{Result, memory, with_graph_view};

/// What [`check`] found. Over ranks, edges have ids of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<Id = EdgeId> {
    /// The forest, edge for edge: minimal, and ties are resolved by the lower id.
    Exact,
    /// Minimal in weight; among edges of equal weight it prefers others than those of the lowest ids.
    Minimal {
        /// An edge of the forest.
        inside: Id,
        /// The first edge of a lower id and the same weight that can take its place.
        outside: Id,
    },
    /// Not a minimum (maximum) spanning forest.
    Flawed(Flaw<Id>),
}

/// Why edges are not a minimum spanning forest: the first of these kinds that occurs, the last two, which
/// edges outside show, counting as one. Where several edges are at fault, the one of the lowest id is named;
/// of those that close cycles, the first in the order of the edges.
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
    /// An edge outside would do better than one inside.
    Heavier {
        /// The edge of the forest.
        inside: Id,
        /// The edge that would do better.
        outside: Id,
    },
}

impl<Id> Verdict<Id> {
    /// The same verdict, edges named otherwise.
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

/// Whether `forest` is the minimum (maximum) spanning forest of `graph`, in either form; adjacency is
/// converted.
///
/// # Errors
/// [`boscage_core::Error::Cancelled`] and [`boscage_core::Error::OutOfMemory`].
///
/// ```
/// use boscage::{exec::Exec, graph::{EdgeId, EdgeList, Objective::Minimum}};
/// use boscage::operators::msf::{Flaw, Verdict, check};
///
/// let triangle = EdgeList::from_triples(3, [(0, 1, 1_u32), (1, 2, 2), (2, 0, 2)])?;
/// let check = |ids: &[usize]| {
///     let ids: Vec<EdgeId> = ids.iter().map(|&id| EdgeId::new(id)).collect();
///     check(&Exec::current(), triangle.as_view(), &ids, Minimum)
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

/// Not generic, so that it is compiled here and not again in every program.
fn verdict(exec: &Exec, graph: AnyGraphView<'_>, forest: &[EdgeId], objective: Objective) -> Result<Verdict> {
    with_graph_view!(graph, graph => match graph {
        // Isolated nodes are in no cycle, and have no edge that could be missing.
        GraphView::Edges(list) => match exec.install(|| Occupied::of(exec, list))? {
            Some(occupied) => verdict_of(exec, KeyedEdges::of(occupied.list(), objective).any(), forest),
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
    let edges = graph.edges();
    if let Some(&unknown) = forest.iter().filter(|id| id.index() >= edges.len()).min() {
        return Ok(Verdict::Flawed(Flaw::Unknown(unknown)));
    }
    let mut order = memory::reserve("the forest's order", forest.len())?;
    order.extend(forest.iter().map(|&id| graph.packed(id.index())));
    if !forest.is_sorted() {
        order.sort_unstable_by_key(|&packed| K::unpack_id(packed));
    }
    exec.install(|| K::sort_packed(exec, &mut order))?;
    let repeated = order.windows(2).filter(|pair| pair[0] == pair[1]);
    if let Some(lowest) = repeated.map(|pair| K::unpack_id(pair[0])).min() {
        return Ok(Verdict::Flawed(Flaw::Repeated(lowest)));
    }

    let mut links = Links::<K>::new(graph.nodes(), order)?;
    for rank in 0..links.order.len() as u32 {
        let id = links.edge(rank);
        if !links.join(edges[id.index()].u, edges[id.index()].v, rank) {
            return Ok(Verdict::Flawed(Flaw::Cycle(id)));
        }
    }

    // Finds the first edge at fault and, past it, whether ties were resolved otherwise.
    exec.check_cancelled()?;
    let judge = |i: usize| {
        let (edge, outside) = (edges[i], EdgeId::new(i));
        let Some(heaviest) = links.heaviest(edge.u, edge.v) else {
            return if edge.is_loop() {
                Judgement::Fits
            } else {
                Judgement::Flaw(Flaw::NotSpanning(outside))
            };
        };
        let inside = links.edge(heaviest);
        let (within, without) = (links.order[heaviest as usize], graph.packed(i));
        if K::unpack_key(without) < K::unpack_key(within) {
            Judgement::Flaw(Flaw::Heavier { inside, outside })
        } else if without < within {
            Judgement::OtherTie { inside, outside }
        } else {
            Judgement::Fits
        }
    };
    let judge_all = |ids: Range<usize>| ids.map(judge).fold(Judgement::Fits, Judgement::worse);
    let worst = exec.install(|| map_blocks(exec, edges.len(), BLOCK, judge_all));
    Ok(match worst.into_iter().fold(Judgement::Fits, Judgement::worse) {
        Judgement::Fits => Verdict::Exact,
        Judgement::OtherTie { inside, outside } => Verdict::Minimal { inside, outside },
        Judgement::Flaw(flaw) => Verdict::Flawed(flaw),
    })
}

/// What one edge says about the forest.
#[derive(Clone, Copy)]
enum Judgement {
    Fits,
    OtherTie { inside: EdgeId, outside: EdgeId },
    Flaw(Flaw),
}

impl Judgement {
    /// The worse of two; the first of two alike. Associative, so that the result does not depend on the
    /// threads.
    fn worse(self, other: Self) -> Self {
        match (self, other) {
            (Self::Flaw(_), _) | (_, Self::Fits) => self,
            (_, Self::Flaw(_)) | (Self::Fits, _) => other,
            (Self::OtherTie { .. }, Self::OtherTie { .. }) => self,
        }
    }
}

/// Trees of links, each made by a forest edge; ranks ascend on every way up.
struct Links<K: Key> {
    parents: Vec<Node>,
    /// The rank of the edge that linked a node to its parent; `ROOT` for roots.
    ranks: Vec<u32>,
    sizes: Vec<u32>,
    /// The forest's edges, ascending; a rank is a position here.
    order: Vec<K::Packed>,
}

/// Edges that one thread judges at a time.
const BLOCK: usize = 1 << 12;

/// Higher than any rank.
const ROOT: u32 = u32::MAX;

impl<K: Key> Links<K> {
    fn new(nodes: usize, order: Vec<K::Packed>) -> Result<Self> {
        Ok(Self {
            parents: memory::from_fn("links", nodes, Node::new)?,
            ranks: memory::filled("ranks of links", nodes, ROOT)?,
            sizes: memory::filled("tree sizes", nodes, 1)?,
            order,
        })
    }

    fn edge(&self, rank: u32) -> EdgeId {
        K::unpack_id(self.order[rank as usize])
    }

    fn root(&self, mut node: Node) -> Node {
        while self.ranks[node.index()] != ROOT {
            node = self.parents[node.index()];
        }
        node
    }

    /// Links the trees of two nodes by the edge of a rank; `false` if they are one tree.
    fn join(&mut self, u: Node, v: Node, rank: u32) -> bool {
        let (u, v) = (self.root(u), self.root(v));
        if u == v {
            return false;
        }
        let (child, parent) = if self.sizes[u.index()] < self.sizes[v.index()] { (u, v) } else { (v, u) };
        self.parents[child.index()] = parent;
        self.ranks[child.index()] = rank;
        self.sizes[parent.index()] += self.sizes[child.index()];
        true
    }

    /// The rank of the heaviest edge between two nodes; none if they are one node, or in different trees.
    fn heaviest(&self, mut u: Node, mut v: Node) -> Option<u32> {
        let mut heaviest = None;
        while u != v {
            let (at_u, at_v) = (self.ranks[u.index()], self.ranks[v.index()]);
            let lower = at_u.min(at_v);
            if lower == ROOT {
                return None;
            }
            heaviest = Some(lower);
            let climbs = if at_u < at_v { &mut u } else { &mut v };
            *climbs = self.parents[climbs.index()];
        }
        heaviest
    }
}
