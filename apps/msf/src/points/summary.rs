//! A run on points in a few aligned lines, for people.

use std::path::Path;

use boscage::input_name;
use boscage::io::Format;
use boscage_programs::report::{lines, times};
use boscage_programs::show::{bytes, counted, format_name, grouped};

use crate::report::{PointsReport, RunReport, Seconds};

/// Returns the summary, several lines.
pub(super) fn summary(report: &RunReport, file: &Path, format: Format) -> String {
    let Some(points) = &report.points else { return String::new() };
    let name = format!("{} ({})", input_name(file), format_name(format, false));
    let how = counted(report.statistics.threads().unwrap_or(report.threads), "thread", "threads");
    let edges = counted(report.forest_edges as usize, "edge", "edges");
    let mut rows = vec![
        ("points", format!("{name}, {}", size(report, points))),
        ("tree", format!("{edges}, by {}, {how}", weights(points))),
        ("weight", format!("{}, the minimum", report.total_weight)),
    ];
    rows.extend(
        report
            .clusters
            .filter(|&clusters| points.noise.is_some() || clusters != report.trees)
            .map(|clusters| ("clusters", grouped(clusters))),
    );
    rows.extend(points.noise.map(|noise| ("noise", counted(noise, "point", "points"))));
    if report.verified {
        rows.push(("proof", PROVED.to_owned()));
    }
    let Seconds { read, forest, verify, .. } = report.seconds;
    rows.extend(times([("read", Some(read)), ("tree", Some(forest)), ("verify", verify)]));
    rows.extend(report.peak_bytes.map(|peak| ("memory", format!("{} at its peak", bytes(peak)))));
    lines(rows)
}

/// The words for a proof.
pub(crate) const PROVED: &str = "minimal: its weights are those of Prim's algorithm";

/// Returns the numbers of points and dimensions.
pub(crate) fn size(report: &RunReport, points: &PointsReport) -> String {
    let dimensions = counted(points.dimensions, "dimension", "dimensions");
    format!("{} in {dimensions}", counted(report.nodes, "point", "points"))
}

/// Returns the words for the weights of edges.
pub(crate) fn weights(points: &PointsReport) -> String {
    match points.min_samples {
        1 => points.metric.words().to_owned(),
        samples => format!("mutual reachability ({samples} samples) of {}", points.metric.words()),
    }
}
