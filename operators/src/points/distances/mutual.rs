//! Mutual reachability distances of points of which only the distances are known.

use boscage_core::exec::Exec;
use boscage_core::graph::Weight;
use boscage_core::parallel::{for_each_piece, map_blocks};
use boscage_core::{Error, Result, memory};

use super::Distances;

/// Points whose distances are gathered at once: those of some cache lines of a row.
const GATHERED: usize = 16;

/// Raises distances to mutual reachability distances, in place.
///
/// The distances are those of the pairs of different points, in the order of [`Distances::condensed`]. The
/// core distance of a point is the `min_samples`-th smallest of its distances to all points, itself included.
/// The mutual reachability distance of two points is the greatest of their distance and of both core
/// distances.
///
/// # Determinism
/// The result does not depend on the number of threads.
///
/// # Memory
/// 16 distances per point and thread.
///
/// # Errors
/// As [`Distances::condensed`], and [`Error::Argument`] if `min_samples` is 0 or more than the number of
/// points; [`Error::OutOfMemory`]; [`Error::Cancelled`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::operators::points::mutual_reachability;
///
/// let mut distances = [1.0, 5.0, 4.0]; // of the pairs 0-1, 0-2 and 1-2
/// mutual_reachability(&Exec::new(2)?, &mut distances, 3)?;
/// assert_eq!(distances, [5.0, 5.0, 5.0]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn mutual_reachability<W: Weight>(exec: &Exec, distances: &mut [W], min_samples: usize) -> Result<()> {
    let given = Distances::condensed(distances)?;
    let points = given.points();
    if !(1..=points).contains(&min_samples) {
        let expected = format!("from 1 to {points}, the number of points");
        return Err(Error::argument("min_samples", expected, min_samples));
    }
    let cores = exec.parallel_stage("core distances", || cores(exec, given, min_samples - 1))?;
    let mut rows = memory::reserve("rows", points)?;
    let mut rest = distances;
    for point in 0..points {
        let (row, others) = rest.split_at_mut(points - 1 - point);
        rows.push((point, row));
        rest = others;
    }
    exec.parallel_stage("mutual reachability", || {
        for_each_piece(exec, rows, |(point, row): (usize, &mut [W])| {
            if exec.is_cancelled() {
                return;
            }
            for (distance, &other) in row.iter_mut().zip(&cores[point + 1..]) {
                *distance = greater(*distance, greater(cores[point], other));
            }
        });
        exec.check_cancelled()
    })
}

fn greater<W: Weight>(one: W, other: W) -> W {
    if one < other { other } else { one }
}

/// Returns the distance of this rank in the row of each point.
fn cores<W: Weight>(exec: &Exec, distances: Distances<'_, W>, rank: usize) -> Result<Vec<W>> {
    let points = distances.points();
    let blocks = map_blocks(exec, points, GATHERED, |block| -> Result<Vec<W>> {
        exec.check_cancelled()?;
        let mut keys = memory::filled("distances of points", block.len() * points, W::default().key())?;
        for row in 0..block.end {
            // The columns of the block, those of the points themselves left out.
            let columns = block.start.max(row + 1)..block.end;
            let cells = &distances.row(row)[columns.start.saturating_sub(row + 1)..];
            for (column, &distance) in columns.zip(cells) {
                keys[(column - block.start) * points + row] = distance.key();
            }
            if row >= block.start {
                let own = &mut keys[(row - block.start) * points..][row + 1..points];
                own.iter_mut().zip(distances.row(row)).for_each(|(key, distance)| *key = distance.key());
            }
        }
        let core = |row: &mut [W::Key]| W::from_key(*row.select_nth_unstable(rank).1);
        Ok(keys.chunks_exact_mut(points).map(core).collect())
    });
    let mut cores = memory::reserve("core distances", points)?;
    for block in blocks {
        cores.extend(block?);
    }
    Ok(cores)
}
