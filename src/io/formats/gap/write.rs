//! Writes serialised graphs of the GAP benchmark suite: both arcs of every edge in rows, a self-loop once; in
//! a directed graph the arcs, and then the same arcs by their targets.
//!
//! In GAP the suffix decides whether a file has weights, so a file named `.sg` must have none and a file
//! named `.wsg` must have some. With other names, the graph decides. GAP itself writes neither self-loops
//! nor parallel edges, and its programs do not expect any.

use std::io::{self, Write};

use crate::Output;
use crate::bytes::plain_suffix;
use crate::formats::gap::MOST;
use crate::output::{Decimal, Writing};
use boscage_core::graph::{
    AnyEdgeList, Arcs, Builder, Directed, Direction, EdgeListView, Graph, Node, Undirected,
};
use boscage_core::{Result, with_edge_list};

pub(super) fn check(writing: &Writing<'_, &AnyEdgeList>) -> Result<()> {
    with_edge_list!(writing.graph, list => demand(&writing.of(list.as_view())))
}

pub(super) fn write(writing: &Writing<'_, &AnyEdgeList>) -> Result<()> {
    with_edge_list!(writing.graph, list => {
        let writing = &writing.of(list.as_view());
        match writing.is_directed {
            true => put(writing, Graph::<Directed, _>::builder().with_in_arcs()),
            false => put(writing, Graph::<Undirected, _>::builder()),
        }
    })
}

fn demand<E: Decimal>(writing: &Writing<'_, EdgeListView<'_, E>>) -> Result<()> {
    match (plain_suffix(writing.path).as_deref(), E::IS_WEIGHT) {
        (Some("sg"), true) => {
            return Err(
                writing.refuse("a GAP .sg file has no weights", "leave them out, or name the file .wsg")
            );
        }
        (Some("wsg"), false) => {
            return Err(
                writing.refuse("a GAP .wsg file has weights", "give the edges some, or name the file .sg")
            );
        }
        _ => {}
    }
    if writing.graph.node_count() as u64 > MOST {
        let what = format!("GAP holds at most {MOST} nodes, and there are {}", writing.graph.node_count());
        return Err(writing.refuse(what, "choose another format"));
    }
    writing.demand_naturals(0..=MOST, "GAP .wsg")
}

fn put<D: Direction, E: Decimal>(
    writing: &Writing<'_, EdgeListView<'_, E>>,
    builder: Builder<D, E>,
) -> Result<()> {
    // Readers fold rows that are sorted by target without another sort; GAP's programs demand the order.
    let graph = builder.by_target().build(writing.exec, writing.graph)?;
    writing.put(|out| {
        let (nodes, arcs) = (graph.node_count(), graph.targets().len());
        out.write_all(&[u8::from(D::IS_DIRECTED)])?;
        [arcs, nodes].iter().try_for_each(|&count| out.write_all(&(count as u64).to_le_bytes()))?;
        rows(writing, out, graph.offsets(), |node| graph.arcs(node))?;
        if D::IS_DIRECTED {
            rows(writing, out, graph.in_offsets(), |node| graph.in_arcs(node))?;
        }
        Ok(())
    })
}

/// Writes the offsets and the arcs of one direction.
fn rows<'a, E: Decimal, G>(
    writing: &Writing<'_, G>,
    out: &mut Output,
    offsets: &[u64],
    row: impl Fn(Node) -> Arcs<'a, E>,
) -> io::Result<()> {
    offsets.iter().try_for_each(|offset| out.write_all(&offset.to_le_bytes()))?;
    writing.written(0..offsets.len() - 1).map(|node| row(Node::new(node))).try_for_each(|arcs| {
        arcs.iter().try_for_each(|(target, weight)| {
            out.write_all(&u32::from(target).to_le_bytes())?;
            match E::IS_WEIGHT {
                // Checked before.
                true => out.write_all(&(weight.natural().unwrap_or_default() as u32).to_le_bytes()),
                false => Ok(()),
            }
        })
    })
}
