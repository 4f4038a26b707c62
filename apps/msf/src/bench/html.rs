//! The figures as an HTML page.

use std::fmt::Write;

use boscage_measuring::failure::Failure;
use boscage_measuring::page::{self, escaped};
use boscage_measuring::plot;

use super::plot::charts;
use super::report::{GraphReport, Report};
use super::table::{COLUMNS, LEGEND, cells, facts, facts_of};

/// The page.
pub(super) fn page(report: &Report) -> Result<String, Failure> {
    let mut content = page::facts(&facts(report));
    content += &format!("<p>{}</p>\n<div class=\"plots\">\n", escaped(LEGEND));
    content += &plot::pictures(&charts(report))?.concat();
    content += "</div>\n";
    for graph in &report.graphs {
        table(&mut content, graph);
    }
    Ok(page::page("msf bench", "", &content))
}

fn table(page: &mut String, graph: &GraphReport) {
    let _ = writeln!(page, "<h2>{}</h2>", escaped(&graph.graph)); // a string takes all that is written
    for line in facts_of(graph) {
        let _ = writeln!(page, "<p>{}</p>", escaped(&line));
    }
    let heads = COLUMNS.map(|head| format!("<th>{head}</th>")).concat();
    let _ = writeln!(page, "<div class=\"wide\"><table>\n<tr>{heads}</tr>");
    for row in &graph.rows {
        let mut line: Vec<_> = cells(row).iter().map(|cell| format!("<td>{cell}</td>")).collect();
        if let Some(why) = row.reason() {
            line.truncate(2);
            line.push(format!("<td class=\"error\" colspan=\"6\">not timed: {}</td>", escaped(why)));
        }
        let _ = writeln!(page, "<tr>{}</tr>", line.concat());
    }
    *page += "</table></div>\n";
}
