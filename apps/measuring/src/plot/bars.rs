//! Bars: one number of many things, side by side.

use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::axis::{Scale, Ticks};
use super::{AXIS, Area, Drawn, SIZE, WIDTH, text, width_of};
use crate::show::three_digits;

/// Measures, in pixels.
const LEAST_NAMES: i32 = 60;
const MOST_NAMES: i32 = 210;
pub(super) const BAR: f64 = 19.0;
/// Space between two groups, in bars.
const GAP: f64 = 0.6;
/// Bars that differ by a greater factor have a logarithmic axis.
const MOST_LINEAR: f64 = 20.0;

/// Groups of bars, from left to right.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What the numbers are, and in what unit.
    pub axis: String,
    /// The groups, each under a name of its own.
    pub groups: Vec<(String, Vec<Bar>)>,
}

/// A positive number, as a bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// The number.
    pub value: f64,
    /// The least and the greatest of the numbers that it is the median of.
    pub extremes: Range<f64>,
    /// The colour, which the legend explains.
    pub color: RGBColor,
}

/// The width of the strip that these names stand in.
pub(super) fn names_width<'a>(names: impl Iterator<Item = &'a str>) -> i32 {
    names.map(|name| width_of(name) + 12).max().unwrap_or(0).clamp(LEAST_NAMES, MOST_NAMES)
}

impl Bars {
    fn all(&self) -> impl Iterator<Item = &Bar> {
        self.groups.iter().flat_map(|(_, bars)| bars)
    }

    /// The length of all bars side by side, gaps included, in bars.
    fn length(&self) -> f64 {
        self.all().count() as f64 + GAP * self.groups.len() as f64
    }

    /// The height of all bars, in pixels.
    pub(super) fn height(&self) -> i32 {
        (self.length() * BAR) as i32
    }

    pub(super) fn draw(&self, area: &Area<'_>) -> Drawn {
        let least = self.all().map(|bar| bar.extremes.start).fold(f64::INFINITY, f64::min);
        let most = self.all().map(|bar| bar.extremes.end).fold(0.0, f64::max);
        if least > most || least <= 0.0 {
            return text(area, "nothing was measured", (12, 12), SIZE, HPos::Left);
        }
        if most / least <= MOST_LINEAR {
            return self.draw_on(area, Scale::Linear, 0.0..most * 1.2, &self.axis);
        }
        // A power of ten before the least bar, and room for the number behind the greatest.
        let ends = 10_f64.powf((least / 2.0).log10().floor())..most * (most / least).powf(0.25);
        self.draw_on(area, Scale::Log, ends, &format!("{}, logarithmic", self.axis))
    }

    fn draw_on(&self, area: &Area<'_>, scale: Scale, ends: Range<f64>, name: &str) -> Drawn {
        let names = names_width(self.groups.iter().map(|(name, _)| &**name));
        let room = WIDTH as i32 - names - 14;
        let most = (room / 62).max(3) as usize;
        let all = self.length();
        let from = ends.start;
        let mut chart = ChartBuilder::on(area)
            .margin_right(14)
            .margin_bottom(8)
            .x_label_area_size(AXIS)
            .y_label_area_size(names)
            .build_cartesian_2d(Ticks { scale, ends, most }, 0.0..all)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .x_desc(name)
            .label_style(("sans-serif", SIZE))
            .light_line_style(WHITE)
            .draw()?;
        let mut top = all;
        for (i, (name, bars)) in self.groups.iter().enumerate() {
            top -= if i > 0 { GAP } else { GAP / 2.0 };
            // The chart maps to places in the whole picture.
            let offset = area.get_pixel_range().1.start;
            let (_, y) =
                chart.plotting_area().map_coordinate(&(from.max(1e-300), top - bars.len() as f64 / 2.0));
            text(area, name, (names - 6, y - offset), SIZE, HPos::Right)?;
            for Bar { value, extremes, color } in bars {
                let corners = [(from, top - 0.92), (*value, top - 0.08)];
                chart.draw_series([Rectangle::new(corners, color.filled())])?;
                let spread = [(extremes.start, top - 0.5), (extremes.end, top - 0.5)];
                chart.draw_series([PathElement::new(spread, BLACK.mix(0.55).stroke_width(1))])?;
                let (x, y) = chart.plotting_area().map_coordinate(&(extremes.end, top - 0.5));
                text(area, &three_digits(*value), (x + 5, y - offset), SIZE - 1, HPos::Left)?;
                top -= 1.0;
            }
        }
        Ok(())
    }
}
