//! Writes DIMACS shortest-path files: both arcs of every edge, next to each other, so that a reader folds
//! them without a sort and ids are kept. A self-loop is one arc, and so is every edge of a directed graph.
//!
//! Source: 9th DIMACS Implementation Challenge, "File formats" (users.diag.uniroma1.it/challenge9). The
//! challenge has integer weights; other weights are written unchanged, and our reader accepts them. Every arc
//! has a weight.

use std::io::{self, Write};

use crate::output::{AnyEdges, Decimal, EdgeSource, Writing, in_order, line, with_edges};
use boscage_core::Result;
use boscage_core::graph::Edge;

pub(super) fn write(writing: &Writing<'_, AnyEdges<'_>>) -> Result<()> {
    with_edges!(writing, writing => put(writing))
}

fn put<S: EdgeSource>(writing: &Writing<'_, S>) -> Result<()> {
    writing.put(|out| {
        let edges = writing.graph.edge_count();
        let arcs = if writing.is_directed { edges } else { 2 * edges - writing.graph.loops(writing.exec) };
        writeln!(out, "p sp {} {arcs}", writing.graph.node_count())?;
        in_order::write(writing.exec, out, &writing.graph, |bytes, Edge { u, v, weight }| {
            let [u, v] = [u, v].map(|node| node.index() as u64 + 1);
            arc(bytes, [u, v], weight)?;
            if u != v && !writing.is_directed {
                arc(bytes, [v, u], weight)?;
            }
            Ok(())
        })
    })
}

fn arc<E: Decimal>(bytes: &mut Vec<u8>, ends: [u64; 2], weight: E) -> io::Result<()> {
    bytes.extend_from_slice(b"a ");
    if E::IS_WEIGHT { line(bytes, ends, weight) } else { line(bytes, ends, 1_u32) }
}
