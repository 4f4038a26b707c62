//! The rule: a ratio of figures, and whether it is within a bound.

use std::fmt;

use super::chance::chance;
use super::{ENOUGH, EVEN, Spread};
use crate::bound::Bound;
use crate::judgement::{Evidence, Why};
use crate::missing::{Found, Missing, short};

/// A ratio, in every turn.
#[derive(Clone, Debug)]
pub(crate) struct Ratio {
    /// The turns that decide.
    pub(super) turns: Vec<f64>,
    /// The reason why it decides nothing, if there is one.
    pub(super) doubt: Option<Why>,
}

impl Ratio {
    /// Creates a ratio that is the same in every run: of edges, of rounds.
    pub(crate) fn exact(number: f64) -> Self {
        Self { turns: vec![number; ENOUGH], doubt: None }
    }

    /// Returns the ratio, for display.
    pub(crate) fn spread(&self) -> Spread {
        Spread::of(&self.turns)
    }

    /// Evidence that it is within a bound.
    pub(crate) fn is(&self, bound: Bound) -> Evidence {
        match (bound.above > 0.0, bound.below.is_finite()) {
            (true, true) => self.is_above(bound.above).both(self.is_above(bound.below).not()),
            (_, true) => self.is_above(bound.below).not(),
            _ => self.is_above(bound.above),
        }
    }

    /// Evidence that all of some ratios are within a bound.
    pub(crate) fn all(all: &[Self], bound: Bound) -> Evidence {
        Evidence::all(all.iter().map(|one| one.is(bound)))
    }

    /// Evidence that it is not below 1: in the median it is above, or equal.
    pub(super) fn is_no_fall(&self) -> Evidence {
        match self.doubt {
            None if self.spread().value >= 1.0 / EVEN => Evidence::supporting(0.0),
            _ => self.is_above(1.0),
        }
    }

    /// Evidence that it is above a bound. This is the rule.
    pub(super) fn is_above(&self, bound: f64) -> Evidence {
        if let Some(why) = self.doubt {
            return Evidence::none(why);
        }
        let Spread { value, least, most } = self.spread();
        if !(value.is_finite() && least.is_finite() && most.is_finite()) {
            return Evidence::none(Why::NoNumber);
        }
        if (bound / EVEN..=bound * EVEN).contains(&value) {
            return Evidence::none(Why::Even);
        }
        let evidence = Evidence::supporting(chance(self.turns.iter().map(|turn| turn / bound)));
        match (least > bound, most < bound) {
            (true, _) => evidence,
            (_, true) => evidence.not(),
            _ => Evidence::none(Why::BothSides),
        }
    }

    /// Returns the quotient of two ratios, turn by turn.
    pub(crate) fn over(&self, other: &Self) -> Self {
        let turns = self.turns.iter().zip(&other.turns).map(|(one, other)| one / other).collect();
        Self { turns, doubt: self.doubt.or(other.doubt) }
    }

    /// Returns the ratio as a fraction of a number: of the threads, of the cores.
    pub(crate) fn of(&self, number: usize) -> Self {
        Self { turns: self.turns.iter().map(|turn| turn / number as f64).collect(), ..*self }
    }

    /// Returns the inverse ratio.
    pub(super) fn inverse(&self) -> Self {
        Self { turns: self.turns.iter().map(|turn| 1.0 / turn).collect(), ..*self }
    }

    /// Returns the geometric mean of ratios of several graphs, turn by turn.
    pub(crate) fn mean(all: &[Self]) -> Found<Self> {
        let turns = all.iter().map(|one| one.turns.len()).min().ok_or_else(Missing::nothing)?;
        let mean =
            |turn: usize| (all.iter().map(|one| one.turns[turn].ln()).sum::<f64>() / all.len() as f64).exp();
        Ok(Self { turns: (0..turns).map(mean).collect(), doubt: all.iter().find_map(|one| one.doubt) })
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spread().fmt(f)
    }
}

