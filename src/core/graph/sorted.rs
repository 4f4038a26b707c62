//! Rows of edges that already come in the order of rows: the edges that leave a node are side by side.

use std::ops::Range;

use super::rows::{Rows, max_degree};
use super::{Edge, EdgeData, EdgeId};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::{for_each_block, tabulate, tabulate_blocks};
use crate::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};

/// Edges that one thread looks at, at a time.
const BLOCK: usize = 1 << 14;

/// Whether each of the edges is at least as great as the one before it, by `key`. Looks at all only if so.
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

/// The rows of edges that are sorted by their sources: each edge is one arc, in its place already.
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
