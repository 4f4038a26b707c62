//! Arrays that threads fill part by part, and that leak nothing if one of them panics.
//!
//! The thread that owns a part writes it from its first place on. If the thread panics, it drops the elements
//! that it has written. Full parts are recorded. If the array is never finished because another thread
//! panicked, the array drops the elements of the full parts. Parts of elements without destructors are only
//! counted.
#![allow(unsafe_code)]

use std::mem::{self, MaybeUninit, needs_drop};
use std::ops::Range;
use std::ptr;

use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicUsize, Ordering::Relaxed};
use crate::{Result, memory};

/// An array that is being filled.
pub(super) struct Filling<T> {
    /// Its length is 0, its capacity is at least `len`.
    elements: Vec<T>,
    len: usize,
    /// `true` once its places have been handed out.
    is_divided: bool,
    full: Full,
}

/// The parts that are full.
struct Full {
    /// Number of their places.
    places: AtomicUsize,
    /// Their ranges, if elements have to be dropped.
    parts: Mutex<Vec<Range<usize>>>,
}

impl<T> Filling<T> {
    /// Creates an array of `len` places.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`], naming `what`.
    pub(super) fn new(what: &'static str, len: usize) -> Result<Self> {
        let full = Full { places: AtomicUsize::new(0), parts: Mutex::new(Vec::new()) };
        Ok(Self { elements: memory::reserve(what, len)?, len, is_divided: false, full })
    }

    /// Divides the array into consecutive parts of these lengths.
    ///
    /// # Panics
    /// If it has been called before. The iterator panics if the lengths exceed the array.
    pub(super) fn parts(
        &mut self,
        lens: impl IntoIterator<Item = usize>,
    ) -> impl Iterator<Item = Unfilled<'_, T>> {
        assert!(!mem::replace(&mut self.is_divided, true), "each place is in one part");
        let (mut rest, full) = (&mut self.elements.spare_capacity_mut()[..self.len], &self.full);
        let mut start = 0;
        lens.into_iter().map(move |len| {
            let (places, others) = mem::take(&mut rest).split_at_mut(len);
            rest = others;
            start += len;
            Unfilled { places, start: start - len, full }
        })
    }

    /// Divides the array into parts of `most` places; the last may have fewer.
    pub(super) fn chunks(&mut self, most: usize) -> impl Iterator<Item = Unfilled<'_, T>> {
        let len = self.len;
        self.parts((0..len.div_ceil(most)).map(move |i| most.min(len - i * most)))
    }

    /// Returns the array, all of whose parts are full.
    ///
    /// # Panics
    /// If a part is not full.
    pub(super) fn finish(mut self) -> Vec<T> {
        assert_eq!(*self.full.places.get_mut(), self.len, "all parts are full");
        self.full.parts.get_mut().clear();
        let mut elements = mem::take(&mut self.elements);
        // SAFETY: the array is divided once, so the parts are disjoint; each is counted once, after all its
        // places have been written; and together they have as many places as the array. From here on, the
        // vector drops the elements.
        unsafe { elements.set_len(self.len) };
        elements
    }
}

impl<T> Drop for Filling<T> {
    fn drop(&mut self) {
        for part in mem::take(self.full.parts.get_mut()) {
            // SAFETY: all places of the part were written, and no element has been moved out: the array is
            // not finished.
            unsafe { drop_written(&mut self.elements.spare_capacity_mut()[part]) };
        }
    }
}

/// A part of an array without elements yet.
pub(super) struct Unfilled<'a, T> {
    places: &'a mut [MaybeUninit<T>],
    /// Its first position in the array.
    start: usize,
    full: &'a Full,
}

impl<T> Unfilled<'_, T> {
    /// Returns the positions of its places in the array.
    #[inline]
    pub(super) fn positions(&self) -> Range<usize> {
        self.start..self.start + self.places.len()
    }

    /// Writes `element(i)` to each position `i`.
    ///
    /// # Panics
    /// If `element` does. The elements written so far are dropped.
    #[inline]
    pub(super) fn fill(self, mut element: impl FnMut(usize) -> T) {
        let start = self.start;
        self.fill_by(|written| {
            for (i, place) in (start..).zip(written.places.iter_mut()) {
                place.write(element(i));
                written.count += 1;
            }
        });
    }

    /// Writes all places through `write`.
    ///
    /// # Panics
    /// If `write` writes fewer elements, or panics. The elements written so far are dropped.
    #[inline]
    pub(super) fn fill_by(self, write: impl FnOnce(&mut Written<'_, T>)) {
        let positions = self.positions();
        let mut written = Written { places: self.places, count: 0 };
        write(&mut written);
        // Without a reference to the count, which would keep it out of registers.
        let is_full = written.count == written.places.len();
        assert!(is_full, "too few elements from position {} on", positions.start);
        mem::forget(written); // they are the array's from here on
        self.full.places.fetch_add(positions.len(), Relaxed);
        if needs_drop::<T>() {
            self.full.parts.lock().push(positions);
        }
    }
}

/// The places of a part, the first `written` of which have been written.
pub(super) struct Written<'a, T> {
    places: &'a mut [MaybeUninit<T>],
    count: usize,
}

impl<T> Written<'_, T> {
    /// Writes the next place.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub(super) fn push(&mut self, element: T) {
        self.places[self.count].write(element);
        self.count += 1;
    }

    /// Writes the next places, and takes no more elements than there are places.
    #[inline]
    pub(super) fn extend(&mut self, elements: impl Iterator<Item = T>) {
        for (place, element) in self.places[self.count..].iter_mut().zip(elements) {
            place.write(element);
            self.count += 1;
        }
    }
}

