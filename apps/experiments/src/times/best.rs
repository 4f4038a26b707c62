//! The best of some settings.

use super::{Spread, Times};
use crate::figures::{Found, Missing, short};
use crate::judgement::Judgement;

/// Turns that choose the best of some settings, before those that are compared: in the turns that choose it,
/// the best is one that had luck.
pub(crate) const CHOOSING: usize = 2;

/// The best of some settings.
#[derive(Clone, Debug)]
pub(crate) struct Best {
    /// The setting, between the least and the greatest of those that are not clearly worse.
    pub(crate) setting: Spread,
    /// Its times, of which the first turns do not decide.
    pub(crate) times: Times,
}

impl Best {
    /// Of some settings with their times, in turns of which [`CHOOSING`] come before the others.
    pub(crate) fn of(all: &[(usize, Times)]) -> Found<Self> {
        let median = |times: &Times| Spread::of(&times.ms[..CHOOSING.min(times.ms.len())]).value;
        let best = all.iter().min_by(|a, b| median(&a.1).total_cmp(&median(&b.1)));
        let (setting, times) = best.ok_or_else(Missing::nothing)?;
        let times = Times { from: CHOOSING, ..times.clone() };
        let as_good = |(_, other): &&(usize, Times)| other.over(&times).is_above(1.0) != Judgement::Holds;
        let as_good = all.iter().filter(as_good).map(|(setting, _)| *setting as f64);
        let setting = *setting as f64;
        let as_good: Vec<_> = as_good.chain([setting]).collect();
        Ok(Self { setting: Spread { value: setting, ..Spread::of(&as_good) }, times })
    }

    /// The least and the greatest setting that are as good.
    pub(crate) fn as_good(&self) -> [Spread; 2] {
        [self.setting.least, self.setting.most].map(Spread::exact)
    }

    /// The setting, and which others are not clearly worse.
    pub(crate) fn in_words(&self) -> String {
        let Spread { value, least, most } = self.setting;
        let [value, least, most] = [value, least, most].map(short);
        if least == most {
            format!("{value} is best")
        } else {
            format!("{value} is best, and nothing from {least} to {most} is clearly worse")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::*;
    use crate::judgement::Judgement::{CannotBeSeen, Holds};
    use crate::judgement::Why;

    #[test]
    fn turns_that_choose_do_not_decide() {
        // The second has luck in the first turns, and is slower after that.
        let (steady, lucky) = (of(&[5.0; 5]), of(&[1.0, 1.0, 6.0, 6.0, 6.0]));
        let best = Best::of(&[(1, steady.clone()), (2, lucky)]).unwrap();
        assert_eq!(best.setting, Spread { value: 2.0, least: 1.0, most: 2.0 });
        assert_eq!(best.times.over(&steady).spread(), Spread::exact(1.2));
        assert_eq!(steady.over(&best.times).is_below(1.0), Holds);
        // Of four turns two choose, and two are too few.
        let best = Best::of(&[(1, of(&[1.0; 4])), (2, of(&[9.0; 4]))]).unwrap();
        assert_eq!(best.times.over(&of(&[9.0; 4])).is_below(1.0), CannotBeSeen(Why::FewRuns));
        assert!(Best::of(&[]).is_err());
    }
}
