//! Vectors of eight floats, by AVX2 if the processor has it.
//!
//! Code that uses them is a [`Job`], generic over [`Lanes`]. [`run`] compiles it once per instruction set,
//! and chooses at run time. So one source serves all processors, and its results are the same bits
//! everywhere: every operation is that of IEEE 754, none is contracted into another.
//!
//! Only what is inlined into [`Job::run`] is compiled for the wide instructions. So it and all that it calls
//! in inner loops are marked `#[inline(always)]`. Closures cannot be marked, so they use no vectors.
//!
//! | implementation | for |
//! |---|---|
//! | `avx2` | x86-64 with AVX2 |
//! | `plain` | everything else: arrays, which the compiler vectorises as it can |
#[cfg(target_arch = "x86_64")]
mod avx2;
mod plain;

/// Number of floats per vector.
pub const LANES: usize = 8;

/// Operations on vectors of eight floats. Masks have bit i for lane i.
pub trait Lanes: Copy {
    /// Eight floats.
    type Vector: Copy;

    /// Returns a vector of eight times this value.
    fn splat(self, value: f64) -> Self::Vector;

    /// Returns these eight values as a vector.
    fn load(self, from: &[f64; LANES]) -> Self::Vector;

    /// Stores the values of a vector.
    fn store(self, vector: Self::Vector, to: &mut [f64; LANES]);

    /// Returns a + b.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns a - b.
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns a · b.
    fn mul(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns `if a > b { a } else { b }`: b if one of them is not a number.
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns a ≤ b.
    fn at_most(self, a: Self::Vector, b: Self::Vector) -> u8;

    /// Returns `then` in lanes with a > b of the two vectors compared, otherwise `else_`.
    fn if_above(
        self,
        compared: (Self::Vector, Self::Vector),
        then: Self::Vector,
        else_: Self::Vector,
    ) -> Self::Vector;

    /// Returns a vector of eight times the last value of this one.
    fn last(self, vector: Self::Vector) -> Self::Vector;

    /// Returns the lanes of `vector` shifted up by one. The first lane becomes the last one of `before`.
    fn shift(self, before: Self::Vector, vector: Self::Vector) -> Self::Vector;
}

/// Code that uses [`Lanes`].
pub trait Job {
    /// The result.
    type Output;

    /// Does the work; to be marked `#[inline(always)]`.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Runs a job by AVX2 if this processor has it, otherwise by plain code.
///
/// # Determinism
/// The result has the same bits on every processor.
#[inline]
pub fn run<J: Job>(job: J) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(lanes) = avx2::Avx2::detect() {
        return avx2::run(lanes, job);
    }
    job.run(plain::Plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct All<'a>(&'a [f64; LANES], &'a [f64; LANES]);

    impl Job for All<'_> {
        type Output = (Vec<[u64; LANES]>, [u8; 2]);

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Self::Output {
            let (a, b) = (lanes.load(self.0), lanes.load(self.1));
            let vectors = [
                lanes.splat(self.0[3]),
                lanes.add(a, b),
                lanes.sub(a, b),
                lanes.mul(a, b),
                lanes.max(a, b),
                lanes.if_above((a, b), lanes.splat(1.0), b),
                lanes.shift(a, b),
                lanes.last(a),
            ];
            let bits = vectors.iter().map(|&vector| {
                let mut values = [0.0; LANES];
                lanes.store(vector, &mut values);
                // Which of several values that are no numbers a sum has is left open.
                values.map(|value| if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() })
            });
            (bits.collect(), [lanes.at_most(a, b), lanes.at_most(b, a)])
        }
    }

    #[test]
    fn every_instruction_set_has_the_same_bits() {
        let special = [0.0, -0.0, 1.0, -2.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324, 1e308];
        for shift in 0..special.len() {
            for other in 0..special.len() {
                let pick = |from: usize| std::array::from_fn(|i| special[(from + i) % special.len()]);
                let (a, b) = (pick(shift), pick(other));
                let plain = All(&a, &b).run(plain::Plain);
                assert_eq!(run(All(&a, &b)), plain);
                let sums: [f64; LANES] = std::array::from_fn(|i| a[i] + b[i]);
                let sums = sums.map(|sum| if sum.is_nan() { f64::NAN.to_bits() } else { sum.to_bits() });
                assert_eq!(plain.0[1], sums);
                let mask = |i: &usize| a[*i] <= b[*i];
                assert_eq!(plain.1[0], (0..LANES).filter(mask).map(|i| 1 << i).sum::<u8>());
            }
        }
    }

    #[test]
    fn lanes_move_up() {
        let (low, high) = ([1., 2., 3., 4., 5., 6., 7., 8.], [11., 12., 13., 14., 15., 16., 17., 18.]);
        let shifted = run(All(&low, &high)).0[6].map(f64::from_bits);
        assert_eq!(shifted, [8., 11., 12., 13., 14., 15., 16., 17.]);
    }
}
