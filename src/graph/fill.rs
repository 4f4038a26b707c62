//! Filling the arrays of adjacency, not yet initialised, from many threads: the unsafe part of building.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ops::Range;

use super::group::Buckets;
use super::origin::{Arc, Payload};
use super::rows::Rows;
use super::{EdgeData, EdgeId, Node};
use crate::parallel::{Scatter, for_each_piece, map_blocks, map_pieces};
use crate::{Result, memory};

/// Positions per block, at least.
const BLOCK: usize = 1 << 14;

/// What is said of items that are counted one way and come another.
const CHANGED: &str = "what comes is what has been counted";

/// Where items come from that are to be moved to their buckets.
pub(super) trait Source: Sync {
    /// What is moved.
    type Item: Copy + Send + Sync;

    /// Number of positions that items come from: none, one or several from each.
    fn positions(&self) -> usize;

    /// Calls `item` with the items of some positions, each with the number that decides its bucket. It is
    /// called twice for each position, and must give the same items.
    fn for_each(&self, positions: Range<usize>, item: impl FnMut(usize, Self::Item));
}

/// All items, by bucket, those of a bucket as they come; and where the buckets begin, and the last one ends.
///
/// # Panics
/// If other items come the second time.
pub(super) fn partition<S: Source>(
    what: &'static str,
    source: &S,
    buckets: Buckets,
) -> Result<(Vec<S::Item>, Vec<usize>)> {
    let positions = source.positions();
    let block = positions.div_ceil(4 * rayon::current_num_threads()).max(BLOCK);
    let counts: Vec<Vec<usize>> = map_blocks(positions, block, |positions| {
        let mut counts = vec![0; buckets.count];
        source.for_each(positions, |number, _| counts[buckets.of(number)] += 1);
        counts
    });
    // Where the items of each block go: by bucket, then by block.
    let mut places: Vec<Vec<Range<usize>>> =
        counts.iter().map(|_| Vec::with_capacity(buckets.count)).collect();
    let mut bounds = Vec::with_capacity(buckets.count + 1);
    let mut total = 0;
    for bucket in 0..buckets.count {
        bounds.push(total);
        for (places, counts) in places.iter_mut().zip(&counts) {
            places.push(total..total + counts[bucket]);
            total += counts[bucket];
        }
    }
    bounds.push(total);

    let mut items = memory::reserve(what, total)?;
    let to = Scatter::new(&mut items.spare_capacity_mut()[..total]);
    for_each_piece(places.iter_mut().enumerate(), |(i, places)| {
        let start = i * block;
        source.for_each(start..positions.min(start + block), |number, item| {
            let place = places[buckets.of(number)].next().expect(CHANGED);
            // SAFETY: the ranges of all blocks and buckets are disjoint, and together they are the whole
            // room. A range yields each of its places once, whatever items come.
            unsafe { to.write(place, item) };
        });
        assert!(places.iter().all(Range::is_empty), "{CHANGED}");
    });
    drop(to);
    // SAFETY: each range has been used up, so all places have been written.
    unsafe { items.set_len(total) };
    Ok((items, bounds))
}

/// Items in the order of their numbers, from those of each bucket. Every number below their count comes once.
///
/// # Panics
/// If a bucket has more or fewer items than numbers.
pub(super) fn by_number<T: Copy + Send + Sync>(
    what: &'static str,
    (numbered, bounds): &(Vec<(EdgeId, T)>, Vec<usize>),
    buckets: Buckets,
) -> Result<Vec<T>> {
    let mut items = memory::reserve(what, numbered.len())?;
    let mut room = &mut items.spare_capacity_mut()[..numbered.len()];
    let parts = (0..buckets.count).map(|bucket| {
        let numbers = buckets.numbers(bucket, numbered.len());
        let of_bucket = &numbered[bounds[bucket]..bounds[bucket + 1]];
        assert_eq!(of_bucket.len(), numbers.len(), "{CHANGED}");
        (of_bucket, numbers.start, take(&mut room, numbers.len()))
    });
    for_each_piece(parts.collect::<Vec<_>>(), |(numbered, start, places)| {
        // A number that came twice would leave the place of another uninitialised.
        places.fill(MaybeUninit::new(numbered[0].1));
        for &(number, item) in numbered {
            places[number.index() - start].write(item);
        }
    });
    // SAFETY: the parts are all of the room, and all their places have been filled.
    unsafe { items.set_len(numbered.len()) };
    Ok(items)
}

