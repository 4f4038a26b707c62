//! Reducers: a partial result for each thread, combined when the loop has ended.

use std::sync::atomic::{AtomicUsize, Ordering};

use crossbeam_utils::CachePadded;

use crate::primitives::{Mutex, MutexGuard};

/// A value that many threads contribute to: a sum, a minimum, a histogram, anything with a combining
/// function.
///
/// The parts are combined in the order of the threads; the result is the same on every run only if the
/// function is associative *and* commutative.
///
/// ```
/// use boscage::sync::Reducer;
/// use rayon::prelude::*;
///
/// let longest = Reducer::new(|| 0, usize::max);
/// ["ash", "hornbeam", "yew"].par_iter().for_each(|name| longest.add(name.len()));
/// assert_eq!(longest.finish(), 8);
/// ```
pub struct Reducer<T, F> {
    parts: Vec<CachePadded<Part<T>>>,
    combine: F,
}

/// The part of one thread, and of threads of other pools that have the same number.
struct Part<T> {
    value: Mutex<T>,
    /// The thread that is changing the value. Exact for that thread, which asks because the value is locked.
    holder: AtomicUsize,
}

impl<T> Part<T> {
    /// Waits until no other thread changes the value.
    #[cold]
    fn wait(&self) -> MutexGuard<'_, T> {
        let is_within = self.holder.load(Ordering::Relaxed) == this_thread();
        assert!(!is_within, "a reducer is used within a change that the same thread makes to it");
        self.value.lock()
    }
}

/// No thread.
const NOBODY: usize = 0;

/// A number that no other living thread has.
#[inline]
fn this_thread() -> usize {
    thread_local! { static HERE: u8 = const { 0 } }
    HERE.with(|here| std::ptr::from_ref(here).addr())
}

/// Names the calling thread as the holder until it is dropped, also by a panic.
struct Holding<'a>(&'a AtomicUsize);

impl<'a> Holding<'a> {
    #[inline]
    fn new(holder: &'a AtomicUsize) -> Self {
        holder.store(this_thread(), Ordering::Relaxed);
        Self(holder)
    }
}

impl Drop for Holding<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.store(NOBODY, Ordering::Relaxed);
    }
}

impl<T: Send, F: Fn(T, T) -> T + Sync> Reducer<T, F> {
    /// A reducer with as many parts as the current rayon pool has threads, each beginning with `identity()`.
    pub fn new(identity: impl Fn() -> T, combine: F) -> Self {
        let part =
            |_| CachePadded::new(Part { value: Mutex::new(identity()), holder: AtomicUsize::new(NOBODY) });
        Self { parts: (0..rayon::current_num_threads()).map(part).collect(), combine }
    }

    /// Changes the calling thread's part in place.
    ///
    /// # Panics
    /// If `change` does, which may leave the part half changed; and if the thread is changing its part
    /// already. So neither `change` nor the combining function may use the reducer itself, nor run anything
    /// in parallel: a thread that waits for that may take up another contribution meanwhile.
    #[inline]
    pub fn update(&self, change: impl FnOnce(&mut T)) {
        let part = &self.parts[own_part(self.parts.len())];
        let mut value = part.value.try_lock().unwrap_or_else(|| part.wait());
        let _holding = Holding::new(&part.holder);
        change(&mut value);
    }

    /// Combines all parts.
    pub fn finish(self) -> T {
        let parts = self.parts.into_iter().map(|part| CachePadded::into_inner(part).value.into_inner());
        parts.reduce(self.combine).expect("a pool has at least one thread")
    }
}

impl<T: Send + Copy, F: Fn(T, T) -> T + Sync> Reducer<T, F> {
    /// Contributes one value.
    ///
    /// # Panics
    /// As [`Reducer::update`].
    #[inline]
    pub fn add(&self, value: T) {
        self.update(|part| *part = (self.combine)(*part, value));
    }
}

impl<T, F> std::fmt::Debug for Reducer<T, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reducer").field("parts", &self.parts.len()).finish_non_exhaustive()
    }
}

/// The part of the calling thread among `parts`; threads outside the pool share the first.
pub(super) fn own_part(parts: usize) -> usize {
    rayon::current_thread_index().unwrap_or(0) % parts
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use rayon::prelude::*;

    #[test]
    fn sums_and_minima() {
        let sum = Reducer::new(|| 0, |a, b| a + b);
        let min = Reducer::new(|| i32::MAX, i32::min);
        (1..=1000).into_par_iter().for_each(|i| {
            sum.add(i);
            min.add(-i);
        });
        assert_eq!((sum.finish(), min.finish()), (500_500, -1000));
    }
}
