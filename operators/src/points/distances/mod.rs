//! Points of which only the distances are known.

mod contraction;
mod mutual;
mod spanning_tree;

use std::ops::Range;

use boscage_core::graph::Weight;
use boscage_core::{Error, Result};

pub use mutual::mutual_reachability;
pub use spanning_tree::spanning_tree_of_distances;

/// The distances between all pairs of points.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::operators::points::{Distances, spanning_tree_of_distances};
///
/// let exec = Exec::new(2)?;
/// let condensed = Distances::condensed(&[0.0, 5.0, 4.0])?; // of the pairs 0-1, 0-2 and 1-2
/// let square = Distances::square(&[0.0, 0.0, 5.0, 0.0, 0.0, 4.0, 5.0, 4.0, 0.0])?;
/// let tree = spanning_tree_of_distances(&exec, condensed)?;
/// assert_eq!(tree, spanning_tree_of_distances(&exec, square)?);
/// assert_eq!(tree.forest().total(), 4.0);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Distances<'a, W> {
    cells: &'a [W],
    points: usize,
    /// `true` if all cells of the matrix are given.
    is_square: bool,
}

impl<'a, W: Weight> Distances<'a, W> {
    /// Takes the distances of the pairs of different points: of point 0 to points 1, 2, ..., then of point 1
    /// to points 2, 3, ..., as SciPy's `pdist` returns them. No distances belong to one point.
    ///
    /// # Errors
    /// [`Error::Argument`] if no number of points has this number of distances, or if one is NaN or infinite.
    pub fn condensed(distances: &'a [W]) -> Result<Self> {
        let points = (1 + 8 * distances.len() as u128).isqrt() as usize;
        let points = points.div_ceil(2);
        if points * (points - 1) / 2 != distances.len() {
            let (fewer, more) = (points * (points - 1) / 2, points * (points + 1) / 2);
            let expected = format!("{fewer} for {points} points, or {more} for {}", points + 1);
            return Err(Error::argument("number of distances", expected, distances.len()));
        }
        let is_infinite = |distance: &W| !distance.to_f64().is_finite();
        if let Some(at) = distances.iter().position(is_infinite) {
            let found = format!("{} at position {at}", distances[at]);
            return Err(Error::argument("distances", "finite numbers", found));
        }
        Ok(Self { cells: distances, points, is_square: false })
    }

    /// Takes a symmetric matrix, row by row.
    ///
    /// # Errors
    /// [`Error::Argument`] if the matrix is not square, not symmetric or not zero on the diagonal, or if a
    /// distance is NaN or infinite.
    pub fn square(matrix: &'a [W]) -> Result<Self> {
        let points = matrix.len().isqrt();
        if points * points != matrix.len() {
            let expected = format!("{} for {points} points", points * points);
            return Err(Error::argument("number of distances", expected, matrix.len()));
        }
        for row in 0..points {
            let diagonal = matrix[row * points + row];
            if diagonal != W::default() {
                let found = format!("{diagonal} in row {row}");
                return Err(Error::argument("distances on the diagonal", "0", found));
            }
        }
        // Blocks: one side is read column by column.
        for rows in blocks(points) {
            for columns in blocks(points).filter(|columns| columns.end > rows.start) {
                for row in rows.clone() {
                    for column in columns.start.max(row + 1)..columns.end {
                        let (one, other) = (matrix[row * points + column], matrix[column * points + row]);
                        if !one.to_f64().is_finite() {
                            let found = format!("{one} in row {row}, column {column}");
                            return Err(Error::argument("distances", "finite numbers", found));
                        }
                        if one != other {
                            let found = format!(
                                "{one} in row {row}, column {column}, and {other} in row {column}, column \
                                 {row}"
                            );
                            return Err(Error::argument("distances", "a symmetric matrix", found));
                        }
                    }
                }
            }
        }
        Ok(Self { cells: matrix, points, is_square: true })
    }

    /// Takes the distances of the pairs of different points, which have been checked: as many as the points
    /// have, and all of them finite.
    #[doc(hidden)]
    #[must_use]
    pub fn from_checked(points: usize, distances: &'a [W]) -> Self {
        debug_assert_eq!(distances.len(), points * points.saturating_sub(1) / 2);
        Self { cells: distances, points, is_square: false }
    }

    /// Returns the number of points.
    #[must_use]
    pub fn points(&self) -> usize {
        self.points
    }

    /// Returns the distances of a point to those of higher numbers.
    #[inline(always)]
    pub(super) fn row(&self, point: usize) -> &'a [W] {
        let (n, others) = (self.points, self.points - point - 1);
        let start = if self.is_square { point * n + point + 1 } else { point * n - point * (point + 1) / 2 };
        &self.cells[start..][..others]
    }
}

/// Returns the rows of blocks that fit in the cache.
fn blocks(points: usize) -> impl Iterator<Item = Range<usize>> {
    const SIDE: usize = 64;
    (0..points).step_by(SIDE).map(move |start| start..points.min(start + SIDE))
}
