//! Kruskal's algorithm, not plain: sorted digit by digit on all threads, or not at all.
//!
//! **Idea.** As [`kruskal`](fn@super::kruskal), but where the edges come by weight already, in either direction,
//! nothing is sorted, and otherwise the sort counts digits and is parallel. The loop over the edges in order is one
//! thread's; it says ahead of time which trees it is going to look at.
//!
//! **Cost.** One look at the weights, mostly a short one; a stable radix sort of m packed (weight, id) pairs; up to 2 m
//! finds with path halving.
//!
//! **When to choose it.** For edges that are sorted, which is when [`auto`](fn@super::auto) takes it.
//!
//! **Deterministic**: yes.
//!
//! **Paper.** Kruskal, "On the shortest spanning subtree of a graph", 1956.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{EdgeId, EdgeListView, Forest, Key, Objective, Weight};
use boscage::parallel::{prefetch, radix_sort, tabulate};
use boscage::sync::{EdgeSet, SequentialSets};

use super::kruskal::Packed;

/// How many edges ahead trees are prefetched; edges twice as many.
const AHEAD: usize = 16;

/// The minimum (maximum) spanning forest by Kruskal's algorithm with a radix sort.
///
/// # Errors
/// [`boscage::Error::Cancelled`], between its two stages, and [`boscage::Error::OutOfMemory`].
pub fn radix_kruskal<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    objective: Objective,
) -> Result<Forest<W>> {
    let last = graph.len().saturating_sub(1);
    match Order::of(graph, objective) {
        Some(Order::Ascending) => join(exec, graph, EdgeId::new),
        Some(Order::Descending) => join(exec, graph, move |place| EdgeId::new(last - place)),
        None => {
            let order = exec.parallel_stage("radix-kruskal sort", || sorted(graph, objective))?;
            join(exec, graph, |place| W::Key::unpack_id(order[place]))
        }
    }
}

/// (weight key, edge id) of all edges, sorted on all threads.
pub(super) fn sorted<W: Weight>(graph: EdgeListView<'_, W>, objective: Objective) -> Result<Vec<Packed<W>>> {
    let pack = |i: usize| objective.pack(graph.edges()[i].weight, EdgeId::new(i));
    let mut order = tabulate("the sorted order", graph.len(), pack)?;
    // By id they are sorted already, and the sort is stable.
    radix_sort(&mut order, |&packed| -> u64 { W::Key::unpack_key(packed).into() })?;
    Ok(order)
}

/// An order in which edges may come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// By (weight, id).
    Ascending,
    /// The other way round; no two weigh the same.
    Descending,
}

impl Order {
    /// The order of a graph's edges, if they have one. Most are found out by a few edges.
    pub(super) fn of<W: Weight>(graph: EdgeListView<'_, W>, objective: Objective) -> Option<Self> {
        let keys = || graph.edges().iter().map(|edge| objective.key(edge.weight));
        if keys().is_sorted() {
            Some(Self::Ascending)
        } else {
            keys().is_sorted_by(|one, next| one > next).then_some(Self::Descending)
        }
    }
}

/// Kruskal's loop: `id` says which edge has which place in the order.
fn join<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    id: impl Fn(usize) -> EdgeId + Sync,
) -> Result<Forest<W>> {
    exec.parallel_stage("radix-kruskal join", || {
        let (edges, count) = (graph.edges(), graph.len());
        let mut trees = SequentialSets::new(graph.nodes())?;
        let mut missing = graph.nodes().saturating_sub(1);
        let forest = EdgeSet::new(count)?;
        for place in 0..count {
            let (far, near) = ((place + 2 * AHEAD).min(count - 1), (place + AHEAD).min(count - 1));
            prefetch(edges, id(far).index());
            let soon = &edges[id(near).index()];
            trees.prefetch(soon.u);
            trees.prefetch(soon.v);
            let id = id(place);
            let edge = &edges[id.index()];
            if trees.unite(edge.u, edge.v) {
                forest.insert(id);
                missing -= 1;
                if missing == 0 {
                    break;
                }
            }
        }
        Ok(Forest::from_edges(graph, forest.into_ids()?))
    })
}
