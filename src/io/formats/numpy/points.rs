//! Arrays of points: of shape (n, d), a row per point. An archive is read if it has one array.

use super::array::{Array, Block, Column, shown};
use super::{ZIP, npz};
use crate::budget::{Budget, Lists, Size};
use crate::formats::Binary;
use crate::text::Number;
use crate::{Format, PointData, ReadOptions};
use boscage_core::parallel::map_pieces;
use boscage_core::{At, Result, memory};

/// Coordinates per block.
const BLOCK: usize = 1 << 14;

/// The most dimensions, and a number of points that is too large: the limits of operators on points.
const MOST_DIMENSIONS: u64 = 1 << 24;
const TOO_MANY: u64 = 1 << 31;

/// Reads an array of points, or the one in an archive.
pub(crate) fn read(file: &Binary<'_>, options: &ReadOptions) -> Result<PointData> {
    if !file.head.starts_with(ZIP) {
        return of(&Array::open(file)?, options);
    }
    let points = npz::of_points(file, options, of)?;
    Ok(PointData { path: file.path.clone(), bytes: file.len(), ..points })
}

/// Reads the points in an array.
fn of(array: &Array<'_>, options: &ReadOptions) -> Result<PointData> {
    let (file, [points, dimensions]) = (array.file, shape(array)?);
    // The file is as long.
    let (points, dimensions) = (points as usize, dimensions as usize);
    let all = points * dimensions;
    let admit = options.admit.as_ref().map(|admit| admit.of_points(dimensions));
    let mut budget = Budget::of(&ReadOptions { admit, ..options.clone() }, &file.path, Lists::Edges);
    budget.admit_whole(Size { listed: all, ..Size::default() })?;
    let mut coordinates = memory::zeroed("the coordinates of points", all)?;
    let rows = (BLOCK / dimensions).max(1);
    let pieces = coordinates.chunks_mut(rows * dimensions).enumerate();
    let pieces = map_pieces(file.exec(), pieces, |(piece, part)| {
        file.exec().check_cancelled()?;
        block(array, piece * rows, dimensions, part)
    });
    pieces.into_iter().collect::<Result<()>>()?;
    Ok(PointData {
        path: file.path.clone(),
        format: Format::Numpy,
        coordinates,
        dimensions,
        columns: Vec::new(),
        bytes: file.len(),
        remarks: Vec::new(),
    })
}

/// The numbers of points and of dimensions.
fn shape(array: &Array<'_>) -> Result<[u64; 2]> {
    const EXPECTED: &str = "an array of numbers of shape (n, d), a row per point";
    let is_of_numbers = array.header.scalar().is_some_and(|scalar| scalar.is_number());
    let refused = |cure| {
        let found = format!("an array of shape {}", shown(&array.header.shape));
        Err(array.file.wrong(At::Whole, EXPECTED, found, cure))
    };
    match array.header.shape[..] {
        _ if !is_of_numbers => Err(array.no_numbers(EXPECTED)),
        [_, 0] => refused("a point has at least one coordinate"),
        [_, dimensions] if dimensions > MOST_DIMENSIONS => {
            refused("points have at most 2^24 = 16,777,216 dimensions")
        }
        [points, _] if points >= TOO_MANY => refused("there may be less than 2^31 = 2,147,483,648 points"),
        [points, dimensions] => Ok([points, dimensions]),
        [_] => refused("for points on a line: numpy.save(FILE, numpy.load(FILE).reshape(-1, 1))"),
        _ => refused(""),
    }
}

/// Sets the coordinates of the points from `first` on.
fn block(array: &Array<'_>, first: usize, dimensions: usize, part: &mut [f64]) -> Result<()> {
    let wrong = |at: usize, value: f64| {
        let (row, column) = (first + at / dimensions, at % dimensions);
        let found = format!("{value} in row {row}, column {column}");
        array.file.wrong(At::Whole, "finite numbers", found, "rows and columns count from 0")
    };
    if array.header.is_fortran {
        for dimension in 0..dimensions {
            let own = part.iter_mut().skip(dimension).step_by(dimensions);
            values(array.column(dimension as u64)?, first, own)?;
        }
    } else {
        values(array.elements()?, first * dimensions, part.iter_mut())?;
    }
    match part.iter().position(|value| !value.is_finite()) {
        Some(at) => Err(wrong(at, part[at])),
        None => Ok(()),
    }
}

