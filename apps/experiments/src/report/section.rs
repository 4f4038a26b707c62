//! One experiment.

use std::fmt::Write;

use boscage_measuring::failure::Failure;
use boscage_measuring::figure::{Figure, Numbers, Table};
use boscage_measuring::page::escaped;
use boscage_measuring::plot::Chart;

use crate::charts::has_range;
use crate::claim::{Claim, Outcome};
use crate::experiment::Experiment;
use crate::figures::Figures;

use super::{tables, verdicts};

/// Charts whose numbers are in another table of the experiment: their axis, and the text instead.
const ELSEWHERE: [(&str, &str); 2] = [
    ("milliseconds", "The numbers are in the table of all points, below."),
    ("times as long as HybridPMA", "The numbers are in the table beside the paper's, below."),
];

/// An experiment and its results.
pub(crate) struct Section {
    pub(crate) experiment: &'static Experiment,
    pub(crate) figures: Figures,
}

impl Section {
    /// The claims, and their outcomes.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = (&'static Claim, Outcome)> {
        self.experiment.claims.iter().map(|claim| (claim, claim.outcome(&self.figures)))
    }

    /// The verdicts for the terminal, a paragraph each.
    pub(crate) fn verdicts(&self) -> String {
        let one = |(claim, outcome): (&Claim, Outcome)| {
            let ours = outcome.ours().filter(|ours| !ours.is_empty()).map(|ours| format!(" Here: {ours}."));
            let bound = claim.bound().map(|bound| format!(" Holds if {bound}."));
            let why = outcome.why().map(|why| format!(" ({why})"));
            let [ours, bound, why] = [ours, bound, why].map(Option::unwrap_or_default);
            format!("{}: {}{ours}{bound}{why}", outcome.words(), claim.says)
        };
        self.experiment.paragraphs(self.outcomes().map(one))
    }

    /// The charts that show more than one point of their lines.
    pub(crate) fn charts(&self) -> Vec<Chart> {
        let mut charts = (self.experiment.charts)(&self.figures);
        charts.retain(has_range);
        charts
    }

    /// Returns the experiment as HTML.
    pub(super) fn html(&self, scale: f64) -> Result<String, Failure> {
        let Self { experiment, figures } = self;
        let mut html = format!("<h2 id=\"{}\">{}</h2>\n", experiment.name, escaped(&experiment.title()));
        html += &verdicts::of_one(self);
        let mut line = |label: &str, text: &str| {
            let _ = writeln!(html, "<p><b>{label}</b> {}</p>", escaped(text)); // a string takes all that is written
        };
        let sizes = experiment.sizes(scale);
        line(
            "What differs:",
            &format!("{sizes} {} The paper's machine: {}.", experiment.differs, experiment.paper.machine),
        );
        let (measured, planned) = (figures.points().count(), figures.planned.len());
        if measured < planned {
            line("Incomplete:", &format!("{measured} of {planned} points are measured"));
        }
        figures.failures().for_each(|why| line("Failed:", &format!("{why} (--again repeats it)")));
        html += "<div class=\"plots\">\n";
        for chart in self.charts() {
            html += &figure(chart).html()?;
        }
        html += "</div>\n";
        experiment.published.iter().for_each(|published| html += &tables::beside(published, figures));
        html += &tables::all_points(figures);
        let citation = escaped(experiment.paper.citation);
        let _ = writeln!(html, "<p><small>{citation}; {}.</small></p>", escaped(experiment.figure));
        Ok(html)
    }
}

/// Returns a chart with its numbers, or a reference to them.
fn figure(chart: Chart) -> Figure {
    let elsewhere = ELSEWHERE.iter().find(|(axis, _)| *axis == chart.body.axis());
    let numbers = match elsewhere {
        Some((_, sentence)) => Numbers::Elsewhere(sentence),
        None => Numbers::Table(Table::of(&chart)),
    };
    Figure { chart, numbers }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::made_up;
    use crate::papers;
    use crate::setup::{Setup, small};

    #[test]
    fn no_chart_has_a_single_point_along_its_axis() {
        let experiment = papers::all().find(|one| one.name == "paradigms-openmp").expect("an experiment");
        let charts = |cores| {
            let figures = made_up(experiment, &Setup { cores, ..small() }, |point| point.runs_ms = vec![1.0]);
            Section { experiment, figures }.charts().len()
        };
        assert_eq!((charts(1), charts(2)), (0, 4));
    }

    #[test]
    fn numbers_are_shown_once() {
        let tables = |name: &str| {
            let experiment = papers::all().find(|one| one.name == name).expect("an experiment");
            let figures = made_up(experiment, &small(), |point| {
                (point.runs_ms, point.edges) = (vec![1.0], point.graph.len());
            });
            let charts = Section { experiment, figures }.charts();
            assert!(!charts.is_empty(), "{name}");
            let has_table = |chart| matches!(figure(chart).numbers, Numbers::Table(_));
            charts.into_iter().map(has_table).collect::<Vec<_>>()
        };
        // Times, and the multiples of a table of the paper.
        assert_eq!(tables("cuda-cases"), [false]);
        assert_eq!(tables("pma-table1"), [false]);
        assert_eq!(tables("paradigms-cuda"), [true]);
    }
}
