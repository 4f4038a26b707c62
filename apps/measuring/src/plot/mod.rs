//! Charts as SVG.
//!
//! Charts are narrow, so that they can be read on a telephone. All text is in separate strips beside the
//! drawing, so that nothing overlaps.

mod axis;
mod bars;
mod frame;
mod lines;
mod stacks;

use std::io;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::Color as _;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub(crate) use axis::plain;
pub use axis::{Axis, Scale};
pub use bars::{Bar, Bars};
pub use lines::{Line, LineKind, Lines, Place};
pub use plotters::style::RGBColor as Color;
pub use stacks::{Stack, Stacks};

/// Measures of a picture, in pixels.
const WIDTH: u32 = 440;
const TITLE: i32 = 56;
const LEGEND_LINE: i32 = 22;
/// Place and width of the coloured square before an item of the legend, and space behind the item.
const LEGEND_MARGIN: i32 = 12;
const LEGEND_SQUARE: i32 = 17;
const LEGEND_GAP: i32 = 16;
const AXIS: i32 = 50;
/// Size of most text.
const SIZE: i32 = 15;

/// Colours that people with any colour vision can tell apart (Okabe and Ito), and three more.
const COLORS: [Color; 10] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(128, 64, 0),
    RGBColor(130, 130, 130),
    RGBColor(90, 50, 160),
];

/// Colour of the background line.
pub const BACKGROUND: Color = RGBColor(200, 200, 200);

/// Returns the colour of line `i`; the first is black. After the last they begin again.
#[must_use]
pub fn color(i: usize) -> Color {
    COLORS[i % COLORS.len()]
}

/// Returns the colour of place `i` in an ascending order of `all`: later ones are darker.
#[must_use]
pub fn shade(i: usize, all: usize) -> Color {
    let dark = if all > 1 { i as f64 / (all - 1) as f64 } else { 1.0 };
    let between = |light: f64, deep: f64| (light + (deep - light) * dark) as u8;
    RGBColor(between(150.0, 0.0), between(200.0, 90.0), between(235.0, 150.0))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// A picture: its texts, its colours, and its body.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The headline.
    pub title: String,
    /// The line below the headline.
    pub facts: String,
    /// Meaning of the colours.
    pub legend: Vec<(String, Color)>,
    /// The drawing.
    pub body: Body,
}

/// The drawing of a chart.
#[derive(Clone, Debug)]
pub enum Body {
    /// Bars.
    Bars(Bars),
    /// Lines.
    Lines(Lines),
    /// Bars of parts.
    Stacks(Stacks),
}

impl Body {
    /// Returns the name of the axis of the numbers, with their unit.
    #[must_use]
    pub fn axis(&self) -> &str {
        match self {
            Self::Bars(bars) => &bars.axis,
            Self::Lines(lines) => &lines.y.name,
            Self::Stacks(stacks) => &stacks.axis,
        }
    }
}

/// Draws the charts in one picture, one below the other.
///
/// # Errors
/// If it cannot be drawn.
pub fn picture(charts: &[Chart]) -> boscage::Result<String> {
    let mut picture = String::new();
    {
        let heights: Vec<u32> = charts.iter().map(Chart::height).collect();
        let height = heights.iter().sum::<u32>().max(TITLE as u32);
        let area = SVGBackend::with_string(&mut picture, (WIDTH, height)).into_drawing_area();
        let drawn = || -> Drawn {
            area.fill(&WHITE)?;
            if charts.is_empty() {
                area.titled("there is nothing to draw", ("sans-serif", SIZE))?;
            }
            let mut rest = area.clone();
            for (one, height) in charts.iter().zip(heights) {
                let (here, below) = rest.split_vertically(height);
                one.draw(&here)?;
                rest = below;
            }
            area.present()
        };
        drawn().map_err(|error| io::Error::other(error.to_string())).map_err(unwritten)?;
    }
    Ok(picture)
}

/// Returns the error of a picture that cannot be drawn.
fn unwritten(source: io::Error) -> boscage::Error {
    boscage::Error::Io { path: "the plot".into(), action: "draw", source }
}

impl Chart {
    fn height(&self) -> u32 {
        let body = match &self.body {
            Body::Bars(bars) => bars.height(),
            Body::Lines(_) => lines::HEIGHT,
            Body::Stacks(stacks) => stacks.height(),
        };
        (self.head() + body + AXIS + 8) as u32
    }

    /// Returns the height of everything above the body.
    fn head(&self) -> i32 {
        let lines = self.legend_places().last().map_or(0, |(_, line)| *line) + 1;
        TITLE + LEGEND_LINE * lines
    }

    /// Returns the position and the line of each item of the legend.
    fn legend_places(&self) -> Vec<(i32, i32)> {
        let (mut x, mut line) = (LEGEND_MARGIN, 0);
        let place = |(name, _): &(String, Color)| {
            let width = LEGEND_SQUARE + width_of(name);
            if x > LEGEND_MARGIN && x + width > WIDTH as i32 - 4 {
                (x, line) = (LEGEND_MARGIN, line + 1);
            }
            let here = (x, line);
            x += width + LEGEND_GAP;
            here
        };
        self.legend.iter().map(place).collect()
    }

    fn draw(&self, area: &Area<'_>) -> Drawn {
        text(area, &shortened(&self.title, 44), (12, 20), SIZE + 4, HPos::Left)?;
        text(area, &shortened(&self.facts, 58), (12, 42), SIZE, HPos::Left)?;
        for (&(ref name, color), (x, line)) in self.legend.iter().zip(self.legend_places()) {
            let y = TITLE + 8 + line * LEGEND_LINE;
            area.draw(&Rectangle::new([(x, y - 5), (x + 12, y + 5)], color.filled()))?;
            text(area, name, (x + LEGEND_SQUARE, y), SIZE, HPos::Left)?;
        }
        let body = area.split_vertically(self.head()).1;
        match &self.body {
            Body::Bars(bars) => bars.draw(&body),
            Body::Lines(lines) => lines.draw(&body),
            Body::Stacks(stacks) => stacks.draw(&body),
        }
    }
}

