//! The figures as aligned text, for people; and texts that the page shares.

use std::fmt::Write;

use boscage_measuring::failure::Failure;
use boscage_measuring::figure::distinct;
use boscage_programs::report::lines;
use boscage_programs::show::{bytes, counted, grouped, three_digits};

use super::Exporter;
use crate::bench::report::{BenchReport, GraphReport, Row, Times};

/// Heads of the columns.
const COLUMNS: [&str; 9] =
    ["operator", "threads", "ms", "min", "max", "ns/edge", "/kruskal", "/floor", "/best other"];

/// The meaning of the columns.
const LEGEND: &str = "\
ms: median time from the graph in memory to its forest, and the extremes. /kruskal: times the median of kruskal on one \
thread. /floor: times that of the floor, one pass over all edges on as many threads.";

/// Additional columns of races.
const OF_RACES: &str = "\
/best other: times that of the fastest program of others on as many threads. All programs ran in processes of their \
own, five forests a call; the median of five is a run.";

/// Aligned text.
pub(crate) struct Text;

impl Exporter for Text {
    fn render(&self, report: &BenchReport) -> Result<String, Failure> {
        let mut text = lines(facts(report));
        for graph in &report.graphs {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "\n{}: {}", graph.graph, facts_of(graph).join("\n  "));
            table(&mut text, graph);
            for line in race(report, graph) {
                let _ = writeln!(text, "  {line}");
            }
        }
        let _ = writeln!(text, "\n{}", legend(report).replace(". /", ".\n/"));
        Ok(text)
    }
}

/// Returns the circumstances of the measurement: labels and values.
pub(super) fn facts(report: &BenchReport) -> Vec<(&'static str, String)> {
    let build = if report.build == "release" { "" } else { ", a debug build: do not use these figures" };
    let runs = counted(report.runs, "run", "runs");
    let stopped = if report.interrupted { "; stopped before the end" } else { "" };
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

/// Returns the heads of the columns of a graph's table.
pub(super) fn columns(graph: &GraphReport) -> &'static [&'static str] {
    if graph.is_race() { &COLUMNS } else { &COLUMNS[..COLUMNS.len() - 1] }
}

/// Returns the meaning of the columns.
pub(super) fn legend(report: &BenchReport) -> String {
    let is_race = report.graphs.iter().any(GraphReport::is_race);
    if is_race { [LEGEND, OF_RACES].join(" ") } else { LEGEND.to_owned() }
}

/// Returns the result of a race on a graph, one line per number of threads, and warnings.
pub(super) fn race(report: &BenchReport, graph: &GraphReport) -> Vec<String> {
    let line = |threads| {
        let ((ours, our_ms), (other, ms)) = (graph.best(threads, false)?, graph.best(threads, true)?);
        let ([shown_ours, shown], of) =
            ([our_ms, ms].map(three_digits), counted(threads, "thread", "threads"));
        let (processor, ratio) = (report.machine.processor(), three_digits(our_ms / ms));
        Some(format!(
            "{processor}, {of}: {ours} {shown_ours} ms, best other {other} {shown} ms, ratio {ratio}"
        ))
    };
    let threads = distinct(graph.rows.iter().map(|row| row.threads));
    let warnings = graph.warnings().map(|words| format!("warning: {words}"));
    threads.into_iter().filter_map(line).chain(warnings).collect()
}

/// Returns the cells of a row; a row that was not timed has only the first two.
pub(super) fn cells(row: &Row) -> [String; 9] {
    let number = |number: f64| grouped(three_digits(number));
    let perhaps = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), number);
    let times = row.times.as_ref();
    let of = |figure: fn(&Times) -> Option<f64>| perhaps(times.and_then(figure));
    [
        row.operator.clone(),
        row.threads.to_string(),
        of(|times| Some(times.ms)),
        of(|times| Some(times.min_ms)),
        of(|times| Some(times.max_ms)),
        of(|times| times.ns_per_edge),
        of(|times| times.of_kruskal),
        of(|times| times.of_floor),
        of(|times| times.of_best_other),
    ]
}

/// Adds the rows of a graph: names flush left, numbers flush right.
fn table(text: &mut String, graph: &GraphReport) {
    let columns = columns(graph).len();
    let mut lines = vec![COLUMNS.map(str::to_owned)];
    lines.extend(graph.rows.iter().map(cells));
    let widths: [usize; 9] =
        std::array::from_fn(|i| lines.iter().map(|line| line[i].len()).max().unwrap_or(0));
    for (line, row) in lines.iter().zip([None].into_iter().chain(graph.rows.iter().map(Some))) {
        let _ = write!(text, "  {:<width$}", line[0], width = widths[0]);
        match row.and_then(Row::reason) {
            Some(why) => {
                let _ = write!(text, "  {:>width$}  not timed: {why}", line[1], width = widths[1]);
            }
            None => (1..columns).for_each(|i| {
                let _ = write!(text, "  {:>width$}", line[i], width = widths[i]);
            }),
        }
        text.push('\n');
    }
}
