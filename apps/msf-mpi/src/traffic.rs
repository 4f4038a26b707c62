//! The traffic between the ranks, step by step: the least, the median and the most of all ranks.

use boscage::Result;
use boscage::comm::{Comm, StepTraffic, Traffic};
use serde::Serialize;

/// A figure that differs per rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct OfRanks<N> {
    pub(crate) min: N,
    pub(crate) median: N,
    pub(crate) max: N,
}

/// A step of the run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Step {
    pub(crate) step: String,
    /// Calls per rank.
    pub(crate) calls: OfRanks<u64>,
    /// Bytes that a rank has sent to others.
    pub(crate) bytes: OfRanks<u64>,
    /// Messages that a rank has sent to others.
    pub(crate) messages: OfRanks<u64>,
    /// Seconds that a rank was in calls, waiting included.
    pub(crate) seconds: OfRanks<f64>,
}

impl<N: Copy + PartialOrd + Default> OfRanks<N> {
    /// Returns the least, the median and the most of all ranks.
    pub(crate) fn new(mut all: Vec<N>) -> Self {
        all.sort_unstable_by(|a, b| a.partial_cmp(b).expect("figures are numbers"));
        let at = |at: usize| all.get(at).copied().unwrap_or_default();
        Self { min: at(0), median: at(all.len().saturating_sub(1) / 2), max: at(all.len().saturating_sub(1)) }
    }
}

/// Words per step, after those of its name.
const FIGURES: usize = 4;

/// Returns the steps of all ranks, on every rank, in the order of rank 0. Collective.
pub(crate) fn of_all_ranks(comm: &Comm<'_>, own: &Traffic) -> Result<Vec<Step>> {
    let mut words = Vec::new();
    for StepTraffic { step, calls, words: sent, messages, seconds, .. } in &own.steps {
        words.push(step.len() as u64);
        words.extend(step.bytes().map(u64::from));
        words.extend([*calls, 8 * sent, *messages, seconds.to_bits()]);
    }
    let all = comm.gather(&words)?;
    let ranks: Vec<_> = (0..comm.ranks()).map(|rank| read(all.from_rank(rank))).collect();
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in ranks.iter().flatten() {
        if !names.contains(&&**name) {
            names.push(name);
        }
    }
    // A rank that was not in a step has sent nothing there.
    let step = |name: &str| {
        let of = |rank: &Vec<(String, [u64; FIGURES])>| {
            rank.iter().find(|(step, _)| step == name).map_or([0; FIGURES], |(_, figures)| *figures)
        };
        let figures: Vec<_> = ranks.iter().map(of).collect();
        let all = |which: usize| OfRanks::new(figures.iter().map(|of_rank| of_rank[which]).collect());
        let seconds = OfRanks::new(figures.iter().map(|of_rank| f64::from_bits(of_rank[3])).collect());
        Step { step: name.to_owned(), calls: all(0), bytes: all(1), messages: all(2), seconds }
    };
    Ok(names.into_iter().map(step).collect())
}

/// Returns the steps in the words of a rank.
fn read(mut words: &[u64]) -> Vec<(String, [u64; FIGURES])> {
    let mut steps = Vec::new();
    while let Some((&len, rest)) = words.split_first() {
        let (name, rest) = rest.split_at(len as usize);
        let (figures, rest) = rest.split_first_chunk().expect("the figures of a step");
        let name: Vec<u8> = name.iter().map(|&byte| byte as u8).collect();
        steps.push((String::from_utf8_lossy(&name).into_owned(), *figures));
        words = rest;
    }
    steps
}

#[cfg(test)]
mod tests {
    use boscage::comm::Reduction;

    use super::*;

    #[test]
    fn figures_are_those_of_all_ranks() {
        let steps = boscage::comm::run(3, |comm| {
            comm.step("first", 0);
            comm.reduced(1, Reduction::Sum)?;
            comm.step("second", 0);
            let mut counts = [0; 3];
            counts[0] = comm.rank();
            comm.exchange(&vec![7; comm.rank()], &counts)?;
            of_all_ranks(comm, &comm.take_traffic())
        });
        for steps in steps.unwrap() {
            assert_eq!(steps.iter().map(|step| &*step.step).collect::<Vec<_>>(), ["first", "second"]);
            assert_eq!(steps[1].bytes, OfRanks { min: 0, median: 8, max: 16 });
            assert_eq!(steps[1].calls, OfRanks { min: 1, median: 1, max: 1 });
        }
        assert_eq!(OfRanks::new(vec![4, 1, 3, 2]), OfRanks { min: 1, median: 2, max: 4 });
    }
}
