//! The building blocks of protocols between threads: atomics, mutexes, and cells of data that a protocol
//! protects. With `--cfg loom` they are loom's, which tries every interleaving of a model and checks every
//! access. Code without a model uses the mutexes of `mutex` and the atomics of `unmodelled`.
//!
//! With `--cfg counted`, atomics and mutexes record the writers of each cache line (`contention`). So nothing
//! in the framework or its operators uses the atomics of `std` directly; a test checks this.

#[cfg(counted)]
mod counted;

#[cfg(not(loom))]
pub use crate::mutex::Mutex;
#[cfg(loom)]
pub use loom::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
#[cfg(loom)]
pub use modelled::Mutex;
#[cfg(not(loom))]
pub use unmodelled::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};

/// Atomics that no model needs to see: no other memory depends on them, or they are not part of a protocol.
/// Threads outside of a model may use them.
pub mod unmodelled {
    #[cfg(counted)]
    pub use super::counted::{AtomicBool, AtomicI64, AtomicU8, AtomicU32, AtomicU64, AtomicUsize};
    #[cfg(not(counted))]
    pub use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU32, AtomicU64, AtomicUsize};
    pub use std::sync::atomic::{Ordering, fence};
}

/// The mutexes of loom with the methods of those of `parking_lot`.
#[cfg(loom)]
mod modelled {
    use loom::sync::MutexGuard;

    /// A mutex.
    #[derive(Debug, Default)]
    pub struct Mutex<T>(loom::sync::Mutex<T>);

    impl<T> Mutex<T> {
        /// Creates a mutex.
        pub fn new(data: T) -> Self {
            Self(loom::sync::Mutex::new(data))
        }

        /// Waits for the lock.
        pub fn lock(&self) -> MutexGuard<'_, T> {
            self.0.lock().expect("a panic ends the model")
        }

        /// Locks the mutex if it is free.
        pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
            self.0.try_lock().ok()
        }

        /// Returns the data, given exclusive access.
        pub fn get_mut(&mut self) -> &mut T {
            self.0.get_mut().expect("a panic ends the model")
        }

        /// Returns the data.
        pub fn into_inner(self) -> T {
            self.0.into_inner().expect("a panic ends the model")
        }
    }
}

/// Data that a protocol guards. Each access is marked as a read or a write, which costs nothing and lets
/// models see it.
#[cfg(not(loom))]
#[derive(Debug)]
pub struct GuardedCell<T>(std::cell::UnsafeCell<T>);

#[cfg(not(loom))]
impl<T> GuardedCell<T> {
    /// Creates a cell.
    pub fn new(data: T) -> Self {
        Self(std::cell::UnsafeCell::new(data))
    }

    /// Returns a pointer for reading.
    #[inline]
    pub fn read(&self) -> *const T {
        self.0.get()
    }

    /// Returns a pointer for writing.
    #[inline]
    pub fn write(&self) -> *mut T {
        self.0.get()
    }

    /// Returns the data, given exclusive access.
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut()
    }

    /// Returns the data.
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }
}

/// Data that a protocol guards, in models: two unordered accesses, one of them a write, fail the model.
#[cfg(loom)]
#[derive(Debug)]
pub struct GuardedCell<T>(loom::cell::UnsafeCell<T>);

#[cfg(loom)]
impl<T> GuardedCell<T> {
    /// Creates a cell.
    pub fn new(data: T) -> Self {
        Self(loom::cell::UnsafeCell::new(data))
    }

    /// Returns a pointer for reading.
    pub fn read(&self) -> *const T {
        self.0.with(|data| data)
    }

    /// Returns a pointer for writing.
    pub fn write(&self) -> *mut T {
        self.0.with_mut(|data| data)
    }

    /// Returns the data, given exclusive access.
    #[allow(unsafe_code)]
    pub fn get_mut(&mut self) -> &mut T {
        // SAFETY: the cell is borrowed exclusively.
        unsafe { &mut *self.write() }
    }

    /// Returns the data.
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }
}
