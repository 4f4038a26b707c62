//! Explanations of flaws: edges are named by their ends and weights.

use boscage::graph::{EdgeId, Objective};
use boscage::io::Names;
use boscage::operators::msf::Flaw;

use crate::edges::{Edges, in_order};

/// Explains a forest's flaw.
pub(super) fn explain(flaw: Flaw, graph: &dyn Edges, names: &Names, objective: Objective) -> String {
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

/// Explains the difference between a minimal forest and the one of the order of the edges.
pub(super) fn other_tie(inside: EdgeId, outside: EdgeId, graph: &dyn Edges, names: &Names) -> String {
    let ends = |id: EdgeId| in_order(graph.ends(id.index()));
    // Parallel edges differ only in their ids.
    let are_parallel = ends(inside) == ends(outside);
    let [inside, outside] = [inside, outside].map(|id| {
        let edge = edge(id, graph, names);
        if are_parallel { format!("{edge} (id {id})") } else { edge }
    });
    format!("expected {outside}, which comes first in the graph, found {inside}")
}

/// Returns an edge with the graph's own names.
pub(super) fn edge(id: EdgeId, graph: &dyn Edges, names: &Names) -> String {
    let [u, v] = graph.ends(id.index()).map(|end| names.name(end));
    format!("edge {u} {v} of weight {:?}", graph.weight(id.index()))
}
