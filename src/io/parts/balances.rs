//! The balances before the first arc of a rank: see [`crate::parts::fold`].

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;

use crate::assemble::fold::{ArcKey, by_class, step};
use crate::parts::reading::Reading;
use boscage_core::comm::{Comm, Reduction};
use boscage_core::random::mix;
use boscage_core::{Result, memory};

/// The name of the arrays in errors.
const WHAT: &str = "the balances of edges";

/// An undirected edge: ends and weight.
pub(crate) type Class = (u64, u64);

/// An undirected edge, given by its arcs on this rank, and the change that they make to its balance.
pub(crate) fn sum(arcs: &[ArcKey]) -> (Class, i64) {
    ((arcs[0].0, arcs[0].1), arcs.iter().map(|&arc| step(arc)).sum())
}

/// The balances before this rank that are not zero, and the number of unpaired arcs on all ranks. Every rank
/// gets the sums of all ranks. Collective.
pub(crate) fn gathered(
    comm: &Comm<'_>,
    sums: impl Iterator<Item = (Class, i64)>,
) -> Result<(HashMap<Class, i64>, u64)> {
    let words: Vec<u64> = sums.flat_map(|(class, sum)| words_of(class, sum)).collect();
    let all = comm.gather(&words)?;
    let add = |balances: &mut HashMap<Class, i64>, ranks: Range<usize>| {
        for sum in ranks.flat_map(|rank| all.from_rank(rank).chunks_exact(3)) {
            *balances.entry((sum[0], sum[1])).or_default() += sum[2].cast_signed();
        }
        balances.retain(|_, balance| *balance != 0);
    };
    let mut balances = HashMap::new();
    add(&mut balances, 0..comm.rank());
    let before = balances.clone();
    add(&mut balances, comm.rank()..comm.ranks());
    Ok((before, balances.values().map(|balance| balance.unsigned_abs()).sum()))
}

fn words_of((ends, weight): Class, sum: i64) -> [u64; 3] {
    [ends, weight, sum.cast_unsigned()]
}

/// The balance before this rank of each of its undirected edges, in the order of its sorted arcs, and the
/// number of unpaired arcs on all ranks. Sums are sent to owners of the edges. Collective.
pub(crate) fn of_owners(reading: &Reading<'_>, sorted: &[ArcKey]) -> Result<(Vec<i64>, u64)> {
    let (comm, ranks) = (reading.comm, reading.comm.ranks());
    let owner = |(ends, weight): Class| (mix(ends ^ mix(weight)) % ranks as u64) as usize;
    let mut counts = vec![0; ranks];
    by_class(sorted).for_each(|arcs| counts[owner(sum(arcs).0)] += 1);
    let begin = |owner: usize| counts[..owner].iter().sum::<usize>();
    let begins: Vec<usize> = (0..ranks).map(begin).collect();
    let edges = begin(ranks);
    // The next place of the owner of an edge.
    let place = |next: &mut Vec<usize>, class: Class| {
        let next = &mut next[owner(class)];
        *next += 1;
        *next - 1
    };

    let words = reading.together(|| {
        let (mut words, mut next) = (memory::filled(WHAT, edges, [0; 3])?, begins.clone());
        for (class, sum) in by_class(sorted).map(sum) {
            words[place(&mut next, class)] = words_of(class, sum);
        }
        Ok(words)
    })?;
    let words_of: Vec<usize> = counts.iter().map(|count| 3 * count).collect();
    let asked = comm.exchange(words.as_flattened(), &words_of)?;
    drop(words);
    let (answers, unpaired) = reading.together(|| balances(asked.words()))?;
    let answers = comm.exchange(&answers, &asked.counts().map(|words| words / 3).collect::<Vec<_>>())?;
    let unpaired = comm.reduced(unpaired, Reduction::Sum)?;
    let before = reading.together(|| {
        let (mut before, mut next) = (memory::reserve(WHAT, edges)?, begins.clone());
        let classes = by_class(sorted).map(|arcs| sum(arcs).0);
        before.extend(classes.map(|class| answers.words()[place(&mut next, class)].cast_signed()));
        Ok(before)
    })?;
    Ok((before, unpaired))
}

/// The balance before each sum, given the sums in the order of the ranks, and the number of unpaired arcs.
fn balances(sums: &[u64]) -> Result<(Vec<u64>, u64)> {
    let sums = sums.as_chunks::<3>().0;
    let mut sorted = memory::reserve(WHAT, sums.len())?;
    sorted.extend(sums.iter().enumerate().map(|(i, &[ends, weight, sum])| (ends, weight, i, sum)));
    sorted.par_sort_unstable();
    let mut before = memory::filled(WHAT, sums.len(), 0_u64)?;
    let mut unpaired = 0;
    for edge in sorted.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let mut balance = 0_i64;
        for &(_, _, i, sum) in edge {
            before[i] = balance.cast_unsigned();
            balance += sum.cast_signed();
        }
        unpaired += balance.unsigned_abs();
    }
    Ok((before, unpaired))
}
