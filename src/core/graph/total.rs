//! Exact totals: a sum that does not depend on the order of its terms.

use super::Weight;

/// An accumulator for the exact total of weights.
pub trait TotalOf<W: Weight>: Default + Send {
    /// Adds one weight.
    fn add(&mut self, weight: W);

    /// Adds the weights of another accumulator.
    fn merge(&mut self, other: Self);

    /// Returns the total.
    fn finish(self) -> W::Total;

    /// Appends the state as words, for another process.
    fn append_words(self, words: &mut Vec<u64>);

    /// Restores the state from words.
    ///
    /// # Panics
    /// If these are not all words of one accumulator.
    fn from_words(words: &[u64]) -> Self;
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

            fn append_words(self, words: &mut Vec<u64>) {
                words.extend([self as u64, (self >> 64) as u64]);
            }

            fn from_words(words: &[u64]) -> Self {
                let &[low, high] = words else { panic!("expected two words") };
                (u128::from(high) << 64 | u128::from(low)) as i128
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
    fn sums_survive_as_words() {
        fn check<W: Weight>(weights: &[W]) {
            for &weight in weights {
                let (mut sum, mut words) = (W::Sum::default(), Vec::new());
                weights.iter().chain([&weight]).for_each(|&weight| sum.add(weight));
                sum.append_words(&mut words);
                assert_eq!(W::Sum::from_words(&words).finish(), total(&[weights, &[weight]].concat()));
            }
        }
        check(&[i64::MIN, -1, 0, 1, i64::MAX, i64::MIN]);
        check(&[u64::MAX, u64::MAX, 0]);
        check(&[1e300, -1e-300, -1e300, 0.1, -7.5, f64::MAX]);
        check(&[f64::INFINITY, 1.0]);
        check(&[-0.1_f32, 3e38, 3e38, -1e-45]);
    }

    #[test]
    fn integers_never_overflow() {
        assert_eq!(total(&[u64::MAX, u64::MAX]), 2 * i128::from(u64::MAX));
        assert_eq!(total(&[i64::MIN, i64::MIN, 1]), 2 * i128::from(i64::MIN) + 1);
        assert_eq!(total::<u32>(&[]), 0);
    }
}
