//! The figures as aligned text, for people; and the words that the page shares.

use std::fmt::Write;

use boscage_measuring::failure::Failure;
use boscage_programs::report::lines;
use boscage_programs::show::{bytes, counted, grouped, three_digits};

use super::Exporter;
use crate::bench::report::{BenchReport, GraphReport, Row, Times};

/// Heads of the columns.
pub(super) const COLUMNS: [&str; 8] =
    ["operator", "threads", "ms", "min", "max", "ns/edge", "/kruskal", "/floor"];

/// The meaning of the columns.
pub(super) const LEGEND: &str = "\
ms: median time from the graph in memory to its forest, and the extremes. /kruskal: times the median of kruskal on one \
thread. /floor: times that of the floor, one pass over all edges on as many threads.";

/// Aligned text.
pub(crate) struct Text;

impl Exporter for Text {
    fn render(&self, report: &BenchReport) -> Result<String, Failure> {
        let mut text = lines(facts(report));
        for graph in &report.graphs {
            // A string takes all that is written.
            let _ = writeln!(text, "\n{}: {}", graph.graph, facts_of(graph).join("\n  "));
            table(&mut text, graph);
        }
        let _ = writeln!(text, "\n{}", LEGEND.replace(". /", ".\n/"));
        Ok(text)
    }
}

/// Returns where and how it was measured: labels and values.
pub(super) fn facts(report: &BenchReport) -> Vec<(&'static str, String)> {
    let build = if report.build == "release" { "" } else { ", a debug build: these figures mean nothing" };
    let runs = counted(report.runs, "run", "runs");
    let stopped = if report.interrupted { "; stopped before its end" } else { "" };
    let mut facts = vec![
        ("program", format!("msf {}{build}", report.version)),
        ("machine", report.machine.line()),
        ("runs", format!("median of {runs}, operators in turn; {} forests{stopped}", report.objective)),
    ];
    facts.extend(report.peak_bytes.map(|peak| ("memory", format!("{} at its peak", bytes(peak)))));
    facts
}

/// Returns the facts about a graph, in two lines.
pub(super) fn facts_of(graph: &GraphReport) -> [String; 2] {
    let weights = match (graph.lightest, graph.heaviest) {
        (Some(lightest), Some(heaviest)) => {
            format!("weights {} from {lightest} to {heaviest}", graph.weight_type)
        }
        _ => format!("weights {}", graph.weight_type),
    };
    [
        format!(
            "{}, {}, {weights}",
            counted(graph.nodes, "node", "nodes"),
            counted(graph.edges, "edge", "edges")
        ),
        format!(
            "{}; forest: {}, {}, weight {}, proved",
            graph.origin,
            counted(graph.forest_edges, "edge", "edges"),
            counted(graph.trees, "tree", "trees"),
            graph.total_weight
        ),
    ]
}

/// Returns the cells of a row; what was not timed has none but the first two.
pub(super) fn cells(row: &Row) -> [String; 8] {
    let number = |number: f64| grouped(three_digits(number));
    let perhaps = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), number);
    let times = row.times.as_ref();
    let of = |figure: fn(&Times) -> Option<f64>| perhaps(times.and_then(figure));
    [
        row.operator.to_owned(),
        row.threads.to_string(),
        of(|times| Some(times.ms)),
        of(|times| Some(times.min_ms)),
        of(|times| Some(times.max_ms)),
        of(|times| times.ns_per_edge),
        of(|times| times.of_kruskal),
        of(|times| times.of_floor),
    ]
}

/// Adds the rows of a graph: names flush left, numbers flush right.
fn table(text: &mut String, graph: &GraphReport) {
    let mut lines = vec![COLUMNS.map(str::to_owned)];
    lines.extend(graph.rows.iter().map(cells));
    let widths: [usize; 8] =
        std::array::from_fn(|i| lines.iter().map(|line| line[i].len()).max().unwrap_or(0));
    for (line, row) in lines.iter().zip([None].into_iter().chain(graph.rows.iter().map(Some))) {
        let _ = write!(text, "  {:<width$}", line[0], width = widths[0]);
        match row.and_then(Row::reason) {
            Some(why) => {
                let _ = write!(text, "  {:>width$}  not timed: {why}", line[1], width = widths[1]);
            }
            None => (1..8).for_each(|i| {
                let _ = write!(text, "  {:>width$}", line[i], width = widths[i]);
            }),
        }
        text.push('\n');
    }
}
