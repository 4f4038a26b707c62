//! Matrix Market, coordinate and symmetric: one entry an edge, in the order of the edges.
//!
//! Symmetric files hold the lower triangle, so the higher end of an edge is its row, whichever came first in
//! the input; a self-loop is an entry of the diagonal. Several entries at one place are parallel edges to us;
//! programs that read a matrix may add them.
//!
//! Source: Boisvert, Pozo, Remington, "The Matrix Market Exchange Formats: Initial Design", NISTIR 5935.

use std::io::{self, Write};

use super::decimal::{Decimal, line};
use super::in_order::{self, Source};
use super::{Job, Output, Weights};

pub(super) fn prepare<S: Source>(job: &Job<'_, S>) -> impl FnOnce(&mut Output) -> io::Result<()> {
    |out: &mut Output| {
        let field = match job.options.weights {
            Weights::Write => S::Weight::FIELD,
            Weights::Omit => "pattern",
        };
        let (nodes, edges) = (job.graph.nodes(), job.graph.edges());
        writeln!(out, "%%MatrixMarket matrix coordinate {field} symmetric\n{nodes} {nodes} {edges}")?;
        in_order::write(job.exec, out, &job.graph, |bytes, edge| {
            let ends = [edge.u.max(edge.v), edge.u.min(edge.v)];
            line(bytes, "", ends.map(|node| node.index() as u64 + 1), job.shown(edge.weight))
        })
    }
}
