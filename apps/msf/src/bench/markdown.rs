//! Tables for a README: what each operator is and how it compares with `kruskal`, or what a few operators
//! take on each graph.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;

use boscage_measuring::show::{counted, grouped, three_digits};
use boscage_operators::msf::{Algorithm, Facts, Kind};

use super::floor;
use super::report::{BASELINE, GraphReport, Report, Row};

/// What the figures of a cell are, in their order.
const FIGURES: &str = "factor to the time of `kruskal` on one thread / nanoseconds an edge / multiples \
                       of the floor, one pass over the edges on as many threads";

/// The tables that there are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    /// A row for each operator, a column for each graph.
    Operators,
    /// A row for each graph, a column for each operator and number of threads.
    Graphs,
}

impl Table {
    /// The lines of a file between which the table stands.
    fn lines(self) -> [String; 2] {
        let name = match self {
            Self::Operators => "operators",
            Self::Graphs => "graphs",
        };
        [format!("<!-- {name}: made by msf bench --markdown -->\n"), format!("<!-- end of {name} -->\n")]
    }

    /// The table alone; or, of a file that has the lines for it, the file with the table between them.
    pub(super) fn page(self, report: &Report, before: Option<&str>) -> String {
        let table = match self {
            Self::Operators => operators(report),
            Self::Graphs => graphs(report),
        };
        let [begin, end] = self.lines();
        let parts = before.and_then(|before| {
            let (head, rest) = before.split_once(&begin)?;
            let (_, tail) = rest.split_once(&end)?;
            Some((head, tail))
        });
        match parts {
            Some((head, tail)) => format!("{head}{begin}\n{table}\n{end}{tail}"),
            None => table,
        }
    }
}

/// A row an operator of the processor, in their own order.
fn operators(report: &Report) -> String {
    let graphs = || report.graphs.iter();
    let mut text = "| name | paper | kind | choose it for |".to_owned();
    for graph in graphs() {
        let _ = write!(text, " {} |", graph.graph); // a string takes all that is written
    }
    text.push_str("\n|---|---|---|---|");
    text.push_str(&"---|".repeat(report.graphs.len()));
    text.push('\n');
    for algorithm in Algorithm::ALL {
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
        format!("{}: {nodes}, {edges}", graph.graph)
    };
    let threads = graphs().flat_map(|graph| &graph.rows).map(|row| row.threads).max();
    let _ = writeln!(
        text,
        "\nIn a cell: {FIGURES}. From the graph in memory to its forest, on {}, operators of one thread on \
         one; {}. Where there is none, it was not measured: operators of quadratic time on large graphs. {}. {}.",
        counted(threads.unwrap_or(1), "thread", "threads"),
        how(report),
        graphs().map(graph).collect::<Vec<_>>().join("; "),
        report.machine.line()
    );
    text
}

/// The row of an operator on one thread, if it has no more, or on the most there were.
fn of_operator<'a>(graph: &'a GraphReport, name: &str, kind: Kind) -> Option<&'a Row> {
    let rows = || graph.rows.iter().filter(|row| row.operator == name);
    match kind {
        Kind::OneThread => rows().find(|row| row.threads == BASELINE.0),
        Kind::Threads | Kind::Quadratic => rows().max_by_key(|row| row.threads),
    }
}

/// A row a graph, in their order.
fn graphs(report: &Report) -> String {
    let mut columns: Vec<(&str, usize)> = Vec::new();
    for row in report.graphs.iter().flat_map(|graph| &graph.rows) {
        let has_more_threads_than_it_uses = row.threads > BASELINE.0
            && Algorithm::ALL
                .iter()
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

/// The figures of a row, as [`FIGURES`] names them.
fn figures(row: &Row) -> String {
    let figure = |figure: Option<f64>| figure.map_or("-".to_owned(), |figure| grouped(three_digits(figure)));
    match &row.times {
        Some(times) => [times.of_kruskal, times.ns_per_edge, times.of_floor].map(figure).join(" / "),
        None => "-".to_owned(),
    }
}

/// How it was measured.
fn how(report: &Report) -> String {
    format!("medians of {}, in turn, of proved forests", counted(report.runs, "run", "runs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_the_lines_for_it_keeps_everything_else() {
        let report = super::super::report::empty();
        for (table, other) in [(Table::Operators, Table::Graphs), (Table::Graphs, Table::Operators)] {
            let alone = table.page(&report, None);
            assert!(alone.starts_with("| ") && alone.contains("\n|---|"), "{alone}");
            assert_eq!(table.page(&report, Some("no lines\n")), alone);
            let [[begin, end], [other_begin, other_end]] = [table, other].map(Table::lines);
            let before = format!("# Head\n{begin}old\n{end}tail\n{other_begin}kept\n{other_end}");
            let after = table.page(&report, Some(&before));
            let want = format!("# Head\n{begin}\n{alone}\n{end}tail\n{other_begin}kept\n{other_end}");
            assert_eq!(after, want);
            assert_eq!(table.page(&report, Some(&after)), after);
        }
    }
}
