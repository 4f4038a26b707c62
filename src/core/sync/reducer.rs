//! Reducers: a partial result for each thread, combined when the loop has ended.

use std::fmt;

use super::slots::Slots;

/// A value to which many threads contribute: a sum, a minimum, a histogram, anything with a function that
/// combines two values. Each thread has its own part ([`PerThread`](super::PerThread)). Made by
/// [`Exec::reducer`](crate::exec::Exec::reducer).
///
/// The parts are combined in no particular order, so the result is the same on every run only if the function
/// is associative *and* commutative. (Sums of floats are not.)
///
/// If the function panics, the values being combined are lost, but the reducer can still be used.
///
/// ```
/// use boscage::exec::Exec;
///
/// let exec = Exec::new(2)?;
/// let mut longest = exec.reducer(0, usize::max);
/// exec.do_all("lengths", ["ash", "hornbeam", "yew"], |name| longest.add(name.len()))?;
/// assert_eq!(longest.reset(), 8);
/// exec.do_all("lengths", ["oak", "elder"], |name| longest.add(name.len()))?;
/// assert_eq!(longest.finish(), 5);
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct Reducer<T, F> {
    /// `None`: the identity.
    parts: Slots<T>,
    identity: T,
    combine: F,
}

impl<T: Clone + Send, F: Fn(T, T) -> T> Reducer<T, F> {
    pub(crate) fn new(threads: usize, identity: T, combine: F) -> Self {
        Self { parts: Slots::new(threads), identity, combine }
    }

    /// Contributes one value. Any thread may.
    ///
    /// # Panics
    /// If the combining function does, or if the calling thread is already inside a call of it, or of
    /// [`Reducer::update`], for this reducer. So the function must not use the reducer or run anything in
    /// parallel: a thread that waits for parallel work may make another contribution meanwhile.
    #[inline]
    pub fn add(&self, value: T) {
        self.parts.with(|part| {
            *part = Some(match part.take() {
                Some(sum) => (self.combine)(sum, value),
                None => first(value),
            });
        });
    }

    /// Changes the calling thread's part in place. It begins with the identity.
    ///
    /// # Panics
    /// As [`Reducer::add`]; if `change` panics the part stays as it has left it.
    #[inline]
    pub fn update(&self, change: impl FnOnce(&mut T)) {
        self.parts.with(|part| change(part.get_or_insert_with(|| self.identity.clone())));
    }

    /// All parts combined. Later contributions are added to this.
    pub fn value(&mut self) -> T {
        let value = self.reset();
        self.add(value.clone());
        value
    }

    /// All parts combined; every part is then reset to the identity.
    pub fn reset(&mut self) -> T {
        let parts = self.parts.take();
        parts.into_iter().reduce(&self.combine).unwrap_or_else(|| self.identity.clone())
    }

    /// All parts combined.
    pub fn finish(mut self) -> T {
        self.reset()
    }
}

/// Keeps the processor from waiting for a choice that is nearly always the same: a branch is predicted.
#[cold]
fn first<T>(value: T) -> T {
    value
}

impl<T, F> fmt::Debug for Reducer<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reducer").finish_non_exhaustive()
    }
}
