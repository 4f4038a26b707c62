//! Lines: time against edges, for graphs that differ in nothing but size.

use boscage_operators::msf::Algorithm;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::super::report::{GraphReport, Row, Times};
use super::{AXIS, Area, Drawn, SIZE, decades, distinct, plain, text};

/// Height, and room for the numbers beside the axis, in pixels.
pub(super) const HEIGHT: i32 = 340;
const NUMBERS: i32 = 80;

/// Colours that people with any eyes can tell apart (Okabe and Ito).
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// What the colours mean.
pub(super) fn legend(graphs: &[&GraphReport], threads: usize) -> Vec<(String, RGBColor)> {
    let names = distinct(names_of(graphs, threads));
    names.into_iter().enumerate().map(|(i, name)| (name.to_owned(), color(i, name))).collect()
}

pub(super) fn draw(graphs: &[&GraphReport], threads: usize, area: &Area<'_>) -> Drawn {
    let times = |graph: &GraphReport| {
        let timed = graph.rows.iter().filter_map(|row| row.times.as_ref());
        timed.map(|times| times.ms).filter(|ms| *ms > 0.0).collect::<Vec<_>>()
    };
    // The axes are those of the family, whatever the threads.
    let range = |all: Vec<f64>| {
        let least = all.iter().copied().fold(f64::INFINITY, f64::min);
        let most = all.iter().copied().fold(0.0, f64::max);
        (least / 1.5, most * 1.5)
    };
    let x = range(graphs.iter().map(|graph| graph.edges as f64).collect());
    let y = range(graphs.iter().flat_map(|graph| times(graph)).collect());
    if y.0 >= y.1 {
        return text(area, "nothing was timed", (12, 12), SIZE, HPos::Left);
    }
    let mut chart = ChartBuilder::on(area)
        .margin_right(14)
        .margin_bottom(8)
        .x_label_area_size(AXIS)
        .y_label_area_size(NUMBERS)
        .build_cartesian_2d((x.0..x.1).log_scale(), (y.0..y.1).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("edges")
        .y_desc("milliseconds")
        .x_labels(decades(x.0, x.1))
        .y_labels(decades(y.0, y.1))
        .x_label_formatter(&|x| plain(*x))
        .y_label_formatter(&|y| plain(*y))
        .label_style(("sans-serif", SIZE))
        .light_line_style(WHITE)
        .draw()?;
    for (i, name) in distinct(names_of(graphs, threads)).into_iter().enumerate() {
        let of = |row: &&Row| row.operator == name && row.threads == threads;
        let point = |graph: &&GraphReport| {
            let Times { ms, .. } = graph.rows.iter().find(of)?.times.as_ref()?;
            Some((graph.edges as f64, *ms)).filter(|_| *ms > 0.0)
        };
        let points: Vec<_> = graphs.iter().filter_map(point).collect();
        let color = color(i, name);
        if is_auto(name) {
            // It lies on the one it has chosen, and must not hide it.
            chart.draw_series([PathElement::new(points, color.stroke_width(7))])?;
        } else {
            chart.draw_series([PathElement::new(points.clone(), color.stroke_width(2))])?;
            chart.draw_series(points.into_iter().map(|point| Circle::new(point, 3, color.filled())))?;
        }
    }
    Ok(())
}

/// The names of what was timed on so many threads.
fn names_of<'a>(graphs: &'a [&GraphReport], threads: usize) -> impl Iterator<Item = &'static str> + 'a {
    let rows = graphs.iter().flat_map(|graph| &graph.rows);
    rows.filter(move |row| row.threads == threads && row.times.is_some()).map(|row| row.operator)
}

/// Whether this chooses among the others.
fn is_auto(name: &str) -> bool {
    name == Algorithm::Auto.name()
}

/// The colour of an operator, in place `i` of all; the floor, which comes first, is black.
fn color(i: usize, name: &str) -> RGBColor {
    if is_auto(name) { RGBColor(200, 200, 200) } else { COLORS[i % COLORS.len()] }
}
