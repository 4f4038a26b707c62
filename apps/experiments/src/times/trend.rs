//! Trends: a figure rises, or falls, over all measured settings.

use super::{Ratio, Shares, Times};
use crate::bound::Bound;
use crate::judgement::Evidence;

/// Something with a number per run, or per turn.
pub(crate) trait Measured {
    /// Returns the ratio to another.
    fn over(&self, other: &Self) -> Ratio;
}

impl Measured for Times {
    fn over(&self, other: &Self) -> Ratio {
        Self::over(self, other)
    }
}

impl Measured for Ratio {
    fn over(&self, other: &Self) -> Ratio {
        Self::over(self, other)
    }
}

impl Measured for Shares {
    fn over(&self, other: &Self) -> Ratio {
        Self::over(self, other)
    }
}

/// Evidence that it rises along the settings: the last, as a multiple of the first, is within the bound, and
/// no step falls. A step by less than 5 % is none; one that falls by more, but not by the rule, leaves it
/// undecided.
pub(crate) fn rises<T: Measured>(along: &[T], bound: Bound) -> Evidence {
    judged(along, bound, |one, before| one.over(before))
}

/// Evidence that it falls along the settings: the first, as a multiple of the last, is within the bound, and
/// no step rises.
pub(crate) fn falls<T: Measured>(along: &[T], bound: Bound) -> Evidence {
    judged(along, bound, |one, before| one.over(before).inverse())
}

fn judged<T>(along: &[T], bound: Bound, step: impl Fn(&T, &T) -> Ratio) -> Evidence {
    let ends = along.first().zip(along.last()).map(|(first, last)| step(last, first).is(bound));
    let steps = along.windows(2).map(|pair| step(&pair[1], &pair[0]).is_no_fall());
    Evidence::all(ends.into_iter().chain(steps))
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::*;
    use crate::bound::MORE;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{BothSides, Even, FewRuns, NoNumber, Nothing};

    /// Of a row of medians, all runs the same.
    fn both(medians: &[f64]) -> [Judgement; 2] {
        let row: Vec<_> = medians.iter().map(|ms| of(&[*ms; 3])).collect();
        [rises(&row, MORE), falls(&row, MORE)].map(Evidence::judgement)
    }

    #[test]
    fn no_step_may_go_back_and_the_ends_decide() {
        assert_eq!(both(&[1.0, 2.0, 3.0]), [Holds, DoesNotHold]);
        assert_eq!(both(&[3.0, 2.0, 1.0]), [DoesNotHold, Holds]);
        // A step within the band is no step back.
        assert_eq!(both(&[1.0, 2.0, 1.95, 3.0])[0], Holds);
        assert_eq!(both(&[3.0, 1.0, 1.04])[1], Holds);
        // The ends rise, but not the way between them.
        assert_eq!(both(&[1.0, 3.0, 2.0])[0], DoesNotHold);
        assert_eq!(both(&[3.0, 1.0, 2.0])[1], DoesNotHold);
        assert_eq!(both(&[1.0, 1.02, 1.04]), [CannotBeSeen(Even); 2]);
        assert_eq!([both(&[]), both(&[1.0])], [[CannotBeSeen(Nothing); 2], [CannotBeSeen(Even); 2]]);
    }

    #[test]
    fn doubts_of_a_step_are_doubts_of_the_trend() {
        let row = |middle: &[f64]| rises(&[of(&[1.0; 3]), of(middle), of(&[4.0; 3])], MORE).judgement();
        assert_eq!(row(&[2.0; 3]), Holds);
        assert_eq!(row(&[2.0; 2]), CannotBeSeen(FewRuns));
        assert_eq!(row(&[f64::NAN, 2.0, 2.0]), CannotBeSeen(NoNumber));
        // The step back is in two of three turns only.
        assert_eq!(row(&[0.8, 0.8, 1.2]), CannotBeSeen(BothSides));
        assert_eq!(row(&[0.8; 3]), DoesNotHold);
    }

    #[test]
    fn shares_and_ratios_have_trends() {
        let shares = [0.9, 0.8, 0.5].map(|share| Shares::of(&[share; 3]));
        let both = [rises(&shares, MORE), falls(&shares, MORE)].map(Evidence::judgement);
        assert_eq!(both, [DoesNotHold, Holds]);
        let ratios = [1.0, 2.0].map(|ms| of(&[ms; 3]).over(&of(&[1.0; 3])));
        assert_eq!(rises(&ratios, MORE).judgement(), Holds);
    }
}
