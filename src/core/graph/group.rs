//! Grouping arcs by the node that they leave: how adjacency is built.
//!
//! **Idea.** A random access to an array that does not fit the second-level cache costs more than all other
//! work for an arc. So arcs pass through memory twice, in order, and get their final places within the cache:
//!
//! 1. **Count.** Nodes are cut into ranges (*buckets*), so small that the arcs of one fit the cache. In
//!    parallel, each block of edges counts how many of its arcs go to each bucket.
//! 2. **Partition.** The counts are summed in the order of buckets and, within a bucket, of blocks. Each
//!    block then moves its arcs to its own places in each bucket.
//! 3. **Place.** For each bucket, one thread does a counting sort by node, which also makes the offsets.
//!
//! All steps keep the order of the arcs, so the result does not depend on the number of threads. If arcs
//! should be in another order within their rows, they are sorted by it before step 3, in the cache.
//!
//! **Cost.** Time O(n + m). Memory, beside the result and only during the build: per arc 8 bytes, the size of
//! its data, and 4 bytes for its id if ids are stored. If arcs are sorted within rows, the same again for
//! each bucket on which a thread is working: about 256 KiB per thread, more only if a bucket has a hub.
#![allow(unsafe_code)]

use std::ops::Range;

use super::fill::{Room, partition};
use super::origin::{Arc, Numbered, Origin, Payload, Plain};
use super::rows::Rows;
use super::words::{self, Word, with_word};
use super::{EdgeData, Node};
use crate::Result;
use crate::exec::Exec;
use crate::parallel::radix_sort;

/// Bytes of the arcs of a bucket; the offsets of its nodes take at most half as much. With the results, this
/// is half of a second-level cache of 1 MiB.
const BUCKET_BYTES: usize = 1 << 18;
/// Most buckets: writing to more places at once overloads the caches.
const MAX_BUCKETS: usize = 1 << 10;

/// The order of arcs within a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InRows {
    /// The order of the input.
    AsTheyCome,
    /// By target; arcs to one target in the order of the input.
    ByTarget,
    /// By target; arcs to one target by edge id.
    ByTargetAndId,
    /// By edge id.
    ById,
}

/// Builds the rows of `nodes` nodes from arcs, with ids or without, on the threads of the current pool.
///
/// # Errors
/// [`crate::Error::OutOfMemory`].
pub(super) fn group<E: EdgeData>(
    exec: &Exec,
    nodes: usize,
    origin: Origin<'_, E>,
    order: InRows,
    with_ids: bool,
) -> Result<Rows<E>> {
    with_word!(E, T => {
        let rows = T::group(exec, nodes, origin.words(), order, with_ids)?;
        // SAFETY: the data of rows are copies of those of their origin, which are of type `E`.
        Ok(unsafe { words::rows_back(rows) })
    }, else group_of(exec, nodes, origin, order, with_ids))
}

/// As [`group`], for data of any layout.
pub(super) fn group_of<E: EdgeData>(
    exec: &Exec,
    nodes: usize,
    origin: Origin<'_, E>,
    order: InRows,
    with_ids: bool,
) -> Result<Rows<E>> {
    let needs_ids = matches!(order, InRows::ById | InRows::ByTargetAndId);
    assert!(with_ids || !needs_ids, "arcs without ids cannot be ordered by id");
    if with_ids {
        group_as::<E, Numbered<E>>(exec, nodes, origin, order)
    } else {
        group_as::<E, Plain<E>>(exec, nodes, origin, order)
    }
}

fn group_as<E: EdgeData, P: Payload<E>>(
    exec: &Exec,
    nodes: usize,
    origin: Origin<'_, E>,
    order: InRows,
) -> Result<Rows<E>> {
    let buckets = Buckets::new(nodes, origin.most_arcs() * size_of::<Arc<P>>());
    let (mut arcs, bounds) = partition::<E, P>(exec, origin, buckets)?;

    let total = arcs.len();
    let mut rest = &mut arcs[..];
    let of_buckets = (0..buckets.count).map(|bucket| {
        let arcs = rest.split_off_mut(..bounds[bucket + 1] - bounds[bucket]);
        (buckets.nodes(bucket, nodes), arcs.expect("the bounds are within the arcs"))
    });
    let of_buckets: Vec<_> = of_buckets.collect();
    let sizes = of_buckets.iter().map(|(nodes, arcs)| (nodes.len(), arcs.len())).collect::<Vec<_>>();
    Room::reserve(nodes, total, P::WITH_ID)?.fill(exec, &sizes, of_buckets, |(nodes, arcs), part| {
        sort_rows(exec, arcs, order)?;
        Ok(part.place(arcs, nodes.start))
    })
}

/// Ranges of nodes.
#[derive(Clone, Copy)]
pub(super) struct Buckets {
    pub(super) count: usize,
    /// The bucket of a node is its number without this many lowest bits.
    shift: u32,
}

impl Buckets {
    /// Computes buckets so small that the arcs of each fit the cache. `bytes` is the size of all arcs.
    fn new(nodes: usize, bytes: usize) -> Self {
        let offsets = nodes.saturating_mul(2 * size_of::<u64>());
        let wanted = bytes.max(offsets).div_ceil(BUCKET_BYTES).clamp(1, MAX_BUCKETS);
        let shift = nodes.div_ceil(wanted).next_power_of_two().ilog2();
        Self { count: nodes.div_ceil(1 << shift), shift }
    }

    #[inline(always)]
    pub(super) fn of(self, node: Node) -> usize {
        node.index() >> self.shift
    }

    /// Returns the nodes of a bucket; `nodes` is the number of nodes of the graph.
    fn nodes(self, bucket: usize, nodes: usize) -> Range<usize> {
        bucket << self.shift..nodes.min((bucket + 1) << self.shift)
    }
}

/// Sorts the arcs of a bucket into the order within rows.
fn sort_rows<E: EdgeData, P: Payload<E>>(exec: &Exec, arcs: &mut [Arc<P>], order: InRows) -> Result<()> {
    let id = |arc: &Arc<P>| u32::from(arc.payload.id().expect("the arcs have ids"));
    match order {
        InRows::AsTheyCome => Ok(()),
        InRows::ByTarget if arcs.is_sorted_by_key(|arc| arc.target) => Ok(()),
        InRows::ByTarget => radix_sort(exec, arcs, |arc| u32::from(arc.target)),
        InRows::ByTargetAndId if const { P::WITH_ID } => {
            radix_sort(exec, arcs, |arc| u64::from(u32::from(arc.target)) << 32 | u64::from(id(arc)))
        }
        InRows::ById if const { P::WITH_ID } => radix_sort(exec, arcs, id),
        InRows::ByTargetAndId | InRows::ById => unreachable!("arcs without ids cannot be ordered by id"),
    }
}
