//! Values that many threads change at once: stored as words of bits, with the operations that are one atomic
//! step.

use std::fmt::Debug;
use std::ops::BitOr;

use super::Node;
use crate::primitives::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};
use crate::sealed::Sealed;

/// A word that threads share. All accesses are relaxed.
pub trait Word: Send + Sync + Debug + Sealed {
    /// What it holds.
    type Bits: Copy + PartialEq + BitOr<Output = Self::Bits>;

    /// A word.
    fn new(bits: Self::Bits) -> Self;
    /// What it holds now.
    fn load(&self) -> Self::Bits;
    /// Replaces what it holds.
    fn store(&self, bits: Self::Bits);
    /// Replaces what it holds, and returns that.
    fn swap(&self, bits: Self::Bits) -> Self::Bits;
    /// Replaces what it holds by `new` if that is `current`.
    fn compare_exchange(&self, current: Self::Bits, new: Self::Bits) -> Result<Self::Bits, Self::Bits>;
    /// The same; may fail although it is.
    fn compare_exchange_weak(&self, current: Self::Bits, new: Self::Bits) -> Result<Self::Bits, Self::Bits>;
    /// Adds, wrapping around.
    fn fetch_add(&self, bits: Self::Bits) -> Self::Bits;
    /// Sets bits.
    fn fetch_or(&self, bits: Self::Bits) -> Self::Bits;
    /// What it holds.
    fn into_inner(self) -> Self::Bits;
}

macro_rules! words {
    ($($word:ident $bits:ty;)*) => {$(
        impl Sealed for $word {}

        impl Word for $word {
            type Bits = $bits;

            #[inline]
            fn new(bits: $bits) -> Self {
                $word::new(bits)
            }

            #[inline]
            fn load(&self) -> $bits {
                self.load(Relaxed)
            }

            #[inline]
            fn store(&self, bits: $bits) {
                self.store(bits, Relaxed);
            }

            #[inline]
            fn swap(&self, bits: $bits) -> $bits {
                self.swap(bits, Relaxed)
            }

            #[inline]
            fn compare_exchange(&self, current: $bits, new: $bits) -> Result<$bits, $bits> {
                self.compare_exchange(current, new, Relaxed, Relaxed)
            }

            #[inline]
            fn compare_exchange_weak(&self, current: $bits, new: $bits) -> Result<$bits, $bits> {
                self.compare_exchange_weak(current, new, Relaxed, Relaxed)
            }

            #[inline]
            fn fetch_add(&self, bits: $bits) -> $bits {
                self.fetch_add(bits, Relaxed)
            }

            #[inline]
            fn fetch_or(&self, bits: $bits) -> $bits {
                self.fetch_or(bits, Relaxed)
            }

            #[inline]
            fn into_inner(self) -> $bits {
                $word::into_inner(self)
            }
        }
    )*};
}

words! { AtomicU8 u8; AtomicU32 u32; AtomicU64 u64; }

/// What an [`AtomicMap`](super::AtomicMap) can hold: `u32`, `u64`, `usize`, `i32`, `i64`, `f32`, `f64`,
/// `bool` and [`Node`].
pub trait AtomicValue: Copy + Debug + Sealed + 'static {
    /// The word that holds the bits: as large as the value.
    type Word: Word;

    /// The bits of the value.
    fn to_bits(self) -> <Self::Word as Word>::Bits;
    /// The value of these bits.
    fn from_bits(bits: <Self::Word as Word>::Bits) -> Self;
    /// Whether this one comes before the other. A NaN comes before no float and after none; -0.0 comes before
    /// 0.0.
    fn is_less(self, other: Self) -> bool;
}

/// Values with a sum.
pub trait AtomicNumber: AtomicValue {
    /// The sum; integers wrap around.
    fn plus(self, value: Self) -> Self;
    /// Adds to what a word holds in one step, and returns what it held.
    fn add(word: &Self::Word, value: Self) -> Self;
}

/// Values made of bits that can be set one by one: the integers and `bool`.
pub trait AtomicBits: AtomicValue {}

macro_rules! integers {
    ($($value:ty => $word:ty, $bits:ty;)*) => {$(
        impl AtomicValue for $value {
            type Word = $word;

            #[inline]
            fn to_bits(self) -> $bits {
                self as $bits
            }

            #[inline]
            fn from_bits(bits: $bits) -> Self {
                bits as $value
            }

            #[inline]
            fn is_less(self, other: Self) -> bool {
                self < other
            }
        }

        impl AtomicBits for $value {}

        impl AtomicNumber for $value {
            #[inline]
            fn plus(self, value: Self) -> Self {
                self.wrapping_add(value)
            }

            #[inline]
            fn add(word: &$word, value: Self) -> Self {
                Self::from_bits(Word::fetch_add(word, value.to_bits()))
            }
        }
    )*};
}

integers! {
    u32 => AtomicU32, u32;
    i32 => AtomicU32, u32;
    u64 => AtomicU64, u64;
    i64 => AtomicU64, u64;
}

#[cfg(target_pointer_width = "64")]
integers! { usize => AtomicU64, u64; }
#[cfg(target_pointer_width = "32")]
integers! { usize => AtomicU32, u32; }

macro_rules! floats {
    ($($value:ty => $word:ty, $bits:ty;)*) => {$(
        impl AtomicValue for $value {
            type Word = $word;

            #[inline]
            fn to_bits(self) -> $bits {
                self.to_bits()
            }

            #[inline]
            fn from_bits(bits: $bits) -> Self {
                <$value>::from_bits(bits)
            }

            #[inline]
            fn is_less(self, other: Self) -> bool {
                !self.is_nan() && !other.is_nan() && self.total_cmp(&other).is_lt()
            }
        }

        impl AtomicNumber for $value {
            #[inline]
            fn plus(self, value: Self) -> Self {
                self + value
            }

            #[inline]
            fn add(word: &$word, value: Self) -> Self {
                update::<Self>(word, |held| Some(held + value))
            }
        }
    )*};
}

floats! {
    f32 => AtomicU32, u32;
    f64 => AtomicU64, u64;
}

impl Sealed for bool {}

impl AtomicValue for bool {
    type Word = AtomicU8;

    #[inline]
    fn to_bits(self) -> u8 {
        self.into()
    }

    #[inline]
    fn from_bits(bits: u8) -> Self {
        bits != 0
    }

    #[inline]
    fn is_less(self, other: Self) -> bool {
        !self && other
    }
}

impl AtomicBits for bool {}

impl AtomicValue for Node {
    type Word = AtomicU32;

    #[inline]
    fn to_bits(self) -> u32 {
        self.into()
    }

    #[inline]
    fn from_bits(bits: u32) -> Self {
        Self::from(bits)
    }

    #[inline]
    fn is_less(self, other: Self) -> bool {
        self < other
    }
}

/// Replaces what a word holds by what `new` makes of it, until `new` says that it may stay or no other thread
/// comes between. Returns what it held.
#[inline]
pub(super) fn update<T: AtomicValue>(word: &T::Word, new: impl Fn(T) -> Option<T>) -> T {
    let mut held = word.load();
    while let Some(new) = new(T::from_bits(held)) {
        match word.compare_exchange_weak(held, new.to_bits()) {
            Ok(_) => break,
            Err(other) => held = other,
        }
    }
    T::from_bits(held)
}