/// Sets values to the numbers of a column from `first` on.
fn values<'a>(
    column: Column<'_>,
    first: usize,
    values: impl ExactSizeIterator<Item = &'a mut f64>,
) -> Result<()> {
    let block = Block::read([column], first..first + values.len())?;
    for (i, value) in values.enumerate() {
        *value = match block.number(0, i) {
            Number::Natural(number) => number as f64,
            Number::Negative(number) => number as f64,
            Number::Real(number) => number,
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use boscage_core::exec::Exec;

    use super::super::tests::{npy, npz};
    use crate::formats::testing::damaged;
    use crate::{Opened, PointData, PointOptions};

    /// The points of a file, or the message.
    fn read(bytes: &[u8]) -> Result<PointData, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("points.npy");
        std::fs::write(&path, bytes).unwrap();
        let options = PointOptions::default();
        let read = Opened::new(&path).unwrap().read_points(&Exec::new(2).unwrap(), &options);
        read.map_err(|error| error.to_string())
    }

    fn bytes<const WIDTH: usize>(values: &[f64], bytes: impl Fn(f64) -> [u8; WIDTH]) -> Vec<u8> {
        values.iter().flat_map(|&value| bytes(value)).collect()
    }

    #[test]
    fn arrays_of_all_types_and_orders_are_points() {
        let (rows, columns) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 3.0, 5.0, 2.0, 4.0, 6.0]);
        let files = [
            npy("<f8", false, "(3, 2)", &bytes(&rows, f64::to_le_bytes)),
            npy(">f8", true, "(3, 2)", &bytes(&columns, f64::to_be_bytes)),
            npy("<f4", true, "(3, 2)", &bytes(&columns, |x| (x as f32).to_le_bytes())),
            npy("<i8", false, "(3, 2)", &bytes(&rows, |x| (x as i64).to_le_bytes())),
            npy("|u1", false, "(3, 2)", &bytes(&rows, |x| [x as u8])),
        ];
        for file in files {
            let points = read(&file).unwrap();
            assert_eq!((points.dimensions, points.coordinates), (2, rows.to_vec()));
        }
        // More than a block, in both orders.
        let many: Vec<f64> = (0..30_000).map(f64::from).collect();
        let file = npy("<f8", true, "(10000, 3)", &bytes(&many, f64::to_le_bytes));
        let points = read(&file).unwrap();
        assert!((0..10_000).all(|i| points.coordinates[3 * i + 1] == (10_000 + i) as f64));
        let file = npy("<f8", false, "(10000, 3)", &bytes(&many, f64::to_le_bytes));
        assert_eq!(read(&file).unwrap().coordinates, many);
        let none = read(&npy("<f8", false, "(0, 4)", &[])).unwrap();
        assert_eq!((none.len(), none.dimensions, none.is_empty()), (0, 4, true));
    }

    #[test]
    fn wrong_arrays_are_refused() {
        let wrong = |file: &[u8], message: &str| {
            let error = read(file).unwrap_err();
            assert!(error.contains(message), "{message}: {error}");
        };
        let nan = npy("<f8", true, "(2, 2)", &bytes(&[1.0, 2.0, 3.0, f64::NAN], f64::to_le_bytes));
        wrong(&nan, "expected finite numbers, found NaN in row 1, column 1 (rows and columns count from 0)");
        wrong(&npy("<f4", false, "(1, 1)", &f32::INFINITY.to_le_bytes()), "found inf in row 0, column 0");
        wrong(&npy("<f8", false, "(2,)", &[0; 16]), "found an array of shape (2,) (for points on a line: ");
        wrong(&npy("<f8", false, "(2, 0)", &[]), "a point has at least one coordinate");
        wrong(&npy("<f8", false, "(1, 1, 1)", &[0; 8]), "expected an array of numbers of shape (n, d)");
        wrong(&npy("|S2", false, "(1, 2)", &[0; 4]), "an array of other elements than numbers");
        let halves = "of shape (1, 2) (if they are float16, save array.astype(numpy.float32))";
        wrong(&npy("<f2", false, "(1, 2)", &[0; 4]), halves);
        wrong(&npy("|O", false, "(1, 2)", &[0; 4]), "an array of Python objects");
        wrong(
            &npy("<f8", false, "(2147483648, 2)", &[0; 8]),
            "the file is cut short, or its header is wrong",
        );
        wrong(&npy("<f8", false, "(4294967296, 4294967296)", &[0; 8]), "cut short");
        wrong(&npy("<f8", false, "(2, 2)", &[0; 31]), "cut short");
        for shape in ["(0, 18446744073709551615)", "(0, 16777217)"] {
            let most = "(points have at most 2^24 = 16,777,216 dimensions)";
            wrong(&npy("<f8", false, shape, &[]), &format!("found an array of shape {shape} {most}"));
        }
        assert_eq!(read(&npy("<f8", false, "(0, 16777216)", &[])).unwrap().dimensions, 1 << 24);
        wrong(&npy("<f8", false, "(0, 0)", &[]), "a point has at least one coordinate");
        wrong(&npy("<f8", false, "(1099511627776, 1099511627776)", &[0; 8]), "cut short");
        for shape in ["(-1, 2)", "(18446744073709551616, 2)", "(1e3, 2)"] {
            wrong(&npy("<f8", false, shape, &[]), "in which numbers are natural and have 64 bits");
        }
    }

    #[test]
    fn an_archive_of_one_array_is_read() {
        let array = npy("<f8", false, "(1, 2)", &bytes(&[1.5, -2.0], f64::to_le_bytes));
        let points = read(&npz(&[("arr_0", array.clone())])).unwrap();
        assert_eq!((points.dimensions, &*points.coordinates), (2, &[1.5, -2.0][..]));
        assert!(points.path.ends_with("points.npy"));
        let wrong = |arrays: &[(&str, Vec<u8>)], message: &str| {
            let error = read(&npz(arrays)).unwrap_err();
            assert!(error.contains(message), "{message}: {error}");
        };
        let two = [("x", array.clone()), ("labels", array)];
        wrong(&two, "expected one array, of points, found the arrays `x`, `labels` (save the points alone");
        let line = npy("<f8", false, "(2,)", &[0; 16]);
        wrong(&[("x", line)], "points.npy: x.npy: expected an array of numbers of shape (n, d)");
        wrong(&[("x", npy("<f8", false, "(4294967296, 2)", &[0; 16]))], "cut short");
        wrong(&[("x", npy("<f8", false, "(1, 1)", &f64::NAN.to_le_bytes()))], "found NaN in row 0, column 0");
    }

    #[test]
    fn damaged_arrays_are_read_or_refused() {
        let values: Vec<f64> = (0..8).map(f64::from).collect();
        let whole = npy("<f8", true, "(4, 2)", &bytes(&values, f64::to_le_bytes));
        for damaged in damaged(&whole, b"0123456789(,)' ", (43, 2_000)) {
            if let Ok(points) = read(&damaged) {
                assert!(points.coordinates.iter().all(|x| x.is_finite()));
            }
        }
    }
}