impl<T> Drop for Written<'_, T> {
    fn drop(&mut self) {
        if needs_drop::<T>() {
            // SAFETY: these places have been written, and no one else drops them: their part is not full.
            unsafe { drop_written(&mut self.places[..self.count]) };
        }
    }
}

/// Drops the elements of places.
///
/// # Safety
/// The places have been written, and are not used again.
unsafe fn drop_written<T>(places: &mut [MaybeUninit<T>]) {
    // SAFETY: as the caller promises.
    unsafe { ptr::drop_in_place(ptr::from_mut(places) as *mut [T]) };
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicU32;

    use super::super::{pack_map, tabulate, tabulate_blocks};
    use super::*;
    use crate::exec::Exec;

    /// Number of times that the element of each position has been created and dropped.
    struct Lives {
        made: Vec<AtomicU32>,
        dropped: Vec<AtomicU32>,
    }

    struct Element<'a>(&'a Lives, usize);

    impl Lives {
        fn of(len: usize) -> Self {
            let zeros = || (0..len).map(|_| AtomicU32::new(0)).collect();
            Self { made: zeros(), dropped: zeros() }
        }

        fn element(&self, position: usize) -> Element<'_> {
            self.made[position].fetch_add(1, Relaxed);
            Element(self, position)
        }

        /// Returns the number of elements that were created, each once at most. Each was dropped as often if
        /// `are_dropped`, otherwise never.
        fn check(&self, are_dropped: bool) -> u32 {
            let counts = self.made.iter().zip(&self.dropped).map(|(made, dropped)| {
                let [made, dropped] = [made, dropped].map(|count| count.load(Relaxed));
                assert!(made <= 1 && dropped == if are_dropped { made } else { 0 }, "{made} {dropped}");
                made
            });
            counts.sum()
        }
    }

    impl Drop for Element<'_> {
        fn drop(&mut self) {
            self.0.dropped[self.1].fetch_add(1, Relaxed);
        }
    }

    /// Creates an array of `len` elements from a function of the position.
    type Make = for<'a> fn(&Exec, usize, &(dyn Fn(usize) -> Element<'a> + Sync)) -> Result<Vec<Element<'a>>>;

    const WAYS: [(&str, Make); 4] = [
        ("tabulate", |exec, len, element| tabulate(exec, "elements", len, element)),
        ("tabulate_blocks", |exec, len, element| {
            tabulate_blocks(exec, "elements", len, |positions, block| block.extend(positions.map(element)))
        }),
        ("pack_map, all", |exec, len, element| pack_map(exec, len, |_| true, element)),
        ("pack_map, some", |exec, len, element| pack_map(exec, len, |i| i % 3 == 0, element)),
    ];

    #[test]
    fn what_was_made_before_a_panic_is_dropped_once() {
        for (threads, (name, make)) in [1, 2, 3].into_iter().flat_map(|n| WAYS.map(|way| (n, way))) {
            let exec = Exec::new(threads).unwrap();
            for len in [3, 30_000, 100_000] {
                for at in [0, 3, 4_095, 8_193, 49_152, 99_999].map(|at| at.min(len - 1) / 3 * 3) {
                    let lives = Lives::of(len);
                    let element = |i| {
                        assert!(i != at, "the element that is not");
                        lives.element(i)
                    };
                    let panics = || make(&exec, len, &element).map(drop);
                    assert!(catch_unwind(AssertUnwindSafe(panics)).is_err());
                    let made = lives.check(true);
                    assert!(threads > 1 || at < 3 || made > 0, "{name}, {len}, {at}: made {made}");
                }
            }
        }
    }

    #[test]
    fn what_is_finished_is_the_callers() {
        for (name, make) in WAYS {
            let lives = Lives::of(100_000);
            let array = make(&Exec::new(2).unwrap(), 100_000, &|i| lives.element(i)).unwrap();
            assert_eq!(lives.check(false) as usize, array.len(), "{name}");
            assert!(array.is_sorted_by_key(|element| element.1), "{name}");
            drop(array);
            lives.check(true);
        }
    }

    #[test]
    fn arrays_of_any_length_are_filled_part_by_part() {
        for len in [0, 1, 9, 10, 11, 25] {
            let mut filling = Filling::new("numbers", len).unwrap();
            for part in filling.chunks(10) {
                part.fill(|i| i);
            }
            assert!(filling.finish().into_iter().eq(0..len), "{len}");
        }
    }

    #[test]
    #[should_panic(expected = "too few elements from position 2 on")]
    fn a_part_is_full_or_panics() {
        let mut filling = Filling::new("words", 4).unwrap();
        let mut words = ["a", "b", "c"].map(String::from).into_iter();
        for part in filling.chunks(2) {
            part.fill_by(|written| written.extend(words.by_ref()));
        }
    }

    #[test]
    #[should_panic(expected = "each place is in one part")]
    fn no_place_is_in_two_parts() {
        let mut filling = Filling::new("words", 4).unwrap();
        for _ in 0..2 {
            for part in filling.parts([2]) {
                part.fill(|i| i.to_string());
            }
        }
    }

    #[test]
    #[should_panic(expected = "all parts are full")]
    fn an_array_without_one_of_its_parts_is_not_finished() {
        let mut filling = Filling::new("words", 4).unwrap();
        for part in filling.parts([2]) {
            part.fill(|i| i.to_string());
        }
        filling.finish();
    }
}
