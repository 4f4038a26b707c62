//! METIS graphs: a line a node, its neighbours in ascending order, each followed by the weight.
//!
//! METIS knows simple graphs with positive integer weights only, and its programs trust the file; so whatever
//! is no such graph is refused here.
//!
//! Source: Karypis, "METIS: A Software Package for Partitioning Unstructured Graphs", manual of version 5,
//! section 4.1.1.

use std::io::{self, Write};

use super::decimal::Decimal;
use super::rows::Rows;
use super::{Job, Output, Weights};
use crate::Result;
use crate::graph::EdgeListView;

pub(super) fn prepare<W: Decimal>(
    job: &Job<'_, EdgeListView<'_, W>>,
) -> Result<impl FnOnce(&mut Output) -> io::Result<()>> {
    let cure = "choose another format";
    if let Some(id) = job.graph.edges().iter().position(|edge| edge.is_loop()) {
        return Err(job.refuse(format!("METIS holds no self-loops, and edge {id} is one"), cure));
    }
    job.demand_naturals(1..=i64::MAX as u64, "METIS")?;
    let rows = Rows::of(job)?;
    if let Some(id) = rows.parallel_edge() {
        return Err(
            job.refuse(format!("METIS holds no parallel edges, and edge {id} runs beside another"), cure)
        );
    }
    Ok(move |out: &mut Output| {
        let format = match job.options.weights {
            Weights::Write => " 001",
            Weights::Omit => "",
        };
        writeln!(out, "{} {}{format}", job.graph.nodes(), job.graph.len())?;
        rows.for_each(|row| {
            let mut separator: &[u8] = b"";
            for &(target, _, weight) in row {
                let weight = job.shown(weight).and_then(Decimal::natural);
                for number in [Some(target.index() as u64 + 1), weight].into_iter().flatten() {
                    out.write_all(separator)?;
                    number.put(out)?;
                    separator = b" ";
                }
            }
            out.write_all(b"\n")
        })
    })
}
