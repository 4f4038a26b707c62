//! Tables for a README: facts about each operator and its times relative to `kruskal`, or the times of a few
//! operators on each graph.

use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use boscage::io::Output;
use boscage::operators::msf::{Algorithm, Facts, Kind};
use boscage::{At, Error, Result};
use boscage_measuring::markdown::escaped;
use boscage_programs::show::{counted, grouped, three_digits};

use super::floor;
use super::report::{BASELINE, GraphReport, Report, Row};

/// What the figures of a cell are, in their order.
const FIGURES: &str = "factor to the time of `kruskal` on one thread / nanoseconds per edge / multiples \
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
    fn marks(self) -> [String; 2] {
        let name = match self {
            Self::Operators => "operators",
            Self::Graphs => "graphs",
        };
        [format!("<!-- {name}: made by msf bench --markdown -->"), format!("<!-- end of {name} -->")]
    }

    fn text(self, report: &Report) -> String {
        match self {
            Self::Operators => operators(report),
            Self::Graphs => graphs(report),
        }
    }

    /// What stands before and after the table: up to the end of the first mark's line, and from the second
    /// mark on; none if a text does not have both.
    fn around(self, text: &str) -> Option<[&str; 2]> {
        let [begin, end] = self.marks();
        let mut at = 0;
        let mut lines = text.split_inclusive('\n').map(|line| {
            at += line.len();
            (at, line)
        });
        let mut is = |mark: &str| lines.find(|(_, line)| line.trim_end_matches(['\r', '\n']) == mark);
        let (first, _) = is(&begin).filter(|(_, line)| line.ends_with('\n'))?;
        let (last, line) = is(&end)?;
        Some([&text[..first], &text[last - line.len()..]])
    }
}

/// Where a table goes: a file that has the lines for it keeps everything else.
pub(super) struct Page {
    path: PathBuf,
    table: Table,
}

impl Page {
    /// The file of this name, which may be there already.
    ///
    /// # Errors
    /// If it is, is not empty, and has no lines for the table: it would be lost.
    pub(super) fn new(path: &Path, table: Table) -> Result<Self> {
        let page = Self { path: path.to_owned(), table };
        page.with(String::new)?;
        Ok(page)
    }

    /// The whole file with the table of a report.
    ///
    /// # Errors
    /// As [`Page::new`]: the file may have changed since.
    pub(super) fn text(&self, report: &Report) -> Result<String> {
        self.with(|| self.table.text(report))
    }

    fn with(&self, table: impl FnOnce() -> String) -> Result<String> {
        let is_file = fs::metadata(&self.path).is_ok_and(|file| file.is_file() && file.len() > 0);
        if !is_file || Output::is_stdout(&self.path) {
            return Ok(table());
        }
        let wrong = |expected: &str, found: &str, cure| Error::Parse {
            place: boscage::Place { path: self.path.clone(), at: At::Whole },
            expected: expected.to_owned(),
            found: found.to_owned(),
            cure,
        };
        let failed = |source| Error::Io { path: self.path.clone(), action: "read", source };
        let text = String::from_utf8(fs::read(&self.path).map_err(failed)?)
            .map_err(|_| wrong("a page as text", "bytes that are no text", "name a new file"))?;
        let Some([before, after]) = self.table.around(&text) else {
            let expected = format!("the lines `{}`", self.table.marks().join("` and `"));
            let cure = "the table replaces what stands between them; add them, or name a new file";
            return Err(wrong(&expected, "a file without them", cure));
        };
        let mut table = format!("\n{}\n", table());
        if before.ends_with("\r\n") {
            table = table.replace('\n', "\r\n");
        }
        Ok([before, &table, after].concat())
    }
}

/// A row an operator of the processor, in their own order.
fn operators(report: &Report) -> String {
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

    fn page(folder: &Path, table: Table, before: &[u8]) -> Result<String, String> {
        let path = folder.join("page.md");
        fs::write(&path, before).unwrap();
        let report = super::super::report::empty();
        let written = Page::new(&path, table).and_then(|page| page.text(&report));
        written.map_err(|error| error.to_string().replace(&path.display().to_string(), "page.md"))
    }

    #[test]
    fn a_file_with_the_lines_for_it_keeps_everything_else() {
        let folder = tempfile::tempdir().unwrap();
        for (table, other) in [(Table::Operators, Table::Graphs), (Table::Graphs, Table::Operators)] {
            let page = |before: &str| page(folder.path(), table, before.as_bytes());
            let alone = page("").unwrap();
            assert!(alone.starts_with("| ") && alone.contains("\n|---|"), "{alone}");
            let [[begin, end], [other_begin, other_end]] = [table, other].map(Table::marks);
            let around = |table: &str, last| {
                format!("# Head\n{begin}\n{table}{end}\ntail\n{other_begin}\nkept\n{other_end}{last}")
            };
            for last in ["\n", ""] {
                let after = page(&around("old\n", last)).unwrap();
                assert_eq!(after, around(&format!("\n{alone}\n"), last));
                assert_eq!(page(&after).unwrap(), after);
            }
            assert_eq!(page(&format!("{begin}\n{end}")), Ok(format!("{begin}\n\n{alone}\n{end}")));
            let crlf = page(&around("old\n", "").replace('\n', "\r\n")).unwrap();
            assert_eq!(crlf, around(&format!("\n{alone}\n"), "").replace('\n', "\r\n"));
        }
    }

    #[test]
    fn a_file_without_them_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let [begin, end] = Table::Graphs.marks();
        let refused = format!(
            "page.md: expected the lines `{begin}` and `{end}`, found a file without them (the table replaces \
             what stands between them; add them, or name a new file)"
        );
        let operators = Table::Operators.marks().join("\n");
        for before in ["no lines\n", &begin, &format!("{end}\n{begin}\n"), &operators, " "] {
            assert_eq!(
                page(folder.path(), Table::Graphs, before.as_bytes()),
                Err(refused.clone()),
                "{before}"
            );
        }
        let latin = page(folder.path(), Table::Graphs, b"caf\xe9\n");
        let refused = "page.md: expected a page as text, found bytes that are no text (name a new file)";
        assert_eq!(latin, Err(refused.to_owned()));
    }
}
