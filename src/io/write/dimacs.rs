//! DIMACS shortest-path files: both arcs of every edge, one after the other, so that reading them folds without a sort
//! and ids stay; a self-loop is one arc.
//!
//! Source: 9th DIMACS Implementation Challenge, "File formats" (users.diag.uniroma1.it/challenge9). The challenge has
//! integer weights; others are written as they are, and our reader takes them.

use std::io::{self, Write};

use super::decimal::{Decimal, line};
use super::{Job, Output, Weights};
use crate::Result;
use crate::graph::Edge;

pub(super) fn prepare<W: Decimal>(job: &Job<'_, W>) -> Result<impl FnOnce(&mut Output) -> io::Result<()>> {
    if job.options.weights == Weights::Omit {
        return Err(
            job.refuse("every arc of a DIMACS file has a weight", "write the weights, or an edge list")
        );
    }
    Ok(|out: &mut Output| {
        let edges = job.graph.edges();
        let loops = edges.iter().filter(|edge| edge.is_loop()).count();
        writeln!(out, "p sp {} {}", job.graph.nodes(), 2 * edges.len() - loops)?;
        for edge in edges {
            let Edge { u, v, weight } = *edge;
            let [u, v] = [u, v].map(|node| node.index() as u64 + 1);
            line(out, "a ", [u, v], Some(weight))?;
            if u != v {
                line(out, "a ", [v, u], Some(weight))?;
            }
        }
        Ok(())
    })
}
