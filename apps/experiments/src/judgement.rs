//! Judging a claim: the evidence for and against it, and the verdict.

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    DoesNotHold,
    /// These figures do not decide it.
    CannotBeSeen(Why),
    Holds,
}

/// Reason why the figures do not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Other programs used the processors.
    Busy,
    /// Fewer than three runs.
    FewRuns,
    /// A speed-up that is above the number of threads.
    TooFast,
    /// Turns on both sides of the bound.
    BothSides,
    /// A time that is not known.
    NoNumber,
    /// Within 5 % of the bound.
    Even,
    /// The turns agree, but chance alone can explain it.
    Chance,
    /// Too few cores.
    FewCores,
    /// A graph that is too small.
    SmallGraph,
    NoGpu,
    /// Nothing to compare.
    Nothing,
}

/// A verdict is given only if chance alone leads to it in at most this share of the cases.
pub(crate) const CHANCE: f64 = 1.0 / 32.0;

/// Strength of the evidence of figures for a claim, or a part of one, and against it.
///
/// Both are probabilities that chance alone looks at least as clear if the true number lies on the bound.
/// Combinations keep that meaning for dependent parts, too: that *all* parts hold is as doubtful as the most
/// doubtful part, and it is contradicted by the clearest contradiction of `n` parts, which is `n` times as
/// likely by chance (Bonferroni's correction).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence {
    supports: f64,
    contradicts: f64,
    /// The reason if neither is clear enough.
    why: Why,
}

impl Evidence {
    /// Figures on the claim's side of the bound, which chance alone puts there with this probability.
    pub(crate) fn supporting(chance: f64) -> Self {
        Self { supports: chance, contradicts: 1.0, why: Why::Chance }
    }

    /// Figures that decide nothing.
    pub(crate) fn none(why: Why) -> Self {
        Self { supports: 1.0, contradicts: 1.0, why }
    }

    /// Evidence for the contrary.
    pub(crate) fn not(self) -> Self {
        Self { supports: self.contradicts, contradicts: self.supports, ..self }
    }

    /// Evidence that all parts hold; without parts it decides nothing.
    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let parts: Vec<_> = parts.into_iter().collect();
        let Some(doubtful) = parts.iter().find(|part| part.supports > CHANCE).or(parts.first()) else {
            return Self::none(Why::Nothing);
        };
        let least = parts.iter().map(|part| part.contradicts).fold(1.0, f64::min);
        let is_undecided = |part: &&Self| matches!(part.judgement(), Judgement::CannotBeSeen(_));
        Self {
            supports: parts.iter().map(|part| part.supports).fold(0.0, f64::max),
            contradicts: (least * parts.len() as f64).min(1.0),
            why: parts.iter().find(is_undecided).unwrap_or(doubtful).why,
        }
    }

    /// Evidence that both hold, if at most one can be false.
    pub(crate) fn both(self, other: Self) -> Self {
        Self { contradicts: self.contradicts.min(other.contradicts), ..Self::all([self, other]) }
    }

    /// Evidence that some part holds; without parts it decides nothing.
    pub(crate) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::all(parts.into_iter().map(Self::not)).not()
    }

    /// The same on a machine of this number of cores: with fewer than `least`, no outcome is decided, because
    /// more cores may change it.
    pub(crate) fn on_cores(self, cores: usize, least: usize) -> Self {
        match self.judgement() {
            Judgement::Holds | Judgement::DoesNotHold if cores < least => Self::none(Why::FewCores),
            _ => self,
        }
    }

    /// Returns the verdict.
    pub(crate) fn judgement(self) -> Judgement {
        if self.supports <= CHANCE {
            Judgement::Holds
        } else if self.contradicts <= CHANCE {
            Judgement::DoesNotHold
        } else {
            Judgement::CannotBeSeen(self.why)
        }
    }
}

impl Judgement {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold here",
            Self::CannotBeSeen(_) => "cannot be seen here",
        }
    }
}

impl Why {
    /// Returns the reason in words, after a colon.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Busy => "the machine was busy with other work",
            Self::FewRuns => "fewer than three runs",
            Self::TooFast => "a speed-up above the number of threads",
            Self::BothSides => "turns lie on both sides of the bound",
            Self::NoNumber => "a time is not known",
            Self::Even => "within 5% of the bound",
            Self::Chance => {
                "it may be chance: few turns, or turns that differ much, for this number of comparisons"
            }
            Self::FewCores => "too few cores",
            Self::SmallGraph => "the graphs are too small",
            Self::NoGpu => "there is no GPU",
            Self::Nothing => "there is nothing to compare",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use super::Why::{BothSides, Chance, Even, FewCores, Nothing};
    use super::*;

    #[test]
    fn the_worst_part_decides_and_few_cores_decide_nothing() {
        let (yes, even, sides) = (Evidence::supporting(0.0), Evidence::none(Even), Evidence::none(BothSides));
        let all = |parts: &[Evidence]| Evidence::all(parts.iter().copied()).judgement();
        let any = |parts: &[Evidence]| Evidence::any(parts.iter().copied()).judgement();
        assert_eq!((all(&[yes, yes]), all(&[yes, even, yes])), (Holds, CannotBeSeen(Even)));
        assert_eq!((all(&[even, sides]), all(&[sides, even])), (CannotBeSeen(Even), CannotBeSeen(BothSides)));
        assert_eq!((all(&[yes.not(), even, yes]), any(&[yes.not(), even, yes])), (DoesNotHold, Holds));
        assert_eq!((any(&[yes.not(), even]), any(&[yes.not()])), (CannotBeSeen(Even), DoesNotHold));
        assert_eq!([all(&[]), any(&[])], [CannotBeSeen(Nothing); 2]);
        let on = |cores| [yes, even, yes.not()].map(|one| one.on_cores(cores, 4).judgement());
        assert_eq!(on(2), [CannotBeSeen(FewCores), CannotBeSeen(Even), CannotBeSeen(FewCores)]);
        assert_eq!(on(4), [Holds, CannotBeSeen(Even), DoesNotHold]);
    }

    #[test]
    fn the_more_parts_the_clearer_a_contradiction_must_be() {
        let among = |chance: f64, others: usize| {
            let others = std::iter::repeat_n(Evidence::supporting(0.0), others);
            Evidence::all(others.chain([Evidence::supporting(chance).not()])).judgement()
        };
        assert_eq!((among(CHANCE, 0), among(CHANCE, 1)), (DoesNotHold, CannotBeSeen(Chance)));
        assert_eq!((among(CHANCE / 16.0, 15), among(CHANCE / 16.0, 16)), (DoesNotHold, CannotBeSeen(Chance)));
        // That some part holds is as likely by chance as there are parts.
        let weak = Evidence::supporting(CHANCE);
        assert_eq!(Evidence::any([weak, weak.not()]).judgement(), CannotBeSeen(Chance));
        // Of two that exclude each other's contrary, one contradiction is enough.
        assert_eq!(Evidence::supporting(0.0).both(weak.not()).judgement(), DoesNotHold);
    }
}
