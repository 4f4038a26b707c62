//! Writes Galois binary graphs, version 1: both arcs of every edge in rows, a self-loop once; in a directed
//! graph one arc per edge.
//!
//! The file does not declare the type of its edge data. We write unsigned integers of 4 bytes if all weights
//! fit, otherwise of 8, as [our reader](crate::Format::Galois) and Galois's own converters expect; no data if
//! edges have no weights. Version 2 has node ids of 8 bytes, which no graph here needs.

use std::io::Write;

use crate::output::{Decimal, Writing};
use boscage_core::graph::{AnyEdgeList, Directed, Direction, EdgeListView, Graph, Node, Undirected};
use boscage_core::{Result, with_edge_list};

pub(super) fn check(writing: &Writing<'_, &AnyEdgeList>) -> Result<()> {
    with_edge_list!(writing.graph, list => demand(&writing.of(list.as_view())))
}

pub(super) fn write(writing: &Writing<'_, &AnyEdgeList>) -> Result<()> {
    with_edge_list!(writing.graph, list => {
        let writing = &writing.of(list.as_view());
        if writing.is_directed { put::<Directed, _>(writing) } else { put::<Undirected, _>(writing) }
    })
}

fn demand<E: Decimal>(writing: &Writing<'_, EdgeListView<'_, E>>) -> Result<()> {
    writing.demand_naturals(0..=u64::MAX, "Galois .gr")
}

fn put<D: Direction, E: Decimal>(writing: &Writing<'_, EdgeListView<'_, E>>) -> Result<()> {
    let natural = |weight: E| weight.natural().unwrap_or_default(); // checked before
    let is_short = |weight: E| u32::try_from(natural(weight)).is_ok();
    let data = match writing.graph.edges().iter().all(|edge| is_short(edge.weight)) {
        _ if !E::IS_WEIGHT => 0,
        true => 4,
        false => 8,
    };
    // Readers fold rows that are sorted by target without another sort.
    let graph = Graph::<D, E>::builder().by_target().build(writing.exec, writing.graph)?;
    writing.put(|out| {
        let (nodes, arcs) = (graph.node_count(), graph.targets().len());
        for word in [1, data, nodes, arcs] {
            out.write_all(&(word as u64).to_le_bytes())?;
        }
        graph.offsets()[1..].iter().try_for_each(|end| out.write_all(&end.to_le_bytes()))?;
        writing
            .written(graph.targets().iter())
            .try_for_each(|&target| out.write_all(&u32::from(target).to_le_bytes()))?;
        if arcs % 2 == 1 {
            out.write_all(&[0; 4])?;
        }
        writing.written(0..nodes).map(|node| graph.arcs(Node::new(node))).try_for_each(|arcs| {
            arcs.data.iter().try_for_each(|&weight| out.write_all(&natural(weight).to_le_bytes()[..data]))
        })
    })
}
