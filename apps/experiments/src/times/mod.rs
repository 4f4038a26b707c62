//! The only rule for comparing times and shares. No experiment compares them in another way.
//!
//! Two times are compared in each turn, by their ratio. (Turns on different graphs are independent; turns
//! with the same number are compared.) The [ratio](Ratio) is above or below a bound if it is so in *every*
//! turn, by more than 5 % in the median, and if [chance](crate::judgement::CHANCE) is unlikely to give this.
//! [Otherwise](Why) there is no verdict. All settings decide a [trend](rises). The [best](Best) of some
//! settings is chosen in separate turns.

mod best;
mod chance;
mod ratio;
mod spread;
mod trend;

use crate::judgement::Why;

pub(crate) use best::{Best, CHOOSING};
pub(crate) use ratio::{Ratio, range};
pub(crate) use spread::Spread;
pub(crate) use trend::{falls, rises};

/// Numbers that differ by less than this factor count as equal.
const EVEN: f64 = 1.05;

/// Number of runs below which nothing is decided.
pub(crate) const ENOUGH: usize = 3;

/// Share of all processors' time above which other work disturbs.
pub(crate) const BUSY: f64 = 0.05;

/// The times of all runs of an operator.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    /// Milliseconds, in the order of the turns.
    pub(super) ms: Vec<f64>,
    /// Number of earlier turns that chose these times, and do not decide.
    pub(super) from: usize,
    /// Operator with its configuration.
    pub(super) operator: String,
    pub(super) threads: usize,
    /// `true` if others used the processors meanwhile.
    pub(super) is_busy: bool,
}

impl Times {
    /// Returns the milliseconds, for display.
    pub(crate) fn spread(&self) -> Spread {
        Spread::of(&self.ms)
    }

    /// Returns the ratio of these times to others.
    pub(crate) fn over(&self, other: &Self) -> Ratio {
        let from = self.from.max(other.from);
        let turns = self.ms.iter().zip(&other.ms).skip(from).map(|(one, other)| one / other);
        let turns: Vec<f64> = turns.collect();
        let median = Spread::of(&turns).value;
        let doubt = if self.is_busy || other.is_busy {
            Some(Why::Busy)
        } else if self.ms.len().min(other.ms.len()) < ENOUGH + from {
            Some(Why::FewRuns)
        } else if self.gains_too_much(other, median) || other.gains_too_much(self, 1.0 / median) {
            Some(Why::TooFast)
        } else {
            None
        };
        Ratio { turns, doubt }
    }

    /// Returns `true` if another, which is the same on more threads, is faster by more than the ratio of
    /// threads.
    fn gains_too_much(&self, other: &Self, speed_up: f64) -> bool {
        let is_same = self.operator == other.operator && self.threads < other.threads;
        is_same && speed_up > other.threads as f64 / self.threads as f64
    }
}

/// Shares, or counts, of all runs. They do not depend on the load of the machine.
#[derive(Clone, Debug)]
pub(crate) struct Shares(Vec<f64>);

impl Shares {
    pub(crate) fn of(all: &[f64]) -> Self {
        Self(all.to_vec())
    }

    /// Returns the shares, for display.
    pub(crate) fn spread(&self) -> Spread {
        Spread::of(&self.0)
    }

    /// Returns the percentages, for display.
    pub(crate) fn percent(&self) -> Spread {
        self.spread().times(100.0)
    }

    /// Returns the remaining shares.
    pub(crate) fn rest(&self) -> Self {
        Self(self.0.iter().map(|share| 1.0 - share).collect())
    }

    /// Returns the ratio of these to others, run by run.
    pub(crate) fn over(&self, other: &Self) -> Ratio {
        let doubt = (self.0.len().min(other.0.len()) < ENOUGH).then_some(Why::FewRuns);
        Ratio { turns: self.0.iter().zip(&other.0).map(|(one, other)| one / other).collect(), doubt }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::MORE;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};

    /// Times of the same turns.
    pub(super) fn of(ms: &[f64]) -> Times {
        Times { ms: ms.to_vec(), from: 0, operator: String::new(), threads: 1, is_busy: false }
    }

    fn is_longer(one: &Times, other: &Times) -> Judgement {
        one.over(other).is(MORE).judgement()
    }

    #[test]
    fn every_turn_must_agree() {
        let judge = |one: &[f64], other: &[f64]| is_longer(&of(one), &of(other));
        let (slow, fast) = ([2.0, 2.1, 2.2, 2.0, 9.0], [1.0, 1.1, 1.2, 1.1, 1.0]);
        assert_eq!((judge(&slow, &fast), judge(&fast, &slow)), (Holds, DoesNotHold));
        assert_eq!(judge(&[2.0, 2.0, 2.0, 2.0, 0.9], &[1.0; 5]), CannotBeSeen(Why::BothSides));
        assert_eq!(judge(&[0.5, 0.5, 0.5, 0.5, 1.1], &[1.0; 5]), CannotBeSeen(Why::BothSides));
        // The machine gets slower, and everything on it.
        assert_eq!(judge(&[1.5, 3.0, 6.0], &[1.0, 2.0, 4.0]), Holds);
    }

    #[test]
    fn two_runs_decide_nothing() {
        assert_eq!(is_longer(&of(&[9.0; 2]), &of(&[1.0; 5])), CannotBeSeen(Why::FewRuns));
        assert_eq!(is_longer(&of(&[9.0; 5]), &of(&[1.0; 2])), CannotBeSeen(Why::FewRuns));
        assert_eq!(is_longer(&of(&[9.0; 3]), &of(&[1.0; 3])), Holds);
    }

    #[test]
    fn threads_gain_no_more_than_there_are() {
        let on = |threads: usize, ms: f64| Times { threads, ..of(&[ms; 3]) };
        for (ms, expected) in [(1.0, CannotBeSeen(Why::TooFast)), (2.0, Holds), (5.0, DoesNotHold)] {
            assert_eq!(is_longer(&on(2, 3.46), &on(4, ms)), expected, "{ms}");
        }
        assert_eq!(is_longer(&on(4, 1.0), &on(2, 3.46)), CannotBeSeen(Why::TooFast));
        let other = Times { operator: "other".to_owned(), ..on(4, 1.0) };
        assert_eq!(is_longer(&on(2, 3.46), &other), Holds);
    }

    #[test]
    fn a_busy_machine_decides_nothing() {
        let busy = Times { is_busy: true, ..of(&[9.0; 3]) };
        assert_eq!(is_longer(&busy, &of(&[1.0; 3])), CannotBeSeen(Why::Busy));
        assert_eq!(is_longer(&of(&[1.0; 3]), &busy), CannotBeSeen(Why::Busy));
    }

    #[test]
    fn shares_follow_the_same_rule() {
        let judge =
            |one: &[f64], other: &[f64]| Shares::of(one).over(&Shares::of(other)).is(MORE).judgement();
        assert_eq!((judge(&[0.9; 3], &[0.8; 3]), judge(&[0.7; 3], &[0.8; 3])), (Holds, DoesNotHold));
        assert_eq!(judge(&[0.801; 3], &[0.8; 3]), CannotBeSeen(Why::Even));
        assert_eq!(judge(&[0.75, 0.95, 0.95], &[0.8; 3]), CannotBeSeen(Why::BothSides));
        assert_eq!(judge(&[0.9; 2], &[0.8; 3]), CannotBeSeen(Why::FewRuns));
    }
}
