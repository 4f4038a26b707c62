//! PMA: trees grow by Prim's algorithm from many vertices at once, touch, and are unified.
//!
//! **Idea.** As long as there are edges: every worker grows trees from the vertices of its own range, up to *gamma*
//! vertices each (*Partial Prim*); then trees that touch become one vertex each (*unification*). With gamma = 2 this is
//! much like Borůvka's algorithm, with one tree for all it is Prim's.
//!
//! **Phases** of a round, each a loop with a barrier:
//!
//! | phase | what it does | file |
//! |---|---|---|
//! | *sort*, *compact* | arcs by start; the heavier of parallel ones are dropped; where each vertex's begin | `adjacency.rs` |
//! | *grow* | trees grow until they have gamma vertices, no arc left, or *touch* another | `grow.rs` |
//! | *break*, *jump* | two trees that touched each other get one root; every vertex finds its root | `unify.rs` |
//! | *relabel* | roots are numbered, arcs renamed, loops dropped; vertices without arcs leave | `unify.rs` |
//!
//! The variants differ in how a tree's lightest arc is found. *Min* looks at all arcs of a vertex, *Sort* has them in
//! order and only ever steps forward, *Hybrid* is Min in the first round, when there are few arcs a vertex and
//! sorting them costs most, and Sort in all others.
//!
//! **Why it is right.** Which vertices are in its tree, a worker knows exactly ([`Claims`](boscage::sync::Claims)). So
//! what it takes is the lightest edge of a cut, whatever the others do, and belongs to the forest. A tree that
//! touches another hooks on it, by that edge, and stops. Round a cycle of hooks the edges cannot get heavier from
//! one to the next, (weight, id) being compared, so they are all one edge: only two trees can hook on each other, by
//! the edge that both took, and one of them is made the root. Unified are therefore those, and only those, that the
//! edges taken join; that their number is right is asserted in every round.
//!
//! **What differs from the paper's text.** There a vertex is outside a tree if its *successor* is another one, and a
//! tree that touches another writes *its root's* successor. So once we have been touched, our own root looks like a
//! member of the tree that touched us, or we like members of it; we pass over the lightest edge to it and take a
//! heavier one. Edges 1-2, 0-1, 2-3, 0-3 of weights 1, 5, 6, 7: a tree from 1 takes 1-2, then 0-1, which touches the
//! tree of 0; that one now passes over 0-1, takes 0-3 and 2-3, and has closed a cycle. `operators/tests/pma.rs`
//! replays it. Here there are two arrays: *owner*, which never changes once it is set, and *hook*, a word a root that
//! its own worker writes when the tree is done and nobody reads before all are. Equal weights, graphs of many components
//! and vertices without arcs need no special case. Min does not move the arc it finds to the front; it remembers where
//! it is.
//!
//! **Cost.** Each round at least halves the vertices, so there are at most log2 n. In a round Min looks at an arc up
//! to gamma times, Sort at most once; both look at up to gamma vertices for every edge they take. Sorting is most of
//! what Sort costs. Beside the graph, with 32-bit weights: 64 bytes an edge and 28 a vertex (32 more an edge with 64-bit
//! weights).
//!
//! **Deterministic**: the edges are. Which trees grow, and how many rounds it takes, depends on timing.
//!
//! **When to choose it.** To compare with the paper, and as the reference of the same steps on a GPU, for which it was
//! made. On a CPU [`auto`](fn@crate::msf::auto) is several times as fast.
//!
//! **Paper.** Nobari, Cao, Karras, Bressan, "Scalable parallel minimum spanning forest computation", PPoPP 2012.

mod adjacency;
mod grow;
mod unify;

use boscage::exec::Exec;
use boscage::graph::{Edge, EdgeListView, Forest, Key, Objective, Weight};
use boscage::sync::EdgeSet;
use boscage::{Error, Result};

use super::rounds::Rounds;
use adjacency::{Adjacency, Arc, Order, sort, sort_by_ends, without_heavier};
use grow::grow;
use unify::{break_cycles, jump, number, relabel, rename};

/// How [`pma`] runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pma {
    /// How a tree finds its lightest arc.
    pub variant: PmaVariant,
    /// Most vertices a tree grows to in a round (gamma), 2 at least; `None` stands for [`Pma::default_gamma`].
    pub gamma: Option<usize>,
    /// What becomes of parallel edges after a round.
    pub parallel_edges: ParallelEdges,
}

/// How a tree finds its lightest arc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PmaVariant {
    /// By looking at all arcs of a vertex, but first at the one found last time.
    Min,
    /// By stepping through the arcs of a vertex in their order.
    Sort,
    /// The first in the first round, the second in all others.
    #[default]
    Hybrid,
}

/// What becomes of the edges between two vertices after a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ParallelEdges {
    /// All but the lightest are dropped, which takes another sort.
    #[default]
    Drop,
    /// All stay.
    Keep,
}

impl Pma {
    /// The least gamma that is taken by default, in vertices: for roads, as in the paper.
    pub const LEAST_DEFAULT_GAMMA: usize = 8;
    /// The largest, for dense graphs, as in the paper.
    pub const MOST_DEFAULT_GAMMA: usize = 200;

