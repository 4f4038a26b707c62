//! Declaration of an experiment.

use boscage_measuring::plot::Chart;
use textwrap::{Options, WordSplitter};

use crate::claim::Claim;
use crate::figures::Figures;
use crate::graph::Graph;
use crate::missing::{Found, Missing, short};
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::Spread;

/// A text with measurements.
pub(crate) struct Paper {
    /// Name in lists.
    pub(crate) short: &'static str,
    /// Authors, title, place and time of publication.
    pub(crate) citation: &'static str,
    /// The machine of its measurements.
    pub(crate) machine: &'static str,
}

/// A table or figure of a paper, to measure here.
pub(crate) struct Experiment {
    /// Name on the command line, and stem of its files.
    pub(crate) name: &'static str,
    pub(crate) paper: &'static Paper,
    /// Name of the table or figure.
    pub(crate) figure: &'static str,
    /// All statements of the paper about it, judged or not.
    pub(crate) claims: &'static [Claim],
    /// Differences to the paper's measurement, beside the machine.
    pub(crate) differs: &'static str,
    /// Size of the graphs at scale 1, as a fraction of the paper's; `None` if the paper gives no sizes.
    pub(crate) part: Option<f64>,
    /// Turns before those that count: [`CHOOSING`](crate::times::CHOOSING) if the best of some settings is
    /// compared, otherwise none.
    pub(crate) choosing: usize,
    /// The cases to measure.
    pub(crate) plan: fn(&Setup) -> Vec<Case>,
    /// Numbers that the paper publishes.
    pub(crate) published: &'static [Published],
    pub(crate) charts: fn(&Figures) -> Vec<Chart>,
}

impl Experiment {
    /// Returns the paper and the figure.
    pub(crate) fn title(&self) -> String {
        format!("{}: {}", self.paper.short, self.figure)
    }

    /// Returns text about it for a terminal, under its name and title.
    pub(crate) fn paragraphs(&self, all: impl Iterator<Item = String>) -> String {
        let options = Options::new(COLUMNS).initial_indent("  ").subsequent_indent("      ");
        let options = options.word_splitter(WordSplitter::NoHyphenation);
        let all = all.map(|text| textwrap::fill(&text, &options) + "\n");
        let head = textwrap::fill(&format!("{}  {}", self.name, self.title()), COLUMNS) + "\n";
        [head].into_iter().chain(all).collect()
    }

    /// Returns the comparison of sizes with the paper's, in words.
    pub(crate) fn sizes(&self, scale: f64) -> String {
        let Some(part) = self.part else {
            return "The paper does not give the sizes of its graphs.".to_owned();
        };
        let here = part * scale;
        if (here - 1.0).abs() < 1e-9 {
            return "Graphs have the sizes of the paper.".to_owned();
        }
        let factor =
            if here < 1.0 { format!("1/{} of", short(1.0 / here)) } else { format!("{} times", short(here)) };
        format!(
            "Generated graphs have {factor} the paper's sizes; --scale {} gives the paper's.",
            short(1.0 / part)
        )
    }
}

/// Columns of text on a terminal.
const COLUMNS: usize = 100;

/// A graph, and the series on it.
pub(crate) struct Case {
    pub(crate) graph: Graph,
    pub(crate) series: Vec<Series>,
}

/// An operator on some number of threads.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// Name, unique in this experiment.
    pub(crate) name: String,
    pub(crate) operator: Operator,
    pub(crate) threads: usize,
}

impl Series {
    pub(crate) fn new(name: impl Into<String>, operator: impl Into<Operator>, threads: usize) -> Self {
        Self { name: name.into(), operator: operator.into(), threads }
    }
}

/// Numbers of the paper, and ours beside them.
pub(crate) struct Published {
    /// Kind, unit and place of the numbers.
    pub(crate) what: &'static str,
    pub(crate) columns: &'static [&'static str],
    /// Names of rows, and per column a number, or [`NONE`].
    pub(crate) rows: &'static [(&'static str, &'static [f64])],
    /// Returns our number for a row and a column, with its spread.
    pub(crate) here: fn(&Figures, &str, &str) -> Found<Spread>,
}

/// No number is published.
pub(crate) const NONE: f64 = f64::NAN;

/// There is no number of ours.
pub(crate) const NOT_HERE: Found<Spread> = Err(Missing::NotYet);
