//! Weights of binary files that do not declare their type: they were taken for integers, but may be others.

use crate::Remark;
use boscage_core::graph::AnyEdgeList;

/// Returns `true` if weights that were taken for integers may be the bits of floats: as floats, all are
/// between 2^-64 and 2^64 in size, or 0.
pub(crate) fn look_like_floats(list: &AnyEdgeList) -> bool {
    /// The bits of 2^-64 and of 2^64.
    const LIMITS: (u32, u32) = (0x3f << 23, 0xbf << 23);
    let may_be = |bits: u32| bits == 0 || (LIMITS.0..=LIMITS.1).contains(&(bits & !(1 << 31)));
    let all = |bits: &mut dyn Iterator<Item = u32>| {
        let mut some = false;
        bits.inspect(|&bits| some |= bits != 0).all(may_be) && some
    };
    match list {
        AnyEdgeList::U32(list) => all(&mut list.edges().iter().map(|edge| edge.weight)),
        AnyEdgeList::I32(list) => all(&mut list.edges().iter().map(|edge| edge.weight as u32)),
        _ => false,
    }
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
        let list = |weights: &[u32]| {
            EdgeList::from_triples(2, weights.iter().map(|&weight| (0, 1, weight))).unwrap().into()
        };
        assert!(look_like_floats(&list(&[5.5_f32, 0.0, 1e-3, 6e6].map(f32::to_bits))));
        assert!(look_like_floats(&list(&[(-5.5_f32).to_bits()])));
        assert!(
            [&[][..], &[0, 0], &[7], &[5.5_f32.to_bits(), 7]]
                .into_iter()
                .all(|weights| !look_like_floats(&list(weights)))
        );
    }
}
