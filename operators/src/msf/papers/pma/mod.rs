//! PMA: trees grow by Prim's algorithm from many vertices at once, touch, and are unified.
//!
//! As long as there are edges, n / *gamma* workers, each with a range of the vertices, grow trees of up to
//! gamma vertices from vertices that are in no tree yet (*Partial Prim*). Then trees that touch become one
//! vertex (*unification*). Workers are not threads: the workers of one thread take turns, an edge each, so
//! trees meet as if all grew at the same time.
//!
//! **Phases** of a round, each a loop with a barrier after it:
//!
//! | phase | what it does | file |
//! |---|---|---|
//! | *grow* | trees grow until they have gamma vertices, no arc is left, or they *touch* another | `grow.rs` |
//! | *break* | if two trees hook on each other, one becomes the root | `../unify.rs` |
//! | *jump* | every vertex finds the root of its component | `../unify.rs` |
//! | *relabel* | roots that have arcs are numbered, arcs renamed; loops and vertices without arcs are removed | `../unify.rs` |
//! | *sort* | arcs are sorted by their start | `../adjacency.rs` |
//! | *compact* | the heavier of parallel arcs are removed; the beginning of the arcs of each vertex is found | `../adjacency.rs` |
//!
//! The variants ([`PmaVariant`]) are in `search.rs`.
//!
//! **Correctness.** A worker knows exactly which vertices are in its tree
//! ([`Claims`](boscage_core::sync::Claims)). So it takes the lightest edge of a cut, which belongs to the
//! forest, regardless of the other workers. A tree that touches another hooks on it by that edge, and stops.
//! The other tree also sees this edge before it stops, so the edge by which it hooks is not heavier. Edges
//! are compared by (weight, id), so in a cycle of hooks all are the same edge: at most two trees hook on each
//! other, by the edge that both took, and one of them becomes the root. So unification joins exactly what the
//! taken edges join; every round asserts that the numbers agree.
//!
//! **Differences from the paper.** There a single array, *successor*, has both the owner of a vertex and the
//! hook of a tree; a touching tree writes the hook at its root. So the root of a tree that has touched ours
//! looks like one of our vertices: the lightest edge to it is skipped, and a heavier one is taken. An
//! example: edges 1-2, 0-1, 2-3, 0-3 of weights 1, 5, 6, 7. A tree from 1 takes 1-2, then 0-1, and touches
//! the tree of 0. The tree of 0 now skips 0-1 and takes 0-3 and 2-3, which closes a cycle.
//! `tests/operators/pma.rs` replays this. Here *owner* is a word per vertex that never changes after it is
//! set. *Hook* is a word per root that its own worker writes when the tree is finished, and that is read only
//! when all trees are. Equal weights, many components and vertices without arcs need no special treatment.
//! Min does not move the arcs, because the graph is shared; its stored arcs, and the positions of Sort, are
//! kept with the tree.

mod config;
mod grow;
#[cfg(all(test, loom))]
mod model;
mod search;

use boscage_core::Result;
use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::{
    AnyForest, AnyGraphView, AnyKeys, EdgeListView, Forest, Key, KeyedEdges, Objective, Weight,
};
use boscage_core::sync::EdgeSet;

use super::adjacency::ParallelEdges;
use super::unite::{arcs_of, by_vertex, unite};
use crate::msf::gather::gather;
use crate::msf::input::on;
use crate::msf::{Facts, Operator, Size};
use config::Finds;
pub use config::{Pma, PmaVariant};
use grow::grow;
use search::{Heap, Scan, Step};

impl Operator for Pma {
    fn facts(&self) -> &'static Facts {
        self.variant.facts()
    }

    fn run(&self, exec: &Exec, graph: AnyGraphView<'_>, objective: Objective) -> Result<AnyForest> {
        on!(edges, exec, graph, |list| pma(exec, list, objective, *self))
    }

    fn memory(&self, of: &Size) -> u64 {
        of.peak(Size::unified)
    }
}

/// Returns the minimum (maximum) spanning forest by PMA: many small trees grow, touch and are contracted.
///
/// **Algorithm.** Nobari, Cao, Karras, Bressan, "Scalable parallel minimum spanning forest computation",
/// PPoPP 2012. Trees of up to *gamma* vertices grow by Prim's algorithm. With gamma = 2 it is similar to
/// Borůvka's algorithm, with gamma = n it is Prim's algorithm on one thread. Each round at least halves the
/// number of vertices. In a round, [`PmaVariant::Min`] reads an arc up to gamma times; [`PmaVariant::Sort`]
/// reads it at most once, and sorts arcs by weight. Both read up to gamma vertices per edge that they take.
///
/// **When to choose it.** For comparison with the paper, and as the reference for the same steps on a GPU,
/// for which they were designed.
///
/// # Determinism
/// The forest is deterministic. The trees and the number of rounds depend on timing.
///
/// # Memory
/// 74 bytes per edge and 7 per node (106 per edge with 64-bit weights), or 34 (50) per edge and 44 per node
/// if that is more. [`PmaVariant::Heap`] takes up to 32 bytes per edge more (64), and 24 per node.
///
/// # Errors
/// [`Error::Argument`](boscage_core::Error::Argument) if gamma is less than 2.
/// [`Error::Cancelled`](boscage_core::Error::Cancelled) if the [`Exec`](boscage_core::exec::Exec) is
/// cancelled; [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory) if an array cannot be allocated.
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::papers::{Pma, PmaVariant, pma};
///
/// let graph = EdgeList::from_triples(4, [(1, 2, 1_u32), (0, 1, 5), (2, 3, 6), (0, 3, 7)])?;
/// let config = Pma { variant: PmaVariant::Sort, gamma: Some(2), ..Pma::default() };
/// let forest = pma(&Exec::available()?, &graph, Objective::Minimum, config)?;
/// assert_eq!((forest.total(), forest.tree_count()), (12, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn pma<'a, W: Weight>(
    exec: &Exec,
    graph: impl Into<EdgeListView<'a, W>>,
    objective: Objective,
    config: Pma,
) -> Result<Forest<W>> {
    let graph = graph.into();
    let gamma = config.gamma_for(graph.node_count(), graph.edge_count())?;
    let mut rounds = exec.rounds(config.variant.name(), graph.node_count() as u64);
    let taken = by_trees(&mut rounds, KeyedEdges::of(graph, objective).any(), gamma, config)?;
    gather(rounds, graph, taken)
}

/// Returns the edges of the forest.
fn by_trees<K: Key>(
    rounds: &mut Rounds<'_>,
    graph: KeyedEdges<'_, AnyKeys<K>>,
    gamma: usize,
    config: Pma,
) -> Result<EdgeSet> {
    let exec = rounds.exec();
    let forest = EdgeSet::new(graph.edge_count())?;
    let mut finds = config.variant.finds(0);
    let arcs = rounds.phase("arcs", || arcs_of(exec, graph))?;
    let mut adjacency = by_vertex(rounds, arcs, finds.order(), ParallelEdges::Keep)?;
    while !adjacency.is_empty() {
        let grown = rounds.phase("grow", || match finds {
            Finds::Scan => grow::<_, Scan>(rounds, &adjacency, gamma, &forest),
            Finds::Step => grow::<_, Step>(rounds, &adjacency, gamma, &forest),
            Finds::Heap => grow::<_, Heap>(rounds, &adjacency, gamma, &forest),
        })?;
        finds = config.variant.finds(rounds.round_count() + 1);
        adjacency = unite(rounds, adjacency, &grown, finds.order(), config.parallel_edges)?;
    }
    Ok(forest)
}
