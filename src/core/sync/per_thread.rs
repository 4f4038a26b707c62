//! A value per thread.

use std::fmt;

use super::slots::Slots;

/// A value of type `T` per thread, created by a function of type `F` when the thread first needs it; made by
/// [`Exec::per_thread`](crate::exec::Exec::per_thread).
///
/// Any thread may use it. Used only by the threads of the `Exec`, each has its own value, and so has one
/// thread outside of pools. If threads of another pool use it, too, a thread may get a different value each
/// time, but never one that is in use. To combine values, a [`Reducer`](super::Reducer) is simpler.
///
/// # Determinism
/// Which items a thread processes is nondeterministic, and so are the values and their order. Combine them by
/// an operation that is associative and commutative.
///
/// # Memory
/// One `T` per thread, on cache lines of its own.
///
/// # Examples
///
/// ```
/// use boscage::exec::Exec;
///
/// let exec = Exec::new(2)?;
/// let mut lengths = exec.per_thread(|| [0_u32; 4]);
/// exec.do_all("lengths", ["ash", "yew", "elm", "oak", "fig"], |name| {
///     lengths.with(|counts| counts[name.len()] += 1);
/// })?;
/// assert_eq!(lengths.values().map(|counts| counts[3]).sum::<u32>(), 5);
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct PerThread<T, F = fn() -> T> {
    slots: Slots<T>,
    init: F,
}

impl<T: Send, F: Fn() -> T> PerThread<T, F> {
    pub(crate) fn new(threads: usize, init: F) -> Self {
        Self { slots: Slots::new(threads), init }
    }

    /// Calls `f` with the calling thread's value.
    ///
    /// # Panics
    /// If `f` panics, or the function that creates values; the value then stays as `f` has left it. Also if
    /// the calling thread is already inside such a call. So `f` must not use this structure or run anything
    /// in parallel: a thread that waits for parallel work may process another item meanwhile.
    #[inline]
    #[track_caller]
    pub fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        self.slots.with(|value| f(value.get_or_insert_with(&self.init)))
    }

    /// Returns the values of the threads that have used theirs, in no particular order.
    pub fn values(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.values()
    }

    /// Removes and returns all values, in no particular order. Threads that use it later get new ones.
    pub fn reset(&mut self) -> Vec<T> {
        self.slots.take()
    }

    /// Returns all values, in no particular order.
    pub fn into_values(mut self) -> impl Iterator<Item = T> {
        self.reset().into_iter()
    }
}

impl<T, F> fmt::Debug for PerThread<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerThread").finish_non_exhaustive()
    }
}
