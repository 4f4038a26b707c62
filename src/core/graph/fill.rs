//! Filling the arrays of adjacency, uninitialised at first, from many threads: the unsafe part of building.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ops::Range;

use super::direction::is_upward;
use super::group::Buckets;
use super::origin::{Arc, Origin, Payload};
use super::rows::{AllRows, Rows, max_degree};
use super::{Edge, EdgeData, EdgeId, Node};
use crate::exec::Exec;
use crate::parallel::{Distribution, Items, Scatter, map_blocks, map_pieces};
use crate::{Result, memory};

/// Least number of items or arcs per block.
const BLOCK: usize = 1 << 14;

/// The panic message if arcs differ from those that were counted.
const CHANGED: &str = "the arcs are those that have been counted";

/// Partitions the arcs of `origin` by the bucket of their source; within a bucket they keep their order.
/// Returns the arcs, the positions where buckets begin, and the end of the last one.
pub(super) fn partition<E: EdgeData, P: Payload<E>>(
    exec: &Exec,
    origin: Origin<'_, E>,
    buckets: Buckets,
) -> Result<(Vec<Arc<P>>, Vec<usize>)> {
    let bucket = |arc: &Arc<P>| buckets.of(arc.source);
    let distribution = Distribution::new(exec, &origin, BLOCK, buckets.count, &bucket);
    let total = distribution.total();
    let mut arcs = memory::reserve("arcs by their nodes", total)?;
    let bounds = distribution.write(exec, &origin, &bucket, &mut arcs.spare_capacity_mut()[..total]);
    // SAFETY: all places have been written.
    unsafe { arcs.set_len(total) };
    Ok((arcs, bounds))
}

impl<E: EdgeData, P: Payload<E>> Items<Arc<P>> for Origin<'_, E> {
    fn len(&self) -> usize {
        self.items()
    }

    #[inline(always)]
    fn for_each(&self, positions: Range<usize>, mut item: impl FnMut(Arc<P>)) {
        self.for_each_arc(positions, |source, target, id, data| {
            item(Arc { source, target, payload: P::of(id, data) });
        });
    }
}

/// Returns the edges of a graph with ids, in the order of the ids.
///
/// # Panics
/// If the rows have no ids, or not `edges` of them.
pub(super) fn edges_by_id<E: EdgeData>(
    exec: &Exec,
    rows: AllRows<'_, E>,
    edges: usize,
    is_directed: bool,
) -> Result<Vec<Edge<E>>> {
    assert!(rows.arcs.ids.is_some(), "the graph has edge ids");
    let mut list = memory::reserve("the edge list", edges)?;
    let to = Scatter::new(&mut list.spare_capacity_mut()[..edges]);
    let written = map_blocks(exec, rows.arcs.len(), BLOCK, |places| {
        let mut written = 0;
        rows.for_each_arc(places, |source, target, id, data| {
            if is_directed || is_upward(source, target) {
                assert!(id.index() < edges, "{CHANGED}");
                // SAFETY: the place is within the room. No id comes twice: all rows are built in this module,
                // with an id on one arc, or in an undirected graph on an arc and its mirror, of which one
                // leads upwards; and rows do not change while they are borrowed.
                unsafe { to.write(id.index(), Edge::new(source, target, data)) };
                written += 1;
            }
        });
        written
    });
    drop(to);
    assert_eq!(written.into_iter().sum::<usize>(), edges, "{CHANGED}");
    // SAFETY: all places have been written, none of them twice.
    unsafe { list.set_len(edges) };
    Ok(list)
}

/// Rows that have not been filled.
pub(super) struct Room<E> {
    rows: Rows<E>,
    /// Number of arcs with room.
    arcs: usize,
}

/// The room for the rows of some consecutive nodes.
pub(super) struct UnfilledRows<'a, E> {
    /// The end of each node's row, counted from the beginning of all rows; 0 until it is known.
    ends: &'a mut [u64],
    /// Number of arcs before those of this part.
    base: usize,
    targets: &'a mut [MaybeUninit<Node>],
    data: &'a mut [MaybeUninit<E>],
    ids: Option<&'a mut [MaybeUninit<EdgeId>]>,
}

/// Proof that all places of a part have been written, and their number.
#[must_use]
pub(super) struct Filled(usize);

impl<E: EdgeData> Room<E> {
    /// Reserves arrays for these numbers of nodes and arcs.
    pub(super) fn reserve(nodes: usize, arcs: usize, with_ids: bool) -> Result<Self> {
        let offsets = memory::zeroed("offsets", nodes + 1)?;
        let (targets, data) = (memory::reserve("targets", arcs)?, memory::reserve("arc data", arcs)?);
        let ids = if with_ids { Some(memory::reserve("arc ids", arcs)?) } else { None };
        Ok(Self { rows: Rows { offsets, max_degree: 0, targets, data, ids }, arcs })
    }

