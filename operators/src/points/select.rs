//! Selects the k-th least of some rows by one coordinate, as in R. Floyd, R. Rivest, "Expected time bounds
//! for selection", Communications of the ACM 18(3), 1975.
//!
//! A pivot from a sample is a bit beyond the wanted rank, so that two partitions leave a few rows around it.
//! The partition has no branches that depend on the data.

use boscage_core::exec::Exec;
use boscage_core::parallel::{for_each_piece, map_pieces};

/// Number of rows that the standard library selects from.
const FEW: usize = 500;
/// Number of rows from which the larger sample is taken.
const MANY: usize = 6000;

/// Number of rows from which they are partitioned by several threads.
const SHARED: usize = 1 << 17;

/// Rearranges `rows` so that the first `k` are at most as large in coordinate `by` as the others.
pub(super) fn select<const R: usize>(exec: &Exec, mut rows: &mut [[f64; R]], mut k: usize, by: usize) {
    let mut sample = [0.0; 255];
    while rows.len() > FEW {
        let len = rows.len();
        let sample = &mut sample[..if len < MANY { 31 } else { 255 }];
        let (size, step) = (sample.len(), len / sample.len());
        for (i, key) in sample.iter_mut().enumerate() {
            *key = rows[i * step + (i * 7 & 15) % step][by]; // not at equal distances
        }
        let (rank, deviation) = (k as f64 / len as f64 * size as f64, 0.6 * (size as f64).sqrt());
        let beyond = if rank < size as f64 / 2.0 { rank + deviation } else { rank - deviation };
        let pivot =
            *sample.select_nth_unstable_by((beyond.max(0.0) as usize).min(size - 1), f64::total_cmp).1;
        let mut below = partition(exec, rows, |row| row[by] < pivot);
        if below == 0 {
            // The pivot is the least: its equals go first.
            below = partition(exec, rows, |row| row[by] <= pivot);
            if k < below {
                return;
            }
        }
        if k < below {
            rows = &mut rows[..below];
        } else {
            rows = &mut rows[below..];
            k -= below;
        }
    }
    if k < rows.len() {
        rows.select_nth_unstable_by(k, |a, b| a[by].total_cmp(&b[by]));
    }
}

/// Moves the rows with this property to the front, and returns their number.
#[inline(always)]
fn partition<const R: usize>(
    exec: &Exec,
    rows: &mut [[f64; R]],
    is_first: impl Fn(&[f64; R]) -> bool + Sync,
) -> usize {
    if rows.len() < SHARED || exec.threads() == 1 {
        return partition_part(rows, &is_first);
    }
    let part = rows.len().div_ceil(4 * exec.threads());
    let counts = map_pieces(exec, rows.chunks_mut(part), |rows| partition_part(rows, &is_first));
    let first = counts.iter().sum();
    // As many rows before `first` belong after it as rows after it belong before it.
    let (mut late, mut early) = (Vec::new(), Vec::new());
    for (i, (rows, &count)) in rows.chunks_mut(part).zip(&counts).enumerate() {
        let middle = i * part + count;
        let (front, back) = rows.split_at_mut(count);
        let (wrong_front, wrong_back) = (middle.saturating_sub(first), first.saturating_sub(middle));
        early.push(&mut front[count - wrong_front.min(count)..]);
        let wrong_back = wrong_back.min(back.len());
        late.push(&mut back[..wrong_back]);
    }
    for_each_piece(exec, Pairs { late, early }, |(late, early)| late.swap_with_slice(early));
    first
}

/// Pairs of slices of the same length, from two lists of slices that have as many rows in all.
struct Pairs<'a, T> {
    late: Vec<&'a mut [T]>,
    early: Vec<&'a mut [T]>,
}

impl<'a, T> Iterator for Pairs<'a, T> {
    type Item = (&'a mut [T], &'a mut [T]);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (late, early) = (self.late.pop()?, self.early.pop()?);
            let len = late.len().min(early.len());
            let (late, late_rest) = late.split_at_mut(len);
            let (early, early_rest) = early.split_at_mut(len);
            if !late_rest.is_empty() {
                self.late.push(late_rest);
            }
            if !early_rest.is_empty() {
                self.early.push(early_rest);
            }
            if len > 0 {
                return Some((late, early));
            }
        }
    }
}

/// The same, by one thread.
#[inline(always)]
#[expect(clippy::manual_swap, reason = "the row stays in registers: twice as fast")]
fn partition_part<const R: usize>(rows: &mut [[f64; R]], is_first: impl Fn(&[f64; R]) -> bool) -> usize {
    let mut first = 0;
    for i in 0..rows.len() {
        let row = rows[i];
        rows[i] = rows[first];
        rows[first] = row;
        first += usize::from(is_first(&row));
    }
    first
}
