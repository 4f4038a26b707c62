//! The table of operators.

use std::fmt::Write;

use boscage_measuring::markdown::escaped;
use boscage_operators::msf::{Algorithm, Facts, Kind};
use boscage_programs::show::counted;

use super::cell::{FIGURES, figures, how};
use crate::bench::report::{BASELINE, BenchReport, GraphReport, Row};

/// Renders a row for each operator of the processor, in their own order.
pub(super) fn table(report: &BenchReport) -> String {
    let graphs = || report.graphs.iter();
    let mut text = "| name | paper | kind | choose it for |".to_owned();
    for graph in graphs() {
        let _ = write!(text, " {} |", escaped(&graph.graph)); // a string takes all that is written
    }
    text.push_str("\n|---|---|---|---|");
    text.push_str(&"---|".repeat(report.graphs.len()));
    text.push('\n');
    for algorithm in Algorithm::on_cpu() {
        let Facts { name, paper, kind, choose_for, .. } = algorithm.facts();
        let _ = write!(text, "| `{name}` | {paper} | {} | {choose_for} |", kind.words());
        for graph in graphs() {
            let _ = write!(text, " {} |", of_operator(graph, name, *kind).map_or("-".to_owned(), figures));
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
