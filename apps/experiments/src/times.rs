//! The rule by which times and shares are compared: the only one. No experiment compares them in another way.
//!
//! Two parts that were measured in turn are compared turn by turn: how many times longer one took than the
//! other. Parts of different graphs have no turns in common: every run of one is compared with every run of
//! the other. The [ratio](Ratio) is above or below a bound if it is in *every* turn, and by more than 5 % in
//! the median. [Whatever else it is](Why), nothing can be seen.

use std::fmt;

use crate::figures::short;
use crate::judgement::{Judgement, Why};

/// Times that differ by less than this factor are even: which one is shorter cannot be told.
const EVEN: f64 = 1.05;

/// Fewer runs decide nothing.
pub(crate) const ENOUGH: usize = 3;

/// With this many runs some decide which setting is best, and enough others how good it is.
pub(crate) const ENOUGH_TO_CHOOSE: usize = ENOUGH + 1;

/// Above this share of all processors' time, the work of others disturbs.
pub(crate) const BUSY: f64 = 0.05;

/// What is faster by less than this factor gains nothing. It leaves room to say so of times that are even.
pub(crate) const NO_GAIN: f64 = 1.1;

/// A number with the least and the greatest that were measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    /// The median, or what is exact.
    pub(crate) value: f64,
    pub(crate) least: f64,
    pub(crate) most: f64,
}

impl Spread {
    /// Of some numbers; NaN of none, or if one is NaN.
    pub(crate) fn of(numbers: &[f64]) -> Self {
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let (Some(&least), Some(&most)) = (sorted.first(), sorted.last()) else {
            return Self::exact(f64::NAN);
        };
        if numbers.iter().any(|number| number.is_nan()) {
            return Self::exact(f64::NAN);
        }
        let middle = sorted.len() / 2;
        let is_odd = !sorted.len().is_multiple_of(2);
        let value = if is_odd { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 };
        Self { value, least, most }
    }

    /// Of a number that is the same in every run.
    pub(crate) fn exact(value: f64) -> Self {
        Self { value, least: value, most: value }
    }

    /// The same in another unit.
    pub(crate) fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, least: self.least * factor, most: self.most * factor }
    }
}

/// The number, and in parentheses between which it lies, if it is not the same in all runs.
impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, least, most] = [self.value, self.least, self.most].map(short);
        f.write_str(&value)?;
        if least == most { Ok(()) } else { write!(f, " ({least} to {most})") }
    }
}

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
            over(self.left(), other.left())
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

/// The best of some settings.
#[derive(Clone, Debug)]
pub(crate) struct Best {
    /// The setting, between the least and the greatest of those that cannot be told from it.
    pub(crate) setting: Spread,
    /// Its times, of which the first turns do not decide.
    pub(crate) times: Times,
}

impl Best {
    /// The least and the greatest setting that are as good.
    pub(crate) fn as_good(&self) -> [Spread; 2] {
        [self.setting.least, self.setting.most].map(Spread::exact)
    }

    /// The setting, and which others cannot be told from it.
    pub(crate) fn in_words(&self) -> String {
        let Spread { value, least, most } = self.setting;
        let [value, least, most] = [value, least, most].map(short);
        if least == most {
            format!("{value} is best")
        } else {
            format!("{value} is best, and nothing from {least} to {most} is clearly worse")
        }
    }

    /// Of some settings with their times. The first turns choose, and only the last ones are compared: in the
    /// turns that choose the best is one that had luck.
    pub(crate) fn of(all: &[(usize, Times)]) -> Option<Self> {
        let runs = all.iter().map(|(_, times)| times.ms.len()).min()?;
        let from = runs.saturating_sub(ENOUGH).max(1);
        let first = |times: &Times| Spread::of(&times.ms[..from.min(times.ms.len())]).value;
        let (setting, times) = all.iter().min_by(|a, b| first(&a.1).total_cmp(&first(&b.1)))?;
        let times = Times { from, ..times.clone() };
        let as_good = |(_, other): &&(usize, Times)| other.over(&times).is_above(1.0) != Judgement::Holds;
        let as_good = all.iter().filter(as_good).map(|(setting, _)| *setting as f64);
        let setting = *setting as f64;
        let all: Vec<_> = as_good.chain([setting]).collect();
        Some(Self { setting: Spread { value: setting, ..Spread::of(&all) }, times })
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

    /// How many times larger these are than others: every run's beside every run's.
    pub(crate) fn over(self, other: Self) -> Ratio {
        let doubt = (self.runs.min(other.runs) < ENOUGH).then_some(Why::FewRuns);
        Ratio { spread: over(self.spread, other.spread), doubt }
    }
}

/// How many times longer one thing takes than another, in every turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio {
    spread: Spread,
    /// Why it decides nothing, whatever it is.
    doubt: Option<Why>,
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

