//! The mutexes of `parking_lot`, or of `std` without that feature, because `parking_lot` brings six crates.

#[cfg(all(feature = "parking_lot", not(counted)))]
pub use parking_lot::Mutex;
#[cfg(any(not(feature = "parking_lot"), counted))]
pub use unpoisoned::Mutex;

/// The mutexes of `std` with the methods of those of `parking_lot`.
#[cfg(any(not(feature = "parking_lot"), counted))]
mod unpoisoned {
    use std::sync::{MutexGuard, PoisonError, TryLockError};

    /// A mutex without poisoning: a panic in a loop is passed on to the caller of the loop, and the state
    /// that other threads need to end the loop must stay usable until then.
    #[derive(Debug, Default)]
    pub struct Mutex<T>(std::sync::Mutex<T>);

    impl<T> Mutex<T> {
        /// Creates a mutex.
        pub fn new(data: T) -> Self {
            Self(std::sync::Mutex::new(data))
        }

        /// Waits for the lock.
        #[inline]
        pub fn lock(&self) -> MutexGuard<'_, T> {
            #[cfg(counted)]
            crate::contention::note_update(self);
            self.0.lock().unwrap_or_else(PoisonError::into_inner)
        }

        /// Locks the mutex if it is free.
        #[inline]
        pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
            match self.0.try_lock() {
                Ok(guard) => Some(guard),
                Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            }
        }

        /// Returns the data, given exclusive access.
        pub fn get_mut(&mut self) -> &mut T {
            self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
        }

        /// Returns the data.
        pub fn into_inner(self) -> T {
            self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
        }
    }
}
