//! The tables: of operators, and of graphs.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;

use boscage::operators::msf::{self, Facts, Kind};
use boscage_measuring::figure::distinct;
use boscage_measuring::markdown::escaped;
use boscage_programs::show::{counted, grouped, three_digits};

use crate::bench::floor;
use crate::bench::report::{BASELINE, BenchReport, GraphReport, Row};

/// The figures of a cell, in their order.
const FIGURES: &str = "factor to the time of `kruskal` on one thread / nanoseconds per edge / \
                                  multiples of the floor, one pass over the edges on as many threads";

/// A cell without a time.
const NOT_TIMED: &str = "-";

/// Renders a row for each operator of the processor, in their own order.
pub(super) fn operators(report: &BenchReport) -> String {
    let graphs = || report.graphs.iter();
    let mut text = "| name | paper | kind | choose it for |".to_owned();
    for graph in graphs() {
        let _ = write!(text, " {} |", escaped(&graph.graph)); // a string takes all that is written
    }
    text.push_str("\n|---|---|---|---|");
    text.push_str(&"---|".repeat(report.graphs.len()));
    text.push('\n');
    for operator in msf::operators() {
        let Facts { name, paper, kind, choose_for, .. } = operator.facts();
        let _ = write!(text, "| `{name}` | {paper} | {} | {choose_for} |", kind.words());
        for graph in graphs() {
            let _ =
                write!(text, " {} |", of_operator(graph, name, *kind).map_or(NOT_TIMED.to_owned(), figures));
        }
        text.push('\n');
    }
    let graph = |graph: &GraphReport| {
        let [nodes, edges] = [(graph.nodes, "node"), (graph.edges, "edge")]
            .map(|(count, what)| counted(count, what, &format!("{what}s")));
        format!("{}: {nodes}, {edges}", escaped(&graph.graph))
    };
    let threads = graphs().flat_map(|graph| &graph.rows).map(|row| row.threads).max();
    let _ = writeln!(
        text,
        "\nIn a cell: {FIGURES}. From the graph in memory to its forest, on {}, operators of one thread on \
         one; {}. Not measured (-): operators of quadratic time on large graphs. {}. {}.",
        counted(threads.unwrap_or(1), "thread", "threads"),
        how(report),
        graphs().map(graph).collect::<Vec<_>>().join("; "),
        report.machine.line()
    );
    text
}

/// Finds the row of an operator on one thread, if it has no more, or on the most there were.
fn of_operator<'a>(graph: &'a GraphReport, name: &str, kind: Kind) -> Option<&'a Row> {
    let rows = || graph.rows.iter().filter(|row| row.operator == name);
    match kind {
        Kind::OneThread => rows().find(|row| row.threads == BASELINE.0),
        Kind::Threads | Kind::Quadratic => rows().max_by_key(|row| row.threads),
    }
}

/// Renders a row for each graph, in their order.
pub(super) fn graphs(report: &BenchReport) -> String {
    let mut columns: Vec<(&str, usize)> = Vec::new();
    for row in report.graphs.iter().flat_map(|graph| &graph.rows) {
        let has_more_threads_than_it_uses = row.threads > BASELINE.0
            && msf::operators().any(|one| one.name() == row.operator && one.kind() == Kind::OneThread);
        let column = (&*row.operator, row.threads);
        if row.operator != floor::NAME && !has_more_threads_than_it_uses && !columns.contains(&column) {
            columns.push(column);
        }
    }
    let mut text = "| graph | nodes | edges |".to_owned();
    for (name, threads) in &columns {
        let _ = write!(text, " `{name}`, {} |", counted(*threads, "thread", "threads"));
    }
    let _ = writeln!(text, "\n|---|---|---|{}", "---|".repeat(columns.len()));
    for graph in &report.graphs {
        let _ = write!(text, "| {} | {} | {} |", name_of(graph), grouped(graph.nodes), grouped(graph.edges));
        for &(name, threads) in &columns {
            let row = graph.rows.iter().find(|row| (&*row.operator, row.threads) == (name, threads));
            let cell = row.and_then(|row| {
                let ms = row.times.as_ref()?.ms;
                Some(format!("{} ms / {}", grouped(three_digits(ms)), figures(row)))
            });
            let _ = write!(text, " {} |", cell.as_deref().unwrap_or(NOT_TIMED));
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "\nIn a cell: milliseconds from the graph in memory to its forest / {FIGURES}{}; {}. {}.",
        unless_timed(&text),
        how(report),
        report.machine.line()
    );
    text
}

/// Renders a row for each graph and number of threads.
pub(super) fn race(report: &BenchReport) -> String {
    let rows =
        || report.graphs.iter().flat_map(|graph| &graph.rows).filter(|row| row.operator != floor::NAME);
    let columns = distinct(rows().map(|row| (row.command.is_some(), &*row.operator)));
    let heads =
        columns.iter().map(|&(is_other, name)| if is_other { escaped(name) } else { format!("`{name}`") });
    let heads: Vec<String> = heads.collect();
    let mut text = format!("| graph | edges | threads | {} | best other |\n", heads.join(" | "));
    let _ = writeln!(text, "|---|---|---|{}---|", "---|".repeat(columns.len()));
    for graph in &report.graphs {
        for threads in distinct(graph.rows.iter().map(|row| row.threads)) {
            let _ = write!(text, "| {} | {} | {threads} |", name_of(graph), grouped(graph.edges));
            for (_, name) in &columns {
                let row = graph.rows.iter().find(|row| (&*row.operator, row.threads) == (name, threads));
                let times = row.and_then(|row| row.times.as_ref());
                let ms = times.map_or(NOT_TIMED.to_owned(), |times| grouped(three_digits(times.ms)));
                let ratio = times.filter(|_| row.is_some_and(|row| row.command.is_none()));
                let ratio = ratio.and_then(|times| times.of_best_other);
                let ratio = ratio.map_or(String::new(), |ratio| format!(" / {}", three_digits(ratio)));
                let _ = write!(text, " {ms}{ratio} |");
            }
            let best = graph.best(threads, true);
            let best = best
                .map_or(NOT_TIMED.to_owned(), |(name, ms)| format!("{} {}", three_digits(ms), escaped(name)));
            let _ = writeln!(text, " {best} |");
        }
    }
    let _ = writeln!(
        text,
        "\nIn a cell: milliseconds from the edges in memory to the forest; of ours, then the ratio to the best \
         other{}; {}, each the median of five in a process of its own. {}.",
        unless_timed(&text),
        how(report),
        report.machine.line()
    );
    text
}

/// Returns the name of a graph, of a file without its folder, as it stands in a cell.
fn name_of(graph: &GraphReport) -> String {
    let path = Path::new(&graph.graph);
    escaped(&path.file_name().map_or(graph.graph.as_str().into(), OsStr::to_string_lossy))
}

/// Returns the figures of a row, as [`FIGURES`] names them.
fn figures(row: &Row) -> String {
    let figure =
        |figure: Option<f64>| figure.map_or(NOT_TIMED.to_owned(), |figure| grouped(three_digits(figure)));
    match &row.times {
        Some(times) => [times.of_kruskal, times.ns_per_edge, times.of_floor].map(figure).join(" / "),
        None => NOT_TIMED.to_owned(),
    }
}

/// Returns the meaning of an empty cell, if a table has one.
fn unless_timed(table: &str) -> &'static str {
    if table.contains(&format!(" {NOT_TIMED} ")) { " (-: not timed)" } else { "" }
}

/// Returns how it was measured.
fn how(report: &BenchReport) -> String {
    format!("medians of {}, in turn, of proved forests", counted(report.runs, "run", "runs"))
}
