//! Random decisions by integer arithmetic, so that every machine draws the same.

use boscage_core::random::Draws;
use boscage_core::{Error, Result};

/// 2^63: no draw is as large, so that what is certain happens always.
const CERTAIN: f64 = 9_223_372_036_854_775_808.0;

/// A probability, in units of 2^-63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chance(u64);

impl Chance {
    /// The chance with a probability; `what` names the parameter in the error for numbers that are none.
    pub(super) fn of(what: &'static str, probability: f64) -> Result<Self> {
        if (0.0..=1.0).contains(&probability) {
            return Ok(Self((probability * CERTAIN) as u64)); // exact to less than a unit
        }
        Err(Error::argument(what, "a probability from 0 to 1", probability))
    }

    /// Half the chance.
    pub(super) const fn halved(self) -> Self {
        Self(self.0 >> 1)
    }

    /// Whether it happens.
    #[inline]
    pub(super) const fn happens(self, draws: &mut Draws) -> bool {
        draws.word() >> 1 < self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boscage_core::random::{Purpose, Random};

    #[test]
    fn what_happens_is_as_likely_as_was_said() {
        let random = Random::new(1, Purpose::Ends);
        let often =
            |chance: Chance| (0..40_000).filter(|&index| chance.happens(&mut random.item(index))).count();
        assert_eq!(often(Chance::of("p", 0.0).unwrap()), 0);
        assert_eq!(often(Chance::of("p", 1.0).unwrap()), 40_000);
        for (chance, expected) in
            [(Chance::of("p", 0.3).unwrap(), 12_000), (Chance::of("p", 1.0).unwrap().halved(), 20_000)]
        {
            assert!(often(chance).abs_diff(expected) < 500, "{chance:?}"); // five standard deviations
        }
    }

    #[test]
    fn what_is_no_probability_is_refused() {
        for wrong in [-0.1, 1.000_001, f64::NAN, f64::INFINITY] {
            let refused = Chance::of("rewire", wrong).unwrap_err().to_string();
            assert_eq!(refused, format!("rewire: expected a probability from 0 to 1, found {wrong}"));
        }
    }
}
