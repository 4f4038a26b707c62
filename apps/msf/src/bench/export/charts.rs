//! The figures as charts: bars for each graph, and lines for graphs of growing size.

use boscage_measuring::figure::distinct;
use boscage_measuring::plot::{
    Axis, BACKGROUND, Bar, Bars, Body, Chart, Color, Line, LineKind, Lines, Place, color, shade,
};
use boscage_programs::show::counted;

use crate::backend::AUTO;
use crate::bench::report::{BenchReport, GraphReport, Row};

/// Draws the charts of a report.
pub(super) fn charts(report: &BenchReport) -> Vec<Chart> {
    let has_edges = |graph: &&GraphReport| graph.edges > 0;
    let mut charts = Vec::new();
    let mut families = Vec::new();
    for graph in report.graphs.iter().filter(has_edges) {
        match graph.family {
            None => charts.push(bars(graph)),
            Some(family) if families.contains(&family) => {}
            Some(family) => families.push(family),
        }
    }
    for family in families {
        let graphs: Vec<_> =
            report.graphs.iter().filter(has_edges).filter(|graph| graph.family == Some(family)).collect();
        let all = graphs.iter().flat_map(|graph| &graph.rows);
        charts.extend(distinct(all.map(|row| row.threads)).into_iter().map(|n| lines(family, n, &graphs)));
    }
    charts
}

/// Nanoseconds per edge on one graph: colours are threads.
fn bars(graph: &GraphReport) -> Chart {
    let timed = |row: &&Row| row.times.as_ref().is_some_and(|times| times.min_ms > 0.0);
    let rows: Vec<_> = graph.rows.iter().filter(timed).collect();
    let mut threads = distinct(rows.iter().map(|row| row.threads));
    threads.sort_unstable();
    let shade_of = |n| shade(threads.iter().position(|&one| one == n).unwrap_or(0), threads.len());
    let bar = |row: &Row| {
        let per_edge = |ms: f64| ms * 1e6 / graph.edges as f64;
        let times = row.times.as_ref()?;
        let extremes = per_edge(times.min_ms)..per_edge(times.max_ms);
        Some(Bar { value: per_edge(times.ms), extremes, color: shade_of(row.threads) })
    };
    let group = |name: &str| {
        let rows = rows.iter().filter(|row| row.operator == name);
        (name.to_owned(), rows.filter_map(|row| bar(row)).collect())
    };
    let groups = distinct(rows.iter().map(|row| &*row.operator)).into_iter().map(group).collect();
    Chart {
        title: graph.graph.clone(),
        facts: [counted(graph.nodes, "node", "nodes"), counted(graph.edges, "edge", "edges")].join(", "),
        legend: threads.iter().map(|&n| (counted(n, "thread", "threads"), shade_of(n))).collect(),
        body: Body::Bars(Bars { axis: "nanoseconds per edge".to_owned(), groups }),
    }
}

/// Time against edges on the graphs of a family, on one number of threads: colours are operators.
fn lines(family: &str, threads: usize, graphs: &[&GraphReport]) -> Chart {
    let rows = graphs.iter().flat_map(|graph| &graph.rows);
    let timed = rows.clone().filter(|row| row.threads == threads && row.times.is_some());
    let point = |graph: &GraphReport, name: &str| {
        let row = graph.rows.iter().find(|row| (&*row.operator, row.threads) == (name, threads))?;
        let times = row.times.as_ref()?;
        Some(Place { x: graph.edges as f64, y: times.ms, extremes: times.min_ms..times.max_ms })
    };
    let line = |(i, name): (usize, &str)| {
        let (color, kind) = look(i, name);
        let points = graphs.iter().filter_map(|graph| point(graph, name)).collect();
        Line { name: name.to_owned(), points, color, kind }
    };
    let lines: Vec<_> = distinct(timed.map(|row| &*row.operator)).into_iter().enumerate().map(line).collect();
    Chart {
        title: format!("{family}: time against edges"),
        facts: counted(threads, "thread", "threads"),
        legend: lines.iter().map(|line| (line.name.clone(), line.color)).collect(),
        body: Body::Lines(Lines {
            x: Axis::log("edges"),
            y: Axis::log("milliseconds"),
            // The axes are those of the family, for all numbers of threads.
            y_reaches: rows
                .filter_map(|row| row.times.as_ref())
                .flat_map(|times| [times.min_ms, times.max_ms])
                .collect(),
            lines,
        }),
    }
}

/// Returns the look of the line of an operator, in place `i` of all; the floor, which comes first, is black.
fn look(i: usize, name: &str) -> (Color, LineKind) {
    // The line of `auto` is drawn behind the one that it has chosen.
    if name == AUTO { (BACKGROUND, LineKind::Broad) } else { (color(i), LineKind::Marked) }
}
