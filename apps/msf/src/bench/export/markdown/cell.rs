//! The figures of a cell, and the words for them.

use boscage_programs::show::{counted, grouped, three_digits};

use crate::bench::report::{BenchReport, Row};

/// The figures of a cell, in their order.
pub(super) const FIGURES: &str = "factor to the time of `kruskal` on one thread / nanoseconds per edge / \
                                  multiples of the floor, one pass over the edges on as many threads";

/// Returns the figures of a row, as [`FIGURES`] names them.
pub(super) fn figures(row: &Row) -> String {
    let figure = |figure: Option<f64>| figure.map_or("-".to_owned(), |figure| grouped(three_digits(figure)));
    match &row.times {
        Some(times) => [times.of_kruskal, times.ns_per_edge, times.of_floor].map(figure).join(" / "),
        None => "-".to_owned(),
    }
}

/// Returns how it was measured.
pub(super) fn how(report: &BenchReport) -> String {
    format!("medians of {}, in turn, of proved forests", counted(report.runs, "run", "runs"))
}
