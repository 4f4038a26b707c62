//! Charts of points.

use boscage_measuring::figure::distinct;
use boscage_measuring::plot::{
    Axis, BACKGROUND, Bar, Bars, Body, Chart, Color, Line, LineKind, Lines, Place, Stack, Stacks, color,
};

use crate::figures::{Figures, Point};
use crate::times::Spread;

/// Number of points from which a line has no marks.
const MANY: usize = 60;

/// Lines: each point of the figures gives the name of its line and a place on it, or nothing.
pub(crate) fn lines(
    figures: &Figures,
    title: &str,
    axes: (Axis, Axis),
    of: impl Fn(&Point) -> Option<(String, f64, Spread)>,
) -> Chart {
    let points = figures.points().filter_map(of).map(|(name, x, y)| (name, vec![(x, y)]));
    lines_of(figures, title, axes, points.collect())
}

/// The same without lines between the points, which have no order.
pub(crate) fn places(
    figures: &Figures,
    title: &str,
    axes: (Axis, Axis),
    of: impl Fn(&Point) -> Option<(String, f64, Spread)>,
) -> Chart {
    let mut chart = lines(figures, title, axes, of);
    if let Body::Lines(Lines { lines, .. }) = &mut chart.body {
        lines.iter_mut().for_each(|line| line.kind = LineKind::Marks);
    }
    chart
}

/// Lines under their names; those of one name are one line.
pub(crate) fn lines_of(
    figures: &Figures,
    title: &str,
    (x, y): (Axis, Axis),
    all: Vec<(String, Vec<(f64, Spread)>)>,
) -> Chart {
    let line = |(i, name): (usize, String)| {
        let of_it = all.iter().filter(|(other, _)| *other == name).flat_map(|(_, points)| points);
        let place = |(x, y): &(f64, Spread)| Place { x: *x, y: y.value, extremes: y.least..y.most };
        let mut points: Vec<_> = of_it.map(place).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        let kind = if points.len() < MANY { LineKind::Marked } else { LineKind::Plain };
        Line { name, points, color: color(i), kind }
    };
    let names = distinct(all.iter().map(|(name, _)| name.clone()));
    let lines: Vec<_> = names.into_iter().enumerate().map(line).collect();
    let legend = lines.iter().map(|line| (line.name.clone(), line.color)).collect();
    let body = Body::Lines(Lines { x, y, y_reaches: Vec::new(), lines });
    Chart { title: title.to_owned(), facts: facts(figures), legend, body }
}

/// Returns `true` if lines have more than one place along their axis: times by threads have only one on one
/// core.
pub(crate) fn has_range(chart: &Chart) -> bool {
    let Body::Lines(Lines { lines, .. }) = &chart.body else { return true };
    let mut all = lines.iter().flat_map(|line| line.points.iter().map(|place| place.x));
    let first = all.next();
    all.any(|x| Some(x) != first)
}

/// Share of a bar below which a part is merged with the rest.
const SMALL: f64 = 0.01;
const REST: &str = "rest";

/// Stacks of the phases of points: each point gives the name of its bar, or nothing.
pub(crate) fn stacks(figures: &Figures, title: &str, bar: impl Fn(&Point) -> Option<String>) -> Chart {
    let all: Vec<_> =
        figures.points().filter_map(|point| Some((bar(point)?, parts(point), point.ms()))).collect();
    let phases = || all.iter().flat_map(|(_, parts, _)| parts.iter().map(|(phase, _)| phase.clone()));
    let names =
        distinct(phases().filter(|phase| phase != REST).chain(phases().filter(|phase| phase == REST)));
    let color_of = |phase: &str| match names.iter().position(|name| name == phase) {
        Some(i) if phase != REST => color(1 + i),
        _ => BACKGROUND,
    };
    let stack = |(name, parts, all): &(String, Vec<(String, f64)>, Spread)| {
        let in_order = names.iter().filter_map(|name| parts.iter().find(|(phase, _)| phase == name));
        let parts = in_order.map(|(phase, ms)| (*ms, color_of(phase))).collect();
        Stack { name: name.clone(), parts, extremes: all.least..all.most }
    };
    let body =
        Body::Stacks(Stacks { axis: "milliseconds".to_owned(), bars: all.iter().map(stack).collect() });
    let legend = names.iter().map(|name| (name.clone(), color_of(name))).collect();
    Chart { title: title.to_owned(), facts: facts(figures), legend, body }
}

/// Milliseconds of the phases of a point, medians, and of the rest.
fn parts(point: &Point) -> Vec<(String, f64)> {
    let all = point.ms().value;
    let phases = point.own_phases().map(|(name, ms)| (name.to_owned(), ms.value));
    let mut parts: Vec<_> = phases.filter(|(_, ms)| *ms > SMALL * all).collect();
    let rest = all - parts.iter().map(|(_, ms)| ms).sum::<f64>();
    parts.push((REST.to_owned(), rest.max(0.0)));
    parts
}

/// A number for a bar: its group, the meaning of its colour, and the number.
pub(crate) type OfBar = (String, String, Spread);

/// Bars: each point of the figures gives some.
pub(crate) fn bars(figures: &Figures, title: &str, axis: &str, of: impl Fn(&Point) -> Vec<OfBar>) -> Chart {
    let all: Vec<OfBar> = figures.points().flat_map(of).filter(|bar| bar.2.least > 0.0).collect();
    let names = distinct(all.iter().map(|bar| bar.1.clone()));
    let color_of = |name: &str| -> Color { color(1 + names.iter().position(|one| one == name).unwrap_or(0)) };
    let group = |name: String| {
        let bars = all.iter().filter(|bar| bar.0 == name);
        let bar = |(_, of, number): &OfBar| Bar {
            value: number.value,
            extremes: number.least..number.most,
            color: color_of(of),
        };
        let bars = bars.map(bar).collect();
        (name, bars)
    };
    let groups = distinct(all.iter().map(|bar| bar.0.clone())).into_iter().map(group).collect();
    let legend = names.iter().map(|name| (name.clone(), color_of(name))).collect();
    let body = Body::Bars(Bars { axis: axis.to_owned(), groups });
    Chart { title: title.to_owned(), facts: facts(figures), legend, body }
}

/// A point's time as a bar, in the group of its graph, in the colour of its series.
pub(crate) fn time_by_graph(point: &Point) -> Vec<OfBar> {
    vec![(point.graph.clone(), point.series.clone(), point.ms())]
}

/// Returns the properties that all points share: threads, and their nodes or edges if equal.
fn facts(figures: &Figures) -> String {
    use boscage_programs::show::counted;
    let one = |figure: fn(&Point) -> usize, one: &str, many: &str| {
        let all = distinct(figures.points().map(figure));
        if let [only] = all[..] { Some(counted(only, one, many)) } else { None }
    };
    let facts = [
        one(|point| point.nodes, "node", "nodes"),
        one(|point| point.edges, "edge", "edges"),
        one(|point| point.threads, "thread", "threads"),
    ];
    facts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
