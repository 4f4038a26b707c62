//! The range of the weights of a text, and the narrowest type for them.
//!
//! The type depends on the smallest and the largest integer and on whether there is a real, never on the
//! order. So the spans of parts can be joined. Integers keep their value or are refused: negative ones
//! together with ones from 2^63 on, and, if one weight is a real (so all are reals), those that no `f64`
//! equals. Reals are rounded to the nearest `f64`.

use crate::ReadOptions;
use crate::text::line::{Begin, Line};
use crate::text::number::Number;

/// The data that edges of a text can carry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing.
    None,
    /// Weights, of this type if they fit.
    #[default]
    U32,
    I32,
    U64,
    I64,
    F64,
}

impl Kind {
    /// Weights where the input has some or the caller wants some, otherwise nothing.
    pub(crate) fn of_text(weighted: bool, options: &ReadOptions) -> Self {
        if weighted || options.unweighted.is_some() { Self::U32 } else { Self::None }
    }

    /// Bytes of a weight.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Self::None => 0,
            Self::U32 | Self::I32 => 4,
            Self::U64 | Self::I64 | Self::F64 => 8,
        }
    }
}

/// The range of the weights that have been seen.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    /// True if weights are passed over.
    unweighted: bool,
    least: i64,
    most: u64,
    reals: bool,
    /// The first integer that no `f64` equals, and its line.
    inexact: Option<(Number, Line)>,
}

/// Integers that no type of all weights holds exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Unfit {
    /// No type of 64 bits holds both the least and the greatest.
    Torn {
        /// The least.
        least: i64,
        /// The greatest.
        most: u64,
    },
    /// There are reals, and this integer, which stands on this line, would be rounded to be one.
    Rounded(Number, Line),
}

impl Span {
    /// No weights yet. If reals are wanted all will be reals, if nothing is wanted none will be kept.
    pub(crate) fn of(kind: Kind) -> Self {
        Self { unweighted: kind == Kind::None, reals: kind == Kind::F64, ..Self::default() }
    }

    /// The narrowest type for what has been seen.
    pub(crate) fn kind(&self) -> Kind {
        let negative = self.least < 0;
        if self.unweighted {
            Kind::None
        } else if self.reals || self.torn() {
            Kind::F64
        } else if !negative {
            if self.most <= u64::from(u32::MAX) { Kind::U32 } else { Kind::U64 }
        } else if self.least >= i64::from(i32::MIN) && self.most <= i32::MAX as u64 {
            Kind::I32
        } else {
            Kind::I64
        }
    }

    /// Returns whether no integer type holds all integers seen.
    fn torn(&self) -> bool {
        self.least < 0 && self.most > i64::MAX as u64
    }

    /// A weight has been seen that fits 32 bits.
    #[inline(always)]
    pub(crate) fn include_natural(&mut self, weight: u64) {
        self.most = self.most.max(weight);
    }

    /// A weight has been seen; `line` says on which line.
    #[inline]
    pub(crate) fn include(&mut self, weight: Number, line: impl FnOnce() -> Line) {
        match weight {
            Number::Natural(value) => self.most = self.most.max(value),
            Number::Negative(value) => self.least = self.least.min(value),
            Number::Real(_) => self.reals = true,
        }
        if self.inexact.is_none() && weight.would_be_rounded() {
            self.inexact = Some((weight, line()));
        }
    }

    /// Another part of the input, which comes after this one and begins at `begin`, has been seen.
    pub(crate) fn append(&mut self, part: Self, begin: Begin) {
        self.least = self.least.min(part.least);
        self.most = self.most.max(part.most);
        self.reals |= part.reals;
        self.inexact =
            self.inexact.or_else(|| part.inexact.map(|(integer, line)| (integer, line.of_block(begin))));
    }

    /// The weights that have been seen, as words for other ranks.
    pub(crate) fn words(&self) -> [u64; 3] {
        [self.least.cast_unsigned(), self.most, self.reals.into()]
    }

    /// Another part of the input has been seen, by a rank that has sent these words. An integer in it that no
    /// `f64` equals is reported by that rank.
    pub(crate) fn join(&mut self, words: &[u64]) {
        self.least = self.least.min(words[0].cast_signed());
        self.most = self.most.max(words[1]);
        self.reals |= words[2] != 0;
    }

    /// Returns whether the type holds all integers.
    ///
    /// # Errors
    /// Those that it does not hold.
    pub(crate) fn check(&self) -> Result<(), Unfit> {
        match self.inexact {
            Some((integer, line)) if self.reals => Err(Unfit::Rounded(integer, line)),
            _ if self.torn() && !self.reals => Err(Unfit::Torn { least: self.least, most: self.most }),
            _ => Ok(()),
        }
    }
}
