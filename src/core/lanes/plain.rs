//! Vectors as arrays.

use super::{LANES, Lanes};

/// Instructions that every processor has.
#[derive(Clone, Copy)]
pub(super) struct Plain;

#[inline(always)]
fn zip(a: [f64; LANES], b: [f64; LANES], f: impl Fn(f64, f64) -> f64) -> [f64; LANES] {
    std::array::from_fn(|i| f(a[i], b[i]))
}

impl Lanes for Plain {
    type Vector = [f64; LANES];

    #[inline(always)]
    fn splat(self, value: f64) -> Self::Vector {
        [value; LANES]
    }

    #[inline(always)]
    fn load(self, from: &[f64; LANES]) -> Self::Vector {
        *from
    }

    #[inline(always)]
    fn store(self, vector: Self::Vector, to: &mut [f64; LANES]) {
        *to = vector;
    }

    #[inline(always)]
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        zip(a, b, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        zip(a, b, |a, b| a - b)
    }

    #[inline(always)]
    fn mul(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        zip(a, b, |a, b| a * b)
    }

    #[inline(always)]
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        zip(a, b, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn at_most(self, a: Self::Vector, b: Self::Vector) -> u8 {
        (0..LANES).fold(0, |mask, i| mask | u8::from(a[i] <= b[i]) << i)
    }

    #[inline(always)]
    fn if_above(
        self,
        (a, b): (Self::Vector, Self::Vector),
        then: Self::Vector,
        else_: Self::Vector,
    ) -> Self::Vector {
        std::array::from_fn(|i| if a[i] > b[i] { then[i] } else { else_[i] })
    }

    #[inline(always)]
    fn last(self, vector: Self::Vector) -> Self::Vector {
        [vector[LANES - 1]; LANES]
    }

    #[inline(always)]
    fn shift(self, before: Self::Vector, vector: Self::Vector) -> Self::Vector {
        std::array::from_fn(|i| if i == 0 { before[LANES - 1] } else { vector[i - 1] })
    }
}
