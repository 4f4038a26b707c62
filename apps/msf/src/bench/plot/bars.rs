//! Bars: nanoseconds an edge on one graph, operator by operator.

use std::ops::Range;

use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::super::report::{GraphReport, Row};
use super::{AXIS, Area, Drawn, SIZE, decades, distinct, plain, text};
use crate::show::{counted, three_digits};

/// Measures, in pixels.
const NAMES: i32 = 124;
const BAR: f64 = 19.0;
/// Space between two operators, in bars.
const GAP: f64 = 0.6;
/// Bars that differ by a greater factor have a logarithmic axis.
const MOST_LINEAR: f64 = 20.0;

/// A row that was timed, on a graph with edges: nanoseconds an edge, the median, and the extremes.
struct Bar<'a> {
    row: &'a Row,
    median: f64,
    extremes: Range<f64>,
}

/// The bars of a graph.
fn bars_of(graph: &GraphReport) -> Vec<Bar<'_>> {
    let bar = |row: &'_ Row| -> Option<(f64, Range<f64>)> {
        let times = row.times.as_ref()?;
        let per_edge = |ms: f64| ms * 1e6 / graph.edges as f64;
        Some((per_edge(times.ms), per_edge(times.min_ms)..per_edge(times.max_ms)))
    };
    let positive = |row| bar(row).filter(|(_, extremes)| extremes.start > 0.0);
    graph
        .rows
        .iter()
        .filter_map(|row| positive(row).map(|(median, extremes)| Bar { row, median, extremes }))
        .collect()
}

/// What the colours mean.
pub(super) fn legend(graph: &GraphReport) -> Vec<(String, RGBColor)> {
    let threads = threads_of(graph);
    threads.iter().map(|&n| (counted(n, "thread", "threads"), shade(&threads, n))).collect()
}

/// The height of all bars, in pixels.
pub(super) fn height(graph: &GraphReport) -> i32 {
    (length(&bars_of(graph)) * BAR) as i32
}

pub(super) fn draw(graph: &GraphReport, area: &Area<'_>) -> Drawn {
    let bars = bars_of(graph);
    let least = bars.iter().map(|bar| bar.extremes.start).fold(f64::INFINITY, f64::min);
    let most = bars.iter().map(|bar| bar.extremes.end).fold(0.0, f64::max);
    if bars.is_empty() {
        text(area, "nothing was timed", (12, 12), SIZE, HPos::Left)
    } else if most / least <= MOST_LINEAR {
        draw_on(&bars, graph, area, (0.0, most * 1.2), 0.0..most * 1.2, 6, "nanoseconds an edge")
    } else {
        // A power of ten before the least bar, and room for the number behind the greatest.
        let (from, to) = (10_f64.powf((least / 2.0).log10().floor()), most * (most / least).powf(0.25));
        let name = "nanoseconds an edge, logarithmic";
        draw_on(&bars, graph, area, (from, to), (from..to).log_scale(), decades(from, to), name)
    }
}

/// Draws bars on an axis, which is `ends` long.
fn draw_on<X>(
    bars: &[Bar<'_>],
    graph: &GraphReport,
    area: &Area<'_>,
    ends: (f64, f64),
    axis: X,
    labels: usize,
    name: &str,
) -> Drawn
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let threads = threads_of(graph);
    let all = length(bars);
    let mut chart = ChartBuilder::on(area)
        .margin_right(14)
        .margin_bottom(8)
        .x_label_area_size(AXIS)
        .y_label_area_size(NAMES)
        .build_cartesian_2d(axis, 0.0..all)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_labels(labels)
        .x_desc(name)
        .x_label_formatter(&|x| plain(*x))
        .label_style(("sans-serif", SIZE))
        .light_line_style(WHITE)
        .draw()?;
    let mut top = all;
    let mut last = None;
    for Bar { row, median, extremes } in bars {
        if last != Some(row.operator) {
            top -= if last.is_some() { GAP } else { GAP / 2.0 };
            let group = bars.iter().filter(|bar| bar.row.operator == row.operator).count() as f64;
            let (_, y) = chart.plotting_area().map_coordinate(&(ends.0, top - group / 2.0));
            // The chart maps to places in the whole picture.
            let y = y - area.get_pixel_range().1.start;
            text(area, row.operator, (NAMES - 6, y), SIZE, HPos::Right)?;
            last = Some(row.operator);
        }
        let color = shade(&threads, row.threads);
        let corners = [(ends.0, top - 0.92), (*median, top - 0.08)];
        chart.draw_series([Rectangle::new(corners, color.filled())])?;
        let spread = [(extremes.start, top - 0.5), (extremes.end, top - 0.5)];
        chart.draw_series([PathElement::new(spread, BLACK.mix(0.55).stroke_width(1))])?;
        let (x, y) = chart.plotting_area().map_coordinate(&(extremes.end, top - 0.5));
        let y = y - area.get_pixel_range().1.start;
        text(area, &three_digits(*median), (x + 5, y), SIZE - 1, HPos::Left)?;
        top -= 1.0;
    }
    Ok(())
}

/// The numbers of threads of a graph's bars, ascending.
fn threads_of(graph: &GraphReport) -> Vec<usize> {
    let mut threads = distinct(bars_of(graph).iter().map(|bar| bar.row.threads));
    threads.sort_unstable();
    threads
}

/// The length of all bars side by side, gaps included, in bars.
fn length(bars: &[Bar<'_>]) -> f64 {
    bars.len() as f64 + GAP * distinct(bars.iter().map(|bar| bar.row.operator)).len() as f64
}

/// The colour of a number of threads: the more, the darker.
fn shade(all: &[usize], threads: usize) -> RGBColor {
    let place = all.iter().position(|&one| one == threads).unwrap_or(0);
    let dark = if all.len() > 1 { place as f64 / (all.len() - 1) as f64 } else { 1.0 };
    let between = |light: f64, deep: f64| (light + (deep - light) * dark) as u8;
    RGBColor(between(150.0, 0.0), between(200.0, 90.0), between(235.0, 150.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_threads_are_darker() {
        let brightness = |threads| shade(&[1, 2, 8], threads).rgb().0;
        assert!(brightness(1) > brightness(2) && brightness(2) > brightness(8));
        assert_eq!(shade(&[4], 4), shade(&[1, 4], 4));
    }
}
