//! Nodes without edges, which a file that lists edges between names cannot hold.

use crate::Isolated;
use crate::output::{AnyEdges, EdgeSource, Writing};
use boscage_core::bits::SharedBits;
use boscage_core::{Error, Result, grouped};

/// Refuses a recipe that is known to make such nodes, unless they may be dropped. A recipe may know it before
/// it makes the edges.
pub(crate) fn refuse_recipe(writing: &Writing<'_, AnyEdges<'_>>, holder: &str) -> Result<()> {
    match (writing.graph, writing.options.isolated) {
        (AnyEdges::Recipe(recipe), Isolated::Refuse) => recipe.isolated().map_or(Ok(()), |count| {
            Err(no_place(writing, holder, &format!("about {}", grouped(count as u64)), count as usize))
        }),
        _ => Ok(()),
    }
}

/// Number of nodes without edges.
///
/// # Errors
/// If there are some, unless they may be dropped; [`Error::OutOfMemory`].
pub(crate) fn dropped(writing: &Writing<'_, impl EdgeSource>, holder: &str) -> Result<usize> {
    let isolated = count(writing)?;
    if isolated > 0 && writing.options.isolated == Isolated::Refuse {
        return Err(no_place(writing, holder, &grouped(isolated), isolated));
    }
    Ok(isolated)
}

/// The error that `count` nodes have no edges; `shown` is this number in words.
fn no_place<G>(writing: &Writing<'_, G>, holder: &str, shown: &str, count: usize) -> Error {
    let have = if count == 1 { "has" } else { "have" };
    let what = format!("{holder} cannot hold nodes without edges, and {shown} {have} none");
    writing.refuse(what, "drop them, or write DIMACS or Matrix Market")
}

/// Number of nodes without edges. Takes one bit per node.
fn count(writing: &Writing<'_, impl EdgeSource>) -> Result<usize> {
    let marks = SharedBits::new("node marks", writing.graph.node_count())?;
    writing.graph.for_each(writing.exec, |edge| {
        for node in [edge.u.index(), edge.v.index()] {
            // Reading first is cheaper than writing.
            if !marks.contains(node) {
                marks.insert(node);
            }
        }
    });
    Ok(writing.graph.node_count() - marks.count())
}
