//! The counts, as a table and as charts.

use boscage_measuring::plot::{Axis, Body, Chart, Line, LineKind, Lines, Place, color};
use boscage_programs::show::{grouped, three_digits};

use super::Row;
use super::network::Network;
use super::options::Scaling;

/// The table.
pub(super) fn table(rows: &[Row], networks: &[Network]) -> String {
    let names =
        networks.iter().map(|one| format!("  {:>14}  {:>9}", format!("{} ms", one.name), "computing"));
    let head = format!(
        "{:8} {:>11} {:>13}  {:18} {:>5}  {:>9}  {:>9}  {:>9}{}\n",
        "graph",
        "nodes",
        "edges",
        "operator",
        "ranks",
        "MB a rank",
        "with grid",
        "messages",
        names.collect::<String>()
    );
    let line = |row: &Row| {
        let megabytes = |bytes: u64| three_digits(bytes as f64 / 1e6);
        let digits = three_digits;
        let times = row
            .times
            .iter()
            .map(|time| format!("  {:>14}  {:>9}", digits(time.ms), digits(time.computing_ms)));
        format!(
            "{:8} {:>11} {:>13}  {:18} {:>5}  {:>9}  {:>9}  {:>9}{}\n",
            row.family.word(),
            grouped(row.nodes as u64),
            grouped(row.edges as u64),
            row.operator,
            row.ranks,
            megabytes(row.most_bytes),
            megabytes(row.most_bytes_with_grid),
            grouped(row.most_messages),
            times.collect::<String>()
        )
    };
    let explained = "\nMB a rank, messages: of the rank that sends most. With grid: what passes a rank of the \
                     grid counts twice.\nms: simulated; computing: how much of it the busiest rank computes.\n";
    head + &rows.iter().map(line).collect::<String>() + explained
}

/// Draws bytes, and times on each network, against ranks.
pub(super) fn charts(rows: &[Row], networks: &[Network], scaling: Scaling) -> Vec<Chart> {
    let mut families = Vec::new();
    rows.iter().map(|row| row.family).for_each(|one| {
        if !families.contains(&one) {
            families.push(one);
        }
    });
    let mut charts = Vec::new();
    for family in families {
        let of_family: Vec<&Row> = rows.iter().filter(|row| row.family == family).collect();
        let mut add = |what: String, number: &dyn Fn(&Row) -> f64| {
            charts.push(chart(&of_family, what, scaling, number));
        };
        add("megabytes a rank".to_owned(), &|row| row.most_bytes as f64 / 1e6);
        for (i, network) in networks.iter().enumerate() {
            add(format!("milliseconds, {}", network.name), &|row| row.times[i].ms);
        }
    }
    charts
}

fn chart(rows: &[&Row], what: String, scaling: Scaling, number: &dyn Fn(&Row) -> f64) -> Chart {
    let mut operators: Vec<&str> = Vec::new();
    rows.iter().for_each(|row| {
        if !operators.contains(&row.operator) {
            operators.push(row.operator);
        }
    });
    let line = |(i, operator): (usize, &&str)| {
        let points = rows.iter().filter(|row| row.operator == *operator).map(|row| {
            let y = number(row);
            Place { x: row.ranks as f64, y, extremes: y..y }
        });
        let name = (*operator).to_owned();
        Line { name, points: points.collect(), color: color(i), kind: LineKind::Marked }
    };
    let lines: Vec<Line> = operators.iter().enumerate().map(line).collect();
    let (family, facts) = match (rows.first(), scaling) {
        (None, _) => ("", String::new()),
        (Some(row), Scaling::Strong) => {
            let (nodes, edges) = (grouped(row.nodes as u64), grouped(row.edges as u64));
            (row.family.word(), format!("{nodes} nodes, {edges} edges"))
        }
        (Some(row), Scaling::Weak) => {
            let nodes = grouped((row.nodes / row.ranks) as u64);
            (row.family.word(), format!("{nodes} nodes a rank"))
        }
    };
    Chart {
        title: format!("{family}: {what}"),
        facts,
        legend: lines.iter().map(|line| (line.name.clone(), line.color)).collect(),
        body: Body::Lines(Lines { x: Axis::log("ranks"), y: Axis::log(&what), y_reaches: Vec::new(), lines }),
    }
}
