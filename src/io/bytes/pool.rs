//! A pool of buffers. Allocating new memory costs more than filling it.

use boscage_core::mutex::Mutex;

/// Buffers that any thread may reuse.
#[derive(Debug)]
pub(crate) struct Pool<T>(Mutex<Vec<T>>);

impl<T> Pool<T> {
    /// Takes a buffer, with its old content, if there is one.
    pub(crate) fn take(&self) -> Option<T> {
        self.0.lock().pop()
    }

    /// Keeps a buffer for reuse.
    pub(crate) fn keep(&self, memory: T) {
        self.0.lock().push(memory);
    }
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}
