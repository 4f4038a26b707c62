//! The effect of chance alone on ratios.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Returns the probability that chance alone puts all turns, as multiples of a bound, as clearly on one side
/// of it: 1 in `2^n` for n turns; less if they are further from the bound than from each other (Student's
/// t-test of their logarithms).
pub(super) fn chance(turns: impl Iterator<Item = f64>) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::super::{Ratio, Times, rises};
    use crate::bound::MORE;
    use crate::judgement::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::{CHANCE, Evidence};

    /// Pseudorandom numbers from 0 to 1, the same in every run of the tests.
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

    /// The rate at which a claim about equal programs is found to hold, or not to hold, whichever is larger.
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

    const CASES: u32 = 2000;

    #[test]
    fn equal_programs_are_seldom_told_apart() {
        fn pairs(all: &[Times]) -> Vec<Ratio> {
            all.chunks_exact(2).map(|pair| pair[0].over(&pair[1])).collect()
        }
        let judges: [(&str, Judge); 5] = [
            ("all", |times| Ratio::all(&pairs(times), MORE)),
            ("any", |times| Evidence::any(pairs(times).iter().map(|one| one.is(MORE)))),
            ("all beside one", |times| {
                Evidence::all(times[1..].iter().map(|one| one.over(&times[0]).is(MORE)))
            }),
            ("rises", |times| rises(times, MORE)),
            ("mean", |times| Ratio::mean(&pairs(times)).unwrap().is(MORE)),
        ];
        for (name, judge) in judges {
            for programs in [2, 6, 32] {
                for (runs, spikes) in [(3, false), (3, true), (5, false), (5, true)] {
                    let share = false_verdicts(programs, runs, spikes, judge);
                    // The rate of this number of cases differs from the true one by less than 0.013.
                    let case = format!("{name} of {programs}, {runs} runs, spikes {spikes}: {share}");
                    assert!(share < CHANCE + 0.013, "{case}");
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
            Ratio::all(&ratios, MORE).judgement()
        };
        assert_eq!([judge(2.0), judge(0.33)], [Holds, DoesNotHold]);
    }
}
