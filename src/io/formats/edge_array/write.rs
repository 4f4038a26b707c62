//! Edge arrays: what [`crate::Format::EdgeArray`] says, 12 bytes an edge in the order of the edges.
//! Every edge has a weight.

use std::io::{self, Write};

use crate::Output;
use crate::output::decimal::Decimal;
use crate::output::in_order;
use crate::output::in_order::Source;
use crate::write::Job;
use boscage_core::Result;

pub(crate) fn prepare<S: Source>(job: &Job<'_, S>) -> Result<impl FnOnce(&mut Output) -> io::Result<()>> {
    job.demand_naturals(0..=u64::from(u32::MAX), "an edge array")?;
    Ok(|out: &mut Output| {
        for count in [job.graph.nodes(), job.graph.edges()] {
            out.write_all(&(count as u64).to_le_bytes())?;
        }
        in_order::write(job.exec, out, &job.graph, |bytes, edge| {
            let weight = edge.weight.natural().unwrap_or_default() as u32; // checked above
            let words = [u32::from(edge.u), u32::from(edge.v), weight];
            words.iter().try_for_each(|word| bytes.write_all(&word.to_le_bytes()))
        })
    })
}
