//! The results of a race: lines, a table, an object.

use std::fmt::Write;

use boscage_measuring::figure::distinct;
use boscage_measuring::machine::Machine;
use boscage_measuring::markdown::escaped;
use boscage_programs::show::{counted, three_digits};
use serde_json::{Value, json};

use super::KernelWord;

/// The medians of one kernel on one graph, in seconds; `None` if a method failed.
pub(super) struct Cell {
    graph: String,
    kernel: KernelWord,
    textbook: Option<f64>,
    /// Per number of threads, the operator and, if it takes part, GAP's program.
    by_threads: Vec<(Option<f64>, Option<Option<f64>>)>,
}

/// All cells.
pub(super) struct Table {
    pub(super) threads: Vec<usize>,
    cells: Vec<Cell>,
}

impl Cell {
    /// Creates a table from the medians in the order of the entries: the textbook, then per number of threads
    /// the operator and, if it takes part, GAP's program.
    pub(super) fn new(graph: &str, kernel: KernelWord, threads: &[usize], medians: &[Option<f64>]) -> Self {
        let (textbook, programs) = (medians[0], &medians[1..]);
        let of_threads = programs.chunks(programs.len() / threads.len());
        let by_threads = of_threads.map(|pair| (pair[0], pair.get(1).copied())).collect();
        Self { graph: graph.to_owned(), kernel, textbook, by_threads }
    }

    /// Returns one line per number of threads.
    pub(super) fn lines(&self, threads: &[usize]) -> String {
        let mut text = String::new();
        for (&threads, (ours, reference)) in threads.iter().zip(&self.by_threads) {
            let of = counted(threads, "thread", "threads");
            let (graph, kernel) = (&self.graph, self.kernel.name());
            let _ = write!(text, "{graph} {kernel}, {of}: boscage {}", seconds(*ours));
            let _ = write!(text, ", textbook {}", seconds(self.textbook));
            if let Some(reference) = *reference {
                let _ = write!(text, ", reference {}, ratio {}", seconds(reference), ratio(*ours, reference));
            }
            text.push('\n');
        }
        text
    }
}

impl Table {
    pub(super) fn new(threads: Vec<usize>) -> Self {
        Self { threads, cells: Vec::new() }
    }

    pub(super) fn add(&mut self, cell: Cell) {
        self.cells.push(cell);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns `true` if no method failed.
    pub(super) fn is_whole(&self) -> bool {
        let is_whole = |&(ours, reference): &(Option<f64>, Option<Option<f64>>)| {
            ours.is_some() && reference.is_none_or(|reference| reference.is_some())
        };
        self.cells.iter().all(|cell| cell.textbook.is_some() && cell.by_threads.iter().all(is_whole))
    }

    /// Returns one table per number of threads: one row per kernel, columns per graph.
    pub(super) fn markdown(&self) -> String {
        let graphs = distinct(self.cells.iter().map(|cell| &cell.graph));
        let kernels = distinct(self.cells.iter().map(|cell| cell.kernel));
        let has_reference = self.cells.iter().any(|cell| cell.by_threads.iter().any(|pair| pair.1.is_some()));
        let mut text = format!("{}. Seconds of a trial, the median of the runs", Machine::this().line());
        text += if has_reference { "; *ratio*: boscage to reference.\n" } else { ".\n" };
        for (at, &threads) in self.threads.iter().enumerate() {
            let _ = write!(text, "\n{}:\n\n| |", counted(threads, "thread", "threads"));
            for graph in &graphs {
                let _ = write!(text, " {}: textbook | boscage |", escaped(graph));
                text += if has_reference { " reference | ratio |" } else { "" };
            }
            let columns = if has_reference { 4 } else { 2 };
            let _ = writeln!(text, "\n|---|{}", "---|".repeat(columns * graphs.len()));
            for &kernel in &kernels {
                let _ = write!(text, "| {} |", kernel.name());
                for graph in &graphs {
                    let cell = self.cells.iter().find(|cell| cell.kernel == kernel && cell.graph == **graph);
                    let textbook = cell.and_then(|cell| cell.textbook);
                    let (ours, reference) = cell.map_or((None, None), |cell| cell.by_threads[at]);
                    let _ = write!(text, " {} | {} |", digits(textbook), digits(ours));
                    if has_reference {
                        let reference = reference.flatten();
                        let _ = write!(text, " {} | {} |", digits(reference), ratio(ours, reference));
                    }
                }
                text.push('\n');
            }
        }
        text
    }

    /// Returns everything as an object.
    pub(super) fn object(&self) -> Value {
        let result = |cell: &Cell, at: usize| {
            let (ours, reference) = cell.by_threads[at];
            json!({
                "graph": cell.graph,
                "kernel": cell.kernel.name(),
                "threads": self.threads[at],
                "boscage_seconds": ours,
                "textbook_seconds": cell.textbook,
                "reference_seconds": reference.flatten(),
            })
        };
        let places = 0..self.threads.len();
        let results = self.cells.iter().flat_map(|cell| places.clone().map(move |at| (cell, at)));
        let results: Vec<Value> = results.map(|(cell, at)| result(cell, at)).collect();
        json!({ "version": 1, "machine": Machine::this(), "results": results })
    }
}

/// A time without its unit.
fn digits(seconds: Option<f64>) -> String {
    seconds.map_or("–".to_owned(), three_digits)
}

fn seconds(seconds: Option<f64>) -> String {
    seconds.map_or("–".to_owned(), |seconds| format!("{} s", three_digits(seconds)))
}

fn ratio(ours: Option<f64>, reference: Option<f64>) -> String {
    ours.zip(reference).map_or("–".to_owned(), |(ours, reference)| format!("{:.2}", ours / reference))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_row_for_each_kernel() {
        let mut table = Table::new(vec![1, 2]);
        let medians = [Some(0.5), Some(0.25), Some(0.5), Some(0.125), None];
        table.add(Cell::new("kron16", KernelWord::Bfs, &table.threads, &medians));
        let markdown = table.markdown();
        let (_, tables) = markdown.split_once('\n').unwrap();
        assert_eq!(
            tables,
            "\n1 thread:\n\n| | kron16: textbook | boscage | reference | ratio |\n|---|---|---|---|---|\n\
             | bfs | 0.500 | 0.250 | 0.500 | 0.50 |\n\
             \n2 threads:\n\n| | kron16: textbook | boscage | reference | ratio |\n|---|---|---|---|---|\n\
             | bfs | 0.500 | 0.125 | – | – |\n"
        );
        assert!(!table.is_whole());
        let lines = table.cells[0].lines(&table.threads);
        let first = "kron16 bfs, 1 thread: boscage 0.250 s, textbook 0.500 s, reference 0.500 s, ratio 0.50";
        assert_eq!(lines.lines().next(), Some(first));
    }
}
