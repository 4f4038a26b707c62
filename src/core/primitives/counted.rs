//! Atomics that count: each write is recorded for the simulated worker that makes it (`contention`).
#![allow(unsafe_code)]

use std::sync::atomic::{self, Ordering};

use bytemuck::Zeroable;

use crate::contention::{note_update, note_write};

macro_rules! counted {
    ($($name:ident($value:ty): $($of_numbers:ident)?;)*) => {$(
        /// The atomic of `std` of this name, counted.
        #[derive(Debug, Default)]
        #[repr(transparent)]
        pub struct $name(atomic::$name);

        impl $name {
            #[inline]
            pub const fn new(value: $value) -> Self {
                Self(atomic::$name::new(value))
            }

            #[inline]
            pub fn load(&self, order: Ordering) -> $value {
                self.0.load(order)
            }

            #[inline]
            pub fn store(&self, value: $value, order: Ordering) {
                note_write(self);
                self.0.store(value, order);
            }

            #[inline]
            pub fn swap(&self, value: $value, order: Ordering) -> $value {
                note_update(self);
                self.0.swap(value, order)
            }

            #[inline]
            pub fn compare_exchange(
                &self,
                current: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                note_update(self);
                self.0.compare_exchange(current, new, success, failure)
            }

            #[inline]
            pub fn compare_exchange_weak(
                &self,
                current: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                note_update(self);
                self.0.compare_exchange_weak(current, new, success, failure)
            }

            #[inline]
            pub fn fetch_update(
                &self,
                success: Ordering,
                failure: Ordering,
                mut new: impl FnMut($value) -> Option<$value>,
            ) -> Result<$value, $value> {
                let current = self.0.load(failure);
                let Some(new) = new(current) else { return Err(current) };
                self.compare_exchange(current, new, success, failure)
            }

            #[inline]
            pub fn fetch_or(&self, value: $value, order: Ordering) -> $value {
                note_update(self);
                self.0.fetch_or(value, order)
            }

            #[inline]
            pub fn fetch_and(&self, value: $value, order: Ordering) -> $value {
                note_update(self);
                self.0.fetch_and(value, order)
            }

            #[inline]
            pub fn get_mut(&mut self) -> &mut $value {
                self.0.get_mut()
            }

            #[inline]
            pub fn into_inner(self) -> $value {
                self.0.into_inner()
            }

            $($of_numbers! { $value })?
        }

        // SAFETY: as the atomic inside, of which all bytes may be zero.
        unsafe impl Zeroable for $name {}
    )*};
}

macro_rules! numbers {
    ($value:ty) => {
        #[inline]
        pub fn fetch_add(&self, value: $value, order: Ordering) -> $value {
            note_update(self);
            self.0.fetch_add(value, order)
        }

        #[inline]
        pub fn fetch_sub(&self, value: $value, order: Ordering) -> $value {
            note_update(self);
            self.0.fetch_sub(value, order)
        }

        #[inline]
        pub fn fetch_min(&self, value: $value, order: Ordering) -> $value {
            note_update(self);
            self.0.fetch_min(value, order)
        }

        #[inline]
        pub fn fetch_max(&self, value: $value, order: Ordering) -> $value {
            note_update(self);
            self.0.fetch_max(value, order)
        }
    };
}

counted! {
    AtomicBool(bool): ;
    AtomicI64(i64): numbers;
    AtomicU8(u8): numbers;
    AtomicU32(u32): numbers;
    AtomicU64(u64): numbers;
    AtomicUsize(usize): numbers;
}
