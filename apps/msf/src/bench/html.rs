//! The figures as a page of its own: it needs no other file, no script and no network, and fits a telephone.

use std::fmt::Write;

use super::plot;
use super::report::{GraphReport, Report};
use super::table::{COLUMNS, LEGEND, cells, facts, facts_of};
use crate::failure::Failure;

const STYLE: &str = "\
body { font: 16px/1.45 sans-serif; margin: 0 auto; padding: 0 1em 2em; max-width: 72em; color: #222; background: #fff }
h1 { font-size: 1.5em } h2 { font-size: 1.15em; margin: 1.6em 0 .2em; overflow-wrap: anywhere }
p { margin: .2em 0; overflow-wrap: anywhere } dl { display: grid; grid-template-columns: max-content auto; gap: 0 1em }
dd { margin: 0 } .plots { display: flex; flex-wrap: wrap; gap: 1em; margin: 1.5em 0; align-items: flex-start }
svg { max-width: 100%; height: auto } .wide { overflow-x: auto }
table { border-collapse: collapse; margin: .6em 0; font-variant-numeric: tabular-nums }
th, td { padding: .15em .7em; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap }
th:first-child, td:first-child { text-align: left; padding-left: 0 } td.error { text-align: left; color: #b00 }
";

/// The page.
pub(super) fn page(report: &Report) -> Result<String, Failure> {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>msf bench</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>msf bench</h1>\n<dl>\n"
    );
    for (label, value) in facts(report) {
        page += &format!("<dt>{label}</dt><dd>{}</dd>\n", escaped(&value));
    }
    page += &format!("</dl>\n<p>{}</p>\n<div class=\"plots\">\n", escaped(LEGEND));
    page += &plot::each(report)?.concat();
    page += "</div>\n";
    for graph in &report.graphs {
        table(&mut page, graph);
    }
    Ok(page + "</body>\n</html>\n")
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

/// Text as it stands in a page.
fn escaped(text: &str) -> String {
    let escape = |c| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        other => other.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(escaped("a<b> & \"c\".gr"), "a&lt;b&gt; &amp; &quot;c&quot;.gr");
    }
}
