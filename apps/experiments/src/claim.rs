//! The claims of a paper, and the verdicts here.

use crate::bound::Bound;
use crate::figures::Figures;
use crate::judgement::{Evidence, Judgement, Why};
use crate::missing::{Found, Missing};

/// A statement of a paper about its figures.
pub(crate) struct Claim {
    /// The statement, as a sentence.
    pub(crate) says: &'static str,
    /// The paper's figure, with the unit; empty if there is none.
    pub(crate) theirs: &'static str,
    judge: Judge,
    /// It cannot be judged without a GPU.
    needs_gpu: bool,
}

/// Method of judging.
enum Judge {
    /// By figures within this bound; an error if a required figure is missing.
    By(Bound, fn(&Figures, Bound) -> Found<Finding>),
    /// It holds by construction, for this reason; with our figure.
    ByConstruction { reason: &'static str, ours: fn(&Figures) -> Found<String> },
    /// Not judged, for this reason.
    Not(&'static str),
}

/// Judgement of a claim.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    pub(crate) judgement: Judgement,
    /// Our figure, with its spread.
    pub(crate) ours: String,
}

impl Finding {
    pub(crate) fn new(evidence: Evidence, ours: impl Into<String>) -> Self {
        Self { judgement: evidence.judgement(), ours: ours.into() }
    }

    /// A finding that decides nothing.
    pub(crate) fn unseen(why: Why, ours: impl Into<String>) -> Self {
        Self::new(Evidence::none(why), ours)
    }
}

/// Outcome of a claim.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Judged(Finding),
    /// It holds by construction: reason and our figure.
    ByConstruction(&'static str, String),
    /// Not judged, with the reason.
    NotJudged(&'static str),
    /// A required figure is missing, with the reason.
    Missing(Missing),
}

impl Claim {
    /// A claim that the figures decide, by this bound alone. Other figures must be able to contradict it.
    pub(crate) const fn judged(
        says: &'static str,
        theirs: &'static str,
        bound: Bound,
        judge: fn(&Figures, Bound) -> Found<Finding>,
    ) -> Self {
        Self { says, theirs, needs_gpu: false, judge: Judge::By(bound, judge) }
    }

    /// A claim that no figures could contradict.
    pub(crate) const fn by_construction(
        says: &'static str,
        theirs: &'static str,
        reason: &'static str,
        ours: fn(&Figures) -> Found<String>,
    ) -> Self {
        Self { says, theirs, needs_gpu: false, judge: Judge::ByConstruction { reason, ours } }
    }

    /// A claim that nothing here decides.
    pub(crate) const fn not_judged(says: &'static str, theirs: &'static str, reason: &'static str) -> Self {
        Self { says, theirs, needs_gpu: false, judge: Judge::Not(reason) }
    }

    /// The same for programs that run only on a GPU.
    pub(crate) const fn on_gpu(self) -> Self {
        Self { needs_gpu: true, ..self }
    }

    /// Returns the bound that decides, if it is judged.
    pub(crate) fn bound(&self) -> Option<Bound> {
        if let Judge::By(bound, _) = self.judge { Some(bound) } else { None }
    }

    /// Returns the outcome.
    pub(crate) fn outcome(&self, figures: &Figures) -> Outcome {
        match &self.judge {
            Judge::Not(reason) => Outcome::NotJudged(reason),
            _ if self.needs_gpu && !figures.gpu => Outcome::Judged(Finding::unseen(Why::NoGpu, "")),
            Judge::By(bound, judge) => judge(figures, *bound).map_or_else(Outcome::Missing, Outcome::Judged),
            Judge::ByConstruction { reason, ours } => {
                let by_construction = |ours| Outcome::ByConstruction(reason, ours);
                ours(figures).map_or_else(Outcome::Missing, by_construction)
            }
        }
    }
}

impl Outcome {
    /// Returns the verdict, in few words.
    pub(crate) fn words(&self) -> &'static str {
        match self {
            Self::Judged(finding) => finding.judgement.words(),
            Self::ByConstruction(..) => "by construction",
            Self::NotJudged(_) => "not judged",
            Self::Missing(_) => "not measured",
        }
    }

    /// Returns the reason if it is not decided.
    pub(crate) fn why(&self) -> Option<String> {
        match self {
            Self::Judged(Finding { judgement: Judgement::CannotBeSeen(why), .. }) => {
                Some(why.words().to_owned())
            }
            Self::Judged(_) => None,
            Self::Missing(why) => Some(why.to_string()),
            Self::ByConstruction(reason, _) | Self::NotJudged(reason) => Some((*reason).to_owned()),
        }
    }

    /// Returns our figure, if there is one.
    pub(crate) fn ours(&self) -> Option<&str> {
        match self {
            Self::Judged(Finding { ours, .. }) | Self::ByConstruction(_, ours) => Some(ours),
            Self::NotJudged(_) | Self::Missing(_) => None,
        }
    }
}

/// Returns the finding on the claim that begins with these words, in tests.
#[cfg(test)]
pub(crate) fn judged(claims: &[Claim], begins: &str, figures: &Figures) -> Finding {
    let claim = claims.iter().find(|claim| claim.says.starts_with(begins)).expect("a claim of these words");
    match claim.outcome(figures) {
        Outcome::Judged(finding) => finding,
        other => panic!("{begins}: {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::made_up;
    use crate::papers;
    use crate::setup::small;

    #[test]
    fn a_failure_voids_only_the_claims_that_need_it() {
        let experiment = papers::all().find(|one| one.name == "pma-fig4a").expect("an experiment");
        let mut figures = made_up(experiment, &small(), |point| point.runs_ms = vec![1.0]);
        let failed = figures
            .planned
            .iter_mut()
            .find(|point| point.graph == "degree 4" && point.series == "gamma 1000");
        failed.expect("a point").missing = Some(Missing::Failed("out of memory".to_owned()));
        let outcomes: Vec<_> = experiment.claims.iter().map(|claim| claim.outcome(&figures)).collect();
        let missing = |outcome: &Outcome| matches!(outcome, Outcome::Missing(_));
        // Those of a small degree and of gamma 1000; not that of a large degree, nor that of gamma 2.
        assert_eq!(outcomes.iter().map(missing).collect::<Vec<_>>(), [true, false, false, true]);
        assert_eq!(outcomes[3].words(), "not measured");
        assert_eq!(outcomes[3].why().as_deref(), Some("gamma 1000 on degree 4: out of memory"));
    }

    #[test]
    fn a_graph_that_is_not_measured_yet_is_not_left_out() {
        let experiment = papers::all().find(|one| one.name == "pma-fig5").expect("an experiment");
        let mut figures = made_up(experiment, &small(), |point| point.runs_ms = vec![1.0]);
        let last = figures.graphs().pop();
        for point in figures.planned.iter_mut().filter(|point| Some(&point.graph) == last.as_ref()) {
            point.missing = Some(Missing::NotYet);
        }
        let why = experiment.claims[0].outcome(&figures).why().expect("a reason");
        assert!(why.ends_with("not measured yet"), "{why}");
    }
}
