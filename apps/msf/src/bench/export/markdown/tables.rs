//! The tables: of operators, of graphs, of a race. Each cell has one figure.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;

use boscage::operators::msf::{self, Facts, Kind};
use boscage_measuring::figure::distinct;
use boscage_measuring::markdown::escaped;
use boscage_programs::show::{counted, grouped, three_digits};
use textwrap::{Options, WordSplitter};

use crate::bench::floor;
use crate::bench::report::{BASELINE, BenchReport, GraphReport, Row, Times};

/// A figure of a row, if it was timed.
struct Figure {
    /// The head of its column.
    head: &'static str,
    /// The sentence that introduces a table of this figure alone.
    meaning: &'static str,
    of: fn(&Times) -> Option<f64>,
}

/// The figures that compare rows of different graphs.
const FIGURES: [Figure; 3] = [
    Figure {
        head: "/ `kruskal`",
        meaning: "The time as a multiple of that of `kruskal` on one thread",
        of: |times| times.of_kruskal,
    },
    Figure { head: "ns per edge", meaning: "Nanoseconds per edge", of: |times| times.ns_per_edge },
    Figure {
        head: "/ floor",
        meaning: "The time as a multiple of the floor, one pass over the edges on as many threads",
        of: |times| times.of_floor,
    },
];

/// Length of the longest line of a note.
const COLUMNS: usize = 110;

/// A cell without a time.
const NOT_TIMED: &str = "-";

/// Renders the facts about each operator of the processor, in their order, then one table per figure.
pub(super) fn operators(report: &BenchReport) -> String {
    let graphs = || report.graphs.iter();
    let mut text = "| name | paper | kind | choose it for |\n|---|---|---|---|\n".to_owned();
    for operator in msf::operators() {
        let Facts { name, paper, kind, choose_for, .. } = operator.facts();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| `{name}` | {paper} | {} | {choose_for} |", kind.words());
    }
    for figure in &FIGURES {
        let _ = write!(text, "\n{}:\n\n| name |", figure.meaning);
        for graph in graphs() {
            let _ = write!(text, " {} |", escaped(&graph.graph));
        }
        let _ = writeln!(text, "\n|---|{}", "---|".repeat(report.graphs.len()));
        for operator in msf::operators() {
            let Facts { name, kind, .. } = operator.facts();
            let _ = write!(text, "| `{name}` |");
            for graph in graphs() {
                let _ = write!(text, " {} |", cell(of_operator(graph, name, *kind), figure.of));
            }
            text.push('\n');
        }
    }
    let graph = |graph: &GraphReport| {
        let [nodes, edges] = [(graph.nodes, "node"), (graph.edges, "edge")]
            .map(|(count, what)| counted(count, what, &format!("{what}s")));
        format!("{}: {nodes}, {edges}", escaped(&graph.graph))
    };
    let threads = graphs().flat_map(|graph| &graph.rows).map(|row| row.threads).max();
    let note = format!(
        "From the graph in memory to its forest, on {}, operators of one thread on one. {}. Not measured (-): \
         operators of quadratic time on large graphs. {}. {}.",
        counted(threads.unwrap_or(1), "thread", "threads"),
        how(report),
        graphs().map(graph).collect::<Vec<_>>().join("; "),
        report.machine.line()
    );
    text + "\n" + &filled(&note)
}

/// Returns the row of an operator on one thread if it has no more, or on the largest number of threads.
fn of_operator<'a>(graph: &'a GraphReport, name: &str, kind: Kind) -> Option<&'a Row> {
    let rows = || graph.rows.iter().filter(|row| row.operator == name);
    match kind {
        Kind::OneThread => rows().find(|row| row.threads == BASELINE.0),
        Kind::Threads | Kind::Quadratic => rows().max_by_key(|row| row.threads),
    }
}

