//! Proofs of forests that were just found.

use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, Objective, Weight};
use boscage::io::Names;
use boscage::operators::msf::{self, Verdict};
use boscage_measuring::failure::Failure;
use boscage_programs::report::Total;

use super::flaws::{self, Named};

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
    let verdict = msf::check(exec, graph, forest.edges(), objective)?;
    let why = match verdict.with_ids(|id| Named::of(id, &graph, names)) {
        Verdict::Exact => return Ok(()),
        Verdict::Minimal { inside, outside } => flaws::other_tie(&inside, &outside),
        Verdict::Flawed(flaw) => flaws::explain(flaw, objective),
    };
    Err(Failure::Unproved(why))
}