/// Rows that are not filled yet.
pub(super) struct Room<E> {
    rows: Rows<E>,
    /// Number of arcs that there is room for.
    arcs: usize,
}

/// The room for the rows of some nodes that follow each other.
pub(super) struct Part<'a, E> {
    /// Where the row of each node ends, counted from the beginning of all rows; 0 until it is known.
    ends: &'a mut [u64],
    /// Number of arcs before those of this part.
    base: usize,
    targets: &'a mut [MaybeUninit<Node>],
    data: &'a mut [MaybeUninit<E>],
    ids: Option<&'a mut [MaybeUninit<EdgeId>]>,
}

/// Says that all places of a part have been written; knows how many.
#[must_use]
pub(super) struct Filled(usize);

impl<E: EdgeData> Room<E> {
    /// Reserves the arrays for this number of nodes and arcs.
    pub(super) fn reserve(nodes: usize, arcs: usize, with_ids: bool) -> Result<Self> {
        let offsets = memory::zeroed("offsets", nodes + 1)?;
        let (targets, data) = (memory::reserve("targets", arcs)?, memory::reserve("arc data", arcs)?);
        let ids = if with_ids { Some(memory::reserve("arc ids", arcs)?) } else { None };
        Ok(Self { rows: Rows { offsets, targets, data, ids }, arcs })
    }

    /// The rows. They are cut into parts, whose numbers of nodes and arcs `sizes` gives, and `fill` fills
    /// each part from its input.
    ///
    /// # Panics
    /// If the parts are not all of the room.
    pub(super) fn fill<I: Send>(
        mut self,
        sizes: &[(usize, usize)],
        inputs: impl IntoIterator<Item = I>,
        fill: impl Fn(I, Part<'_, E>) -> Result<Filled> + Sync,
    ) -> Result<Rows<E>> {
        let parts = self.parts(sizes);
        let filled = map_pieces(inputs.into_iter().zip(parts), |(input, part)| fill(input, part));
        let mut places = 0;
        for filled in filled {
            places += filled?.0;
        }
        assert_eq!(places, self.arcs, "{CHANGED}");
        let Self { mut rows, arcs } = self;
        debug_assert_eq!(rows.offsets.last(), Some(&(arcs as u64)), "{CHANGED}");
        debug_assert!(rows.offsets.is_sorted(), "{CHANGED}");
        // SAFETY: `arcs` places were reserved. The parts are disjoint, every `Filled` says that all places of
        // a part have been written, and these are `arcs` places in all.
        unsafe { rows.targets.set_len(arcs) };
        // SAFETY: as above.
        unsafe { rows.data.set_len(arcs) };
        if let Some(ids) = &mut rows.ids {
            // SAFETY: as above.
            unsafe { ids.set_len(arcs) };
        }
        Ok(rows)
    }

    fn parts(&mut self, sizes: &[(usize, usize)]) -> Vec<Part<'_, E>> {
        let Rows { offsets, targets, data, ids } = &mut self.rows;
        let mut ends = &mut offsets[1..];
        let mut targets = &mut targets.spare_capacity_mut()[..self.arcs];
        let mut data = &mut data.spare_capacity_mut()[..self.arcs];
        let mut ids = ids.as_mut().map(|ids| &mut ids.spare_capacity_mut()[..self.arcs]);
        let (mut base, mut parts) = (0, Vec::with_capacity(sizes.len()));
        for &(nodes, arcs) in sizes {
            parts.push(Part {
                ends: take(&mut ends, nodes),
                base,
                targets: take(&mut targets, arcs),
                data: take(&mut data, arcs),
                ids: ids.as_mut().map(|ids| take(ids, arcs)),
            });
            base += arcs;
        }
        assert!(ends.is_empty() && targets.is_empty(), "the parts are not all of the room");
        parts
    }
}

/// Takes the first `len` places.
fn take<'a, T>(places: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    places.split_off_mut(..len).expect("the parts are within the room")
}

impl<E: EdgeData> Part<'_, E> {
    /// Puts arcs into their rows, those of a row as they come: a counting sort by node. `first` is the first
    /// node.
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
        // Where the next arc of a row goes moves on with every arc, and comes to be where the row ends. The
        // same arcs have been counted, so each goes to a place of its own.
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

    /// Fills the rows one after the other: `row` appends the arcs of the node at a position in the part to an
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
