//! Radix sort.

use std::ops::Range;

use boscage_core::graph::LIMIT;

use super::scan::{Form, scan};
use crate::error::{Error, Result};
use crate::gpu::Gpu;
use crate::launch::kernels;
use crate::memory::{Array, bytes_of};

kernels! {
    /// Of `cuda/sort.cu`.
    Kernels = crate::ptx::SORT, with super::scan::Kernels;
    fn count_digits(keys: &Array<u32>, count: u32, shift: u32, mask: u32, counts: &Array<u32>);
    fn send(
        keys: &Array<u32>,
        values: Option<&Array<u32>>,
        count: u32,
        shift: u32,
        mask: u32,
        starts: &Array<u32>,
        sorted_keys: &Array<u32>,
        sorted_values: &Array<u32>,
    );
}

/// Items per thread and tile. As in `cuda/sort.cu`.
const ITEMS: usize = 8;
/// Bits per pass, and the number of digits.
const BITS: u32 = 8;
const DIGITS: usize = 1 << BITS;

/// Keys, and one value per key.
#[derive(Debug)]
pub struct Pairs {
    /// The keys.
    pub keys: Array<u32>,
    /// The values; `None` stands for the positions of the keys.
    pub values: Option<Array<u32>>,
}

/// Returns the largest number of pairs that can be sorted in blocks of this many threads: each block counts
/// every digit, and all counts are numbered by 32 bits.
fn most_pairs(threads: u32) -> usize {
    LIMIT.min(LIMIT / DIGITS * (ITEMS * threads as usize))
}

/// Returns an error for more of `what` than can be sorted, with `each` pairs for each of them.
pub(crate) fn check_sort(gpu: &Gpu, what: &'static str, count: usize, each: usize) -> Result<()> {
    let limit = most_pairs(gpu.threads()) / each;
    if count > limit { Err(Error::TooMany { what, count, limit }) } else { Ok(()) }
}

/// Returns the bytes of device memory of a sort of `count` keys without values: keys, pairs twice, counts.
pub(crate) fn sort_bytes(gpu: &Gpu, count: usize) -> usize {
    let digits = DIGITS * gpu.one_block_each(count, ITEMS).blocks as usize;
    // Their scan has two words per tile, of at least 128 digits.
    5 * bytes_of::<u32>(count) + bytes_of::<u32>(digits) + bytes_of::<u64>(digits.div_ceil(128))
}

/// Sorts the first `count` pairs by the given bits of their keys, of which 0 is the lowest. The sort is
/// stable. The result has values, unless there are no bits to sort by. Its arrays are those of the caller or
/// new ones; values behind the first `count` are unspecified.
///
/// # Memory
/// 8 bytes per pair of scratch, and as many for the values if there are none.
///
///
/// # Errors
/// [`Error::TooMany`] if the counts of digits cannot be numbered by 32 bits, which happens near 2^32 pairs in
/// blocks of 32 threads; [`Error::Driver`].
///
/// # Panics
/// If an array has fewer than `count` values, or belongs to another GPU; if the keys have fewer bits.
pub fn sort(gpu: &Gpu, mut pairs: Pairs, count: usize, bits: Range<u32>) -> Result<Pairs> {
    gpu.demand(&pairs.keys, count);
    pairs.values.iter().for_each(|values| gpu.demand(values, count));
    assert!(bits.end <= u32::BITS, "expected bits of a key up to {}, found {}", u32::BITS, bits.end);
    check_sort(gpu, "pairs", count, 1)?;
    let kernels = gpu.kernels::<Kernels>()?;
    let launch = gpu.one_block_each(count, ITEMS);
    let digits = DIGITS * launch.blocks as usize;
    let counts = gpu.array(digits)?;
    let mut spare: Option<Pairs> = None;
    for shift in bits.clone().step_by(BITS as usize) {
        let mask = (1 << BITS.min(bits.end - shift)) - 1;
        let Pairs { keys, values } = match spare.take() {
            Some(Pairs { keys, values: Some(values) }) => Pairs { keys, values: Some(values) },
            _ => Pairs { keys: gpu.array(count)?, values: Some(gpu.array(count)?) },
        };
        let sorted_values = values.as_ref().expect("the pass has made them");
        kernels.count_digits(launch, &pairs.keys, count as u32, shift, mask, &counts)?;
        scan(gpu, &counts, None, digits, Form::Exclusive, &counts)?;
        kernels.send(
            launch,
            &pairs.keys,
            pairs.values.as_ref(),
            count as u32,
            shift,
            mask,
            &counts,
            &keys,
            sorted_values,
        )?;
        spare = Some(std::mem::replace(&mut pairs, Pairs { keys, values }));
    }
    Ok(pairs)
}

