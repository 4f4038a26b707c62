//! What protocols between threads are made of: atomics of `std`, mutexes of `parking_lot`, and cells of data
//! that a protocol guards. With `--cfg loom` they are loom's, which tries every interleaving of a model and
//! knows every access.

#[cfg(not(loom))]
pub use parking_lot::Mutex;
#[cfg(not(loom))]
pub use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};

#[cfg(loom)]
pub use loom::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};

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

#[cfg(loom)]
mod modelled {
    /// A mutex with the methods that the real one has.
    #[derive(Debug)]
    pub struct Mutex<T>(loom::sync::Mutex<T>);

    impl<T> Mutex<T> {
        /// A mutex that is free.
        pub fn new(data: T) -> Self {
            Self(loom::sync::Mutex::new(data))
        }

        /// Waits for the lock.
        pub fn lock(&self) -> loom::sync::MutexGuard<'_, T> {
            self.0.lock().expect("no thread of a model panics and goes on")
        }

        /// The data of a mutex that no other thread has.
        pub fn get_mut(&mut self) -> &mut T {
            self.0.get_mut().expect("no thread of a model panics and goes on")
        }

        /// The data.
        pub fn into_inner(self) -> T {
            self.0.into_inner().expect("no thread of a model panics and goes on")
        }
    }

    /// As the real one; two accesses that are in no order, one of them a write, fail the model.
    #[derive(Debug)]
    pub struct GuardedCell<T>(loom::cell::UnsafeCell<T>);

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
}

#[cfg(loom)]
pub use modelled::{GuardedCell, Mutex};
