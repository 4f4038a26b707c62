//! Bars: one number per thing, side by side.

use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::axis::Scale;
use super::frame::{BAR, Frame};
use super::{Area, Drawn, SIZE, text};
use boscage_programs::show::three_digits;

/// Space between two groups, in bars.
const GAP: f64 = 0.6;
/// Ratio of bars from which the axis is logarithmic.
const MOST_LINEAR: f64 = 20.0;

/// Groups of bars, from left to right.
#[derive(Clone, Debug)]
pub struct Bars {
    /// Name of the numbers, with their unit.
    pub axis: String,
    /// The groups, each with its own name.
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

impl Bars {
    fn all(&self) -> impl Iterator<Item = &Bar> {
        self.groups.iter().flat_map(|(_, bars)| bars)
    }

    /// Returns the length of all bars side by side, gaps included, in bars.
    fn length(&self) -> f64 {
        self.all().count() as f64 + GAP * self.groups.len() as f64
    }

    /// Returns the height of all bars, in pixels.
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
            return self.draw_on(area, Scale::Linear, 0.0..most, &self.axis);
        }
        // A power of ten before the least bar.
        let ends = 10_f64.powf((least / 2.0).log10().floor())..most;
        self.draw_on(area, Scale::Log, ends, &format!("{}, logarithmic", self.axis))
    }

    fn draw_on(&self, area: &Area<'_>, scale: Scale, ends: Range<f64>, axis: &str) -> Drawn {
        let (from, all) = (ends.start, self.length());
        let names = self.groups.iter().map(|(name, _)| &**name);
        let mut frame = Frame::new(area, names, (scale, ends), axis, all)?;
        let mut top = all;
        for (i, (name, bars)) in self.groups.iter().enumerate() {
            top -= if i > 0 { GAP } else { GAP / 2.0 };
            frame.name(name, from, top - bars.len() as f64 / 2.0)?;
            for Bar { value, extremes, color } in bars {
                let corners = [(from, top - 0.92), (*value, top - 0.08)];
                frame.chart.draw_series([Rectangle::new(corners, color.filled())])?;
                let spread = [(extremes.start, top - 0.5), (extremes.end, top - 0.5)];
                frame.chart.draw_series([PathElement::new(spread, BLACK.mix(0.55).stroke_width(1))])?;
                frame.number(&three_digits(*value), extremes.end, top - 0.5)?;
                top -= 1.0;
            }
        }
        Ok(())
    }
}
