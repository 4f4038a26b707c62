//! Stacks: what something takes in all, as a bar of its parts.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::axis::{Scale, Ticks};
use super::bars::{BAR, names_width};
use super::{AXIS, Area, Drawn, SIZE, WIDTH, text};
use crate::show::three_digits;

/// Bars of parts, one below the other, on a linear axis: areas can be compared.
#[derive(Clone, Debug)]
pub struct Stacks {
    /// What the numbers are, and in what unit.
    pub axis: String,
    /// The bars: a name, and the parts with their colours, which the legend explains.
    pub bars: Vec<(String, Vec<(f64, RGBColor)>)>,
}

/// Height of a bar with the space below, as a multiple of one that stands in a group.
const PITCH: f64 = 1.5;

impl Stacks {
    pub(super) fn height(&self) -> i32 {
        (self.bars.len() as f64 * BAR * PITCH) as i32
    }

    pub(super) fn draw(&self, area: &Area<'_>) -> Drawn {
        let total = |parts: &[(f64, RGBColor)]| parts.iter().map(|part| part.0).sum::<f64>();
        let most = self.bars.iter().map(|(_, parts)| total(parts)).fold(0.0, f64::max);
        if most <= 0.0 {
            return text(area, "nothing was measured", (12, 12), SIZE, HPos::Left);
        }
        let names = names_width(self.bars.iter().map(|(name, _)| &**name));
        let ends = 0.0..most * 1.2; // room for the number behind the bar
        let mut chart = ChartBuilder::on(area)
            .margin_right(14)
            .margin_bottom(8)
            .x_label_area_size(AXIS)
            .y_label_area_size(names)
            .build_cartesian_2d(
                Ticks {
                    scale: Scale::Linear,
                    ends,
                    most: ((WIDTH as i32 - names - 14) / 62).max(3) as usize,
                },
                0.0..self.bars.len() as f64,
            )?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .x_desc(&self.axis)
            .label_style(("sans-serif", SIZE))
            .light_line_style(WHITE)
            .draw()?;
        for ((name, parts), below) in self.bars.iter().zip((0..self.bars.len()).rev()) {
            let (low, high) = (below as f64 + 0.17, below as f64 + 0.83);
            let mut from = 0.0;
            for (part, color) in parts {
                chart.draw_series([Rectangle::new([(from, low), (from + part, high)], color.filled())])?;
                from += part;
            }
            // The chart maps to places in the whole picture.
            let offset = area.get_pixel_range().1.start;
            let (x, y) = chart.plotting_area().map_coordinate(&(from, below as f64 + 0.5));
            text(area, name, (names - 6, y - offset), SIZE, HPos::Right)?;
            text(area, &three_digits(from), (x + 5, y - offset), SIZE - 1, HPos::Left)?;
        }
        Ok(())
    }
}
