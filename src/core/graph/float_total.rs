//! The exact sum of floats.
//!
//! Every finite `f64` is a multiple of 2^-1074 (a unit), and its magnitude is below 2^2098 units. So a sum of
//! floats is a sum of integers. It is stored in digits of 32 bits, each in an `i64`, which has room for 2^31
//! additions before carries must be propagated. It is rounded once, at the end, from all its digits. An
//! addition always costs two shifts and three additions.

use super::TotalOf;

/// Bits of a digit.
const DIGIT: usize = 32;

/// 2098 bits for the largest float, 32 more for 2^32 of them, and the sign.
const DIGITS: usize = 67;

/// Additions between two propagations of carries; each adds less than 2^32 to a digit.
const ADDITIONS: u32 = 1 << 30;

/// Stored bits of the mantissa of an `f64`; one more bit is implied.
const MANTISSA: u32 = f64::MANTISSA_DIGITS - 1;

/// The exponent field of infinities.
const INFINITE: u64 = 0x7ff;

/// An exact sum of floats, rounded once to the nearest `f64`, ties to even: the total of `f32` and `f64`
/// weights.
///
/// The result does not depend on the order of the additions, so it is deterministic. A sum with an infinity
/// is infinite; with both infinities it is NaN. A sum takes 552 bytes of memory. R. Neal, "Fast exact
/// summation using small and large superaccumulators", 2015.
#[derive(Clone, Debug)]
pub struct FloatTotal {
    /// The sum of the finite terms is `Σ digits[i] * 2^(32 i)` units.
    digits: [i64; DIGITS],
    additions: u32,
    /// The sum of the infinite terms.
    infinite: f64,
}

impl Default for FloatTotal {
    fn default() -> Self {
        Self { digits: [0; DIGITS], additions: 0, infinite: 0.0 }
    }
}

impl FloatTotal {
    /// Propagates carries: moves every digit into `0..2^32` but the last, which has the sign.
    fn propagate(&mut self) {
        let mut carry = 0;
        for digit in &mut self.digits[..DIGITS - 1] {
            let sum = *digit + carry;
            (*digit, carry) = (sum & ((1 << DIGIT) - 1), sum >> DIGIT);
        }
        self.digits[DIGITS - 1] += carry;
        self.additions = 0;
    }

    /// Returns the 64 bits from a position on of a sum whose carries have been propagated.
    fn bits_at(&self, position: usize) -> u64 {
        let digit = |i: usize| self.digits.get(position / DIGIT + i).map_or(0, |&digit| digit as u128);
        ((digit(0) | digit(1) << DIGIT | digit(2) << (2 * DIGIT)) >> (position % DIGIT)) as u64
    }

    /// Rounds a positive sum whose carries have been propagated.
    fn rounded(&self) -> f64 {
        let Some(top) = self.digits.iter().rposition(|&digit| digit != 0) else { return 0.0 };
        let highest = top * DIGIT + self.digits[top].ilog2() as usize; // bit
        // The position of the mantissa's lowest bit. Below 2^53 units, the bits of the float are its units.
        let Some(lowest @ 1..) = highest.checked_sub(MANTISSA as usize) else {
            return f64::from_bits(self.bits_at(0));
        };
        if lowest + 1 >= INFINITE as usize {
            return f64::INFINITY;
        }
        let mantissa = self.bits_at(lowest) & ((1 << MANTISSA) - 1);
        let below = lowest - 1;
        let half = self.bits_at(below) & 1;
        let rest = self.digits[..below / DIGIT].iter().any(|&digit| digit != 0)
            || self.digits[below / DIGIT] & ((1 << (below % DIGIT)) - 1) != 0;
        let up = half & (mantissa | u64::from(rest));
        // A carry out of the mantissa increments the exponent, which is right up to infinity.
        f64::from_bits((((lowest + 1) as u64) << MANTISSA | mantissa) + (up & 1))
    }
}

impl TotalOf<f64> for FloatTotal {
    fn add(&mut self, weight: f64) {
        if !weight.is_finite() {
            self.infinite += weight;
            return;
        }
        if self.additions == ADDITIONS {
            self.propagate();
        }
        self.additions += 1;
        let exponent = weight.to_bits() >> MANTISSA & INFINITE;
        let fraction = weight.to_bits() & ((1 << MANTISSA) - 1);
        let (mantissa, position) = match exponent {
            0 => (fraction, 0),
            _ => (fraction | 1 << MANTISSA, exponent as usize - 1),
        };
        let shifted = u128::from(mantissa) << (position % DIGIT);
        let digits = &mut self.digits[position / DIGIT..][..3];
        for (i, digit) in digits.iter_mut().enumerate() {
            let part = i64::from((shifted >> (DIGIT * i)) as u32);
            *digit += if weight.is_sign_negative() { -part } else { part };
        }
    }

    fn merge(&mut self, mut other: Self) {
        self.propagate();
        other.propagate();
        self.digits.iter_mut().zip(other.digits).for_each(|(digit, other)| *digit += other);
        self.additions = 1;
        self.infinite += other.infinite;
    }

    fn finish(mut self) -> f64 {
        if self.infinite != 0.0 {
            return self.infinite; // or NaN, which also differs from 0
        }
        self.propagate();
        if self.digits[DIGITS - 1] >= 0 {
            return self.rounded();
        }
        self.digits.iter_mut().for_each(|digit| *digit = -*digit);
        self.propagate();
        -self.rounded()
    }

    fn append_words(mut self, words: &mut Vec<u64>) {
        self.propagate();
        words.extend(self.digits.map(|digit| digit as u64));
        words.push(self.infinite.to_bits());
    }

