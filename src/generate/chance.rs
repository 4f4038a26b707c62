//! Probabilities that users give.

use boscage_core::random::Draws;
use boscage_core::{Error, Result};

/// A probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chance(f64);

impl Chance {
    /// The chance with a probability. `what` names the parameter in errors.
    ///
    /// # Errors
    /// If the number is not a probability.
    pub(super) fn of(what: &'static str, probability: f64) -> Result<Self> {
        if (0.0..=1.0).contains(&probability) {
            return Ok(Self(probability));
        }
        Err(Error::argument(what, "a probability from 0 to 1", probability))
    }

    /// Half of the chance.
    pub(super) const fn halved(self) -> Self {
        Self(self.0 / 2.0)
    }

    /// Draws, and returns `true` if the event happens.
    #[inline]
    pub(super) const fn happens(self, draws: &mut Draws) -> bool {
        draws.chance(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boscage_core::random::{Random, streams};

    #[test]
    fn events_have_their_probability() {
        let random = Random::new(1, streams::ENDS);
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
    fn numbers_that_are_no_probabilities_are_refused() {
        for wrong in [-0.1, 1.000_001, f64::NAN, f64::INFINITY] {
            let refused = Chance::of("rewire", wrong).unwrap_err().to_string();
            assert_eq!(refused, format!("rewire: expected a probability from 0 to 1, found {wrong}"));
        }
    }
}
