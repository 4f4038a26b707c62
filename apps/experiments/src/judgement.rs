//! What can be said of a claim, or of a part of one.

/// What is to be said of a claim, or of a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    DoesNotHold,
    /// These figures do not decide it.
    CannotBeSeen(Why),
    Holds,
}

/// Why nothing can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Others used the processors.
    Busy,
    /// Fewer than three runs.
    FewRuns,
    /// A speed-up that is above the number of threads.
    TooFast,
    /// Runs on both sides of the bound.
    BothSides,
    /// A time that is not known.
    NoNumber,
    /// Within 5 % of the bound.
    Even,
    /// Fewer cores than it takes.
    FewCores,
    NoGpu,
    /// Nothing to compare.
    Nothing,
}

impl Judgement {
    /// Of numbers that are the same in every run: edges, rounds. Times are judged by
    /// [`Ratio`](crate::times::Ratio) alone.
    pub(crate) fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::DoesNotHold }
    }

    /// That all parts hold; of none it cannot be seen.
    pub(crate) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().min_by_key(Self::rank).unwrap_or(Self::CannotBeSeen(Why::Nothing))
    }

    /// That some part holds; of none it cannot be seen.
    pub(crate) fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let best = parts.into_iter().min_by_key(|one| 2 - one.rank());
        best.unwrap_or(Self::CannotBeSeen(Why::Nothing))
    }

    /// The same on a machine of this number of cores: on fewer than `least` neither outcome decides. What
    /// gains nothing there may gain on more, and threads that do not disturb each other there may on more.
    pub(crate) fn on_cores(self, cores: usize, least: usize) -> Self {
        match self {
            Self::Holds | Self::DoesNotHold if cores < least => Self::CannotBeSeen(Why::FewCores),
            other => other,
        }
    }

    /// The worse, the less.
    fn rank(&self) -> u8 {
        match self {
            Self::DoesNotHold => 0,
            Self::CannotBeSeen(_) => 1,
            Self::Holds => 2,
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::DoesNotHold => "does not hold here",
            Self::CannotBeSeen(_) => "cannot be seen here",
        }
    }
}

impl Why {
    /// In words, after a colon.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Busy => "the machine was busy with other work",
            Self::FewRuns => "fewer than three runs",
            Self::TooFast => "a speed-up above the number of threads",
            Self::BothSides => "runs lie on both sides of the bound",
            Self::NoNumber => "a time is not known",
            Self::Even => "within 5% of the bound",
            Self::FewCores => "too few cores",
            Self::NoGpu => "there is no GPU",
            Self::Nothing => "there is nothing to compare",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use super::Why::{Even, FewCores, FewRuns, Nothing};

    #[test]
    fn the_worst_part_decides_and_few_cores_decide_nothing() {
        assert_eq!(Judgement::all([Holds, CannotBeSeen(Even), Holds]), CannotBeSeen(Even));
        assert_eq!(Judgement::all([CannotBeSeen(Even), CannotBeSeen(FewRuns)]), CannotBeSeen(Even));
        assert_eq!(Judgement::all([DoesNotHold, CannotBeSeen(Even), Holds]), DoesNotHold);
        assert_eq!(Judgement::any([DoesNotHold, CannotBeSeen(Even), Holds]), Holds);
        assert_eq!(Judgement::any([DoesNotHold, CannotBeSeen(Even)]), CannotBeSeen(Even));
        assert_eq!([Judgement::all([]), Judgement::any([])], [CannotBeSeen(Nothing); 2]);
        let all = [Holds, CannotBeSeen(Even), DoesNotHold];
        let few = CannotBeSeen(FewCores);
        assert_eq!(all.map(|one| one.on_cores(2, 4)), [few, CannotBeSeen(Even), few]);
        assert_eq!(all.map(|one| one.on_cores(4, 4)), all);
    }
}
