//! Tables in Markdown for a page: facts about each operator and its times on each graph, or the times of a
//! few operators on each graph, or of a race.

mod tables;

use std::fs;
use std::path::PathBuf;

use boscage::io::Output;
use boscage::{At, Error, Place, Result};
use boscage_measuring::failure::Failure;

use super::Exporter;
use crate::bench::report::BenchReport;

/// The kinds of tables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Table {
    /// The facts, then one table per figure with one row per operator and one column per graph.
    Operators,
    /// One row per graph, operator and number of threads, one column per figure.
    Graphs,
    /// One row per graph and number of threads, one column per operator and per program of others.
    Race,
}

impl Table {
    /// Returns the lines that mark the begin and the end of the table in a file.
    fn marks(self) -> [String; 2] {
        let name = match self {
            Self::Operators => "operators",
            Self::Graphs => "graphs",
            Self::Race => "race",
        };
        [format!("<!-- {name}: made by msf bench --markdown -->"), format!("<!-- end of {name} -->")]
    }

    fn text(self, report: &BenchReport) -> String {
        match self {
            Self::Operators => tables::operators(report),
            Self::Graphs => tables::graphs(report),
            Self::Race => tables::race(report),
        }
    }

    /// Returns the text before and after the table: up to the end of the first mark's line, and from the
    /// second mark on; none if a text does not have both.
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

/// A table in a file; a file with the marks keeps everything else.
pub(crate) struct Markdown {
    pub(crate) file: PathBuf,
    pub(crate) table: Table,
}

impl Exporter for Markdown {
    /// Checks that the file is missing, is empty, or has the marks: otherwise its content would be lost.
    fn check(&self) -> Result<()> {
        self.around(String::new).map(drop)
    }

    /// Renders the whole file, which may have changed since the check.
    fn render(&self, report: &BenchReport) -> Result<String, Failure> {
        Ok(self.around(|| self.table.text(report))?)
    }
}

impl Markdown {
    /// Puts a table in its place in the file.
    fn around(&self, table: impl FnOnce() -> String) -> Result<String> {
        let is_file = fs::metadata(&self.file).is_ok_and(|file| file.is_file() && file.len() > 0);
        if !is_file || Output::is_stdout(&self.file) {
            return Ok(table());
        }
        let wrong = |expected: &str, found: &str, cure| Error::Parse {
            place: Place { path: self.file.clone(), at: At::Whole },
            expected: expected.to_owned(),
            found: found.to_owned(),
            cure,
        };
        let failed = |source| Error::Io { path: self.file.clone(), action: "read", source };
        let text = String::from_utf8(fs::read(&self.file).map_err(failed)?)
            .map_err(|_| wrong("a page as text", "bytes that are not text", "name a new file"))?;
        let Some([before, after]) = self.table.around(&text) else {
            let expected = format!("the lines `{}`", self.table.marks().join("` and `"));
            let cure = "the table replaces the text between them; add them, or name a new file";
            return Err(wrong(&expected, "a file without them", cure));
        };
        let mut table = format!("\n{}\n", table());
        if before.ends_with("\r\n") {
            table = table.replace('\n', "\r\n");
        }
        Ok([before, &table, after].concat())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use boscage::graph::Objective;

    use super::*;

    fn page(folder: &Path, table: Table, before: &[u8]) -> Result<String, String> {
        let path = folder.join("page.md");
        fs::write(&path, before).unwrap();
        let page = Markdown { file: path.clone(), table };
        let written = page
            .check()
            .map_err(Failure::from)
            .and_then(|()| page.render(&BenchReport::new(Objective::Minimum, 1)));
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
             the text between them; add them, or name a new file)"
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
        let refused = "page.md: expected a page as text, found bytes that are not text (name a new file)";
        assert_eq!(latin, Err(refused.to_owned()));
    }
}
