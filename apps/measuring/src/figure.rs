//! Figures: charts with their numbers as tables.

use std::ops::Range;

use boscage::Result;
use boscage_programs::show::{counted, grouped, three_digits};

use crate::page::{self, escaped};
use crate::plot::{self, Body, Chart, Color, Lines};

/// Largest number of rows of a table; further rows are left out.
pub const MOST_ROWS: usize = 200;

/// A chart, and its numbers.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The chart.
    pub chart: Chart,
    /// Its numbers.
    pub numbers: Numbers,
}

/// The numbers of a chart.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// A table, folded away below the chart.
    Table(Table),
    /// Another table of the page has them: a sentence that names it.
    Elsewhere(&'static str),
}

/// Numbers in rows, and words for display.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Description of the numbers.
    pub what: String,
    /// The heads of the columns.
    pub heads: Vec<String>,
    /// The rows, each with one cell per column.
    pub rows: Vec<Vec<String>>,
    /// Number of rows that are left out.
    pub more: usize,
}

impl Table {
    /// Creates a table with the first of many rows under these heads.
    pub fn new(what: &str, heads: &[&str], rows: impl ExactSizeIterator<Item = Vec<String>>) -> Self {
        let more = rows.len().saturating_sub(MOST_ROWS);
        let heads = heads.iter().map(|&head| head.to_owned()).collect();
        Self { what: what.to_owned(), heads, rows: rows.take(MOST_ROWS).collect(), more }
    }

    /// Returns the numbers of a chart: for lines, one row per place on the horizontal axis and one column per
    /// line; for bars, one row per group, or bar of parts, and one column per item of the legend.
    #[must_use]
    pub fn of(chart: &Chart) -> Self {
        match &chart.body {
            Body::Lines(lines) => of_lines(lines),
            Body::Bars(bars) => {
                let group = |(name, bars): &(String, Vec<plot::Bar>)| {
                    let cell = |bar: &plot::Bar| (bar.color, shown(bar.value, &bar.extremes));
                    (name.clone(), bars.iter().map(cell).collect())
                };
                of_groups(&bars.axis, &chart.legend, bars.groups.iter().map(group))
            }
            Body::Stacks(stacks) => {
                let bar = |bar: &plot::Stack| {
                    let cell = |&(part, color): &(f64, Color)| (color, shown(part, &(part..part)));
                    (bar.name.clone(), bar.parts.iter().map(cell).collect())
                };
                of_groups(&stacks.axis, &chart.legend, stacks.bars.iter().map(bar))
            }
        }
    }

    /// Returns the table as HTML.
    fn html(&self) -> String {
        let table = page::table(&self.heads, &self.rows);
        match self.more {
            0 => table,
            more => format!("{table}<p>{} not shown.</p>\n", counted(more, "more row is", "more rows are")),
        }
    }
}

impl Figure {
    /// Returns the figure as HTML. A table of one row, or of none, has no chart.
    ///
    /// # Errors
    /// If the chart cannot be drawn.
    pub fn html(&self) -> Result<String> {
        let below = match &self.numbers {
            Numbers::Elsewhere(sentence) => format!("<p><small>{}</small></p>\n", escaped(sentence)),
            Numbers::Table(table) => {
                let (what, html) = (escaped(&table.what), table.html());
                match table.rows.len() {
                    0 => return Ok(format!("<figure>\n<p>{what}: there are none.</p>\n</figure>\n")),
                    1 => return Ok(format!("<figure>\n<p>{what}:</p>\n{html}</figure>\n")),
                    _ => format!("<details><summary>Show the numbers: {what}</summary>\n{html}</details>\n"),
                }
            }
        };
        let picture = plot::picture(std::slice::from_ref(&self.chart))?;
        Ok(format!("<figure>\n{picture}{below}</figure>\n"))
    }
}

/// Formats a number with the least and the greatest of the numbers that it is the median of, without trailing
/// zeros.
fn shown(value: f64, extremes: &Range<f64>) -> String {
    let [value, least, most] = [value, extremes.start, extremes.end].map(|number| {
        let text = three_digits(number);
        grouped(if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text })
    });
    if least == most { value } else { format!("{value} ({least} to {most})") }
}

/// Returns one cell with all of these.
fn cell(all: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = all.collect();
    if all.is_empty() { "-".to_owned() } else { all.join(", ") }
}

fn of_lines(lines: &Lines) -> Table {
    let mut places: Vec<f64> =
        lines.lines.iter().flat_map(|line| line.points.iter().map(|place| place.x)).collect();
    places.sort_unstable_by(f64::total_cmp);
    places.dedup();
    let heads: Vec<&str> =
        [&*lines.x.name].into_iter().chain(lines.lines.iter().map(|line| &*line.name)).collect();
    let row = |&x: &f64| {
        let numbers = lines.lines.iter().map(|line| {
            let here = line.points.iter().filter(|place| place.x == x);
            cell(here.map(|place| shown(place.y, &place.extremes)))
        });
        [plot::plain(x)].into_iter().chain(numbers).collect()
    };
    Table::new(&lines.y.name, &heads, places.iter().map(row))
}

