//! Writes edge lists: one line per edge, between the names of the nodes.
//!
//! A node exists only if an edge names it, so nodes without edges are lost; the caller must agree to that
//! ([`Isolated::Drop`](crate::Isolated::Drop)). The file begins with comments as in SNAP files
//! (snap.stanford.edu/data): the direction, if there is one, and the numbers of nodes and edges.

use std::io::Write;

use crate::output::{AnyEdges, EdgeSource, Writing, in_order, isolated, line, with_edges};
use boscage_core::Result;

pub(super) fn write(writing: &Writing<'_, AnyEdges<'_>>) -> Result<()> {
    isolated::refuse_recipe(writing, "an edge list")?;
    with_edges!(writing, writing => put(writing))
}

fn put<S: EdgeSource>(writing: &Writing<'_, S>) -> Result<()> {
    let isolated = isolated::dropped(writing, "an edge list")?;
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
