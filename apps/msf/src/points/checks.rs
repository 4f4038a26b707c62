//! Points that have no tree, or fewer of them than options demand. Messages name the file and the point.

use boscage::io::{Format, PointData};
use boscage::{At, Error, Place, Result, on_one_line};

use super::search::{Search, samples_of};
use super::{Distance, proof};

/// Largest absolute value of a coordinate, as in [`boscage::operators::points::Points::new`].
const LARGEST: f64 = 1e150;

/// Refuses points that have no tree by the search's metric, and options that do not fit them.
///
/// # Errors
/// [`Error::Parse`], with the file and the row, for points; [`Error::Argument`] for options.
pub(super) fn check(search: &Search<'_>, data: &PointData) -> Result<()> {
    let points = data.len();
    if search.proof {
        proof::check_count(points)?;
    }
    check_count(search, data)?;
    let beyond = |x: &f64| x.abs() > LARGEST;
    if let Some(at) = data.coordinates.iter().position(beyond) {
        return Err(wrong_cell(data, "coordinates from -1e150 to 1e150", at, rows_count_from(data)));
    }
    match search.distance {
        Distance::Euclidean | Distance::Manhattan | Distance::Chebyshev => Ok(()),
        Distance::Cosine => {
            let is_zero = |point: &[f64]| point.iter().all(|&x| x == 0.0);
            match data.coordinates.chunks(data.dimensions).position(is_zero) {
                None => Ok(()),
                Some(row) => {
                    let expected = "nonzero vectors for the metric cosine";
                    Err(wrong(data, expected, format!("zero in row {row}"), rows_count_from(data)))
                }
            }
        }
        Distance::Haversine => {
            let latitudes = data.coordinates.iter().step_by(data.dimensions);
            match latitudes.map(|latitude| latitude.abs()).position(|latitude| latitude > 90.0) {
                None => Ok(()),
                Some(row) => {
                    let expected = "latitudes from -90 to 90 degrees";
                    let cure = "rows of points count from 0; the latitude comes before the longitude";
                    Err(wrong_cell(data, expected, row * data.dimensions, cure))
                }
            }
        }
    }
}

/// Refuses fewer points than are in a core distance. No points have an empty tree.
fn check_count(search: &Search<'_>, data: &PointData) -> Result<()> {
    let (points, samples) = (data.len(), samples_of(search.reachability));
    if points == 0 || samples <= points {
        return Ok(());
    }
    let is_by_size = search.density.is_some_and(|density| density.min_samples.is_none());
    let (option, cure) = match is_by_size {
        true => ("--min-cluster-size", "without --min-samples, there are as many samples"),
        false => ("--min-samples", ""),
    };
    Err(wrong(data, &format!("at least {samples} points, for {option} {samples}"), points.to_string(), cure))
}

/// Returns the advice how rows count.
fn rows_count_from(data: &PointData) -> &'static str {
    match data.format {
        Format::Numpy => "rows and columns count from 0",
        _ => "rows of points count from 0",
    }
}

/// Returns the error that a coordinate is not what is expected, by its position among all of them.
fn wrong_cell(data: &PointData, expected: &str, at: usize, cure: &'static str) -> Error {
    let (row, column) = (at / data.dimensions, at % data.dimensions);
    let column = data.columns.get(column).map_or_else(|| column.to_string(), on_one_line);
    // Very large and very small numbers with an exponent.
    let found = format!("{:?} in row {row}, column {column}", data.coordinates[at]);
    wrong(data, expected, found, cure)
}

fn wrong(data: &PointData, expected: &str, found: String, cure: &'static str) -> Error {
    let place = Place { path: data.path.clone(), at: At::Whole };
    Error::Parse { place, expected: expected.to_owned(), found, cure }
}

/// Names the file in an error of the library about points.
pub(super) fn of_file(data: &PointData) -> impl Fn(Error) -> Error + '_ {
    |error| match error {
        Error::Argument { what, expected, found } => wrong(data, &format!("{what}: {expected}"), found, ""),
        other => other,
    }
}
