//! Edge lists: a line an edge, the nodes by the names the input gave them.
//!
//! A node is there because an edge names it, so nodes without edges are lost; whoever agrees says so
//! ([`Isolated::Drop`]). The first line is a comment as SNAP's files have it (snap.stanford.edu/data).

use std::io::{self, Write};

use super::decimal::{Decimal, line};
use super::{Isolated, Job, Output};
use crate::{Result, memory};

pub(super) fn prepare<W: Decimal>(job: &Job<'_, W>) -> Result<impl FnOnce(&mut Output) -> io::Result<()>> {
    let edges = job.graph.edges();
    let mut isolated = memory::filled("node marks", job.graph.nodes(), true)?;
    for edge in edges {
        isolated[edge.u.index()] = false;
        isolated[edge.v.index()] = false;
    }
    let isolated = isolated.into_iter().filter(|&isolated| isolated).count();
    if isolated > 0 && job.options.isolated == Isolated::Refuse {
        let what = format!("an edge list has no place for nodes without edges, and {isolated} have none");
        return Err(job.refuse(what, "drop them, or write DIMACS or Matrix Market"));
    }
    Ok(move |out: &mut Output| {
        writeln!(out, "# Nodes: {} Edges: {}", job.graph.nodes() - isolated, edges.len())?;
        for edge in edges {
            line(out, "", [edge.u, edge.v].map(|node| job.names.of(node)), job.shown(edge.weight))?;
        }
        Ok(())
    })
}
