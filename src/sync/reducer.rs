//! Reducers: a partial result for each thread, combined when the loop has ended.

use crossbeam_utils::CachePadded;
use parking_lot::Mutex;

/// A value that many threads contribute to: a sum, a minimum, a histogram, anything with a combining function.
///
/// The parts are combined in the order of the threads; the result is the same on every run only if the function is
/// associative *and* commutative.
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
    parts: Vec<CachePadded<Mutex<T>>>,
    combine: F,
}

impl<T: Send, F: Fn(T, T) -> T + Sync> Reducer<T, F> {
    /// A reducer with as many parts as the current rayon pool has threads, each beginning with `identity()`.
    pub fn new(identity: impl Fn() -> T, combine: F) -> Self {
        let parts = rayon::current_num_threads();
        Self { parts: (0..parts).map(|_| CachePadded::new(Mutex::new(identity()))).collect(), combine }
    }

    /// Changes the calling thread's part in place. `change` must not run anything in parallel: a thread that waits for
    /// that may take up another contribution meanwhile, and would wait for the part it holds itself.
    pub fn update(&self, change: impl FnOnce(&mut T)) {
        change(&mut self.parts[own_part(self.parts.len())].lock());
    }

    /// Combines all parts.
    pub fn finish(self) -> T {
        let parts = self.parts.into_iter().map(|part| CachePadded::into_inner(part).into_inner());
        parts.reduce(self.combine).expect("a pool has at least one thread")
    }
}

impl<T: Send + Copy, F: Fn(T, T) -> T + Sync> Reducer<T, F> {
    /// Contributes one value.
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
