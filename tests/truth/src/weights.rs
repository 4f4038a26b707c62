//! The six weight types: each maps the same small levels to weights, and has its extreme values.

use boscage::graph::{FileData, Weight};

use crate::naive;

/// A weight type that graphs can be painted with.
pub trait Sample: Weight {
    /// All that is special: the ends of the range, the neighbours of zero, both zeros, infinities; ascending.
    const EXTREMES: &'static [Self];

    /// The weight of a level in `0..2^24`; higher levels weigh more.
    fn of(level: u32) -> Self;

    /// Returns `true` if `total` is the sum of the terms.
    fn is_total(total: Self::Total, terms: impl Iterator<Item = Self>) -> bool;

    /// The weight in Rust.
    fn literal(self) -> String;
}

macro_rules! integers {
    ($($weight:ident: $lowest:expr;)*) => {$(
        impl Sample for $weight {
            const EXTREMES: &'static [Self] =
                &[$weight::MIN, $weight::MIN + 1, $weight::MAX / 2, $weight::MAX - 1, $weight::MAX];

            fn of(level: u32) -> Self {
                level as $weight + $lowest
            }

            fn is_total(total: i128, terms: impl Iterator<Item = Self>) -> bool {
                total == terms.map(i128::from).sum()
            }

            fn literal(self) -> String {
                format!("{self}_{}", Self::NAME)
            }
        }
    )*};
}

integers! { i32: -2; u32: 0; i64: -2; u64: 0; }

macro_rules! floats {
    ($($weight:ident)*) => {$(
        impl Sample for $weight {
            const EXTREMES: &'static [Self] = &[
                $weight::NEG_INFINITY,
                $weight::MIN,
                -$weight::from_bits(1),
                -0.0,
                0.0,
                $weight::from_bits(1),
                1.0 - $weight::EPSILON,
                1.0,
                $weight::MAX,
                $weight::INFINITY,
            ];

            fn of(level: u32) -> Self {
                (level as $weight - 2.0) / 4.0
            }

            fn is_total(total: f64, terms: impl Iterator<Item = Self>) -> bool {
                naive::is_rounded_sum(total, terms.map(f64::from))
            }

            fn literal(self) -> String {
                let name = Self::NAME;
                match self {
                    $weight::INFINITY => format!("{name}::INFINITY"),
                    $weight::NEG_INFINITY => format!("{name}::NEG_INFINITY"),
                    finite => format!("{finite:?}_{name}"),
                }
            }
        }
    )*};
}

floats! { f32 f64 }
