//! Stacks: a total as a bar of its parts.

use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::axis::Scale;
use super::frame::{BAR, Frame};
use super::{Area, Drawn, SIZE, text};
use boscage_programs::show::three_digits;

/// Bars of parts, one below the other, on a linear axis: areas can be compared.
#[derive(Clone, Debug)]
pub struct Stacks {
    /// Name of the numbers, with their unit.
    pub axis: String,
    /// The bars, the first on top.
    pub bars: Vec<Stack>,
}

/// A bar of parts.
#[derive(Clone, Debug)]
pub struct Stack {
    /// Name of the bar.
    pub name: String,
    /// The parts with their colours, which the legend explains.
    pub parts: Vec<(f64, RGBColor)>,
    /// The least and the greatest total.
    pub extremes: Range<f64>,
}

/// Height of a bar with the space below, as a multiple of that of a bar in a group.
const PITCH: f64 = 1.5;

impl Stacks {
    pub(super) fn height(&self) -> i32 {
        (self.bars.len() as f64 * BAR * PITCH) as i32
    }

    pub(super) fn draw(&self, area: &Area<'_>) -> Drawn {
        let total = |parts: &[(f64, RGBColor)]| parts.iter().map(|part| part.0).sum::<f64>();
        let most = self.bars.iter().map(|bar| total(&bar.parts).max(bar.extremes.end)).fold(0.0, f64::max);
        if most <= 0.0 {
            return text(area, "nothing was measured", (12, 12), SIZE, HPos::Left);
        }
        let names = self.bars.iter().map(|bar| &*bar.name);
        let mut frame =
            Frame::new(area, names, (Scale::Linear, 0.0..most), &self.axis, self.bars.len() as f64)?;
        for (Stack { name, parts, extremes }, below) in self.bars.iter().zip((0..self.bars.len()).rev()) {
            let (low, high) = (below as f64 + 0.17, below as f64 + 0.83);
            let mut from = 0.0;
            for (part, color) in parts {
                let corners = [(from, low), (from + part, high)];
                frame.chart.draw_series([Rectangle::new(corners, color.filled())])?;
                from += part;
            }
            let middle = below as f64 + 0.5;
            let spread = [(extremes.start, middle), (extremes.end, middle)];
            frame.chart.draw_series([PathElement::new(spread, BLACK.mix(0.55).stroke_width(1))])?;
            frame.name(name, 0.0, middle)?;
            frame.number(&three_digits(from), from.max(extremes.end), middle)?;
        }
        Ok(())
    }
}
