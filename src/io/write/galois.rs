//! Galois binary graphs, version 1: both arcs of every edge in rows, a self-loop once.
//!
//! The file does not say what its edge data are. Ours are unsigned, of 4 bytes where all weights fit, else of
//! 8, as [our reader](crate::io::Format::Galois) and Galois's own converters take them. Version 2 differs in
//! having node ids of 8 bytes, which no graph in memory needs here.

use std::io::{self, Write};

use super::decimal::Decimal;
use super::rows::Rows;
use super::{Job, Output, Weights};
use crate::Result;
use crate::graph::EdgeListView;

pub(super) fn prepare<W: Decimal>(
    job: &Job<'_, EdgeListView<'_, W>>,
) -> Result<impl FnOnce(&mut Output) -> io::Result<()>> {
    job.demand_naturals(0..=u64::MAX, "Galois .gr")?;
    let natural = |weight: W| weight.natural().unwrap_or_default(); // all are, by now
    let data = match job.options.weights {
        Weights::Omit => 0,
        Weights::Write
            if job.graph.edges().iter().all(|edge| u32::try_from(natural(edge.weight)).is_ok()) =>
        {
            4
        }
        Weights::Write => 8,
    };
    let rows = Rows::of(job)?;
    Ok(move |out: &mut Output| {
        let (nodes, arcs) = (rows.ends().len(), rows.ends().last().copied().unwrap_or_default());
        for word in [1, data as u64, nodes as u64, arcs].iter().chain(rows.ends()) {
            out.write_all(&word.to_le_bytes())?;
        }
        rows.for_each(|row| {
            row.iter().try_for_each(|&(target, ..)| out.write_all(&u32::from(target).to_le_bytes()))
        })?;
        if arcs % 2 == 1 {
            out.write_all(&[0; 4])?;
        }
        if data == 0 {
            return Ok(());
        }
        rows.for_each(|row| {
            row.iter().try_for_each(|&(.., weight)| out.write_all(&natural(weight).to_le_bytes()[..data]))
        })
    })
}
