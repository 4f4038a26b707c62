//! DIMACS shortest-path files: both arcs of every edge, one after the other, so that reading them folds
//! without a sort and ids stay; a self-loop is one arc.
//!
//! Source: 9th DIMACS Implementation Challenge, "File formats" (users.diag.uniroma1.it/challenge9). The
//! challenge has integer weights; others are written as they are, and our reader takes them.

use std::io::{self, Write};

use super::decimal::line;
use super::in_order::{self, Source};
use super::{Job, Output, Weights};
use crate::Result;
use crate::graph::Edge;

pub(super) fn prepare<S: Source>(job: &Job<'_, S>) -> Result<impl FnOnce(&mut Output) -> io::Result<()>> {
    if job.options.weights == Weights::Omit {
        return Err(
            job.refuse("every arc of a DIMACS file has a weight", "write the weights, or an edge list")
        );
    }
    Ok(|out: &mut Output| {
        let arcs = 2 * job.graph.edges() - job.graph.loops(job.exec);
        writeln!(out, "p sp {} {arcs}", job.graph.nodes())?;
        in_order::write(job.exec, out, &job.graph, |bytes, Edge { u, v, weight }| {
            let [u, v] = [u, v].map(|node| node.index() as u64 + 1);
            line(bytes, "a ", [u, v], Some(weight))?;
            if u != v {
                line(bytes, "a ", [v, u], Some(weight))?;
            }
            Ok(())
        })
    })
}
