//! Pairs arcs with their mirrors, which may be on different ranks.
//!
//! The result is that of [`crate::assemble::fold`] for the arcs of all ranks, one after the other. What an
//! arc becomes there depends on one number only: the *balance* of its undirected edge (ends and weight)
//! before it, which is the number of unpaired arcs in one direction minus that in the other. So a rank can
//! mark its mirrors by itself once it knows the balances before its first arc. The balance before rank r is
//! the sum of what ranks 0 to r - 1 add to it. So ranks send sums, a few words for each undirected edge, and
//! no arcs.
//!
//! There are two ways to get the balances:
//!
//! - *Few sums are not zero.* Then every rank gets all of these, with the number of the rank. In road
//!   networks an arc and its mirror are next to each other, so only pairs at cuts count: at most one sum for
//!   each end of a part.
//! - *Otherwise* a rank sends its sum for each undirected edge to the owner of the edge, chosen by hash. The
//!   owner answers with the balance before that rank.
//!
//! The changes that an arc and its adjacent mirror make to a balance cancel each other. So a rank that has
//! few other arcs sorts only those. It processes its arcs in order, with a table of the balances that are
//! not zero. The table is nearly always empty. Then the second arc of each adjacent pair is the mirror;
//! otherwise it is the arc whose direction is opposite to the balance.

use std::collections::HashMap;

use crate::assemble::fold::{
    ArcKey, Rest, by_class, class, keep_firsts, key, mark, mirrored, no_marks, sorted_keys, step,
};
use crate::parts::balances::{self, Class, sum};
use crate::parts::reading::Reading;
use crate::{ArcPolicy, ArcReport};
use boscage_core::Result;
use boscage_core::bits::Bits;
use boscage_core::comm::Reduction;
use boscage_core::graph::{Edge, FileData};

/// Largest number of sums that are sent to every rank, and largest number of arcs without an adjacent mirror
/// that are sorted alone.
pub(crate) const FEW: usize = 1 << 14;

/// Makes edges of the arcs of all ranks according to `policy`. Calls `take` before it allocates bytes beside
/// the arcs. Collective.
///
/// # Errors
/// [`boscage_core::Error::OutOfMemory`], and those of `take`.
pub(crate) fn fold<E: FileData>(
    reading: &Reading<'_>,
    mut arcs: Vec<Edge<E>>,
    policy: ArcPolicy,
    mut take: impl FnMut(usize) -> Result<()> + Send,
) -> Result<(Vec<Edge<E>>, ArcReport)> {
    let (comm, few) = (reading.comm, few());
    comm.step("fold", 0);
    let all = comm.reduced(arcs.len() as u64, Reduction::Sum)?;
    let mut report = ArcReport { arcs: all, unpaired: 0, folded: false };
    if policy == ArcPolicy::Keep {
        return Ok((arcs, report));
    }
    let mut apart = reading.together(|| {
        let alone = alone(&arcs, few + 1);
        let are_few = alone.len() <= few;
        let sorted = if are_few { of_some(&arcs, &alone)? } else { of_all(&arcs, &mut take)? };
        Ok(Apart { sorted, are_few })
    })?;
    let sums = || by_class(&apart.sorted).map(sum).filter(|&(_, sum)| sum != 0);
    let before = if comm.reduced(sums().count() as u64, Reduction::Sum)? <= few as u64 {
        let (before, unpaired) = balances::gathered(comm, sums())?;
        report.unpaired = unpaired;
        Before::Few(before)
    } else {
        if comm.reduced(apart.are_few.into(), Reduction::Max)? == 1 {
            apart = reading.together(|| {
                let sorted = if apart.are_few { of_all(&arcs, &mut take)? } else { apart.sorted };
                Ok(Apart { sorted, are_few: false })
            })?;
        }
        let (before, unpaired) = balances::of_owners(reading, &apart.sorted)?;
        report.unpaired = unpaired;
        Before::Each(before)
    };
    report.folded = policy == ArcPolicy::Fold || report.unpaired == 0;
    if !report.folded {
        return Ok((arcs, report));
    }
    let edges = reading.together(|| {
        let mut marks = no_marks(arcs.len())?;
        match before {
            Before::Few(before) if apart.are_few => mark_in_order(&arcs, before, &mut marks),
            Before::Few(before) => by_class(&apart.sorted).for_each(|arcs| {
                mark(arcs, before.get(&sum(arcs).0).copied().unwrap_or(0), &mut marks);
            }),
            Before::Each(before) => by_class(&apart.sorted).zip(before).for_each(|(arcs, before)| {
                mark(arcs, before, &mut marks);
            }),
        }
        keep_firsts(&mut arcs, 0, &Rest::Marked(marks));
        Ok(arcs)
    })?;
    Ok((edges, report))
}

