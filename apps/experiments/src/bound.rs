//! The meaning of the words in claims: one meaning for all claims.

use std::fmt;

use crate::missing::short;

/// Interval in which a figure must lie for a claim to hold. A claim has its bound, which alone decides it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bound {
    /// Words of papers that have this meaning.
    pub(crate) words: &'static str,
    pub(crate) above: f64,
    pub(crate) below: f64,
    /// Meaning of the numbers, as a suffix.
    unit: &'static str,
}

/// All of them, for readers.
pub(crate) const ALL: [Bound; 18] = [
    MORE,
    RISING,
    RISING_AHEAD,
    A_LITTLE,
    SIGNIFICANT,
    MUCH,
    NO_GAIN,
    PEAK,
    NOT_BETTER,
    ALIKE,
    MAGNITUDE,
    MOST,
    NEGLIGIBLE,
    SMALL_FRACTION,
    SUBLINEAR,
    MODEST,
    LINEAR,
    TAPERS,
];

pub(crate) const MORE: Bound = Bound::above("faster, slower, more, improves", 1.0);
/// For several settings in order: the last as a multiple of the first.
pub(crate) const RISING: Bound =
    Bound { unit: "from the first to the last", ..Bound::above("grows, falls, the more the denser", 1.0) };
/// The same, where all figures must also be above 1.
pub(crate) const RISING_AHEAD: Bound =
    Bound { unit: "everywhere, and the last above the first", ..Bound::above("lower, especially", 1.0) };
pub(crate) const A_LITTLE: Bound = Bound { below: SIGNIFICANT.above, words: "a little", ..MORE };
pub(crate) const SIGNIFICANT: Bound = Bound::above("significantly, substantially", 1.25);
pub(crate) const MUCH: Bound = Bound::above("much, greatly, hugely, by far", 1.5);
/// It leaves room to say so of times that are even.
pub(crate) const NO_GAIN: Bound = Bound::below("no faster, no gain", 1.1);
/// The same of a setting, where times must also fall from the first setting to this one.
pub(crate) const PEAK: Bound = Bound {
    unit: "times the best setting's time, and times fall up to this setting",
    ..Bound::below("speeds up until, best at a setting", NO_GAIN.below)
};
/// No gain of something else, which is no faster.
pub(crate) const NOT_BETTER: Bound = Bound::above("no better than another", 1.0 / NO_GAIN.below);
pub(crate) const ALIKE: Bound =
    Bound { below: SIGNIFICANT.above, ..Bound::above("about as long, close, alike, equal, unchanged", 0.8) };
pub(crate) const MAGNITUDE: Bound = Bound::above("orders of magnitude", 10.0);
pub(crate) const MOST: Bound =
    Bound { unit: "of the time", ..Bound::above("most of the time, dominates", 0.5) };
pub(crate) const NEGLIGIBLE: Bound =
    Bound { unit: "of the time", ..Bound::below("negligible, insignificant", 0.05) };
pub(crate) const SMALL_FRACTION: Bound = Bound { unit: "percent", ..Bound::below("a small fraction", 25.0) };
/// Beside [`MORE`]: what is no speed-up is no sublinear one.
pub(crate) const SUBLINEAR: Bound = Bound {
    unit: "times the number of threads",
    ..Bound::below("a sublinear speed-up, which is also above 1", 0.9)
};
pub(crate) const MODEST: Bound =
    Bound { unit: "times the number of cores", ..Bound::below("a modest speed-up", 0.5) };

pub(crate) const LINEAR: Bound =
    Bound { unit: "times the number of processes", ..Bound::above("a quite linear speed-up", ALIKE.above) };
/// From some processes to more of them.
pub(crate) const TAPERS: Bound =
    Bound { unit: "times as much as there are more processes", words: "a speed-up tapers off", ..MODEST };

impl Bound {
    pub(crate) const fn above(words: &'static str, above: f64) -> Self {
        Self { words, above, below: f64::INFINITY, unit: "" }
    }

    pub(crate) const fn below(words: &'static str, below: f64) -> Self {
        Self { words, above: 0.0, below, unit: "" }
    }

    /// The same words about a number: about half.
    pub(crate) const fn of(self, words: &'static str, number: f64, unit: &'static str) -> Self {
        Self { words, above: self.above * number, below: self.below * number, unit }
    }
}

/// The numbers: "above 1.5", "0.8 to 1.25", "below 25 percent".
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [above, below] = [self.above, self.below].map(short);
        if self.below.is_infinite() {
            write!(f, "above {above}")?;
        } else if self.above > 0.0 {
            write!(f, "{above} to {below}")?;
        } else {
            write!(f, "below {below}")?;
        }
        if self.unit.is_empty() { Ok(()) } else { write!(f, " {}", self.unit) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_told_in_numbers() {
        let half = ALIKE.of("about half", 50.0, "percent");
        let told = [MUCH, A_LITTLE, NO_GAIN, NEGLIGIBLE, half].map(|bound| bound.to_string());
        let wanted = ["above 1.5", "1 to 1.25", "below 1.1", "below 0.05 of the time", "40 to 62.5 percent"];
        assert_eq!(told, wanted);
    }
}
