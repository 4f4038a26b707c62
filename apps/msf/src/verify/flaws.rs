//! Explanations of flaws: edges are named by their ends and weights.

use boscage::graph::{EdgeId, Node, Objective};
use boscage::io::Names;
use boscage::operators::msf::Flaw;

use crate::edges::{Edges, in_order};

/// An edge in an explanation.
pub(crate) struct Named {
    /// Its ends and its weight, with the graph's own names.
    pub(crate) text: String,
    /// The ends, the lower first.
    pub(crate) ends: (Node, Node),
    pub(crate) id: u64,
}

impl Named {
    /// An edge of a graph in memory.
    pub(super) fn of(id: EdgeId, graph: &dyn Edges, names: &Names) -> Self {
        let ends = in_order(graph.ends(id.index()));
        Self { text: edge(id, graph, names), ends, id: id.index() as u64 }
    }
}

/// Explains a forest's flaw.
pub(super) fn explain(flaw: Flaw<Named>, objective: Objective) -> String {
    match flaw {
        Flaw::Unknown(edge) => format!("the graph has no edge {}", edge.id),
        Flaw::Repeated(edge) => format!("{} is listed twice", edge.text),
        Flaw::Cycle(edge) => format!("{} closes a cycle", edge.text),
        Flaw::NotSpanning(edge) => format!("{} connects two trees, so the forest does not span", edge.text),
        Flaw::Heavier { inside, outside } => {
            let better = match objective {
                Objective::Minimum => "lighter",
                Objective::Maximum => "heavier",
            };
            format!("{} can be replaced by {}, which is {better}", inside.text, outside.text)
        }
    }
}

/// Explains the difference between a minimal forest and the one of the order of the edges.
pub(super) fn other_tie(inside: &Named, outside: &Named) -> String {
    // Parallel edges differ only in their ids.
    let are_parallel = inside.ends == outside.ends;
    let [inside, outside] = [inside, outside]
        .map(|Named { text, id, .. }| if are_parallel { format!("{text} (id {id})") } else { text.clone() });
    format!("expected {outside}, which comes first in the graph, found {inside}")
}

/// Returns an edge with the graph's own names.
pub(super) fn edge(id: EdgeId, graph: &dyn Edges, names: &Names) -> String {
    let [u, v] = graph.ends(id.index()).map(|end| names.name(end));
    format!("edge {u} {v} of weight {:?}", graph.weight(id.index()))
}
