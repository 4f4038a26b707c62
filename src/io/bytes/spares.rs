//! Reuses memory: fresh memory costs more than filling it.

use boscage_core::mutex::Mutex;

/// Memory that has been used and may be used again, by any thread.
#[derive(Debug)]
pub(crate) struct Spares<T>(Mutex<Vec<T>>);

impl<T> Spares<T> {
    /// Some memory that was kept, with whatever it holds, if there is some.
    pub(crate) fn take(&self) -> Option<T> {
        self.0.lock().pop()
    }

    /// Keeps memory for later.
    pub(crate) fn keep(&self, memory: T) {
        self.0.lock().push(memory);
    }
}

impl<T> Default for Spares<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}