/// Returns the number of bits of `last`.
pub(crate) fn bits_of(last: usize) -> u32 {
    usize::BITS - last.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulated::{Numbers, on_every_gpu};

    /// All of them; one digit, the lowest and the highest; parts of digits, several digits that begin and end
    /// in the middle of a byte; and one bit.
    const BITS_TO_SORT_BY: [Range<u32>; 8] = [0..32, 0..8, 24..32, 0..5, 3..17, 27..32, 4..12, 31..32];

    fn keys(kind: usize, count: usize, numbers: &mut Numbers) -> Vec<u32> {
        match kind {
            0 => numbers.vec(count, |n| n.next() as u32),
            1 => numbers.vec(count, |n| n.below(3) as u32 * 0x4321_8765),
            2 => vec![0xffff_ffff; count],
            3 => (0..count as u32).map(|i| i * 0x0001_0203).collect(),
            _ => (0..count as u32).map(|i| u32::MAX - i / 2).collect(),
        }
    }

    #[test]
    fn pairs_with_equal_bits_stay_in_their_order() {
        on_every_gpu(|gpu, numbers| {
            for (i, count) in gpu.sizes(ITEMS).into_iter().enumerate() {
                for kind in 0..5 {
                    // Each kind with each range at some size, and each size with some of both.
                    let bits = BITS_TO_SORT_BY[(i + kind) % BITS_TO_SORT_BY.len()].clone();
                    let keys = keys(kind, count, numbers);
                    let values = numbers.vec(count, |n| n.next() as u32);
                    let digit = |&i: &usize| u64::from(keys[i]) % (1 << bits.end) >> bits.start;
                    let mut order: Vec<usize> = (0..count).collect();
                    order.sort_by_key(digit);

                    let context = format!("keys {kind}, {count} of them, bits {bits:?}");
                    let with_values = numbers.below(2) == 0;
                    let uploaded = with_values.then(|| gpu.upload(&values).unwrap());
                    let pairs = Pairs { keys: gpu.upload(&keys).unwrap(), values: uploaded };
                    let sorted = sort(gpu, pairs, count, bits).unwrap();
                    let expected: Vec<u32> = order.iter().map(|&i| keys[i]).collect();
                    assert!(gpu.download(&sorted.keys).unwrap() == expected, "{context}");
                    let value = |&i: &usize| if with_values { values[i] } else { i as u32 };
                    let expected: Vec<u32> = order.iter().map(value).collect();
                    let found = gpu.download(&sorted.values.unwrap()).unwrap();
                    assert!(found == expected, "values, {context}");
                }
            }
        });
    }

    #[test]
    fn what_stands_behind_is_not_sorted() {
        on_every_gpu(|gpu, _| {
            let keys = gpu.upload(&[9_u32, 7, 8, 0, 1]).unwrap();
            let sorted = sort(gpu, Pairs { keys, values: None }, 3, 0..32).unwrap();
            assert_eq!(gpu.download(&sorted.keys).unwrap()[..3], [7, 8, 9]);
            assert_eq!(gpu.download(&sorted.values.unwrap()).unwrap()[..3], [1, 2, 0]);
        });
    }

    #[test]
    fn more_pairs_than_counts_can_be_numbered_for_are_refused() {
        on_every_gpu(|gpu, _| {
            let threads = gpu.threads();
            let most = most_pairs(threads);
            let counts = |pairs| DIGITS * gpu.one_block_each(pairs, ITEMS).blocks as usize;
            for count in [0, 1, most / 2, most] {
                check_sort(gpu, "pairs", count, 1).unwrap();
                assert!(counts(count) <= LIMIT);
            }
            // No limit is lower than it has to be: one pair more is too many, or has too many counts.
            assert!(most == LIMIT || counts(most + 1) > LIMIT);
            assert_eq!(most, if threads == 32 { (1 << 32) - 256 } else { LIMIT });
            let refused = check_sort(gpu, "edges", most / 2 + 1, 2).unwrap_err().to_string();
            let expected = if threads == 32 {
                "expected at most 2147483520 edges on a GPU, found 2147483521"
            } else {
                "expected at most 2147483647 edges on a GPU, found 2147483648"
            };
            assert_eq!(refused, expected);
        });
    }

    #[test]
    fn without_bits_nothing_is_done() {
        on_every_gpu(|gpu, _| {
            let keys = gpu.upload(&[2_u32, 1]).unwrap();
            let sorted = sort(gpu, Pairs { keys, values: None }, 2, 5..5).unwrap();
            assert_eq!((gpu.download(&sorted.keys).unwrap(), sorted.values.is_none()), (vec![2, 1], true));
        });
    }

    #[test]
    fn bits_tell_numbers_apart() {
        assert_eq!([0, 1, 2, 3, 4, 255, 256, u32::MAX as usize].map(bits_of), [0, 1, 2, 2, 3, 8, 9, 32]);
    }
}
