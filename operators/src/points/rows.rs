//! Points while their tree is built: rows that are rearranged.
//!
//! A row of R numbers ends with the point's id. Before it are the point's coordinates, if they are few.
//! Otherwise there is one number, the coordinate by which the rows are split next.

use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::parallel::{for_each_piece, map_pieces, tabulate};

use super::shape::Sides;

/// Sets the coordinates of the point with an id.
pub(super) type Point<'a> = &'a (dyn Fn(usize, &mut [f64]) + Sync);

/// A row.
pub(super) type Row<const R: usize> = [f64; R];

/// Length of a row without all coordinates.
pub(super) const SHORT: usize = 2;

/// Number of coordinates from which they are read by several threads.
const MANY: usize = 1 << 18;

/// The source of rows.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a, const R: usize> {
    point: Point<'a>,
    dimensions: usize,
}

impl<'a, const R: usize> Rows<'a, R> {
    pub(super) fn new(dimensions: usize, point: Point<'a>) -> Self {
        assert!(R == SHORT || dimensions < R, "a row has room for an id");
        Self { point, dimensions }
    }

    /// Creates the rows of the points below `len`.
    pub(super) fn create(self, exec: &Exec, len: usize) -> Result<Vec<Row<R>>> {
        tabulate(exec, "points", len, |i| {
            let mut row = [0.0; R];
            if R > SHORT {
                (self.point)(i, &mut row[..self.dimensions]);
            }
            row[R - 1] = i as f64;
            row
        })
    }

    /// Returns the id of a row.
    #[inline(always)]
    pub(super) fn id(row: &Row<R>) -> u32 {
        row[R - 1] as u32
    }

    /// Calls `f` with each row's number and coordinates.
    #[inline(always)]
    pub(super) fn for_each(self, rows: &[Row<R>], mut f: impl FnMut(usize, &[f64])) {
        if R > SHORT {
            rows.iter().enumerate().for_each(|(i, row)| f(i, &row[..self.dimensions]));
            return;
        }
        let mut coordinates = vec![0.0; self.dimensions];
        for (i, row) in rows.iter().enumerate() {
            (self.point)(Self::id(row) as usize, &mut coordinates);
            f(i, &coordinates);
        }
    }

    /// Returns the box of some rows.
    pub(super) fn bounding_box(self, exec: &Exec, rows: &[Row<R>]) -> Sides {
        if rows.len() * self.dimensions < MANY || exec.threads() == 1 {
            return self.box_of_part(rows);
        }
        let part = rows.len().div_ceil(4 * exec.threads());
        let parts = map_pieces(exec, rows.chunks(part), |rows| self.box_of_part(rows));
        let mut sides = Sides::empty(self.dimensions);
        for part in parts {
            for j in 0..self.dimensions {
                sides.add(j, part.low.as_slice()[j]);
                sides.add(j, part.high.as_slice()[j]);
            }
        }
        sides
    }

    /// The same, by one thread.
    pub(super) fn box_of_part(self, rows: &[Row<R>]) -> Sides {
        let mut sides = Sides::empty(self.dimensions);
        if R > SHORT {
            // All R numbers, the id too: so the compiler knows how many there are.
            let (mut low, mut high) = ([f64::INFINITY; R], [f64::NEG_INFINITY; R]);
            for row in rows {
                for j in 0..R {
                    low[j] = if row[j] < low[j] { row[j] } else { low[j] };
                    high[j] = if row[j] > high[j] { row[j] } else { high[j] };
                }
            }
            sides.low.as_mut_slice().copy_from_slice(&low[..self.dimensions]);
            sides.high.as_mut_slice().copy_from_slice(&high[..self.dimensions]);
        } else {
            self.for_each(rows, |_, coordinates| {
                coordinates.iter().enumerate().for_each(|(j, &x)| sides.add(j, x));
            });
        }
        sides
    }

    /// Returns the number of a row by which rows are compared in a dimension.
    pub(super) fn key(self, exec: &Exec, rows: &mut [Row<R>], dimension: usize) -> usize {
        if R > SHORT {
            return dimension;
        }
        for_each_piece(exec, rows.chunks_mut((MANY / self.dimensions).max(1)), |rows| {
            let mut coordinates = vec![0.0; self.dimensions];
            for row in rows {
                (self.point)(Self::id(row) as usize, &mut coordinates);
                row[0] = coordinates[dimension];
            }
        });
        0
    }
}
