//! Folds arcs into edges: an edge that a file lists at both its ends becomes one edge.
//!
//! The k-th arc (u, v, w) pairs with the k-th arc (v, u, w); a loop is an edge by itself. The earlier arc of
//! a pair stays and the later one, its *mirror*, is removed. So edges keep the order and the direction of
//! their first arcs.
//!
//! In real files, mirrors are in one of two places, where one pass finds them:
//!
//! - *next to each other* (DIMACS road networks). As long as the list consists of loops and adjacent pairs,
//!   every arc has been seen as often as its mirror. So each adjacent pair is a k-th arc with a k-th mirror,
//!   and the rest of the list pairs within itself.
//! - *in rows* of ascending sources, the targets ascending in each row (METIS, adjacency files, Galois). The
//!   mirrors in row v come from rows u < v, which are visited in ascending order, and are in ascending order
//!   in row v. So one cursor per row finds each of them in place. If all arcs have mirrors, the mirrors are
//!   the arcs with u > v.
//!
//! All other lists are sorted by (ends, weight, position). An arc that finds an unpaired arc of the other
//! direction in its group is its mirror. O(m log m), on the threads of the calling pool, and 24 bytes per
//! arc.

use rayon::prelude::*;

use crate::{ArcPolicy, ArcReport, Attributes, ReadOptions};
use boscage_core::bits::Bits;
use boscage_core::graph::{Edge, FileData, LIMIT};
use boscage_core::{Result, memory};

/// The largest number of arcs in a file: two per edge.
pub(crate) const ARC_LIMIT: usize = 2 * LIMIT;

/// Returns the largest number of arcs that a header may declare: more if they need not be kept.
pub(crate) fn most_arcs(options: &ReadOptions) -> usize {
    let is_stream = options.admit.as_ref().is_some_and(|admit| admit.stream.is_some());
    if is_stream { usize::MAX } else { ARC_LIMIT }
}

/// The mirrors among the arcs after the adjacent pairs.
pub(crate) enum Rest {
    /// All arcs from a higher node to a lower one.
    Descending,
    /// The marked arcs, by position.
    Marked(Bits),
}

/// Makes edges of arcs according to `policy`, with the attributes of the arcs that stay. Calls `take` before
/// it allocates bytes beside the arcs.
///
/// # Errors
/// [`boscage_core::Error::OutOfMemory`], and those of `take`.
pub(crate) fn fold<E: FileData>(
    mut arcs: Vec<Edge<E>>,
    policy: ArcPolicy,
    attributes: &mut Attributes,
    mut take: impl FnMut(usize) -> Result<()>,
) -> Result<(Vec<Edge<E>>, ArcReport)> {
    let mut report = ArcReport { arcs: arcs.len() as u64, unpaired: 0, folded: false };
    if policy == ArcPolicy::Keep {
        return Ok((arcs, report));
    }
    let after = adjacent_pairs(&arcs);
    let rest = if paired_in_rows(&arcs[after..], &mut take)? {
        Rest::Descending
    } else {
        take(size_of::<ArcKey>() * (arcs.len() - after) + arcs.len() / 8)?;
        let (marks, unpaired) = mirrors_by_sorting(&arcs[after..])?;
        report.unpaired = unpaired;
        Rest::Marked(marks)
    };
    report.folded = policy == ArcPolicy::Fold || report.unpaired == 0;
    if report.folded {
        if attributes.has_edge_data() {
            attributes.keep(&firsts(&arcs, after, &rest)?);
        }
        keep_firsts(&mut arcs, after, &rest);
    }
    Ok((arcs, report))
}

/// Returns `true` if one arc is the reverse of the other. Weights are compared by their keys, as everywhere.
pub(crate) fn mirrored<E: FileData>(a: &Edge<E>, b: &Edge<E>) -> bool {
    a.u == b.v && a.v == b.u && a.weight.key_bits() == b.weight.key_bits()
}

/// The length of the longest prefix that consists of loops and adjacent pairs.
fn adjacent_pairs<E: FileData>(arcs: &[Edge<E>]) -> usize {
    let mut at = 0;
    loop {
        match &arcs[at..] {
            [first, ..] if first.is_loop() => at += 1,
            [first, second, ..] if mirrored(first, second) => at += 2,
            _ => return at,
        }
    }
}

/// Returns `true` if the arcs are in sorted rows and every arc has its mirror.
fn paired_in_rows<E: FileData>(arcs: &[Edge<E>], take: &mut impl FnMut(usize) -> Result<()>) -> Result<bool> {
    let (Some(first), Some(last)) = (arcs.first(), arcs.last()) else {
        return Ok(true);
    };
    let (base, rows) = (first.u.index(), last.u.index().wrapping_sub(first.u.index()).wrapping_add(1));
    // The memory of rows must be justified by the number of arcs.
    if rows > 4 * arcs.len() + 64 || !arcs.is_sorted_by_key(|arc| arc.u) {
        return Ok(false);
    }
    take(size_of::<usize>() * rows)?;
    let mut next = memory::reserve("the rows of the arcs", rows)?;
    for (i, arc) in arcs.iter().enumerate() {
        next.resize(next.len().max(arc.u.index() - base + 1), i);
    }
    for (i, arc) in arcs.iter().enumerate() {
        let (u, v) = (arc.u.index(), arc.v.index());
        let paired = if v > u {
            // The mirror is the first in row v that no row before u has claimed.
            match next.get_mut(v - base) {
                Some(next) if arcs.get(*next).is_some_and(|mirror| mirrored(arc, mirror)) => {
                    *next += 1;
                    true
                }
                _ => false,
            }
        } else {
            v == u || i < next[u - base]
        };
        if !paired {
            return Ok(false);
        }
    }
    Ok(true)
}

