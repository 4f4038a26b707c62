//! The choices of `auto`: its time on each graph beside that of the fastest operator.

use std::fmt::Write;

use boscage::operators::msf::Auto;
use boscage_measuring::failure::Failure;
use boscage_programs::report::lines;
use boscage_programs::show::{grouped, three_digits};

use super::Exporter;
use super::text::facts;
use crate::bench::floor;
use crate::bench::report::{BenchReport, Times};

/// Aligned text, a line per graph and number of threads.
pub(crate) struct Choices;

impl Exporter for Choices {
    fn render(&self, report: &BenchReport) -> Result<String, Failure> {
        let mut text = lines(facts(report));
        let auto = boscage::operators::msf::Operator::facts(&Auto).name;
        let number = |number| grouped(three_digits(number));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\n{:<28} {:>10} {:>7} {:>8} {:>8}  {:<17} ratio",
            "graph", "edges", "threads", auto, "best", ""
        );
        let mut worst: f64 = 0.0;
        for graph in &report.graphs {
            let timed = || graph.rows.iter().filter_map(|row| Some((row, row.times.as_ref()?)));
            for (own, Times { ms, .. }) in timed().filter(|(row, _)| row.operator == auto) {
                let others = timed().filter(|(row, _)| ![auto, floor::NAME].contains(&&*row.operator));
                let same = others.filter(|(row, _)| row.threads == own.threads || row.threads == 1);
                let Some((best, times)) = same.min_by(|one, other| one.1.ms.total_cmp(&other.1.ms)) else {
                    continue;
                };
                worst = worst.max(ms / times.ms);
                let name = format!("{} ({})", best.operator, best.threads);
                let _ = writeln!(
                    text,
                    "{:<28} {:>10} {:>7} {:>8} {:>8}  {name:<17} {:.3}",
                    graph.graph,
                    grouped(graph.edges),
                    own.threads,
                    number(*ms),
                    number(times.ms),
                    ms / times.ms
                );
            }
        }
        let _ = writeln!(
            text,
            "\nThe largest ratio is {worst:.3}. Times are medians in ms; in brackets the threads of the best."
        );
        Ok(text)
    }
}
