//! Vectors as two registers of AVX2. With it come the instructions for bits that all its processors have.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256d, _CMP_GT_OQ, _CMP_LE_OQ, _mm256_add_pd, _mm256_blend_pd, _mm256_blendv_pd, _mm256_cmp_pd,
    _mm256_max_pd, _mm256_movemask_pd, _mm256_mul_pd, _mm256_permute4x64_pd, _mm256_set1_pd, _mm256_sub_pd,
};

use super::{Job, LANES, Lanes};

/// The instructions of AVX2. A value exists only on processors that have them.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Returns a value if the processor has AVX2.
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

/// Runs a job, compiled for AVX2.
#[inline]
pub(super) fn run<J: Job>(lanes: Avx2, job: J) -> J::Output {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn compiled<J: Job>(lanes: Avx2, job: J) -> J::Output {
        job.run(lanes)
    }
    // SAFETY: the processor has these instructions, or there were no value of type `Avx2`.
    unsafe { compiled(lanes, job) }
}

/// Four floats twice.
#[derive(Clone, Copy)]
pub(super) struct Halves(__m256d, __m256d);

/// Calls intrinsics of AVX2, which have no other requirement.
macro_rules! with_avx2 {
    ($lanes:ident, $body:expr) => {{
        let _proof: Avx2 = $lanes;
        // SAFETY: the processor has AVX2, or there were no value of type `Avx2`.
        unsafe { $body }
    }};
}

impl Lanes for Avx2 {
    type Vector = Halves;

    #[inline(always)]
    fn splat(self, value: f64) -> Halves {
        let four = with_avx2!(self, _mm256_set1_pd(value));
        Halves(four, four)
    }

    #[inline(always)]
    fn load(self, from: &[f64; LANES]) -> Halves {
        bytemuck::cast::<[f64; LANES], [__m256d; 2]>(*from).into()
    }

    #[inline(always)]
    fn store(self, Halves(low, high): Halves, to: &mut [f64; LANES]) {
        *to = bytemuck::cast::<[__m256d; 2], [f64; LANES]>([low, high]);
    }

    #[inline(always)]
    fn add(self, a: Halves, b: Halves) -> Halves {
        with_avx2!(self, Halves(_mm256_add_pd(a.0, b.0), _mm256_add_pd(a.1, b.1)))
    }

    #[inline(always)]
    fn sub(self, a: Halves, b: Halves) -> Halves {
        with_avx2!(self, Halves(_mm256_sub_pd(a.0, b.0), _mm256_sub_pd(a.1, b.1)))
    }

    #[inline(always)]
    fn mul(self, a: Halves, b: Halves) -> Halves {
        with_avx2!(self, Halves(_mm256_mul_pd(a.0, b.0), _mm256_mul_pd(a.1, b.1)))
    }

    #[inline(always)]
    fn max(self, a: Halves, b: Halves) -> Halves {
        with_avx2!(self, Halves(_mm256_max_pd(a.0, b.0), _mm256_max_pd(a.1, b.1)))
    }

    #[inline(always)]
    fn at_most(self, a: Halves, b: Halves) -> u8 {
        let (low, high) = with_avx2!(
            self,
            (
                _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_LE_OQ>(a.0, b.0)),
                _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_LE_OQ>(a.1, b.1)),
            )
        );
        (low | high << 4) as u8
    }

    #[inline(always)]
    fn if_above(self, (a, b): (Halves, Halves), then: Halves, else_: Halves) -> Halves {
        with_avx2!(
            self,
            Halves(
                _mm256_blendv_pd(else_.0, then.0, _mm256_cmp_pd::<_CMP_GT_OQ>(a.0, b.0)),
                _mm256_blendv_pd(else_.1, then.1, _mm256_cmp_pd::<_CMP_GT_OQ>(a.1, b.1)),
            )
        )
    }

    #[inline(always)]
    fn last(self, vector: Halves) -> Halves {
        const LAST: i32 = 0b11_11_11_11;
        let four = with_avx2!(self, _mm256_permute4x64_pd::<LAST>(vector.1));
        Halves(four, four)
    }

    #[inline(always)]
    fn shift(self, before: Halves, vector: Halves) -> Halves {
        // Rotated up by one: the last lane comes first.
        const UP: i32 = 0b10_01_00_11;
        with_avx2!(self, {
            let before = _mm256_permute4x64_pd::<UP>(before.1);
            let low = _mm256_permute4x64_pd::<UP>(vector.0);
            let high = _mm256_permute4x64_pd::<UP>(vector.1);
            Halves(_mm256_blend_pd::<1>(low, before), _mm256_blend_pd::<1>(high, low))
        })
    }
}

impl From<[__m256d; 2]> for Halves {
    #[inline(always)]
    fn from([low, high]: [__m256d; 2]) -> Self {
        Self(low, high)
    }
}
