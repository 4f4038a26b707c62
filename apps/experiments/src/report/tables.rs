//! Tables of numbers.

use boscage_measuring::figure::distinct;
use boscage_measuring::page::{self, escaped};
use boscage_programs::show::{counted, grouped, three_digits};

use crate::experiment::Published;
use crate::figures::{Figures, Point};
use crate::missing::short;
use crate::times::Spread;

/// Ours beside the paper's.
pub(super) fn beside(published: &Published, figures: &Figures) -> String {
    let heads: String =
        published.columns.iter().map(|column| format!("<th>{}</th>", escaped(column))).collect();
    let row = |(row, numbers): &(&str, &[f64])| {
        let cell = |(column, theirs): (&&str, &f64)| {
            let ours = (published.here)(figures, row, column);
            format!(
                "<td>{} / <b>{}</b></td>",
                number(Spread::exact(*theirs)),
                ours.map_or_else(|_| "-".to_owned(), number)
            )
        };
        let cells: String = published.columns.iter().zip(*numbers).map(cell).collect();
        format!("<tr><td>{}</td>{cells}</tr>\n", escaped(row))
    };
    let rows: String = published.rows.iter().map(row).collect();
    let what = escaped(published.what);
    format!(
        "<p class=\"beside\">{what}: the paper / <b>here</b></p>\n<div \
         class=\"wide\"><table>\n<tr><th></th>{heads}</tr>\n{rows}</table></div>\n"
    )
}

/// Formats a number with its spread, without trailing zeros.
fn number(Spread { value, least, most }: Spread) -> String {
    if !value.is_finite() {
        return "-".to_owned();
    }
    let [value, least, most] = [value, least, most].map(|one| grouped(short(one)));
    if least == most { value } else { format!("{value} ({least} to {most})") }
}

/// Returns all measurements, folded away.
pub(super) fn all_points(figures: &Figures) -> String {
    let heads = [
        "graph",
        "nodes",
        "edges",
        "operator",
        "threads",
        "runs",
        "ms",
        "ms by phase",
        "rounds",
        "unified",
        "load",
    ];
    let rows: Vec<Vec<String>> = figures.points().map(|point| cells(point).to_vec()).collect();
    let origins = distinct(figures.points().map(|point| (&point.graph, &point.origin)));
    let origin = |(graph, origin): (&String, &String)| {
        format!("<li>{}: <code>{}</code></li>\n", escaped(graph), escaped(origin))
    };
    let origins: String = origins.into_iter().map(origin).collect();
    format!(
        "<details><summary>{}</summary>\n{}<ul>\n{origins}</ul></details>\n",
        counted(figures.points().count(), "point", "points"),
        page::table(&heads, &rows),
    )
}

fn cells(point: &Point) -> [String; 11] {
    let ms = point.ms();
    let [median, least, most] = [ms.value, ms.least, ms.most].map(|ms| grouped(three_digits(ms)));
    let none = || "-".to_owned();
    let phases: Vec<_> = point.own_phases().map(|(name, ms)| format!("{name} {}", number(ms))).collect();
    [
        point.graph.clone(),
        grouped(point.nodes),
        grouped(point.edges),
        point.series.clone(),
        point.threads.to_string(),
        point.runs_ms.len().to_string(),
        format!("{median} ({least} to {most})"),
        if phases.is_empty() { none() } else { phases.join("; ") },
        if point.committed.is_empty() { none() } else { point.committed.len().to_string() },
        point.unified().map_or_else(|_| none(), |share| format!("{}%", number(share.percent()))),
        point.load.during.map_or_else(none, |share| format!("{:.1}%", share * 100.0)),
    ]
}
