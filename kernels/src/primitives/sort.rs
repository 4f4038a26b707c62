//! Radix sort.

use std::ops::Range;

use super::scan::{Form, scan};
use crate::error::Result;
use crate::gpu::Gpu;
use crate::launch::kernels;
use crate::memory::Array;

kernels! {
    /// Of `cuda/sort.cu`.
    Kernels = crate::ptx::SORT;
    fn count_digits(keys: &Array<u32>, count: u32, shift: u32, counts: &Array<u32>);
    fn send(
        keys: &Array<u32>,
        values: Option<&Array<u32>>,
        count: u32,
        shift: u32,
        starts: &Array<u32>,
        sorted_keys: &Array<u32>,
        sorted_values: &Array<u32>,
    );
}

/// Items of a tile, for each thread. As in `cuda/sort.cu`.
const ITEMS: usize = 8;
/// Bits that a pass sorts by, and the digits that they make.
const BITS: u32 = 8;
const DIGITS: usize = 1 << BITS;

/// Keys and a value for each.
pub(crate) struct Pairs {
    pub(crate) keys: Array<u32>,
    /// The positions of the keys, where there is none.
    pub(crate) values: Option<Array<u32>>,
}

/// Sorts the first `count` pairs by the given bits of their keys; those with equal ones stay in their order.
///
/// Takes 8 bytes a pair of scratch, and as many for the values where there are none.
pub(crate) fn sort(gpu: &Gpu, mut pairs: Pairs, count: usize, bits: Range<u32>) -> Result<Pairs> {
    let kernels = gpu.sort()?;
    let launch = gpu.one_block_each(count, ITEMS);
    let digits = DIGITS * launch.blocks as usize;
    let counts = gpu.array(digits)?;
    let mut spare: Option<Pairs> = None;
    for shift in bits.step_by(BITS as usize) {
        let Pairs { keys, values } = match spare.take() {
            Some(Pairs { keys, values: Some(values) }) => Pairs { keys, values: Some(values) },
            _ => Pairs { keys: gpu.array(count)?, values: Some(gpu.array(count)?) },
        };
        let sorted_values = values.as_ref().expect("just made");
        kernels.count_digits(launch, &pairs.keys, count as u32, shift, &counts)?;
        scan(gpu, &counts, None, digits, Form::Exclusive, &counts)?;
        kernels.send(
            launch,
            &pairs.keys,
            pairs.values.as_ref(),
            count as u32,
            shift,
            &counts,
            &keys,
            sorted_values,
        )?;
        spare = Some(std::mem::replace(&mut pairs, Pairs { keys, values }));
    }
    Ok(pairs)
}
