//! The rule by which times and shares are compared: the only one. No experiment compares them in another way.
//!
//! Two parts that were measured in turn are compared turn by turn: how many times longer one took than the
//! other. Parts of different graphs have no turns in common: every run of one is compared with every run of
//! the other. The [ratio](Ratio) is above or below a bound if it is in *every* turn, and by more than 5 % in
//! the median. [Whatever else it is](Why), nothing can be seen. A [trend](rises) is decided by all settings,
//! and the [best](Best) of some is chosen in turns of its own.

mod best;
mod ratio;
mod spread;
mod trend;

use crate::judgement::Why;

pub(crate) use best::{Best, CHOOSING};
pub(crate) use ratio::{Ratio, range};
pub(crate) use spread::Spread;
pub(crate) use trend::{falls, rises};

/// Numbers that differ by less than this factor are even: neither is the larger one.
const EVEN: f64 = 1.05;

/// Fewer runs decide nothing.
pub(crate) const ENOUGH: usize = 3;

/// Above this share of all processors' time, the work of others disturbs.
pub(crate) const BUSY: f64 = 0.05;

/// What is faster by less than this factor gains nothing. It leaves room to say so of times that are even.
pub(crate) const NO_GAIN: f64 = 1.1;

/// The times of all runs of something.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    /// Milliseconds, in the order of the turns.
    pub(super) ms: Vec<f64>,
    /// The turns before this one chose these times, and decide nothing more.
    pub(super) from: usize,
    /// Times of the same turns were measured in turn.
    pub(super) turns: u64,
    /// What ran, with its configuration.
    pub(super) operator: String,
    pub(super) threads: usize,
    /// Whether others used the processors meanwhile.
    pub(super) is_busy: bool,
}

impl Times {
    /// In milliseconds, to be shown.
    pub(crate) fn spread(&self) -> Spread {
        Spread::of(&self.ms)
    }

    /// Of the turns that decide.
    fn left(&self) -> Spread {
        Spread::of(&self.ms[self.from.min(self.ms.len())..])
    }

    /// How many times longer this takes than another.
    pub(crate) fn over(&self, other: &Self) -> Ratio {
        let from = self.from.max(other.from);
        let pairs = self.ms.iter().zip(&other.ms).skip(from);
        let spread = if self.turns == other.turns {
            Spread::of(&pairs.map(|(one, other)| one / other).collect::<Vec<_>>())
        } else {
            self.left().over(other.left())
        };
        let doubt = if self.is_busy || other.is_busy {
            Some(Why::Busy)
        } else if self.ms.len().min(other.ms.len()) < ENOUGH + from {
            Some(Why::FewRuns)
        } else if self.gains_too_much(other, spread.value) || other.gains_too_much(self, 1.0 / spread.value) {
            Some(Why::TooFast)
        } else {
            None
        };
        Ratio { spread, doubt }
    }

    /// Whether another, which is the same on more threads, is faster by more than there are more threads.
    fn gains_too_much(&self, other: &Self, speed_up: f64) -> bool {
        let is_same = self.operator == other.operator && self.threads < other.threads;
        is_same && speed_up > other.threads as f64 / self.threads as f64
    }
}

/// Shares of all runs of something. They do not depend on how busy the machine is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    spread: Spread,
    runs: usize,
}

impl Shares {
    pub(crate) fn of(all: &[f64]) -> Self {
        Self { spread: Spread::of(all), runs: all.len() }
    }

    /// In percent, to be shown.
    pub(crate) fn percent(self) -> Spread {
        self.spread.times(100.0)
    }

    /// What is left of the whole.
    pub(crate) fn rest(self) -> Self {
        let Spread { value, least, most } = self.spread;
        Self { spread: Spread { value: 1.0 - value, least: 1.0 - most, most: 1.0 - least }, ..self }
    }

    /// How many times larger these are than others: every run's beside every run's.
    pub(crate) fn over(self, other: Self) -> Ratio {
        let doubt = (self.runs.min(other.runs) < ENOUGH).then_some(Why::FewRuns);
        Ratio { spread: self.spread.over(other.spread), doubt }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};

    /// Times of the same turns.
    pub(super) fn of(ms: &[f64]) -> Times {
        Times { ms: ms.to_vec(), from: 0, turns: 1, operator: String::new(), threads: 1, is_busy: false }
    }

    fn is_longer(one: &Times, other: &Times) -> Judgement {
        one.over(other).is_above(1.0)
    }

    #[test]
    fn every_turn_must_agree() {
        let judge = |one: &[f64], other: &[f64]| is_longer(&of(one), &of(other));
        assert_eq!(judge(&[2.0, 2.1, 9.0], &[1.0, 1.1, 1.2]), Holds);
        assert_eq!(judge(&[1.0, 1.1, 1.2], &[2.0, 2.1, 9.0]), DoesNotHold);
        assert_eq!(judge(&[2.0, 2.0, 2.0, 2.0, 0.9], &[1.0; 5]), CannotBeSeen(Why::BothSides));
        assert_eq!(judge(&[0.5, 0.5, 0.5, 0.5, 1.1], &[1.0; 5]), CannotBeSeen(Why::BothSides));
        // The machine gets slower, and everything on it.
        assert_eq!(judge(&[1.5, 3.0, 6.0], &[1.0, 2.0, 4.0]), Holds);
    }

    #[test]
    fn what_was_not_measured_in_turn_must_agree_in_every_pair() {
        let (one, other) = (of(&[1.5, 3.0, 6.0]), Times { turns: 2, ..of(&[1.0, 2.0, 4.0]) });
        assert_eq!(is_longer(&one, &other), CannotBeSeen(Why::BothSides));
        assert_eq!(one.over(&other).spread(), Spread { value: 1.5, least: 0.375, most: 6.0 });
        assert_eq!(is_longer(&of(&[5.0; 3]), &other), Holds);
        assert_eq!(is_longer(&of(&[0.5; 3]), &other), DoesNotHold);
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
        let judge = |one: &[f64], other: &[f64]| Shares::of(one).over(Shares::of(other)).is_above(1.0);
        assert_eq!((judge(&[0.9; 3], &[0.8; 3]), judge(&[0.7; 3], &[0.8; 3])), (Holds, DoesNotHold));
        assert_eq!(judge(&[0.801; 3], &[0.8; 3]), CannotBeSeen(Why::Even));
        assert_eq!(judge(&[0.75, 0.95, 0.95], &[0.8; 3]), CannotBeSeen(Why::BothSides));
        assert_eq!(judge(&[0.9; 2], &[0.8; 3]), CannotBeSeen(Why::FewRuns));
    }
}
