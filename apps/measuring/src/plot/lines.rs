//! Lines: one number against another.

use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::axis::{Axis, Scale, Ticks};
use super::frame::describe;
use super::{AXIS, Area, Drawn, SIZE, WIDTH, text};

/// Height, and most room for the numbers beside the axis, in pixels.
pub(super) const HEIGHT: i32 = 340;
const MOST_NUMBERS: i32 = 110;

/// Lines over common axes.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Numbers that must fit on the vertical axis beside those of the lines, so that charts can be compared.
    pub y_reaches: Vec<f64>,
    /// The lines; later ones are drawn over earlier ones.
    pub lines: Vec<Line>,
}

/// A line through points.
#[derive(Clone, Debug)]
pub struct Line {
    /// Name in the legend.
    pub name: String,
    /// Its points, x ascending. On a logarithmic axis, only positive ones are drawn; areas touch the bottom
    /// at zero.
    pub points: Vec<Place>,
    /// Its colour.
    pub color: RGBColor,
    /// Kind of the line.
    pub kind: LineKind,
}

/// A point of a line.
#[derive(Clone, Debug)]
pub struct Place {
    /// Position on the horizontal axis.
    pub x: f64,
    /// The number.
    pub y: f64,
    /// The least and the greatest of the numbers that it is the median of.
    pub extremes: Range<f64>,
}

/// Kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Thin, its points marked.
    Marked,
    /// Thin, without marks: for lines of very many points.
    Plain,
    /// A line over an area in its colour, without marks: for counts.
    Area,
    /// Marks without a line, for points without an order.
    Marks,
    /// Broad, for a line under another one.
    Broad,
}

impl Lines {
    /// Returns the points that can be drawn on a vertical axis of this scale.
    fn points<'a>(&'a self, line: &'a Line, scale: Scale) -> impl Iterator<Item = &'a Place> {
        let fits = |scale, number: f64| number.is_finite() && (scale != Scale::Log || number > 0.0);
        let of_y = if line.kind == LineKind::Area { Scale::Linear } else { scale };
        line.points.iter().filter(move |place| {
            fits(self.x.scale, place.x) && [place.y, place.extremes.start].iter().all(|&y| fits(of_y, y))
        })
    }

    pub(super) fn draw(&self, area: &Area<'_>) -> Drawn {
        let scale = self.y.scale.chosen(self.lines.iter().flat_map(|line| &line.points).map(|place| place.y));
        let all = || self.lines.iter().flat_map(|line| self.points(line, scale));
        let on_y = all().flat_map(|place| [place.extremes.start, place.extremes.end]);
        let reached = self.y_reaches.iter().copied().filter(|y| *y > 0.0);
        let on_y = on_y.chain(reached).filter(|y| scale != Scale::Log || *y > 0.0);
        let x = ends(self.x.scale, all().map(|place| place.x), false);
        let y = ends(scale, on_y, true);
        let (Some(x), Some(y)) = (x, y) else {
            return text(area, "nothing was measured", (12, 12), SIZE, HPos::Left);
        };
        let (bottom, floor) = (y.start, if scale == Scale::Log { y.start } else { 0.0 });
        let y = Ticks { scale, ends: y, most: 8 };
        let numbers = (y.widest() + 44).min(MOST_NUMBERS);
        let mut x = Ticks { scale: self.x.scale, ends: x, most: 8 };
        let label = x.widest().max(24) + 14;
        // Half of a number may be beyond the end of the axis.
        let beyond = (label / 2).max(20);
        x.most = ((WIDTH as i32 - numbers - beyond) / label).clamp(2, 8) as usize;
        let mut chart = ChartBuilder::on(area)
            .margin_left(6)
            .margin_right(beyond)
            .margin_bottom(8)
            .x_label_area_size(AXIS)
            .y_label_area_size(numbers)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .y_desc(named(&self.y.name, scale))
            .label_style(("sans-serif", SIZE))
            .light_line_style(WHITE)
            .draw()?;
        describe(area, &named(&self.x.name, self.x.scale), (numbers + WIDTH as i32 - beyond) / 2)?;
        for line in &self.lines {
            let (points, color): (Vec<_>, _) = (self.points(line, scale).collect(), line.color);
            let stroke = if line.kind == LineKind::Broad { 7 } else { 2 };
            let places: Vec<_> = points.iter().map(|place| (place.x, place.y.max(bottom))).collect();
            if line.kind == LineKind::Area {
                let area = AreaSeries::new(places.iter().copied(), floor, color.mix(0.25));
                chart.draw_series(area)?;
            }
            if line.kind != LineKind::Marks {
                chart.draw_series([PathElement::new(places.clone(), color.stroke_width(stroke))])?;
            }
            if matches!(line.kind, LineKind::Marked | LineKind::Marks) {
                let spread = |Place { x, extremes, .. }: &&Place| {
                    PathElement::new(
                        vec![(*x, extremes.start), (*x, extremes.end)],
                        color.mix(0.5).stroke_width(1),
                    )
                };
                chart.draw_series(points.iter().map(spread))?;
                chart.draw_series(places.into_iter().map(|place| Circle::new(place, 3, color.filled())))?;
            }
        }
        Ok(())
    }
}

