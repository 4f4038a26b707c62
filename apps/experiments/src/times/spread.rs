//! A number that was measured in several runs.

use std::fmt;

use boscage_measuring::turns::median;

use crate::missing::short;

/// A number with the least and the greatest that were measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    /// The median, or an exact number.
    pub(crate) value: f64,
    pub(crate) least: f64,
    pub(crate) most: f64,
}

impl Spread {
    /// Returns the spread of some numbers; NaN of none, or if one is NaN.
    pub(crate) fn of(numbers: &[f64]) -> Self {
        let is_nan = numbers.iter().any(|number| number.is_nan());
        match median(numbers).filter(|_| !is_nan) {
            None => Self::exact(f64::NAN),
            Some(value) => Self {
                value,
                least: numbers.iter().copied().fold(f64::INFINITY, f64::min),
                most: numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            },
        }
    }

    /// Returns the spread of a number that is the same in every run.
    pub(crate) fn exact(value: f64) -> Self {
        Self { value, least: value, most: value }
    }

    /// Returns the spread in another unit.
    pub(crate) fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, least: self.least * factor, most: self.most * factor }
    }
}

/// The number, and its range in parentheses, if it is not the same in all runs.
impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, least, most] = [self.value, self.least, self.most].map(short);
        f.write_str(&value)?;
        if least == most { Ok(()) } else { write!(f, " ({least} to {most})") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(Spread::of(&[3.0, 1.0, 2.0]), Spread { value: 2.0, least: 1.0, most: 3.0 });
        assert_eq!(Spread::of(&[4.0, 1.0]).value, 2.5);
        assert!([&[][..], &[f64::NAN, 1.0, 2.0]].iter().all(|none| Spread::of(none).least.is_nan()));
        assert_eq!(Spread::exact(2.0).to_string(), "2");
        assert_eq!(Spread::of(&[1.0, 2.0, 3.0]).to_string(), "2 (1 to 3)");
    }
}