/// Returns the approximate width of a text, in pixels: the fonts are those of the program that shows the
/// picture.
fn width_of(text: &str) -> i32 {
    text.chars().count() as i32 * 8
}

/// Shortens a name to its last `most` characters.
fn shortened(name: &str, most: usize) -> String {
    let extra = name.chars().count().saturating_sub(most);
    if extra == 0 {
        name.to_owned()
    } else {
        format!("…{}", name.chars().skip(extra + 1).collect::<String>())
    }
}

/// Writes at a position, centred vertically.
fn text(area: &Area<'_>, text: &str, at: (i32, i32), size: i32, to: HPos) -> Drawn {
    let style = ("sans-serif", size).into_font().color(&BLACK).pos(Pos::new(to, VPos::Center));
    area.draw(&Text::new(text.to_owned(), at, style))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_their_end() {
        assert_eq!(shortened("road", 44), "road");
        let long = shortened(&format!("{}/road.gr", "a".repeat(100)), 44);
        assert!(long.starts_with("…a") && long.ends_with("/road.gr") && long.chars().count() == 44, "{long}");
    }

    #[test]
    fn further_is_darker() {
        let brightness = |i| shade(i, 3).0;
        assert!(brightness(0) > brightness(1) && brightness(1) > brightness(2));
        assert_eq!(shade(0, 1), shade(1, 2));
    }

    /// Returns the texts that are not completely in a picture, by their approximate widths.
    fn clipped(picture: &str) -> Vec<String> {
        let is_clipped = |element: &&str| {
            let attribute = |name: &str| {
                let from = element.split_once(&format!(" {name}=\"")).expect("the attribute").1;
                from.split('"').next().expect("its value")
            };
            let words = element.split_once('>').expect("an element").1.trim();
            let width = words.chars().count() as f64 * 0.6 * attribute("font-size").parse::<f64>().unwrap();
            let upright = element.contains("rotate(");
            let (at, end) =
                if upright { (attribute("y"), 2 * lines::HEIGHT) } else { (attribute("x"), WIDTH as i32) };
            let from = match (at.parse::<f64>().unwrap(), attribute("text-anchor")) {
                (at, "start") => at,
                (at, "middle") => at - width / 2.0,
                (at, _) => at - width,
            };
            from < 0.0 || from + width > f64::from(end)
        };
        let texts = picture.split("<text").skip(1).map(|rest| rest.split("</text>").next().expect("its end"));
        texts.filter(is_clipped).map(str::to_owned).collect()
    }

    #[test]
    fn no_text_is_clipped() {
        let name = "an axis whose name is as long as it gets".to_owned();
        let long = "a group or graph of a name that is longer than its strip".to_owned();
        let chart = |body| Chart {
            title: long.clone(),
            facts: long.clone(),
            legend: vec![(long.clone(), color(0))],
            body,
        };
        let bar = |value: f64| Bar { value, extremes: value..value, color: color(1) };
        let bars = |all: &[f64]| {
            let groups = vec![(long.clone(), all.iter().copied().map(bar).collect())];
            chart(Body::Bars(Bars { axis: name.clone(), groups }))
        };
        let lines = |axis: fn(&str) -> Axis, last: f64| {
            let place = |x: f64| Place { x, y: x, extremes: x..x };
            let points = vec![place(1.0), place(last)];
            let line = Line { name: long.clone(), points, color: color(1), kind: LineKind::Marked };
            chart(Body::Lines(Lines {
                x: axis(&name),
                y: axis("y"),
                y_reaches: Vec::new(),
                lines: vec![line],
            }))
        };
        let stacks = Stacks {
            axis: name.clone(),
            bars: vec![Stack {
                name: long.clone(),
                parts: vec![(99_999.0, color(1)), (0.5, color(2))],
                extremes: 99_000.0..110_000.0,
            }],
        };
        let charts = [
            bars(&[0.001_234, 0.001_235]),
            bars(&[0.001_234, 123_456.0]),
            bars(&[99_999.0]),
            // A power of ten is at the very end of the axis.
            lines(Axis::log, 1e8 / 1.5),
            lines(Axis::linear, 1e8),
            lines(Axis::whole, 1e7),
            chart(Body::Stacks(stacks)),
        ];
        for (i, chart) in charts.into_iter().enumerate() {
            assert_eq!(clipped(&picture(&[chart]).unwrap()), Vec::<String>::new(), "chart {i}");
        }
        assert_eq!(
            clipped("<text x=\"435\" text-anchor=\"start\" font-size=\"12\">\nlong\n</text>").len(),
            1
        );
    }

    #[test]
    fn items_of_a_legend_do_not_overlap() {
        let legend = ["short", "a name that takes half the width", "another that does", "last"];
        let legend = legend.map(|name| (name.to_owned(), color(0))).to_vec();
        let body = Body::Bars(Bars { axis: String::new(), groups: Vec::new() });
        let chart = Chart { title: String::new(), facts: String::new(), legend, body };
        assert_eq!(chart.legend_places().iter().map(|place| place.1).collect::<Vec<_>>(), [0, 0, 1, 1]);
        assert!(picture(&[chart]).unwrap().contains("nothing was measured"));
        assert!(picture(&[]).unwrap().contains("there is nothing to draw"));
    }
}
