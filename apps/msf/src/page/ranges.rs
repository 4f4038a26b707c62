//! Ranges of weights, for a distribution: their counts, their places on an axis, and their names.

use std::ops::Range;

use boscage_measuring::plot::{Axis, Place};
use boscage_programs::show::{grouped, real};

/// Ranges in a distribution.
const RANGES: usize = 40;

/// If numbers differ by less than this fraction of the greatest, the axis shows their differences.
const NARROW: f64 = 1e-4;

/// Numbers that are short enough for an axis; of others, it has the logarithms.
const SHORT: Range<f64> = 1e-4..1e9;

/// Ranges of numbers of the same width, or of the same ratio if the numbers are far apart.
pub(super) struct Ranges {
    low: f64,
    high: f64,
    is_log: bool,
    /// The name of the numbers.
    what: String,
}

impl Ranges {
    /// Creates ranges from the least to the greatest number; without numbers, the least is above the
    /// greatest.
    pub(super) fn new(low: f64, high: f64, what: String) -> Self {
        Self { low, high, is_log: low > 0.0 && high / 100.0 > low, what }
    }

    /// Returns the begin of range `i`.
    fn begin(&self, i: usize) -> f64 {
        let part = i as f64 / RANGES as f64;
        if self.is_log {
            (self.low.ln() * (1.0 - part) + self.high.ln() * part).exp()
        } else {
            self.low * (1.0 - part) + self.high * part
        }
    }

    /// Returns half of the difference between the greatest and the least number, which itself may be too
    /// large.
    fn half(&self) -> f64 {
        self.high / 2.0 - self.low / 2.0
    }

