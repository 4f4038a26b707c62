//! Exact totals: a sum that does not depend on the order of its terms.

use super::Weight;

/// Gathers weights into their exact total.
pub trait TotalOf<W: Weight>: Default + Send {
    /// Adds one weight.
    fn add(&mut self, weight: W);

    /// Adds what another has gathered.
    fn merge(&mut self, other: Self);

    /// The total of what was added.
    fn finish(self) -> W::Total;
}

macro_rules! integer_total {
    ($($weight:ty)*) => {$(
        impl TotalOf<$weight> for i128 {
            fn add(&mut self, weight: $weight) {
                *self += i128::from(weight); // 2^32 terms below 2^64 stay far below 2^127
            }

            fn merge(&mut self, other: i128) {
                *self += other;
            }

            fn finish(self) -> i128 {
                self
            }
        }
    )*};
}

integer_total! { i32 u32 i64 u64 }

#[cfg(test)]
mod tests {
    use super::*;

    fn total<W: Weight>(weights: &[W]) -> W::Total {
        let mut sum = W::Sum::default();
        weights.iter().for_each(|&weight| sum.add(weight));
        sum.finish()
    }

    #[test]
    fn integers_never_overflow() {
        assert_eq!(total(&[u64::MAX, u64::MAX]), 2 * i128::from(u64::MAX));
        assert_eq!(total(&[i64::MIN, i64::MIN, 1]), 2 * i128::from(i64::MIN) + 1);
        assert_eq!(total::<u32>(&[]), 0);
    }
}
