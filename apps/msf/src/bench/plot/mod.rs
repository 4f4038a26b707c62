//! The figures as pictures: bars for each graph, and for graphs of growing size lines.
//!
//! Pictures are narrow, so that they can be read on a telephone; all text stands in strips of its own beside what is
//! drawn, so that nothing overlaps.

mod bars;
mod lines;

use std::io;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::report::{GraphReport, Report};
use crate::failure::Failure;
use crate::show::{counted, grouped, three_digits};

/// Measures of a picture, in pixels.
const WIDTH: u32 = 440;
const TITLE: i32 = 56;
const LEGEND_LINE: i32 = 22;
const LEGEND_ITEM: i32 = 142;
/// Items of the legend in a line.
const LEGEND_ITEMS: i32 = 3;
const AXIS: i32 = 50;
/// Size of most text.
const SIZE: i32 = 15;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// All pictures of a report, each a document of its own.
pub(super) fn each(report: &Report) -> Result<Vec<String>, Failure> {
    diagrams(report).iter().map(|one| picture(std::slice::from_ref(one))).collect()
}

/// All pictures of a report in one, one below the other.
pub(super) fn all(report: &Report) -> Result<String, Failure> {
    picture(&diagrams(report))
}

/// What there is to draw.
enum Diagram<'a> {
    /// Nanoseconds an edge on one graph.
    Bars(&'a GraphReport),
    /// Time against edges on the graphs of a family, on one number of threads.
    Lines { family: &'a str, threads: usize, graphs: Vec<&'a GraphReport> },
}

fn diagrams(report: &Report) -> Vec<Diagram<'_>> {
    let has_edges = |graph: &&GraphReport| graph.edges > 0;
    let mut diagrams = Vec::new();
    let mut families = Vec::new();
    for graph in report.graphs.iter().filter(has_edges) {
        match graph.family {
            None => diagrams.push(Diagram::Bars(graph)),
            Some(family) if families.contains(&family) => {}
            Some(family) => families.push(family),
        }
    }
    for family in families {
        let graphs: Vec<_> =
            report.graphs.iter().filter(has_edges).filter(|graph| graph.family == Some(family)).collect();
        let all = graphs.iter().flat_map(|graph| &graph.rows);
        for threads in distinct(all.map(|row| row.threads)) {
            diagrams.push(Diagram::Lines { family, threads, graphs: graphs.clone() });
        }
    }
    diagrams
}

/// The items, each once, in the order of their first appearance.
fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut all = Vec::new();
    items.for_each(|item| {
        if !all.contains(&item) {
            all.push(item);
        }
    });
    all
}

fn picture(diagrams: &[Diagram<'_>]) -> Result<String, Failure> {
    let mut picture = String::new();
    {
        let heights: Vec<u32> = diagrams.iter().map(Diagram::height).collect();
        let height = heights.iter().sum::<u32>().max(TITLE as u32);
        let area = SVGBackend::with_string(&mut picture, (WIDTH, height)).into_drawing_area();
        let drawn = || -> Drawn {
            area.fill(&WHITE)?;
            if diagrams.is_empty() {
                area.titled("there is nothing to draw", ("sans-serif", SIZE))?;
            }
            let mut rest = area.clone();
            for (one, height) in diagrams.iter().zip(heights) {
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

/// The error of a picture that cannot be drawn.
fn unwritten(source: io::Error) -> Failure {
    boscage::Error::Io { path: "the plot".into(), action: "draw", source }.into()
}

impl Diagram<'_> {
    fn height(&self) -> u32 {
        let body = match self {
            Self::Bars(graph) => bars::height(graph),
            Self::Lines { .. } => lines::HEIGHT,
        };
        (TITLE + LEGEND_LINE * self.legend_lines() + body + AXIS + 8) as u32
    }

    /// What the legend says: in bars colours are threads, in lines operators.
    fn legend(&self) -> Vec<(String, RGBColor)> {
        match self {
            Self::Bars(graph) => bars::legend(graph),
            Self::Lines { graphs, threads, .. } => lines::legend(graphs, *threads),
        }
    }

    fn legend_lines(&self) -> i32 {
        self.legend().len().div_ceil(LEGEND_ITEMS as usize).max(1) as i32
    }

    fn draw(&self, area: &Area<'_>) -> Drawn {
        let (title, facts) = match self {
            Self::Bars(graph) => (
                graph.graph.clone(),
                [counted(graph.nodes, "node", "nodes"), counted(graph.edges, "edge", "edges")].join(", "),
            ),
            Self::Lines { family, threads, .. } => {
                (format!("{family}: time against edges"), counted(*threads, "thread", "threads"))
            }
        };
        text(area, &shortened(&title), (12, 20), SIZE + 4, HPos::Left)?;
        text(area, &facts, (12, 42), SIZE, HPos::Left)?;
        self.draw_legend(area)?;
        let body = area.split_vertically(TITLE + LEGEND_LINE * self.legend_lines()).1;
        match self {
            Self::Bars(graph) => bars::draw(graph, &body),
            Self::Lines { graphs, threads, .. } => lines::draw(graphs, *threads, &body),
        }
    }

    fn draw_legend(&self, area: &Area<'_>) -> Drawn {
        for (i, (name, color)) in (0..).zip(self.legend()) {
            let (x, y) = (12 + i % LEGEND_ITEMS * LEGEND_ITEM, TITLE + 8 + i / LEGEND_ITEMS * LEGEND_LINE);
            area.draw(&Rectangle::new([(x, y - 5), (x + 12, y + 5)], color.filled()))?;
            text(area, &name, (x + 17, y), SIZE, HPos::Left)?;
        }
        Ok(())
    }
}

/// Labels of a logarithmic axis: one a decade.
fn decades(from: f64, to: f64) -> usize {
    ((to / from).log10().floor() as usize).max(1) + 1
}

/// A number on an axis, without digits that say nothing.
fn plain(number: f64) -> String {
    let text = if number >= 1.0 { format!("{number:.1}") } else { three_digits(number) };
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if number == 0.0 { "0".to_owned() } else { grouped(short) }
}

/// A name that fits into the title, its end if it is too long.
fn shortened(name: &str) -> String {
    const MOST: usize = 44;
    let extra = name.chars().count().saturating_sub(MOST);
    if extra == 0 {
        name.to_owned()
    } else {
        format!("…{}", name.chars().skip(extra + 1).collect::<String>())
    }
}

/// Writes at a place, centred vertically.
fn text(area: &Area<'_>, text: &str, at: (i32, i32), size: i32, to: HPos) -> Drawn {
    let style = ("sans-serif", size).into_font().color(&BLACK).pos(Pos::new(to, VPos::Center));
    area.draw(&Text::new(text.to_owned(), at, style))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_axes_are_short() {
        let all = [0.0, 0.001, 0.05, 0.5, 1.0, 2.5, 10.0, 1000.0, 1e6];
        let want = ["0", "0.001", "0.05", "0.5", "1", "2.5", "10", "1,000", "1,000,000"];
        assert_eq!(all.map(plain), want);
    }

    #[test]
    fn long_names_keep_their_end() {
        assert_eq!(shortened("road"), "road");
        let long = shortened(&format!("{}/road.gr", "a".repeat(100)));
        assert!(long.starts_with("…a") && long.ends_with("/road.gr") && long.chars().count() == 44, "{long}");
    }
}
