//! How many times larger one thing is than another, and whether that is above a bound: the rule.

use std::fmt;

use super::{EVEN, Spread};
use crate::figures::{Found, Missing, short};
use crate::judgement::{Judgement, Why};

/// How many times longer one thing takes than another, in every turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio {
    pub(super) spread: Spread,
    /// Why it decides nothing, whatever it is.
    pub(super) doubt: Option<Why>,
}

impl Ratio {
    /// To be shown.
    pub(crate) fn spread(&self) -> Spread {
        self.spread
    }

    /// That it is above a bound.
    pub(crate) fn is_above(&self, bound: f64) -> Judgement {
        match self.beyond(bound) {
            Ok(is_above) => Judgement::of(is_above),
            Err(why) => Judgement::CannotBeSeen(why),
        }
    }

    /// That it is below a bound.
    pub(crate) fn is_below(&self, bound: f64) -> Judgement {
        match self.beyond(bound) {
            Ok(is_above) => Judgement::of(!is_above),
            Err(why) => Judgement::CannotBeSeen(why),
        }
    }

    /// That it is between one part of a number and as many times.
    pub(crate) fn is_within(&self, factor: f64) -> Judgement {
        Judgement::all([self.is_below(factor), self.is_above(1.0 / factor)])
    }

    /// That it is not below 1: in the median it is above, or even.
    pub(super) fn is_no_fall(&self) -> Judgement {
        match self.doubt {
            None if self.spread.value >= 1.0 / EVEN => Judgement::Holds,
            _ => self.is_above(1.0),
        }
    }

    /// Whether it is above a bound, or below, or why it cannot be seen. This is the rule.
    fn beyond(&self, bound: f64) -> Result<bool, Why> {
        if let Some(why) = self.doubt {
            return Err(why);
        }
        let Spread { value, least, most } = self.spread;
        if !(value.is_finite() && least.is_finite() && most.is_finite()) {
            return Err(Why::NoNumber);
        }
        if (bound / EVEN..=bound * EVEN).contains(&value) {
            return Err(Why::Even);
        }
        match (least > bound, most < bound) {
            (true, _) => Ok(true),
            (_, true) => Ok(false),
            _ => Err(Why::BothSides),
        }
    }

    /// How many times larger it is than a ratio of another graph.
    pub(crate) fn over(&self, other: &Self) -> Self {
        Self { spread: self.spread.over(other.spread), doubt: self.doubt.or(other.doubt) }
    }

    /// How many times smaller it is than 1.
    pub(super) fn inverse(&self) -> Self {
        Self { spread: Spread::exact(1.0).over(self.spread), ..*self }
    }

    /// The geometric mean of ratios of several graphs.
    pub(crate) fn mean(all: &[Self]) -> Found<Self> {
        if all.is_empty() {
            return Err(Missing::nothing());
        }
        let mean = |of: fn(&Spread) -> f64| {
            (all.iter().map(|one| of(&one.spread).ln()).sum::<f64>() / all.len() as f64).exp()
        };
        let spread =
            Spread { value: mean(|one| one.value), least: mean(|one| one.least), most: mean(|one| one.most) };
        Ok(Self { spread, doubt: all.iter().find_map(|one| one.doubt) })
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spread.fmt(f)
    }
}

