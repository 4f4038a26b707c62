//! What an experiment declares.

use boscage_measuring::plot::Chart;

use crate::figures::{Figures, short};
use crate::graph::Graph;
use crate::operator::Operator;
use crate::setup::Setup;

/// A text that measured something.
pub(crate) struct Paper {
    /// What lists call it.
    pub(crate) short: &'static str,
    /// Authors, title, and where and when it appeared.
    pub(crate) citation: &'static str,
    /// The machine that it measured on.
    pub(crate) machine: &'static str,
}

/// A table or figure of a paper, to be measured here.
pub(crate) struct Experiment {
    /// The word on the command line, and the stem of its files.
    pub(crate) name: &'static str,
    pub(crate) paper: &'static Paper,
    /// Which table or figure.
    pub(crate) figure: &'static str,
    /// What the paper finds.
    pub(crate) finding: &'static str,
    /// What is different here, beside the machine.
    pub(crate) differs: &'static str,
    /// Size of the graphs at scale 1, as a part of the paper's; `None` where the paper does not tell sizes.
    pub(crate) part: Option<f64>,
    /// What is to be measured.
    pub(crate) plan: fn(&Setup) -> Vec<Case>,
    /// What the paper publishes as numbers.
    pub(crate) published: &'static [Published],
    pub(crate) charts: fn(&Figures) -> Vec<Chart>,
    /// Whether the finding holds here; nothing if figures for it are missing.
    pub(crate) verdict: fn(&Figures) -> Option<Verdict>,
}

impl Experiment {
    /// The paper and the figure.
    pub(crate) fn title(&self) -> String {
        format!("{}: {}", self.paper.short, self.figure)
    }

    /// How sizes compare with the paper's, in words.
    pub(crate) fn sizes(&self, scale: f64) -> String {
        let Some(part) = self.part else {
            return "The paper does not tell the sizes of its graphs.".to_owned();
        };
        let here = part * scale;
        if (here - 1.0).abs() < 1e-9 {
            return "Graphs have the sizes of the paper.".to_owned();
        }
        let factor =
            if here < 1.0 { format!("1/{} of", short(1.0 / here)) } else { format!("{} times", short(here)) };
        format!(
            "Graphs that are made have {factor} the paper's sizes; --scale {} gives these.",
            short(1.0 / part)
        )
    }
}

/// A graph, and who is measured on it.
pub(crate) struct Case {
    pub(crate) graph: Graph,
    pub(crate) series: Vec<Series>,
}

/// An operator, on so many threads.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// What it is called in this experiment; no other series has this name.
    pub(crate) name: String,
    pub(crate) operator: Operator,
    pub(crate) threads: usize,
}

impl Series {
    pub(crate) fn new(name: impl Into<String>, operator: impl Into<Operator>, threads: usize) -> Self {
        Self { name: name.into(), operator: operator.into(), threads }
    }
}

/// Numbers of the paper, and how ours are found that they are put beside.
pub(crate) struct Published {
    /// Which numbers, in what unit, from where.
    pub(crate) what: &'static str,
    pub(crate) columns: &'static [&'static str],
    /// Names of rows, and for each column a number, or [`NONE`].
    pub(crate) rows: &'static [(&'static str, &'static [f64])],
    /// Our number for a row and a column.
    pub(crate) here: fn(&Figures, &str, &str) -> Option<f64>,
}

/// No number is published.
pub(crate) const NONE: f64 = f64::NAN;

/// What is to be said of a finding, or of a part of it; the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Judgement {
    DoesNotHold,
    /// This machine cannot tell.
    CannotBeSeen,
    Holds,
}

/// Times that differ by less than this factor are even: nobody can tell which is shorter.
const EVEN: f64 = 1.05;

impl Judgement {
    /// Of what does not depend on times.
    pub(crate) fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::DoesNotHold }
    }

    /// That a ratio of times is above a bound: it cannot be seen of what is even with the bound.
    pub(crate) fn above(ratio: f64, bound: f64) -> Self {
        if ratio > bound * EVEN {
            Self::Holds
        } else if ratio * EVEN < bound {
            Self::DoesNotHold
        } else {
            Self::CannotBeSeen
        }
    }

    /// That a ratio of times is not above a bound, which leaves room for what nobody can tell.
    pub(crate) fn not_above(ratio: f64, bound: f64) -> Self {
        if ratio.is_nan() { Self::CannotBeSeen } else { Self::of(ratio <= bound) }
    }

    /// Whatever has not been refuted.
    pub(crate) fn unless_refuted(self) -> Self {
        Self::of(self != Self::DoesNotHold)
    }

    /// That all parts hold; of none it cannot be seen.
    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().min().unwrap_or(Self::CannotBeSeen)
    }

    /// That some part holds; of none it cannot be seen.
    pub(crate) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().max().unwrap_or(Self::CannotBeSeen)
    }

    /// The same on a machine that has so many cores; what is not so on fewer may be on as many.
    pub(crate) fn on_cores(self, cores: usize, least: usize) -> Self {
        if cores < least { self.max(Self::CannotBeSeen) } else { self }
    }

    /// The same of what may be otherwise on so many cores where it is so on fewer, and is refuted where it is not.
    pub(crate) fn only_refuted_below(self, cores: usize, least: usize) -> Self {
        if cores < least { self.min(Self::CannotBeSeen) } else { self }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold here",
            Self::CannotBeSeen => "cannot be seen here",
        }
    }
}

/// The judgement, and a sentence with the figures that it is made of.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    pub(crate) judgement: Judgement,
    pub(crate) sentence: String,
}

impl Verdict {
    pub(crate) fn new(judgement: Judgement, sentence: impl Into<String>) -> Self {
        Self { judgement, sentence: sentence.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};

    #[test]
    fn what_is_even_cannot_be_seen() {
        assert_eq!(
            [1.2, 1.04, 1.0, 0.96, 0.9].map(|ratio| Judgement::above(ratio, 1.0)),
            [Holds, CannotBeSeen, CannotBeSeen, CannotBeSeen, DoesNotHold]
        );
        assert_eq!(
            [0.8, 1.04, f64::NAN].map(|ratio| Judgement::not_above(ratio, 1.0)),
            [Holds, DoesNotHold, CannotBeSeen]
        );
    }

    #[test]
    fn the_worst_part_decides_and_few_cores_refute_nothing() {
        assert_eq!(Judgement::all([Holds, CannotBeSeen, Holds]), CannotBeSeen);
        assert_eq!(Judgement::all([DoesNotHold, CannotBeSeen, Holds]), DoesNotHold);
        assert_eq!(Judgement::any([DoesNotHold, Holds]), Holds);
        assert_eq!([Judgement::all([]), Judgement::any([])], [CannotBeSeen; 2]);
        let on_two = [Holds, CannotBeSeen, DoesNotHold].map(|judgement| judgement.on_cores(2, 4));
        assert_eq!(on_two, [Holds, CannotBeSeen, CannotBeSeen]);
        assert_eq!(DoesNotHold.on_cores(4, 4), DoesNotHold);
    }
}