    /// Whether it is above a bound, or below, or why it cannot be told. This is the rule.
    fn beyond(&self, bound: f64) -> Result<bool, Why> {
        if let Some(why) = self.doubt {
            return Err(why);
        }
        let Spread { value, least, most } = self.spread;
        if value.is_nan() {
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
        Self { spread: over(self.spread, other.spread), doubt: self.doubt.or(other.doubt) }
    }

    /// The geometric mean of ratios of several graphs; nothing of none.
    pub(crate) fn mean(all: &[Self]) -> Option<Self> {
        let mean = |of: fn(&Spread) -> f64| {
            (all.iter().map(|one| of(&one.spread).ln()).sum::<f64>() / all.len() as f64).exp()
        };
        let spread =
            Spread { value: mean(|one| one.value), least: mean(|one| one.least), most: mean(|one| one.most) };
        let doubt = all.iter().find_map(|one| one.doubt);
        (!all.is_empty()).then_some(Self { spread, doubt })
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

/// Every number of one spread as a multiple of every number of another.
fn over(one: Spread, other: Spread) -> Spread {
    Spread { value: one.value / other.value, least: one.least / other.most, most: one.most / other.least }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::Judgement::{CannotBeSeen, DoesNotHold, Holds};

    fn of(ms: &[f64]) -> Times {
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
        assert_eq!(judge(&[f64::NAN, 9.0, 9.0], &[1.0; 3]), CannotBeSeen(Why::NoNumber));
        // The machine gets slower, and everybody with it.
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
    fn what_is_even_tells_nothing() {
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
    fn turns_that_choose_do_not_decide() {
        // The second has luck in the first turn, and is slower after that.
        let (steady, lucky) = (of(&[5.0, 5.0, 5.0, 5.0]), of(&[1.0, 6.0, 6.0, 6.0]));
        let best = Best::of(&[(1, steady.clone()), (2, lucky)]).unwrap();
        assert_eq!(best.setting, Spread { value: 2.0, least: 1.0, most: 2.0 });
        assert_eq!(best.times.over(&steady).spread(), Spread::exact(1.2));
        assert_eq!(steady.over(&best.times).is_below(1.0), Holds);
        // Of three turns one chooses, and two are too few.
        let best = Best::of(&[(1, of(&[1.0; 3])), (2, of(&[9.0; 3]))]).unwrap();
        assert_eq!(best.times.over(&of(&[9.0; 3])).is_below(1.0), CannotBeSeen(Why::FewRuns));
    }

    #[test]
    fn two_runs_tell_nothing() {
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
    fn a_busy_machine_tells_nothing() {
        let busy = Times { is_busy: true, ..of(&[9.0; 3]) };
        assert_eq!(is_longer(&busy, &of(&[1.0; 3])), CannotBeSeen(Why::Busy));
        assert_eq!(is_longer(&of(&[1.0; 3]), &busy), CannotBeSeen(Why::Busy));
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
        assert!(Ratio::mean(&[]).is_none());
        assert_eq!(range(&[large, small]), "2 to 5 (runs 1 to 6)");
        assert_eq!(
            (range(&[ratio(&[2.0; 3])]), range(&[ratio(&[1.5; 3]), ratio(&[2.0; 3])])),
            ("2".into(), "1.5 to 2".into())
        );
    }

    #[test]
    fn shares_follow_the_same_rule() {
        let judge = |one: &[f64], other: &[f64]| Shares::of(one).over(Shares::of(other)).is_above(1.0);
        assert_eq!((judge(&[0.9; 3], &[0.8; 3]), judge(&[0.7; 3], &[0.8; 3])), (Holds, DoesNotHold));
        assert_eq!(judge(&[0.801; 3], &[0.8; 3]), CannotBeSeen(Why::Even));
        assert_eq!(judge(&[0.75, 0.95, 0.95], &[0.8; 3]), CannotBeSeen(Why::BothSides));
        assert_eq!(judge(&[0.9; 2], &[0.8; 3]), CannotBeSeen(Why::FewRuns));
    }

    #[test]
    fn medians() {
        assert_eq!(Spread::of(&[3.0, 1.0, 2.0]), Spread { value: 2.0, least: 1.0, most: 3.0 });
        assert_eq!(Spread::of(&[4.0, 1.0]).value, 2.5);
        assert!([&[][..], &[f64::NAN, 1.0, 2.0]].iter().all(|none| Spread::of(none).least.is_nan()));
        assert_eq!(Spread::exact(2.0).to_string(), "2");
    }
}
