//! A run in a few aligned lines, for people.

use std::fmt::Write;

use boscage::input_name;
use boscage::io::{ArcReport, Input, Unweighted};
use boscage_programs::report::{lines, times};
use boscage_programs::show::{bytes, counted, format_name, grouped};

use crate::report::{RunReport, Seconds};

/// Suggestions after the run on the bundled graph.
pub(crate) const WHAT_NEXT: &str = "
That was the road network that comes with msf; its forest is proved minimal. What to try next:
  cargo install --path apps/msf         msf as a command of its own
  msf GRAPH                             any graph file: DIMACS, SNAP, Matrix Market, ..., also compressed
  msf GRAPH --out FILE                  keep the forest; --format dot draws it
  msf GRAPH --stats json                figures for programs
  msf verify GRAPH FILE                 prove a forest minimal, of any program
  msf --help                            everything else
";

/// Returns the summary, several lines.
pub(crate) fn summary(report: &RunReport, input: &Input, law: Unweighted) -> String {
    let graph = format!("{} ({})", input_name(&input.path), format_name(input.format, input.is_guessed));
    let mut rows = report.rows(&graph, &how(report));
    if let Some(clusters) = report.clusters.filter(|&clusters| clusters != report.trees) {
        rows.push(("clusters", grouped(clusters)));
    }
    rows.splice(1..1, notes(input, report.forest.edges == 0, law).map(|note| ("", note)));
    rows.extend(report.proof());
    let Seconds { read, build, forest, verify } = report.seconds;
    rows.extend(times([
        ("read", Some(read)),
        ("build", Some(build)),
        ("forest", Some(forest)),
        ("verify", verify),
    ]));
    rows.extend(report.peak_bytes.map(|peak| ("memory", format!("{} at its peak", bytes(peak)))));
    lines(rows)
}

/// Returns remarks on properties of the input that may surprise.
fn notes(input: &Input, is_empty: bool, law: Unweighted) -> impl Iterator<Item = String> + use<> {
    let weights = match (input.weighted, law) {
        _ if is_empty => None,
        (false, Unweighted::One) => Some("no weights in the input: each edge weighs 1".to_owned()),
        (false, law) => Some(format!("no weights in the input: --weights {law}")),
        (true, Unweighted::One) => None,
        (true, law) => Some(format!("the input has weights: --weights {law} is not used")),
    };
    let arcs = input.arcs.and_then(|ArcReport { arcs, unpaired, folded, .. }| {
        let have = if unpaired == 1 { "has" } else { "have" };
        let of =
            format!("{} of {} {have} no mirror", grouped(unpaired), counted(arcs as usize, "arc", "arcs"));
        match (unpaired, folded) {
            (0, _) => None,
            (1, true) => Some(format!("{of} and is an edge of its own")),
            (_, true) => Some(format!("{of} and are edges of their own")),
            (_, false) => Some(format!("{of}, so every arc is an edge; --arcs fold or keep decides")),
        }
    });
    weights.into_iter().chain(arcs)
}

/// Returns the device, the threads and the rounds of the operator.
fn how(report: &RunReport) -> String {
    let mut text = report.device.as_ref().map_or_else(String::new, |device| format!("{device}, "));
    let threads = report.statistics.threads().unwrap_or(report.threads);
    text += &counted(threads, "thread", "threads");
    if report.rounds > 0 {
        let _ = write!(text, ", {}", counted(report.rounds as usize, "round", "rounds"));
    }
    text
}
