//! Writes Matrix Market files in coordinate form: one entry per edge, in the order of the edges; symmetric,
//! or general if the graph is directed. A matrix of edges without weights is a pattern.
//!
//! Symmetric files hold the lower triangle, so the higher end of an edge is its row, even if it was the
//! second end in the input. A self-loop is an entry on the diagonal. We read several entries at one place as
//! parallel edges; programs that read a matrix may add them.
//!
//! Source: Boisvert, Pozo, Remington, "The Matrix Market Exchange Formats: Initial Design", NISTIR 5935.

use std::io::Write;

use crate::output::{AnyEdges, Decimal, EdgeSource, Writing, in_order, line, with_edges};
use boscage_core::Result;

pub(super) fn write(writing: &Writing<'_, AnyEdges<'_>>) -> Result<()> {
    with_edges!(writing, writing => put(writing))
}

fn put<S: EdgeSource>(writing: &Writing<'_, S>) -> Result<()> {
    writing.put(|out| {
        let (field, symmetry) = (S::Data::FIELD, if writing.is_directed { "general" } else { "symmetric" });
        let (nodes, edges) = (writing.graph.node_count(), writing.graph.edge_count());
        writeln!(out, "%%MatrixMarket matrix coordinate {field} {symmetry}\n{nodes} {nodes} {edges}")?;
        in_order::write(writing.exec, out, &writing.graph, |bytes, edge| {
            let lower = [edge.u.max(edge.v), edge.u.min(edge.v)];
            let ends = if writing.is_directed { [edge.u, edge.v] } else { lower };
            line(bytes, ends.map(|node| node.index() as u64 + 1), edge.weight)
        })
    })
}
