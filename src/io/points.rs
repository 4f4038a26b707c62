//! Points, from a table or an array.

use std::path::PathBuf;

use crate::{Admit, Format, ReadOptions, Remark, TableOptions};

/// Points that were read from a file. Returned by [`read_points`](crate::read_points).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PointData {
    /// The file; `-` for the standard input.
    pub path: PathBuf,
    /// [`Format::Csv`] or [`Format::Numpy`].
    pub format: Format,
    /// The coordinates, point by point: all of the first point, all of the second one, and so on. All are
    /// finite.
    pub coordinates: Vec<f64>,
    /// Number of coordinates per point, at least 1.
    pub dimensions: usize,
    /// The names of the columns of a table, one per dimension; their numbers from 1 without a header. Empty
    /// for arrays.
    pub columns: Vec<String>,
    /// Bytes of content, after decompression.
    pub bytes: u64,
    /// Remarks on content that was not used; empty for most files.
    pub remarks: Vec<Remark>,
}

impl PointData {
    /// Returns the number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.coordinates.len() / self.dimensions
    }

    /// Returns `true` if there are no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.coordinates.is_empty()
    }
}

/// Options for reading points.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, PointOptions, TableOptions};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("towns.csv");
/// std::fs::write(&path, "town;lon;lat;people\nRome;12,5;41,9;2872800\nOslo;10,75;59,91;709000\n").unwrap();
/// let table = TableOptions { decimal_comma: true, ..TableOptions::default() };
/// let options = PointOptions { table, are_places: true, ..PointOptions::default() };
/// let towns = io::read_points(&Exec::new(1)?, &path, &options)?;
/// assert_eq!(towns.columns, ["lat", "lon"]);
/// assert_eq!(towns.coordinates, [41.9, 12.5, 59.91, 10.75]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PointOptions {
    /// Options for tables. [`TableOptions::columns`] are the columns of the coordinates; by default all
    /// columns of numbers but those whose names say that they are ids. [`TableOptions::keep`] is not used.
    pub table: TableOptions,
    /// True if points are places on the earth, a latitude and a longitude each. The columns of a table are
    /// then found by names such as `lat` and `lon`, in any order; otherwise the first one is the latitude.
    pub are_places: bool,
    /// Decides whether points may be read; by default all may. [`Prospect`](crate::Prospect) says how it
    /// counts them.
    pub admit: Option<Admit>,
}

impl PointOptions {
    /// Returns the options of the readers of text, for points with this number of dimensions.
    pub(crate) fn of_text(&self, dimensions: usize) -> ReadOptions {
        let admit = self.admit.as_ref().map(|admit| admit.of_points(dimensions));
        ReadOptions { table: self.table.clone(), admit, ..ReadOptions::default() }
    }
}
