//! Reducers: a partial result per thread, combined when the loop has ended.

use std::fmt;

use super::slots::Slots;

/// A value to which many threads contribute, by a function that combines two values: a sum, a minimum, a
/// histogram; made by [`Exec::reducer`](crate::exec::Exec::reducer).
///
/// Each thread has its own part ([`PerThread`](super::PerThread)), so threads do not contend. If the function
/// panics, the values being combined are lost, but the reducer can still be used.
///
/// # Determinism
/// The parts are combined in no particular order. So the result is deterministic only if the function is
/// associative *and* commutative: a commutative monoid with the identity. (Sums of floats are not.)
///
/// # Memory
/// One `T` per thread, on cache lines of its own.
///
/// # Examples
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
    /// `None` stands for the identity.
    parts: Slots<T>,
    identity: T,
    combine: F,
}

impl<T: Clone + Send, F: Fn(T, T) -> T> Reducer<T, F> {
    pub(crate) fn new(threads: usize, identity: T, combine: F) -> Self {
        Self { parts: Slots::new(threads), identity, combine }
    }

    /// Contributes a value. Any thread may call this.
    ///
    /// # Panics
    /// If the combining function panics, or if the calling thread is already inside a call of it, or of
    /// [`Reducer::update`], for this reducer. So the function must not use the reducer or run anything in
    /// parallel: a thread that waits for parallel work may make another contribution meanwhile.
    #[inline]
    #[track_caller]
    pub fn add(&self, value: T) {
        self.parts.with(|part| {
            *part = Some(match part.take() {
                Some(sum) => (self.combine)(sum, value),
                None => first(value),
            });
        });
    }

    /// Changes the calling thread's part in place. The part begins with the identity.
    ///
    /// # Panics
    /// As [`Reducer::add`]. If `change` panics, the part stays as it has left it.
    #[inline]
    #[track_caller]
    pub fn update(&self, change: impl FnOnce(&mut T)) {
        self.parts.with(|part| change(part.get_or_insert_with(|| self.identity.clone())));
    }

    /// Combines all parts and returns the value. Later contributions are added to it.
    pub fn value(&mut self) -> T {
        let value = self.reset();
        self.add(value.clone());
        value
    }

    /// Combines all parts, returns the value and resets every part to the identity.
    pub fn reset(&mut self) -> T {
        let parts = self.parts.take();
        parts.into_iter().reduce(&self.combine).unwrap_or_else(|| self.identity.clone())
    }

    /// Combines all parts and returns the value.
    pub fn finish(mut self) -> T {
        self.reset()
    }
}

/// A call of this marks a branch as unlikely, so that it is predicted and not compiled into a conditional
/// move.
#[cold]
fn first<T>(value: T) -> T {
    value
}

impl<T, F> fmt::Debug for Reducer<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reducer").finish_non_exhaustive()
    }
}