/// Renders one row per graph, operator and number of threads, in their order.
pub(super) fn graphs(report: &BenchReport) -> String {
    let mut text = "| graph | nodes | edges | operator | threads | ms |".to_owned();
    for figure in &FIGURES {
        let _ = write!(text, " {} |", figure.head);
    }
    let _ = writeln!(text, "\n|---|---|---|---|---|---|{}", "---|".repeat(FIGURES.len()));
    for graph in &report.graphs {
        let (nodes, edges) = (grouped(graph.nodes), grouped(graph.edges));
        let mut of_graph = [name_of(graph), nodes, edges];
        for row in graph.rows.iter().filter(|row| row.operator != floor::NAME && !has_idle_threads(row)) {
            let [name, nodes, edges] = std::mem::take(&mut of_graph); // only in its first row
            let ms = cell(Some(row), |times| Some(times.ms));
            let _ =
                write!(text, "| {name} | {nodes} | {edges} | `{}` | {} | {ms} |", row.operator, row.threads);
            for figure in &FIGURES {
                let _ = write!(text, " {} |", cell(Some(row), figure.of));
            }
            text.push('\n');
        }
    }
    let note = format!(
        "ms: milliseconds from the graph in memory to its forest; / `kruskal`: multiples of the time of \
         `kruskal` on one thread; / floor: multiples of the floor, one pass over the edges on as many \
         threads{}. {}. {}.",
        unless_timed(&text),
        how(report),
        report.machine.line()
    );
    text + "\n" + &filled(&note)
}

/// Returns `true` if a row repeats an operator of one thread on more threads.
fn has_idle_threads(row: &Row) -> bool {
    row.threads > BASELINE.0
        && msf::operators().any(|one| one.name() == row.operator && one.kind() == Kind::OneThread)
}

/// Renders one row per graph and number of threads.
pub(super) fn race(report: &BenchReport) -> String {
    let rows =
        || report.graphs.iter().flat_map(|graph| &graph.rows).filter(|row| row.operator != floor::NAME);
    let columns = distinct(rows().map(|row| (row.command.is_some(), &*row.operator)));
    let heads =
        columns.iter().map(|&(is_other, name)| if is_other { escaped(name) } else { format!("`{name}`") });
    let heads: Vec<String> = heads.collect();
    let ours = || columns.iter().filter(|(is_other, _)| !is_other).map(|&(_, name)| name);
    let mut text = format!("| graph | edges | threads | {} | best other |", heads.join(" | "));
    for name in ours() {
        let _ = write!(text, " `{name}` / best other |");
    }
    let _ = writeln!(text, "\n|---|---|---|---|{}", "---|".repeat(columns.len() + ours().count()));
    for graph in &report.graphs {
        for threads in distinct(graph.rows.iter().map(|row| row.threads)) {
            let find = |name| graph.rows.iter().find(|row| (&*row.operator, row.threads) == (name, threads));
            let _ = write!(text, "| {} | {} | {threads} |", name_of(graph), grouped(graph.edges));
            for (_, name) in &columns {
                let _ = write!(text, " {} |", cell(find(name), |times| Some(times.ms)));
            }
            let best = graph.best(threads, true);
            let _ = write!(text, " {} |", best.map_or(NOT_TIMED.to_owned(), |(name, _)| escaped(name)));
            for name in ours() {
                let _ = write!(text, " {} |", cell(find(name), |times| times.of_best_other));
            }
            text.push('\n');
        }
    }
    let note = format!(
        "Milliseconds from the edges in memory to the forest; / best other: multiples of the time of the \
         fastest program of others{}. {}, each the median of five in a process of its own. {}.",
        unless_timed(&text),
        how(report),
        report.machine.line()
    );
    text + "\n" + &filled(&note)
}

/// Returns the name of a graph for a cell; of a file without its folder.
fn name_of(graph: &GraphReport) -> String {
    let path = Path::new(&graph.graph);
    escaped(&path.file_name().map_or(graph.graph.as_str().into(), OsStr::to_string_lossy))
}

/// Returns a figure of a row for a cell.
fn cell(row: Option<&Row>, figure: impl FnOnce(&Times) -> Option<f64>) -> String {
    let figure = row.and_then(|row| row.times.as_ref()).and_then(figure);
    figure.map_or(NOT_TIMED.to_owned(), |figure| grouped(three_digits(figure)))
}

/// Returns the meaning of an empty cell, if a table has one.
fn unless_timed(table: &str) -> &'static str {
    if table.contains(&format!(" {NOT_TIMED} ")) { " (-: not timed)" } else { "" }
}

/// Returns the kind of measurement.
fn how(report: &BenchReport) -> String {
    format!("Medians of {}, in turn, of proved forests", counted(report.runs, "run", "runs"))
}

/// Breaks a note into lines.
fn filled(note: &str) -> String {
    textwrap::fill(note, Options::new(COLUMNS).word_splitter(WordSplitter::NoHyphenation)) + "\n"
}