/// Between which medians ratios of several graphs lie, and between which runs.
pub(crate) fn range(all: &[Ratio]) -> String {
    let between = |of: fn(&Spread) -> [f64; 2]| {
        let numbers: Vec<_> = all.iter().flat_map(|one| of(&one.spread)).collect();
        let [least, most] = [Spread::of(&numbers).least, Spread::of(&numbers).most].map(short);
        if least == most { least } else { format!("{least} to {most}") }
    };
    let (medians, runs) = (between(|one| [one.value; 2]), between(|one| [one.least, one.most]));
    if medians == runs { medians } else { format!("{medians} (runs {runs})") }
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::super::{NO_GAIN, Times};
    use super::*;
    use crate::judgement::Judgement::{CannotBeSeen, DoesNotHold, Holds};

    #[test]
    fn what_is_even_decides_nothing() {
        let judge = |ms: f64, bound: f64| {
            let ratio = of(&[ms; 3]).over(&of(&[1.0; 3]));
            (ratio.is_above(bound), ratio.is_below(bound))
        };
        assert_eq!(judge(1.06, 1.0), (Holds, DoesNotHold));
        assert_eq!(judge(0.94, 1.0), (DoesNotHold, Holds));
        for even in [1.04, 1.01, 0.99, 0.96] {
            assert_eq!(judge(even, 1.0), (CannotBeSeen(Why::Even), CannotBeSeen(Why::Even)), "{even}");
            assert_eq!(judge(2.0 * even, 2.0).0, CannotBeSeen(Why::Even), "{even}");
        }
        assert_eq!(judge(1.0, NO_GAIN), (DoesNotHold, Holds));
    }

    #[test]
    fn a_time_that_is_not_known_has_a_reason_of_its_own() {
        let judge = |one: &[f64], other: &[f64]| of(one).over(&of(other)).is_above(1.0);
        let unknown = CannotBeSeen(Why::NoNumber);
        assert_eq!(judge(&[f64::NAN, 9.0, 9.0], &[1.0; 3]), unknown);
        assert_eq!(judge(&[9.0; 3], &[0.0, 1.0, 1.0]), unknown);
        assert_eq!(judge(&[0.0; 3], &[0.0; 3]), unknown);
        let other_graph = Times { turns: 2, ..of(&[f64::NAN; 3]) };
        assert_eq!(of(&[1.0; 3]).over(&other_graph).is_above(1.0), unknown);
        let mean = Ratio::mean(&[of(&[f64::NAN; 3]).over(&of(&[1.0; 3]))]).unwrap();
        assert_eq!(mean.is_above(1.0), unknown);
    }

    #[test]
    fn ratios_of_other_graphs_carry_their_doubts() {
        let ratio = |ms: &[f64]| of(ms).over(&of(&[1.0; 3]));
        let (large, small) = (ratio(&[4.0, 5.0, 6.0]), ratio(&[1.0, 2.0, 3.0]));
        assert_eq!(large.over(&small).spread(), Spread { value: 2.5, least: 4.0 / 3.0, most: 6.0 });
        assert_eq!(large.over(&ratio(&[9.0; 2])).is_above(0.1), CannotBeSeen(Why::FewRuns));
        assert_eq!(ratio(&[9.0; 2]).over(&large).is_above(0.1), CannotBeSeen(Why::FewRuns));
        let mean = Ratio::mean(&[ratio(&[2.0, 3.0, 4.0]), ratio(&[8.0, 12.0, 16.0])]).unwrap();
        assert_eq!(mean.to_string(), "6 (4 to 8)");
        let doubtful = Ratio::mean(&[large, ratio(&[9.0; 2])]).unwrap();
        assert_eq!(doubtful.is_above(0.1), CannotBeSeen(Why::FewRuns));
        assert!(Ratio::mean(&[]).is_err());
        assert_eq!(range(&[large, small]), "2 to 5 (runs 1 to 6)");
        assert_eq!(
            (range(&[ratio(&[2.0; 3])]), range(&[ratio(&[1.5; 3]), ratio(&[2.0; 3])])),
            ("2".into(), "1.5 to 2".into())
        );
    }

    #[test]
    fn a_factor_bounds_both_sides() {
        let judge = |ms: f64| of(&[ms; 3]).over(&of(&[1.0; 3])).is_within(2.0);
        assert_eq!([0.4, 0.6, 1.0, 1.8, 2.2].map(judge), [DoesNotHold, Holds, Holds, Holds, DoesNotHold]);
        assert_eq!(judge(1.95), CannotBeSeen(Why::Even));
    }
}