/// (Ends, weight, position and direction). When sorted, the arcs of one undirected edge are adjacent, in
/// their order.
pub(crate) type ArcKey = (u64, u64, u64);

/// The ends of an undirected edge and its weight, which an arc and its mirror have in common.
pub(crate) fn class<E: FileData>(arc: &Edge<E>) -> (u64, u64) {
    let (lo, hi) = (arc.u.min(arc.v).index() as u64, arc.u.max(arc.v).index() as u64);
    (lo << 32 | hi, arc.weight.key_bits())
}

/// The key of the arc at position `i`.
pub(crate) fn key<E: FileData>(i: usize, arc: &Edge<E>) -> ArcKey {
    let (ends, weight) = class(arc);
    (ends, weight, (i as u64) << 1 | u64::from(arc.u > arc.v))
}

/// The arcs of each undirected edge, from sorted keys.
pub(crate) fn by_class(sorted: &[ArcKey]) -> impl Iterator<Item = &[ArcKey]> {
    sorted.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))
}

/// The change that an arc makes to the balance of its undirected edge. The balance is the number of unpaired
/// arcs so far, all of one direction. It is negative if they lead from the higher node to the lower one.
pub(crate) fn step(key: ArcKey) -> i64 {
    if key.2 & 1 == 0 { 1 } else { -1 }
}

/// Marks the mirrors among the arcs of an undirected edge. Returns its balance after them.
///
/// An arc that finds an unpaired arc of the other direction pairs with the oldest of these, because both are
/// the k-th of their direction. So it is a mirror, and one arc less is unpaired.
pub(crate) fn mark(arcs: &[ArcKey], mut balance: i64, marks: &mut Bits) -> i64 {
    for &arc in arcs {
        if balance.signum() == -step(arc) {
            marks.insert((arc.2 >> 1) as usize);
        }
        balance += step(arc);
    }
    balance
}

/// An empty set of marks for a number of arcs.
pub(crate) fn no_marks(arcs: usize) -> Result<Bits> {
    Bits::new("the marks of mirrors", arcs)
}

/// The sorted keys of all given arcs that are no loops, which are at most `most`.
pub(crate) fn sorted_keys<'a, E: FileData>(
    arcs: impl Iterator<Item = (usize, &'a Edge<E>)>,
    most: usize,
) -> Result<Vec<ArcKey>> {
    let mut sorted = memory::reserve("the arcs to be paired", most)?;
    sorted.extend(arcs.filter(|(_, arc)| !arc.is_loop()).map(|(i, arc)| key(i, arc)));
    sorted.par_sort_unstable();
    Ok(sorted)
}

/// Marks the mirrors, and counts the unpaired arcs.
fn mirrors_by_sorting<E: FileData>(arcs: &[Edge<E>]) -> Result<(Bits, u64)> {
    let sorted = sorted_keys(arcs.iter().enumerate(), arcs.len())?;
    let mut marks = no_marks(arcs.len())?;
    let unpaired = by_class(&sorted).map(|arcs| mark(arcs, 0, &mut marks).unsigned_abs()).sum();
    Ok((marks, unpaired))
}

/// The positions of the arcs that are no mirrors.
fn firsts<E: FileData>(arcs: &[Edge<E>], after: usize, rest: &Rest) -> Result<Bits> {
    let mut firsts = Bits::new("the arcs that become edges", arcs.len())?;
    let mut at = 0;
    while at < after {
        firsts.insert(at);
        at += if arcs[at].is_loop() { 1 } else { 2 };
    }
    for (at, arc) in (after..).zip(&arcs[after..]) {
        if !rest.is_mirror(arc, at - after) {
            firsts.insert(at);
        }
    }
    Ok(firsts)
}

impl Rest {
    /// Returns `true` if the arc at a position after the adjacent pairs is a mirror.
    fn is_mirror<E: FileData>(&self, arc: &Edge<E>, at: usize) -> bool {
        match self {
            Self::Descending => arc.u > arc.v,
            Self::Marked(marks) => marks.contains(at),
        }
    }
}

/// Removes the mirrors.
pub(crate) fn keep_firsts<E: FileData>(arcs: &mut Vec<Edge<E>>, after: usize, rest: &Rest) {
    let (mut kept, mut at) = (0, 0);
    while at < after {
        let arc = arcs[at];
        arcs[kept] = arc;
        kept += 1;
        at += if arc.is_loop() { 1 } else { 2 };
    }
    for at in after..arcs.len() {
        let arc = arcs[at];
        if !rest.is_mirror(&arc, at - after) {
            arcs[kept] = arc;
            kept += 1;
        }
    }
    arcs.truncate(kept);
    arcs.shrink_to_fit();
}

#[cfg(test)]
pub(crate) mod tests;
