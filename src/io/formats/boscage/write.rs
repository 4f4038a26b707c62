//! Writes `.bsg` files, which can hold every graph with its names.

use std::io::Write;

use crate::formats::boscage::{MAGIC, VERSION, number_of};
use crate::formats::little_endian;
use crate::output::{AnyEdges, EdgeSource, Writing, in_order, with_edges};
use crate::{Names, Strings};
use boscage_core::Result;

pub(super) fn write(writing: &Writing<'_, AnyEdges<'_>>) -> Result<()> {
    with_edges!(writing, writing => put(writing))
}

fn put<S: EdgeSource>(writing: &Writing<'_, S>) -> Result<()> {
    writing.put(|out| {
        let (nodes, edges) = (writing.graph.node_count(), writing.graph.edge_count());
        let (listed, base) = match writing.names {
            &Names::Offset(base) => (&[][..], base),
            Names::Listed(names) => (&names[..nodes], 0),
            Names::Text(names) => (&[][..], texts(names, nodes).map(str::len).sum::<usize>() as u64),
        };
        let has_texts = matches!(writing.names, Names::Text(_));
        out.write_all(MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&[number_of::<S::Data>(), writing.is_directed.into(), has_texts.into(), 0])?;
        let counts = [nodes as u64, edges as u64, listed.len() as u64, base];
        counts.iter().chain(listed).try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
        in_order::write(writing.exec, out, &writing.graph, |bytes, edge| {
            bytes.write_all(bytemuck::bytes_of(&little_endian(edge)))
        })?;
        let Names::Text(names) = writing.names else { return Ok(()) };
        let mut end = 0;
        texts(names, nodes).try_for_each(|name| {
            end += name.len() as u64;
            out.write_all(&end.to_le_bytes())
        })?;
        texts(names, nodes).try_for_each(|name| out.write_all(name.as_bytes()))
    })
}

/// The names of the nodes.
fn texts(names: &Strings, nodes: usize) -> impl Iterator<Item = &str> {
    (0..nodes).map(|node| names.get(node))
}
