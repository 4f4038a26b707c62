//! A value for each thread.

use std::fmt;

use super::slots::Slots;

/// A value of type `T` for each thread, made by a function of type `F` when the thread first needs it. Made
/// by [`Exec::per_thread`](crate::exec::Exec::per_thread).
///
/// Any thread may use it. Each thread of the `Exec` for which it was made has its own value, and so has one
/// thread outside of pools. Other threads, for example of another pool, may get a different value each time,
/// but never one that is in use.
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
    /// If `f` does, or the function that makes values; the value then stays as `f` has left it. Also if the
    /// calling thread is already inside such a call. So `f` must not use this structure or run anything in
    /// parallel: a thread that waits for parallel work may take another item meanwhile.
    #[inline]
    pub fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        self.slots.with(|value| f(value.get_or_insert_with(&self.init)))
    }

    /// The values of the threads that have used theirs, in no particular order.
    pub fn values(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.values()
    }

    /// Takes all values out, in no particular order. Threads that use it later get new ones.
    pub fn reset(&mut self) -> Vec<T> {
        self.slots.take()
    }

    /// All values, in no particular order.
    pub fn into_values(mut self) -> impl Iterator<Item = T> {
        self.reset().into_iter()
    }
}

impl<T, F> fmt::Debug for PerThread<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerThread").finish_non_exhaustive()
    }
}
