//! Writes edge lists: one line per edge, between the names of the nodes.
//!
//! A node exists only if an edge names it, so nodes without edges are lost; the caller must agree to that
//! ([`Isolated::Drop`]). The file begins with comments as in SNAP files (snap.stanford.edu/data): the
//! direction, if there is one, and the numbers of nodes and edges.

use std::io::Write;

use crate::Isolated;
use crate::output::{AnyEdges, EdgeSource, Writing, in_order, line, with_edges};
use boscage_core::bits::SharedBits;
use boscage_core::{Error, Result, grouped};

pub(super) fn write(writing: &Writing<'_, AnyEdges<'_>>) -> Result<()> {
    // A recipe may know it before it makes the edges.
    if let (AnyEdges::Recipe(recipe), Isolated::Refuse) = (writing.graph, writing.options.isolated)
        && let Some(count) = recipe.isolated()
    {
        return Err(no_place(writing, &format!("about {}", grouped(count as u64)), count as usize));
    }
    with_edges!(writing, writing => put(writing))
}

fn put<S: EdgeSource>(writing: &Writing<'_, S>) -> Result<()> {
    let isolated = count_isolated(writing)?;
    if isolated > 0 && writing.options.isolated == Isolated::Refuse {
        return Err(no_place(writing, &grouped(isolated), isolated));
    }
    writing.put(|out| {
        let nodes = writing.graph.node_count() - isolated;
        if writing.is_directed {
            writeln!(out, "# Directed graph")?;
        }
        writeln!(out, "# Nodes: {nodes} Edges: {}", writing.graph.edge_count())?;
        in_order::write(writing.exec, out, &writing.graph, |bytes, edge| {
            line(bytes, [edge.u, edge.v].map(|node| writing.names.number(node)), edge.weight)
        })
    })
}

/// The error that `count` nodes have no edges; `shown` is this number in words.
fn no_place<G>(writing: &Writing<'_, G>, shown: &str, count: usize) -> Error {
    let have = if count == 1 { "has" } else { "have" };
    let what = format!("an edge list cannot hold nodes without edges, and {shown} {have} none");
    writing.refuse(what, "drop them, or write DIMACS or Matrix Market")
}

/// Number of nodes without edges. Takes one bit per node.
fn count_isolated(writing: &Writing<'_, impl EdgeSource>) -> Result<usize> {
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
