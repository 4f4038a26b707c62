//! Rows of edges that are already in the order of rows: edges with the same source are adjacent.

use std::ops::Range;

use super::rows::{Rows, max_degree};
use super::{Edge, EdgeData, EdgeId};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::{for_each_block, tabulate, tabulate_blocks};
use crate::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};

/// Edges per block.
const BLOCK: usize = 1 << 14;

/// Returns `true` if the edges are sorted by `key`. Stops early if they are not.
pub(super) fn is_sorted_by<E: EdgeData, K: Ord>(
    exec: &Exec,
    edges: &[Edge<E>],
    key: impl Fn(&Edge<E>) -> K + Sync,
) -> bool {
    let is_sorted = AtomicBool::new(true);
    for_each_block(exec, edges.len(), BLOCK, |block: Range<usize>| {
        if is_sorted.load(Relaxed)
            && !edges[block.start..edges.len().min(block.end + 1)].is_sorted_by_key(&key)
        {
            is_sorted.store(false, Relaxed);
        }
    });
    is_sorted.into_inner()
}

/// Builds the rows of edges that are sorted by source: each edge is one arc, already in its place.
///
/// # Errors
/// [`crate::Error::OutOfMemory`].
pub(super) fn rows_of_sorted<E: EdgeData>(
    exec: &Exec,
    nodes: usize,
    edges: &[Edge<E>],
    with_ids: bool,
) -> Result<Rows<E>> {
    let offsets = tabulate_blocks(exec, "offsets", nodes + 1, |nodes, offsets| {
        let mut next = edges.partition_point(|edge| edge.u.index() < nodes.start);
        for node in nodes {
            next += edges[next..].iter().take_while(|edge| edge.u.index() < node).count();
            offsets.push(next as u64);
        }
    })?;
    let ids = with_ids.then(|| tabulate(exec, "arc ids", edges.len(), EdgeId::new)).transpose()?;
    Ok(Rows {
        max_degree: max_degree(exec, &offsets),
        offsets,
        targets: tabulate(exec, "targets", edges.len(), |i| edges[i].v)?,
        data: tabulate(exec, "arc data", edges.len(), |i| edges[i].weight)?,
        ids,
    })
}
