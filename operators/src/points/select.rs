//! Selects the k-th least of some rows by one coordinate, as in R. Floyd, R. Rivest, "Expected time bounds
//! for selection", Communications of the ACM 18(3), 1975.
//!
//! A pivot from a sample is a bit beyond the wanted rank, so that two partitions leave a few rows around it.
//! The partition has no branches that depend on the data.

/// Number of rows that the standard library selects from.
const FEW: usize = 500;
/// Number of rows from which the larger sample is taken.
const MANY: usize = 6000;

/// Rearranges `rows` so that the first `k` are at most as large in coordinate `by` as the others.
pub(super) fn select<const R: usize>(mut rows: &mut [[f64; R]], mut k: usize, by: usize) {
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
        let mut below = partition(rows, |row| row[by] < pivot);
        if below == 0 {
            below = partition(rows, |row| row[by] <= pivot); // the pivot is the least: its equals go first
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
#[expect(clippy::manual_swap, reason = "the row stays in registers: twice as fast")]
fn partition<const R: usize>(rows: &mut [[f64; R]], is_first: impl Fn(&[f64; R]) -> bool) -> usize {
    let mut first = 0;
    for i in 0..rows.len() {
        let row = rows[i];
        rows[i] = rows[first];
        rows[first] = row;
        first += usize::from(is_first(&row));
    }
    first
}
