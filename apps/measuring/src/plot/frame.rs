//! The frame of bars and stacks: names on the left, a horizontal axis below, and room for numbers on the
//! right.

use std::io;
use std::ops::Range;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::axis::{Scale, Ticks};
use super::{AXIS, Area, Drawn, SIZE, WIDTH, shortened, text, width_of};

/// Widths of the strips beside the bars, in pixels.
const LEAST_NAMES: i32 = 60;
const MOST_NAMES: i32 = 210;
const NUMBERS: i32 = 62;
/// Width of a number below the axis.
const TICK: i32 = 62;
/// Space between a name and the axis, and between a bar and its number.
const GAP: i32 = 6;

/// The height of a bar, in pixels.
pub(super) const BAR: f64 = 19.0;

/// A frame whose height is counted in bars.
pub(super) struct Frame<'a, 'b> {
    area: &'a Area<'b>,
    names: i32,
    pub(super) chart: ChartContext<'a, SVGBackend<'b>, Cartesian2d<Ticks, RangedCoordf64>>,
}

impl<'a, 'b> Frame<'a, 'b> {
    /// Creates a frame for bars with these names, on an axis of this name.
    pub(super) fn new<'n>(
        area: &'a Area<'b>,
        names: impl Iterator<Item = &'n str>,
        (scale, ends): (Scale, Range<f64>),
        axis: &str,
        height: f64,
    ) -> Result<Self, DrawingAreaErrorKind<io::Error>> {
        let names = names.map(|name| width_of(name) + 2 * GAP).max().unwrap_or(0);
        let names = names.clamp(LEAST_NAMES, MOST_NAMES);
        let room = WIDTH as i32 - names - NUMBERS;
        let most = (room / TICK).max(3) as usize;
        let mut chart = ChartBuilder::on(area)
            .margin_right(NUMBERS)
            .margin_bottom(8)
            .x_label_area_size(AXIS)
            .y_label_area_size(names)
            .build_cartesian_2d(Ticks { scale, ends, most }, 0.0..height)?;
        let mut mesh = chart.configure_mesh();
        mesh.disable_y_mesh().y_labels(0).label_style(("sans-serif", SIZE)).light_line_style(WHITE).draw()?;
        describe(area, axis, names + room / 2)?;
        Ok(Self { area, names, chart })
    }

    /// Returns the position in the area of a place of the chart.
    fn place(&self, x: f64, y: f64) -> (i32, i32) {
        // The chart maps to positions in the whole picture.
        let (x, y) = self.chart.plotting_area().map_coordinate(&(x, y));
        (x, y - self.area.get_pixel_range().1.start)
    }

    /// Writes a name before the axis, whose least number is `from`.
    pub(super) fn name(&self, name: &str, from: f64, y: f64) -> Drawn {
        let most = (self.names - 2 * GAP) / width_of("-");
        let at = (self.names - GAP, self.place(from, y).1);
        text(self.area, &shortened(name, most as usize), at, SIZE, HPos::Right)
    }

    /// Writes a number behind the place of another.
    pub(super) fn number(&self, number: &str, x: f64, y: f64) -> Drawn {
        let (x, y) = self.place(x, y);
        text(self.area, number, (x + GAP, y), SIZE - 1, HPos::Left)
    }
}

/// Writes the name of a horizontal axis below it, about this place, and within the picture.
pub(super) fn describe(area: &Area<'_>, name: &str, about: i32) -> Drawn {
    let half = width_of(name) / 2;
    let x = about.clamp(half.min(WIDTH as i32 / 2), (WIDTH as i32 - half).max(WIDTH as i32 / 2));
    text(area, name, (x, area.dim_in_pixel().1 as i32 - 16), SIZE, HPos::Center)
}
