//! The table of graphs.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;

use boscage_measuring::markdown::escaped;
use boscage_operators::msf::{Algorithm, Kind};
use boscage_programs::show::{counted, grouped, three_digits};

use super::cell::{FIGURES, figures, how};
use crate::bench::floor;
use crate::bench::report::{BASELINE, BenchReport};

/// Renders a row for each graph, in their order.
pub(super) fn table(report: &BenchReport) -> String {
    let mut columns: Vec<(&str, usize)> = Vec::new();
    for row in report.graphs.iter().flat_map(|graph| &graph.rows) {
        let has_more_threads_than_it_uses = row.threads > BASELINE.0
            && Algorithm::on_cpu()
                .any(|one| one.name() == row.operator && one.facts().kind == Kind::OneThread);
        let column = (row.operator, row.threads);
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
        let path = Path::new(&graph.graph);
        let name = path.file_name().map_or(graph.graph.as_str().into(), OsStr::to_string_lossy);
        let name = escaped(&name);
        let _ = write!(text, "| {name} | {} | {} |", grouped(graph.nodes), grouped(graph.edges));
        for &(name, threads) in &columns {
            let row = graph.rows.iter().find(|row| (row.operator, row.threads) == (name, threads));
            let cell = row.and_then(|row| {
                let ms = row.times.as_ref()?.ms;
                Some(format!("{} ms / {}", grouped(three_digits(ms)), figures(row)))
            });
            let _ = write!(text, " {} |", cell.as_deref().unwrap_or("-"));
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "\nIn a cell: milliseconds from the graph in memory to its forest / {FIGURES}; {}. {}.",
        how(report),
        report.machine.line()
    );
    text
}
