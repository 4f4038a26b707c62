//! Our own format: what [`crate::io::Format::Boscage`] says, whatever the graph and its names.

use std::io::{self, Write};

use super::in_order::{self, Source};
use super::{Job, Output, Weights};
use crate::graph::{Edge, Weight};
use crate::io::Names;
use crate::io::boscage::{MAGIC, VERSION, number_of};
use crate::io::raw_edges::little_endian;

pub(super) fn prepare<S: Source>(job: &Job<'_, S>) -> impl FnOnce(&mut Output) -> io::Result<()> {
    |out: &mut Output| {
        let (nodes, edges) = (job.graph.nodes(), job.graph.edges());
        let (listed, base) = match job.names {
            Names::Offset(base) => (&[][..], *base),
            Names::Listed(names) => (&names[..nodes], 0),
        };
        let weights = if job.options.weights == Weights::Omit { 0 } else { number_of::<S::Weight>() };
        out.write_all(MAGIC)?;
        [VERSION, weights].iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
        let counts = [nodes as u64, edges as u64, listed.len() as u64, base];
        counts.iter().chain(listed).try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
        match job.options.weights {
            Weights::Write => in_order::write(job.exec, out, &job.graph, put),
            Weights::Omit => in_order::write(job.exec, out, &job.graph, |bytes, edge| {
                put(bytes, Edge::new(edge.u, edge.v, 1_u32))
            }),
        }
    }
}

fn put<W: Weight>(bytes: &mut Vec<u8>, edge: Edge<W>) -> io::Result<()> {
    bytes.write_all(bytemuck::bytes_of(&little_endian(edge)))
}
