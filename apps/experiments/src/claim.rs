//! What a paper claims, and what is found here.

use crate::figures::Figures;
use crate::judgement::{Judgement, Why};

/// Something that a paper says of its figures.
pub(crate) struct Claim {
    /// What it says, as a sentence.
    pub(crate) says: &'static str,
    /// Its own figure, with the unit; empty where it gives none.
    pub(crate) theirs: &'static str,
    /// What words of it are taken to mean, and the numbers that decide: "much faster from", 1.5.
    pub(crate) bounds: &'static [(&'static str, f64)],
    judge: Judge,
}

/// How it is judged.
enum Judge {
    /// From the figures; nothing if some are missing.
    From(fn(&Figures) -> Option<Finding>),
    /// It could not turn out otherwise, for this reason; our figure for it.
    ByConstruction { reason: &'static str, ours: fn(&Figures) -> Option<String> },
    /// Not at all, for this reason.
    Not(&'static str),
}

/// What is found of a claim.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    pub(crate) judgement: Judgement,
    /// Our figure for it, with its spread.
    pub(crate) ours: String,
}

impl Finding {
    pub(crate) fn new(judgement: Judgement, ours: impl Into<String>) -> Self {
        Self { judgement, ours: ours.into() }
    }

    /// Nothing can be seen.
    pub(crate) fn unseen(why: Why, ours: impl Into<String>) -> Self {
        Self::new(Judgement::CannotBeSeen(why), ours)
    }
}

/// What there is to say of a claim.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Judged(Finding),
    /// It could not turn out otherwise: why, and our figure.
    ByConstruction(&'static str, String),
    /// Not judged, and why.
    NotJudged(&'static str),
    /// Figures are missing.
    Missing,
}

impl Claim {
    /// A claim that the figures decide. What decides must be able to go against it.
    pub(crate) const fn judged(
        says: &'static str,
        theirs: &'static str,
        judge: fn(&Figures) -> Option<Finding>,
    ) -> Self {
        Self { says, theirs, bounds: &[], judge: Judge::From(judge) }
    }

    /// A claim that no figures could go against.
    pub(crate) const fn by_construction(
        says: &'static str,
        theirs: &'static str,
        reason: &'static str,
        ours: fn(&Figures) -> Option<String>,
    ) -> Self {
        Self { says, theirs, bounds: &[], judge: Judge::ByConstruction { reason, ours } }
    }

    /// A claim that nothing here decides.
    pub(crate) const fn not_judged(says: &'static str, theirs: &'static str, reason: &'static str) -> Self {
        Self { says, theirs, bounds: &[], judge: Judge::Not(reason) }
    }

    /// The same with the numbers that decide where they are not 1.
    pub(crate) const fn bounds(self, bounds: &'static [(&'static str, f64)]) -> Self {
        Self { bounds, ..self }
    }

    /// What there is to say of it; `is_complete`, whether all that is planned is measured.
    pub(crate) fn outcome(&self, figures: &Figures, is_complete: bool) -> Outcome {
        match &self.judge {
            Judge::Not(reason) => Outcome::NotJudged(reason),
            _ if !is_complete => Outcome::Missing,
            Judge::From(judge) => judge(figures).map_or(Outcome::Missing, Outcome::Judged),
            Judge::ByConstruction { reason, ours } => {
                ours(figures).map_or(Outcome::Missing, |ours| Outcome::ByConstruction(reason, ours))
            }
        }
    }
}

impl Outcome {
    /// The verdict, in few words.
    pub(crate) fn words(&self) -> &'static str {
        match self {
            Self::Judged(finding) => finding.judgement.words(),
            Self::ByConstruction(..) => "by construction",
            Self::NotJudged(_) => "not judged",
            Self::Missing => "not measured",
        }
    }

    /// Why it is no more than that; nothing where it holds or not.
    pub(crate) fn why(&self) -> Option<&'static str> {
        match self {
            Self::Judged(Finding { judgement: Judgement::CannotBeSeen(why), .. }) => Some(why.words()),
            Self::Judged(_) | Self::Missing => None,
            Self::ByConstruction(reason, _) | Self::NotJudged(reason) => Some(reason),
        }
    }

    /// Our figure, if there is one.
    pub(crate) fn ours(&self) -> Option<&str> {
        match self {
            Self::Judged(Finding { ours, .. }) | Self::ByConstruction(_, ours) => Some(ours),
            Self::NotJudged(_) | Self::Missing => None,
        }
    }
}

/// What the claim that reads so is found to be, in tests.
#[cfg(test)]
pub(crate) fn judged(claims: &[Claim], begins: &str, figures: &Figures) -> Finding {
    let claim = claims.iter().find(|claim| claim.says.starts_with(begins)).expect("a claim of these words");
    match claim.outcome(figures, true) {
        Outcome::Judged(finding) => finding,
        other => panic!("{begins}: {other:?}"),
    }
}