    /// Gamma for a graph of so many nodes and edges: the square of the average degree, within these bounds.
    #[must_use]
    pub fn default_gamma(nodes: usize, edges: usize) -> usize {
        let degree = 2.0 * edges as f64 / nodes.max(1) as f64;
        ((degree * degree) as usize).clamp(Self::LEAST_DEFAULT_GAMMA, Self::MOST_DEFAULT_GAMMA)
    }

    fn gamma<W: Weight>(self, graph: EdgeListView<'_, W>) -> Result<usize> {
        let gamma = self.gamma.unwrap_or_else(|| Self::default_gamma(graph.nodes(), graph.len()));
        if gamma < 2 {
            let (expected, found) = ("at least 2".to_owned(), gamma.to_string());
            return Err(Error::Argument { what: "gamma", expected, found });
        }
        Ok(gamma)
    }
}

impl From<PmaVariant> for Pma {
    /// The variant, with defaults for everything else.
    fn from(variant: PmaVariant) -> Self {
        Self { variant, ..Self::default() }
    }
}

impl PmaVariant {
    /// The name of the operator that runs so.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Min => "pma-min",
            Self::Sort => "pma-sort",
            Self::Hybrid => "pma-hybrid",
        }
    }

    /// The order in which arcs are wanted in a round, the first being 0.
    fn order(self, round: usize) -> Order {
        match self {
            Self::Min => Order::Any,
            Self::Hybrid if round == 0 => Order::Any,
            Self::Sort | Self::Hybrid => Order::Weight,
        }
    }
}

/// The minimum (maximum) spanning forest by PMA.
///
/// # Errors
/// [`boscage::Error::Argument`] if gamma is less than 2, [`boscage::Error::Cancelled`] and
/// [`boscage::Error::OutOfMemory`].
///
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage_operators::msf::papers::{Pma, PmaVariant, pma};
///
/// let graph = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let config = Pma { variant: PmaVariant::Sort, gamma: Some(2), ..Pma::default() };
/// let forest = pma(&Exec::available()?, graph.as_view(), Objective::Minimum, config)?;
/// assert_eq!((forest.total(), forest.trees()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn pma<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
    config: Pma,
) -> Result<Forest<W>> {
    let gamma = config.gamma(graph)?;
    let (edges, nodes) = (graph.edges(), graph.nodes());
    let mut rounds = Rounds::new(exec, config.variant.name(), nodes);
    let forest = EdgeSet::new(edges.len())?;
    let arc = |i: usize| {
        let Edge { u, v, weight } = edges[i / 2];
        let (start, end) = if i % 2 == 0 { (u, v) } else { (v, u) };
        Arc { start: start.into(), end: end.into(), id: (i / 2) as u32, key: objective.key(weight) }
    };
    let arcs = rounds.phase("arcs", || {
        let leads_away = |i: usize| (!edges[i / 2].is_loop()).then(|| arc(i).start);
        rename(2 * edges.len(), &number(nodes, 2 * edges.len(), leads_away)?, arc)
    })?;
    unite(&mut rounds, arcs, config, gamma, &forest)?;
    let forest = rounds.phase("gather", || Ok(Forest::from_edges(graph, forest.into_ids()?)));
    rounds.finish();
    forest
}

/// Grows trees and unifies them until no arc is left. The edges that are taken enter the forest.
fn unite<K: Key>(
    rounds: &mut Rounds<'_>,
    arcs: Vec<Arc<K>>,
    config: Pma,
    gamma: usize,
    forest: &EdgeSet,
) -> Result<()> {
    let mut order = config.variant.order(0);
    let mut adjacency = by_vertex(rounds, arcs, order, ParallelEdges::Keep)?;
    while !adjacency.arcs().is_empty() {
        let grown = rounds.phase("grow", || grow(&adjacency, order, gamma, forest))?;
        let hooks = rounds.phase("break", || break_cycles(&grown))?;
        let roots = rounds.phase("jump", || jump(&grown, hooks))?;
        let arcs = rounds.phase("relabel", || relabel(&adjacency, &roots))?;
        let edges = adjacency.arcs().len() / 2;
        order = config.variant.order(rounds.len() + 1);
        adjacency = by_vertex(rounds, arcs, order, config.parallel_edges)?;
        rounds.ended(edges, grown.taken, adjacency.arcs().len() / 2);
    }
    Ok(())
}

/// The arcs by vertex.
fn by_vertex<K: Key>(
    rounds: &Rounds<'_>,
    mut arcs: Vec<Arc<K>>,
    order: Order,
    parallel_edges: ParallelEdges,
) -> Result<Adjacency<K>> {
    if parallel_edges == ParallelEdges::Drop {
        rounds.phase("sort", || sort_by_ends(&mut arcs))?;
        arcs = rounds.phase("compact", || without_heavier(&arcs))?;
    }
    if parallel_edges == ParallelEdges::Keep || order == Order::Weight {
        rounds.phase("sort", || sort(&mut arcs, order))?;
    }
    rounds.phase("compact", || Adjacency::new(arcs))
}
