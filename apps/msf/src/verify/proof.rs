//! Proofs of forests that were just found.

use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, Objective, Weight};
use boscage::io::Names;
use boscage::operators::msf::{self, Verdict};
use boscage_measuring::failure::Failure;
use boscage_programs::report::Total;

use super::flaws;

/// Proves that a forest that was just found is the unique one: minimal, and by the order of the edges if
/// weights are equal.
pub(crate) fn prove<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    names: &Names,
    forest: &Forest<W>,
    objective: Objective,
) -> Result<(), Failure>
where
    Total: From<W::Total>,
{
    let why = match msf::check(exec, graph, forest.edges(), objective)? {
        Verdict::Exact => return Ok(()),
        Verdict::Minimal { inside, outside } => flaws::other_tie(inside, outside, &graph, names),
        Verdict::Flawed(flaw) => flaws::explain(flaw, &graph, names, objective),
    };
    Err(Failure::Unproved(why))
}
