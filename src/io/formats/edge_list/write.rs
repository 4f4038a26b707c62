//! Edge lists: one line per edge; nodes have their names from the input.
//!
//! A node exists only if an edge names it, so nodes without edges are lost; the caller must agree to that
//! ([`Isolated::Drop`]). Comments come first, as in SNAP's files (snap.stanford.edu/data): that the graph is
//! directed, if it is, and the numbers of nodes and edges.

use std::io::{self, Write};

use crate::output::decimal::line;
use crate::output::in_order;
use crate::output::in_order::Source;
use crate::write::Job;
use crate::{Isolated, Output};
use boscage_core::bits::AtomicBits;
use boscage_core::{Error, Result, grouped};

pub(crate) fn prepare<S: Source>(job: &Job<'_, S>) -> Result<impl FnOnce(&mut Output) -> io::Result<()>> {
    let isolated = count_isolated(job)?;
    if isolated > 0 && job.options.isolated == Isolated::Refuse {
        return Err(no_place(job, &grouped(isolated), isolated));
    }
    Ok(move |out: &mut Output| {
        let nodes = job.graph.nodes() - isolated;
        if job.is_directed {
            writeln!(out, "# Directed graph")?;
        }
        writeln!(out, "# Nodes: {nodes} Edges: {}", job.graph.edges())?;
        in_order::write(job.exec, out, &job.graph, |bytes, edge| {
            line(bytes, [edge.u, edge.v].map(|node| job.names.of(node)), edge.weight)
        })
    })
}

/// That a graph has nodes without edges: `count` of them, in words `shown`.
pub(crate) fn no_place<S: Source>(job: &Job<'_, S>, shown: &str, count: usize) -> Error {
    let have = if count == 1 { "has" } else { "have" };
    let what = format!("an edge list has no place for nodes without edges, and {shown} {have} none");
    job.refuse(what, "drop them, or write DIMACS or Matrix Market")
}

/// Number of nodes without edges; a bit a node is needed for it.
fn count_isolated(job: &Job<'_, impl Source>) -> Result<usize> {
    let marks = AtomicBits::new("node marks", job.graph.nodes())?;
    job.graph.show_all(job.exec, |edge| {
        for node in [edge.u.index(), edge.v.index()] {
            // Looking first is cheaper than writing.
            if !marks.contains(node) {
                marks.insert(node);
            }
        }
    });
    Ok(job.graph.nodes() - marks.count())
}
