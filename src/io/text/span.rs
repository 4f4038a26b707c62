//! The range of the weights of a text, and the narrowest type for them.
//!
//! The type depends only on the smallest and the largest integer and on the presence of reals, not on the
//! order. So the spans of parts can be joined. An integer keeps its value or is refused: negative integers
//! together with integers from 2^63 on, and, if one weight is a real (so all are reals), integers that no
//! `f64` equals. Reals are rounded to the nearest `f64`.

use crate::ReadOptions;
use crate::text::line::{Begin, Line};
use crate::text::number::Number;

/// The type of the edge data of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing.
    None,
    /// Weights of this type, or of a wider one if they do not fit.
    #[default]
    U32,
    I32,
    U64,
    I64,
    F64,
}

impl Kind {
    /// Weights if the input has some or the caller wants some; otherwise nothing.
    pub(crate) fn of_text(weighted: bool, options: &ReadOptions) -> Self {
        if weighted || options.unweighted.is_some() { Self::U32 } else { Self::None }
    }

    /// Bytes per weight.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Self::None => 0,
            Self::U32 | Self::I32 => 4,
            Self::U64 | Self::I64 | Self::F64 => 8,
        }
    }
}

/// The range of the weights so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    /// True if weights are ignored.
    unweighted: bool,
    least: i64,
    most: u64,
    reals: bool,
    /// The first integer that no `f64` equals, and its line.
    inexact: Option<(Number, Line)>,
}

/// Integers that the type of all weights cannot hold exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Unfit {
    /// No type of 64 bits holds both the least and the greatest.
    NoCommonType {
        /// The least.
        least: i64,
        /// The greatest.
        most: u64,
    },
    /// There are reals, and this integer on this line would be rounded to a real.
    Rounded(Number, Line),
}

impl Span {
    /// The span without weights. With `F64`, all weights will be reals; with `None`, weights will be ignored.
    pub(crate) fn of(kind: Kind) -> Self {
        Self { unweighted: kind == Kind::None, reals: kind == Kind::F64, ..Self::default() }
    }

    /// The narrowest type for the weights so far.
    pub(crate) fn kind(&self) -> Kind {
        let negative = self.least < 0;
        if self.unweighted {
            Kind::None
        } else if self.reals || self.has_no_integer_type() {
            Kind::F64
        } else if !negative {
            if self.most <= u64::from(u32::MAX) { Kind::U32 } else { Kind::U64 }
        } else if self.least >= i64::from(i32::MIN) && self.most <= i32::MAX as u64 {
            Kind::I32
        } else {
            Kind::I64
        }
    }

    /// Returns `true` if no integer type holds all integers so far.
    fn has_no_integer_type(&self) -> bool {
        self.least < 0 && self.most > i64::MAX as u64
    }

    /// Includes a natural weight that fits 32 bits.
    #[inline(always)]
    pub(crate) fn include_natural(&mut self, weight: u64) {
        self.most = self.most.max(weight);
    }

    /// Includes a weight; `line` returns its line.
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

    /// Includes the span of the next part of the input, which begins at `begin`.
    pub(crate) fn append(&mut self, part: Self, begin: Begin) {
        self.least = self.least.min(part.least);
        self.most = self.most.max(part.most);
        self.reals |= part.reals;
        self.inexact =
            self.inexact.or_else(|| part.inexact.map(|(integer, line)| (integer, line.of_block(begin))));
    }

    /// The span as words for other ranks.
    pub(crate) fn words(&self) -> [u64; 3] {
        [self.least.cast_unsigned(), self.most, self.reals.into()]
    }

    /// Includes the span of another rank, which has sent these words. That rank reports its integers that no
    /// `f64` equals.
    pub(crate) fn join(&mut self, words: &[u64]) {
        self.least = self.least.min(words[0].cast_signed());
        self.most = self.most.max(words[1]);
        self.reals |= words[2] != 0;
    }

    /// Checks that the type holds all integers.
    ///
    /// # Errors
    /// Integers that it does not hold.
    pub(crate) fn check(&self) -> Result<(), Unfit> {
        match self.inexact {
            Some((integer, line)) if self.reals => Err(Unfit::Rounded(integer, line)),
            _ if self.has_no_integer_type() && !self.reals => {
                Err(Unfit::NoCommonType { least: self.least, most: self.most })
            }
            _ => Ok(()),
        }
    }
}