    /// Fills the rows in parallel. They are cut into parts with the numbers of nodes and arcs in `sizes`;
    /// `fill` fills each part from its input.
    ///
    /// # Panics
    /// If the parts do not cover the room.
    pub(super) fn fill<I: Send>(
        mut self,
        exec: &Exec,
        sizes: &[(usize, usize)],
        inputs: impl IntoIterator<Item = I>,
        fill: impl Fn(I, UnfilledRows<'_, E>) -> Result<Filled> + Sync,
    ) -> Result<Rows<E>> {
        let parts = self.parts(sizes);
        let filled = map_pieces(exec, inputs.into_iter().zip(parts), |(input, part)| fill(input, part));
        let mut places = 0;
        for filled in filled {
            places += filled?.0;
        }
        assert_eq!(places, self.arcs, "{CHANGED}");
        let Self { mut rows, arcs } = self;
        debug_assert_eq!(rows.offsets.last(), Some(&(arcs as u64)), "{CHANGED}");
        debug_assert!(rows.offsets.is_sorted(), "{CHANGED}");
        rows.max_degree = max_degree(exec, &rows.offsets);
        // SAFETY: `arcs` places were reserved. The parts are disjoint, every `Filled` proves that all places
        // of a part have been written, and these are `arcs` places in total.
        unsafe { rows.targets.set_len(arcs) };
        // SAFETY: as above.
        unsafe { rows.data.set_len(arcs) };
        if let Some(ids) = &mut rows.ids {
            // SAFETY: as above.
            unsafe { ids.set_len(arcs) };
        }
        Ok(rows)
    }

    fn parts(&mut self, sizes: &[(usize, usize)]) -> Vec<UnfilledRows<'_, E>> {
        let Rows { offsets, targets, data, ids, .. } = &mut self.rows;
        let mut ends = &mut offsets[1..];
        let mut targets = &mut targets.spare_capacity_mut()[..self.arcs];
        let mut data = &mut data.spare_capacity_mut()[..self.arcs];
        let mut ids = ids.as_mut().map(|ids| &mut ids.spare_capacity_mut()[..self.arcs]);
        let (mut base, mut parts) = (0, Vec::with_capacity(sizes.len()));
        for &(nodes, arcs) in sizes {
            parts.push(UnfilledRows {
                ends: take(&mut ends, nodes),
                base,
                targets: take(&mut targets, arcs),
                data: take(&mut data, arcs),
                ids: ids.as_mut().map(|ids| take(ids, arcs)),
            });
            base += arcs;
        }
        assert!(ends.is_empty() && targets.is_empty(), "the parts cover the room");
        parts
    }
}

/// Splits off the first `len` places.
fn take<'a, T>(places: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    places.split_off_mut(..len).expect("the parts are within the room")
}

impl<E: EdgeData> UnfilledRows<'_, E> {
    /// Moves arcs into their rows in their order: a counting sort by node. `first` is the first node.
    ///
    /// # Panics
    /// If there are more or fewer arcs than places, or an arc leaves a node of another part.
    pub(super) fn place<P: Payload<E>>(self, arcs: &[Arc<P>], first: usize) -> Filled {
        let Self { ends, base, targets, data, mut ids } = self;
        assert_eq!(arcs.len(), targets.len(), "{CHANGED}");
        for arc in arcs {
            ends[arc.source.index() - first] += 1;
        }
        let mut next = base as u64;
        for end in &mut *ends {
            next += std::mem::replace(end, next);
        }
        // The position of a row's next arc advances with every arc, and ends at the row's end. The same arcs
        // have been counted, so each has its own place.
        for arc in arcs {
            let end = &mut ends[arc.source.index() - first];
            let place = *end as usize - base;
            targets[place].write(arc.target);
            data[place].write(arc.payload.data());
            if let (Some(ids), Some(id)) = (&mut ids, arc.payload.id()) {
                ids[place].write(id);
            }
            *end += 1;
        }
        debug_assert!(ends.is_sorted() && ends.last().is_none_or(|&end| end == next), "{CHANGED}");
        Filled(arcs.len())
    }

    /// Fills the rows one after the other: `row` appends the arcs of the node at a position of the part to an
    /// empty vector.
    ///
    /// # Panics
    /// If these are more or fewer arcs than places.
    pub(super) fn append(self, mut row: impl FnMut(usize, &mut Vec<(Node, EdgeId, E)>)) -> Filled {
        let Self { ends, base, targets, data, mut ids } = self;
        let (mut next, mut arcs) = (0, Vec::new());
        for (i, end) in ends.iter_mut().enumerate() {
            row(i, &mut arcs);
            for (target, id, arc_data) in arcs.drain(..) {
                targets[next].write(target);
                data[next].write(arc_data);
                if let Some(ids) = &mut ids {
                    ids[next].write(id);
                }
                next += 1;
            }
            *end = (base + next) as u64;
        }
        assert_eq!(next, targets.len(), "{CHANGED}");
        Filled(next)
    }
}
