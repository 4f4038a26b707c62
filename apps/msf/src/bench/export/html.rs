//! The figures as an HTML page.

use std::fmt::Write;

use boscage_measuring::failure::Failure;
use boscage_measuring::figure::{Figure, Numbers};
use boscage_measuring::page::{self, escaped};

use super::Exporter;
use super::charts::charts;
use super::text::{cells, columns, facts, facts_of, legend, race};
use crate::bench::report::{BenchReport, GraphReport};

/// The place of the numbers of all charts.
const WHERE: &str = "The numbers are in the tables of the graphs, below.";

/// A self-contained page.
pub(crate) struct Html;

impl Exporter for Html {
    fn render(&self, report: &BenchReport) -> Result<String, Failure> {
        let mut content = page::facts(&facts(report));
        content += &format!("<p>{}</p>\n<div class=\"plots\">\n", escaped(&legend(report)));
        for chart in charts(report) {
            content += &Figure { chart, numbers: Numbers::Elsewhere(WHERE) }.html()?;
        }
        content += "</div>\n";
        for graph in &report.graphs {
            table(&mut content, graph);
            for line in race(report, graph) {
                let _ = writeln!(content, "<p>{}</p>", escaped(&line));
            }
        }
        Ok(page::page("msf bench", "", &content))
    }
}

fn table(page: &mut String, graph: &GraphReport) {
    let _ = writeln!(page, "<h2>{}</h2>", escaped(&graph.graph)); // a string takes all that is written
    for line in facts_of(graph) {
        let _ = writeln!(page, "<p>{}</p>", escaped(&line));
    }
    let columns = columns(graph);
    let heads: String = columns.iter().map(|head| format!("<th>{head}</th>")).collect();
    let _ = writeln!(page, "<div class=\"wide\"><table>\n<tr>{heads}</tr>");
    for row in &graph.rows {
        let cells = cells(row);
        let cells = columns.iter().zip(cells);
        let mut line: Vec<_> = cells.map(|(_, cell)| format!("<td>{}</td>", escaped(&cell))).collect();
        if let Some(why) = row.reason() {
            line.truncate(2);
            let (rest, why) = (columns.len() - 2, escaped(why));
            line.push(format!("<td class=\"error\" colspan=\"{rest}\">not timed: {why}</td>"));
        }
        let _ = writeln!(page, "<tr>{}</tr>", line.concat());
    }
    *page += "</table></div>\n";
}
