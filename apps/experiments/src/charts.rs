//! Charts of points.

use std::ops::Range;

use boscage_measuring::plot::{Axis, Bar, Bars, Body, Chart, Color, Line, LineKind, Lines, color};

use crate::figures::{Figures, Point, distinct};

/// From this number of points on, a line has no marks.
const MANY: usize = 60;

/// Lines: each point of the figures gives the name of its line and a place on it, or nothing.
pub(crate) fn lines(
    figures: &Figures,
    title: &str,
    (x, y): (Axis, Axis),
    of: impl Fn(&Point) -> Option<(String, f64, f64)>,
) -> Chart {
    let places = figures.points.iter().filter_map(of).map(|(name, x, y)| (name, vec![(x, y)]));
    lines_of(figures, title, (x, y), places.collect())
}

/// Lines under their names; those of one name are one line.
pub(crate) fn lines_of(
    figures: &Figures,
    title: &str,
    (x, y): (Axis, Axis),
    all: Vec<(String, Vec<(f64, f64)>)>,
) -> Chart {
    let line = |(i, name): (usize, String)| {
        let of_it = all.iter().filter(|(other, _)| *other == name);
        let mut points: Vec<_> = of_it.flat_map(|(_, points)| points.iter().copied()).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let kind = if points.len() < MANY { LineKind::Marked } else { LineKind::Plain };
        Line { name, points, color: color(i), kind }
    };
    let names = distinct(all.iter().map(|(name, _)| name.clone()));
    let lines: Vec<_> = names.into_iter().enumerate().map(line).collect();
    let legend = lines.iter().map(|line| (line.name.clone(), line.color)).collect();
    let body = Body::Lines(Lines { x, y, y_reaches: Vec::new(), lines });
    Chart { title: title.to_owned(), facts: facts(figures), legend, body }
}

/// A number to be drawn as a bar: its group, what its colour stands for, the number, and its extremes.
pub(crate) type OfBar = (String, String, f64, Range<f64>);

/// Bars: each point of the figures gives some.
pub(crate) fn bars(figures: &Figures, title: &str, axis: &str, of: impl Fn(&Point) -> Vec<OfBar>) -> Chart {
    let all: Vec<OfBar> = figures.points.iter().flat_map(of).filter(|bar| bar.3.start > 0.0).collect();
    let names = distinct(all.iter().map(|bar| bar.1.clone()));
    let color_of = |name: &str| -> Color { color(1 + names.iter().position(|one| one == name).unwrap_or(0)) };
    let group = |name: String| {
        let bars = all.iter().filter(|bar| bar.0 == name);
        let bar = |(_, of, value, extremes): &OfBar| Bar {
            value: *value,
            extremes: extremes.clone(),
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
    vec![(point.graph.clone(), point.series.clone(), point.ms(), point.extremes())]
}

/// What all points have in common: threads, and their nodes or edges if these are the same.
fn facts(figures: &Figures) -> String {
    use boscage_measuring::show::counted;
    let one = |figure: fn(&Point) -> usize, one: &str, many: &str| {
        let all = distinct(figures.points.iter().map(figure));
        if let [only] = all[..] { Some(counted(only, one, many)) } else { None }
    };
    let facts = [
        one(|point| point.nodes, "node", "nodes"),
        one(|point| point.edges, "edge", "edges"),
        one(|point| point.threads, "thread", "threads"),
    ];
    facts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
