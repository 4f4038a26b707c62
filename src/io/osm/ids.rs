//! The ids of the nodes that ways use, in ascending order, and the position of an id among them.
//!
//! Ids are sparse and clustered, and most nodes of an extract are on no way. A directory has the begin of
//! some thousand to millions of equal ranges of ids, so that a search compares only a few of them. Nodes of a
//! file mostly ascend, as the ids do: so a search begins where the last one ended.

use std::cmp::Ordering::{Equal, Greater, Less};

use rayon::prelude::*;

use super::ways::Ways;
use boscage_core::exec::Exec;
use boscage_core::graph::Node;
use boscage_core::parallel::map_pieces;
use boscage_core::{Result, memory};

/// The name of the array in errors.
const WHAT: &str = "the ids of nodes";

/// Ids per range, on average.
const PER_RANGE: usize = 4;

/// Ascending ids.
pub(super) struct Ids {
    pub(super) ids: Vec<i64>,
    /// The position of the first id in each range, and the number of ids.
    directory: Vec<u32>,
    /// Each range has two to this power possible ids.
    shift: u32,
}

impl Ids {
    /// Bytes that [`Ids::of`] allocates for this many references to nodes, at most.
    pub(super) fn bytes_for(references: usize) -> usize {
        (size_of::<i64>() + 1) * references
    }

    /// The ids of the nodes of all ways.
    ///
    /// # Errors
    /// [`boscage_core::Error::TooMany`] and [`boscage_core::Error::OutOfMemory`].
    pub(super) fn of(exec: &Exec, blocks: &[Ways<i64>]) -> Result<Self> {
        let references = blocks.iter().map(|block| block.nodes.len()).sum();
        let mut ids: Vec<i64> = memory::reserve(WHAT, references)?;
        blocks.iter().for_each(|block| ids.extend_from_slice(&block.nodes));
        exec.install(|| ids.par_sort_unstable());
        ids.dedup();
        ids.shrink_to_fit();
        Node::check_count(ids.len() as u64)?;
        Self::with_directory(ids)
    }

    fn with_directory(ids: Vec<i64>) -> Result<Self> {
        let span = ids.last().map_or(0, |last| last.wrapping_sub(ids[0]) as u64);
        let ranges = (ids.len() / PER_RANGE).max(1) as u64;
        let shift = u64::BITS - (span / ranges).leading_zeros();
        let len = span.checked_shr(shift).unwrap_or(0) as usize + 1;
        let mut directory = memory::reserve(WHAT, len + 1)?;
        let mut ids = Self { ids, directory: Vec::new(), shift };
        for (position, &id) in ids.ids.iter().enumerate() {
            let range = ids.range_of(id);
            while directory.len() <= range {
                directory.push(position as u32);
            }
        }
        directory.resize(len + 1, ids.ids.len() as u32);
        ids.directory = directory;
        Ok(ids)
    }

    /// The range of an id, which is not less than the least.
    fn range_of(&self, id: i64) -> usize {
        (id.wrapping_sub(self.ids[0]) as u64).checked_shr(self.shift).unwrap_or(0) as usize
    }

    /// The position of an id, if it is among them.
    pub(super) fn find(&self, id: i64) -> Option<usize> {
        if !(*self.ids.first()?..=*self.ids.last()?).contains(&id) {
            return None;
        }
        let range = self.range_of(id);
        let [begin, end] = [range, range + 1].map(|range| self.directory[range] as usize);
        self.ids[begin..end].binary_search(&id).ok().map(|at| begin + at)
    }

    /// The same, beginning at `at`, which becomes the position of the first id that is not less, or any
    /// position before.
    #[inline]
    pub(super) fn find_from(&self, at: &mut usize, id: i64) -> Option<usize> {
        /// Number of ids that are passed before the directory is used.
        const STEPS: usize = 8;
        for (step, found) in self.ids.get(*at..)?.iter().take(STEPS).enumerate() {
            match found.cmp(&id) {
                Less => {}
                Equal => {
                    *at += step;
                    return Some(*at);
                }
                // Nothing is between this id and the one before.
                Greater if step > 0 || *at == 0 || self.ids[*at - 1] < id => {
                    *at += step;
                    return None;
                }
                Greater => break,
            }
        }
        let found = self.find(id)?;
        *at = found;
        Some(found)
    }

    /// The ways with positions instead of ids.
    pub(super) fn translate(&self, exec: &Exec, blocks: Vec<Ways<i64>>) -> Result<Vec<Ways<u32>>> {
        let translated = map_pieces(exec, blocks, |Ways { ways, nodes }| {
            let position = |&id: &i64| self.find(id).unwrap_or_default() as u32;
            let mut positions = memory::reserve(super::ways::WHAT, nodes.len())?;
            positions.extend(nodes.iter().map(position));
            Ok(Ways { ways, nodes: positions })
        });
        translated.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_and_others_are_not() {
        let all = [
            vec![],
            vec![5],
            vec![-3, 0, 7],
            (0..1000).map(|i| i * i - 40_000).collect(),
            vec![i64::MIN, -1, 0, i64::MAX],
            (0..100).chain(1 << 40..(1 << 40) + 100).collect(),
        ];
        for ids in all {
            let index = Ids::with_directory(ids.clone()).unwrap();
            let near = ids.iter().flat_map(|&id| [id.saturating_sub(1), id, id.saturating_add(1)]);
            let (mut forward, mut backward) = (0, 0);
            for id in near.clone() {
                let expected = ids.binary_search(&id).ok();
                assert_eq!(index.find(id), expected, "{id}");
                assert_eq!(index.find_from(&mut forward, id), expected, "{id}");
            }
            for id in near.rev() {
                assert_eq!(index.find_from(&mut backward, id), ids.binary_search(&id).ok(), "{id}");
            }
        }
    }
}
