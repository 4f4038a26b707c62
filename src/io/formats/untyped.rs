//! Weights of binary files that do not declare their type: they were taken for integers, but may be others.

use crate::Remark;
use boscage_core::graph::{AnyEdgeList, Edge, FileData};
use boscage_core::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};

/// Weights that were taken for integers, but may be the bits of floats: as floats, all are between 2^-64 and
/// 2^64 in size, or 0. They are seen in blocks, on any thread.
#[derive(Debug, Default)]
pub(crate) struct MayBeFloats {
    /// Some weight is no such float.
    are_others: AtomicBool,
    /// Some weight is not 0.
    has_some: AtomicBool,
}

impl MayBeFloats {
    /// The weights of a list.
    pub(crate) fn of(list: &AnyEdgeList) -> Self {
        let this = Self::default();
        match list {
            AnyEdgeList::U32(list) => this.see(list.edges()),
            AnyEdgeList::I32(list) => this.see(list.edges()),
            _ => {}
        }
        this
    }

    /// Looks at edges; they may be floats only if weights have 32 bits.
    pub(crate) fn see<E: FileData>(&self, edges: &[Edge<E>]) {
        if size_of::<Edge<E>>() == size_of::<Edge<u32>>() && !self.are_others.load(Relaxed) {
            let bits = bytemuck::cast_slice::<_, Edge<u32>>(edges).iter().map(|edge| edge.weight);
            let mut has_some = false;
            let are_others = bits.inspect(|&bits| has_some |= bits != 0).any(is_other);
            self.are_others.fetch_or(are_others, Relaxed);
            self.has_some.fetch_or(has_some, Relaxed);
        }
    }

    /// Looks at the bits of one weight.
    #[inline]
    pub(crate) fn see_bits(&self, bits: u32) {
        if bits != 0 && !self.are_others.load(Relaxed) {
            self.are_others.store(is_other(bits), Relaxed);
            self.has_some.store(true, Relaxed);
        }
    }

    pub(crate) fn remark(&self) -> Option<Remark> {
        let may_be = !self.are_others.load(Relaxed) && self.has_some.load(Relaxed);
        may_be.then_some(Remark::UntypedWeights)
    }
}

/// Returns `true` if these are no bits of such a float.
fn is_other(bits: u32) -> bool {
    /// The bits of 2^-64 and of 2^64.
    const LIMITS: (u32, u32) = (0x3f << 23, 0xbf << 23);
    bits != 0 && !(LIMITS.0..=LIMITS.1).contains(&(bits & !(1 << 31)))
}

/// The other types that the weights so far could have.
pub(crate) struct Seen {
    /// Bits per weight.
    bits: u32,
    /// True if all weights so far could be floats between 2^-64 and 2^64 in size, or 0.
    floats: bool,
    /// True if some weight is not 0.
    some: bool,
    /// True if all weights so far are near 0 as signed integers.
    near: bool,
    /// True if some weight is negative as a signed integer.
    negative: bool,
}

impl Seen {
    pub(crate) fn new(bytes: u64) -> Self {
        Self { bits: 8 * bytes as u32, floats: true, some: false, near: true, negative: false }
    }

    #[inline]
    pub(crate) fn see(&mut self, weight: u64) -> u64 {
        // The bits of 2^-64 and of 2^64.
        let (low, high) = if self.bits == 32 { (0x3f << 23, 0xbf << 23) } else { (0x3bf << 52, 0x43f << 52) };
        let signed = (weight << (u64::BITS - self.bits)) as i64 >> (u64::BITS - self.bits);
        self.some |= weight != 0;
        self.floats &= weight == 0 || (low..=high).contains(&(weight & !(1 << (self.bits - 1))));
        self.negative |= signed < 0;
        self.near &= signed.unsigned_abs() >> (self.bits - 8) == 0;
        weight
    }

    pub(crate) fn remark(&self) -> Option<Remark> {
        let is_other = self.some && self.floats || self.negative && self.near;
        is_other.then_some(Remark::UntypedWeights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boscage_core::graph::EdgeList;

    #[test]
    fn bits_of_floats_are_distinguished_from_integers() {
        let look = |weights: &[u32]| {
            let list = EdgeList::from_triples(2, weights.iter().map(|&weight| (0, 1, weight))).unwrap();
            MayBeFloats::of(&list.into()).remark().is_some()
        };
        assert!(look(&[5.5_f32, 0.0, 1e-3, 6e6].map(f32::to_bits)));
        assert!(look(&[(-5.5_f32).to_bits()]));
        assert!([&[][..], &[0, 0], &[7], &[5.5_f32.to_bits(), 7]].into_iter().all(|weights| !look(weights)));
    }
}
