//! Writing to places given by an index, which safe Rust cannot do on a slice from several threads.
//!
//! [`Scatter`] is the unsafe building block: its user promises that no place is written twice. [`scatter`] is
//! for all other code: it keeps a bit per place and checks the promise.
#![allow(unsafe_code)]

use std::marker::PhantomData;

use super::for_each_block;
use crate::Result;
use crate::bits::SharedBits;
use crate::exec::Exec;

/// Name of the bits in errors.
const MARKS: &str = "marks of places";

/// Items per block.
const BLOCK: usize = 1 << 12;

/// A slice that many threads write to, each place at most once.
///
/// Debug builds keep a bit per place and panic if a place is written twice.
#[derive(Debug)]
pub(crate) struct Scatter<'a, T> {
    places: *mut T,
    len: usize,
    /// A bit per place.
    written: Option<SharedBits>,
    slice: PhantomData<&'a mut [T]>,
}

// SAFETY: sharing it lets other threads move values into the slice, and nothing else, so `T: Send` suffices;
// callers of `write` promise that no two threads write the same place.
unsafe impl<T: Send> Sync for Scatter<'_, T> {}

impl<'a, T: Copy> Scatter<'a, T> {
    /// Borrows the places, all of which may still be uninitialised.
    pub(crate) fn new(places: &'a mut [std::mem::MaybeUninit<T>]) -> Self {
        let (places, len) = (places.as_mut_ptr().cast(), places.len());
        let written = cfg!(debug_assertions).then(|| SharedBits::new(MARKS, len)).and_then(Result::ok);
        Self { places, len, written, slice: PhantomData }
    }

    /// Writes one place.
    ///
    /// # Safety
    /// `place` is within the slice, and no one else writes it.
    #[inline]
    pub(crate) unsafe fn write(&self, place: usize, value: T) {
        debug_assert!(place < self.len, "place {place} of {}", self.len);
        if let Some(written) = &self.written {
            mark(written, place);
        }
        // SAFETY: the place is within the slice, as the caller promises.
        let place = unsafe { self.places.add(place) };
        // SAFETY: the slice is borrowed exclusively, and no one else writes this place, as the caller
        // promises.
        unsafe { place.write(value) };
    }
}

/// Writes `values[i]` to `target[place(i)]` for every `i`, from all threads of the pool.
///
/// # Errors
/// [`crate::Error::OutOfMemory`].
///
/// # Panics
/// If a place is outside of `target`, or is written twice.
pub(crate) fn scatter<T: Copy + Send + Sync>(
    exec: &Exec,
    values: &[T],
    place: impl Fn(usize) -> usize + Sync,
    target: &mut [T],
) -> Result<()> {
    let (len, marks) = (target.len(), SharedBits::new(MARKS, target.len())?);
    let target = Scatter { places: target.as_mut_ptr(), len, written: None, slice: PhantomData };
    for_each_block(exec, values.len(), BLOCK, |block| {
        for i in block {
            let place = place(i);
            assert!(place < len, "item {i}: place {place} is out of range, there are {len} places");
            mark(&marks, place);
            // SAFETY: the place is within the slice, and only this item has passed its mark.
            unsafe { target.write(place, values[i]) };
        }
    });
    Ok(())
}

/// Marks a place as written.
#[inline]
fn mark(marks: &SharedBits, place: usize) {
    assert!(marks.insert(place), "place {place} is written twice");
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_permutation_and_back() {
        const N: usize = 50_000; // prime to 7919
        let values: Vec<u64> = (0..N as u64).map(|i| i * i).collect();
        let (mut there, mut back) = (vec![0; N], vec![0; N]);
        scatter(&Exec::current(), &values, |i| i * 7919 % N, &mut there).unwrap();
        assert!((0..N).all(|i| there[i * 7919 % N] == values[i]));
        let mut from = vec![0; N];
        (0..N).for_each(|i| from[i * 7919 % N] = i);
        scatter(&Exec::current(), &there, |place| from[place], &mut back).unwrap();
        assert_eq!(back, values);
        scatter(&Exec::current(), &[], |i| i, &mut [0_u8; 0]).unwrap();
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "place 7 is written twice")]
    fn a_broken_promise_is_noticed_in_debug_builds() {
        let mut places = [std::mem::MaybeUninit::<u32>::uninit(); 8];
        let scatter = Scatter::new(&mut places);
        for _ in 0..2 {
            // SAFETY: one thread; the value is overwritten by none that needs dropping.
            unsafe { scatter.write(7, 1) };
        }
    }

    #[test]
    #[should_panic(expected = "place 1 is written twice")]
    fn a_place_named_twice_is_refused() {
        scatter(&Exec::current(), &[1, 2, 3], |i| i / 2 + 1, &mut [0; 3]).unwrap();
    }

    #[test]
    #[should_panic(expected = "item 2: place 2 is out of range, there are 2 places")]
    fn a_place_outside_is_refused() {
        scatter(&Exec::current(), &[1, 2, 3], |i| i, &mut [0; 2]).unwrap();
    }
}
