//! Numbering of labels by sorting.

use boscage_core::exec::Exec;
use boscage_core::parallel::radix_sort;
use boscage_core::{Result, memory};

use super::directory::NONE;

/// Labels at positions, with numbers without gaps in ascending order of the labels.
pub(super) struct Numbered {
    /// The labels by their numbers.
    pub(super) labels: Vec<u32>,
    /// The number of the label at each position; [`NONE`] if there is none.
    pub(super) numbers: Vec<u32>,
}

impl Numbered {
    /// Numbers labels at different positions below `positions`. Labels may be repeated.
    ///
    /// Numbers are written to the positions in the order of the labels, so none is ever looked up.
    pub(super) fn new(
        exec: &Exec,
        positions: usize,
        labels: impl Iterator<Item = (u32, u32)>,
    ) -> Result<Self> {
        let mut all = memory::reserve("labels", positions)?;
        all.extend(labels.map(|(label, at)| u64::from(label) << 32 | u64::from(at)));
        Self::of_pairs(exec, positions, all)
    }

    /// The same of (label, position) in one integer. Not generic, so that it is compiled once.
    fn of_pairs(exec: &Exec, positions: usize, mut all: Vec<u64>) -> Result<Self> {
        radix_sort(exec, &mut all, |&pair| (pair >> 32) as u32)?;
        let mut numbers = memory::filled("numbers of labels", positions, NONE)?;
        let distinct = all.chunk_by(|a, b| a >> 32 == b >> 32).count();
        let mut labels = memory::reserve("labels", distinct)?;
        for same in all.chunk_by(|a, b| a >> 32 == b >> 32) {
            same.iter().for_each(|&pair| numbers[pair as u32 as usize] = labels.len() as u32);
            labels.push((same[0] >> 32) as u32);
        }
        Ok(Self { labels, numbers })
    }
}