    /// Returns the largest absolute value.
    fn most(&self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// Returns the horizontal axis, which works for numbers of any size: the numbers, their differences to
    /// the least, multiples of a power of ten, or logarithms.
    pub(super) fn axis(&self) -> Axis {
        let what = &self.what;
        let above = if self.is_narrow() { format!(" above {}", grouped(self.low)) } else { String::new() };
        match self.unit() {
            _ if self.is_short() => Axis::log(what),
            _ if self.is_log => Axis::linear(&format!("logarithm of the {what} to base 10")),
            0 => Axis::linear(&format!("{what}{above}")),
            power => Axis::linear(&format!("{what}{above}, in units of 1e{power}")),
        }
    }

    /// Returns `true` if a logarithmic axis has room for the numbers themselves.
    fn is_short(&self) -> bool {
        self.is_log && self.low >= SHORT.start && self.high < SHORT.end
    }

    fn is_narrow(&self) -> bool {
        2.0 * self.half() < NARROW * self.most()
    }

    /// Returns the power of ten of the axis.
    fn unit(&self) -> i32 {
        let most = if self.is_narrow() { 2.0 * self.half() } else { self.most() };
        if most == 0.0 || (1e-4..1e9).contains(&most) { 0 } else { most.log10().floor().max(-300.0) as i32 }
    }

    /// Returns the begin of range `i` on the axis.
    fn place(&self, i: usize) -> f64 {
        if self.is_log {
            return if self.is_short() { self.begin(i) } else { self.begin(i).log10() };
        }
        let number =
            if self.is_narrow() { 2.0 * self.half() * i as f64 / RANGES as f64 } else { self.begin(i) };
        number / 10_f64.powi(self.unit())
    }

    /// Returns the name of range `i`: a number if there is only one.
    pub(super) fn label(&self, i: usize) -> String {
        if self.low == self.high {
            return real(self.low);
        }
        let ends = [self.begin(i), self.begin(i + 1)];
        let [from, to] = ends.map(|end| grouped(rounded(end, ends[1] - ends[0])));
        format!("{from} to {to}")
    }

    /// Counts the numbers in each range.
    pub(super) fn counts(&self, numbers: impl Iterator<Item = f64>) -> Vec<u64> {
        let mut counts = vec![0; RANGES];
        for number in numbers {
            let part = match self {
                _ if self.low == self.high => 0.0,
                Self { low, high, is_log: true, .. } => (number.ln() - low.ln()) / (high.ln() - low.ln()),
                // By halves, because the difference may be too large.
                Self { low, .. } => (number / 2.0 - low / 2.0) / self.half(),
            };
            counts[((part * RANGES as f64) as usize).min(RANGES - 1)] += 1;
        }
        counts
    }

    /// Returns counts as a line of steps.
    pub(super) fn steps(&self, counts: &[u64]) -> Vec<Place> {
        let step = |(i, &count): (usize, &u64)| {
            let y = count as f64;
            [self.place(i), self.place(i + 1)].map(|x| Place { x, y, extremes: y..y })
        };
        counts.iter().enumerate().flat_map(step).collect()
    }
}

/// Rounds a number to two digits of the step, so that numbers a step apart stay distinct.
fn rounded(number: f64, step: f64) -> String {
    let last = step.max(f64::MIN_POSITIVE).log10().floor() - 1.0;
    let magnitude = number.abs().log10().floor();
    if number == 0.0 {
        "0".to_owned()
    } else if (-4.0..9.0).contains(&magnitude) {
        let decimals = (-last).clamp(0.0, 20.0) as usize;
        format!("{number:.decimals$}")
    } else {
        let decimals = (magnitude - last).clamp(0.0, 16.0) as usize;
        format!("{number:.decimals$e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_a_range() {
        for numbers in [
            &[1.0, 1.0][..],
            &[-3.0, 0.0, 7.5],
            &[1.0, 10.0, 1e6],
            &[0.0, 1e300],
            &[1e-300, 1.0, 1e300],
            &[-1e308, 1e308],
            &[1.0, 1.0 + 1e-12],
            &[0.0, 1e-320],
        ] {
            let (low, high) = (numbers[0], numbers[numbers.len() - 1]);
            let ranges = Ranges::new(low, high, "weight".to_owned());
            let counts = ranges.counts(numbers.iter().copied());
            assert_eq!(counts.iter().sum::<u64>(), numbers.len() as u64);
            for &number in numbers {
                let counts = ranges.counts(std::iter::once(number));
                let at = counts.iter().position(|&count| count == 1).unwrap();
                let slack = 1e-9 * ranges.half() + 4.0 * f64::EPSILON * ranges.most();
                let (begin, end) = (ranges.begin(at) - slack, ranges.begin(at + 1) + slack);
                assert!((begin..=end).contains(&number), "{number} of {numbers:?}: {begin} to {end}");
            }
            let places: Vec<f64> = ranges.steps(&counts).iter().map(|place| place.x).collect();
            assert!(places.is_sorted() && places.iter().all(|place| place.abs() < 1e10), "{places:?}");
        }
        assert_eq!(
            Ranges::new(f64::INFINITY, f64::NEG_INFINITY, String::new()).counts(std::iter::empty()),
            [0; RANGES]
        );
    }

    #[test]
    fn the_ends_of_a_range_differ_and_one_number_is_no_range() {
        for (low, high, first) in [
            (7.0, 7.0, "7"),
            (1.0, 2000.0, "1.00 to 1.21"),
            (0.0, 100.0, "0 to 2.5"),
            (-100.0, 100.0, "-100.0 to -95.0"),
            (1.0, 1.000_000_1, "1.0000000000 to 1.0000000025"),
            (1e12, 1e12 + 40.0, "1.0000000000000e12 to 1.0000000000010e12"),
        ] {
            let label = Ranges::new(low, high, "weight".to_owned()).label(0);
            if low < high {
                let digits = label.replace(',', "");
                let (from, to) = digits.split_once(" to ").unwrap();
                assert!(from.parse::<f64>().unwrap() < to.parse().unwrap(), "{label}");
            }
            assert_eq!(label, first);
        }
        let axis = |low, high| Ranges::new(low, high, "weight".to_owned()).axis().name;
        assert_eq!(axis(1.0, 1.000_000_1), "weight above 1, in units of 1e-7");
        assert_eq!(axis(1.0, 1.5), "weight");
    }
}