fn of_groups(
    axis: &str,
    legend: &[(String, Color)],
    groups: impl ExactSizeIterator<Item = (String, Vec<(Color, String)>)>,
) -> Table {
    let heads: Vec<&str> = [axis].into_iter().chain(legend.iter().map(|(name, _)| &**name)).collect();
    let row = |(name, numbers): (String, Vec<(Color, String)>)| {
        let of = |(_, color): &(String, Color)| {
            cell(numbers.iter().filter(|(one, _)| one == color).map(|(_, number)| number.clone()))
        };
        [name].into_iter().chain(legend.iter().map(of)).collect()
    };
    Table::new(axis, &heads, groups.map(row))
}

/// Returns the items, each once, in the order of their first appearance.
pub fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut all = Vec::new();
    items.for_each(|item| {
        if !all.contains(&item) {
            all.push(item);
        }
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Axis, Bar, Bars, Line, LineKind, Place, Stack, Stacks, color};

    fn chart(legend: &[&str], body: Body) -> Chart {
        let legend = legend.iter().enumerate().map(|(i, &name)| (name.to_owned(), color(i))).collect();
        Chart { title: "<title>".to_owned(), facts: "facts".to_owned(), legend, body }
    }

    /// A line's name, and its points.
    type Named<'a> = (&'a str, &'a [(f64, f64)]);

    fn lines(all: &[Named<'_>]) -> Chart {
        let place = |&(x, y): &(f64, f64)| Place { x, y, extremes: y..2.0 * y };
        let line = |(i, (name, points)): (usize, &Named<'_>)| Line {
            name: (*name).to_owned(),
            points: points.iter().map(place).collect(),
            color: color(i),
            kind: LineKind::Marked,
        };
        let lines = all.iter().enumerate().map(line).collect();
        let (x, y) = (Axis::whole("threads"), Axis::linear("ms & more"));
        chart(&[], Body::Lines(Lines { x, y, y_reaches: Vec::new(), lines }))
    }

    #[test]
    fn lines_have_a_row_for_each_place_and_a_column_each() {
        let table =
            Table::of(&lines(&[("a", &[(1.0, 5.0), (2.0, 2500.0)]), ("b", &[(2.0, 0.0), (2.0, 7.0)])]));
        assert_eq!(table.heads, ["threads", "a", "b"]);
        let second = ["2", "2,500 (2,500 to 5,000)", "0, 7 (7 to 14)"];
        assert_eq!(table.rows, [["1", "5 (5 to 10)", "-"], second]);
        let many: Vec<(f64, f64)> = (0..300).map(|i| (f64::from(i), 1.0)).collect();
        let table = Table::of(&lines(&[("a", &many)]));
        assert_eq!((table.rows.len(), table.more), (MOST_ROWS, 100));
        assert!(table.html().ends_with("<p>100 more rows are not shown.</p>\n"));
    }

    #[test]
    fn bars_have_a_row_for_each_group_and_a_column_for_each_colour() {
        let bar = |i, value: f64| Bar { value, extremes: value..value, color: color(i) };
        let groups =
            vec![("x".to_owned(), vec![bar(1, 3.0)]), ("y".to_owned(), vec![bar(0, 1.0), bar(1, 2.0)])];
        let table = Table::of(&chart(&["a", "b"], Body::Bars(Bars { axis: "ms".to_owned(), groups })));
        assert_eq!(table.heads, ["ms", "a", "b"]);
        assert_eq!(table.rows, [["x", "-", "3"], ["y", "1", "2"]]);
        let parts = vec![(1.5, color(1)), (0.0, color(0))];
        let bars = vec![Stack { name: "x".to_owned(), parts, extremes: 1.0..2.0 }];
        let table = Table::of(&chart(&["a", "b"], Body::Stacks(Stacks { axis: "ms".to_owned(), bars })));
        assert_eq!(table.rows, [["x", "0", "1.5"]]);
    }

    #[test]
    fn a_page_shows_a_chart_and_its_numbers_or_where_they_are() {
        let with_table = |chart: Chart| {
            let numbers = Numbers::Table(Table::of(&chart));
            Figure { chart, numbers }.html().unwrap()
        };
        let two = lines(&[("<a>", &[(1.0, 5.0), (2.0, 3.0)])]);
        let html = with_table(two.clone());
        assert!(html.contains("<svg") && html.contains("<summary>Show the numbers: ms &amp; more</summary>"));
        assert!(
            html.contains("<th>&lt;a&gt;</th>") && html.contains("<td>2</td><td>3 (3 to 6)</td>"),
            "{html}"
        );
        let one = with_table(lines(&[("a", &[(1.0, 5.0)])]));
        assert!(!one.contains("<svg") && !one.contains("<details") && one.contains("<td>1</td>"), "{one}");
        let none = with_table(lines(&[]));
        assert_eq!(none, "<figure>\n<p>ms &amp; more: there are none.</p>\n</figure>\n");
        let numbers = Numbers::Elsewhere("They are below.");
        let elsewhere = Figure { chart: two, numbers }.html().unwrap();
        assert!(elsewhere.contains("<svg") && elsewhere.contains("<small>They are below.</small>"));
        assert!(!elsewhere.contains("<table"), "{elsewhere}");
    }
}
