//! The building blocks of protocols between threads: atomics, mutexes, and cells of data that a protocol
//! protects. With `--cfg loom` they are loom's, which tries every interleaving of a model and checks every
//! access. Code without a model uses the mutexes of `mutex` and the atomics of `unmodelled`.
//!
//! With `--cfg counted` the atomics and mutexes count who writes to which cache line (`contention`). So
//! nothing in the framework or its operators uses the atomics of `std` directly; a test checks it.

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
/// Threads that are not a model's may use them.
pub mod unmodelled {
    #[cfg(counted)]
    pub use super::counted::{AtomicBool, AtomicI64, AtomicU8, AtomicU32, AtomicU64, AtomicUsize};
    #[cfg(not(counted))]
    pub use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU32, AtomicU64, AtomicUsize};
    pub use std::sync::atomic::{Ordering, fence};
}

/// Mutexes of loom with the methods that those of `parking_lot` have.
#[cfg(loom)]
mod modelled {
    use loom::sync::MutexGuard;

    /// A mutex.
    #[derive(Debug, Default)]
    pub struct Mutex<T>(loom::sync::Mutex<T>);

    impl<T> Mutex<T> {
        /// A free mutex.
        pub fn new(data: T) -> Self {
            Self(loom::sync::Mutex::new(data))
        }

        /// Waits for the lock.
        pub fn lock(&self) -> MutexGuard<'_, T> {
            self.0.lock().expect("a panic ends the model")
        }

        /// Takes the lock if it is free.
        pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
            self.0.try_lock().ok()
        }

        /// The data of a mutex that no other thread has.
        pub fn get_mut(&mut self) -> &mut T {
            self.0.get_mut().expect("a panic ends the model")
        }

        /// The data.
        pub fn into_inner(self) -> T {
            self.0.into_inner().expect("a panic ends the model")
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
