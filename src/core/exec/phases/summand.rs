//! The values that phases can add up.

/// A value that phases add up: a number, a pair of such values, or nothing. Implement it for your own: a
/// minimum, a histogram. `plus` should be associative, with `zero` as neutral element. The order of additions
/// depends on the graph, not on the threads.
pub trait Summand: Send {
    /// Whether a sum is the same in every order of additions, also by its last bit. Some phases are faster
    /// then.
    const COMMUTES: bool = false;

    /// The sum of nothing.
    fn zero() -> Self;

    /// The sum of two.
    #[must_use]
    fn plus(self, other: Self) -> Self;
}

impl Summand for () {
    const COMMUTES: bool = true;

    #[inline(always)]
    fn zero() -> Self {}

    #[inline(always)]
    fn plus(self, (): ()) -> Self {}
}

impl<A: Summand, B: Summand> Summand for (A, B) {
    const COMMUTES: bool = A::COMMUTES && B::COMMUTES;

    #[inline]
    fn zero() -> Self {
        (A::zero(), B::zero())
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        (self.0.plus(other.0), self.1.plus(other.1))
    }
}

macro_rules! numbers {
    ($commutes:literal: $($number:ty)*) => {$(
        impl Summand for $number {
            const COMMUTES: bool = $commutes;

            #[inline]
            fn zero() -> Self {
                Self::default()
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }
        }
    )*};
}

numbers! { true: u32 u64 u128 usize i32 i64 i128 isize }
numbers! { false: f32 f64 }
