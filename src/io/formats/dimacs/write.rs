//! DIMACS shortest-path files: both arcs of every edge, one after the other, so that a reader folds them
//! without a sort and ids are kept; a self-loop is one arc. Every edge of a directed graph is one arc.
//!
//! Source: 9th DIMACS Implementation Challenge, "File formats" (users.diag.uniroma1.it/challenge9). The
//! challenge has integer weights; other weights are written as they are, and our reader accepts them. Every
//! arc has a weight.

use std::io::{self, Write};

use crate::Output;
use crate::output::decimal::{Decimal, line};
use crate::output::in_order;
use crate::output::in_order::Source;
use crate::write::Job;
use boscage_core::graph::Edge;

pub(crate) fn prepare<S: Source>(job: &Job<'_, S>) -> impl FnOnce(&mut Output) -> io::Result<()> {
    |out: &mut Output| {
        let edges = job.graph.edges();
        let arcs = if job.is_directed { edges } else { 2 * edges - job.graph.loops(job.exec) };
        writeln!(out, "p sp {} {arcs}", job.graph.nodes())?;
        in_order::write(job.exec, out, &job.graph, |bytes, Edge { u, v, weight }| {
            let [u, v] = [u, v].map(|node| node.index() as u64 + 1);
            arc(bytes, [u, v], weight)?;
            if u != v && !job.is_directed {
                arc(bytes, [v, u], weight)?;
            }
            Ok(())
        })
    }
}

fn arc<E: Decimal>(bytes: &mut Vec<u8>, ends: [u64; 2], weight: E) -> io::Result<()> {
    bytes.extend_from_slice(b"a ");
    if E::IS_WEIGHT { line(bytes, ends, weight) } else { line(bytes, ends, 1_u32) }
}