/// Returns the range of the medians of ratios of several graphs, and that of the turns.
pub(crate) fn range(all: &[Ratio]) -> String {
    let between = |numbers: Vec<f64>| {
        let [least, most] = [Spread::of(&numbers).least, Spread::of(&numbers).most].map(short);
        if least == most { least } else { format!("{least} to {most}") }
    };
    let medians = between(all.iter().map(|one| one.spread().value).collect());
    let turns = between(all.iter().flat_map(|one| one.turns.iter().copied()).collect());
    if medians == turns { medians } else { format!("{medians} (turns {turns})") }
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::*;
    use crate::bound::{ALIKE, MORE, MUCH, NO_GAIN};
    use crate::judgement::Judgement::{CannotBeSeen, DoesNotHold, Holds};

    fn ratio(ms: &[f64]) -> Ratio {
        of(ms).over(&of(&vec![1.0; ms.len()]))
    }

    #[test]
    fn what_is_even_decides_nothing() {
        let judge = |ms: f64, bound: Bound| ratio(&[ms; 3]).is(bound).judgement();
        let fewer = Bound::below("", 1.0);
        assert_eq!([judge(1.06, MORE), judge(1.06, fewer)], [Holds, DoesNotHold]);
        assert_eq!([judge(0.94, MORE), judge(0.94, fewer)], [DoesNotHold, Holds]);
        for even in [1.04, 1.01, 0.99, 0.96] {
            assert_eq!([judge(even, MORE), judge(even, fewer)], [CannotBeSeen(Why::Even); 2], "{even}");
            assert_eq!(judge(1.5 * even, MUCH), CannotBeSeen(Why::Even), "{even}");
        }
        assert_eq!([judge(1.0, NO_GAIN), judge(1.2, NO_GAIN)], [Holds, DoesNotHold]);
    }

    #[test]
    fn turns_that_agree_by_chance_decide_nothing() {
        // Three turns are on one side in one of eight cases.
        assert_eq!(ratio(&[1.1, 1.3, 2.0]).is(MORE).judgement(), CannotBeSeen(Why::Chance));
        assert_eq!(ratio(&[1.8, 1.9, 2.0]).is(MORE).judgement(), Holds);
        assert_eq!(ratio(&[1.1, 1.3, 1.5, 1.9, 2.0]).is(MORE).judgement(), Holds);
        assert!((chance([1.1, 1.3, 1.5, 1.9, 9.0].into_iter()) - 1.0 / 32.0).abs() < 1e-12);
        assert!(chance([1.1; 5].into_iter()) < 1e-12);
        // None at all, in some turns and in all.
        assert_eq!(ratio(&[0.0, 0.5, 0.5, 0.5, 0.5]).is(MORE).judgement(), DoesNotHold);
        assert_eq!(Ratio::exact(0.0).is(MORE).judgement(), DoesNotHold);
    }

    #[test]
    fn a_time_that_is_not_known_has_a_reason_of_its_own() {
        let judge = |one: &[f64], other: &[f64]| of(one).over(&of(other)).is(MORE).judgement();
        let unknown = CannotBeSeen(Why::NoNumber);
        assert_eq!(judge(&[f64::NAN, 9.0, 9.0], &[1.0; 3]), unknown);
        assert_eq!(judge(&[9.0; 3], &[0.0, 1.0, 1.0]), unknown);
        assert_eq!(judge(&[0.0; 3], &[0.0; 3]), unknown);
        let mean = Ratio::mean(&[ratio(&[f64::NAN; 3])]).unwrap();
        assert_eq!(mean.is(MORE).judgement(), unknown);
    }

    #[test]
    fn ratios_of_ratios_carry_their_doubts() {
        let (large, small) = (ratio(&[4.0, 5.0, 6.0]), ratio(&[1.0, 2.0, 3.0]));
        assert_eq!(large.over(&small).spread(), Spread { value: 2.5, least: 2.0, most: 4.0 });
        let few = ratio(&[9.0; 2]);
        for doubtful in [large.over(&few), few.over(&large), Ratio::mean(&[large.clone(), few]).unwrap()] {
            assert_eq!(doubtful.is(MORE).judgement(), CannotBeSeen(Why::FewRuns));
        }
        assert!(Ratio::mean(&[]).is_err());
        assert_eq!(range(&[large, small]), "2 to 5 (turns 1 to 6)");
        let (one, other) = (ratio(&[2.0; 3]), ratio(&[1.5; 3]));
        assert_eq!(range(&[one.clone(), one.clone()]), "2");
        assert_eq!(range(&[one, other]), "1.5 to 2");
    }

    #[test]
    fn the_mean_of_more_graphs_is_narrower() {
        // On every other graph the first turn is slow, on the others the second.
        let graph = |i: usize| if i.is_multiple_of(2) { [2.0, 1.0, 1.4] } else { [1.0, 2.0, 1.4] };
        let mean = |graphs: usize| {
            Ratio::mean(&(0..graphs).map(|i| ratio(&graph(i))).collect::<Vec<_>>()).unwrap().spread()
        };
        assert_eq!((mean(1).least, mean(1).most), (1.0, 2.0));
        let many = mean(16);
        assert!(many.least > 1.39 && many.most < 1.42, "{many}");
    }

    #[test]
    fn a_factor_bounds_both_sides() {
        let judge = |ms: f64| ratio(&[ms; 3]).is(ALIKE).judgement();
        assert_eq!([0.7, 0.9, 1.0, 1.15, 1.4].map(judge), [DoesNotHold, Holds, Holds, Holds, DoesNotHold]);
        assert_eq!(judge(1.2), CannotBeSeen(Why::Even));
    }
}