/// Returns the name of an axis, with its scale if it is not linear.
fn named(name: &str, scale: Scale) -> String {
    if scale == Scale::Log { format!("{name}, logarithmic") } else { name.to_owned() }
}

/// Returns the ends of an axis; none without numbers.
fn ends(scale: Scale, numbers: impl Iterator<Item = f64>, from_zero: bool) -> Option<Range<f64>> {
    let (least, most) = numbers
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), one| (least.min(one), most.max(one)));
    match scale {
        _ if least > most => None,
        Scale::Log => Some(least / 1.5..most * 1.5),
        _ if from_zero && least >= 0.0 => Some(0.0..if most > 0.0 { most * 1.1 } else { 1.0 }),
        _ => {
            let margin = if most > least { (most - least) * 0.05 } else { 0.5 };
            Some(least - margin..most + margin)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Body, Chart, color, picture};

    /// The picture of an area over these counts, and the heights of its line, from the top.
    fn drawn(counts: &[f64]) -> (String, Vec<i32>) {
        let place = |(x, &y): (usize, &f64)| Place { x: x as f64, y, extremes: y..y };
        let points = counts.iter().enumerate().map(place).collect();
        let line = Line { name: String::new(), points, color: color(1), kind: LineKind::Area };
        let (x, y) = (Axis::linear("x"), Axis::counts("things"));
        let body = Body::Lines(Lines { x, y, y_reaches: Vec::new(), lines: vec![line] });
        let chart = Chart { title: String::new(), facts: String::new(), legend: Vec::new(), body };
        let picture = picture(&[chart]).unwrap();
        let lines = picture.split("<polyline ").skip(1).map(|line| line.split("/>").next().unwrap());
        let own = lines.filter(|line| line.contains("#D55E00")).last().unwrap_or_default();
        let places = own.split_once("points=\"").map_or("", |(_, places)| places.trim_end_matches('"'));
        let height = |place: &str| place.split_once(',').unwrap().1.parse().unwrap();
        let heights = places.split_whitespace().map(height).collect();
        (picture, heights)
    }

    #[test]
    fn no_count_is_at_the_bottom_of_an_area_on_any_scale() {
        for (counts, is_log) in [(&[3.0, 0.0, 5.0][..], false), (&[1.0, 0.0, 2.0, 1.0, 5e6], true)] {
            let (picture, heights) = drawn(counts);
            assert_eq!(picture.contains("things, logarithmic"), is_log, "{counts:?}");
            assert_eq!(heights.len(), counts.len());
            assert!(heights.iter().all(|height| (0..=HEIGHT + 100).contains(height)), "{heights:?}");
            let most = heights.iter().max();
            let lowest: Vec<bool> = heights.iter().map(|height| Some(height) == most).collect();
            assert_eq!(lowest, counts.iter().map(|count| *count == 0.0).collect::<Vec<_>>(), "{heights:?}");
        }
        assert!(drawn(&[0.0, 0.0]).1.len() == 2 && drawn(&[]).0.contains("nothing was measured"));
    }
}
