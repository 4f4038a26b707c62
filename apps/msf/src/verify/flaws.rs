//! Flaws in words: edges are named by their ends and weights.

use boscage::graph::{EdgeId, EdgeListView, Objective, Weight};
use boscage::io::Names;
use boscage::operators::msf::Flaw;

/// Explains why a forest is flawed.
pub(super) fn explain<W: Weight>(
    flaw: Flaw,
    graph: EdgeListView<'_, W>,
    names: &Names,
    objective: Objective,
) -> String {
    let edge = |id| edge(id, graph, names);
    match flaw {
        Flaw::Unknown(id) => format!("the graph has no edge {id}"),
        Flaw::Repeated(id) => format!("{} is listed twice", edge(id)),
        Flaw::Cycle(id) => format!("{} closes a cycle", edge(id)),
        Flaw::NotSpanning(id) => format!("{} connects two trees, so the forest does not span", edge(id)),
        Flaw::Heavier { inside, outside } => {
            let better = match objective {
                Objective::Minimum => "lighter",
                Objective::Maximum => "heavier",
            };
            format!("{} can be replaced by {}, which is {better}", edge(inside), edge(outside))
        }
    }
}

/// Explains why a minimal forest is not the one of the order of the edges.
pub(super) fn other_tie<W: Weight>(
    inside: EdgeId,
    outside: EdgeId,
    graph: EdgeListView<'_, W>,
    names: &Names,
) -> String {
    let ends = |id| {
        let edge = graph.edge(id);
        (edge.u.min(edge.v), edge.u.max(edge.v))
    };
    // Parallel edges differ in their ids alone.
    let are_parallel = ends(inside) == ends(outside);
    let [inside, outside] = [inside, outside].map(|id| {
        let edge = edge(id, graph, names);
        if are_parallel { format!("{edge} (id {id})") } else { edge }
    });
    format!("{inside} stands in the place of {outside}, which comes first in the graph")
}

/// An edge as its graph calls it.
pub(super) fn edge<W: Weight>(id: EdgeId, graph: EdgeListView<'_, W>, names: &Names) -> String {
    let edge = graph.edge(id);
    format!("edge {} {} of weight {:?}", names.of(edge.u), names.of(edge.v), edge.weight)
}
