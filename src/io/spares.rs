//! Memory that is used again: fresh memory costs more than what is put there.

use parking_lot::Mutex;

/// Vectors that have been used and may be used again, by any thread.
#[derive(Debug)]
pub(crate) struct Spares<T>(Mutex<Vec<Vec<T>>>);

impl<T> Spares<T> {
    /// A vector that was kept, with whatever it holds, or a new one.
    pub(crate) fn take(&self) -> Vec<T> {
        self.0.lock().pop().unwrap_or_default()
    }

    /// Keeps a vector for later.
    pub(crate) fn keep(&self, vec: Vec<T>) {
        self.0.lock().push(vec);
    }
}

impl<T> Default for Spares<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}
