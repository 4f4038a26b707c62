//! Axes: their range, linear or logarithmic, and their labels.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use boscage_programs::show::grouped;

use super::width_of;

/// Distances between numbers on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Differences.
    Linear,
    /// Differences of whole numbers, with whole labels.
    Whole,
    /// Ratios: all numbers must be positive.
    Log,
    /// Counts, for the vertical axis of lines: whole numbers, by ratios if a few of them are far above the
    /// others.
    Counts,
}

/// Ratio of the greatest count to the median from which a linear axis would hide the others.
const MOST_LINEAR: f64 = 100.0;

impl Scale {
    /// Returns the scale for these numbers, which decides between the two for counts.
    pub(super) fn chosen(self, numbers: impl Iterator<Item = f64>) -> Self {
        if self != Self::Counts {
            return self;
        }
        let mut counts: Vec<f64> = numbers.filter(|count| *count > 0.0).collect();
        counts.sort_unstable_by(f64::total_cmp);
        match (counts.get(counts.len() / 2), counts.last()) {
            (Some(median), Some(most)) if *most > MOST_LINEAR * median => Self::Log,
            _ => Self::Whole,
        }
    }
}

/// An axis: its name, with the unit, and its scale.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Name of the numbers, with their unit.
    pub name: String,
    /// Distances between them.
    pub scale: Scale,
}

impl Axis {
    /// Creates a linear axis.
    #[must_use]
    pub fn linear(name: &str) -> Self {
        Self { name: name.to_owned(), scale: Scale::Linear }
    }

    /// Creates a linear axis of whole numbers.
    #[must_use]
    pub fn whole(name: &str) -> Self {
        Self { name: name.to_owned(), scale: Scale::Whole }
    }

    /// Creates a logarithmic axis.
    #[must_use]
    pub fn log(name: &str) -> Self {
        Self { name: name.to_owned(), scale: Scale::Log }
    }

    /// Creates an axis of counts.
    #[must_use]
    pub fn counts(name: &str) -> Self {
        Self { name: name.to_owned(), scale: Scale::Counts }
    }
}

/// An axis between two numbers, for drawing.
#[derive(Clone)]
pub(super) struct Ticks {
    pub(super) scale: Scale,
    pub(super) ends: Range<f64>,
    /// Largest number of labels.
    pub(super) most: usize,
}

impl Ticks {
    /// Returns the width of the widest label, in pixels.
    pub(super) fn widest(&self) -> i32 {
        self.numbers().into_iter().map(|number| width_of(&plain(number))).max().unwrap_or(0)
    }

    /// Returns the labels, ascending.
    fn numbers(&self) -> Vec<f64> {
        let Range { start, end } = self.ends;
        if self.scale == Scale::Log {
            for (least, factors) in [(3, &[1.0, 2.0, 5.0][..]), (3, &[1.0, 3.0]), (2, &[1.0])] {
                let numbers = logarithmic(start, end, factors);
                if (least..=self.most).contains(&numbers.len()) {
                    return numbers;
                }
            }
            let powers = logarithmic(start, end, &[1.0]);
            if powers.len() > self.most {
                let step = powers.len().div_ceil(self.most);
                return powers.into_iter().step_by(step).collect();
            }
        }
        linear(start, end, self.most, if self.scale == Scale::Whole { 1.0 } else { 0.0 })
    }
}

/// Returns powers of ten times each of these factors.
fn logarithmic(start: f64, end: f64, factors: &[f64]) -> Vec<f64> {
    let decades = start.log10().floor() as i32..=end.log10().ceil() as i32;
    let all = decades.flat_map(|decade| factors.iter().map(move |factor| factor * 10_f64.powi(decade)));
    all.filter(|number| (start..=end).contains(number)).collect()
}

/// Returns multiples of one, two or five times a power of ten, with this distance at least.
fn linear(start: f64, end: f64, most: usize, least: f64) -> Vec<f64> {
    let rough = ((end - start) / most.max(2) as f64).max(least);
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let (first, last) = ((start / step).ceil() as i64, (end / step).floor() as i64);
    (first..=last).map(|i| i as f64 * step).collect()
}

impl Ranged for Ticks {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let place = |value: f64| if self.scale == Scale::Log { value.ln() } else { value };
        let (start, end) = (place(self.ends.start), place(self.ends.end));
        from + (f64::from(to - from) * (place(*value) - start) / (end - start)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.numbers()
    }

    fn range(&self) -> Range<f64> {
        self.ends.clone()
    }
}

impl ValueFormatter<f64> for Ticks {
    fn format_ext(&self, value: &f64) -> String {
        plain(*value)
    }
}

/// Formats a number of an axis without meaningless digits: sums of floats are correct to twelve digits.
pub(crate) fn plain(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let decimals = (11.0 - number.abs().log10().floor()).clamp(0.0, 20.0) as usize;
    let text = format!("{number:.decimals$}");
    grouped(if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_axes_are_short() {
        let all = [0.0, 0.001, 0.05, 0.1 + 0.2, 1.0, 1.05, 10.0, 1000.0, 1e6];
        let want = ["0", "0.001", "0.05", "0.3", "1", "1.05", "10", "1,000", "1,000,000"];
        assert_eq!(all.map(plain), want);
    }

    #[test]
    fn counts_that_are_far_apart_are_drawn_as_their_ratios() {
        let chosen = |counts: &[f64]| Scale::Counts.chosen(counts.iter().copied());
        assert_eq!(chosen(&[1.0, 1.0, 100.0]), Scale::Whole);
        assert_eq!(chosen(&[0.0, 0.0, 0.0, 1.0, 1.0, 101.0]), Scale::Log);
        assert_eq!([chosen(&[]), chosen(&[0.0, 0.0])], [Scale::Whole; 2]);
        assert_eq!(Scale::Linear.chosen([1.0, 1.0, 1e9].into_iter()), Scale::Linear);
    }

    #[test]
    fn there_are_neither_too_few_numbers_nor_too_many() {
        let numbers = |scale, ends, most| Ticks { scale, ends, most }.numbers();
        assert_eq!(numbers(Scale::Linear, 0.0..11.0, 6), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(numbers(Scale::Linear, 1.0..2.0, 2), [1.0, 1.5, 2.0]);
        assert_eq!(numbers(Scale::Whole, 1.0..2.0, 6), [1.0, 2.0]);
        assert_eq!(numbers(Scale::Log, 0.9..60.0, 6), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0]);
        assert_eq!(numbers(Scale::Log, 0.5..2e4, 6), [1.0, 10.0, 100.0, 1e3, 1e4]);
        assert_eq!(numbers(Scale::Log, 3e-6..2e6, 6).len(), 6);
        assert_eq!(numbers(Scale::Log, 1.4e4..3.3e6, 4), [1e5, 1e6]);
        assert_eq!(numbers(Scale::Log, 1.4e4..3.3e6, 6), [3e4, 1e5, 3e5, 1e6, 3e6]);
        assert_eq!(numbers(Scale::Log, 55.0..95.0, 4), [60.0, 70.0, 80.0, 90.0]);
    }
}
