//! The last step of every operator: the forest of the edges that it has taken.
//!
//! Operators compare keys and return ids. Only here they need the weights again, because their sum is part of
//! the result. So only this is compiled for each type of weights.

use boscage_core::Result;
use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::{EdgeListView, Forest, GraphView, Weight};
use boscage_core::sync::EdgeSet;

/// Returns the forest, as the last phase of a loop of rounds.
pub(super) fn gather<'a, W: Weight>(
    rounds: Rounds<'_>,
    graph: impl Into<GraphView<'a, W>>,
    taken: EdgeSet,
) -> Result<Forest<W>> {
    let (exec, graph) = (rounds.exec(), graph.into());
    let forest = rounds.phase("gather", || match graph {
        GraphView::Edges(list) => Ok(Forest::from_edges(exec, list, taken.into_ids()?)),
        GraphView::Adjacency(graph) => Forest::from_adjacency(exec, graph, taken),
    });
    rounds.finish();
    forest
}

/// Returns the forest, as a stage of this name on all threads.
pub(super) fn gather_as<W: Weight>(
    stage: &str,
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    taken: EdgeSet,
) -> Result<Forest<W>> {
    exec.parallel_stage(stage, || Ok(Forest::from_edges(exec, graph, taken.into_ids()?)))
}