#[cfg(not(test))]
fn few() -> usize {
    FEW
}

#[cfg(test)]
pub(crate) use crate::parts::tests::few;

/// The balances before the first arc of a rank.
enum Before {
    /// The balances that are not zero.
    Few(HashMap<Class, i64>),
    /// The balances of its undirected edges, in their order.
    Each(Vec<i64>),
}

/// Arcs that are sorted by their undirected edges.
struct Apart {
    sorted: Vec<ArcKey>,
    /// True if these are only the arcs without an adjacent mirror.
    are_few: bool,
}

/// The arcs at a position, if adjacent arcs are paired from the first one on.
enum Found {
    Loop,
    /// An arc, followed by its mirror.
    Pair(usize),
    Alone(usize),
}

/// All arcs in their order.
fn in_order<E: FileData>(arcs: &[Edge<E>]) -> impl Iterator<Item = Found> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (found, len) = match arcs.get(at..)? {
            [] => return None,
            [first, ..] if first.is_loop() => (Found::Loop, 1),
            [first, second, ..] if mirrored(first, second) => (Found::Pair(at), 2),
            _ => (Found::Alone(at), 1),
        };
        at += len;
        Some(found)
    })
}

/// The positions of the first arcs without an adjacent mirror, at most `most` of them.
fn alone<E: FileData>(arcs: &[Edge<E>], most: usize) -> Vec<usize> {
    let alone = |found| match found {
        Found::Alone(at) => Some(at),
        _ => None,
    };
    in_order(arcs).filter_map(alone).take(most).collect()
}

fn of_some<E: FileData>(arcs: &[Edge<E>], positions: &[usize]) -> Result<Vec<ArcKey>> {
    sorted_keys(positions.iter().map(|&at| (at, &arcs[at])), positions.len())
}

fn of_all<E: FileData>(arcs: &[Edge<E>], take: &mut impl FnMut(usize) -> Result<()>) -> Result<Vec<ArcKey>> {
    // Including the marks.
    take(size_of::<ArcKey>() * arcs.len() + arcs.len() / 8)?;
    sorted_keys(arcs.iter().enumerate(), arcs.len())
}

/// Marks the mirrors among arcs, most of which are adjacent to their mirrors. `balances` are those before the
/// first arc that are not zero.
fn mark_in_order<E: FileData>(arcs: &[Edge<E>], mut balances: HashMap<Class, i64>, marks: &mut Bits) {
    for found in in_order(arcs) {
        match found {
            Found::Loop => {}
            Found::Pair(at) => {
                let balance = if balances.is_empty() { None } else { balances.get(&class(&arcs[at])) };
                let is_first = balance.is_some_and(|balance| balance.signum() == -step(key(at, &arcs[at])));
                marks.insert(if is_first { at } else { at + 1 });
            }
            Found::Alone(at) => {
                let balance = balances.remove(&class(&arcs[at])).unwrap_or(0);
                match mark(&[key(at, &arcs[at])], balance, marks) {
                    0 => {}
                    balance => drop(balances.insert(class(&arcs[at]), balance)),
                }
            }
        }
    }
}
