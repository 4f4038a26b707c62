//! What protocols between threads are made of: atomics of `std`, mutexes of `parking_lot` (of `std` without
//! that feature, as it brings six crates), and cells of data that a protocol guards. With `--cfg loom` they
//! are loom's, which tries every interleaving of a model and knows every access.

#[cfg(loom)]
use loom::sync as source;
#[cfg(not(loom))]
use std::sync as source;

#[cfg(all(feature = "parking_lot", not(loom)))]
pub use parking_lot::{Mutex, MutexGuard};
pub use source::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
#[cfg(any(not(feature = "parking_lot"), loom))]
pub use unpoisoned::{Mutex, MutexGuard};

/// Mutexes of `std`, or loom, with the methods that those of `parking_lot` have.
#[cfg(any(not(feature = "parking_lot"), loom))]
mod unpoisoned {
    use std::sync::{PoisonError, TryLockError};

    use super::source;

    pub use source::MutexGuard;

    /// A mutex without poisoning: a panic in a loop is passed on to the caller of the loop, and what other
    /// threads need in order to end the loop must stay usable until then.
    #[derive(Debug, Default)]
    pub struct Mutex<T>(source::Mutex<T>);

    impl<T> Mutex<T> {
        /// A free mutex.
        pub fn new(data: T) -> Self {
            Self(source::Mutex::new(data))
        }

        /// Waits for the lock.
        #[inline]
        pub fn lock(&self) -> MutexGuard<'_, T> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner)
        }

        /// Takes the lock if it is free.
        #[inline]
        pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
            match self.0.try_lock() {
                Ok(guard) => Some(guard),
                Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            }
        }

        /// The data of a mutex that no other thread has.
        pub fn get_mut(&mut self) -> &mut T {
            self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
        }

        /// The data.
        pub fn into_inner(self) -> T {
            self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
        }
    }
}

/// Data that a protocol guards. Who reads or writes says so, which costs nothing and lets models see it.
#[cfg(not(loom))]
#[derive(Debug)]
pub struct GuardedCell<T>(std::cell::UnsafeCell<T>);

#[cfg(not(loom))]
impl<T> GuardedCell<T> {
    /// A cell.
    pub fn new(data: T) -> Self {
        Self(std::cell::UnsafeCell::new(data))
    }

    /// The data, to be read.
    #[inline]
    pub fn read(&self) -> *const T {
        self.0.get()
    }

    /// The data, to be written.
    #[inline]
    pub fn write(&self) -> *mut T {
        self.0.get()
    }

    /// The data of a cell that no other thread has.
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut()
    }

    /// The data.
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }
}

/// As the real one; two accesses that are in no order, one of them a write, fail the model.
#[cfg(loom)]
#[derive(Debug)]
pub struct GuardedCell<T>(loom::cell::UnsafeCell<T>);

#[cfg(loom)]
impl<T> GuardedCell<T> {
    /// A cell.
    pub fn new(data: T) -> Self {
        Self(loom::cell::UnsafeCell::new(data))
    }

    /// The data, to be read.
    pub fn read(&self) -> *const T {
        self.0.with(|data| data)
    }

    /// The data, to be written.
    pub fn write(&self) -> *mut T {
        self.0.with_mut(|data| data)
    }

    /// The data of a cell that no other thread has.
    #[allow(unsafe_code)]
    pub fn get_mut(&mut self) -> &mut T {
        // SAFETY: the cell is borrowed exclusively.
        unsafe { &mut *self.write() }
    }

    /// The data.
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }
}
