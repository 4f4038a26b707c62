//! How many times larger one thing is than another, and whether that is within a bound: the rule.

use std::fmt;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{ENOUGH, EVEN, Spread};
use crate::bound::Bound;
use crate::figures::{Found, Missing, short};
use crate::judgement::{Evidence, Why};

/// How many times larger one thing is than another, in every turn.
#[derive(Clone, Debug)]
pub(crate) struct Ratio {
    /// Of the turns that decide.
    pub(super) turns: Vec<f64>,
    /// Why it decides nothing, whatever it is.
    pub(super) doubt: Option<Why>,
}

impl Ratio {
    /// A number that is the same in every run: of edges, of rounds.
    pub(crate) fn exact(number: f64) -> Self {
        Self { turns: vec![number; ENOUGH], doubt: None }
    }

    /// To be shown.
    pub(crate) fn spread(&self) -> Spread {
        Spread::of(&self.turns)
    }

    /// That it is within a bound.
    pub(crate) fn is(&self, bound: Bound) -> Evidence {
        match (bound.above > 0.0, bound.below.is_finite()) {
            (true, true) => self.is_above(bound.above).both(self.is_above(bound.below).not()),
            (_, true) => self.is_above(bound.below).not(),
            _ => self.is_above(bound.above),
        }
    }

    /// That it is not below 1: in the median it is above, or even.
    pub(super) fn is_no_fall(&self) -> Evidence {
        match self.doubt {
            None if self.spread().value >= 1.0 / EVEN => Evidence::supporting(0.0),
            _ => self.is_above(1.0),
        }
    }

    /// That it is above a bound. This is the rule.
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

    /// How many times larger it is than another ratio, turn by turn.
    pub(crate) fn over(&self, other: &Self) -> Self {
        let turns = self.turns.iter().zip(&other.turns).map(|(one, other)| one / other).collect();
        Self { turns, doubt: self.doubt.or(other.doubt) }
    }

    /// The same as a part of a number: of the threads, of the cores.
    pub(crate) fn of(&self, number: usize) -> Self {
        Self { turns: self.turns.iter().map(|turn| turn / number as f64).collect(), ..*self }
    }

    /// How many times smaller it is than 1.
    pub(super) fn inverse(&self) -> Self {
        Self { turns: self.turns.iter().map(|turn| 1.0 / turn).collect(), ..*self }
    }

    /// The geometric mean of ratios of several graphs, turn by turn.
    pub(crate) fn mean(all: &[Self]) -> Found<Self> {
        let turns = all.iter().map(|one| one.turns.len()).min().ok_or_else(Missing::nothing)?;
        let mean =
            |turn: usize| (all.iter().map(|one| one.turns[turn].ln()).sum::<f64>() / all.len() as f64).exp();
        Ok(Self { turns: (0..turns).map(mean).collect(), doubt: all.iter().find_map(|one| one.doubt) })
    }
}

/// How often chance alone puts all turns, as multiples of a bound, as clearly on one side of it: once in
/// `2^n`, where there is no more to it; less often where the turns are further away than apart from each other
/// (Student's t-test of their logarithms).
fn chance(turns: impl Iterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = turns.map(f64::ln).collect();
    let count = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let error = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0) / count;
    let by_sign = 0.5_f64.powf(count);
    match StudentsT::new(0.0, 1.0, count - 1.0) {
        _ if logs.iter().all(|log| *log == logs[0]) => 0.0,
        Ok(students) if error.is_normal() => students.sf(mean.abs() / error.sqrt()).min(by_sign),
        _ => by_sign,
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spread().fmt(f)
    }
}

/// Between which medians ratios of several graphs lie, and between which turns.
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
    use super::super::{Times, rises};
    use super::*;
    use crate::bound::{ALIKE, MORE, MUCH, NO_GAIN};
    use crate::judgement::CHANCE;
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

    /// Numbers from 0 to 1 that look drawn by chance, the same in every run of the tests.
    struct Draw(u64);

    impl Draw {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }

        /// A time of 1 with noise of about 10 %: even noise, or noise with some runs that take much longer.
        fn time(&mut self, spikes: bool) -> f64 {
            let normal = (0..12).map(|_| self.next()).sum::<f64>() - 6.0;
            let spike = if spikes && self.next() < 0.1 { 1.0 + self.next() } else { 1.0 };
            (0.1 * normal).exp() * spike
        }
    }

    type Judge = fn(&[Times]) -> Evidence;

    /// How often a claim about equal programs is found to hold, or not to hold, whichever is more often.
    fn false_verdicts(programs: usize, runs: usize, spikes: bool, judge: Judge) -> f64 {
        let mut draw = Draw(7);
        let mut counts = [0.0_f64; 2];
        for _ in 0..CASES {
            let mut times = || of(&(0..runs).map(|_| draw.time(spikes)).collect::<Vec<_>>());
            let programs: Vec<_> = (0..programs).map(|_| times()).collect();
            match judge(&programs).judgement() {
                Holds => counts[0] += 1.0,
                DoesNotHold => counts[1] += 1.0,
                CannotBeSeen(_) => {}
            }
        }
        counts[0].max(counts[1]) / f64::from(CASES)
    }

    const CASES: u32 = 10_000;

    #[test]
    fn equal_programs_are_seldom_told_apart() {
        fn pairs(all: &[Times]) -> Vec<Ratio> {
            all.chunks_exact(2).map(|pair| pair[0].over(&pair[1])).collect()
        }
        let judges: [(&str, Judge); 5] = [
            ("all", |times| Evidence::all(pairs(times).iter().map(|one| one.is(MORE)))),
            ("any", |times| Evidence::any(pairs(times).iter().map(|one| one.is(MORE)))),
            ("all beside one", |times| {
                Evidence::all(times[1..].iter().map(|one| one.over(&times[0]).is(MORE)))
            }),
            ("rises", |times| rises(times, MORE)),
            ("mean", |times| Ratio::mean(&pairs(times)).unwrap().is(MORE)),
        ];
        for (name, judge) in judges {
            for programs in [2, 6, 32] {
                for (runs, spikes) in [(3, false), (5, false), (5, true)] {
                    let share = false_verdicts(programs, runs, spikes, judge);
                    // What this number of cases shows differs from the true share by less than 0.005.
                    let case = format!("{name} of {programs}, {runs} runs, spikes {spikes}: {share}");
                    assert!(share < CHANCE + 0.005, "{case}");
                }
            }
        }
    }

    #[test]
    fn one_graph_that_contradicts_is_enough() {
        let mut draw = Draw(7);
        let mut ratio = |factor: f64| {
            let mut times = |factor: f64| of(&[1; 5].map(|_| factor * draw.time(false)));
            times(factor).over(&times(1.0))
        };
        let mut judge = |last: f64| {
            let ratios: Vec<_> = [2.0; 15].into_iter().chain([last]).map(&mut ratio).collect();
            Evidence::all(ratios.iter().map(|one| one.is(MORE))).judgement()
        };
        assert_eq!([judge(2.0), judge(0.33)], [Holds, DoesNotHold]);
    }
}
