//! Our own format: what [`crate::Format::Boscage`] says, whatever the graph and its names.

use std::io::{self, Write};

use crate::Names;
use crate::Output;
use crate::formats::boscage::{MAGIC, VERSION, number_of};
use crate::formats::raw_edges::little_endian;
use crate::output::in_order;
use crate::output::in_order::Source;
use crate::write::Job;

pub(crate) fn prepare<S: Source>(job: &Job<'_, S>) -> impl FnOnce(&mut Output) -> io::Result<()> {
    |out: &mut Output| {
        let (nodes, edges) = (job.graph.nodes(), job.graph.edges());
        let (listed, base) = match job.names {
            Names::Offset(base) => (&[][..], *base),
            Names::Listed(names) => (&names[..nodes], 0),
        };
        out.write_all(MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&[number_of::<S::Data>(), job.is_directed.into(), 0, 0])?;
        let counts = [nodes as u64, edges as u64, listed.len() as u64, base];
        counts.iter().chain(listed).try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
        in_order::write(job.exec, out, &job.graph, |bytes, edge| {
            bytes.write_all(bytemuck::bytes_of(&little_endian(edge)))
        })
    }
}
