//! An array that grows while threads use it: in segments, which never move.
//!
//! The leading bits of a place select its segment: places are numbered from 2^[`FIRST`] on, and there are
//! four segments of equal length between two powers of 2. So a segment of a large array is at most a quarter
//! as long as all segments before it together, and at most a quarter of the places are unused.

use std::sync::OnceLock;

use crate::{Result, memory};

/// The first segments have a quarter of 2^`FIRST` places.
const FIRST: u32 = if cfg!(loom) { 3 } else { 8 };

/// Enough for every `u32` to be a place.
const SEGMENTS: usize = (33 - FIRST as usize) * 4;

pub(super) struct Segments<T> {
    /// One after the other.
    segments: Box<[OnceLock<Box<[T]>>]>,
}

/// Returns the segment of a place, and its position there.
#[inline]
fn locate(place: u32) -> (usize, usize) {
    let position = u64::from(place) + (1 << FIRST);
    let power = position.ilog2();
    let quarter = power - 2;
    let segment = (power - FIRST) as usize * 4 + (position >> quarter & 3) as usize;
    (segment, (position & ((1 << quarter) - 1)) as usize)
}

/// Number of places of a segment.
fn len(segment: usize) -> usize {
    1 << (FIRST as usize + segment / 4 - 2)
}

impl<T> Segments<T> {
    pub(super) fn new() -> Self {
        Self { segments: (0..SEGMENTS).map(|_| OnceLock::new()).collect() }
    }

    /// Returns the content of a place, if the place exists.
    #[inline]
    pub(super) fn get(&self, place: u32) -> Option<&T> {
        let (segment, offset) = locate(place);
        self.segments[segment].get()?.get(offset)
    }

    /// Returns each place with its content.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (u32, &mut T)> {
        (0..).zip(self.segments.iter_mut().map_while(OnceLock::get_mut).flatten())
    }

    /// Adds a segment after the existing `places`, and returns its number of places. One thread at a time may
    /// call this.
    pub(super) fn grow(&self, what: &'static str, places: u32, make: impl Fn() -> T) -> Result<usize> {
        let (segment, offset) = locate(places);
        assert!(
            offset == 0 && self.segments[segment].get().is_none(),
            "segments are added one after the other"
        );
        let made = memory::from_fn(what, len(segment), |_| make())?;
        self.segments[segment].get_or_init(|| made.into_boxed_slice());
        Ok(len(segment))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn places_fill_segment_after_segment() {
        let mut expected = (0, 0);
        for place in 0..if cfg!(miri) { 1 << 10 } else { 1 << 20 } {
            assert_eq!(locate(place), expected, "{place}");
            expected.1 += 1;
            if expected.1 == len(expected.0) {
                expected = (expected.0 + 1, 0);
            }
        }
        let (last, offset) = locate(u32::MAX);
        assert!(last < SEGMENTS && offset < len(last));
        let before: u64 = (0..last).map(|segment| len(segment) as u64).sum();
        assert_eq!(before + offset as u64, u32::MAX.into());
    }

    #[test]
    fn what_is_there_stays_where_it_is() {
        let mut segments = Segments::new();
        let (mut places, mut first) = (0, None);
        while places < 10_000_u32 {
            assert!(segments.get(places).is_none());
            let made = segments.grow("numbers", places, || places).unwrap() as u32;
            let here = std::ptr::from_ref(segments.get(0).unwrap());
            assert_eq!(*first.get_or_insert(here), here);
            assert_eq!(segments.get(places + made - 1), Some(&places));
            assert!(made <= (places + (1 << FIRST)) / 4, "{made} after {places}");
            places += made;
        }
        assert!(segments.iter_mut().map(|(place, _)| place).eq(0..places));
    }
}