    fn from_words(words: &[u64]) -> Self {
        let (&infinite, digits) = words.split_last().expect("the sum of the infinite terms");
        let digits = <[u64; DIGITS]>::try_from(digits).expect("all digits").map(|digit| digit as i64);
        Self { digits, additions: 1, infinite: f64::from_bits(infinite) }
    }
}

impl TotalOf<f32> for FloatTotal {
    fn add(&mut self, weight: f32) {
        self.add(f64::from(weight));
    }

    fn merge(&mut self, other: Self) {
        TotalOf::<f64>::merge(self, other);
    }

    fn finish(self) -> f64 {
        TotalOf::<f64>::finish(self)
    }

    fn append_words(self, words: &mut Vec<u64>) {
        TotalOf::<f64>::append_words(self, words);
    }

    fn from_words(words: &[u64]) -> Self {
        <Self as TotalOf<f64>>::from_words(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Weight;

    /// Returns the total, and checks that the negated terms have the negated total.
    fn total<W: Weight<Total = f64> + std::ops::Neg<Output = W>>(weights: &[W]) -> f64 {
        let sum = |weights: &mut dyn Iterator<Item = W>| {
            let mut sum = W::Sum::default();
            weights.for_each(|weight| sum.add(weight));
            sum.finish()
        };
        let total = sum(&mut weights.iter().copied());
        for cut in 0..=weights.len() {
            let [mut one, mut other] = [W::Sum::default(), W::Sum::default()];
            weights[..cut].iter().for_each(|&weight| one.add(weight));
            weights[cut..].iter().for_each(|&weight| other.add(weight));
            one.merge(other);
            let merged = one.finish();
            assert!(
                merged == total || merged.is_nan() && total.is_nan(),
                "{weights:?} in two parts: {merged}"
            );
        }
        let opposite = sum(&mut weights.iter().map(|&weight| -weight));
        assert!(total == -opposite || total.is_nan(), "{weights:?}: {total} and {opposite}");
        total
    }

    #[test]
    fn sums_are_exact_and_rounded_once() {
        assert_eq!(total(&[1e100, 1.0, -1e100]), 1.0);
        assert_eq!(total(&[0.1_f64; 10]), 1.0);
        assert_eq!(total(&[f64::MAX, f64::MAX, -f64::MAX]), f64::MAX);
        assert_eq!(total(&[f64::MIN_POSITIVE / 4.0; 2]), f64::MIN_POSITIVE / 2.0);
        assert_eq!(total(&[16_777_216.0_f32, 1.0]), 16_777_217.0);
        assert_eq!(total::<f64>(&[]).to_bits(), 0);
        assert_eq!(total(&[-0.0_f64]).to_bits(), 0);
    }

    #[test]
    fn ties_go_to_the_even_neighbour_and_every_lower_bit_counts() {
        let (ulp, tiny) = (f64::EPSILON, f64::from_bits(1));
        let ulp_of_max = f64::MAX - f64::MAX.next_down();
        assert_eq!(total(&[1.0, ulp / 2.0]), 1.0);
        assert_eq!(total(&[1.0, ulp / 2.0, tiny]), 1.0 + ulp);
        assert_eq!(total(&[1.0 + ulp, ulp / 2.0]), 1.0 + 2.0 * ulp);
        assert_eq!(total(&[1.0 + ulp, ulp / 2.0, -tiny]), 1.0 + ulp);
        assert_eq!(total(&[2.0 - ulp, ulp / 2.0]), 2.0);
        assert_eq!(total(&[f64::MAX, ulp_of_max / 4.0]), f64::MAX);
        assert_eq!(total(&[f64::MAX, ulp_of_max / 2.0]), f64::INFINITY);
        assert_eq!(total(&[f64::MAX, ulp_of_max / 2.0, -tiny]), f64::MAX);
    }

    #[test]
    fn one_term_is_its_own_sum() {
        let mut bits = 1_u64;
        for exponent in 0..=2046_u64 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let term = f64::from_bits(exponent << MANTISSA | bits >> 12);
            assert_eq!(total(&[term]), term);
            assert_eq!(total(&[term, term, -term]), term);
        }
    }

    #[test]
    fn the_order_of_the_terms_does_not_matter() {
        let term = |i: i32| f64::from(i).sin() * 10_f64.powi(i % 40 - 20);
        let mut weights: Vec<f64> = (0..5000).map(term).collect();
        let forward = total(&weights);
        weights.reverse();
        assert_eq!(total(&weights).to_bits(), forward.to_bits());
        weights.sort_by(f64::total_cmp);
        assert_eq!(total(&weights).to_bits(), forward.to_bits());
    }

    #[test]
    fn carries_are_propagated_in_time() {
        let mut sum = FloatTotal::default();
        for _ in 0..3 {
            sum.add(f64::MAX);
            sum.additions = ADDITIONS; // as if this many had been added
        }
        sum.add(-f64::MAX);
        sum.add(-f64::MAX);
        assert_eq!(TotalOf::<f64>::finish(sum), f64::MAX);
    }

    #[test]
    fn infinities() {
        assert_eq!(total(&[f64::INFINITY, 1.0]), f64::INFINITY);
        assert_eq!(total(&[f32::NEG_INFINITY, 1.0]), f64::NEG_INFINITY);
        assert!(total(&[f64::INFINITY, f64::NEG_INFINITY]).is_nan());
        assert_eq!(total(&[f64::MAX, f64::MAX]), f64::INFINITY);
    }
}
