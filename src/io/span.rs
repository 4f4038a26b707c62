//! Which of five types holds the weights of a text: the narrowest, by what has been seen of them.

use super::number::Number;

/// The narrowest type for what has been seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    U32,
    I32,
    U64,
    I64,
    F64,
}

/// Which weights have been seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The least integer, at most 0.
    pub(super) least: i64,
    /// The greatest integer, at least 0.
    pub(super) most: u64,
    /// Whether there is a real.
    pub(super) reals: bool,
}

impl Span {
    /// The narrowest type.
    pub(super) fn kind(&self) -> Kind {
        let negative = self.least < 0;
        if self.reals || self.torn() {
            Kind::F64
        } else if !negative {
            if self.most <= u64::from(u32::MAX) { Kind::U32 } else { Kind::U64 }
        } else if self.least >= i64::from(i32::MIN) && self.most <= i32::MAX as u64 {
            Kind::I32
        } else {
            Kind::I64
        }
    }

    /// Whether no integer type holds all integers seen.
    pub(super) fn torn(&self) -> bool {
        self.least < 0 && self.most > i64::MAX as u64
    }

    /// Sees a weight.
    pub(super) fn include(&mut self, weight: Number) {
        match weight {
            Number::Natural(value) => self.most = self.most.max(value),
            Number::Negative(value) => self.least = self.least.min(value),
            Number::Real(_) => self.reals = true,
        }
    }
}
