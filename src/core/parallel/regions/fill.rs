//! Arrays in regions computed from positions, some of which are kept.

use std::ops::Range;

use bytemuck::Zeroable;

use super::super::filling::Filling;
use super::super::{for_each_piece, map_pieces, tabulate};
use super::{AHEAD, BLOCK, Regions, WHAT, stride};
use crate::exec::Exec;
use crate::{Result, memory};

/// Bytes from which on the GNU allocator returns zeroed pages of the system, which cost nothing before they
/// are touched; smaller arrays may have to be overwritten, on one thread.
const LARGE: usize = 32 << 20;
/// The expected share of positions that an array keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    Few,
    Most,
}

impl<T: Copy + Send + Sync> Regions<T> {
    /// Creates an array from the positions below `len` for which `wanted` is true: of the results of `item`
    /// that come with `true`. `soon` is called with most positions some time before `item`, to prefetch the
    /// memory that `item` reads.
    ///
    /// Room is reserved for all positions. If at most half are kept, hardly more memory is touched than the
    /// results take; if more are kept, the closures may be called a second time per position.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn filter_map(
        exec: &Exec,
        len: usize,
        wanted: impl Fn(usize) -> bool + Sync,
        soon: impl Fn(usize) + Sync,
        item: impl Fn(usize) -> (T, bool) + Sync,
    ) -> Result<Self>
    where
        T: Zeroable,
    {
        Self::fill(exec, len, Share::Few, |positions, items| {
            let mut kept = 0;
            let mut places = [0; BLOCK];
            for block in positions.clone().step_by(BLOCK) {
                let mut count = 0;
                for position in block..positions.end.min(block + BLOCK) {
                    // Written in any case: a branch that cannot be predicted costs more.
                    places[count] = position;
                    count += usize::from(wanted(position));
                }
                for i in 0..count {
                    soon(places[(i + AHEAD).min(count - 1)]);
                    let (item, keep) = item(places[i]);
                    items[kept] = item;
                    kept += usize::from(keep);
                }
            }
            kept
        })
    }

    /// As [`Regions::filter_map`], with all positions wanted.
    ///
    /// # Errors
    /// As [`Regions::filter_map`].
    pub fn map(
        exec: &Exec,
        len: usize,
        soon: impl Fn(usize) + Sync,
        item: impl Fn(usize) -> (T, bool) + Sync,
    ) -> Result<Self>
    where
        T: Zeroable,
    {
        Self::fill(exec, len, Share::Most, |positions, items| {
            let mut kept = 0;
            for position in positions.clone() {
                soon((position + AHEAD).min(positions.end - 1));
                let (item, keep) = item(position);
                items[kept] = item;
                kept += usize::from(keep);
            }
            kept
        })
    }

    /// Creates regions of `len` positions; `fill` writes the items of some positions, and returns their
    /// number.
    fn fill(
        exec: &Exec,
        len: usize,
        kept: Share,
        fill: impl Fn(Range<usize>, &mut [T]) -> usize + Sync,
    ) -> Result<Self>
    where
        T: Zeroable,
    {
        let (stride, is_large) = (stride(exec, len), len * size_of::<T>() >= LARGE);
        if !is_large && (stride >= len || kept == Share::Few) {
            // Written by way of the first-level cache, so that no more memory is touched than the kept items
            // take.
            let append = |positions: Range<usize>, items: &mut Vec<T>| {
                let mut block = [T::zeroed(); 2 * BLOCK];
                for start in positions.clone().step_by(block.len()) {
                    let kept = fill(start..positions.end.min(start + block.len()), &mut block);
                    items.extend_from_slice(&block[..kept]);
                }
            };
            if stride >= len {
                let mut items = memory::reserve(WHAT, len)?;
                append(0..len, &mut items);
                return Ok(Self::one(items));
            }
            if let Some(items) = apart(exec, len, stride, append)? {
                return Ok(Self::new(exec, items));
            }
        }
        let mut items = match is_large {
            true => memory::zeroed(WHAT, len)?,
            false => tabulate(exec, WHAT, len, |_| T::zeroed())?,
        };
        let fill =
            |(region, items): (usize, &mut [T])| fill(region * stride..region * stride + items.len(), items);
        let lens = map_pieces(exec, items.chunks_mut(stride).enumerate(), fill);
        let mut made = Self { items, stride, lens };
        made.close_gaps_if_small();
        Ok(made)
    }
}

/// Collects the items that `append` appends for all positions: first an array per region, then all in one.
/// `None` if they are more than half of the positions: two copies would then take more memory than room for
/// all positions.
fn apart<T: Copy + Send + Sync>(
    exec: &Exec,
    len: usize,
    stride: usize,
    append: impl Fn(Range<usize>, &mut Vec<T>) + Sync,
) -> Result<Option<Vec<T>>> {
    let regions = (0..len).step_by(stride).map(|start| start..len.min(start + stride));
    // One thread allocates all: allocators keep freed memory per thread.
    let parts = regions.clone().map(|positions| memory::reserve(WHAT, positions.len()));
    let mut parts = parts.collect::<Result<Vec<_>>>()?;
    for_each_piece(exec, regions.zip(&mut parts), |(positions, part)| append(positions, part));
    let kept = parts.iter().map(Vec::len).sum();
    if 2 * kept > len {
        return Ok(None);
    }
    let mut items = Filling::new(WHAT, kept)?;
    let places = items.parts(parts.iter().map(Vec::len));
    for_each_piece(exec, places.zip(&parts), |(places, part)| {
        places.fill_by(|written| written.extend(part.iter().copied()));
    });
    Ok(Some(items.finish()))
}
