//! The in-arcs of each node, sorted.

use std::ops::Range;

use boscage_core::exec::Exec;
use boscage_core::graph::{Directed, Graph, Node};
use boscage_core::{Error, Result, memory};

use super::Cost;

/// Nodes whose in-arcs a thread sorts together.
const BLOCK: usize = 1 << 10;

/// An arc into a node.
#[derive(Clone, Copy, Default)]
pub(super) struct InArc<W> {
    pub(super) weight: W,
    pub(super) edge: u32,
    pub(super) from: u32,
}

/// Returns the in-arcs of all nodes, sorted by weight and edge id within each node.
pub(super) fn sorted_in_arcs<W: Cost>(exec: &Exec, graph: &Graph<Directed, W>) -> Result<Vec<InArc<W>>> {
    let (n, offsets) = (graph.node_count(), graph.in_offsets());
    let mut arcs = memory::filled("sorted in-arcs", graph.in_targets().len(), InArc::default())?;
    let mut rest = &mut arcs[..];
    let blocks = (0..n).step_by(BLOCK).map(|begin| begin..n.min(begin + BLOCK));
    let blocks = blocks.map(|nodes| {
        let len = offsets[nodes.end] - offsets[nodes.start];
        (nodes, rest.split_off_mut(..len as usize).expect("a block"))
    });
    let blocks: Vec<(Range<usize>, &mut [InArc<W>])> = blocks.collect();
    exec.do_all("sort in-arcs", blocks, |(nodes, mut block)| {
        for node in nodes.map(Node::new) {
            let row = graph.in_arcs(node);
            let arcs = block.split_off_mut(..row.len()).expect("a row");
            for (arc, (from, edge, weight)) in arcs.iter_mut().zip(row.iter_with_ids()) {
                if weight.reduced().is_none() {
                    let found = format!("{weight} on an arc to node {node}");
                    return Err(Error::argument("weights", "finite ones within 2^990", found));
                }
                *arc = InArc { weight, edge: edge.into(), from: from.into() };
            }
            arcs.sort_unstable_by_key(|arc| (arc.weight.key(), arc.edge));
        }
        Ok(())
    })?;
    Ok(arcs)
}
