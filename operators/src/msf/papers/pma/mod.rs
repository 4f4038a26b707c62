//! PMA: trees grow by Prim's algorithm from many vertices at once, touch, and are unified.
//!
//! **Idea.** As long as there are edges: n / *gamma* workers, each with a range of the vertices, grow trees
//! of up to gamma vertices from those that no tree has yet (*Partial Prim*); then the trees that touch become
//! one vertex (*unification*). With gamma = 2 this is much like Borůvka's algorithm, but takes fewer edges a
//! round: a vertex that another tree has taken looks for no edge of its own. With gamma = n it is Prim's on
//! one thread. Workers are not threads: those of one thread take turns, an edge each, so that trees meet as
//! if all grew at once.
//!
//! **Phases** of a round, each a loop with a barrier behind it:
//!
//! | phase | what it does | file |
//! |---|---|---|
//! | *grow* | trees grow until they have gamma vertices, no arc is left, or they *touch* another | `grow.rs` |
//! | *break* | of two trees that hook on each other one becomes the root | `../unify.rs` |
//! | *jump* | every vertex finds the root of its component | `../unify.rs` |
//! | *relabel* | roots that have arcs are numbered, arcs renamed; loops, and vertices without arcs, leave | `../unify.rs` |
//! | *sort* | arcs by their start | `../adjacency.rs` |
//! | *compact* | of parallel arcs the heavier ones leave; where the arcs of each vertex begin | `../adjacency.rs` |
//!
//! The variants differ in how a tree finds its lightest arc (`search.rs`). *Min* remembers for each of its
//! vertices the arc found last time, and looks at all of them when that leads inside by now. *Sort* has the
//! arcs of a vertex in order, and steps on. *Hybrid* is Min in the first round, when there are few arcs a
//! vertex, and Sort in the others. *Heap* has a heap for each vertex of a tree: what the paper advises
//! against, to be measured.
//!
//! **Why it is right.** Which vertices are in its tree, a worker knows exactly
//! ([`Claims`](boscage::sync::Claims)). So what it takes is the lightest edge of a cut, whatever the others
//! do, and belongs to the forest. A tree that touches another hooks on it by that edge, and stops. The other
//! sees this edge too before it stops, so the edge by which it hooks in its turn is no heavier; round a ring
//! of hooks all are one edge, (weight, id) being compared: no more than two trees hook on each other, by the
//! edge that both took, and one of them is made the root. So what is unified is what the edges taken join; in
//! every round it is asserted that the numbers agree.
//!
//! **What differs from the text.** There one array, *successor*, says both whose a vertex is and what a tree
//! hooks on, which a touching tree writes at its root. So the root of a tree that has touched ours looks like
//! one of ours: the lightest edge to it is passed over, and a heavier one taken. Edges 1-2, 0-1, 2-3, 0-3 of
//! weights 1, 5, 6, 7: a tree from 1 takes 1-2, then 0-1, and touches the tree of 0; this one now passes over
//! 0-1, takes 0-3 and 2-3, and a cycle is closed. `tests/operators/pma.rs` replays it. Here *owner* is a word
//! a vertex that never changes once it is set, and *hook* a word a root that its own worker writes, when the
//! tree is done, and that is read only when all are. Equal weights, many components and vertices without arcs
//! are ordinary. Min leaves the arcs where they are, for the graph is shared; what it remembers, and where
//! Sort stands, is kept with the tree.
//!
//! **Cost.** A vertex with arcs is unified with another, so each round halves the vertices at least. In a
//! round Min looks at an arc up to gamma times, Sort at most once, besides sorting by weight; both look at up
//! to gamma vertices for every edge they take. Beside the graph, with 32-bit weights: 64 bytes an edge, 28 a
//! vertex and 150 a worker; 96 bytes an edge with 64-bit weights. Heap takes up to 32 bytes an edge more
//! (64), and 24 a vertex.
//!
//! **Deterministic**: the forest is. Which trees grow, and how many rounds it takes, depends on timing.
//!
//! **When to choose it.** To compare with the paper, and as the reference of the same steps on a GPU, for
//! which they were made.
//!
//! **Paper.** Nobari, Cao, Karras, Bressan, "Scalable parallel minimum spanning forest computation", PPoPP
//! 2012.

mod config;
mod grow;
#[cfg(all(test, loom))]
mod model;
mod search;

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, Objective, Weight};
use boscage::sync::EdgeSet;

use super::adjacency::ParallelEdges;
use super::unite::{arcs_of, by_vertex, unite};
use config::Finds;
pub use config::{Pma, PmaVariant};
use grow::grow;
use search::{Heap, Scan, Step};

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
    let gamma = config.gamma_for(graph.nodes(), graph.len())?;
    let mut rounds = exec.rounds(config.variant.name(), graph.nodes() as u64);
    let forest = EdgeSet::new(graph.len())?;
    let mut finds = config.variant.finds(0);
    let arcs = rounds.phase("arcs", || arcs_of(exec, graph, objective))?;
    let mut adjacency = by_vertex(&rounds, arcs, finds.order(), ParallelEdges::Keep)?;
    while !adjacency.is_empty() {
        let grown = rounds.phase("grow", || match finds {
            Finds::Scan => grow::<_, Scan>(&rounds, &adjacency, gamma, &forest),
            Finds::Step => grow::<_, Step>(&rounds, &adjacency, gamma, &forest),
            Finds::Heap => grow::<_, Heap>(&rounds, &adjacency, gamma, &forest),
        })?;
        finds = config.variant.finds(rounds.rounds().len() + 1);
        adjacency = unite(&mut rounds, adjacency, &grown, finds.order(), config.parallel_edges)?;
    }
    let forest = rounds.phase("gather", || Ok(Forest::from_edges(exec, graph, forest.into_ids()?)));
    rounds.finish();
    forest
}
