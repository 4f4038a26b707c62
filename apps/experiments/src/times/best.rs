//! The best of some settings.

use super::{Spread, Times};
use crate::bound::MORE;
use crate::judgement::Judgement;
use crate::missing::{Found, Missing, short};

/// Turns that choose the best of some settings, before those that are compared: in its own turns, the best
/// setting had luck.
pub(crate) const CHOOSING: usize = 2;

/// The best of some settings.
#[derive(Clone, Debug)]
pub(crate) struct Best {
    /// The setting, between the least and the greatest up to which no neighbour is clearly worse.
    pub(crate) setting: Spread,
    /// Its times, in which the first turns do not decide.
    pub(crate) times: Times,
}

impl Best {
    /// Chooses from settings in ascending order with their times, in turns of which the first [`CHOOSING`]
    /// choose.
    pub(crate) fn of(all: &[(usize, Times)]) -> Found<Self> {
        let median = |times: &Times| Spread::of(&times.ms[..CHOOSING.min(times.ms.len())]).value;
        let at = (0..all.len()).min_by(|&a, &b| median(&all[a].1).total_cmp(&median(&all[b].1)));
        let at = at.ok_or_else(Missing::nothing)?;
        let times = Times { from: CHOOSING, ..all[at].1.clone() };
        let as_good =
            |(_, other): &&(usize, Times)| other.over(&times).is(MORE).judgement() != Judgement::Holds;
        let least = all[..at].iter().rev().take_while(as_good).last().unwrap_or(&all[at]).0 as f64;
        let most = all[at..].iter().skip(1).take_while(as_good).last().unwrap_or(&all[at]).0 as f64;
        Ok(Self { setting: Spread { value: all[at].0 as f64, least, most }, times })
    }

    /// Returns the least and the greatest setting that are as good.
    pub(crate) fn as_good(&self) -> [Spread; 2] {
        [self.setting.least, self.setting.most].map(Spread::exact)
    }

    /// The setting, and those that are not clearly worse.
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
    use crate::judgement::Judgement::{CannotBeSeen, DoesNotHold};
    use crate::judgement::Why;

    #[test]
    fn turns_that_choose_do_not_decide() {
        // The second has luck in the first turns, and is slower after that.
        let (steady, lucky) = (of(&[5.0; 5]), of(&[1.0, 1.0, 6.0, 6.0, 6.0]));
        let best = Best::of(&[(1, steady.clone()), (2, lucky)]).unwrap();
        assert_eq!(best.setting, Spread { value: 2.0, least: 1.0, most: 2.0 });
        assert_eq!(best.times.over(&steady).spread(), Spread::exact(1.2));
        assert_eq!(steady.over(&best.times).is(MORE).judgement(), DoesNotHold);
        // Of four turns two choose, and two are too few.
        let best = Best::of(&[(1, of(&[1.0; 4])), (2, of(&[9.0; 4]))]).unwrap();
        assert_eq!(best.times.over(&of(&[9.0; 4])).is(MORE).judgement(), CannotBeSeen(Why::FewRuns));
        assert!(Best::of(&[]).is_err());
    }

    #[test]
    fn the_range_ends_where_a_setting_is_clearly_worse() {
        let all = [(2, 1.0), (4, 3.0), (8, 1.0), (16, 1.01), (32, 2.0), (64, 1.0)];
        let all = all.map(|(setting, ms)| (setting, of(&[if setting == 8 { 0.99 } else { ms }; 5])));
        let best = Best::of(&all).unwrap();
        assert_eq!(best.in_words(), "8 is best, and nothing from 8 to 16 is clearly worse");
    }
}
